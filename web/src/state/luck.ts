/** Luck: what dice were to be expected to do, and what they did. */
import type { Line } from "../net/types";

export interface Luck {
  seat: number;
  tries: number;
  expected: number;
  good: number;
}

export function luckOf(lines: readonly Line[], seats: number): Luck[] {
  const found = Array.from({ length: seats }, (_, seat): Luck => ({ seat, tries: 0, expected: 0, good: 0 }));
  for (const { dice, seat } of lines) {
    if (!dice?.tries || seat === null || !found[seat]) continue;
    found[seat].tries += dice.tries;
    found[seat].expected += dice.tries * dice.chance;
    found[seat].good += dice.good;
  }
  return found;
}

/** How the difference grew, roll by roll: for a chart. */
export function luckCurve(lines: readonly Line[], seat: number): number[] {
  const curve = [0];
  for (const line of lines) {
    if (line.seat === seat && line.dice?.tries) curve.push(curve.at(-1)! + line.dice.good - line.dice.tries * line.dice.chance);
  }
  return curve;
}
