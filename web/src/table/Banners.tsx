/** A banner over every unit, with the colour and the pattern of its side; a standard that counts is larger and gilded. */
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { lifted } from "../state/making";
import { picture } from "../state/table";
import type { UnitShown } from "../net/types";
import type { Pose } from "./geometry";
import { useGlide } from "./glide";
import { sideClass } from "./Units";
import { number } from "./sheet";
import { CLOTH, POLE, bannerSize, planted } from "./standards";
import { scale } from "./view";

/** States in which a unit's colours are not held high. */
const LOWERED = ["fleeing", "shaken"];

const STANDARD = `M1,${-POLE}H${CLOTH}L${CLOTH - 4.5},${-POLE + 7}L${CLOTH},${-POLE + 14}H1Z`;
const PENNON = `M1,${-POLE + 1}L${CLOTH - 3},${-POLE + 5.5}L1,${-POLE + 10}Z`;
const STAR = "M0,-3.6L1.05,-1.3L3.5,-1.1L1.65,.55L2.2,3L0,1.7L-2.2,3L-1.65,.55L-3.5,-1.1L-1.05,-1.3Z";

export function Banners(): JSX.Element {
  return (
    <g class="banners">
      {picture.value?.units.filter((unit) => unit.pose).map((unit) => <Banner key={unit.id} unit={unit} />)}
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
      <Colours unit={unit} />
    </g>
  );
}

/** The banner of a unit where it would stand; it keeps up with the hand. */
export function GhostBanner({ unit, pose }: { unit: UnitShown; pose: Pose }): JSX.Element {
  return (
    <g class={`banner ghostly ${sideClass(unit.seat)} ${unit.standard ? "standard" : ""}`} style={{ transform: raisedAt(unit, pose) }}>
      <Colours unit={unit} />
    </g>
  );
}

function raisedAt(unit: UnitShown, pose: Pose): string {
  const [x, y] = planted({ ...unit, pose });
  const k = scale.value;
  const lowered = unit.marks.some((mark) => LOWERED.includes(mark));
  return `translate(${number(x / k)}px, ${number(y / k)}px) scale(${number(bannerSize() / k)}) rotate(${lowered ? 38 : 0}deg)`;
}

function Colours({ unit }: { unit: UnitShown }): JSX.Element {
  const pattern = unit.seat >= 0 && unit.seat % 4 > 0 ? `url(#pattern-${unit.seat % 4})` : "none";
  const cloth = unit.standard ? STANDARD : PENNON;
  return (
    <>
      <path class="pole" d={`M0,1V${-POLE - 1.5}`} />
      <path class="cloth" d={cloth} />
      <path class="cloth-pattern" d={cloth} fill={pattern} />
      {unit.standard && <circle class="finial" cy={-POLE - 2.5} r={2.2} />}
      {unit.leader && <path class="star" d={STAR} transform={`translate(${unit.standard ? 8 : 5.6},${-POLE + (unit.standard ? 7 : 5.3)})`} />}
    </>
  );
}
