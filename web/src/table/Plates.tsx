/** One plate for one unit: its name, what is left of it, its states and the odds of an open question; it travels with its unit. */
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { described } from "../state/describing";
import { selected } from "../state/table";
import { sideClass } from "./Body";
import type { Pose } from "./geometry";
import { useGlide } from "./glide";
import { company, crossed } from "./lettering";
import { CREST, EDGE, HIGH, ICON, ICON_STEP, type Plate, countWidth, figureOf, nameWidth, oddsWidth, onScreen, plates } from "./plates";
import { number, toSheet } from "./sheet";
import { Sign, tone } from "./signs";
import { scale, sheet } from "./view";

export function Labels(): JSX.Element {
  return (
    <g class="labels">
      {plates.value.map((plate) => (
        <PlateOf key={plate.unit.id} plate={plate} />
      ))}
    </g>
  );
}

function PlateOf({ plate }: { plate: Plate }): JSX.Element {
  const { unit, box, leader } = plate;
  const drawing = useRef<SVGGElement>(null);
  const [cx, cy] = onScreen([unit.pose![0], unit.pose![1]]);
  // The unit's own place on the sheet, so that zooming moves nothing; around it all is in pixels of the screen.
  const at = ([x, y]: Pose) => {
    const [px, py] = toSheet(sheet.value, [x, y]);
    return `translate(${number(px)}px, ${number(py)}px)`;
  };
  useGlide(drawing, unit, at);
  const classes = ["plate-of", plate.form, sideClass(unit.seat), unit.id === selected.value && "selected", crossed.value.has(unit.id) && "crossed"].filter(Boolean).join(" ");
  return (
    <g ref={drawing} class={classes} data-label={unit.id} style={{ transform: at(unit.pose!) }}>
      <title>{[described(unit), ...company(unit)].join(" ")}</title>
      <g transform={`scale(${1 / scale.value})`}>
        {leader && (
          <>
            <path class="leader" d={`M${number(leader[0][0] - cx)},${number(leader[0][1] - cy)}L${number(leader[1][0] - cx)},${number(leader[1][1] - cy)}`} />
            <circle class="leader-end" cx={number(leader[1][0] - cx)} cy={number(leader[1][1] - cy)} r="2.6" />
          </>
        )}
        <Card plate={plate} left={box[0] - cx} top={box[1] - cy} width={box[2] - box[0]} />
      </g>
    </g>
  );
}

function Card({ plate, left, top, width }: { plate: Plate; left: number; top: number; width: number }): JSX.Element {
  const { unit, form, odds } = plate;
  const high = HIGH[form];
  const full = form === "full";
  const count = full ? plate.count : figureOf(unit);
  const text = full ? EDGE + 6 : 4 + CREST.short + 4;
  const told = full ? nameWidth(plate.name) + 6 + countWidth(count) : countWidth(count);
  const base = full ? 14.5 : 14.5;
  const chip = odds ? oddsWidth(odds.text) : 0;
  return (
    <g transform={`translate(${number(left)},${number(top)})`}>
      <rect class="card" width={number(width)} height={high} rx={4} />
      {full ? (
        <path class="side" d={`M4,.5H${EDGE}V${high - 0.5}H4A3.5,3.5 0 0 1 .5,${high - 4}V4A3.5,3.5 0 0 1 4,.5Z`} fill={unit.seat > 0 ? `url(#pattern-${unit.seat % 4})` : undefined} />
      ) : (
        unit.seat >= 0 && <use href={`#crest-${unit.seat % 4}`} x={form === "crest" ? 2.5 : 3} y={form === "crest" ? 1 : 1.5} width={CREST[form]} height={CREST[form] * 1.12} />
      )}
      {form !== "crest" && (
        <text class="label" x={text} y={base}>
          {full && plate.name}
          <tspan class="count" dx={full ? 6 : 0}>
            {count}
          </tspan>
        </text>
      )}
      {full && unit.health_at_start > 0 && <path class="lost" d={bar(text, told, 1)} />}
      {full && unit.health_at_start > 0 && <path class="left" d={bar(text, told, unit.health / unit.health_at_start)} />}
      {form !== "crest" &&
        plate.icons.map((word, index) => (
          <g key={word} class={`state ${tone(word)}`} transform={`translate(${number(text + told + 4 + ICON + index * ICON_STEP)},${number(high / 2)}) scale(.94)`}>
            <circle class="icon" r={ICON} />
            <Sign word={word} />
          </g>
        ))}
      {odds && form !== "crest" && (
        <g class={`badge ${odds.class}`} data-badge={unit.id} transform={`translate(${number(width - chip - 3)},2.5)`}>
          <rect width={number(chip)} height={high - 5} rx={4} />
          <text x={number(chip / 2)} y={high - 9.5}>
            {odds.text}
          </text>
        </g>
      )}
    </g>
  );
}

/** How much of its health a unit has left. */
function bar(x: number, width: number, share: number): string {
  return `M${number(x)},19.2h${number(Math.max(0, width * share))}`;
}
