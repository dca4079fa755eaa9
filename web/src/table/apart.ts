/** How far units are apart: a unit in ranks by its rectangle, a loose one by the nearest of its models. */
import type { UnitShown } from "../net/types";
import { type Rect, closest } from "./geometry";

/** A rectangle with so many inches of round rim about it: a round base is a point with its radius. */
interface Part {
  rect: Rect;
  rim: number;
}

type Line = ReturnType<typeof closest>;

/** What a unit covers, its models standing there; none: nothing. */
export function partsOf(unit: UnitShown, bases: readonly UnitShown["bases"][number][] = unit.bases): readonly Part[] {
  if (!unit.loose && unit.pose) return [{ rect: { x: unit.pose[0], y: unit.pose[1], facing: unit.pose[2], width: unit.width, depth: unit.depth }, rim: 0 }];
  return bases.map(([x, y, facing, width, depth]) =>
    unit.round ? { rect: { x, y, facing: 0, width: 0, depth: 0 }, rim: width / 2 } : { rect: { x, y, facing, width, depth }, rim: 0 },
  );
}

export function partOf(rect: Rect): readonly Part[] {
  return [{ rect, rim: 0 }];
}

/** The shortest line between what two things cover; null where one covers nothing. */
export function between(ones: readonly Part[], others: readonly Part[]): Line | null {
  let best: Line | null = null;
  const reaches = others.map(reachOf);
  for (const one of ones) {
    const { x, y } = one.rect;
    const own = reachOf(one);
    for (const [index, other] of others.entries()) {
      // Circles about two things are never closer than the things are far: most pairs need no more than that.
      const away = Math.hypot(other.rect.x - x, other.rect.y - y) - own - reaches[index]!;
      if (best && away >= best.inches) continue;
      const line = cut(closest(one.rect, other.rect), one.rim, other.rim);
      if (!best || line.inches < best.inches) best = line;
    }
  }
  return best;
}

/** How far a part reaches from its middle at most. */
function reachOf({ rect: { width, depth }, rim }: Part): number {
  return Math.hypot(width, depth) / 2 + rim;
}

/** The line without the rims at its ends. */
function cut({ inches, from, to }: Line, first: number, last: number): Line {
  const along = (share: number): [number, number] => [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
  const left = inches - first - last;
  if (left <= 0) return { inches: 0, from, to };
  return { inches: left, from: along(first / inches), to: along(1 - last / inches) };
}
