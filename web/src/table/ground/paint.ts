/** The ground of a table as one painting: grass, hills with light and contours, then all terrain, then the air. */
import look from "../../../../src/warhost/report/look/shapes.json";
import { Brush, type Plot, between, clamp, cornersOf, squarish } from "./brush";
import { type Noise, noiseFrom } from "./noise";
import { PAINTERS } from "./painters";

const DANGEROUS = / dangerous$/;
const SEED = 7;

/** Which painting terrain of a kind has; what no list names is rough ground, never an empty box. */
export function paintingOf(kind: string): string {
  let word = kind.toLowerCase().replaceAll("_", " ").replace(DANGEROUS, "");
  if (/river|stream/.test(word)) return "river";
  if (word === "lava") return "lava";
  const known = () => Object.entries(look.paintings).find(([, kinds]) => kinds.includes(word))?.[0];
  // What was agreed besides stands behind the kind: `wood_tall5` is a wood.
  while (!known() && word.includes(" ")) word = word.slice(0, word.lastIndexOf(" "));
  return known() ?? "rubble";
}

/** Paint the ground step by step: between two steps a page can do something else. Inches across and down. */
export function* painting(on: CanvasRenderingContext2D, across: number, down: number, inch: number, plots: readonly Plot[], dusk: boolean): Generator<void> {
  const [width, height] = [Math.round(across * inch), Math.round(down * inch)];
  const noise = noiseFrom(SEED + 1);
  const hills = plots.filter((plot) => paintingOf(plot.kind) === "hill");
  yield* meadow(on, width, height, inch, hills, noise);
  const brush = new Brush(on, inch, SEED);
  on.lineCap = "round";
  on.lineJoin = "round";
  yield* grasses(brush, across, down);
  for (const [name, paint] of PAINTERS) {
    for (const plot of plots) {
      if (paintingOf(plot.kind) !== name) continue;
      on.save();
      // A shadow may fall a little over the edge, and nothing else.
      brush.polygon(cornersOf({ ...plot, width: plot.width + 0.5, depth: plot.depth + 0.5 }));
      brush.within(() => paint(brush, plot));
      on.restore();
      yield;
    }
  }
  air(on, width, height, dusk);
}

type Tone = readonly [number, number, number];
const LUSH: Tone = [136, 156, 86];
const BRIGHT: Tone = [172, 182, 108];
const DRY: Tone = [198, 186, 124];
const HEIGHT: Tone = [206, 180, 118];

function* meadow(on: CanvasRenderingContext2D, width: number, height: number, inch: number, hills: readonly Plot[], noise: Noise): Generator<void> {
  const step = Math.max(1, Math.round(inch / 11));
  const [w, h, per] = [Math.ceil(width / step), Math.ceil(height / step), inch / step];
  const heights = new Float32Array(w * h);
  for (let j = 0; hills.length && j < h; j++) {
    for (let i = 0; i < w; i++) for (const hill of hills) heights[j * w + i] = Math.max(heights[j * w + i]!, risen(hill, i / per, j / per, noise));
    if (j % 40 === 0) yield;
  }
  const image = new ImageData(w, h);
  for (let j = 0; j < h; j++) {
    for (let i = 0; i < w; i++) {
      const [x, y] = [i / per, j / per];
      const growth = clamp((noise.layered(x * 0.09, y * 0.09, 4) - 0.3) * 2.2, 0, 1);
      const dry = clamp((noise.layered(x * 0.16 + 30, y * 0.16 + 50, 3) - 0.52) * 4, 0, 0.8);
      const rough = clamp((noise.layered(x * 0.5 + 90, y * 0.5, 3) - 0.3) * 1.7, 0, 1);
      const high = heights[j * w + i]!;
      let light = 0.9 + rough * 0.14 + (noise(x * 3.1, y * 3.1) - 0.5) * 0.07;
      if (high > 0) {
        const slope = [
          (heights[j * w + Math.min(i + 1, w - 1)]! - heights[j * w + Math.max(i - 1, 0)]!) * per,
          (heights[Math.min(j + 1, h - 1) * w + i]! - heights[Math.max(j - 1, 0) * w + i]!) * per,
        ] as const;
        light *= clamp(1 + (slope[0] + slope[1]) * 0.62, 0.66, 1.22);
        light *= contour(high, Math.hypot(...slope) / per);
      }
      const at = (j * w + i) * 4;
      for (let part = 0; part < 3; part++) {
        const grass = between(between(LUSH[part]!, BRIGHT[part]!, growth), DRY[part]!, dry);
        image.data[at + part] = between(grass, HEIGHT[part]!, high * 0.5) * light;
      }
      image.data[at + 3] = 255;
    }
    if (j % 20 === 0) yield;
  }
  const small = document.createElement("canvas");
  [small.width, small.height] = [w, h];
  small.getContext("2d")?.putImageData(image, 0, 0);
  on.imageSmoothingEnabled = true;
  on.drawImage(small, 0, 0, width, height);
}

