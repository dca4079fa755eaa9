/** The page's own arithmetic of the table: enough to draw a ghost at once. The server alone says what is legal. */
import type { Step } from "../net/types";

export type Point = [number, number];
export type Pose = [number, number, number];

export interface Rect {
  x: number;
  y: number;
  /** Degrees clockwise from +y. */
  facing: number;
  width: number;
  depth: number;
}

const RAD = Math.PI / 180;

/** The directions to the front and to the right of something that faces there. */
function directions(facing: number): { f: Point; r: Point } {
  const sin = Math.sin(facing * RAD);
  const cos = Math.cos(facing * RAD);
  return { f: [sin, cos], r: [cos, -sin] };
}

/** A point given in steps to the right of and ahead of a pose. */
export function beside(pose: Rect | Pose, right: number, ahead: number): Point {
  const [x, y, facing] = Array.isArray(pose) ? pose : [pose.x, pose.y, pose.facing];
  const { f, r } = directions(facing);
  return [x + r[0] * right + f[0] * ahead, y + r[1] * right + f[1] * ahead];
}

/** How far to the right of and ahead of a pose a point lies. */
export function local(pose: Rect | Pose, point: Point): Point {
  const [x, y, facing] = Array.isArray(pose) ? pose : [pose.x, pose.y, pose.facing];
  const { f, r } = directions(facing);
  const dx = point[0] - x;
  const dy = point[1] - y;
  return [dx * r[0] + dy * r[1], dx * f[0] + dy * f[1]];
}

/** Front left, front right, rear right, rear left. */
export function corners(rect: Rect): [Point, Point, Point, Point] {
  const w = rect.width / 2;
  const d = rect.depth / 2;
  return [beside(rect, -w, d), beside(rect, w, d), beside(rect, w, -d), beside(rect, -w, -d)];
}

/** Where the rectangle is after it was turned about a point. */
export function turned(rect: Rect, about: Point, degrees: number): Rect {
  const sin = Math.sin(degrees * RAD);
  const cos = Math.cos(degrees * RAD);
  const dx = rect.x - about[0];
  const dy = rect.y - about[1];
  return {
    ...rect,
    x: about[0] + dx * cos + dy * sin,
    y: about[1] - dx * sin + dy * cos,
    facing: normal(rect.facing + degrees),
  };
}

export function normal(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}

/** The shortest turn from one direction to another, between -180 and 180. */
export function turnBetween(from: number, to: number): number {
  return ((((to - from) % 360) + 540) % 360) - 180;
}

export function applyStep(rect: Rect, step: Step): Rect {
  switch (step.move) {
    case "wheel":
      return turned(rect, corners(rect)[step.degrees >= 0 ? 1 : 0], step.degrees);
    case "pivot":
      return turned(rect, [rect.x, rect.y], step.degrees);
    default: {
      const [right, ahead] =
        step.move === "forward" ? [0, step.inches] : step.move === "back" ? [0, -step.inches] : [step.inches, 0];
      const [x, y] = beside(rect, right, ahead);
      return { ...rect, x, y };
    }
  }
}

export function walk(rect: Rect, steps: readonly Step[]): Rect[] {
  const stops = [rect];
  for (const step of steps) stops.push(applyStep(stops[stops.length - 1]!, step));
  return stops;
}

/** The inches that a step uses: a wheel the straight line of its outer front corner, a pivot none. */
export function stepCost(width: number, step: Step): number {
  if (step.move === "pivot") return 0;
  if (step.move === "wheel") return wheelCost(width, step.degrees);
  return Math.abs(step.inches);
}

export function wheelCost(width: number, degrees: number): number {
  const halves = Math.floor(Math.abs(degrees) / 180);
  const rest = Math.abs(degrees) - halves * 180;
  return 2 * width * (halves + Math.sin((rest * RAD) / 2));
}

/** The wheel that takes the outer front corner that far. */
export function wheelFor(width: number, inches: number): number {
  if (inches <= 0) return 0;
  return inches >= 2 * width ? 180 : (2 * Math.asin(inches / (2 * width))) / RAD;
}

/** The wheel, signed like one, after which the point lies straight ahead of the centre; 0 where none is needed. */
export function wheelTowards(rect: Rect, point: Point): number {
  const [right, ahead] = local(rect, point);
  if (Math.abs(right) < 0.001 && ahead >= 0) return 0;
  const half = rect.width / 2;
  const away = Math.hypot(Math.abs(right) - half, ahead - rect.depth / 2);
  if (away <= half) return 0;
  // The centre's line of advance keeps half a width from the corner that stands still.
  const turn = Math.atan2(Math.abs(right) - half, ahead - rect.depth / 2) + Math.asin(half / away);
  return (right >= 0 ? 1 : -1) * normal(turn / RAD);
}

/** The direction from one point to another, in degrees clockwise from +y. */
export function bearing(from: Point, to: Point): number {
  return normal(Math.atan2(to[0] - from[0], to[1] - from[1]) / RAD);
}

