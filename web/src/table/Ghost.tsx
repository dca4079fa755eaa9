/** Where a unit would stand: its ghost with handles, the way there, what it costs and why it is not possible. */
import type { JSX } from "preact";
import { guestsOf } from "../state/describing";
import { frontages, isDrawn, mayTurn, startOf } from "../state/draft";
import { type Placing, draft, draftEnd, faces, placedRect, placing } from "../state/making";
import { checked, units } from "../state/table";
import { walking } from "../state/walking";
import type { UnitShown } from "../net/types";
import { words } from "../words";
import { disc } from "./disc";
import { type Point, type Pose, beside, corners, walk } from "./geometry";
import { GhostBody, Handle, Nearest, Plate, ROUND, clearOf, handleGap } from "./ghostly";
import { verdict } from "./plaque";
import { INCH, angle, number, path, toSheet } from "./sheet";
import { type Drawn, drawnAt, drawnBy, sideClass } from "./Body";
import { coarse, scale, sheet } from "./view";
import { WalkGhost, WalkHandles } from "./WalkGhost";

export function GhostLayer(): JSX.Element | null {
  if (placing.value) return <PlaceGhost />;
  if (walking.value) return <WalkGhost />;
  return draft.value ? <MoveGhost /> : null;
}

/** What the hand takes the ghost by, and what is said of it: over the names of others, which lie over the ghost. */
export function HandleLayer(): JSX.Element | null {
  const handles = placing.value ? <PlaceHandles /> : walking.value ? <WalkHandles /> : draft.value ? <MoveHandles /> : null;
  return (
    handles && (
      <g class="handles">
        {handles}
        <Plate />
      </g>
    )
  );
}

const CURVE_RIGHT = "M-4.5,4A6,6 0 0 1 2.5,-3.5M2.8,-6.2L3,-3L-.2,-2.6";
const CURVE_LEFT = "M4.5,4A6,6 0 0 0 -2.5,-3.5M-2.8,-6.2L-3,-3L.2,-2.6";
const WIDTH = "M-6,0H6M-6,0L-3,-3M-6,0L-3,3M6,0L3,-3M6,0L3,3";
function MoveGhost(): JSX.Element | null {
  const now = draft.value!;
  const end = draftEnd.value!;
  const unit = units.value.get(now.unit);
  if (!unit?.pose) return null;
  const stops = walk(startOf(now), now.steps);
  const reshaped = now.files ? { ...unit, width: end.width, depth: end.depth } : unit;
  return (
    <g class="move-ghost">
      <Lane />
      {stops.slice(0, -1).map((stop, index) => (
        <path key={index} class={`stop ${sideClass(unit.seat)}`} d={path(corners(stop).map((corner) => toSheet(sheet.value, corner)))} />
      ))}
      {now.steps.length > 0 && (
        <path class={`way ${sideClass(unit.seat)}`} d={path(stops.map((stop) => toSheet(sheet.value, [stop.x, stop.y])), false)} />
      )}
      <GhostBody unit={reshaped} at={end} drawn={now.files ? reformedAs(reshaped) : withGuests(unit, unit.pose)} state={isDrawn(now) ? verdict() : "still"} />
      <Nearest />
    </g>
  );
}

function MoveHandles(): JSX.Element | null {
  const now = draft.value!;
  const end = draftEnd.value!;
  if (!units.value.get(now.unit)?.pose) return null;
  const turn = angle(sheet.value, end.facing);
  const off = handleGap();
  const [w, d] = clearOf(end);
  return (
    <>
      {mayTurn(now, "corner") && (
        <>
          <Handle name="wheel-left" at={beside(end, -w - off * 0.5, d + off)} title={words.move.handleWheelLeft} icon={CURVE_RIGHT} turn={turn} />
          <Handle name="wheel-right" at={beside(end, w + off * 0.5, d + off)} title={words.move.handleWheelRight} icon={CURVE_LEFT} turn={turn} />
        </>
      )}
      {frontages(now).length > 1 &&
        [-1, 1].map((side) => (
          <Handle key={side} name="files" at={beside(end, side * (w + off), 0)} title={words.move.handleFiles} icon={WIDTH} turn={turn} />
        ))}
      {mayTurn(now, "centre") && <Handle name="pivot" at={beside(end, 0, -d - off * 1.4)} title={words.move.handlePivot} icon={ROUND} turn={turn} />}
    </>
  );
}

/** The models as they stand, with whoever is in their ranks. */
function withGuests(unit: UnitShown, pose: Pose): Drawn {
  const guests = guestsOf(unit);
  return guests.length ? drawnBy(unit, pose, [...unit.bases, ...guests.flatMap((guest) => guest.bases)]) : drawnAt(unit, pose);
}

