/** What clocks have left: that of the question, and those of all players. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { cameAt, heard } from "../state/clocks";
import { seatName } from "../state/describing";
import { say } from "../state/notices";
import { moment, state } from "../state/table";
import { words } from "../words";
import { Icon } from "./Icon";

/** With so many seconds left whoever listens is told. */
const SOON = [60, 10];
/** A question under a clock is marked then, a player's clock earlier. */
const URGENT = 10;
const LOW = 60;

/** The seconds that are left now of what was told then; `pass` hears of every value. */
function useLeft(told: number | null, at: number, running: boolean, pass?: (before: number, now: number) => void): number | null {
  const [counted, setLeft] = useState<number | null>(null);
  useEffect(() => {
    let before = told;
    setLeft(told);
    if (told === null || !running) return;
    const tick = () => {
      const now = Math.max(0, told - (performance.now() - at) / 1000);
      pass?.(before ?? told, now);
      before = now;
      setLeft(now);
    };
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [told, at, running]);
  return told === null ? null : Math.ceil(counted ?? told);
}

export function Countdown({ text }: { text: string }): JSX.Element | null {
  const now = state.value;
  const left = useLeft(now?.seconds_left ?? null, now ? cameAt(now) : 0, true, (before, after) => {
    const passed = SOON.find((one) => before > one && after <= one && after > 0);
    if (passed !== undefined) say(words.clock.soon(passed));
  });
  if (left === null) return null;
  return (
    <p class={`countdown ${left <= URGENT ? "soon" : ""}`}>
      <b role="timer">{words.clock.left(left)}</b> {text}
    </p>
  );
}

/** The same within a text, for whoever hears of it elsewhere. */
export function TimeLeft({ text }: { text: string }): JSX.Element | null {
  const now = state.value;
  const left = useLeft(now?.seconds_left ?? null, now ? cameAt(now) : 0, true);
  return left === null ? null : (
    <>
      {words.clock.left(left)} {text}
    </>
  );
}

/** What a player has left, beside the name. */
export function PlayerClock({ index }: { index: number }): JSX.Element | null {
  const { at, clocks } = heard.value;
  const clock = clocks.find((one) => one.seat === index);
  const left = useLeft(clock?.seconds_left ?? null, at, clock?.running ?? false);
  if (left === null || !clock || moment.value) return null;
  const low = left <= LOW;
  return (
    <span class={`player-clock ${clock.running ? "running" : ""} ${low ? "low" : ""}`} role="timer" aria-label={words.clock.told(seatName(index), left, clock.running, low)}>
      <Icon name="clock" />
      {words.clock.time(left)}
    </span>
  );
}