const STEPS = 4;

/** A darker line at every quarter of the height, as wide on a gentle slope as on a steep one. */
function contour(high: number, slope: number): number {
  const level = high * STEPS;
  const nearest = Math.round(level);
  return nearest > 0 && nearest < STEPS && Math.abs(level - nearest) < slope * STEPS * 0.4 ? 0.84 : 1;
}

/** How high a hill is at a place, from 0 at its edge to 1. */
function risen(hill: Plot, x: number, y: number, noise: Noise): number {
  const turn = (-hill.facing * Math.PI) / 180;
  const [dx, dy] = [x - hill.x, y - hill.y];
  const u = (dx * Math.cos(turn) - dy * Math.sin(turn)) / (hill.width / 2);
  const v = (dx * Math.sin(turn) + dy * Math.cos(turn)) / (hill.depth / 2);
  if (Math.abs(u) > 1 || Math.abs(v) > 1) return 0;
  const inside = Math.max(0, 1 - squarish(u, v, 4.5));
  const bend = Math.min(1, inside * 2.2) * 0.7;
  const [wu, wv] = [(noise.layered(x * 0.22 + 40, y * 0.22, 3) - 0.5) * bend, (noise.layered(x * 0.22 + 80, y * 0.22 + 9, 3) - 0.5) * bend];
  const away = Math.max(1 - inside * 2.4, squarish(u + wu, v + wv, 2.6));
  const share = clamp((1 - away) / 0.8, 0, 1);
  const full = /plane|low/.test(hill.kind) ? 0.6 : 1;
  return share * share * (3 - 2 * share) * full;
}

function* grasses(brush: Brush, across: number, down: number): Generator<void> {
  for (let blade = 0; blade < across * down * 2.6; blade++) {
    const [x, y, long] = [brush.from(0, across), brush.from(0, down), brush.from(0.1, 0.26)];
    brush.line([[x, y], [x + brush.from(-0.4, 0.4) * long, y - long]]);
    brush.stroke(brush.random() < 0.55 ? "rgba(62,78,34,.26)" : "rgba(214,210,142,.24)", 0.035);
    if (blade % 400 === 0) yield;
  }
  const blooms = ["rgba(244,236,190,.65)", "rgba(226,196,92,.6)", "rgba(196,120,120,.5)"];
  for (let patch = 0; patch < across * down * 0.1; patch++) {
    const [x, y, bloom] = [brush.from(0, across), brush.from(0, down), blooms[Math.floor(brush.random() * 3)]!];
    for (let one = 0; one < 4; one++) {
      brush.oval(x + brush.from(-0.35, 0.35), y + brush.from(-0.25, 0.25), 0.045);
      brush.fill(bloom);
    }
  }
}

/** Darker towards the corners; in the evening all of it cooler and darker, with its hues kept apart. */
function air(on: CanvasRenderingContext2D, width: number, height: number, dusk: boolean): void {
  const glow = on.createRadialGradient(width * 0.45, height * 0.42, height * 0.3, width * 0.5, height * 0.5, width * 0.72);
  glow.addColorStop(0, "rgba(255,244,206,.10)");
  glow.addColorStop(1, "rgba(30,22,8,.2)");
  on.fillStyle = glow;
  on.fillRect(0, 0, width, height);
  if (!dusk) return;
  on.globalCompositeOperation = "multiply";
  on.fillStyle = "#8c98a4";
  on.fillRect(0, 0, width, height);
  on.globalCompositeOperation = "source-over";
}
