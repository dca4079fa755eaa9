/** Paintings of terrain, each in a rectangle around its own middle. The rectangle is what the rules know: it stays visible. */
import type { JSX } from "preact";
import type { Point } from "./geometry";
import { number, path } from "./sheet";

interface Size {
  width: number;
  depth: number;
}

export type Paint = (size: Size) => JSX.Element;

/** A figure between 0 and 1 that is always the same for the same number: the same wood always looks the same. */
function fixed(seed: number): number {
  const wave = Math.sin(seed * 12.9898 + 4.1) * 43758.5453;
  return wave - Math.floor(wave);
}

/** Places all over a rectangle, about so far apart, each a little off its row and column. */
function scattered({ width, depth }: Size, apart: number, rim: number): { x: number; y: number; seed: number }[] {
  const columns = Math.max(1, Math.round((width - 2 * rim) / apart) + 1);
  const rows = Math.max(1, Math.round((depth - 2 * rim) / apart) + 1);
  const at = (index: number, count: number, whole: number) => (count === 1 ? 0 : (index / (count - 1) - 0.5) * (whole - 2 * rim));
  const found = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const seed = row * 31 + column * 7 + 1;
      const jog = (shift: number) => (fixed(seed + shift) - 0.5) * apart * 0.5;
      found.push({ x: at(column, columns, width) + jog(0), y: at(row, rows, depth) + jog(0.5), seed });
    }
  }
  return found;
}

function disc(x: number, y: number, r: number): string {
  return `M${number(x - r)},${number(y)}a${number(r)},${number(r)} 0 1 0 ${number(2 * r)},0a${number(r)},${number(r)} 0 1 0 ${number(-2 * r)},0Z`;
}

/** A crown of leaves from above: arcs around a middle. */
function crown(x: number, y: number, r: number, seed: number): string {
  const lobes = 7;
  let d = "";
  for (let i = 0; i <= lobes; i++) {
    const turn = ((i + fixed(seed)) / lobes) * 2 * Math.PI;
    const point = `${number(x + Math.cos(turn) * r * 0.9)},${number(y + Math.sin(turn) * r * 0.9)}`;
    d += i ? `A${number(r * 0.45)},${number(r * 0.45)} 0 0 1 ${point}` : `M${point}`;
  }
  return `${d}Z`;
}

/** An uneven round within a rectangle. */
function blob(width: number, depth: number, seed: number): string {
  const count = 12;
  const points: Point[] = Array.from({ length: count }, (_, i) => {
    const turn = (i / count) * 2 * Math.PI;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    // Between an ellipse and its rectangle, so that corners are not left bare.
    const out = (1 / (Math.abs(cos) ** 3 + Math.abs(sin) ** 3) ** (1 / 3)) * (0.9 + 0.1 * fixed(seed + i));
    return [(cos * out * width) / 2, (sin * out * depth) / 2];
  });
  return smooth(points);
}

/** A closed curve through the middles between points. */
function smooth(points: readonly Point[]): string {
  const middle = (a: Point, b: Point) => `${number((a[0] + b[0]) / 2)},${number((a[1] + b[1]) / 2)}`;
  const last = points.length - 1;
  let d = `M${middle(points[last]!, points[0]!)}`;
  points.forEach((point, i) => (d += `Q${number(point[0])},${number(point[1])} ${middle(point, points[i === last ? 0 : i + 1]!)}`));
  return `${d}Z`;
}

function Box(props: Size & { radius: number; class: string }): JSX.Element {
  return (
    <rect
      class={props.class}
      x={number(-props.width / 2)}
      y={number(-props.depth / 2)}
      width={number(props.width)}
      height={number(props.depth)}
      rx={number(props.radius)}
    />
  );
}

export function Plain(size: Size): JSX.Element {
  return <Box {...size} radius={4} class="other" />;
}

/** Terraces, each with its shadow to the lower right. */
export function Hill({ width, depth }: Size): JSX.Element {
  const least = Math.min(width, depth);
  return (
    <>
      <Box width={width} depth={depth} radius={10} class="hill foot" />
      {[0.03, 0.15, 0.27, 0.38].map((inset, step) => {
        const d = blob(width - 2 * inset * least, depth - 2 * inset * least, step * 13);
        const lift = -step * 1.6;
        return (
          <g key={inset} transform={`translate(${lift},${lift})`}>
            <path class="cast" d={d} transform="translate(2.4,3.2)" />
            <path class={`hill step-${step}`} d={d} />
          </g>
        );
      })}
    </>
  );
}

