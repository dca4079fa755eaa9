/** What one lost in what was not shown: it is told in full once there is something to decide. */
import { signal } from "@preact/signals";
import type { Line, Picture } from "../net/types";
import { words } from "../words";
import { leftOf, marksOf } from "./describing";
import { lossesBetween } from "./losses";
import { say } from "./notices";

export interface Cost {
  unit: number;
  name: string;
  /** Models that fell, and points of health. */
  models: number;
  health: number;
  /** What is left of it, in words; nothing: it is gone. */
  left: string;
  marks: readonly string[];
}

export interface Skipped {
  /** Places in the log: of the first line that was not shown, and of the one after the last. */
  from: number;
  to: number;
  costs: readonly Cost[];
  lines: readonly Line[];
}

export const skipped = signal<Skipped | null>(null);

let since: { picture: Picture; place: number } | null = null;

/** From here on nothing is shown. */
export function beginSkip(picture: Picture | null, place: number): void {
  if (picture) since ??= { picture, place };
}

/** Somebody decides again, or it is over: what was lost meanwhile is told. Whoever only watches is told of all sides. */
export function endSkip(picture: Picture, log: readonly Line[], seat: number | null): void {
  const before = since;
  since = null;
  if (!before) return;
  const costs = costsBetween(before.picture, picture, seat);
  const lines = log.slice(before.place).filter((line) => (line.deed === "loss" || line.deed === "flight") && (seat === null || line.seat === seat));
  if (!costs.length && !lines.length) return;
  skipped.value = { from: before.place, to: log.length, costs, lines };
  if (costs.length) say(words.skipped.told(costs.map(costText)));
}

export function forgetSkip(): void {
  since = null;
  skipped.value = null;
}

export function costsBetween(before: Picture, now: Picture, seat: number | null): Cost[] {
  const after = new Map(now.units.map((unit) => [unit.id, unit]));
  return lossesBetween(before, now).flatMap(({ unit, models, health, gone }): Cost[] => {
    if (seat !== null && unit.seat !== seat) return [];
    const next = after.get(unit.id)!;
    return [{ unit: unit.id, name: unit.name, models, health, left: gone ? "" : leftOf(next), marks: gone ? [] : marksOf(next) }];
  });
}

export function costText(cost: Cost): string {
  return words.skipped.cost(cost.name, cost.models, cost.health, cost.left, cost.marks.join(", "));
}
