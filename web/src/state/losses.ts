/** What units lost since the table was last drawn: shown over them for a moment. */
import { effect, signal } from "@preact/signals";
import type { Picture, UnitShown } from "../net/types";
import { paused } from "./show";
import { battle, picture } from "./table";

export interface Loss {
  key: number;
  /** As it stood before. */
  unit: UnitShown;
  models: number;
  health: number;
  /** Nothing of it is left on the table. */
  gone: boolean;
}

export const losses = signal<readonly Loss[]>([]);

const SHOWN = 1700;
let counted = 0;

/** The losses between two pictures; a picture from earlier in the battle shows none. */
export function lossesBetween(before: Picture, now: Picture): Loss[] {
  const after = new Map(now.units.map((unit) => [unit.id, unit]));
  return before.units.flatMap((unit): Loss[] => {
    const next = after.get(unit.id);
    // Another's number now, where somebody fights on alone for the unit that fell around it.
    if (!unit.pose || !next || next.name !== unit.name) return [];
    // Models that made room for somebody in their ranks are not lost.
    const health = unit.health - next.health - (unit.health_at_start - next.health_at_start);
    const models = unit.models - next.models - (unit.models_at_start - next.models_at_start);
    return health > 0 ? [{ key: ++counted, unit, models, health, gone: !next.pose }] : [];
  });
}

let last: { battle: string | null; picture: Picture } | null = null;

effect(() => {
  const now = picture.value;
  const before = last;
  last = now && { battle: battle.peek(), picture: now };
  if (!now || !before || before.battle !== battle.peek()) return;
  const fresh = lossesBetween(before.picture, now);
  if (!fresh.length) return;
  losses.value = [...losses.peek(), ...fresh];
  const forget = () => {
    // Whoever holds what is shown wants to see it.
    if (paused.peek()) setTimeout(forget, SHOWN);
    else losses.value = losses.peek().filter((one) => !fresh.includes(one));
  };
  setTimeout(forget, SHOWN);
});