export function Wood(size: Size): JSX.Element {
  return <Trees {...size} apart={21} rim={13} least={8.5} />;
}

/** Trees with room between them. */
export function Grove(size: Size): JSX.Element {
  return <Trees {...size} apart={33} rim={15} least={8.5} />;
}

/** Trees crown to crown: nobody looks far into it. */
export function Thicket(size: Size): JSX.Element {
  return <Trees {...size} apart={15} rim={10} least={9.5} kind=" deep" />;
}

/** Trees about so far apart, with crowns at least so large. */
function Trees({ width, depth, apart, rim, least, kind = "" }: Size & { apart: number; rim: number; least: number; kind?: string }): JSX.Element {
  let [shadows, crowns, lights, tips] = ["", "", "", ""];
  for (const { x, y, seed } of scattered({ width, depth }, apart, rim)) {
    const r = least + fixed(seed) * 4;
    shadows += disc(x + 2.6, y + 3.4, r);
    crowns += crown(x, y, r, seed);
    lights += crown(x - 1.8, y - 1.8, r * 0.62, seed + 3);
    tips += disc(x - 2.8, y - 3, r * 0.22);
  }
  return (
    <>
      <Box width={width} depth={depth} radius={8} class={`wood floor${kind}`} />
      <path class="cast" d={shadows} />
      <path class="crowns" d={crowns} />
      <path class="crowns lit" d={lights} />
      <path class="crowns top" d={tips} />
    </>
  );
}

/** Furrows with crops. */
export function Field({ width, depth }: Size): JSX.Element {
  const along = width >= depth;
  const [long, short] = along ? [width, depth] : [depth, width];
  const rows = Math.max(2, Math.round(short / 8));
  let furrows = "";
  for (let row = 0; row < rows; row++) {
    const across = ((row + 0.5) / rows - 0.5) * (short - 4);
    const from = -long / 2 + 4;
    furrows += along ? `M${number(from)},${number(across)}H${number(-from)}` : `M${number(across)},${number(from)}V${number(-from)}`;
  }
  return (
    <>
      <Box width={width} depth={depth} radius={3} class="acre" />
      <path class="furrows" d={furrows} />
      <path class="crops" d={furrows} />
    </>
  );
}

const RIM: Point[] = [[-0.94, -0.3], [-0.5, -0.92], [0.3, -0.95], [0.92, -0.42], [0.95, 0.4], [0.42, 0.94], [-0.4, 0.92], [-0.92, 0.42]];
const TOP: Point[] = [[-0.5, -0.3], [-0.3, -0.58], [0.12, -0.6], [0.5, -0.36], [0.42, 0.08], [0.1, 0.34], [-0.3, 0.3], [-0.52, 0.06]];
/** How dark each face is: light comes from the upper left. */
const SHADES = [0.16, 0.08, 0.16, 0.3, 0.5, 0.62, 0.54, 0.3];

export function Rock({ width, depth }: Size): JSX.Element {
  const fit = ([x, y]: Point): Point => [(x * width) / 2, (y * depth) / 2];
  const rim = RIM.map(fit);
  const top = TOP.map(fit);
  return (
    <>
      <Box width={width} depth={depth} radius={2} class="rock foot" />
      <path class="cast" d={path(rim)} transform="translate(3,4)" />
      <path class="rock" d={path(rim)} />
      {SHADES.map((shade, index) => {
        const before = (index + RIM.length - 1) % RIM.length;
        const face = [rim[before]!, rim[index]!, top[index]!, top[before]!];
        return <path key={index} class="facet" d={path(face)} fill-opacity={shade} />;
      })}
      <path class="facet lit" d={path(top)} />
    </>
  );
}

export function Water({ width, depth }: Size): JSX.Element {
  let waves = "";
  for (const { x, y } of scattered({ width, depth }, 34, 24)) waves += `M${number(x - 9)},${number(y)}q4.5,-4 9,0t9,0`;
  return (
    <>
      <Box width={width} depth={depth} radius={12} class="water foot" />
      {[5, 14, 26].map((inset) => (
        <path key={inset} class="water" d={blob(Math.max(8, width - 2 * inset), Math.max(8, depth - 2 * inset), inset)} />
      ))}
      <path class="waves" d={waves} />
    </>
  );
}

