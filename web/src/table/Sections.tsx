/** Sections of buildings: a frame in the colour of whoever is inside, and a pip for each point that they withstand. */
import type { JSX } from "preact";
import { picture } from "../state/table";
import type { FeatureShown } from "../net/types";
import { corners } from "./geometry";
import { INCH, number, path, toSheet } from "./sheet";
import { scale, sheet } from "./view";

const PIP = 8;
const STEP = 11;

export function Sections(): JSX.Element {
  return (
    <g class="sections">
      {picture.value?.board.features.map((piece, index) => !!piece.most && <Section key={index} piece={piece} />)}
    </g>
  );
}

function Section({ piece }: { piece: FeatureShown }): JSX.Element {
  const on = sheet.value;
  const inner = { ...piece, width: piece.width - 0.12, depth: piece.depth - 0.12 };
  const walls = corners(inner).map((corner) => toSheet(on, corner));
  const [x, middle] = toSheet(on, [piece.x, piece.y]);
  const most = piece.most ?? 0;
  // In pixels of the screen, but never wider than the section.
  const size = Math.min(1 / scale.value, (Math.min(piece.width, piece.depth) * INCH - 8) / (most * STEP));
  // Along the lower wall, so that what lies in the middle can be seen; across one that stands askew.
  const y = (piece.facing ?? 0) % 90 ? middle : Math.max(...walls.map((corner) => corner[1])) - 10 * size;
  const held = piece.owner ?? null;
  return (
    <g class={`section ${held === null ? "" : `held s${held % 4}`} ${(piece.points ?? 0) < most ? "damaged" : ""}`} data-points={piece.points}>
      <title>{piece.text}</title>
      <path class="walls-of" d={path(walls)} />
      <g transform={`translate(${number(x)},${number(y)}) scale(${number(size)})`}>
        <rect class="strip" x={number((-most * STEP) / 2 - 3)} y={-PIP / 2 - 4} width={most * STEP + 6} height={PIP + 8} rx={4} />
        {Array.from({ length: most }, (_, at) => (
          <rect key={at} class={at < (piece.points ?? 0) ? "pip" : "pip lost"} x={number((at - most / 2) * STEP + (STEP - PIP) / 2)} y={-PIP / 2} width={PIP} height={PIP} rx={1.5} />
        ))}
      </g>
    </g>
  );
}
