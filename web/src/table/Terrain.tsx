/** Terrain that looks like what it is: hills with contours, woods with firs, rocks, water; the rest with its name. */
import type { JSX } from "preact";
import type { Point } from "./geometry";
import { calledTerrain } from "./lettering";
import { INCH, type Sheet, angle, number, path, toSheet } from "./sheet";

export interface Piece {
  kind: string;
  x: number;
  y: number;
  width: number;
  depth: number;
  facing?: number;
  name?: string;
}

const HILLS = ["elevated", "hill", "height"];
const WOODS = ["hindering", "wood", "woods", "forest", "difficult", "field", "scrub"];
const ROCKS = ["impassable", "rock", "rocks", "blocking", "cliff"];
const HOUSES = ["building", "house", "tower", "village"];
const RUINS = ["ruin", "ruins", "rubble"];
const HEDGES = ["sight blocker", "hedge", "wall", "fence", "obstacle"];
const MARSHES = ["swamp", "marsh", "bog", "mud"];
const WATERS = ["water", "lake", "river", "pond"];

const RIM: Point[] = [[-0.92, -0.3], [-0.5, -0.9], [0.3, -0.94], [0.9, -0.42], [0.94, 0.4], [0.42, 0.92], [-0.4, 0.88], [-0.9, 0.42]];
const TOP: Point[] = [[-0.5, -0.3], [-0.3, -0.58], [0.12, -0.6], [0.5, -0.36], [0.42, 0.08], [0.1, 0.34], [-0.3, 0.3], [-0.52, 0.06]];
const SHADES = [0.3, 0.22, 0.28, 0.4, 0.6, 0.8, 0.9, 0.65];

export function Terrain({ piece, sheet }: { piece: Piece; sheet: Sheet }): JSX.Element {
  const [x, y] = toSheet(sheet, [piece.x, piece.y]);
  const seen = angle(sheet, piece.facing ?? 0);
  // Trees stand upright however the table lies: quarter turns swap the sides instead of turning the picture.
  const quarters = Math.abs(seen % 90) < 0.01 ? Math.round(seen / 90) : 0;
  const turn = seen - quarters * 90;
  const [width, depth] = (quarters % 2 ? [piece.depth, piece.width] : [piece.width, piece.depth]).map((inches) => inches * INCH) as Point;
  return (
    <g class="terrain" data-terrain={piece.kind} transform={`translate(${number(x)},${number(y)})`}>
      <title>{calledTerrain(piece)}</title>
      <g transform={`rotate(${number(turn)})`}>{painted(piece.kind, width, depth)}</g>
    </g>
  );
}

function painted(kind: string, width: number, depth: number): JSX.Element {
  const word = kind.toLowerCase().replaceAll("_", " ");
  if (HILLS.includes(word)) return <Hill width={width} depth={depth} />;
  if (WOODS.includes(word)) return <Wood width={width} depth={depth} />;
  if (ROCKS.includes(word)) return <Rock width={width} depth={depth} />;
  if (WATERS.includes(word)) return <Water width={width} depth={depth} />;
  if (HOUSES.includes(word)) return <House width={width} depth={depth} />;
  if (RUINS.includes(word)) return <Ruin width={width} depth={depth} />;
  if (HEDGES.includes(word)) return <Hedge width={width} depth={depth} />;
  if (MARSHES.includes(word)) return <Marsh width={width} depth={depth} />;
  return <Box width={width} depth={depth} radius={4} class="other" />;
}

function Box(props: { width: number; depth: number; radius: number; class: string }): JSX.Element {
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

function Hill({ width, depth }: { width: number; depth: number }): JSX.Element {
  const least = Math.min(width, depth);
  return (
    <>
      <Box width={width} depth={depth} radius={10} class="hill foot" />
      {[0.12, 0.24, 0.36].map((inset) => (
        <Box
          key={inset}
          width={width - 2 * inset * least}
          depth={depth - 2 * inset * least}
          radius={least / 2 - inset * least}
          class="hill"
        />
      ))}
    </>
  );
}

/** Small firs in rows, each a little off its place by a fixed rule, so that the same wood always looks the same. */
function Wood({ width, depth }: { width: number; depth: number }): JSX.Element {
  const columns = Math.max(1, Math.floor((width - 8) / 25));
  const rows = Math.max(1, Math.floor((depth - 8) / 25));
  let crowns = "";
  let trunks = "";
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const jog = ((column * 7 + row * 13) % 5) - 2;
      const x = ((column + 0.5 + (row % 2 ? 0.2 : -0.2)) * width) / columns - width / 2 + jog;
      const y = ((row + 0.5) * depth) / rows - depth / 2 + jog * 0.8 + 3;
      const high = 13 + ((column * 3 + row * 5) % 4);
      trunks += `M${number(x)},${number(y)}v4`;
      crowns += `M${number(x)},${number(y - high)}l6,${number(high)}h-12Z`;
    }
  }
  return (
    <>
      <Box width={width} depth={depth} radius={8} class="wood ground-of-wood" />
      <path class="trunks" d={trunks} />
      <path class="crowns" d={crowns} />
    </>
  );
}

