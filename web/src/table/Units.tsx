/** Regiments by the bases of their models, with a front mark, a name, what is left of them and their states. */
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import look from "../../../src/warhost/report/look/shapes.json";
import { described, standsInRanks } from "../state/describing";
import { lifted } from "../state/making";
import { picks } from "../state/picking";
import { shown } from "../state/show";
import { hovered, picture, question, selected } from "../state/table";
import type { UnitShown } from "../net/types";
import { words } from "../words";
import { Body, basesPath, drawnAt, sideClass } from "./Body";
import { bodyPath } from "./cohesion";
import { type Point, type Pose, turnBetween } from "./geometry";
import { useGlide, useModelGlide } from "./glide";
import { ICON, ICON_STEP, LINE, NOTE_LINE, type UnitText, countWidth, crossed, lettering, noteLines, noteWidth, rowWidth } from "./lettering";
import { INCH, angle, number, toSheet } from "./sheet";
import { scale, sheet } from "./view";

const SIGNS: Record<string, string> = {
  ...look.signs,
  [words.sight.seen]: "M-5.2,0Q0,-5.4 5.2,0Q0,5.4 -5.2,0ZM0,-1.5A1.5,1.5 0 1 0 0.01,-1.5",
  [words.sight.unseen]: "M-5.2,0Q0,-5.4 5.2,0Q0,5.4 -5.2,0ZM-4.2,5L4.2,-5",
};

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

/** Labels in pixels of the screen, so that they stay readable at every zoom. */
export function Labels(): JSX.Element {
  return (
    <g class="labels" transform={`scale(${1 / scale.value})`}>
      {lettering.value.units.map((text) => {
        const { unit, name, x, y } = text;
        return (
          <g key={unit.id} class={`${sideClass(unit.seat)} ${unit.id === selected.value ? "selected" : ""} ${crossed.value.has(unit.id) ? "crossed" : ""}`} data-label={unit.id}>
            {name.map((line, index) => (
              <text key={index} class="label" x={number(x)} y={number(y + (index + 1) * LINE - 3)}>
                {line}
              </text>
            ))}
            <CountRow text={text} x={x} y={y + (name.length + 1) * LINE} />
          </g>
        );
      })}
    </g>
  );
}

/** Everything else that is written on the board. */
export function Notes(): JSX.Element {
  return (
    <g class="labels" transform={`scale(${1 / scale.value})`}>
      {lettering.value.notes.map((note) => (
        <g key={note.key} class={note.class}>
          {note.pill && <rect class="pill" x={number(note.x - noteWidth(note) / 2)} y={number(note.y - 1)} width={number(noteWidth(note))} height={NOTE_LINE + 2} rx={8} />}
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

function CountRow({ text, x, y }: { text: UnitText; x: number; y: number }): JSX.Element {
  const left = x - rowWidth(text) / 2;
  return (
    <>
      <text class="count" x={number(left)} y={number(y - 3)}>
        {text.count}
      </text>
      <StrengthBar unit={text.unit} x={left} y={y} width={countWidth(text) - 4} />
      {text.icons.map((word, index) => (
        <g key={word} transform={`translate(${number(left + countWidth(text) + ICON + index * ICON_STEP)},${number(y - 7.5)})`}>
          <title>{word}</title>
          <circle class={`icon ${tone(word)}`} r={ICON} />
          <g transform="scale(.88)">
            <Sign word={word} />
          </g>
        </g>
      ))}
    </>
  );
}

/** How much of its health a unit has left: only those that lost some have a bar. */
function StrengthBar({ unit, x, y, width }: { unit: UnitShown; x: number; y: number; width: number }): JSX.Element | null {
  if (unit.health >= unit.health_at_start) return null;
  return (
    <>
      <rect class="lost" x={number(x)} y={number(y)} width={number(width)} height={3} rx={1.5} />
      <rect class="left" x={number(x)} y={number(y)} width={number((width * unit.health) / unit.health_at_start)} height={3} rx={1.5} />
    </>
  );
}

/** A state as a picture; a count as its number; one that has neither, as a spell, as its first letters. */
function Sign({ word }: { word: string }): JSX.Element {
  const drawn = signOf(word);
  if (drawn) return <path class="sign" d={drawn} />;
  return (
    <text class="initials" y={3.2}>
      {/^\d+/.exec(word)?.[0] ?? word.slice(0, 2)}
    </text>
  );
}

/** Who a unit is with or is led by stands behind the words that have the sign. */
function signOf(word: string): string | undefined {
  return SIGNS[word] ?? SIGNS[/^(with|led by|in) /.exec(word)?.[1] ?? ""];
}

/** What kind of state it is: a loss, one of the rulebook's, or a spell's. */
function tone(word: string): string {
  if (/^\d/.test(word)) return "hurt";
  return signOf(word) ? "" : "spell";
}

/** A state as a small picture with its word. */
export function Mark({ word }: { word: string }): JSX.Element {
  return (
    <span class="mark">
      <svg class="wh" viewBox="-9 -9 18 18" width="18" height="18" aria-hidden="true">
        <circle class={`icon ${tone(word)}`} r={8} />
        <Sign word={word} />
      </svg>
      {word}
    </span>
  );
}

/** The whole name of the unit at the pointer, where its label does not say it. */
export function HoverName(): JSX.Element | null {
  const unit = picture.value?.units.find((one) => one.id === hovered.value);
  if (!unit?.pose) return null;
  const label = lettering.value.units.find((text) => text.unit.id === unit.id);
  if (label && label.name.join(" ") === unit.name) return null;
  const [x, y] = toSheet(sheet.value, [unit.pose[0], unit.pose[1]]);
  const text = label ? unit.name : described(unit);
  const width = noteWidth({ text, class: "", pill: true }) + 8;
  return (
    <g transform={`translate(${number(x)},${number(y)}) scale(${1 / scale.value})`} class={`hover-name ${sideClass(unit.seat)}`}>
      <rect class="pill" x={-width / 2} y={-34} width={width} height={LINE + 7} rx={8} />
      <text class="label" y={-18}>
        {text}
      </text>
    </g>
  );
}
