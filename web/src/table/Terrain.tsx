/** Terrain that looks like what it is: hills with contours, woods with firs, rocks, water; the rest with its name. */
import type { JSX } from "preact";
import type { Point } from "./geometry";
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
const ROCKS = ["impassable", "rock", "blocking", "building", "house", "ruin"];
const WATERS = ["water", "lake", "river", "pond"];

const RIM: Point[] = [[-0.92, -0.3], [-0.5, -0.9], [0.3, -0.94], [0.9, -0.42], [0.94, 0.4], [0.42, 0.92], [-0.4, 0.88], [-0.9, 0.42]];
const TOP: Point[] = [[-0.5, -0.3], [-0.3, -0.58], [0.12, -0.6], [0.5, -0.36], [0.42, 0.08], [0.1, 0.34], [-0.3, 0.3], [-0.52, 0.06]];
const SHADES = [0.3, 0.22, 0.28, 0.4, 0.6, 0.8, 0.9, 0.65];

export function Terrain({ piece, sheet, captions = true }: { piece: Piece; sheet: Sheet; captions?: boolean }): JSX.Element {
  const [x, y] = toSheet(sheet, [piece.x, piece.y]);
  const seen = angle(sheet, piece.facing ?? 0);
  // Trees stand upright however the table lies: quarter turns swap the sides instead of turning the picture.
  const quarters = Math.abs(seen % 90) < 0.01 ? Math.round(seen / 90) : 0;
  const turn = seen - quarters * 90;
  const [width, depth] = (quarters % 2 ? [piece.depth, piece.width] : [piece.width, piece.depth]).map((inches) => inches * INCH) as Point;
  const called = piece.name || piece.kind;
  const tall = Math.abs(Math.cos((turn * Math.PI) / 180)) * depth + Math.abs(Math.sin((turn * Math.PI) / 180)) * width;
  return (
    <g class="terrain" data-terrain={piece.kind} transform={`translate(${number(x)},${number(y)})`}>
      <title>{called}</title>
      <g transform={`rotate(${number(turn)})`}>{painted(piece.kind, width, depth)}</g>
      {captions && (
        <text class="caption" y={number(tall / 2 + 12)}>
          {called}
        </text>
      )}
    </g>
  );
}

function painted(kind: string, width: number, depth: number): JSX.Element {
  const word = kind.toLowerCase();
  if (HILLS.includes(word)) return <Hill width={width} depth={depth} />;
  if (WOODS.includes(word)) return <Wood width={width} depth={depth} />;
  if (ROCKS.includes(word)) return <Rock width={width} depth={depth} />;
  if (WATERS.includes(word)) return <Water width={width} depth={depth} />;
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
