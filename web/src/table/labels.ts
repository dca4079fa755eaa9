/** Where texts go: each has places that suit it, the more important choose first, and nobody moves without need. */
import type { Point } from "./geometry";

/** Left, top, right, bottom; y runs down. All in pixels of the screen: texts keep their size whatever the zoom. */
export type Box = [number, number, number, number];

/** A size that a text can have, and where it may then be: the middles of its top edge, the best first. */
export interface Shape {
  width: number;
  height: number;
  spots: readonly Point[];
}

/** A text that wants a place. The first shape that has room is taken. */
export interface Wanted {
  key: string;
  shapes: readonly Shape[];
  /** Rather than lie on others it is left out. */
  dispensable?: boolean;
  /** What it must not lie on, if that is not the same for all. */
  taken?: readonly Box[];
}

export interface Found {
  shape: number;
  spot: number;
  /** The middle of the top edge. */
  x: number;
  y: number;
}

/** So much of a text may lie on something else before another shape, or none, is better. */
const BEARABLE = 0.12;
/** So much better another place must be before a text moves there. */
const INERTIA = 0.3;
const ON_UNIT = 1;
const ON_TEXT = 2.5;
/** Letters that run into each other are bad however few they are: bad enough to move for. */
const INTO_TEXT = 0.35;
/** Less than is bearable: nothing is left out for a few trees. */
const ON_PAINT = 0.1;
const OUTSIDE = 6;
/** The last of the places must be worth that much more than the first. */
const TASTE = 0.25;
/** Later texts make room for earlier ones, but earlier ones may also give way to them: so often all are asked again. */
const ROUNDS = 3;

/** A place for every text; none for those that have no room and can be done without. */
export function arrange(
  wanted: readonly Wanted[],
  taken: readonly Box[],
  within: Box,
  before: ReadonlyMap<string, Found> = new Map(),
  painted: readonly Box[] = [],
): Map<string, Found> {
  const places = new Map<string, Found>();
  const boxes = new Map<string, Box>();
  // Most of what is on the table is too far away from a text to matter, wherever it goes.
  const all = wanted.map((one) => {
    const reach = reachOf(one);
    return { one, reach, taken: meeting(one.taken ?? taken, reach), painted: meeting(painted, reach) };
  });
  for (let round = 0; round < ROUNDS; round++) {
    let moved = false;
    for (const { one, reach, ...near } of all) {
      boxes.delete(one.key);
      const last = places.get(one.key);
      const best = chosen(one, [[near.taken, ON_UNIT], [meeting(boxes.values(), reach), ON_TEXT, INTO_TEXT], [near.painted, ON_PAINT]], within, last ?? before.get(one.key));
      if (best?.shape !== last?.shape || best?.spot !== last?.spot) moved = true;
      if (!best) {
        places.delete(one.key);
        continue;
      }
      places.set(one.key, best);
      boxes.set(one.key, boxOf(one.shapes[best.shape]!, [best.x, best.y]));
    }
    if (!moved) break;
  }
  return places;
}

/** The room in which a text stays, whichever of its places it takes. */
function reachOf({ shapes }: Wanted): Box {
  const reach: Box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { width, height, spots } of shapes) {
    for (const [x, y] of spots) {
      reach[0] = Math.min(reach[0], x - width / 2);
      reach[1] = Math.min(reach[1], y);
      reach[2] = Math.max(reach[2], x + width / 2);
      reach[3] = Math.max(reach[3], y + height);
    }
  }
  return reach;
}

function meeting(boxes: Iterable<Box>, reach: Box): Box[] {
  const found: Box[] = [];
  for (const box of boxes) if (shared(reach, box) > 0) found.push(box);
  return found;
}

/** Boxes that a text should keep off, how much it matters to lie on one wholly, and to lie on one at all. */
type Kept = readonly [boxes: readonly Box[], weight: number, least?: number];

/** Boxes that share less than that of an edge only touch. */
const TOUCHING = 4;

function chosen(one: Wanted, kept: readonly Kept[], within: Box, last: Found | undefined): Found | null {
  let least = Infinity;
  let lain = Infinity;
  let best: Found | null = null;
  for (const [shape, form] of one.shapes.entries()) {
    for (const [spot, at] of form.spots.entries()) {
      const stays = last?.shape === shape && last.spot === spot;
      const taste = (TASTE * spot) / form.spots.length - (stays ? INERTIA : 0);
      const lies = costOf(boxOf(form, at), kept, within, least - taste);
      const cost = lies + taste;
      if (cost < least - 1e-6) {
        least = cost;
        lain = lies;
        best = { shape, spot, x: at[0], y: at[1] };
      }
    }
    if (lain <= BEARABLE) return best;
  }
  return one.dispensable ? null : best;
}

