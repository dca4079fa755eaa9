/** A unit as it will stand on the table: its bases and what is on them, as large as beside each other on a table. */
import type { JSX } from "preact";
import type { Stand, UnitShown } from "../net/types";
import { Body, drawnBy } from "../table/Body";
import { INCH } from "../table/sheet";

const MM = 25.4;
/** Pixels to the inch, and as many pixels as a drawing may have in all. */
const SCALE = 15;
const WIDEST = 92;
const HIGHEST = 76;
/** A single small model is still to be seen. */
const NARROWEST = 26;
/** Loose models are drawn so much apart, in parts of their base. */
const APART = 1.22;

function unitOf(stand: Stand, army: string): UnitShown {
  const [width, depth] = [stand.width / MM, stand.depth / MM];
  const gap = stand.round ? APART : 1;
  const files = Math.max(1, stand.files);
  const ranks = Math.ceil(stand.bases / files);
  const bases = Array.from({ length: stand.bases }, (_, index): UnitShown["bases"][number] => {
    const [file, rank] = [index % files, Math.floor(index / files)];
    const inRank = rank === ranks - 1 ? stand.bases - rank * files : files;
    return [(file - (inRank - 1) / 2) * width * gap, ((ranks - 1) / 2 - rank) * depth * gap, 0, width, depth];
  });
  return {
    id: 0, seat: 0, name: "", army, pose: [0, 0, 0], width: ((files - 1) * gap + 1) * width, depth: ((ranks - 1) * gap + 1) * depth, bases, models: stand.bases,
    models_at_start: stand.bases, health: 1, health_at_start: 1, wounds: 0, marks: [], profile: {}, rules: [],
    single: stand.bases === 1 && !stand.many, build: stand.build, look: stand.look ?? undefined, leader: stand.leader, round: stand.round, loose: stand.round,
  };
}

/** `army`: whose colours it wears. */
export function Standing({ stand, army = "" }: { stand: Stand | null | undefined; army?: string }): JSX.Element {
  if (!stand) return <span class="standing" />;
  const unit = unitOf(stand, army);
  const drawn = drawnBy(unit, [0, 0, 0], unit.bases);
  const [w, d] = [unit.width * INCH + 8, unit.depth * INCH + 8];
  const scale = Math.min(Math.max(SCALE / INCH, NARROWEST / w), WIDEST / w, HIGHEST / d);
  return (
    <span class="standing">
      <svg class="wh" viewBox={`${-w / 2} ${-d / 2} ${w} ${d}`} width={Math.round(w * scale)} height={Math.round(d * scale)} aria-hidden="true">
        <g class="unit s0">
          <Body unit={unit} drawn={drawn} />
        </g>
      </svg>
    </span>
  );
}
