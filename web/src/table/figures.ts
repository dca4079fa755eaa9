/** Models as they look from above, by what they are: all of a unit in two strokes of the pen. */
import type { UnitShown } from "../net/types";
import type { Point } from "./geometry";
import { number } from "./sheet";

/** Drawn for a base that reaches from -1 to 1 both ways, its front up; only absolute M, L, C and Z. */
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

const FOOT: Shape = {
  body: `${oval(0, 0.16, 0.66, 0.4)}M-0.7,-0.2C-0.5,-0.5 -0.1,-0.5 0,-0.3L-0.1,-0.16C-0.2,-0.3 -0.5,-0.3 -0.62,-0.08Z`,
  top: `${oval(0, 0.08, 0.29, 0.29)}M0.5,0.66L0.5,-0.8L0.57,-0.92L0.64,-0.8L0.64,0.66Z`,
};
const CAPTAIN: Shape = {
  body: "M-0.62,-0.1C-0.5,-0.4 0.5,-0.4 0.62,-0.1C0.8,0.3 0.6,0.85 0,0.9C-0.6,0.85 -0.8,0.3 -0.62,-0.1Z",
  top: `${oval(0, -0.06, 0.3, 0.3)}M0.52,0.7L0.52,-0.8L0.6,-0.94L0.68,-0.8L0.68,0.7Z`,
};
const LARGE: Shape = {
  body: `${oval(0, 0.14, 0.78, 0.44)}${oval(-0.66, -0.32, 0.2, 0.22)}${oval(0.66, -0.32, 0.2, 0.22)}`,
  top: `${oval(0, -0.06, 0.25, 0.28)}M-0.24,-0.2L-0.46,-0.46L-0.14,-0.32ZM0.24,-0.2L0.46,-0.46L0.14,-0.32ZM0.6,-0.2L0.62,-0.9L0.84,-0.9L0.74,-0.2Z`,
};
const RIDER: Shape = {
  body: `${oval(0, 0.2, 0.44, 0.5)}M-0.3,-0.1L-0.2,-0.62C-0.18,-0.9 0.18,-0.9 0.2,-0.62L0.3,-0.1ZM-0.1,0.66L0,0.96L0.1,0.66Z`,
  top: `${oval(0, 0.16, 0.58, 0.15)}${oval(0, 0.1, 0.27, 0.14)}M0.56,0.5L0.56,-0.86L0.63,-0.94L0.7,-0.86L0.7,0.5Z`,
};
const MONSTER: Shape = {
  body: `${oval(0, 0.06, 0.34, 0.46)}M-0.2,-0.2C-0.5,-0.62 -0.8,-0.6 -0.94,-0.42L-0.84,-0.04L-0.64,-0.14L-0.56,0.26L-0.38,0.1L-0.24,0.36ZM0.2,-0.2C0.5,-0.62 0.8,-0.6 0.94,-0.42L0.84,-0.04L0.64,-0.14L0.56,0.26L0.38,0.1L0.24,0.36ZM-0.2,0.4C-0.1,0.8 0.1,0.8 0.24,0.94C0.34,0.7 0.24,0.5 0.2,0.36Z`,
  top: `${oval(0, -0.52, 0.2, 0.26)}M-0.16,-0.6L-0.32,-0.9L-0.04,-0.74ZM0.16,-0.6L0.32,-0.9L0.04,-0.74ZM-0.06,-0.2L0,0.56L0.06,-0.2Z`,
};
const ENGINE: Shape = {
  body: "M-0.5,-0.3L0.5,-0.3L0.42,0.8L-0.42,0.8ZM-0.88,-0.2L-0.64,-0.2L-0.64,0.62L-0.88,0.62ZM0.64,-0.2L0.88,-0.2L0.88,0.62L0.64,0.62ZM-0.64,0.14L0.64,0.14L0.64,0.26L-0.64,0.26Z",
  top: `M-0.1,0.5L-0.07,-0.88L0.07,-0.88L0.1,0.5ZM-0.34,-0.8L0.34,-0.8L0.34,-0.7L-0.34,-0.7Z${oval(0, 0.4, 0.2, 0.12)}`,
};

const SHAPES: Record<UnitShown["build"] & string, Shape | null> = {
  "": null,
  foot: FOOT,
  large: LARGE,
  rider: RIDER,
  monster: MONSTER,
  engine: ENGINE,
};

export function shapeOf(unit: UnitShown): Shape | null {
  if (unit.single && unit.leader && unit.build === "foot") return CAPTAIN;
  return SHAPES[unit.build ?? ""];
}

/** A drawing at a place, turned and as large as the base there. */
export function stamped(drawing: string, [x, y]: Point, degrees: number, half: Point): string {
  const sin = Math.sin((degrees * Math.PI) / 180);
  const cos = Math.cos((degrees * Math.PI) / 180);
  return drawing.replace(/(-?[\d.]+),(-?[\d.]+)/g, (_, a: string, b: string) => {
    const [px, py] = [Number(a) * half[0], Number(b) * half[1]];
    return `${number(x + px * cos - py * sin)},${number(y + px * sin + py * cos)}`;
  });
}
