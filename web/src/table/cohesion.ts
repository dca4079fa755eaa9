/** How loose models hang together: the shortest links between them, who is apart, and the one shape that they make. */
import type { UnitShown } from "../net/types";
import { type Point, type Pose, closest, local } from "./geometry";
import { INCH, number } from "./sheet";

export type Base = UnitShown["bases"][number];

/** Gaps are compared with this tolerance, as the server does. */
const HAIR = 0.001;
/** Models that are no farther apart than this are drawn as one body. */
const BODY = 3;

/** The gap between two bases, 0 where they meet. */
export function gapBetween(one: Base, other: Base, round: boolean): number {
  if (round) return Math.max(0, Math.hypot(one[0] - other[0], one[1] - other[1]) - (one[3] + other[3]) / 2);
  return closest(rectOf(one), rectOf(other)).inches;
}

function rectOf([x, y, facing, width, depth]: Base) {
  return { x, y, facing, width, depth };
}

/** The shortest links by which models hang together, none with a gap wider than that: pairs of their numbers. */
export function links(bases: readonly Base[], round: boolean, most: number): [number, number][] {
  const pairs: { gap: number; one: number; other: number }[] = [];
  for (let one = 0; one < bases.length; one++) {
    for (let other = 0; other < one; other++) {
      const gap = gapBetween(bases[one]!, bases[other]!, round);
      if (gap <= most + HAIR) pairs.push({ gap, one: other, other: one });
    }
  }
  pairs.sort((a, b) => a.gap - b.gap);
  const chain = bases.map((_, index) => index);
  const found: [number, number][] = [];
  for (const { one, other } of pairs) {
    const [kept, joined] = [chain[one]!, chain[other]!];
    if (kept === joined) continue;
    found.push([one, other]);
    for (let index = 0; index < chain.length; index++) if (chain[index] === joined) chain[index] = kept;
  }
  return found;
}

/** The models outside the largest chain; of chains of one length the one with the lowest number stays together. */
export function stragglers(bases: readonly Base[], round: boolean, most: number): number[] {
  const chain = bases.map((_, index) => index);
  for (const [one, other] of links(bases, round, most)) {
    const [kept, joined] = [chain[one]!, chain[other]!];
    for (let index = 0; index < chain.length; index++) if (chain[index] === joined) chain[index] = kept;
  }
  const count = (of: number) => chain.filter((one) => one === of).length;
  const largest = chain.reduce((best, one) => (count(one) > count(best) ? one : best), chain[0] ?? 0);
  return chain.flatMap((one, index) => (one === largest ? [] : [index]));
}

/** All models and the links between them as one path around a pose, its front up: drawn as wide as a base it is one body. */
export function bodyPath(bases: readonly Base[], round: boolean, pose: Pose): string {
  const here = ([x, y]: readonly number[]): Point => {
    const [right, ahead] = local(pose, [x!, y!]);
    return [right * INCH, -ahead * INCH];
  };
  const spots = bases.map(here);
  const lines = links(bases, round, BODY).map(([one, other]) => `M${at(spots[one]!)}L${at(spots[other]!)}`);
  return [...spots.map((spot) => `M${at(spot)}h0.01`), ...lines].join("");
}

function at([x, y]: Point): string {
  return `${number(x)},${number(y)}`;
}
