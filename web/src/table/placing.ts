/**
 * Where the plates of units stand: behind their unit if they can, else on rings around it, ever farther off, with a line
 * that leads to it. Never over a unit, another plate, anything that is barred, or beyond the frame.
 */
import type { Point } from "./geometry";
import type { Box } from "./labels";

/** Convex, its corners in order, in pixels of the screen. */
export type Polygon = readonly Point[];

export interface Size {
  width: number;
  height: number;
}

/** A unit that wants a plate: what it covers, its middle, which way its rear is, and the sizes that its plate may have, best first. */
export interface Plated {
  id: number;
  parts: readonly Polygon[];
  middle: Point;
  /** A vector of length 1. */
  rear: Point;
  sizes: readonly Size[];
  /** Those with more of it choose first. */
  weight: number;
}

export interface Put {
  size: number;
  /** Left, top, right, bottom. */
  box: Box;
  /** From the plate to the unit, where it stands so far off that one would wonder. */
  leader: readonly [Point, Point] | null;
  /** How it was found: the same place is taken again while it is free. */
  ring: number;
  step: number;
}

const GAP = 4;
/** Rings are so many pixels apart, and each has so many places. */
const RING = 5;
const STEPS = 33;
/** How many rings a plate of the best size is looked for in, how many one of the next, and so on. */
const RINGS = [12, 22, 34];
/** So near to each other plates come. */
const APART = 2;
/** From so many pixels on a line leads to the unit. */
const LED = 13;
/** What it costs to stand a full turn away from the rear, to lead across something, to be nearer to another unit. */
const ASTRAY = 9;
const CROSSING = 60;
const NEARER = 14;
/** A ring is taken if its best place costs no more than this, and more the farther off it is. */
const ENOUGH = 40;
const MORE = 6;

interface Barred {
  polygon: Polygon;
  box: Box;
}

function boxOf(points: Polygon): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return [left, top, right, bottom];
}

const meets = (one: Box, other: Box, room: number) => one[0] - room < other[2] && one[2] + room > other[0] && one[1] - room < other[3] && one[3] + room > other[1];

/** Whether no line parts two convex outlines. */
export function overlap(one: Polygon, other: Polygon): boolean {
  return !isParted(one, other) && !isParted(other, one);
}

function isParted(one: Polygon, other: Polygon): boolean {
  for (let at = 0; at < one.length; at++) {
    const [ax, ay] = one[at]!;
    const [bx, by] = one[(at + 1) % one.length]!;
    const [nx, ny] = [by - ay, ax - bx];
    let [least, most, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const [x, y] of one) {
      const far = x * nx + y * ny;
      least = Math.min(least, far);
      most = Math.max(most, far);
    }
    for (const [x, y] of other) {
      const far = x * nx + y * ny;
      low = Math.min(low, far);
      high = Math.max(high, far);
    }
    if (most <= low || high <= least) return true;
  }
  return false;
}

const cornersOf = ([left, top, right, bottom]: Box): Polygon => [[left, top], [right, top], [right, bottom], [left, bottom]];
const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

/** The nearest point of an outline, and how far it is. */
function nearestOn(polygon: Polygon, [x, y]: Point): { at: Point; away: number } {
  let best: { at: Point; away: number } = { at: polygon[0]!, away: Infinity };
  for (let index = 0; index < polygon.length; index++) {
    const [[ax, ay], [bx, by]] = [polygon[index]!, polygon[(index + 1) % polygon.length]!];
    const [dx, dy] = [bx - ax, by - ay];
    const share = clamp(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1), 0, 1);
    const at: Point = [ax + dx * share, ay + dy * share];
    const away = Math.hypot(at[0] - x, at[1] - y);
    if (away < best.away) best = { at, away };
  }
  return best;
}

/** How far a box is from a box. */
function gapOf(one: Box, other: Box): number {
  return Math.hypot(Math.max(0, other[0] - one[2], one[0] - other[2]), Math.max(0, other[1] - one[3], one[1] - other[3]));
}

