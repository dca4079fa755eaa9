/** A loose unit on its way: its models where they would end, what holds them together, and whom they would fight. */
import type { JSX } from "preact";
import { checked, units } from "../state/table";
import { type Walking, apart, fighters, isUnderWay, turns, walkEnds, walkRect, walking } from "../state/walking";
import { words } from "../words";
import { type Base, links } from "./cohesion";
import { disc } from "./disc";
import { type Point, beside } from "./geometry";
import { GhostBody, Handle, Nearest, ROUND, clearOf, handleGap } from "./ghostly";
import { verdict } from "./plaque";
import { INCH, angle, number, path, toSheet } from "./sheet";
import { drawnBy, sideClass } from "./Body";
import { coarse, scale, sheet } from "./view";

export function WalkGhost(): JSX.Element | null {
  const now = walking.value!;
  const unit = units.value.get(now.unit);
  const at = walkRect.value;
  if (!unit?.pose || !at) return null;
  const ends = walkEnds.value;
  const under = isUnderWay(now);
  const drawn = drawnBy(unit, [at.x, at.y, at.facing], ends);
  return (
    <g class="move-ghost walk-ghost">
      {under && <Ways now={now} ends={ends} seat={unit.seat} />}
      <GhostBody unit={{ ...unit, width: at.width, depth: at.depth }} at={at} drawn={drawn} state={!under ? "still" : failedModel(now) === null ? verdict() : "open"} />
      <Links now={now} ends={ends} />
      {under && <Nearest />}
      <Marks now={now} ends={ends} />
      {now.places ? <Models now={now} ends={ends} /> : null}
    </g>
  );
}

/** From where each model stands to where it would end. */
function Ways({ now, ends, seat }: { now: Walking; ends: readonly Base[]; seat: number }): JSX.Element {
  const line = ([x, y]: Base, [tx, ty]: Base) => path([toSheet(sheet.value, [x, y]), toSheet(sheet.value, [tx, ty])], false);
  return <path class={`ways ${sideClass(seat)}`} d={now.start.map((start, index) => (ends[index] ? line(start, ends[index]!) : "")).join("")} />;
}

/** Thin links between models that are near enough to each other. */
function Links({ now, ends }: { now: Walking; ends: readonly Base[] }): JSX.Element {
  const spot = (index: number) => toSheet(sheet.value, [ends[index]![0], ends[index]![1]]);
  const found = links(ends, now.round, now.asked.cohesion);
  return <path class="links" data-links={found.length} d={found.map(([one, other]) => path([spot(one), spot(other)], false)).join("")} />;
}

function ring(base: Base, more: number): string {
  return disc(toSheet(sheet.value, [base[0], base[1]]), (Math.max(base[3], base[4]) / 2) * INCH + more / scale.value);
}

/** The one model at which the move fails; null: it does not, or not at a single one. */
function failedModel(now: Walking): number | null {
  return verdict() === "bad" && isUnderWay(now) ? (checked.value?.model ?? null) : null;
}

/** Those who are apart, those who would fight, and the one at which it fails. */
function Marks({ now, ends }: { now: Walking; ends: readonly Base[] }): JSX.Element {
  const failed = failedModel(now);
  return (
    <g class="walk-marks">
      {fighters.value.map(({ model, touches }) => ends[model] && <path key={`f${model}`} class={touches ? "touches" : "reaches-foe"} data-model={model} d={ring(ends[model]!, 4)} />)}
      {apart.value.map((model) => ends[model] && <path key={`a${model}`} class="straggler" data-model={model} d={ring(ends[model]!, 6)} />)}
      {failed !== null && ends[failed] && <path class="failed" data-model={failed} d={ring(ends[failed]!, 3)} />}
    </g>
  );
}

/** Every model by itself, never smaller than a fingertip where there is room. */
function Models({ now, ends }: { now: Walking; ends: readonly Base[] }): JSX.Element {
  const least = (coarse ? 22 : 12) / scale.value;
  return (
    <g class="models">
      {ends.map((base, index) => {
        const [x, y] = toSheet(sheet.value, [base[0], base[1]]);
        const radius = Math.max((Math.max(base[3], base[4]) / 2) * INCH, least);
        return (
          <g key={index} class={`model ${index === now.held ? "held" : ""}`} data-handle="model" data-model={index} transform={`translate(${number(x)},${number(y)})`}>
            <title>{words.walk.handleModel(index + 1)}</title>
            <circle class="catch" r={number(radius)} />
            {index === now.held && <circle class="outline" r={number((Math.max(base[3], base[4]) / 2) * INCH + 3 / scale.value)} />}
          </g>
        );
      })}
    </g>
  );
}

/** The ring that turns the whole, or the model in hand. */
export function WalkHandles(): JSX.Element | null {
  const now = walking.value!;
  if (!turns(now) || !units.value.get(now.unit)?.pose || !walkRect.value) return null;
  const held = now.places ? walkEnds.value[now.held] : undefined;
  const at = held ? { x: held[0], y: held[1], facing: now.places![now.held]![2], width: held[3], depth: held[4] } : walkRect.value;
  const [, d] = clearOf(at);
  const spot: Point = beside(at, 0, d + handleGap() * 1.6);
  return <Handle name="pivot" at={spot} title={words.walk.handleTurn} icon={ROUND} turn={angle(sheet.value, at.facing)} />;
}