/** The models in other files, where the server says that they would stand. */
function reformedAs(unit: UnitShown): Drawn {
  const told = checked.value;
  return told?.bases?.length && told.pose ? drawnBy(unit, told.pose, told.bases) : drawnBy(unit, [0, 0, 0], []);
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

/** The outline of a model or a template about its place, facing up, in pixels of the sheet. */
function outlinePath({ form, width, depth = 0 }: NonNullable<Placing["outline"]>): string {
  const [r, long] = [(width * INCH) / 2, depth * INCH];
  const far = long - r;
  switch (form) {
    case "circle":
      return disc([0, 0], r);
    case "rectangle":
      return path([[-r, -long / 2], [r, -long / 2], [r, long / 2], [-r, long / 2]]);
    case "line":
      return `M${number(-r)},0V${number(-long)}A${number(r)},${number(r)} 0 0 1 ${number(r)},${number(-long)}V0A${number(r)},${number(r)} 0 0 1 ${number(-r)},0Z`;
    case "cone": {
      // The sides touch the round end where they meet it at a right angle.
      if (far <= r) return disc([0, -far], r);
      const [x, y] = [(r * Math.sqrt(far * far - r * r)) / far, -far + (r * r) / far];
      return `M0,0L${number(-x)},${number(y)}A${number(r)},${number(r)} 0 1 1 ${number(x)},${number(y)}Z`;
    }
  }
}

/** How near it has to be to what: around points, and around the models of a unit. */
function Withins({ now }: { now: Placing }): JSX.Element {
  return (
    <>
      {now.within.map((one, index) => {
        const bases = one.unit === null || one.unit === undefined ? [] : (units.value.get(one.unit)?.bases ?? []);
        const mates = bases.filter((_, at) => at !== now.model);
        const discs = [
          ...(one.points ?? []).map((point) => ({ at: point as Point, radius: one.inches })),
          ...mates.map(([x, y, , width]) => ({ at: [x, y] as Point, radius: one.inches + width / 2 })),
        ];
        return (
          <g key={index} class="within" clip-path="url(#on-board)">
            <path d={discs.map(({ at, radius }) => disc(toSheet(sheet.value, at), radius * INCH)).join("")} />
          </g>
        );
      })}
    </>
  );
}

/** A model or a template on its way. */
function OutlineGhost({ now, unit }: { now: Placing; unit: UnitShown | null }): JSX.Element {
  const [x, y] = toSheet(sheet.value, [now.rect.x, now.rect.y]);
  const turn = angle(sheet.value, now.rect.facing);
  const shape = outlinePath(now.outline!);
  const least = (coarse ? 24 : 16) / scale.value;
  return (
    <g class="move-ghost">
      <Withins now={now} />
      <g class={`ghost ${unit ? sideClass(unit.seat) : "template"} ${verdict()}`} data-handle="body" transform={`translate(${number(x)},${number(y)}) rotate(${number(turn)})`}>
        <path class="plate" d={shape} />
        <path class="tint" d={shape} />
        <path class="outline" d={shape} />
        {now.model === null && <circle class="spot" r={3} />}
        <circle class="catch" r={number(least)} />
        <path class="catch" d={shape} />
      </g>
    </g>
  );
}

function PlaceHandles(): JSX.Element | null {
  const now = placing.value!;
  const turn = angle(sheet.value, now.rect.facing);
  if (now.outline) {
    const { form, depth = 0 } = now.outline;
    const reach = form === "line" || form === "cone" ? depth : now.rect.depth / 2;
    return faces(now) ? <Handle name="pivot" at={beside(now.rect, 0, reach + handleGap() * 1.4)} title={words.place.turn} icon={ROUND} turn={turn} /> : null;
  }
  if (now.unit === null || !units.value.has(now.unit)) return null;
  const at = placedRect.value!;
  const [, d] = clearOf(at);
  return <Handle name="pivot" at={beside(at, 0, d + handleGap() * 1.6)} title={words.move.handlePivot} icon={ROUND} turn={turn} />;
}

function PlaceGhost(): JSX.Element | null {
  const now = placing.value!;
  const unit = now.unit === null ? null : units.value.get(now.unit);
  const state = verdict();
  if (now.outline) return <OutlineGhost now={now} unit={unit ?? null} />;
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
  const at = placedRect.value!;
  const middle = told?.pose && ([told.pose[0] + at.x - now.rect.x, told.pose[1] + at.y - now.rect.y, told.pose[2]] as Pose);
  const drawn = told?.bases?.length && middle ? drawnBy(unit, middle, told.bases) : drawnBy(unit, [0, 0, 0], []);
  return (
    <g class="move-ghost">
      <Withins now={now} />
      <GhostBody unit={{ ...unit, width: at.width, depth: at.depth }} at={at} drawn={drawn} state={state} />
      <Nearest />
    </g>
  );
}