/** Where something lies seen by a pose, as on a clock face: 12 is straight ahead. */
export function clock(pose: Pose, point: Point): number {
  const hour = Math.round(normal(bearing([pose[0], pose[1]], point) - pose[2]) / 30) % 12;
  return hour === 0 ? 12 : hour;
}

/** Which side of the pose the point lies on, by the diagonals through the corners. */
export function sideOf(rect: Rect, point: Point): "front" | "right" | "rear" | "left" {
  const [right, ahead] = local(rect, point);
  const beyondSide = Math.abs(right) - rect.width / 2;
  const beyondFront = Math.abs(ahead) - rect.depth / 2;
  if (beyondSide > beyondFront) return right > 0 ? "right" : "left";
  return ahead > 0 ? "front" : "rear";
}

/** The closest points of two rectangles and how far they are apart; 0 where they meet. */
export function closest(one: Rect, other: Rect): { inches: number; from: Point; to: Point } {
  if (overlaps(one, other)) return { inches: 0, from: [one.x, one.y], to: [other.x, other.y] };
  let best = { inches: Infinity, from: [0, 0] as Point, to: [0, 0] as Point };
  const a = corners(one);
  const b = corners(other);
  for (const [points, edges, flipped] of [
    [a, b, false],
    [b, a, true],
  ] as const) {
    for (const point of points) {
      for (let i = 0; i < 4; i++) {
        const near = nearestOnEdge(point, edges[i]!, edges[(i + 1) % 4]!);
        const inches = Math.hypot(near[0] - point[0], near[1] - point[1]);
        if (inches < best.inches) best = flipped ? { inches, from: near, to: point } : { inches, from: point, to: near };
      }
    }
  }
  return best;
}

function nearestOnEdge(point: Point, from: Point, to: Point): Point {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const along = ((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / (dx * dx + dy * dy || 1);
  const t = Math.max(0, Math.min(1, along));
  return [from[0] + dx * t, from[1] + dy * t];
}

export function overlaps(one: Rect, other: Rect): boolean {
  const a = corners(one);
  const b = corners(other);
  for (const rect of [one, other]) {
    const { f, r } = directions(rect.facing);
    for (const axis of [f, r]) {
      const of = (points: readonly Point[]) => points.map((p) => p[0] * axis[0] + p[1] * axis[1]);
      const [pa, pb] = [of(a), of(b)];
      if (Math.max(...pa) <= Math.min(...pb) + 1e-6 || Math.max(...pb) <= Math.min(...pa) + 1e-6) return false;
    }
  }
  return true;
}

/** The rectangle with that facing around bases, each as x, y, facing, width, depth. */
export function around(bases: readonly (readonly number[])[], facing: number): Rect {
  const frame: Pose = [0, 0, facing];
  const spots = bases.flatMap(([x, y, turned, width, depth]) => corners({ x: x!, y: y!, facing: turned!, width: width!, depth: depth! }).map((corner) => local(frame, corner)));
  const [rights, aheads] = [spots.map(([right]) => right), spots.map(([, ahead]) => ahead)];
  const [left, right, near, far] = [Math.min(...rights), Math.max(...rights), Math.min(...aheads), Math.max(...aheads)];
  const [x, y] = beside(frame, (left + right) / 2, (near + far) / 2);
  return { x, y, facing, width: right - left, depth: far - near };
}

export function contains(polygon: readonly Point[], point: Point): boolean {
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [xi, yi] = polygon[i]!;
    const [xj, yj] = polygon[j]!;
    if (yi > point[1] !== yj > point[1] && point[0] < ((xj - xi) * (point[1] - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}

/** The rectangle moved by no more than a little: into the zone, and away from others that are too near. */
export function nudged(rect: Rect, zone: readonly Point[] | null, others: readonly Rect[], gap: number, little: number): Rect {
  const inside = zone ? intoZone(rect, zone, little) : rect;
  for (const other of others) {
    const line = closest(inside, other);
    const lack = gap - line.inches;
    if (line.inches > 0 && lack > 0 && lack <= little) {
      const away = lack / line.inches;
      return { ...inside, x: inside.x + (line.from[0] - line.to[0]) * away, y: inside.y + (line.from[1] - line.to[1]) * away };
    }
  }
  return inside;
}

function intoZone(rect: Rect, zone: readonly Point[], little: number): Rect {
  const middle = zone.reduce<Point>((sum, one) => [sum[0] + one[0] / zone.length, sum[1] + one[1] / zone.length], [0, 0]);
  return zone.reduce((now, from, index) => {
    const to = zone[(index + 1) % zone.length]!;
    const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    let [nx, ny] = [(to[1] - from[1]) / long, (from[0] - to[0]) / long];
    if ((middle[0] - from[0]) * nx + (middle[1] - from[1]) * ny > 0) [nx, ny] = [-nx, -ny];
    const beyond = Math.max(...corners(now).map((corner) => (corner[0] - from[0]) * nx + (corner[1] - from[1]) * ny));
    return beyond > 0 && beyond <= little ? { ...now, x: now.x - nx * beyond, y: now.y - ny * beyond } : now;
  }, rect);
}

export function rounded(value: number, step: number): number {
  return Math.round(Math.round(value / step) * step * 1000) / 1000;
}
