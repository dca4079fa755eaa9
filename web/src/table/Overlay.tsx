/** What lies over the table: zones, rings, reach and sight of the selected unit, options, the ruler. */
import type { JSX } from "preact";
import { picks } from "../state/picking";
import { shown } from "../state/show";
import { eyed, picture, question, surveyed, units } from "../state/table";
import { ruler } from "../state/ui";
import { words } from "../words";
import type { Option, Question, Reach, UnitShown } from "../net/types";
import { type Point, type Rect, bearing, closest, corners } from "./geometry";
import { between, partOf, partsOf } from "./apart";
import { wayBetween } from "./glide";
import { shownReaches } from "./lettering";
import { outline } from "./reach";
import { INCH, angle, number, path, toSheet } from "./sheet";
import { scale, sheet } from "./view";

export function rectOf(unit: UnitShown): Rect | null {
  return unit.pose
    ? { x: unit.pose[0], y: unit.pose[1], facing: unit.pose[2], width: unit.width, depth: unit.depth }
    : null;
}

/** Text of a fixed size on the screen. */
function Note(props: { at: Point; text: string; class?: string; dy?: number }): JSX.Element {
  const [x, y] = toSheet(sheet.value, props.at);
  return (
    <text
      class={`note ${props.class ?? ""}`}
      transform={`translate(${number(x)},${number(y)}) scale(${number(1 / scale.value)})`}
      y={props.dy ?? 0}
    >
      {props.text}
    </text>
  );
}

/** The parts of the table that options are about; places in a unit lie over it (`Spots`). */
function areasOf(asked: Question | null): { option: Option; corners: readonly Point[] }[] {
  if (asked?.ask !== "choose") return [];
  return asked.options.filter((option) => option.unit === null || option.unit === undefined).flatMap((option) => (option.areas ?? []).map(({ corners }) => ({ option, corners })));
}

export function Zones(): JSX.Element | null {
  const now = picture.value;
  const asked = question.value;
  if (!now) return null;
  const wanted = asked?.ask === "place" && asked.zone ? asked.zone.corners : null;
  return (
    <g class="zones">
      {now.board.zones.map((zone, index) => (
        <path key={index} class={zone.seat < 0 ? "zone" : `zone s${zone.seat % 4}`} d={path(zone.corners.map((corner) => toSheet(sheet.value, corner)))} />
      ))}
      {areasOf(asked).map(({ option, corners }, index) => (
        <path
          key={index}
          class={`zone offered ${eyed.value === option.key ? "eyed" : ""}`}
          data-option={option.key}
          d={path(corners.map((corner) => toSheet(sheet.value, corner)))}
          onPointerEnter={() => (eyed.value = option.key)}
          onPointerLeave={() => (eyed.value = null)}
        >
          <title>{option.label}</title>
        </path>
      ))}
      {wanted && <path class="zone wanted" d={path(wanted.map((corner) => toSheet(sheet.value, corner)))} />}
      {now.board.rings.map((ring, index) => {
        const [x, y] = toSheet(sheet.value, [ring.x, ring.y]);
        return <circle key={index} class="ring" cx={x} cy={y} r={ring.radius * INCH} />;
      })}
      {now.board.markers.map((marker, index) => {
        const [x, y] = toSheet(sheet.value, [marker.x, marker.y]);
        const held = marker.owner === null ? null : marker.owner % 4;
        return (
          <g key={index} class={`marker ${held === null ? "" : `held s${held}`}`} transform={`translate(${number(x)},${number(y)})`}>
            <title>{marker.label || words.table.marker}</title>
            <circle class="plate" r={11} />
            <circle class="disc" r={11} fill={held ? `url(#pattern-${held})` : undefined} />
            <path d="M-16,0H-11M11,0H16M0,-16V-11M0,11V16" />
            <text y={5}>{/\d+/.exec(marker.label)?.[0] ?? ""}</text>
            {marker.face && (
              <g class="face" transform="translate(17,-15)">
                <rect x={-9} y={-10} width={18} height={20} rx={3} />
                <text y={5}>{marker.face}</text>
              </g>
            )}
          </g>
        );
      })}
    </g>
  );
}

/** How far the selected unit goes, and lines to all that it sees: broken where there is cover. */
export function Reaches(): JSX.Element | null {
  const shown = shownReaches();
  if (!shown) return null;
  const { here, seat, reaches } = shown;
  const looks = units.value.get(surveyed.value?.unit ?? -1);
  // A loose unit looks from the nearest of its models, unless it is in hand: then nobody knows yet where they end.
  const own = looks?.loose && looks.bases.length && looks.pose?.[0] === here.x && looks.pose[1] === here.y ? partsOf(looks) : partOf(here);
  return (
    <g class={`reaches s${seat % 4}`}>
      <g clip-path="url(#on-board)">
        {reaches.map((reach) => (
          <path key={reach.label} class="reach" d={reachPath(here, reach)} />
        ))}
      </g>
      {surveyed.value?.sights.map((sight) => {
        const seen = sight.seen ? units.value.get(sight.unit) : undefined;
        const line = seen?.pose && between(own, partsOf(seen));
        return line && <path key={sight.unit} class={`sees ${sight.cover ? "covered" : ""}`} d={path([toSheet(sheet.value, line.from), toSheet(sheet.value, line.to)], false)} />;
      })}
    </g>
  );
}

export function reachPath(here: Rect, reach: Reach): string {
  return path(outline(here, reach.inches, reach.arc ?? "front").map((point) => toSheet(sheet.value, point)));
}

