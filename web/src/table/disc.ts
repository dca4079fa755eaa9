/** A circle as a path. */
import type { Point } from "./geometry";
import { number } from "./sheet";

export function disc([x, y]: Point, radius: number): string {
  const [r, wide] = [number(radius), number(2 * radius)];
  return `M${number(x - radius)},${number(y)}a${r},${r} 0 1 0 ${wide},0a${r},${r} 0 1 0 ${number(-2 * radius)},0Z`;
}
