/** Dice that fall beside whoever rolls them, with what they need: never over a unit where there is another place. */
import type { JSX } from "preact";
import { settings } from "../state/settings";
import { paused, shown } from "../state/show";
import { picture } from "../state/table";
import { rollText } from "../panels/Log";
import { DiceRow } from "../panels/Dice";
import type { UnitShown } from "../net/types";
import { corners } from "./geometry";
import { rectOf } from "./Overlay";
import { plates } from "./plates";
import { box, frame, inFrame, scale } from "./view";

export type Box = readonly [left: number, top: number, right: number, bottom: number];

const GAP = 10;
const WIDE = 236;
const ROW = 25;
const IN_A_ROW = 8;

/** How many pixels a tray with so many dice takes. */
export function trayOf(dice: number): [number, number] {
  return [WIDE, 50 + ROW * Math.max(1, Math.ceil(Math.min(dice, 40) / IN_A_ROW))];
}

function overlap(a: Box, b: Box): number {
  return Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));
}

/** The upper left corner of a tray beside what it is about: in the frame, over as little as may be. */
export function placeBeside(about: Box, taken: readonly Box[], [wide, high]: readonly [number, number], room: { width: number; height: number }): [number, number] {
  const [left, top, right, bottom] = about;
  const [middle, centre] = [(left + right) / 2, (top + bottom) / 2];
  const keep = (value: number, most: number) => Math.max(4, Math.min(most, value));
  const spots = [GAP, 46, 90, 150].flatMap((gap): [number, number][] => [
    [right + gap, centre - high / 2],
    [left - gap - wide, centre - high / 2],
    [middle - wide / 2, top - gap - high],
    [middle - wide / 2, bottom + gap],
    [right + gap, top - high],
    [left - gap - wide, top - high],
    [right + gap, bottom],
    [left - gap - wide, bottom],
  ]);
  let best: { at: [number, number]; cost: number } | null = null;
  spots.forEach(([x, y], index) => {
    const at: [number, number] = [keep(x, room.width - wide - 4), keep(y, room.height - high - 4)];
    const box: Box = [at[0], at[1], at[0] + wide, at[1] + high];
    // A place that had to be moved into the frame may have come over what it is about.
    const cost = taken.reduce((sum, one) => sum + overlap(box, one), 0) + overlap(box, about) * 2 + index;
    if (!best || cost < best.cost) best = { at, cost };
  });
  return best!.at;
}

function boxOf(unit: UnitShown): Box | null {
  const rect = rectOf(unit);
  if (!rect) return null;
  const points = corners(rect).map(inFrame);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

export function Tray(): JSX.Element | null {
  const beat = shown.value?.beat;
  const now = picture.value;
  if (!beat?.line.dice || !beat.lasts || !now) return null;
  const { line, scene, cue } = beat;
  const about = line.unit !== null ? [line.unit] : (scene?.units ?? []);
  const whose = scene?.kind === "fight" && !scene.result ? scene.units : about;
  const standing = now.units.filter((unit) => unit.pose);
  const boxes = new Map(standing.map((unit) => [unit.id, boxOf(unit)!]));
  const found = whose.flatMap((id) => {
    const place = boxes.get(id) ?? boxes.get(now.units.find((unit) => unit.id === id)?.host ?? -1);
    return place ? [place] : [];
  });
  if (!found.length) return null;
  const hull: Box = [Math.min(...found.map((one) => one[0])), Math.min(...found.map((one) => one[1])), Math.max(...found.map((one) => one[2])), Math.max(...found.map((one) => one[3]))];
  const { left, top } = box.value;
  const labels = plates.value.map((plate): Box => [plate.box[0] - left * scale.value, plate.box[1] - top * scale.value, plate.box[2] - left * scale.value, plate.box[3] - top * scale.value]);
  const [x, y] = placeBeside(hull, [...boxes.values(), ...labels], trayOf(line.dice!.values.length), frame.value);
  const wait = (cue?.lead ?? 0) / settings.value.speed;
  return (
    <div
      key={beat.place}
      class={`tray ${line.seat === null ? "" : `s${line.seat % 4}`} ${paused.value ? "held" : ""}`}
      style={{ transform: `translate(${Math.round(x)}px, ${Math.round(y)}px)`, "--wait": `${Math.round(wait)}ms` }}
      aria-hidden="true"
    >
      <b>{rollText(line)}</b>
      <DiceRow dice={line.dice!} />
    </div>
  );
}
