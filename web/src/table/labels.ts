/** Where labels go: next to their unit, and where easily possible on nothing else. */
import type { Point } from "./geometry";

/** Left, top, right, bottom; y runs down. */
export type Box = [number, number, number, number];

export interface Label {
  lines: string[];
  count: string;
  icons: string[];
  anchor: Box;
  below: boolean;
}

export const LETTER = 7.1;
export const LINE = 15;
export const ICON = 7;
const GAP = 4;

export function countWidth(label: Label): number {
  return label.count.length * 7.4 + GAP;
}

export function rowWidth(label: Label): number {
  return countWidth(label) + (2 * ICON + 3) * label.icons.length;
}

function sizeOf(label: Label): [number, number] {
  const width = Math.max(rowWidth(label), ...label.lines.map((line) => line.length * LETTER));
  return [width, (label.lines.length + 1) * LINE];
}

/** A long name in two lines of nearly equal length. */
export function wrapped(name: string): string[] {
  const blanks = [...name].flatMap((char, place) => (char === " " ? [place] : []));
  if (name.length <= 12 || !blanks.length) return [name];
  const middle = blanks.reduce((best, place) =>
    Math.abs(2 * place + 1 - name.length) < Math.abs(2 * best + 1 - name.length) ? place : best,
  );
  return [name.slice(0, middle), name.slice(middle + 1)];
}

export function around(points: readonly Point[]): Box {
  const xs = points.map((point) => point[0]);
  const ys = points.map((point) => point[1]);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** The middle of the top of every label. All in pixels of the screen: labels keep their size whatever the zoom. */
export function placeLabels(labels: readonly Label[], taken: readonly Box[], within: Box): Point[] {
  const placed: Box[] = [];
  return labels.map((label) => {
    let best: Box | null = null;
    let least = Infinity;
    for (const box of candidates(label)) {
      const cost = costOf(box, taken, placed, within);
      if (cost < least - 1e-3) {
        least = cost;
        best = box;
      }
      if (least === 0) break;
    }
    placed.push(best!);
    return [(best![0] + best![2]) / 2, best![1]];
  });
}

function* candidates(label: Label): Generator<Box> {
  const [left, top, right, bottom] = label.anchor;
  const [width, height] = sizeOf(label);
  const middle = (left + right) / 2;
  const half = width / 2;
  for (const far of [GAP, 20, 40, 64]) {
    const under = bottom + far;
    const over = top - far - height;
    const level = (top + bottom - height) / 2;
    const rows = label.below ? [under, over] : [over, under];
    for (const y of rows) yield [middle - half, y, middle + half, y + height];
    yield [right + far, level, right + far + width, level + height];
    yield [left - far - width, level, left - far, level + height];
    for (const y of rows) {
      for (const x of [middle + half * 0.8, middle - half * 0.8]) yield [x - half, y, x + half, y + height];
    }
  }
}

function costOf(box: Box, units: readonly Box[], labels: readonly Box[], within: Box): number {
  const area = (box[2] - box[0]) * (box[3] - box[1]);
  let cost = 3 * (area - shared(box, within));
  for (const unit of units) cost += shared(box, unit);
  for (const label of labels) cost += 2 * shared(box, label);
  return cost;
}

function shared(one: Box, other: Box): number {
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  return width > 0 && height > 0 ? width * height : 0;
}
