/** Terrain on the table: where it lies, and which painting is its own. */
import type { JSX } from "preact";
import look from "../../../src/warhost/report/look/shapes.json";
import type { Point } from "./geometry";
import { calledTerrain } from "./lettering";
import { Bridge, Crater, Dune, Fence, Field, Grove, Hedge, Hill, House, Keep, Marsh, type Paint, Pits, Plain, Road, Rock, Rubble, Ruin, Smog, Stakes, Thicket, Wall, Water, Wood } from "./scenery";
import { INCH, type Sheet, angle, number, toSheet } from "./sheet";

export interface Piece {
  kind: string;
  x: number;
  y: number;
  width: number;
  depth: number;
  facing?: number;
  name?: string;
  text?: string;
}

const DANGEROUS = / dangerous$/;

const PAINTINGS: Record<keyof typeof look.paintings, Paint> = {
  hill: Hill, wood: Wood, field: Field, rock: Rock, water: Water, house: House, ruin: Ruin, rubble: Rubble, hedge: Hedge,
  wall: Wall, fence: Fence, stakes: Stakes, crater: Crater, pits: Pits, dune: Dune, smog: Smog, marsh: Marsh,
  grove: Grove, thicket: Thicket, road: Road, bridge: Bridge, keep: Keep,
};

/** What terrain of a kind looks like; whatever is not listed has an outline and its name. A piece that is dangerous besides looks like what it is. */
function paintingOf(kind: string): Paint {
  const word = kind.toLowerCase().replaceAll("_", " ").replace(DANGEROUS, "");
  const found = Object.entries(look.paintings).find(([, kinds]) => kinds.includes(word));
  return found ? PAINTINGS[found[0] as keyof typeof PAINTINGS] : Plain;
}

/** Where a piece lies on the sheet. Quarter turns swap its sides instead of turning the picture: light and trees stay upright. */
function laid(piece: Piece, sheet: Sheet): { place: string; turn: string; width: number; depth: number } {
  const [x, y] = toSheet(sheet, [piece.x, piece.y]);
  const seen = angle(sheet, piece.facing ?? 0);
  const quarters = Math.abs(seen % 90) < 0.01 ? Math.round(seen / 90) : 0;
  const [width, depth] = (quarters % 2 ? [piece.depth, piece.width] : [piece.width, piece.depth]).map((inches) => inches * INCH) as Point;
  return { place: `translate(${number(x)},${number(y)})`, turn: `rotate(${number(seen - quarters * 90)})`, width, depth };
}

export function Terrain({ piece, sheet }: { piece: Piece; sheet: Sheet }): JSX.Element {
  const { place, turn, width, depth } = laid(piece, sheet);
  const Painting = paintingOf(piece.kind);
  return (
    <g class="terrain" data-terrain={piece.kind} transform={place}>
      <g transform={turn}>
        <Painting width={width} depth={depth} />
      </g>
    </g>
  );
}

/** What a pointer over a piece of terrain is told. The paintings themselves lie below all that can be pointed at. */
export function TerrainName({ piece, sheet }: { piece: Piece; sheet: Sheet }): JSX.Element {
  const { place, turn, width, depth } = laid(piece, sheet);
  return (
    <rect class="catch" x={-width / 2} y={-depth / 2} width={width} height={depth} transform={`${place} ${turn}`}>
      <title>{piece.text || calledTerrain(piece)}</title>
    </rect>
  );
}
