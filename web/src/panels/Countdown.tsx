/** What the clock of a question has left: the server counts, the page only shows it. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { say } from "../state/notices";
import { state } from "../state/table";
import { words } from "../words";

/** With so many seconds left whoever listens is told. */
const SOON = 10;

export function Countdown({ text }: { text: string }): JSX.Element | null {
  const told = state.value?.seconds_left ?? null;
  const [counted, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (told === null) return;
    const end = performance.now() + told * 1000;
    const tick = () => {
      const now = Math.max(0, (end - performance.now()) / 1000);
      setLeft((before) => {
        if ((before ?? told) > SOON && now <= SOON) say(words.question.soon(SOON));
        return now;
      });
    };
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [told]);
  if (told === null) return null;
  const left = counted ?? told;
  return (
    <p class={`countdown ${left <= SOON ? "soon" : ""}`}>
      <b role="timer">{words.question.left(Math.ceil(left))}</b> {text}
    </p>
  );
}
