/** Hands on the table: pointing, panning, pinching, measuring, and drawing moves and places. */
import { type Draft, bounded, boundedWheel, filesFor, mostBack, mostLeft, startOf, wayOf, withStep } from "../state/draft";
import { select } from "../state/inquiries";
import { draft, draftEnd, placing, setFiles, setPlace, setSteps } from "../state/making";
import { choose, concerned, dragged, pick, turnTo } from "../state/picking";
import { settling } from "../state/settling";
import { eyed, hovered, question, state, units } from "../state/table";
import { measuring, ruler, tip } from "../state/ui";
import { type Walking, holdModel, meantPlace, setModel, setWalk, walkAgain, walkRect, walking } from "../state/walking";
import type { Option, Step } from "../net/types";
import { type Point, type Pose, type Rect, bearing, beside, local, nudged, rounded, turnBetween, walk, wheelTowards } from "./geometry";
import { rectOf, unitAt } from "./Overlay";
import { spotAt } from "./Spots";
import { INCH, toTable } from "./sheet";
import { box, moveTo, scale, sheet, toSheetPoint, zoom, zoomAt } from "./view";

type Gesture =
  | { kind: "pan"; at: Point; from: Point; unit: number | null; moved: boolean }
  | { kind: "pinch"; span: number; middle: Point }
  /** A finger rests: what it rests on is told, and lifting it does nothing. */
  | { kind: "rest" }
  | { kind: "ruler"; from: Point }
  /** A place in a unit is held; it is chosen where the pointer lets go of it, so that a finger may slide along the rank. */
  | { kind: "spot"; option: Option | null; reach: number }
  /** A unit was grabbed whose turn to move is being asked for; the drag goes on once the server has agreed. */
  | { kind: "await"; unit: number; from: Point; number: number }
  | { kind: "body"; base: readonly Step[]; rect: Rect; from: Point }
  | { kind: "wheel"; base: readonly Step[]; rect: Rect; left: boolean }
  | { kind: "pivot"; base: readonly Step[]; rect: Rect; start: number }
  | { kind: "files"; rect: Rect; files: number }
  | { kind: "walk"; before: Walking; pose: Pose; from: Point }
  | { kind: "model"; before: Walking; number: number; at: Point; from: Point }
  | { kind: "veer"; before: Walking; about: Point; facing: number; start: number }
  | { kind: "place"; rect: Rect; from: Point }
  | { kind: "turn"; rect: Rect; start: number };

const CLICK = 5;
/** A finger is less steady than a mouse, and wider. */
const TAP = 12;
const FINGER = 24;
/** So many milliseconds a finger rests before it is told what lies under it. */
const REST = 450;
const SNAP = 0.1;
/** A single model is set down more finely than a unit. */
const FINE = 0.05;
const LITTLE = 0.4;

let gesture: Gesture | null = null;
let resting = 0;
const pointers = new Map<number, Point>();

function inFrame(event: { clientX: number; clientY: number }, svg: Element): Point {
  const rect = svg.getBoundingClientRect();
  return [event.clientX - rect.left, event.clientY - rect.top];
}

function onTable(event: { clientX: number; clientY: number }, svg: Element): Point {
  return toTable(sheet.peek(), toSheetPoint(...inFrame(event, svg)));
}

export function pointerDown(event: PointerEvent): void {
  if (event.button > 1) return;
  const svg = event.currentTarget as SVGSVGElement;
  svg.setPointerCapture(event.pointerId);
  const px = inFrame(event, svg);
  const at = onTable(event, svg);
  pointers.set(event.pointerId, px);
  clearTimeout(resting);
  tip.value = null;
  if (pointers.size === 2) {
    letBe(gesture);
    gesture = { kind: "pinch", ...fingers() };
    return;
  }
  const finger = event.pointerType === "touch";
  gesture = begin(event.target as Element, at, px, finger);
  if (finger) resting = window.setTimeout(() => rest(px, at), REST);
}

/** Two fingers: how far apart, and the middle between them. */
function fingers(): { span: number; middle: Point } {
  const [a, b] = [...pointers.values()] as [Point, Point];
  return { span: Math.hypot(a[0] - b[0], a[1] - b[1]), middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] };
}