/**
 * How much of a box lies where it should not, and how much it hides: to cover something small wholly is as bad. Once it
 * is more than there is use for, how much more does not matter.
 */
function costOf(box: Box, kept: readonly Kept[], within: Box, enough: number): number {
  const area = areaOf(box);
  let cost = OUTSIDE * (1 - shared(box, within) / area);
  for (const [others, weight, least = 0] of kept) {
    for (const other of others) {
      if (cost > enough) return Infinity;
      const lies = shared(box, other);
      if (lies > 0) cost += (weight * lies) / Math.min(area, areaOf(other));
      if (least && runInto(box, other)) cost += least;
    }
  }
  return cost;
}

function areaOf([left, top, right, bottom]: Box): number {
  return (right - left) * (bottom - top);
}

export function boxOf(shape: Pick<Shape, "width" | "height">, [x, y]: Point): Box {
  return [x - shape.width / 2, y, x + shape.width / 2, y + shape.height];
}

export function shared(one: Box, other: Box): number {
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  if (width <= 0) return 0;
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  return height > 0 ? width * height : 0;
}

/** Whether two texts run into each other, and do not merely touch. */
export function runInto(one: Box, other: Box): boolean {
  return Math.min(one[2], other[2]) - Math.max(one[0], other[0]) > TOUCHING && Math.min(one[3], other[3]) - Math.max(one[1], other[1]) > TOUCHING;
}

export function widened([left, top, right, bottom]: Box, by: number): Box {
  return [left - by, top - by, right + by, bottom + by];
}

export function around(points: readonly Point[]): Box {
  const xs = points.map((point) => point[0]);
  const ys = points.map((point) => point[1]);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Places beside a box: under or over it first, then at its sides, then aslant, then the same ever farther off. */
export function besideBox(anchor: Box, width: number, height: number, below: boolean, gaps: readonly number[]): Point[] {
  const [left, top, right, bottom] = anchor;
  const middle = (left + right) / 2;
  const level = (top + bottom - height) / 2;
  return gaps.flatMap((gap): Point[] => {
    const [under, over] = [bottom + gap, top - gap - height];
    const rows = below ? [under, over] : [over, under];
    return [
      ...rows.map((y): Point => [middle, y]),
      [right + gap + width / 2, level],
      [left - gap - width / 2, level],
      ...rows.flatMap((y): Point[] => [[middle + width * 0.4, y], [middle - width * 0.4, y]]),
    ];
  });
}

/** A long text in lines of at most so many letters. */
export function folded(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ").filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The words of a name; the number by which it is told apart stays with the last of them. */
function wordsOf(name: string): string[] {
  return name.split(/ +(?!\d+$)/).filter(Boolean);
}

/** Words that say nothing alone: they are left out of short names, and never a line of their own. */
const SMALL = /^(?:of|the|and|in|on|at|with)$/;

/** A name of several words as its first one with the letters of the others: "Feral O. M.", "Town P. 2", "Knights R.". */
export function shortened(name: string): string {
  const [first = "", ...others] = wordsOf(name);
  return [first, ...others.filter((word) => !SMALL.test(word)).map((word) => word.replace(/^(.)\S*/u, "$1."))].join(" ");
}

/** A name with a line for each of its words: narrow, where there is no room beside a unit. */
export function stacked(name: string): string[] {
  return wordsOf(name).reduceRight<string[]>((lines, word) => (SMALL.test(word) && lines.length ? [`${word} ${lines[0]}`, ...lines.slice(1)] : [word, ...lines]), []);
}

/** A long name in two lines of nearly equal length; a number at its end is never a line of its own. */
export function wrapped(name: string): string[] {
  const blanks = [...name.matchAll(/ (?!\d+$)/g)].map((blank) => blank.index);
  if (name.length <= 12 || !blanks.length) return [name];
  const middle = blanks.reduce((best, place) =>
    Math.abs(2 * place + 1 - name.length) < Math.abs(2 * best + 1 - name.length) ? place : best,
  );
  return [name.slice(0, middle), name.slice(middle + 1)];
}
