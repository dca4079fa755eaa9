/** A move while it is being drawn: its steps, the kind that they make, what it costs. */
import type { Frontage, Kind, Step } from "../net/types";
import { type Rect, beside, stepCost, walk, wheelFor } from "../table/geometry";

type Turning = NonNullable<Kind["turns"]>[number];

export interface Draft {
  unit: number;
  start: Rect;
  kinds: readonly Kind[];
  /** The kind that the player insists on, or none: the first kind that fits. */
  wish: string | null;
  steps: readonly Step[];
  /** The files that a reform changes the unit to, before its first step; none: it keeps its files. */
  files?: number;
}

/** Whether anything was drawn: steps, or other files. */
export function isDrawn(draft: Draft | null | undefined): draft is Draft {
  return !!draft && (draft.steps.length > 0 || !!draft.files);
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

/** The turns about that point that a kind of move may have. */
export function turning(kind: Kind, about: Turning["about"]): Turning | undefined {
  return kind.turns?.find((one) => one.about === about);
}

function aboutOf(step: Step): Turning["about"] | null {
  return step.move === "pivot" ? "centre" : step.move === "wheel" ? "corner" : null;
}

function inchesOf(kind: Kind, steps: readonly Step[], width: number): number {
  const free = (step: Step) => step.move === "wheel" && !turning(kind, "corner")?.costs;
  return steps.reduce((sum, step) => sum + (free(step) ? 0 : stepCost(width, step)), 0);
}

export function costOf(draft: Draft): number {
  return inchesOf(kindOf(draft), draft.steps, startOf(draft).width);
}

/** The frontages that a reform offers now, the narrowest first. */
export function frontages(draft: Draft): readonly Frontage[] {
  const found = atHand(draft).find((kind) => kind.frontages?.length)?.frontages ?? [];
  return [...found].sort((a, b) => a.files - b.files);
}

/** The files that the unit has, or would have. */
export function filesOf(draft: Draft): number {
  if (draft.files) return draft.files;
  const as = (one: Frontage) => Math.abs(one.width - draft.start.width) < 0.01 && Math.abs(one.depth - draft.start.depth) < 0.01;
  return frontages(draft).find(as)?.files ?? 0;
}

/** The files after so many steps wider or narrower; the unit's own: no reform. */
export function wider(draft: Draft, by: number): number {
  const all = frontages(draft).map((one) => one.files);
  const now = all.indexOf(filesOf(draft));
  return withFiles(draft, all[Math.max(0, Math.min(all.length - 1, now + by))] ?? 0);
}

/** The files whose front is nearest to that width. */
export function filesFor(draft: Draft, width: number): number {
  const off = (one: Frontage) => Math.abs(one.width - width);
  const best = [...frontages(draft)].sort((a, b) => off(a) - off(b))[0];
  return withFiles(draft, best?.files ?? 0);
}

function withFiles(draft: Draft, files: number): number {
  return files === filesOf({ ...draft, files: 0 }) ? 0 : files;
}

/** The shape with which the move begins: that of its new files, about the point that the reform holds. */
export function startOf(draft: Draft): Rect {
  const kind = draft.files ? kindOf(draft) : undefined;
  const front = kind?.frontages?.find((one) => one.files === draft.files);
  if (!kind || !front) return draft.start;
  const [x, y] = beside(draft.start, 0, kind.holds === "front" ? (draft.start.depth - front.depth) / 2 : 0);
  return { ...draft.start, x, y, width: front.width, depth: front.depth };
}

/** Whether steps are such as this kind allows, within its inches. A help for drawing; the server judges. */
export function fits(kind: Kind, steps: readonly Step[], width: number, files = 0): boolean {
  if (files && !kind.frontages?.some((one) => one.files === files)) return false;
  return turnsFit(kind, steps) && inchesOf(kind, steps, width) <= limitOf(kind, wayOf(steps)) + 0.001;
}

function turnsFit(kind: Kind, steps: readonly Step[]): boolean {
  for (const about of ["centre", "corner"] as const) {
    const made = steps.filter((step) => aboutOf(step) === about);
    const may = turning(kind, about);
    if (!made.length) continue;
    if (!may || made.length > (may.most ?? Infinity)) return false;
    if (made.some((step) => "degrees" in step && Math.abs(step.degrees) > may.degrees + 0.001)) return false;
    const way = wayOf(steps);
    if (may.first && (aboutOf(steps[0]!) !== about || way === "back" || way === "side")) return false;
  }
  return true;
}

/** The kinds that the player draws: the one insisted on, or all. */
function atHand(draft: Draft): readonly Kind[] {
  return draft.wish ? draft.kinds.filter((kind) => kind.name === draft.wish) : draft.kinds;
}

/** Whether a turn about that point could be drawn now; one more of the same joins the last. */
export function mayTurn(draft: Draft, about: Turning["about"]): boolean {
  const step: Step = about === "centre" ? { move: "pivot", degrees: 1 } : { move: "wheel", degrees: 1 };
  const last = draft.steps.at(-1);
  const steps = last?.move === step.move ? draft.steps : [...draft.steps, step];
  const shortened = steps.map((one) => (aboutOf(one) ? { ...one, degrees: 0 } : one)) as Step[];
  const way = wayOf(draft.steps);
  return atHand(draft).some((kind) => turning(kind, about) && (way === "none" || limitOf(kind, way)) && turnsFit(kind, shortened));
}

/** The steps with their last turn no wider than any kind at hand allows. */
export function bounded(draft: Draft, steps: readonly Step[]): Step[] {
  const last = steps.at(-1);
  const about = last && aboutOf(last);
  if (!last || !about || !("degrees" in last)) return [...steps];
  const most = Math.max(0, ...atHand(draft).map((kind) => turning(kind, about)?.degrees ?? 0));
  return [...steps.slice(0, -1), { ...last, degrees: Math.max(-most, Math.min(most, last.degrees)) }];
}

/** The kind of move that the steps make: the wish, else the first that fits, else the farthest. */
export function kindOf(draft: Draft): Kind {
  const wished = draft.kinds.find((kind) => kind.name === draft.wish);
  if (wished) return wished;
  const { files } = draft;
  const width = (kind: Kind) => kind.frontages?.find((one) => one.files === files)?.width ?? draft.start.width;
  const fitting = draft.kinds.find((kind) => fits(kind, draft.steps, width(kind), files));
  if (fitting) return fitting;
  const way = wayOf(draft.steps);
  const reforms = draft.kinds.filter((kind) => kind.frontages?.some((one) => one.files === files));
  return [...(reforms.length ? reforms : draft.kinds)].sort((a, b) => limitOf(b, way) - limitOf(a, way))[0]!;
}

export function leftOf(draft: Draft): number {
  return limitOf(kindOf(draft), wayOf(draft.steps)) - costOf(draft);
}

/** The farthest that any kind at hand goes this way after what was used. */
export function mostLeft(draft: Draft, way: Way): number {
  const used = (kind: Kind) => inchesOf(kind, draft.steps, startOf(draft).width);
  return Math.max(0, ...atHand(draft).map((kind) => limitOf(kind, way) - used(kind)));
}

/** The farthest that a unit may be drawn back: what it went ahead last, or as far as any kind at hand goes backwards. */
export function mostBack(draft: Draft): number {
  const last = draft.steps.at(-1);
  if (last?.move !== "forward") return mostLeft(draft, "back");
  return last.inches + (draft.steps.length === 1 ? mostLeft({ ...draft, steps: [] }, "back") : 0);
}

export function endOf(draft: Draft): Rect {
  return walk(startOf(draft), draft.steps).at(-1)!;
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

/** A wheel no wider than a kind at hand allows, and has inches left for. */
export function boundedWheel(draft: Draft, degrees: number): number {
  const { width } = startOf(draft);
  const widest = (kind: Kind): number => {
    const may = turning(kind, "corner");
    if (!may) return 0;
    const left = limitOf(kind, "forward") - inchesOf(kind, draft.steps, width);
    return may.costs ? Math.min(may.degrees, wheelFor(width, left)) : may.degrees;
  };
  const most = Math.max(0, ...atHand(draft).map(widest));
  return Math.sign(degrees) * Math.min(Math.abs(degrees), Math.floor(most * 100) / 100);
}
