/** How a unit goes to where it stands now: along the ways that it went where they are known, else straight there. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Step, UnitShown, Went } from "../net/types";
import { calm } from "../state/settings";
import { glideTime, isShowing } from "../state/show";
import { moment, state } from "../state/table";
import { type Pose, type Rect, applyStep, turnBetween } from "./geometry";
import { rectOf } from "./Overlay";

/** Milliseconds, as long as the straight way takes. */
const DURATION = 380;
/** A turn is drawn in pieces so small that its arc looks round. */
const PIECE = 6;
/** So far apart, in inches and degrees, two places are the same. */
const NEAR = 0.05;

/**
 * Every place on the ways that a unit went one after the other, a turn in small pieces. What moved it between them and
 * after them, as a charger that aligns, is gone straight. Null if the first way did not begin here.
 */
export function wayBetween(from: Rect, to: Pose, ways: readonly Went[]): Rect[] | null {
  const way = [from];
  for (const { steps, end } of ways) {
    const walked = walk(way.at(-1)!, steps);
    if (isAt(walked.at(-1) ?? way.at(-1)!, end)) way.push(...walked);
    else if (way.length > 1) way.push(placed(from, end));
    else return null;
  }
  if (way.length > 1 && !isAt(way.at(-1)!, to)) way.push(placed(from, to));
  return way.length > 1 ? way : null;
}

/** The straight way of whoever flees, pursues or is carried along while that is shown. */
function straight(from: Rect, to: Pose): Rect[] | null {
  return isShowing() && !isAt(from, to) ? [from, placed(from, to)] : null;
}

/** The places after each piece of the steps. */
function walk(from: Rect, steps: readonly Step[]): Rect[] {
  let here = from;
  return steps.flatMap(inPieces).map((piece) => (here = applyStep(here, piece)));
}

function isAt({ x, y, facing }: Rect, [px, py, pf]: Pose): boolean {
  return Math.max(Math.hypot(x - px, y - py), Math.abs(turnBetween(facing, pf))) <= NEAR;
}

function placed(shape: Rect, [x, y, facing]: Pose): Rect {
  return { ...shape, x, y, facing };
}

function inPieces(step: Step): Step[] {
  if (!("degrees" in step)) return [step];
  const count = Math.max(1, Math.ceil(Math.abs(step.degrees) / PIECE));
  return Array.from({ length: count }, () => ({ ...step, degrees: step.degrees / count }));
}

/** How much of the way, from 0 to 1, lies behind each place: by what its corners have to walk. */
export function shares(way: readonly Rect[]): number[] {
  const walked = way.map((here, index) => {
    const last = way[index - 1] ?? here;
    const turn = (Math.abs(turnBetween(last.facing, here.facing)) * Math.PI) / 180;
    return Math.hypot(here.x - last.x, here.y - last.y) + (turn * here.width) / 2;
  });
  const all = walked.reduce((sum, one) => sum + one, 0) || 1;
  let behind = 0;
  return walked.map((one) => Math.min(1, (behind += one) / all));
}

/** How many degrees each place is turned from the last one; more than a full turn where the steps make one. */
function turns(way: readonly Rect[]): number[] {
  const found = [0];
  for (let index = way.length - 1; index > 0; index--) {
    found.unshift(found[0]! - turnBetween(way[index - 1]!.facing, way[index]!.facing));
  }
  return found;
}

/** Let what is drawn of a unit follow its ways. `drawn` is its transform at a pose, turned so far from how it ends. */
export function useGlide(drawing: { current: SVGGElement | null }, unit: UnitShown, drawn: (pose: Pose, turn: number) => string): void {
  const before = useRef<Rect | null>(null);
  useLayoutEffect(() => {
    const from = before.current;
    before.current = rectOf(unit);
    const ways = (moment.peek() ?? state.peek())?.changes?.flatMap(({ went }) => (went?.unit === unit.id ? [went] : [])) ?? [];
    const way = from && unit.pose && !calm() ? (wayBetween(from, unit.pose, ways) ?? straight(from, unit.pose)) : null;
    if (!way) return;
    const at = shares(way);
    const turned = turns(way);
    drawing.current?.animate?.(
      way.map(({ x, y, facing }, index) => ({ transform: drawn([x, y, facing], turned[index]!), offset: at[index]! })),
      { duration: glideTime(DURATION), easing: "ease-in-out" },
    );
  }, [String(unit.pose), unit.width, unit.depth]);
}

/** Which drawn parts of a unit are made of its models one after the other. */
const MODELS = ".shade, .plate, .tint, .bases, .bodies, .tops, path.edge";

/** Let the models of a loose unit go from where they stood about its middle to where they stand now. */
export function useModelGlide(drawing: { current: SVGGElement | null }, unit: UnitShown): void {
  const before = useRef<{ count: number; drawn: string[] } | null>(null);
  useLayoutEffect(() => {
    if (!unit.loose || !drawing.current) return;
    const parts = [...drawing.current.querySelectorAll<SVGPathElement>(MODELS)];
    const drawn = parts.map((part) => part.getAttribute("d") ?? "");
    const last = before.current;
    before.current = { count: unit.bases.length, drawn };
    // Whoever fell leaves a gap: then nobody can tell which model went where.
    if (!last || last.count !== unit.bases.length || calm()) return;
    parts.forEach((part, index) => {
      const from = last.drawn[index];
      if (!from || from === drawn[index]) return;
      part.animate?.([{ d: `path("${from}")` }, { d: `path("${drawn[index]}")` }] as unknown as Keyframe[], { duration: glideTime(DURATION), easing: "ease-in-out" });
    });
  }, [String(unit.bases)]);
}
