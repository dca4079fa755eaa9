/** Strokes and shapes that paintings of terrain are made of. All places are in inches; the brush knows the scale. */
import { hashOf, randomFrom } from "../art";
import { noiseFrom } from "./noise";

export type At = [x: number, y: number];
export type Colour = readonly [red: number, green: number, blue: number];

/** A piece of terrain on the sheet, in inches from its upper left corner. */
export interface Plot {
  kind: string;
  x: number;
  y: number;
  width: number;
  depth: number;
  /** Degrees clockwise. */
  facing: number;
}

export const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
export const between = (from: number, to: number, share: number): number => from + (to - from) * share;
export const ink = ([red, green, blue]: Colour, alpha = 1): string => `rgba(${Math.round(red)},${Math.round(green)},${Math.round(blue)},${alpha})`;
export const lit = (colour: Colour, by: number): Colour => colour.map((part) => clamp(part * by, 0, 255)) as unknown as Colour;

/** How far from the middle, 1 at the rim, of a rectangle with corners so round: the higher, the squarer. */
export function squarish(u: number, v: number, power: number): number {
  return (Math.abs(u) ** power + Math.abs(v) ** power) ** (1 / power);
}

export class Brush {
  readonly random: () => number;

  constructor(
    readonly on: CanvasRenderingContext2D,
    /** Pixels to the inch. */
    readonly inch: number,
    seed: number,
  ) {
    this.random = randomFrom(seed);
  }

  /** A number from one to another. */
  from(least: number, most: number): number {
    return between(least, most, this.random());
  }

  fill(colour: string): void {
    this.on.fillStyle = colour;
    this.on.fill();
  }

  stroke(colour: string, inches: number): void {
    this.on.strokeStyle = colour;
    this.on.lineWidth = inches * this.inch;
    this.on.stroke();
  }

  /** A closed outline with straight sides. */
  polygon(points: readonly At[]): void {
    this.on.beginPath();
    points.forEach(([x, y], index) => (index ? this.on.lineTo(x * this.inch, y * this.inch) : this.on.moveTo(x * this.inch, y * this.inch)));
    this.on.closePath();
  }

  line(points: readonly At[]): void {
    this.on.beginPath();
    points.forEach(([x, y], index) => (index ? this.on.lineTo(x * this.inch, y * this.inch) : this.on.moveTo(x * this.inch, y * this.inch)));
  }

  rect(x: number, y: number, width: number, depth: number): void {
    this.on.beginPath();
    this.on.rect(x * this.inch, y * this.inch, width * this.inch, depth * this.inch);
  }

  stone(x: number, y: number, width: number, depth: number): void {
    this.on.beginPath();
    this.on.roundRect(x * this.inch, y * this.inch, width * this.inch, depth * this.inch, Math.min(width, depth) * 0.14 * this.inch);
  }

  oval(x: number, y: number, rx: number, ry = rx, turn = 0): void {
    this.on.beginPath();
    this.on.ellipse(x * this.inch, y * this.inch, Math.abs(rx) * this.inch, Math.abs(ry) * this.inch, turn, 0, 7);
  }

  /** A round line through the middles between points; closed, or from the first to the last of them. */
  curve(points: readonly At[], closed = true): void {
    const { on, inch } = this;
    const last = points.length - 1;
    const middle = (one: At, other: At): At => [((one[0] + other[0]) / 2) * inch, ((one[1] + other[1]) / 2) * inch];
    on.beginPath();
    if (closed) {
      on.moveTo(...middle(points[0]!, points[last]!));
      points.forEach((point, index) => on.quadraticCurveTo(point[0] * inch, point[1] * inch, ...middle(point, points[(index + 1) % points.length]!)));
      on.closePath();
      return;
    }
    on.moveTo(points[0]![0] * inch, points[0]![1] * inch);
    for (let index = 1; index < last; index++) on.quadraticCurveTo(points[index]![0] * inch, points[index]![1] * inch, ...middle(points[index]!, points[index + 1]!));
    on.lineTo(points[last]![0] * inch, points[last]![1] * inch);
  }

  /** Paint nothing outside what was outlined last. */
  within(paint: () => void): void {
    this.on.save();
    this.on.clip();
    paint();
    this.on.restore();
  }

  /** Paint around the middle of a piece, turned with it. */
  turned({ x, y, facing }: Plot, paint: () => void): void {
    this.on.save();
    this.on.translate(x * this.inch, y * this.inch);
    this.on.rotate((facing * Math.PI) / 180);
    paint();
    this.on.restore();
  }

  /** To the light, in the upper left of the screen, as seen from a piece that is turned. */
  light({ facing }: Plot): At {
    const turn = (facing * Math.PI) / 180;
    return [-0.7 * (Math.cos(turn) + Math.sin(turn)), -0.7 * (Math.cos(turn) - Math.sin(turn))];
  }

  /** The way that shadows fall, as seen from a piece that is turned. */
  shadow(plot: Plot, far: number): At {
    const [x, y] = this.light(plot);
    return [-x * far, -y * far * 1.3];
  }

  tuft(x: number, y: number): void {
    for (let blade = -2; blade <= 2; blade++) {
      this.on.beginPath();
      this.on.moveTo((x + blade * 0.05) * this.inch, y * this.inch);
      this.on.quadraticCurveTo((x + blade * 0.07) * this.inch, (y - 0.2) * this.inch, (x + blade * 0.15) * this.inch, (y - 0.36 + Math.abs(blade) * 0.05) * this.inch);
      this.stroke(blade % 2 ? "rgba(128,138,70,.9)" : "rgba(64,74,34,.85)", 0.055);
    }
  }
}

/** The places within a piece, from -1 to 1 both ways, on the sheet. */
export function onSheet({ x, y, width, depth, facing }: Plot, u: number, v: number): At {
  const turn = (facing * Math.PI) / 180;
  const [px, py] = [(u * width) / 2, (v * depth) / 2];
  return [x + px * Math.cos(turn) - py * Math.sin(turn), y + px * Math.sin(turn) + py * Math.cos(turn)];
}

export function cornersOf(plot: Plot): At[] {
  return ([[-1, -1], [1, -1], [1, 1], [-1, 1]] as const).map(([u, v]) => onSheet(plot, u, v));
}

/** An uneven rim that follows the edge of a piece and stays inside it; shrunk by a share towards its middle. */
export function rimOf(plot: Plot, inset = 0.02, wobble = 0.05): At[] {
  const noise = noiseFrom(hashOf(`${plot.kind} ${plot.x.toFixed(1)} ${plot.y.toFixed(1)}`));
  const count = 56;
  return Array.from({ length: count }, (_, index) => {
    const turn = (index / count) * 2 * Math.PI;
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const size = 1 - inset - wobble * 1.4 * noise(c * 2 + 5, s * 2 + 5);
    const squared = (part: number) => Math.sign(part) * Math.abs(part) ** (2 / 5) * size;
    return onSheet(plot, squared(c), squared(s));
  });
}

export function shrunk(rim: readonly At[], { x, y }: Plot, share: number, [dx, dy]: At = [0, 0]): At[] {
  return rim.map(([px, py]) => [between(x + dx, px, share), between(y + dy, py, share)]);
}
