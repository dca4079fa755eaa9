/** A few words for whoever decides something for the first time. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { hasHint, learn, lesson, toggleHint } from "../state/guide";
import { say } from "../state/notices";
import { change } from "../state/settings";
import { words } from "../words";

/** Opens and closes the hint of the question at hand. */
export function HintButton(): JSX.Element | null {
  if (!hasHint.value) return null;
  const open = lesson.value !== null;
  return (
    <button type="button" class="hint-button" aria-expanded={open} aria-label={open ? words.coach.close : words.coach.open} title={open ? words.coach.close : words.coach.open} onClick={toggleHint}>
      ?
    </button>
  );
}

export function Coach(): JSX.Element | null {
  const now = lesson.value;
  useEffect(() => {
    if (now) say(`${now.title}. ${now.text}`);
  }, [now]);
  if (!now) return null;
  return (
    <aside class="coach" aria-label={words.coach.title}>
      <h3>{now.title}</h3>
      <p>{now.text}</p>
      <p class="coach-end">
        <button type="button" onClick={() => learn(now)}>
          {words.coach.done}
        </button>
        <button type="button" class="link" onClick={() => change({ hints: false })}>
          {words.coach.off}
        </button>
      </p>
    </aside>
  );
}
