/** A banner over every unit, with the colour and the pattern of its side; a standard that counts is larger and gilded. */
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import look from "../../../src/warhost/report/look/shapes.json";
import { lifted } from "../state/making";
import { picture } from "../state/table";
import type { UnitShown } from "../net/types";
import type { Pose } from "./geometry";
import { useGlide } from "./glide";
import { sideClass } from "./Units";
import { number } from "./sheet";
import { bannerSize, planted } from "./standards";
import { scale } from "./view";

const { pole, standard, pennon, star, height } = look.banner;

export function Banners(): JSX.Element {
  return (
    <g class="banners">
      {picture.value?.units.filter((unit) => unit.pose && !unit.belongs).map((unit) => <Banner key={unit.id} unit={unit} />)}
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
  const [x, y] = planted(unit, pose);
  const k = scale.value;
  const lowered = unit.marks.some((mark) => look.lowered.includes(mark));
  return `translate(${number(x / k)}px, ${number(y / k)}px) scale(${number(bannerSize() / k)}) rotate(${lowered ? 38 : 0}deg)`;
}

function Colours({ unit }: { unit: UnitShown }): JSX.Element {
  const pattern = unit.seat >= 0 && unit.seat % 4 > 0 ? `url(#pattern-${unit.seat % 4})` : "none";
  const cloth = unit.standard ? standard : pennon;
  return (
    <>
      <path class="pole" d={pole} />
      <path class="cloth" d={cloth} />
      <path class="cloth-pattern" d={cloth} fill={pattern} />
      {unit.standard && <circle class="finial" cy={-height - 2.5} r={2.2} />}
      {unit.leader && <path class="star" d={star} transform={`translate(${unit.standard ? 8 : 5.6},${-height + (unit.standard ? 7 : 5.3)})`} />}
    </>
  );
}
