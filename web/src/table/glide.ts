/** How a unit goes to where it stands now: along the steps of its move where they are known, else straight there. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Step, UnitShown } from "../net/types";
import { calm } from "../state/settings";
import { moment, state } from "../state/table";
import { type Pose, type Rect, applyStep, turnBetween } from "./geometry";
import { rectOf } from "./Overlay";

/** Milliseconds, as long as the straight way takes. */
const DURATION = 380;
/** A turn is drawn in pieces so small that its arc looks round. */
const PIECE = 6;
/** How far the steps may end from where the unit stands, in inches and degrees: then something else moved it, too. */
const NEAR = 0.05;

/** Every place on the way, a turn in small pieces; null if the steps do not lead there. */
export function wayBetween(from: Rect, to: Pose, steps: readonly Step[]): Rect[] | null {
  const way = [from];
  for (const step of steps) for (const piece of inPieces(step)) way.push(applyStep(way.at(-1)!, piece));
  const end = way.at(-1)!;
  const off = Math.max(Math.hypot(end.x - to[0], end.y - to[1]), Math.abs(turnBetween(end.facing, to[2])));
  return steps.length && off <= NEAR ? way : null;
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

/** Let what is drawn of a unit follow its steps. `drawn` is its transform at a pose, turned so far from how it ends. */
export function useGlide(drawing: { current: SVGGElement | null }, unit: UnitShown, drawn: (pose: Pose, turn: number) => string): void {
  const before = useRef<Rect | null>(null);
  useLayoutEffect(() => {
    const from = before.current;
    before.current = rectOf(unit);
    const steps = (moment.peek() ?? state.peek())?.steps ?? [];
    const way = from && unit.pose && !calm() ? wayBetween(from, unit.pose, steps) : null;
    if (!way) return;
    const at = shares(way);
    const turned = turns(way);
    drawing.current?.animate?.(
      way.map(({ x, y, facing }, index) => ({ transform: drawn([x, y, facing], turned[index]!), offset: at[index]! })),
      { duration: DURATION, easing: "ease-in-out" },
    );
  }, [String(unit.pose), unit.width, unit.depth]);
}
