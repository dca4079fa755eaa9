/** Where the banner of a unit is planted, and how large it is on the screen. */
import look from "../../../src/warhost/report/look/shapes.json";
import type { UnitShown } from "../net/types";
import { type Point, type Pose, corners } from "./geometry";
import type { Box } from "./labels";
import { INCH, toSheet } from "./sheet";
import { scale, sheet } from "./view";

const { height: POLE, width: CLOTH } = look.banner;
/** Corners nearly as high as each other: then the left one. */
const LEVEL = 3;

/** Larger when one looks from near, but never too small to tell the sides apart. */
export function bannerSize(): number {
  return Math.max(0.78, Math.min(1.5, scale.value));
}

/** The highest corner on the screen: from there a banner rises without hiding the unit's own models. In pixels. */
export function planted(unit: UnitShown, pose: Pose = unit.pose!): Point {
  if (unit.loose && unit.pose && unit.bases.length) return onTheHighest(unit, pose);
  const [x, y, facing] = pose;
  const outline = corners({ x, y, facing, width: unit.width, depth: unit.depth }).map((corner): Point => {
    const [px, py] = toSheet(sheet.value, corner);
    return [px * scale.value, py * scale.value];
  });
  const top = Math.min(...outline.map((point) => point[1]));
  return outline.filter((point) => point[1] < top + LEVEL).reduce((best, point) => (point[0] < best[0] ? point : best));
}

/** On the highest model of a loose unit: the corners of the space around it may be far from all of them. In pixels. */
function onTheHighest(unit: UnitShown, [x, y]: Pose): Point {
  const [dx, dy] = [x - unit.pose![0], y - unit.pose![1]];
  const tops = unit.bases.map(([bx, by, , width]): Point => {
    const [px, py] = toSheet(sheet.value, [bx + dx, by + dy]);
    return [px * scale.value, (py - (width * INCH) / 2) * scale.value];
  });
  const top = Math.min(...tops.map((point) => point[1]));
  return tops.filter((point) => point[1] < top + LEVEL).reduce((best, point) => (point[0] < best[0] ? point : best));
}

/** The room that it takes on the screen. */
export function bannerBox(unit: UnitShown): Box {
  const [x, y] = planted(unit);
  const size = bannerSize();
  return [x - 2, y - POLE * size, x + (CLOTH + 2) * size, y];
}
