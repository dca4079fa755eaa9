/** A place in figures. */
import type { JSX } from "preact";
import { byKeyboard } from "../state/ui";
import { begun, type Placing, confirmPlace, faces, placing, setPlace, startOver } from "../state/making";
import { others } from "../state/picking";
import { verdict } from "../table/plaque";
import { words } from "../words";
import { Verdict } from "./Manoeuvre";

export function PlacePanel(): JSX.Element | null {
  const now = placing.value;
  if (!now) return null;
  const field = (label: string, key: "x" | "y" | "facing", step: number) => (
    <label class="field">
      <span>{label}</span>
      <input
        type="number"
        step={step}
        value={Math.round(now.rect[key] * 100) / 100}
        onInput={(event) => {
          const value = event.currentTarget.valueAsNumber;
          if (!Number.isNaN(value)) setPlace({ [key]: value });
        }}
        onKeyDown={(event) => event.key === "Enter" && confirmPlace()}
      />
    </label>
  );
  return (
    <div class="place">
      <p class="quiet">{howTo(now)}</p>
      {now.within.length > 0 && <p class="told">{now.within.map((one) => words.place.within(one.text, one.inches, words.inch(one.inches))).join(" · ")}</p>}
      <div class="fields">
        {field(words.place.x, "x", 0.5)}
        {field(words.place.y, "y", 0.5)}
        {faces(now) && field(words.place.turn, "facing", 5)}
      </div>
      <Verdict />
      <div class="actions">
        <button type="button" class="primary" disabled={verdict() === "bad"} onClick={confirmPlace}>
          {words.place.confirm} <kbd>Enter</kbd>
        </button>
        <button type="button" onClick={startOver}>
          {words.move.reset} {(begun.value || !others.value.length) && <kbd>Esc</kbd>}
        </button>
      </div>
      {byKeyboard.value && <p class="quiet keys">{words.place.keys(words.question.escape(begun.value, others.value.length > 0))}</p>}
    </div>
  );
}

function howTo(now: Placing): string {
  if (now.model !== null) return words.place.textModel;
  if (!now.outline) return faces(now) ? words.place.text : words.place.textPoint;
  return faces(now) ? words.place.textTurned : words.place.textTemplate;
}
