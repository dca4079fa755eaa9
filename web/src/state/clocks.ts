/** What clocks have left: the server counts, the page only shows it, from when it was told. */
import { signal } from "@preact/signals";
import type { SeatClock, State } from "../net/types";

interface Heard {
  /** When that was told, in milliseconds. */
  at: number;
  clocks: readonly SeatClock[];
}

const NONE: Heard = { at: 0, clocks: [] };

/** The clocks of all seats as they were told last, also while what happened before that is still being shown. */
export const heard = signal<Heard>(NONE);

/** When states came: they may wait until what led to them was shown. */
const came = new WeakMap<State, number>();

export function takeClocks(message: State): void {
  const at = cameAt(message);
  // A battle without clocks has nothing to draw again for every message.
  if (!message.clocks?.length && !heard.peek().clocks.length) return;
  heard.value = { at, clocks: message.clocks ?? [] };
}

/** When that state came: now, if nobody has asked before. */
export function cameAt(message: State): number {
  const at = came.get(message) ?? performance.now();
  came.set(message, at);
  return at;
}

export function forgetClocks(): void {
  heard.value = NONE;
}