function Rock({ width, depth }: { width: number; depth: number }): JSX.Element {
  const fit = ([x, y]: Point): Point => [(x * width) / 2, (y * depth) / 2];
  const rim = RIM.map(fit);
  const top = TOP.map(fit);
  return (
    <>
      <Box width={width} depth={depth} radius={2} class="rock foot" />
      {SHADES.map((shade, index) => {
        const before = (index + RIM.length - 1) % RIM.length;
        const facet = [rim[before]!, rim[index]!, top[index]!, top[before]!];
        return <path key={index} class="rock" d={path(facet)} fill-opacity={shade} />;
      })}
      <path class="rock" d={path(top)} fill-opacity={0.12} />
    </>
  );
}

function Water({ width, depth }: { width: number; depth: number }): JSX.Element {
  let waves = "";
  for (let row = 1; row < Math.max(2, Math.floor(depth / 18)); row++) {
    for (let x = -width / 2 + 12 + (row % 2) * 14; x + 24 < width / 2; x += 42) {
      waves += `M${number(x)},${number(-depth / 2 + row * 18)}q6,-6 12,0q6,6 12,0`;
    }
  }
  return (
    <>
      <Box width={width} depth={depth} radius={12} class="water foot" />
      <path class="waves" d={waves} />
    </>
  );
}

/** A roof from above: the ridge runs along the longer side. */
function House({ width, depth }: { width: number; depth: number }): JSX.Element {
  const [w, d] = [width / 2, depth / 2];
  const inset = Math.min(w, d) * 0.9;
  const [a, b]: [Point, Point] = w >= d ? [[-w + inset, 0], [w - inset, 0]] : [[0, -d + inset], [0, d - inset]];
  const [tl, tr, br, bl]: Point[] = [[-w, -d], [w, -d], [w, d], [-w, d]];
  const sides = w >= d ? [[tl, tr, b, a], [bl, br, b, a], [tl, bl, a], [tr, br, b]] : [[tl, bl, b, a], [tr, br, b, a], [tl, tr, a], [bl, br, b]];
  return (
    <>
      {sides.map((side, index) => (
        <path key={index} class={`roof ${index % 2 ? "shade" : ""}`} d={path(side as Point[])} />
      ))}
    </>
  );
}

/** What is left of walls, with stones lying about by a fixed rule. */
function Ruin({ width, depth }: { width: number; depth: number }): JSX.Element {
  const [w, d] = [width / 2 - 4, depth / 2 - 4];
  let stones = "";
  for (let i = 0; i < 9; i++) {
    const x = (((i * 37) % 17) / 17 - 0.5) * w * 1.5;
    const y = (((i * 53) % 19) / 19 - 0.5) * d * 1.5;
    stones += `M${number(x)},${number(y)}l5,-3l5,3l-2,5h-6Z`;
  }
  return (
    <>
      <Box width={width} depth={depth} radius={3} class="rock foot" />
      <path class="walls" d={`M${-w},${d * 0.3}V${-d}H${w * 0.4}M${w * 0.7},${-d}H${w}V${d * 0.1}M${w},${d * 0.5}V${d}H${w * 0.1}M${-w * 0.5},${d}H${-w}V${d * 0.7}`} />
      <path class="rubble" d={stones} />
    </>
  );
}

/** A row of bushes all around: nobody looks through. */
function Hedge({ width, depth }: { width: number; depth: number }): JSX.Element {
  const columns = Math.max(1, Math.round(width / 24));
  const rows = Math.max(1, Math.round(depth / 24));
  const bushes: JSX.Element[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = ((column + 0.5) * width) / columns - width / 2;
      const y = ((row + 0.5) * depth) / rows - depth / 2;
      bushes.push(<circle key={`${row}/${column}`} class="hedge" cx={number(x)} cy={number(y)} r={9 + ((row * 3 + column * 5) % 3)} />);
    }
  }
  return (
    <>
      <Box width={width} depth={depth} radius={6} class="wood ground-of-wood" />
      {bushes}
    </>
  );
}

function Marsh({ width, depth }: { width: number; depth: number }): JSX.Element {
  let reeds = "";
  for (let y = -depth / 2 + 18; y < depth / 2 - 4; y += 24) {
    for (let x = -width / 2 + 14 + ((y * 7) % 11); x < width / 2 - 8; x += 30) {
      reeds += `M${number(x)},${number(y)}v-9M${number(x)},${number(y)}l-5,-7M${number(x)},${number(y)}l5,-7`;
    }
  }
  return (
    <>
      <Box width={width} depth={depth} radius={14} class="marsh" />
      <path class="reeds" d={reeds} />
    </>
  );
}
