/** Two regiments about to meet: what this is, at a glance. */
import type { JSX } from "preact";
import type { UnitShown } from "../net/types";
import { PaintedMap } from "./Ground";
import { INCH, sheetOf } from "./sheet";
import type { Piece } from "./Terrain";
import { Body, drawnBy, sideClass } from "./Body";

/** So many models in ranks around their own centre, drawn like those on the table. */
function regiment(seat: number, army: string, look: UnitShown["look"], files: number, ranks: number, front: number, depth: number): UnitShown {
  const bases = Array.from({ length: files * ranks }, (_, index): UnitShown["bases"][number] => {
    const [file, rank] = [index % files, Math.floor(index / files)];
    return [(file - (files - 1) / 2) * front, ((ranks - 1) / 2 - rank) * depth, 0, front, depth];
  });
  return {
    id: seat, seat, name: army, army, pose: [0, 0, 0], width: files * front, depth: ranks * depth, bases, models: bases.length,
    models_at_start: bases.length, health: 1, health_at_start: 1, wounds: 0, marks: [], profile: {}, rules: [], single: false, look,
  };
}

const FOOT = regiment(0, "Aldermark Crown", { kind: "spear" }, 6, 3, 1, 1);
const RIDERS = regiment(1, "Redtusk Tribes", { kind: "spear", mount: "boar", race: "orc" }, 5, 1, 1.1, 2.2);

function Regiment({ unit, place }: { unit: UnitShown; place: string }): JSX.Element {
  const drawn = drawnBy(unit, [0, 0, 0], unit.bases);
  return (
    <g class={`unit ${sideClass(unit.seat)}`} transform={place}>
      <rect class="shade" x={(-unit.width / 2) * INCH + 3} y={(-unit.depth / 2) * INCH + 4} width={unit.width * INCH} height={unit.depth * INCH} />
      <Body unit={unit} drawn={drawn} />
    </g>
  );
}

const GROUND = sheetOf(21, 10, 0);
const TERRAIN: readonly Piece[] = [
  { kind: "wood", x: 2.6, y: 7.7, width: 4.4, depth: 3.2 },
  { kind: "hill", x: 18.1, y: 2.5, width: 5.2, depth: 4.2 },
];

export function HeroPicture(): JSX.Element {
  return (
    <span class="preview hero-picture">
      <PaintedMap pieces={TERRAIN} on={GROUND} />
      <svg class="wh" viewBox="0 0 420 200" aria-hidden="true">
        <defs>
          <pattern id="pattern-1" class="s1" width="8" height="8" patternUnits="userSpaceOnUse">
            <path d="M-2,2L2,-2M0,8L8,0M6,10L10,6" class="hatch" />
          </pattern>
        </defs>
        <path class="hero-way" d="M160,98C190,56 214,58 236,62" />
        <Regiment unit={FOOT} place="translate(128,140) rotate(-8)" />
        <Regiment unit={RIDERS} place="translate(294,58) rotate(236)" />
      </svg>
    </span>
  );
}
