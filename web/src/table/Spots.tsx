/** Places in the ranks of a unit that an option is about: they lie over the unit, to be chosen by mouse or finger. */
import type { JSX } from "preact";
import { spots } from "../state/picking";
import { eyed } from "../state/table";
import { type Point, contains } from "./geometry";
import { number, path, toSheet } from "./sheet";
import { scale, sheet } from "./view";
import type { Option } from "../net/types";

export function Spots(): JSX.Element | null {
  const all = spots.value;
  const looked = all.find(({ option }) => option.key === eyed.value);
  return (
    <g class="spots">
      {all.map(({ option, corners }) => (
        <path
          key={option.key}
          class={`spot ${option === looked?.option ? "eyed" : ""}`}
          data-spot={option.key}
          d={path(corners.map((corner) => toSheet(sheet.value, corner)))}
          onPointerEnter={() => (eyed.value = option.key)}
          onPointerLeave={() => (eyed.value = null)}
        />
      ))}
      {looked && <SpotName at={looked.corners} text={looked.option.label} />}
    </g>
  );
}

/** What the place under the pointer is called, above it, where no finger covers it. */
function SpotName({ at, text }: { at: readonly Point[]; text: string }): JSX.Element {
  const on = at.map((corner) => toSheet(sheet.value, corner));
  const x = on.reduce((sum, corner) => sum + corner[0], 0) / on.length;
  const y = Math.min(...on.map((corner) => corner[1]));
  return (
    <text class="note strong" transform={`translate(${number(x)},${number(y)}) scale(${number(1 / scale.value)})`} y={-14}>
      {text}
    </text>
  );
}

/** The place that lies there, or the nearest one that is no farther than so many inches. */
export function spotAt(at: Point, inches: number): Option | null {
  let found: Option | null = null;
  let least = inches;
  for (const { option, corners } of spots.peek()) {
    const away = contains(corners, at) ? -1 : Math.min(...corners.map((corner, index) => toSide(at, corner, corners[(index + 1) % corners.length]!)));
    if (away < least) [found, least] = [option, away];
  }
  return found;
}

/** How far a point is from a side. */
function toSide([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const share = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}
