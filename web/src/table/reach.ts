/** How far something goes from a regiment: the outline of all that it reaches, and where a label lies on its rim. */
import { type Point, type Rect, beside } from "./geometry";

/** Into the arc at the front; where the front comes after a turn of up to 90 degrees; in every direction. */
export type Arc = "front" | "turned" | "around";

const RAD = Math.PI / 180;
/** Degrees between two points of a rim that is round. */
const FINE = 3;

/** The outline as points of the table, clockwise from the left end of its rim. */
export function outline(rect: Rect, inches: number, arc: Arc): Point[] {
  const rim = rimOf(rect, inches, arc);
  return arc === "front" ? [...rim, ahead(rect, 1), ahead(rect, -1)] : rim;
}

/** Places on the rim for a label: the middle of the front first, then by turns ever farther to both sides. */
export function rimSpots(rect: Rect, inches: number, arc: Arc): Point[] {
  const widest = arc === "front" ? 42 : arc === "turned" ? 90 : 180;
  const spots: Point[] = [rimAt(rect, inches, arc, 0)];
  for (let degrees = 6; degrees <= widest; degrees += 6) spots.push(rimAt(rect, inches, arc, degrees), rimAt(rect, inches, arc, -degrees));
  return spots;
}

function ahead(rect: Rect, side: -1 | 1): Point {
  return beside(rect, (side * rect.width) / 2, rect.depth / 2);
}

function rimOf(rect: Rect, inches: number, arc: Arc): Point[] {
  const w = rect.width / 2;
  const d = rect.depth / 2;
  if (arc === "turned") return turnedRim(rect, inches);
  const corner = (side: -1 | 1, end: -1 | 1, from: number, to: number) => {
    const points: Point[] = [];
    const steps = Math.ceil(Math.abs(to - from) / FINE);
    for (let i = 0; i <= steps; i++) {
      const angle = (from + ((to - from) * i) / steps) * RAD;
      points.push(beside(rect, side * w + Math.sin(angle) * inches, end * d + Math.cos(angle) * inches));
    }
    return points;
  };
  if (arc === "front") return [...corner(-1, 1, -45, 0), ...corner(1, 1, 0, 45)];
  return [...corner(-1, 1, -90, 0), ...corner(1, 1, 0, 90), ...corner(1, -1, 90, 180), ...corner(-1, -1, 180, 270)];
}

/** As far as the front corners come after a turn about the centre, but nowhere farther than that from where it stands. */
function turnedRim(rect: Rect, inches: number): Point[] {
  const points: Point[] = [];
  for (let degrees = -180; degrees <= 180; degrees += FINE) points.push(turnedAt(rect, inches, degrees));
  return points;
}

function turnedAt(rect: Rect, inches: number, degrees: number): Point {
  const far = Math.min(afterTurning(rect, inches, Math.abs(degrees)), around(rect, inches, degrees));
  return beside(rect, Math.sin(degrees * RAD) * far, Math.cos(degrees * RAD) * far);
}

/** How far from the centre it comes in that direction once it has turned by at most 90 degrees. */
function afterTurning(rect: Rect, inches: number, degrees: number): number {
  const w = rect.width / 2;
  const long = rect.depth / 2 + inches;
  const spread = Math.atan2(w, long) / RAD;
  if (degrees <= 90 + spread) return Math.hypot(w, long);
  return w / Math.sin((degrees - 90) * RAD);
}

/** How far from the centre the line lies in that direction that keeps so many inches from the rectangle. */
function around(rect: Rect, inches: number, degrees: number): number {
  const [sin, cos] = [Math.abs(Math.sin(degrees * RAD)), Math.abs(Math.cos(degrees * RAD))];
  const [w, d] = [rect.width / 2, rect.depth / 2];
  if (cos > 0 && ((d + inches) * sin) / cos <= w) return (d + inches) / cos;
  if (sin > 0 && ((w + inches) * cos) / sin <= d) return (w + inches) / sin;
  const middle = w * sin + d * cos;
  return middle + Math.sqrt(Math.max(0, middle * middle - (w * w + d * d - inches * inches)));
}

/** The point of the rim in a direction: from the nearer front corner in the front arc, else from the centre. */
function rimAt(rect: Rect, inches: number, arc: Arc, degrees: number): Point {
  if (arc === "turned") return turnedAt(rect, inches, degrees);
  if (arc === "around") {
    const far = around(rect, inches, degrees);
    return beside(rect, Math.sin(degrees * RAD) * far, Math.cos(degrees * RAD) * far);
  }
  const side = Math.sign(degrees);
  return beside(rect, (side * rect.width) / 2 + Math.sin(degrees * RAD) * inches, rect.depth / 2 + Math.cos(degrees * RAD) * inches);
}
