/** Numbers that vary gently over a plane, for grass and the slopes of hills. */
import { randomFrom } from "../art";

export interface Noise {
  (x: number, y: number): number;
  /** Several layers of it, each finer and fainter: from 0 to 1. */
  layered(x: number, y: number, layers: number): number;
}

export function noiseFrom(seed: number): Noise {
  const random = randomFrom(seed);
  const grid = Float32Array.from({ length: 4096 }, random);
  const at = (x: number, y: number) => grid[(x & 63) | ((y & 63) << 6)]!;
  const noise = ((x: number, y: number) => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    let [u, v] = [x - left, y - top];
    u = u * u * (3 - 2 * u);
    v = v * v * (3 - 2 * v);
    const [a, b, c, d] = [at(left, top), at(left + 1, top), at(left, top + 1), at(left + 1, top + 1)];
    return a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v;
  }) as Noise;
  noise.layered = (x, y, layers) => {
    let [sum, share, whole] = [0, 0.5, 0];
    for (let layer = 0; layer < layers; layer++) {
      sum += share * noise(x, y);
      whole += share;
      [x, y, share] = [x * 2.03 + 11, y * 2.03 + 7, share * 0.5];
    }
    return sum / whole;
  };
  return noise;
}
