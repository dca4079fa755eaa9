/** Models as they look from above, by what they are: all of a unit in two strokes of the pen. */
import look from "../../../src/warhost/report/look/shapes.json";
import type { UnitShown } from "../net/types";
import type { Point } from "./geometry";
import { number } from "./sheet";

/** Drawn for a base that reaches from -1 to 1 both ways, its front up; only absolute M, L, C and Z, and O for ovals. */
interface Shape {
  /** Cloaks, mounts, wheels. */
  body: string;
  /** Heads, riders, weapons. */
  top: string;
}

const ROUND = 0.5523;

function oval(x: number, y: number, rx: number, ry: number): string {
  const [kx, ky] = [rx * ROUND, ry * ROUND];
  const at = (px: number, py: number) => `${number(x + px)},${number(y + py)}`;
  const quarter = (a: string, b: string, c: string) => `C${a} ${b} ${c}`;
  return (
    `M${at(0, -ry)}` +
    quarter(at(kx, -ry), at(rx, -ky), at(rx, 0)) +
    quarter(at(rx, ky), at(kx, ry), at(0, ry)) +
    quarter(at(-kx, ry), at(-rx, ky), at(-rx, 0)) +
    quarter(at(-rx, -ky), at(-kx, -ry), at(0, -ry)) +
    "Z"
  );
}

/** An oval in a shape is written as its middle and its half axes. */
function shaped({ body, top }: Shape): Shape {
  const round = (drawing: string) => drawing.replace(/O(\S+?),(\S+) (\S+?),([\d.]+)/g, (_, ...parts: string[]) => oval(...(parts.slice(0, 4).map(Number) as [number, number, number, number])));
  return { body: round(body), top: round(top) };
}

const SHAPES = Object.fromEntries(Object.entries(look.figures).map(([name, shape]) => [name, shaped(shape)]));

export function shapeOf(unit: UnitShown): Shape | null {
  const captain = unit.single && unit.leader && unit.build === "foot";
  return SHAPES[captain ? "captain" : (unit.build ?? "")] ?? null;
}

/** A drawing taken apart: what stands before each of its points, and the points; the last piece stands after all. */
interface Parsed {
  pieces: readonly string[];
  points: readonly Point[];
}

const parsed = new Map<string, Parsed>();

function parsedFrom(drawing: string): Parsed {
  const known = parsed.get(drawing);
  if (known) return known;
  const split = drawing.split(/(-?[\d.]+),(-?[\d.]+)/);
  const count = (split.length - 1) / 3;
  const points = Array.from({ length: count }, (_, at): Point => [Number(split[3 * at + 1]), Number(split[3 * at + 2])]);
  const found = { pieces: split.filter((_, at) => at % 3 === 0), points };
  parsed.set(drawing, found);
  return found;
}

/** A drawing at a place, turned and as large as the base there. */
export function stamped(drawing: string, [x, y]: Point, degrees: number, half: Point): string {
  const sin = Math.sin((degrees * Math.PI) / 180);
  const cos = Math.cos((degrees * Math.PI) / 180);
  const { pieces, points } = parsedFrom(drawing);
  let text = pieces[0]!;
  for (let at = 0; at < points.length; at++) {
    const [px, py] = [points[at]![0] * half[0], points[at]![1] * half[1]];
    text += `${number(x + px * cos - py * sin)},${number(y + px * sin + py * cos)}${pieces[at + 1]!}`;
  }
  return text;
}