/** The shortest line between two. */
export function linePath(from: Rect, to: Rect): string {
  const line = closest(from, to);
  return path([toSheet(sheet.value, line.from), toSheet(sheet.value, line.to)], false);
}

/** More places than these are a heap: then only the one under the pointer is shown. */
const MOST_POSES = 4;

/** What options mean on the table: odds at their targets, outlines of places, a line for the one under the pointer. */
export function OptionMarks(): JSX.Element | null {
  const asked = question.value;
  if (asked?.ask !== "choose") return null;
  const { poses } = picks.value;
  const looked = asked.options.find((option) => option.key === eyed.value);
  const from = looked?.unit !== null && looked?.unit !== undefined ? units.value.get(looked.unit) : null;
  const to = looked?.target !== null && looked?.target !== undefined ? units.value.get(looked.target) : null;
  return (
    <g class="option-marks">
      {poses.filter((option) => poses.length <= MOST_POSES || option.key === eyed.value).map((option) => {
        const unit = units.value.get(option.unit ?? -1);
        const [x, y] = toSheet(sheet.value, [option.pose![0], option.pose![1]]);
        const w = (unit?.width ?? 1) * INCH;
        const d = (unit?.depth ?? 1) * INCH;
        return (
          <g
            key={option.key}
            class={`option-pose ${option.key === eyed.value ? "eyed" : ""}`}
            data-option={option.key}
            transform={`translate(${number(x)},${number(y)}) rotate(${number(angle(sheet.value, option.pose![2]))})`}
          >
            <title>{option.label}</title>
            <rect x={-w / 2} y={-d / 2} width={w} height={d} />
            <path d={`M${-w / 2},${-d / 2}H${w / 2}`} />
          </g>
        );
      })}
      {from && to && from.pose && to.pose && from.id !== to.id && <Arrow from={rectOf(from)!} to={rectOf(to)!} />}
    </g>
  );
}

/** What is being done to those whom the question is about, or by whoever is seen to act. */
export function ActMarks(): JSX.Element | null {
  const line = shown.value?.beat.line;
  const act = question.value?.act ?? (line && line.unit !== null ? { unit: line.unit, targets: line.others ?? [] } : null);
  const from = act && rectIn(act.unit);
  if (!from) return null;
  return (
    <g class="act-marks">
      {act.targets.map((id) => {
        const to = id === act.unit ? null : rectIn(id);
        return to && <Arrow key={id} from={from} to={to} />;
      })}
    </g>
  );
}

/** The way that a unit is seen to go, from where it stood. */
export function Trail(): JSX.Element | null {
  const now = shown.value;
  const went = now?.beat.change?.units.find((unit) => unit.id === now.beat.line.unit);
  const before = went && now?.before.units.find((unit) => unit.id === went.id);
  const from = before && rectOf(before);
  if (!from || !went.pose || String(before.pose) === String(went.pose)) return null;
  const steps = now?.beat.change?.went;
  const way = (steps && wayBetween(from, went.pose, [steps])) || [from, { ...from, x: went.pose[0], y: went.pose[1] }];
  return (
    <g class={`trail s${went.seat % 4}`}>
      <path class="stop" d={path(corners(from).map((corner) => toSheet(sheet.value, corner)))} />
      <path class="way" d={path(way.map((one) => toSheet(sheet.value, [one.x, one.y])), false)} />
    </g>
  );
}

function rectIn(id: number): Rect | null {
  const unit = units.value.get(id);
  return unit ? rectOf(unit) : null;
}

function Arrow({ from, to }: { from: Rect; to: Rect }): JSX.Element {
  const line = closest(from, to);
  const [ax, ay] = toSheet(sheet.value, [from.x, from.y]);
  const [bx, by] = toSheet(sheet.value, line.to);
  return <path class="intent" marker-end="url(#head)" d={`M${number(ax)},${number(ay)}L${number(bx)},${number(by)}`} />;
}

/** From point to point; between units from edge to edge. */
export function Ruler(): JSX.Element | null {
  const held = ruler.value;
  if (!held) return null;
  const [from, to] = measured(held.from, held.to);
  const inches = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const [ax, ay] = toSheet(sheet.value, from);
  const [bx, by] = toSheet(sheet.value, to);
  return (
    <g class="ruler-line">
      <path d={`M${number(ax)},${number(ay)}L${number(bx)},${number(by)}`} />
      <circle cx={ax} cy={ay} r={3} />
      <circle cx={bx} cy={by} r={3} />
      <Note
        at={[(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]}
        text={`${words.inch(inches, 2)} · ${words.degrees(Math.round(bearing(from, to)))}`}
        class="strong"
        dy={-8}
      />
    </g>
  );
}

function measured(from: Point, to: Point): [Point, Point] {
  const one = unitAt(from);
  const other = unitAt(to);
  if (!one && !other) return [from, to];
  if (one && other && one.id === other.id) return [from, to];
  const point = (at: Point): Rect => ({ x: at[0], y: at[1], facing: 0, width: 1e-6, depth: 1e-6 });
  const line = closest(one ? rectOf(one)! : point(from), other ? rectOf(other)! : point(to));
  return [line.from, line.to];
}

/** The unit that stands there, or the nearest that is so many inches away. */
export function unitAt(at: Point, inches = 0.05): UnitShown | null {
  const point: Rect = { x: at[0], y: at[1], facing: 0, width: 1e-6, depth: 1e-6 };
  let found: UnitShown | null = null;
  let least = inches;
  for (const unit of units.peek().values()) {
    const rect = rectOf(unit);
    const away = rect ? closest(rect, point).inches : Infinity;
    if (away < least) [found, least] = [unit, away];
  }
  return found;
}
