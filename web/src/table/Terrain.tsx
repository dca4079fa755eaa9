/** Terrain on the table: the exact edge that the rules use, drawn over the painting, and what a pointer there is told. */
import type { JSX } from "preact";
import { corners } from "./geometry";
import { calledTerrain } from "./lettering";
import { paintingOf } from "./ground/paint";
import { INCH, type Sheet, angle, number, path, toSheet } from "./sheet";

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

/** The edges of all pieces: a dark line on a light one, to be seen on every ground. */
export function Edges({ pieces, sheet }: { pieces: readonly Piece[]; sheet: Sheet }): JSX.Element {
  const edges = pieces.map((piece) => path(corners({ ...piece, facing: piece.facing ?? 0 }).map((corner) => toSheet(sheet, corner)))).join("");
  return (
    <g class="edges">
      <path class="bound light" d={edges} />
      <path class="bound" d={edges} />
    </g>
  );
}

/** What a pointer over a piece of terrain is told. The paintings themselves lie below all that can be pointed at. */
export function TerrainName({ piece, sheet }: { piece: Piece; sheet: Sheet }): JSX.Element {
  const [x, y] = toSheet(sheet, [piece.x, piece.y]);
  const [width, depth] = [piece.width * INCH, piece.depth * INCH];
  return (
    <rect
      class="catch"
      data-terrain={piece.kind}
      data-painting={paintingOf(piece.kind)}
      x={-width / 2}
      y={-depth / 2}
      width={width}
      height={depth}
      transform={`translate(${number(x)},${number(y)}) rotate(${number(angle(sheet, piece.facing ?? 0))})`}
    >
      <title>{piece.text || calledTerrain(piece)}</title>
    </rect>
  );
}
