/** Where a unit would stand: its ghost with handles, the way there, what it costs and why it is not possible. */
import type { JSX } from "preact";
import { mayTurn } from "../state/draft";
import { draft, draftEnd, placing } from "../state/making";
import { checked, units } from "../state/table";
import type { UnitShown } from "../net/types";
import { words } from "../words";
import { GhostBanner } from "./Banners";
import { type Rect, beside, corners, walk } from "./geometry";
import { PLATE_LINE, lettering } from "./lettering";
import { nearGhost } from "./near";
import { verdict } from "./plaque";
import { INCH, angle, number, path, toSheet } from "./sheet";
import { Body, type Drawn, drawnAt, drawnBy, sideClass } from "./Units";
import { coarse, scale, sheet } from "./view";

export function GhostLayer(): JSX.Element | null {
  if (placing.value) return <PlaceGhost />;
  return draft.value ? <MoveGhost /> : null;
}

function GhostBody(props: { unit: UnitShown; at: Rect; drawn: Drawn; state: string }): JSX.Element {
  const [x, y] = toSheet(sheet.value, [props.at.x, props.at.y]);
  const transform = `translate(${number(x)},${number(y)}) rotate(${number(angle(sheet.value, props.at.facing))})`;
  const w = props.at.width * INCH;
  const d = props.at.depth * INCH;
  // What the hand can grab: never smaller than a fingertip.
  const grip = clearOf(props.at);
  return (
    <>
      <g class={`ghost ${sideClass(props.unit.seat)} ${props.state}`} transform={transform} data-handle="body">
        <Body unit={props.unit} drawn={props.drawn} />
        <rect class="outline" x={-w / 2 - 2} y={-d / 2 - 2} width={w + 4} height={d + 4} rx={3} />
        <rect class="catch" x={-grip[0] * INCH} y={-grip[1] * INCH} width={2 * grip[0] * INCH} height={2 * grip[1] * INCH} />
      </g>
      <GhostBanner unit={props.unit} pose={[props.at.x, props.at.y, props.at.facing]} />
    </>
  );
}

function Handle(props: { name: string; at: [number, number]; title: string; icon: string; turn: number }): JSX.Element {
  const [x, y] = toSheet(sheet.value, props.at);
  const k = Math.min(1.6, 1 / scale.value);
  return (
    <g
      class="handle"
      data-handle={props.name}
      transform={`translate(${number(x)},${number(y)}) scale(${number(k)}) rotate(${number(props.turn)})`}
    >
      <title>{props.title}</title>
      <circle class="wide" r={coarse ? 22 : 18} />
      <circle r={10} />
      <path d={props.icon} />
    </g>
  );
}

/** How far from a unit its handles are, in inches. */
function handleGap(): number {
  return (coarse ? 20 : 14) / INCH / Math.max(0.6, scale.value);
}

/** Half the width and depth around which handles are put: a lone model is not to vanish under its own. */
function clearOf(rect: Rect): [number, number] {
  const least = (coarse ? 24 : 16) / INCH / scale.value;
  return [Math.max(rect.width / 2, least), Math.max(rect.depth / 2, least)];
}

const CURVE_RIGHT = "M-4.5,4A6,6 0 0 1 2.5,-3.5M2.8,-6.2L3,-3L-.2,-2.6";
const CURVE_LEFT = "M4.5,4A6,6 0 0 0 -2.5,-3.5M-2.8,-6.2L-3,-3L.2,-2.6";
const ROUND = "M4.6,1.5A5,5 0 1 1 2.6,-4.2M3.4,-7L3,-3.8L-.2,-4.2";

