/** Units on the table, and everything that is written there beside their plates. */
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { standsInRanks } from "../state/describing";
import { lifted } from "../state/making";
import { picks } from "../state/picking";
import { shown } from "../state/show";
import { hovered, picture, question, selected } from "../state/table";
import type { UnitShown } from "../net/types";
import { Body, basesPath, drawnAt, sideClass } from "./Body";
import { bodyPath } from "./cohesion";
import { type Point, type Pose, turnBetween } from "./geometry";
import { useGlide, useModelGlide } from "./glide";
import { NOTE_LINE, lettering, noteHeight, noteLines, noteWidth } from "./lettering";
import { INCH, angle, number, toSheet } from "./sheet";
import { scale, sheet } from "./view";

const bodies = new WeakMap<UnitShown, string>();

/** The one shape that the models of a loose unit make, for its outline and for the pointer. */
function bodyOf(unit: UnitShown, pose: Pose): string {
  const known = bodies.get(unit) ?? bodyPath(unit.bases, !!unit.round, pose);
  bodies.set(unit, known);
  return known;
}

const lastAngles = new Map<number, number>();

/** Turns go the short way round, also past north. */
function steady(id: number, wanted: number): number {
  const last = lastAngles.get(id);
  const next = last === undefined ? wanted : last + turnBetween(last, wanted);
  lastAngles.set(id, next);
  return next;
}

/** How far a shade lies beside its unit: light comes from the upper left of the screen, however the unit is turned. */
function shadeAt(turn: number): Point {
  const back = (-turn * Math.PI) / 180;
  return [2.5 * Math.cos(back) - 3.5 * Math.sin(back), 2.5 * Math.sin(back) + 3.5 * Math.cos(back)];
}

function StandingUnit({ unit, pose, classes }: { unit: UnitShown; pose: Pose; classes: string }): JSX.Element {
  const on = sheet.value;
  const drawing = useRef<SVGGElement>(null);
  const turn = steady(unit.id, angle(on, pose[2]));
  const transformAt = ([px, py]: Pose, turned: number) => {
    const [x, y] = toSheet(on, [px, py]);
    return `translate(${number(x)}px, ${number(y)}px) rotate(${number(turn + turned)}deg)`;
  };
  useGlide(drawing, unit, transformAt);
  useModelGlide(drawing, unit);
  return (
    <g
      ref={drawing}
      class={`unit ${sideClass(unit.seat)} ${classes}`}
      data-unit={unit.id}
      style={{ transform: transformAt(pose, 0) }}
    >
      <UnitParts unit={unit} pose={pose} turn={turn} />
    </g>
  );
}

/** All that is drawn of a unit. It reads the sheet: what reads a signal is drawn anew only with that, or with what it is given. */
function UnitParts({ unit, pose, turn }: { unit: UnitShown; pose: Pose; turn: number }): JSX.Element {
  void sheet.value;
  const w = unit.width * INCH;
  const d = unit.depth * INCH;
  return (
    <>
      {/* Moved by its points: a shade with a transform would be one more layer to stack for every unit. */}
      <path class="shade" d={basesPath(unit, pose, unit.bases, shadeAt(turn))} />
      {unit.loose ? <LooseHalo unit={unit} pose={pose} /> : <rect class="halo" x={-w / 2 - 4} y={-d / 2 - 4} width={w + 8} height={d + 8} rx={5} />}
      <Body unit={unit} drawn={drawnAt(unit, pose)} />
      {unit.loose ? <path class="catch loose" d={bodyOf(unit, pose)} style={{ strokeWidth: number(bodyWidth(unit) + 6) }} /> : <rect class="catch" x={-w / 2 - 3} y={-d / 2 - 3} width={w + 6} height={d + 6} />}
    </>
  );
}

/** As wide as the widest base, so that the links between models are as wide as the models. */
function bodyWidth(unit: UnitShown): number {
  return Math.max(0.2, ...unit.bases.map(([, , , width, depth]) => (unit.round ? width : Math.hypot(width, depth)))) * INCH;
}

/** One line around all models: a line that is wider than they are, hollowed out. */
function LooseHalo({ unit, pose }: { unit: UnitShown; pose: Pose }): JSX.Element {
  const body = bodyOf(unit, pose);
  const wide = bodyWidth(unit);
  const [w, d] = [(unit.width / 2 + 1) * INCH + wide, (unit.depth / 2 + 1) * INCH + wide];
  const extent = { x: number(-w), y: number(-d), width: number(2 * w), height: number(2 * d) };
  return (
    <>
      <mask id={`hollow-${unit.id}`} maskUnits="userSpaceOnUse" {...extent}>
        <rect {...extent} fill="#fff" />
        <path d={body} fill="none" stroke="#000" stroke-linecap="round" stroke-linejoin="round" stroke-width={number(wide + 5)} />
      </mask>
      <path class="halo loose" d={body} mask={`url(#hollow-${unit.id})`} style={{ "--body": `${number(wide)}px` }} />
    </>
  );
}

export function Units(): JSX.Element {
  const now = picture.value;
  const { byUnit, byTarget } = picks.value;
  const acts = shown.value?.beat.line;
  const classesOf = (unit: UnitShown) =>
    [
      unit.id === selected.value && "selected",
      unit.id === hovered.value && "hovered",
      byUnit.has(unit.id) && "can",
      byTarget.has(unit.id) && (unit.seat !== question.value?.seat ? "aimed" : !byUnit.has(unit.id) && "helped"),
      (unit.host ?? unit.id) === lifted.value && "lifted",
      standsInRanks(unit) && "guest",
      unit.id === acts?.unit && "acting",
      acts?.others?.includes(unit.id) && "acted-on",
    ]
      .filter(Boolean)
      .join(" ");
  return (
    <g class="units">
      {/* Whoever stands in the ranks of others is drawn over them, and the pointer finds it there. */}
      {[...(now?.units ?? [])].sort((a, b) => Number(standsInRanks(a)) - Number(standsInRanks(b))).map((unit) => unit.pose && <StandingUnit key={unit.id} unit={unit} pose={unit.pose} classes={classesOf(unit)} />)}
    </g>
  );
}

/** Everything else that is written on the board. */
export function Notes(): JSX.Element {
  return (
    <g class="labels" transform={`scale(${1 / scale.value})`}>
      {lettering.value.notes.map((note) => (
        <g key={note.key} class={note.class}>
          {note.pill && <rect class="pill" x={number(note.x - noteWidth(note) / 2)} y={number(note.y - 1)} width={number(noteWidth(note))} height={number(noteHeight(note) + 2)} rx={8} />}
          <text class={`note ${note.class}`} x={number(note.x)} y={number(note.y + 11)} data-note={note.key}>
            {noteLines(note).map((line, index) => (
              <tspan key={index} x={number(note.x)} dy={index && NOTE_LINE}>
                {/* Words of two lines are two words to whoever reads the text. */}
                {index ? ` ${line}` : line}
              </tspan>
            ))}
          </text>
        </g>
      ))}
    </g>
  );
}