/** A second finger came down: what the first one began was not meant. */
function letBe(held: Gesture | null): void {
  if (!held) return;
  if ("base" in held) setSteps(held.base);
  else if ("before" in held) walkAgain(held.before);
  else if (held.kind === "spot") eyed.value = null;
  else if (held.kind === "files") setFiles(held.files);
  else if (held.kind === "place" || held.kind === "turn") setPlace(held.rect);
}

/** What a pointer would be told by hovering there. */
function rest(px: Point, at: Point): void {
  if (gesture?.kind !== "pan" || gesture.moved) return;
  hovered.value = gesture.unit;
  tip.value = { px, at, unit: gesture.unit };
  gesture = { kind: "rest" };
}

function begin(target: Element, at: Point, px: Point, finger: boolean): Gesture {
  if (measuring.peek()) {
    ruler.value = { from: at, to: at };
    return { kind: "ruler", from: at };
  }
  const handle = target.closest("[data-handle]")?.getAttribute("data-handle");
  const moving = draft.peek();
  const here = placing.peek();
  if (handle && here) {
    return handle === "body"
      ? { kind: "place", rect: here.rect, from: at }
      : { kind: "turn", rect: here.rect, start: bearing([here.rect.x, here.rect.y], at) };
  }
  if (handle && moving) return beginMove(handle, moving, at);
  const loose = walking.peek();
  if (handle && loose) return beginWalk(handle, target, loose, at);
  const reach = finger ? FINGER / scale.peek() / INCH : 0;
  const spot = settling.peek() ? null : spotAt(at, reach);
  if (spot) {
    eyed.value = spot.key;
    return { kind: "spot", option: spot, reach };
  }
  const option = target.closest("[data-option]")?.getAttribute("data-option");
  const asked = question.peek();
  if (option && (asked?.ask === "choose" || asked?.ask === "pick")) {
    const found = asked.options.find((one) => one.key === option);
    if (found && !settling.peek()) choose(found);
  }
  const id = target.closest("[data-unit]")?.getAttribute("data-unit");
  const found = id ? Number(id) : finger ? (unitAt(at, reach)?.id ?? null) : null;
  const unit = found === null ? null : concerned(found);
  return { kind: "pan", at: px, from: centreNow(), unit, moved: false };
}

function beginWalk(handle: string, target: Element, now: Walking, at: Point): Gesture {
  const number = Number(target.closest("[data-model]")?.getAttribute("data-model") ?? now.held);
  const place = now.places?.[handle === "model" ? number : now.held];
  if (handle === "model" && place) {
    holdModel(number);
    return { kind: "model", before: now, number, at: [place[0], place[1]], from: at };
  }
  const [x, y, facing] = place ?? now.pose ?? [...now.middle, now.facing];
  if (handle === "pivot") {
    // The ring goes about what is drawn: models may not come as far as their middle was sent.
    const rect = walkRect.peek()!;
    const about: Point = place ? [x, y] : [rect.x, rect.y];
    return { kind: "veer", before: now, about, facing, start: bearing(about, at) };
  }
  return { kind: "walk", before: now, pose: [x, y, facing], from: at };
}

function beginMove(handle: string, moving: Draft, at: Point): Gesture {
  const rect = draftEnd.peek()!;
  if (handle === "files") return { kind: "files", rect, files: moving.files ?? 0 };
  if (handle === "pivot") return { kind: "pivot", base: moving.steps, rect, start: bearing([rect.x, rect.y], at) };
  if (handle.startsWith("wheel")) return { kind: "wheel", base: moving.steps, rect, left: handle === "wheel-left" };
  return { kind: "body", base: moving.steps, rect, from: at };
}

function centreNow(): Point {
  const { left, top, width, height } = box.peek();
  return [left + width / 2, top + height / 2];
}

