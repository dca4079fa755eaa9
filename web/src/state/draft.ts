/** A move while it is being drawn: its steps, the kind that they make, what it costs. */
import type { Kind, Step } from "../net/types";
import { type Rect, stepCost, walk, wheelFor } from "../table/geometry";

export interface Draft {
  unit: number;
  start: Rect;
  kinds: readonly Kind[];
  /** The kind that the player insists on, or none: the first kind that fits. */
  wish: string | null;
  steps: readonly Step[];
}

export type Way = "forward" | "back" | "side" | "none";

export function wayOf(steps: readonly Step[]): Way {
  for (const step of steps) {
    if (step.move === "forward" || step.move === "wheel") return "forward";
    if (step.move === "back") return "back";
    if (step.move === "sidestep") return "side";
  }
  return "none";
}

export function limitOf(kind: Kind, way: Way): number {
  return way === "back" ? (kind.back ?? 0) : way === "side" ? (kind.side ?? 0) : (kind.forward ?? 0);
}

export function costOf(draft: Draft): number {
  return draft.steps.reduce((sum, step) => sum + stepCost(draft.start.width, step), 0);
}

/** Whether steps are such as this kind allows, within its inches. A help for drawing; the server judges. */
export function fits(kind: Kind, steps: readonly Step[], width: number): boolean {
  const pivots = kind.pivots ?? "none";
  const turning = steps.filter((step) => step.move === "pivot").length;
  if (turning && pivots === "none") return false;
  if (pivots === "only") return turning === steps.length && turning <= 1;
  if (pivots === "first" && (turning > 1 || (turning === 1 && steps[0]!.move !== "pivot"))) return false;
  if (!kind.wheels && steps.some((step) => step.move === "wheel")) return false;
  const cost = steps.reduce((sum, step) => sum + stepCost(width, step), 0);
  return cost <= limitOf(kind, wayOf(steps)) + 0.001;
}

/** The kind of move that the steps make: the wish, else the first that fits, else the farthest. */
export function kindOf(draft: Draft): Kind {
  const wished = draft.kinds.find((kind) => kind.name === draft.wish);
  if (wished) return wished;
  const fitting = draft.kinds.find((kind) => fits(kind, draft.steps, draft.start.width));
  if (fitting) return fitting;
  const way = wayOf(draft.steps);
  return [...draft.kinds].sort((a, b) => limitOf(b, way) - limitOf(a, way))[0]!;
}

export function leftOf(draft: Draft): number {
  return limitOf(kindOf(draft), wayOf(draft.steps)) - costOf(draft);
}

/** The farthest that any kind at hand goes this way after what was used. */
export function mostLeft(draft: Draft, way: Way): number {
  const kinds = draft.wish ? draft.kinds.filter((kind) => kind.name === draft.wish) : draft.kinds;
  const used = costOf(draft);
  return Math.max(0, ...kinds.map((kind) => limitOf(kind, way) - used));
}

export function endOf(draft: Draft): Rect {
  return walk(draft.start, draft.steps).at(-1)!;
}

const OPPOSITE = { forward: "back", back: "forward" } as const;

/** The steps with one more, joined to the last where it goes on or back the same way. */
export function withStep(steps: readonly Step[], step: Step): Step[] {
  const last = steps.at(-1);
  if (!last) return isNothing(step) ? [] : [step];
  const before = steps.slice(0, -1);
  if (last.move === step.move) {
    if ("degrees" in last && "degrees" in step) {
      if (last.move === "wheel" && Math.sign(last.degrees) !== Math.sign(step.degrees)) {
        // A wheel back about the other corner would be another move: turning back takes from the last wheel.
        return cleaned(before, { ...last, degrees: towardsZero(last.degrees, step.degrees) });
      }
      return cleaned(before, { ...last, degrees: tidy(last.degrees + step.degrees) });
    }
    if ("inches" in last && "inches" in step) return cleaned(before, { ...last, inches: tidy(last.inches + step.inches) });
  }
  if ((last.move === "forward" || last.move === "back") && "inches" in step && step.move === OPPOSITE[last.move]) {
    const rest = tidy(last.inches - step.inches);
    return rest >= 0 ? cleaned(before, { ...last, inches: rest }) : [...before, { ...step, inches: -rest }];
  }
  return [...steps, step];
}

function towardsZero(held: number, against: number): number {
  const rest = tidy(held + against);
  return Math.sign(rest) === Math.sign(held) ? rest : 0;
}

function cleaned(before: readonly Step[], step: Step): Step[] {
  return isNothing(step) ? [...before] : [...before, step];
}

function isNothing(step: Step): boolean {
  return Math.abs("degrees" in step ? step.degrees : step.inches) < 0.0005;
}

function tidy(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** A wheel no wider than what is left of the move, and 90 degrees. */
export function boundedWheel(draft: Draft, degrees: number): number {
  const most = Math.min(90, wheelFor(draft.start.width, mostLeft(draft, "forward")));
  return Math.sign(degrees) * Math.min(Math.abs(degrees), Math.floor(most * 100) / 100);
}
