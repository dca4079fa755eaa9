/** The turn and the phase that begin, across the upper edge of the table for a moment. */
import type { JSX } from "preact";
import { banner } from "../state/banner";

export function PhaseBanner(): JSX.Element | null {
  const now = banner.value;
  if (!now) return null;
  const seat = now.seat === null ? "" : `s${now.seat % 4}`;
  return (
    // The heading of the page says the same, and the voice tells it.
    <div key={now.key} class={`phase-banner ${seat} ${now.turn ? "turn" : ""}`} aria-hidden="true">
      {now.seat !== null && (
        <svg class="wh crest" viewBox="0 0 20 22">
          <use href={`#crest-${now.seat % 4}`} width="20" height="22" />
        </svg>
      )}
      <span>{now.title}</span>
    </div>
  );
}