/** A roof from above: the ridge runs along the longer side, the sides away from the light are darker. */
export function House({ width, depth }: Size): JSX.Element {
  const [w, d] = [width / 2, depth / 2];
  const inset = Math.min(w, d) * 0.9;
  const [a, b]: [Point, Point] = w >= d ? [[-w + inset, 0], [w - inset, 0]] : [[0, -d + inset], [0, d - inset]];
  const [tl, tr, br, bl]: [Point, Point, Point, Point] = [[-w, -d], [w, -d], [w, d], [-w, d]];
  const sides: [Point[], number][] =
    w >= d
      ? [[[tl, tr, b, a], 0], [[tl, bl, a], 0.12], [[tr, br, b], 0.26], [[bl, br, b, a], 0.36]]
      : [[[tl, bl, b, a], 0], [[tl, tr, a], 0.12], [[bl, br, b], 0.26], [[tr, br, b, a], 0.36]];
  const [cx, cy] = [(a[0] * 2 + b[0]) / 3 - 4, (a[1] * 2 + b[1]) / 3 - 4];
  return (
    <>
      <Box width={width} depth={depth} radius={0} class="cast lower" />
      <Box width={width} depth={depth} radius={1} class="roof" />
      <path class="tiles" d={tiles(w, d)} />
      {sides.map(([side, shade], index) => (
        <path key={index} class="facet" d={path(side)} fill-opacity={shade} />
      ))}
      <path class="ridge" d={path([a, b], false)} />
      <rect class="chimney" x={number(cx)} y={number(cy)} width={8} height={8} />
    </>
  );
}

/** Courses of tiles along the ridge. */
function tiles(w: number, d: number): string {
  let courses = "";
  if (w >= d) for (let y = -d + 6; y < d; y += 6) courses += `M${number(-w)},${number(y)}H${number(w)}`;
  else for (let x = -w + 6; x < w; x += 6) courses += `M${number(x)},${number(-d)}V${number(d)}`;
  return courses;
}

/** A stone of five corners. */
function stone(x: number, y: number, r: number, seed: number): string {
  const points = Array.from({ length: 5 }, (_, i): Point => {
    const turn = ((i + fixed(seed)) / 5) * 2 * Math.PI;
    const out = r * (0.75 + 0.35 * fixed(seed + i));
    return [x + Math.cos(turn) * out, y + Math.sin(turn) * out * 0.85];
  });
  return path(points);
}

function stones(size: Size, apart: number, rim: number, most: number): { shadows: string; drawn: string; lit: string } {
  const heap = { shadows: "", drawn: "", lit: "" };
  for (const { x, y, seed } of scattered(size, apart, rim)) {
    const r = 2.4 + fixed(seed + 5) * most;
    heap.shadows += stone(x + 1.6, y + 2.2, r, seed);
    heap.drawn += stone(x, y, r, seed);
    heap.lit += stone(x - r * 0.2, y - r * 0.25, r * 0.5, seed);
  }
  return heap;
}

/** What is left of walls, with stones lying about. */
export function Ruin({ width, depth }: Size): JSX.Element {
  const [w, d] = [width / 2 - 5, depth / 2 - 5];
  const walls = `M${-w},${d * 0.3}V${-d}H${w * 0.4}M${w * 0.7},${-d}H${w}V${d * 0.1}M${w},${d * 0.5}V${d}H${w * 0.1}M${-w * 0.5},${d}H${-w}V${d * 0.7}`;
  const heap = stones({ width, depth }, 38, 24, 3);
  return (
    <>
      <Box width={width} depth={depth} radius={3} class="ruin floor" />
      <path class="cast" d={heap.shadows} />
      <path class="rock" d={heap.drawn} />
      <path class="facet lit" d={heap.lit} />
      <path class="walls cast-line" d={walls} transform="translate(2,3)" />
      <path class="walls" d={walls} />
      <path class="walls courses" d={walls} />
    </>
  );
}

export function Rubble({ width, depth }: Size): JSX.Element {
  const heap = stones({ width, depth }, 15, 10, 5.5);
  return (
    <>
      <Box width={width} depth={depth} radius={6} class="ruin floor" />
      <path class="cast" d={heap.shadows} />
      <path class="rock" d={heap.drawn} />
      <path class="facet lit" d={heap.lit} />
    </>
  );
}