export function pointerMove(event: PointerEvent): void {
  if (!gesture || !pointers.has(event.pointerId)) return;
  const svg = event.currentTarget as SVGSVGElement;
  const px = inFrame(event, svg);
  pointers.set(event.pointerId, px);
  const at = onTable(event, svg);
  switch (gesture.kind) {
    case "pan":
      pan(gesture, px, at, event.pointerType === "touch" ? TAP : CLICK);
      break;
    case "pinch":
      pinch(gesture);
      break;
    case "spot":
      gesture.option = spotAt(at, gesture.reach);
      eyed.value = gesture.option?.key ?? null;
      break;
    case "ruler":
      ruler.value = { from: gesture.from, to: at };
      break;
    case "await": {
      const moving = draft.peek();
      const loose = walking.peek();
      if (moving?.unit === gesture.unit) gesture = { kind: "body", base: [], rect: moving.start, from: gesture.from };
      else if (loose?.unit === gesture.unit) gesture = { kind: "walk", before: loose, pose: [...loose.middle, loose.facing], from: gesture.from };
      else if (numberNow() !== gesture.number) chooseOn(gesture);
      break;
    }
    case "body":
      if (event.ctrlKey || event.altKey || event.metaKey) dragThere(gesture, at);
      else dragBody(gesture, at, event.shiftKey);
      break;
    case "wheel":
      dragWheel(gesture, at, event.shiftKey);
      break;
    case "pivot": {
      const turn = turnBetween(gesture.start, bearing([gesture.rect.x, gesture.rect.y], at));
      const now = draft.peek();
      const turned = withStep(gesture.base, { move: "pivot", degrees: rounded(turn, event.shiftKey ? 5 : 1) });
      if (now) setSteps(bounded(now, turned));
      break;
    }
    case "files": {
      const now = draft.peek();
      if (now) setFiles(filesFor(now, 2 * Math.abs(local(gesture.rect, at)[0])));
      break;
    }
    case "walk": {
      const step = event.shiftKey ? 0.5 : SNAP;
      if (!walking.peek()?.places) setWalk({ x: rounded(gesture.pose[0] + at[0] - gesture.from[0], step), y: rounded(gesture.pose[1] + at[1] - gesture.from[1], step) });
      break;
    }
    case "model": {
      const now = walking.peek();
      const wish: Point = [rounded(gesture.at[0] + at[0] - gesture.from[0], FINE), rounded(gesture.at[1] + at[1] - gesture.from[1], FINE)];
      const [x, y] = now ? meantPlace(now, gesture.number, wish) : wish;
      setModel(gesture.number, { x, y });
      break;
    }
    case "veer": {
      const facing = rounded(gesture.facing + turnBetween(gesture.start, bearing(gesture.about, at)), event.shiftKey ? 15 : 1);
      const now = walking.peek();
      if (now?.places) setModel(now.held, { facing });
      else setWalk({ facing });
      break;
    }
    case "place": {
      dragPlace(gesture, at, event.shiftKey);
      break;
    }
    case "turn": {
      const turn = turnBetween(gesture.start, bearing([gesture.rect.x, gesture.rect.y], at));
      setPlace({ facing: rounded(gesture.rect.facing + turn, event.shiftKey ? 15 : 1) });
      break;
    }
  }
}

function numberNow(): number {
  return state.peek()?.number ?? 0;
}

/** Before a unit moves there may be more to choose: a hand that drags it has said what it means. */
function chooseOn(held: Gesture & { kind: "await" }): void {
  const option = question.peek()?.ask === "choose" ? dragged(held.unit) : null;
  if (!option) return;
  held.number = numberNow();
  choose(option);
}

function pan(held: Gesture & { kind: "pan" }, px: Point, at: Point, click: number): void {
  const [dx, dy] = [px[0] - held.at[0], px[1] - held.at[1]];
  if (!held.moved && Math.hypot(dx, dy) < click) return;
  if (!held.moved && held.unit !== null) {
    const option = dragged(held.unit);
    if (option || turnTo(held.unit)) {
      gesture = { kind: "await", unit: held.unit, from: at, number: numberNow() };
      if (option) choose(option);
      return;
    }
  }
  held.moved = true;
  if (zoom.peek() > 1) moveTo([held.from[0] - dx / scale.peek(), held.from[1] - dy / scale.peek()]);
}

function pinch(held: Gesture & { kind: "pinch" }): void {
  if (pointers.size < 2) return;
  const now = fingers();
  zoomAt(now.span / held.span, ...now.middle);
  if (zoom.peek() > 1) {
    const [x, y] = centreNow();
    moveTo([x - (now.middle[0] - held.middle[0]) / scale.peek(), y - (now.middle[1] - held.middle[1]) / scale.peek()]);
  }
  Object.assign(held, now);
}