/** Places for all plates that have any; `bars` are never covered, and `before` is where plates were last. */
export function placePlates(items: readonly Plated[], bars: readonly Polygon[], frame: Box, before: ReadonlyMap<number, Put> = new Map()): Map<number, Put> {
  const barred: Barred[] = [...items.flatMap((item) => item.parts), ...bars].map((polygon) => ({ polygon, box: boxOf(polygon) }));
  const extents = new Map(items.map((item) => [item.id, boxOf(item.parts.flat())]));
  const found = new Map<number, Put>();
  const crowd = (item: Plated) => items.filter((other) => Math.hypot(other.middle[0] - item.middle[0], other.middle[1] - item.middle[1]) < 120).length;
  const crowds = new Map(items.map((item) => [item.id, crowd(item)]));
  const order = [...items].sort((a, b) => b.weight - a.weight || crowds.get(b.id)! - crowds.get(a.id)! || a.id - b.id);
  const placed: Box[] = [];

  const isFree = (box: Box): boolean => {
    if (box[0] < frame[0] || box[1] < frame[1] || box[2] > frame[2] || box[3] > frame[3]) return false;
    for (const other of placed) if (meets(box, other, 2 * APART)) return false;
    let corners: Polygon | null = null;
    for (const bar of barred) {
      if (!meets(box, bar.box, APART)) continue;
      corners ??= cornersOf([box[0] - APART, box[1] - APART, box[2] + APART, box[3] + APART]);
      if (overlap(corners, bar.polygon)) return false;
    }
    return true;
  };

  const costOf = (item: Plated, box: Box, turn: number): number => {
    const from: Point = [clamp(item.middle[0], box[0], box[2]), clamp(item.middle[1], box[1], box[3])];
    const line: Polygon = [from, item.middle, [item.middle[0] + 0.01, item.middle[1] + 0.01]];
    const own = gapOf(box, extents.get(item.id)!);
    let cost = Math.abs(turn) * ASTRAY;
    let nearer = false;
    for (const other of items) {
      if (other.id === item.id) continue;
      nearer ||= gapOf(box, extents.get(other.id)!) < own;
      if (meets(boxOf(line), extents.get(other.id)!, 0) && other.parts.some((part) => overlap(line, part))) cost += CROSSING;
    }
    for (const other of placed) if (meets(boxOf(line), other, 0) && overlap(line, cornersOf(other))) cost += CROSSING;
    return cost + (nearer ? NEARER : 0);
  };

  const boxAt = (item: Plated, { width, height }: Size, ring: number, step: number): { box: Box; turn: number } => {
    const turn = ((step % 2 ? 1 : -1) * Math.ceil(step / 2) * Math.PI) / 16;
    const towards = Math.atan2(item.rear[1], item.rear[0]) + turn;
    const [vx, vy] = [Math.cos(towards), Math.sin(towards)];
    let reach = -Infinity;
    for (const part of item.parts) for (const [x, y] of part) reach = Math.max(reach, (x - item.middle[0]) * vx + (y - item.middle[1]) * vy);
    const far = reach + (Math.abs(vx) * width) / 2 + (Math.abs(vy) * height) / 2 + GAP + ring * RING;
    const [x, y] = [item.middle[0] + vx * far, item.middle[1] + vy * far];
    return { box: [x - width / 2, y - height / 2, x + width / 2, y + height / 2], turn };
  };

  const onRings = (item: Plated, size: number): Omit<Put, "leader"> | null => {
    const last = before.get(item.id);
    if (last?.size === size && last.step >= 0) {
      const { box, turn } = boxAt(item, item.sizes[size]!, last.ring, last.step);
      // It stays while nothing comes in its way and there is nothing much better behind the unit.
      if (isFree(box) && costOf(item, box, turn) < ENOUGH + MORE * last.ring && ((last.ring === 0 && last.step === 0) || !isFree(boxAt(item, item.sizes[size]!, 0, 0).box))) return { size, box, ring: last.ring, step: last.step };
    }
    for (let ring = 0; ring < (RINGS[size] ?? RINGS.at(-1)!); ring++) {
      let best: { cost: number; box: Box; step: number } | null = null;
      for (let step = 0; step < STEPS; step++) {
        const { box, turn } = boxAt(item, item.sizes[size]!, ring, step);
        if (!isFree(box)) continue;
        const cost = costOf(item, box, turn);
        if (!best || cost < best.cost) best = { cost, box, step };
      }
      if (best && best.cost < ENOUGH + MORE * ring) return { size, box: best.box, ring, step: best.step };
    }
    return null;
  };

  /** The free place nearest to the unit, wherever on the screen. */
  const anywhere = (item: Plated): Omit<Put, "leader"> | null => {
    const size = item.sizes.length - 1;
    const { width, height } = item.sizes[size]!;
    let best: { away: number; box: Box } | null = null;
    for (let top = frame[1]; top + height <= frame[3]; top += 6) {
      for (let left = frame[0]; left + width <= frame[2]; left += 6) {
        const away = Math.hypot(left + width / 2 - item.middle[0], top + height / 2 - item.middle[1]);
        const box: Box = [left, top, left + width, top + height];
        if ((!best || away < best.away) && isFree(box)) best = { away, box };
      }
    }
    return best && { size, box: best.box, ring: -1, step: -1 };
  };

  for (const item of order) {
    let ringed: Omit<Put, "leader"> | null = null;
    for (let size = 0; size < item.sizes.length && !ringed; size++) ringed = onRings(item, size);
    const put = ringed ?? anywhere(item);
    if (!put) continue;
    placed.push(put.box);
    const own = gapOf(put.box, extents.get(item.id)!);
    // As near to another unit it would be taken for that one's.
    const near = (other: Box) => gapOf(put.box, other) <= own + 1;
    const mistaken = items.some((other) => other.id !== item.id && near(extents.get(other.id)!)) || bars.some((bar) => near(boxOf(bar)));
    found.set(item.id, { ...put, leader: leaderOf(item, put.box, mistaken ? 0 : LED) });
  }
  return found;
}

/** The line to a unit from which its plate is farther than so many pixels. */
function leaderOf({ parts, middle }: Plated, box: Box, led: number): readonly [Point, Point] | null {
  const from: Point = [clamp(middle[0], box[0] + 8, box[2] - 8), clamp(middle[1], box[1], box[3])];
  const { at, away } = parts.map((part) => nearestOn(part, from)).reduce((best, one) => (one.away < best.away ? one : best));
  return away > led ? [from, at] : null;
}