/** Bushes shoulder to shoulder: nobody looks through. */
export function Hedge({ width, depth }: Size): JSX.Element {
  let [shadows, bushes, lights] = ["", "", ""];
  for (const { x, y, seed } of scattered({ width, depth }, 15, 9)) {
    const r = 8.5 + fixed(seed) * 2;
    shadows += disc(x + 2, y + 3, r);
    bushes += crown(x, y, r, seed);
    lights += crown(x - 1.6, y - 1.8, r * 0.5, seed + 2);
  }
  return (
    <>
      <Box width={width} depth={depth} radius={6} class="wood floor" />
      <path class="cast" d={shadows} />
      <path class="bushes" d={bushes} />
      <path class="bushes lit" d={lights} />
    </>
  );
}

export function Marsh({ width, depth }: Size): JSX.Element {
  let [pools, reeds] = ["", ""];
  for (const { x, y, seed } of scattered({ width, depth }, 28, 18)) {
    if (fixed(seed + 9) > 0.45) pools += disc(x, y, 5 + fixed(seed) * 7);
    else reeds += `M${number(x)},${number(y)}v-9M${number(x)},${number(y)}l-5,-7M${number(x)},${number(y)}l5,-7`;
  }
  return (
    <>
      <Box width={width} depth={depth} radius={14} class="marsh" />
      <path class="water" d={pools} />
      <path class="reeds" d={reeds} />
    </>
  );
}

/** A row of stones along the longer side. */
export function Wall({ width, depth }: Size): JSX.Element {
  const line = spine(width, depth);
  return (
    <>
      <Box width={width} depth={depth} radius={2} class="ruin floor" />
      <path class="walls cast-line" d={line} transform="translate(2,3)" />
      <path class="walls" d={line} />
      <path class="walls courses" d={line} />
    </>
  );
}

/** The middle line along the longer side. */
function spine(width: number, depth: number): string {
  const [w, d] = [width / 2 - 3, depth / 2 - 3];
  return width >= depth ? `M${number(-w)},0H${number(w)}` : `M0,${number(-d)}V${number(d)}`;
}

/** Points along the longer side, wherever that lies. */
function laid(along: boolean): (x: number, y: number) => string {
  return (x, y) => (along ? `${number(x)},${number(y)}` : `${number(y)},${number(x)}`);
}

/** Two rails between posts. */
export function Fence({ width, depth }: Size): JSX.Element {
  const along = width >= depth;
  const [long, short] = along ? [width, depth] : [depth, width];
  const posts = Math.max(2, Math.round(long / 20));
  const at = laid(along);
  const half = long / 2 - 3;
  const rail = Math.min(4, short / 5);
  let stakes = "";
  for (let i = 0; i <= posts; i++) {
    const x = (i / posts - 0.5) * 2 * half;
    stakes += `M${at(x, -rail - 2.5)}L${at(x, rail + 2.5)}`;
  }
  const rails = [-rail, rail].map((y) => `M${at(-half, y)}L${at(half, y)}`).join("");
  return (
    <>
      <Box width={width} depth={depth} radius={2} class="fence-floor" />
      <path class="rails cast-line" d={rails + stakes} transform="translate(1.5,2.5)" />
      <path class="rails" d={rails} />
      <path class="rails posts" d={stakes} />
    </>
  );
}

/** Sharpened stakes in a heap of earth. */
export function Stakes({ width, depth }: Size): JSX.Element {
  const along = width >= depth;
  const [long, short] = along ? [width, depth] : [depth, width];
  const count = Math.max(3, Math.round(long / 7));
  const at = laid(along);
  let stakes = "";
  for (let i = 0; i < count; i++) {
    const x = ((i + 0.5) / count - 0.5) * (long - 6);
    const lean = i % 2 ? 2.4 : -2.4;
    stakes += `M${at(x - lean, short * 0.38)}L${at(x + lean, -short * 0.38)}`;
  }
  return (
    <>
      <Box width={width} depth={depth} radius={4} class="ruin floor" />
      <path class="rails cast-line" d={stakes} transform="translate(1.5,2.5)" />
      <path class="rails posts" d={stakes} />
    </>
  );
}

/** A rim of earth around a hole. */
export function Crater({ width, depth }: Size): JSX.Element {
  return (
    <>
      <Box width={width} depth={depth} radius={12} class="ruin floor" />
      <path class="earth rim" d={blob(width * 0.92, depth * 0.92, 3)} />
      <path class="earth slope" d={blob(width * 0.68, depth * 0.68, 8)} />
      <path class="earth pit" d={blob(width * 0.44, depth * 0.44, 5)} transform="translate(-2,-2)" />
    </>
  );
}

