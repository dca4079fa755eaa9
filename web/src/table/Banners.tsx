/** Flags with the coat of their army, upright inside the footprint of their unit; lowered while it flees. */
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import look from "../../../src/warhost/report/look/shapes.json";
import { lifted } from "../state/making";
import { picture } from "../state/table";
import type { UnitShown } from "../net/types";
import { sideClass } from "./Body";
import { type Point, type Pose, beside } from "./geometry";
import { useGlide } from "./glide";
import { FLAG, SHIELD, blazonOf, coats } from "./heraldry";
import { INCH, number, toSheet } from "./sheet";
import { sheet } from "./view";

/** How high a flag is, in inches: that of a whole unit, and that of a lone bearer. */
const HIGH = 1.15;
const SMALL = 0.85;
/** From so many inches of depth on a unit has room for a flag behind its first rank. */
const DEEP = 1.5;

/** Whether a flag is shown over a unit. */
function flies(unit: UnitShown): boolean {
  if (!unit.pose || unit.belongs || unit.seat < 0) return false;
  if (unit.standard || unit.look?.kind === "standard") return true;
  return !unit.single && !unit.loose && unit.depth >= DEEP && unit.width >= DEEP;
}

export function Banners(): JSX.Element {
  return (
    <g class="banners">
      {picture.value?.units.filter(flies).map((unit) => <Banner key={unit.id} unit={unit} />)}
    </g>
  );
}

function Banner({ unit }: { unit: UnitShown }): JSX.Element {
  const drawing = useRef<SVGGElement>(null);
  useGlide(drawing, unit, (pose) => raisedAt(unit, pose));
  return (
    <g
      ref={drawing}
      class={`banner ${sideClass(unit.seat)} ${unit.standard ? "standard" : ""} ${lifted.value === unit.id ? "lifted" : ""}`}
      data-banner={unit.id}
      style={{ transform: raisedAt(unit, unit.pose!) }}
    >
      <use href={`#flag-${unit.seat % 4}`} />
    </g>
  );
}

/** The flag of a unit where it would stand; it keeps up with the hand. */
export function GhostBanner({ unit, pose }: { unit: UnitShown; pose: Pose }): JSX.Element | null {
  if (!flies(unit)) return null;
  return (
    <g class={`banner ghostly ${sideClass(unit.seat)}`} style={{ transform: raisedAt(unit, pose) }}>
      <use href={`#flag-${unit.seat % 4}`} />
    </g>
  );
}

/** Over the rear rank, in the middle; a loose unit has it over the model nearest to its middle. */
function placeOf(unit: UnitShown, [x, y, facing]: Pose, high: number): Point {
  if (unit.loose && unit.pose && unit.bases.length) {
    const [dx, dy] = [x - unit.pose[0], y - unit.pose[1]];
    const near = unit.bases.reduce((best, base) => (Math.hypot(base[0] + dx - x, base[1] + dy - y) < Math.hypot(best[0] + dx - x, best[1] + dy - y) ? base : best));
    return [near[0] + dx, near[1] + dy];
  }
  const back = Math.max(0, unit.depth / 2 - high / 2 - 0.1);
  return beside({ x, y, facing, width: unit.width, depth: unit.depth }, 0, -back);
}

function raisedAt(unit: UnitShown, pose: Pose): string {
  const high = unit.single || unit.loose ? SMALL : Math.min(HIGH, unit.depth * 0.62);
  const [x, y] = toSheet(sheet.value, placeOf(unit, pose, high));
  const lowered = unit.marks.some((mark) => look.lowered.includes(mark));
  return `translate(${number(x)}px, ${number(y)}px) scale(${number((high * INCH) / 2.3)}) rotate(${lowered ? 38 : 0}deg)`;
}

/** The coats of all seats, once: as a shield for plates (#crest-0) and as a flag (#flag-0). */
export function CoatDefs(): JSX.Element {
  return (
    <>
      <clipPath id="cut-shield">
        <path d={SHIELD} />
      </clipPath>
      <clipPath id="cut-flag">
        <path d={FLAG} />
      </clipPath>
      {coats.value.slice(0, 4).map((coat, seat) => {
        const { field, parts } = blazonOf(coat);
        const charges = parts.map(({ path, fill }, index) => <path key={index} d={path} fill={fill} fill-rule="evenodd" />);
        return [
          <symbol key={`crest ${seat}`} id={`crest-${seat}`} viewBox="-125 -125 250 280">
            <path d={SHIELD} fill={field} />
            <g clip-path="url(#cut-shield)">
              {charges}
              <path d="M-100,-100H0V130C-50,110 -100,70 -100,10Z" fill="#fff" opacity=".1" />
            </g>
            <path d={SHIELD} fill="none" stroke="#1c150e" stroke-width="36" />
            <path class={`crest-rim s${seat}`} d={SHIELD} fill="none" stroke-width="24" stroke-dasharray={seat % 2 ? "42 20" : undefined} />
          </symbol>,
          <g key={`flag ${seat}`} id={`flag-${seat}`}>
            <path d="M-1.2,-1.3L-1.2,1.5" stroke="#2a1d10" stroke-width=".26" stroke-linecap="round" />
            <circle cx="-1.2" cy="-1.36" r=".2" fill="#e3b23c" stroke="#2a1d10" stroke-width=".08" />
            <g transform="scale(.0108) translate(0,-24)">
              <g clip-path="url(#cut-flag)">
                <path d="M-130,-130H130V130H-130Z" fill={field} />
                <g transform="scale(1.16 1)">{charges}</g>
                <path d="M-50,-120C-20,-40 -20,40 -50,120L-10,120C20,40 20,-40 -10,-120ZM60,-120C90,-40 90,40 60,120L90,120C120,40 120,-40 90,-120Z" opacity=".16" />
              </g>
              <path d={FLAG} fill="none" stroke="#1c150e" stroke-width="14" />
            </g>
          </g>,
        ];
      })}
    </>
  );
}
