/** A battle that was recorded for the first page: frames of what changed, one after the other. */
import type { Point } from "../table/geometry";
import type { Piece } from "../table/Terrain";

/** x, y, facing, health. */
export type Standing = readonly [x: number, y: number, facing: number, health: number];
export type Frame = Readonly<Record<string, Standing | null>>;

export interface Living {
  width: number;
  depth: number;
  features: readonly Piece[];
  armies: readonly string[];
  units: readonly { id: number; seat: number; name: string; width: number; depth: number; health: number; single: boolean; standard: boolean; look: object }[];
  frames: readonly Frame[];
  /** The frame with which it begins on the page, and the one that is shown where nothing moves. */
  opening: number;
  still: number;
}

/** Where everybody stands in a frame; nowhere once they have left. */
export function at(battle: Pick<Living, "frames">, frame: number): Frame {
  return Object.assign({}, ...battle.frames.slice(0, frame + 1)) as Frame;
}

/** Within so many inches of an enemy a unit is in the thick of it. */
const NEAR = 9;
/** So much of the way the eye goes with each frame. */
const EASE = 0.2;

/** Where the eye rests: in the thickest of the fighting, and never far from where it was. */
export function heartOf(battle: Pick<Living, "frames" | "width" | "depth" | "units">, frame: number, before?: Point): Point {
  const now = at(battle, frame);
  const there = battle.units.flatMap(({ id, seat }) => (now[id] ? [{ seat, place: now[id] }] : []));
  const around = (one: (typeof there)[number]) => there.filter((other) => Math.hypot(other.place[0] - one.place[0], other.place[1] - one.place[1]) < NEAR);
  const press = there.map((one) => {
    const near = around(one);
    const foes = near.filter((other) => other.seat !== one.seat).length;
    return { near, heat: foes * (near.length - foes) };
  });
  const hottest = press.reduce<(typeof press)[number] | null>((best, one) => (one.heat > (best?.heat ?? 0) ? one : best), null);
  const watched = hottest?.near ?? there;
  if (!watched.length) return before ?? [battle.width / 2, battle.depth / 2];
  const mean = (part: 0 | 1) => watched.reduce((sum, one) => sum + one.place[part], 0) / watched.length;
  const aim: Point = [mean(0), mean(1)];
  return before ? [before[0] + (aim[0] - before[0]) * EASE, before[1] + (aim[1] - before[1]) * EASE] : aim;
}