/** Many small holes. */
export function Pits({ width, depth }: Size): JSX.Element {
  let [rims, holes] = ["", ""];
  for (const { x, y, seed } of scattered({ width, depth }, 26, 16)) {
    const r = 4 + fixed(seed) * 3;
    rims += disc(x, y, r + 2);
    holes += disc(x - 0.6, y - 0.6, r * 0.7);
  }
  return (
    <>
      <Box width={width} depth={depth} radius={6} class="ruin floor" />
      <path class="earth rim" d={rims} />
      <path class="earth pit" d={holes} />
    </>
  );
}

/** Sand that the wind has piled up. */
export function Dune({ width, depth }: Size): JSX.Element {
  let ripples = "";
  for (const { x, y, seed } of scattered({ width, depth }, 13, 9)) {
    const w = 4 + fixed(seed) * 4;
    ripples += `M${number(x - w)},${number(y + 2)}q${number(w)},${number(-w)} ${number(2 * w)},0`;
  }
  return (
    <>
      <Box width={width} depth={depth} radius={8} class="ruin floor" />
      <path class="cast" d={blob(width * 0.9, depth * 0.9, 4)} transform="translate(2,3)" />
      <path class="sand" d={blob(width * 0.9, depth * 0.9, 4)} />
      <path class="ripples" d={ripples} />
    </>
  );
}

/** Clouds that hide what is in them. */
export function Smog({ width, depth }: Size): JSX.Element {
  let [low, high] = ["", ""];
  for (const { x, y, seed } of scattered({ width, depth }, 24, 16)) {
    low += crown(x, y, 15 + fixed(seed) * 6, seed);
    if (fixed(seed + 2) > 0.4) high += crown(x - 3, y - 4, 9 + fixed(seed) * 4, seed + 1);
  }
  return (
    <>
      <Box width={width} depth={depth} radius={14} class="smog edge-of-smog" />
      <path class="smog" d={low} />
      <path class="smog high" d={high} />
    </>
  );
}

/** Two ruts along the longer side. */
export function Road({ width, depth }: Size): JSX.Element {
  const along = width >= depth;
  const [long, short] = along ? [width, depth] : [depth, width];
  const at = laid(along);
  const ruts = [-short / 5, short / 5].map((y) => `M${at(-long / 2, y)}L${at(long / 2, y)}`).join("");
  return (
    <>
      <Box width={width} depth={depth} radius={0} class="road" />
      <path class="ruts" d={ruts} />
    </>
  );
}

/** Planks between two rails along the longer side. */
export function Bridge({ width, depth }: Size): JSX.Element {
  const along = width > depth;
  const [long, short] = along ? [width, depth] : [depth, width];
  const at = laid(along);
  const [side, half] = [short / 2 - 2, long / 2];
  let planks = "";
  for (let x = -half + 5; x < half; x += 5) planks += `M${at(x, -side)}L${at(x, side)}`;
  const rails = [-side, side].map((y) => `M${at(-half, y)}L${at(half, y)}`).join("");
  return (
    <>
      <Box width={width} depth={depth} radius={0} class="cast lower" />
      <Box width={width} depth={depth} radius={1} class="planks" />
      <path class="tiles" d={planks} />
      <path class="rails posts" d={rails} />
    </>
  );
}

/** A walled yard with a tower at each corner. */
export function Keep({ width, depth }: Size): JSX.Element {
  const tower = Math.min(width, depth) * 0.26;
  const [x, y] = [width / 2 - tower / 2, depth / 2 - tower / 2];
  const walls = `M${number(-x)},${number(-y)}H${number(x)}V${number(y)}H${number(-x)}Z`;
  const towers = (half: number) =>
    ([[-x, -y], [x, -y], [x, y], [-x, y]] as const)
      .map(([cx, cy]) => path([[cx - half, cy - half], [cx + half, cy - half], [cx + half, cy + half], [cx - half, cy + half]]))
      .join("");
  return (
    <>
      <Box width={width} depth={depth} radius={0} class="cast lower" />
      <Box width={width} depth={depth} radius={1} class="keep" />
      <Box width={width - 1.2 * tower} depth={depth - 1.2 * tower} radius={0} class="yard" />
      <path class="walls cast-line" d={walls} transform="translate(2,3)" />
      <path class="walls" d={walls} />
      <path class="walls courses" d={walls} />
      <path class="keep" d={towers(tower / 2)} />
      <path class="facet lit" d={towers(tower / 4)} />
    </>
  );
}
