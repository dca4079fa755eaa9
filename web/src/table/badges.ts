/** Where figures stand that are shown on units: in their middle, or as far from it as it takes to hide no name. */
import type { UnitShown } from "../net/types";
import type { Point } from "./geometry";
import { type Wanted, arrange } from "./labels";
import { labelBoxes, standOf, within } from "./lettering";

export const BADGE = { width: 48, height: 24 };

export interface BadgeText {
  unit: UnitShown;
  text: string;
  class?: string;
}

/** All badges with the middle of each, in pixels of the screen. */
export function badgesAt<T extends BadgeText>(badges: readonly T[]): (T & { x: number; y: number })[] {
  const wanted = badges.map(({ unit }): Wanted => ({ key: String(unit.id), shapes: [{ ...BADGE, spots: spotsOn(unit) }] }));
  const places = arrange(wanted, labelBoxes.value, within.value);
  return badges.map((badge) => {
    const { x, y } = places.get(String(badge.unit.id))!;
    return { ...badge, x, y: y + BADGE.height / 2 };
  });
}

/** The middle of the unit, then flush with its sides, then on its edges: everywhere it is still seen whose figure it is. */
function spotsOn(unit: UnitShown): Point[] {
  const [left, top, right, bottom] = standOf(unit).body;
  const [x, y, half] = [(left + right) / 2, (top + bottom) / 2, BADGE.width / 2];
  const across = [x, right - half, left + half];
  return [y, top, bottom].flatMap((row) => across.map((column): Point => [column, row - BADGE.height / 2]));
}