function MoveGhost(): JSX.Element | null {
  const now = draft.value!;
  const end = draftEnd.value!;
  const unit = units.value.get(now.unit);
  if (!unit?.pose) return null;
  const wheels = mayTurn(now, "corner");
  const pivots = mayTurn(now, "centre");
  const turn = angle(sheet.value, end.facing);
  const off = handleGap();
  const [w, d] = clearOf(end);
  const stops = walk(now.start, now.steps);
  return (
    <g class="move-ghost">
      <Lane />
      {stops.slice(0, -1).map((stop, index) => (
        <path key={index} class={`stop ${sideClass(unit.seat)}`} d={path(corners(stop).map((corner) => toSheet(sheet.value, corner)))} />
      ))}
      {now.steps.length > 0 && (
        <path class={`way ${sideClass(unit.seat)}`} d={path(stops.map((stop) => toSheet(sheet.value, [stop.x, stop.y])), false)} />
      )}
      <GhostBody unit={unit} at={end} drawn={drawnAt(unit, unit.pose)} state={now.steps.length ? verdict() : "still"} />
      <Nearest />
      {wheels && (
        <>
          <Handle name="wheel-left" at={beside(end, -w - off * 0.5, d + off)} title={words.move.handleWheelLeft} icon={CURVE_RIGHT} turn={turn} />
          <Handle name="wheel-right" at={beside(end, w + off * 0.5, d + off)} title={words.move.handleWheelRight} icon={CURVE_LEFT} turn={turn} />
        </>
      )}
      {pivots && <Handle name="pivot" at={beside(end, 0, -d - off * 1.4)} title={words.move.handlePivot} icon={ROUND} turn={turn} />}
      <Plate />
    </g>
  );
}

/** How far straight ahead each kind of move goes from the start. */
function Lane(): JSX.Element {
  const now = draft.value!;
  const kinds = now.kinds.filter((kind) => (kind.forward ?? 0) > 0);
  const rect = now.start;
  const w = rect.width / 2;
  const d = rect.depth / 2;
  return (
    <g class="lane">
      {kinds.map((kind) => {
        const far = d + (kind.forward ?? 0);
        const points = [beside(rect, -w, d), beside(rect, -w, far), beside(rect, w, far), beside(rect, w, d)];
        return <path key={kind.name} d={path(points.map((point) => toSheet(sheet.value, point)))} />;
      })}
    </g>
  );
}

/** Lines of text on a plate beside the ghost. */
function Plate(): JSX.Element | null {
  const plate = lettering.value.plate;
  if (!plate) return null;
  return (
    <g class={`plaque ${plate.state}`} transform={`scale(${number(1 / scale.value)}) translate(${number(plate.x)},${number(plate.y)})`}>
      <rect x={-plate.width / 2} y={0} width={plate.width} height={8 + plate.lines.length * PLATE_LINE} rx={6} />
      {plate.lines.map((line, index) => (
        <text key={index} y={(index + 1) * PLATE_LINE} class={line.kind}>
          {line.text}
        </text>
      ))}
    </g>
  );
}

/** Lines to the nearest of both sides. */
function Nearest(): JSX.Element {
  return (
    <g class="nearest">
      {nearGhost.value.map(({ other, foe, line }) => (
        <path key={other.id} class={foe ? "foe" : ""} d={path([toSheet(sheet.value, line.from), toSheet(sheet.value, line.to)], false)} />
      ))}
    </g>
  );
}

function PlaceGhost(): JSX.Element | null {
  const now = placing.value!;
  const unit = now.unit === null ? null : units.value.get(now.unit);
  const state = verdict();
  if (!unit) {
    const [x, y] = toSheet(sheet.value, [now.rect.x, now.rect.y]);
    return (
      <g class={`ghost ${state}`} data-handle="body" transform={`translate(${number(x)},${number(y)})`}>
        <circle class="outline" r={12} />
        <circle class="catch" r={18} />
      </g>
    );
  }
  const told = checked.value;
  const drawn = told?.bases?.length && told.pose ? drawnBy(unit, told.pose, told.bases) : drawnBy(unit, [0, 0, 0], []);
  const [, d] = clearOf(now.rect);
  return (
    <g class="move-ghost">
      <GhostBody unit={unit} at={now.rect} drawn={drawn} state={state} />
      <Nearest />
      <Handle
        name="pivot"
        at={beside(now.rect, 0, d + handleGap() * 1.6)}
        title={words.move.handlePivot}
        icon={ROUND}
        turn={angle(sheet.value, now.rect.facing)}
      />
      <Plate />
    </g>
  );
}