/** A hand that comes a little too near to others, or goes a little out of the zone, means as near and as far as it may. */
function dragPlace(held: Gesture & { kind: "place" }, at: Point, coarse: boolean): void {
  const now = placing.peek();
  if (!now) return;
  const step = coarse ? 0.5 : SNAP;
  const wish = {
    ...now.rect,
    x: rounded(held.rect.x + at[0] - held.from[0], step),
    y: rounded(held.rect.y + at[1] - held.from[1], step),
  };
  const others = [...units.peek().values()].filter((unit) => unit.id !== now.unit).flatMap((unit) => rectOf(unit) ?? []);
  const { x, y } = nudged(wish, now.zone, others, now.gap, LITTLE);
  setPlace({ x, y });
}

/** A hand that goes too far means as far as possible. */
function clamped(value: number, limit: number): number {
  return value > limit ? Math.floor(limit * 1000) / 1000 : value;
}

function dragBody(held: Gesture & { kind: "body" }, at: Point, coarse: boolean): void {
  const now = draft.peek();
  if (!now) return;
  const before: Draft = { ...now, steps: held.base };
  const [right, ahead] = [0, 1].map((i) => local(held.rect, at)[i]! - local(held.rect, held.from)[i]!) as Point;
  const way = wayOf(held.base);
  const aside = now.kinds.some((kind) => kind.side) && (way === "side" || (way === "none" && Math.abs(right) > Math.abs(ahead) * 1.2));
  const snap = coarse ? 0.5 : SNAP;
  if (aside) {
    const far = clamped(rounded(Math.abs(right), snap), mostLeft(before, "side"));
    setSteps(withStep(held.base, { move: "sidestep", inches: right < 0 ? -far : far }));
  } else if (ahead >= 0) {
    setSteps(withStep(held.base, { move: "forward", inches: clamped(rounded(ahead, snap), mostLeft(before, "forward")) }));
  } else {
    setSteps(withStep(held.base, { move: "back", inches: clamped(rounded(-ahead, snap), mostBack(before)) }));
  }
}

/** Wherever the hand goes: wheel until it lies ahead, as far as the move allows, then straight on. */
function dragThere(held: Gesture & { kind: "body" }, at: Point): void {
  const now = draft.peek();
  if (!now) return;
  const before: Draft = { ...now, steps: held.base };
  const goal: Point = [held.rect.x + at[0] - held.from[0], held.rect.y + at[1] - held.from[1]];
  const degrees = boundedWheel(before, rounded(wheelTowards(held.rect, goal), 1));
  const wheeled = withStep(held.base, { move: "wheel", degrees });
  const ahead = local(walk(startOf(now), wheeled).at(-1)!, goal)[1];
  const inches = clamped(rounded(Math.max(0, ahead), SNAP), mostLeft({ ...now, steps: wheeled }, "forward"));
  setSteps(withStep(wheeled, { move: "forward", inches }));
}

function dragWheel(held: Gesture & { kind: "wheel" }, at: Point, coarse: boolean): void {
  const now = draft.peek();
  if (!now) return;
  const w = held.rect.width / 2;
  const d = held.rect.depth / 2;
  const still = beside(held.rect, held.left ? w : -w, d);
  const swinging = beside(held.rect, held.left ? -w : w, d);
  const turn = rounded(turnBetween(bearing(still, swinging), bearing(still, at)), coarse ? 5 : 1);
  const degrees = held.left ? Math.max(0, turn) : Math.min(0, turn);
  setSteps(withStep(held.base, { move: "wheel", degrees: boundedWheel({ ...now, steps: held.base }, degrees) }));
}

export function pointerUp(event: PointerEvent): void {
  pointers.delete(event.pointerId);
  clearTimeout(resting);
  const done = gesture;
  gesture = null;
  if (done?.kind === "spot") {
    eyed.value = null;
    if (done.option && event.type === "pointerup" && !settling.peek()) choose(done.option);
  }
  if (done?.kind === "pan" && !done.moved) {
    // The second half of a double click was not meant for a new question.
    if (settling.peek()) return;
    if (done.unit !== null) pick(done.unit);
    else if (!draft.peek() && !placing.peek() && !walking.peek()) select(null);
    if (ruler.peek()) ruler.value = null;
  }
}

export function wheel(event: WheelEvent): void {
  event.preventDefault();
  const svg = event.currentTarget as SVGSVGElement;
  zoomAt(Math.exp(-event.deltaY * 0.0015), ...inFrame(event, svg));
}

