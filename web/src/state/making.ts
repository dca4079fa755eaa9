/** The answer in the making: a move being drawn, a place being looked for, things being shared out. */
import { batch, computed, effect, signal } from "@preact/signals";
import type { Allocate, Manoeuvre, Moved, Outline, Pick, Place, Pool, Step, Within } from "../net/types";
import { type Point, type Pose, type Rect, around, closest, contains, corners, normal, overlaps, rounded } from "../table/geometry";
import { answer } from "./acting";
import { type Draft, costOf, endOf, isDrawn, kindOf, limitOf, wayOf, withStep } from "./draft";
import { check, forgetCheck, lookFrom } from "./inquiries";
import { battle, checked, checking, moment, picture, state, units } from "./table";
import { isUnderWay, walkOver, walkRect, walking } from "./walking";

export interface Placing {
  unit: number | null;
  rect: Rect;
  zone: Point[] | null;
  /** What it keeps from others, as the question says. */
  gap: number;
  /** The number of the one model of the unit that is placed. */
  model: number | null;
  /** The shape of a model or a template. */
  outline: Outline | null;
  within: readonly Within[];
  /** The edges of the table along one of which its rear has to lie. */
  edges: readonly Edge[];
}

type Edge = NonNullable<Place["edges"]>[number];

/** Whether one may turn it: a marker and what is round face nowhere, and what lies along an edge faces away from it. */
export function faces({ unit, model, outline, edges }: Placing): boolean {
  return !edges.length && (outline ? outline.form !== "circle" : unit !== null && model === null);
}

/** A unit with its rear along the nearest of some edges of the table. */
export function alongEdge(rect: Rect, edges: readonly Edge[], board: { width: number; depth: number }): Rect {
  const away: Record<Edge, number> = { left: rect.x, right: board.width - rect.x, near: rect.y, far: board.depth - rect.y };
  const [edge] = [...edges].sort((a, b) => away[a] - away[b]);
  const within = (at: number, length: number) => Math.max(rect.width / 2, Math.min(length - rect.width / 2, at));
  const deep = rect.depth / 2;
  switch (edge) {
    case "left":
      return { ...rect, x: deep, y: within(rect.y, board.depth), facing: 90 };
    case "right":
      return { ...rect, x: board.width - deep, y: within(rect.y, board.depth), facing: 270 };
    case "near":
      return { ...rect, x: within(rect.x, board.width), y: deep, facing: 0 };
    case "far":
      return { ...rect, x: within(rect.x, board.width), y: board.depth - deep, facing: 180 };
    default:
      return rect;
  }
}

export const draft = signal<Draft | null>(null);
export const placing = signal<Placing | null>(null);
export const shares = signal<Record<string, Record<string, number>>>({});
/** The options that are picked, where several may be. */
export const picked = signal<readonly string[]>([]);
/** A number that was typed and waits for the key that says what it is for. */
export const typed = signal("");

export const draftEnd = computed(() => (draft.value ? endOf(draft.value) : null));
export const draftCost = computed(() => {
  const now = draft.value;
  if (!now) return null;
  const kind = kindOf(now);
  return { kind, cost: costOf(now), limit: limitOf(kind, wayOf(now.steps)) };
});

/** The unit whose ghost is on its way: it is drawn paler where it still stands. */
export const lifted = computed(() => (isDrawn(draft.value) ? draft.value.unit : isUnderWay(walking.value) ? walking.value.unit : null));

/** What is on its way, and the space that it would take there; a marker is no unit. */
export const ghost = computed<{ unit: number | null; rect: Rect } | null>(() => {
  if (placing.value) return { unit: placing.value.unit, rect: placing.value.rect };
  if (isUnderWay(walking.value)) return { unit: walking.value.unit, rect: walkRect.value! };
  return isDrawn(draft.value) ? { unit: draft.value.unit, rect: draftEnd.value! } : null;
});

/** The unit that is to be moved or placed. */
export const inHand = computed(() => draft.value?.unit ?? walking.value?.unit ?? placing.value?.unit ?? null);

/** The space that is taken where something is placed: of a loose unit, by its models where the server says they stand. */
export const placedRect = computed<Rect | null>(() => {
  const now = placing.value;
  const told = checked.value;
  if (!now || now.unit === null || now.model !== null || !units.value.get(now.unit)?.loose || !told?.bases?.length || !told.pose) return now?.rect ?? null;
  const there = around(told.bases, told.pose[2]);
  return { ...there, x: there.x + now.rect.x - told.pose[0], y: there.y + now.rect.y - told.pose[1] };
});

let open = "";

effect(() => {
  const now = state.value;
  const past = moment.value;
  const asked = past ? null : (now?.question ?? null);
  const key = `${battle.value}/${now?.number}/${asked?.seat}/${asked?.ask}`;
  if (key === open) return;
  open = key;
  batch(() => {
    typed.value = "";
    draft.value = asked?.ask === "manoeuvre" ? draftFor(asked) : null;
    placing.value = asked?.ask === "place" ? placingFor(asked) : null;
    shares.value = asked?.ask === "allocate" ? sharesFor(asked) : {};
    picked.value = [];
  });
  forgetCheck();
  if (placing.peek()) checkPlace();
});

function draftFor(asked: Manoeuvre): Draft | null {
  const unit = units.peek().get(asked.unit);
  if (!unit?.pose) return null;
  const [x, y, facing] = unit.pose;
  return { unit: asked.unit, start: { x, y, facing, width: unit.width, depth: unit.depth }, kinds: asked.kinds, wish: null, steps: [] };
}

export function setSteps(steps: readonly Step[]): void {
  const now = draft.peek();
  if (!now) return;
  draft.value = { ...now, steps };
  checkMove();
}

export function setFiles(files: number): void {
  const now = draft.peek();
  if (!now || (now.files ?? 0) === files) return;
  draft.value = { ...now, files };
  checkMove();
}

export function setWish(wish: string | null): void {
  const now = draft.peek();
  if (!now) return;
  draft.value = { ...now, wish };
  checkMove();
}

export function addStep(step: Step): void {
  const now = draft.peek();
  if (now) setSteps(withStep(now.steps, step));
}

function checkMove(): void {
  const now = draft.peek();
  if (!now) return;
  if (!isDrawn(now)) forgetCheck();
  else check(moveOf(now));
  const { x, y, facing } = endOf(now);
  lookFrom(now.unit, [x, y, facing]);
}

function moveOf(now: Draft): Moved {
  return { answer: "manoeuvre", kind: kindOf(now).name, steps: [...now.steps], ...(now.files ? { files: now.files } : {}) };
}

/** What most players want of a unit that has not moved yet: straight ahead, as far as that is free. */
export const firstMove = computed(() => {
  const move = state.value?.suggested;
  if (move?.answer !== "manoeuvre") return null;
  return draft.value && !isDrawn(draft.value) && move.steps?.length ? { kind: move.kind ?? "", steps: move.steps } : null;
});

/** Draws the first move, to be looked at and confirmed. */
export function drawFirstMove(): void {
  const move = firstMove.peek();
  const now = draft.peek();
  if (!move || !now) return;
  const drawn = { ...now, steps: move.steps };
  draft.value = { ...drawn, wish: kindOf(drawn).name === move.kind ? now.wish : move.kind };
  checkMove();
}

export function confirmMove(): void {
  const now = draft.peek();
  if (!now) return;
  if (!isDrawn(now)) return firstMove.peek() ? drawFirstMove() : stay();
  if (refused()) return;
  answer(moveOf(now));
}

export function stay(): void {
  answer({ answer: "manoeuvre", kind: "", steps: [] });
}

function placingFor(asked: Place): Placing {
  const now = picture.peek()!;
  const unit = asked.unit === null || asked.unit === undefined ? null : (units.peek().get(asked.unit) ?? null);
  const zone = asked.zone?.corners ?? null;
  const { model = null, outline = null, within = [], gap = 0, edges = [] } = asked;
  const made = { unit: unit?.id ?? null, zone, gap, model, outline, within, edges };
  const { width, depth } = outline ? sizeOf(outline) : (unit ?? { width: 0, depth: 0 });
  const near = state.peek()?.suggested;
  if (near?.answer === "place") {
    // What has to be near something begins at a place that is.
    touched.value = false;
    guesses = [];
    const [x, y, facing] = near.pose;
    return { ...made, rect: { x, y, facing, width, depth } };
  }
  const middle = zone ? centre(zone) : ([now.board.width / 2, now.board.depth / 2] as Point);
  const facing = Math.abs(middle[1] - now.board.depth / 2) < 0.01 ? (middle[0] < now.board.width / 2 ? 90 : 270) : middle[1] < now.board.depth / 2 ? 0 : 180;
  const rect = { x: middle[0], y: middle[1], facing, width, depth };
  // A unit is first offered a place at the front of its zone, where most players want it.
  touched.value = false;
  guesses = freePlaces(asked, rect, zone, unit ? [now.board.width / 2, now.board.depth / 2] : middle);
  return { ...made, rect: guesses.shift() ?? rect };
}

/** The space about its place that something takes. A line and a cone begin there. */
function sizeOf({ form, width, depth = 0 }: Outline): { width: number; depth: number } {
  return form === "circle" ? { width, depth: width } : form === "rectangle" ? { width, depth } : { width: 0, depth: 0 };
}

function centre(points: readonly Point[]): Point {
  const sum = points.reduce<Point>((at, one) => [at[0] + one[0], at[1] + one[1]], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

/** Places still to try for whoever has not touched the ghost yet. */
let guesses: Rect[] = [];
const touched = signal(false);
const MOST_GUESSES = 60;
const GUESS_EVERY = 0.5;

effect(() => {
  const told = checked.value;
  if (!told || told.ok || !placing.peek() || !guesses.length) return;
  const next = guesses.shift()!;
  placing.value = { ...placing.peek()!, rect: next };
  checkPlace();
});

/** Places that look free, with the gap that is asked for, the nearest to a point first. Guesses only: the server judges. */
function freePlaces(asked: Place, rect: Rect, zone: Point[] | null, near: Point): Rect[] {
  const now = picture.peek()!;
  const taken: Rect[] = now.units.flatMap((unit) =>
    unit.pose ? [{ x: unit.pose[0], y: unit.pose[1], facing: unit.pose[2], width: unit.width, depth: unit.depth }] : [],
  );
  const rocks: Rect[] = now.board.features.filter((feature) => asked.barred?.includes(feature.kind));
  let tries: Rect[] = [];
  for (let x = rect.width / 2; x <= now.board.width - rect.width / 2; x += GUESS_EVERY) {
    for (let y = rect.depth / 2; y <= now.board.depth - rect.depth / 2; y += GUESS_EVERY) tries.push({ ...rect, x, y });
  }
  if (zone) tries = tries.filter((one) => corners(one).every((corner) => contains(zone, corner)));
  const away = (one: Rect) => Math.hypot(one.x - near[0], one.y - near[1]);
  tries.sort((a, b) => away(a) - away(b));
  const free = (one: Rect) =>
    [...taken, ...rocks].every((other) => !overlaps(one, other) && closest(one, other).inches >= (asked.gap ?? 0));
  const found: Rect[] = [];
  // So far apart that they cover all the ground there is.
  const apart = Math.sqrt((tries.length * GUESS_EVERY ** 2) / MOST_GUESSES);
  for (const one of tries) {
    if (found.length === MOST_GUESSES) break;
    if (found.every((other) => Math.hypot(other.x - one.x, other.y - one.y) >= apart) && free(one)) found.push(one);
  }
  return found;
}

export function setPlace(part: Partial<Rect>): void {
  const now = placing.peek();
  if (!now) return;
  guesses = [];
  touched.value = true;
  const rect = alongEdge({ ...now.rect, ...part }, now.edges, picture.peek()!.board);
  placing.value = { ...now, rect: { ...rect, facing: normal(rect.facing) } };
  checkPlace();
}

export function nudgePlace(dx: number, dy: number, turn: number): void {
  const now = placing.peek();
  if (!now) return;
  setPlace({ x: rounded(now.rect.x + dx, 0.001), y: rounded(now.rect.y + dy, 0.001), facing: now.rect.facing + turn });
}

function placePose(): Pose {
  const { x, y, facing } = placing.peek()!.rect;
  return [x, y, facing];
}

function checkPlace(): void {
  check({ answer: "place", pose: placePose() });
  const { unit, model } = placing.peek()!;
  if (unit !== null && model === null) lookFrom(unit, placePose());
}

export function confirmPlace(): void {
  if (placing.peek() && !refused()) answer({ answer: "place", pose: placePose() });
}

/** Whether the server has said of this very answer that it is not possible: its reason stands there already. */
function refused(): boolean {
  return !checking.peek() && checked.peek()?.ok === false;
}

function walks(now: typeof walking.value): boolean {
  return !!now?.places || isUnderWay(now);
}

/** Whether anything was drawn, moved or typed that starting over would undo. */
export const begun = computed<boolean>(
  () => typed.value !== "" || isDrawn(draft.value) || walks(walking.value) || (placing.value !== null && touched.value),
);

export function startOver(): void {
  typed.value = "";
  picked.value = [];
  if (state.peek()?.question?.ask === "pick") forgetCheck();
  walkOver();
  const now = draft.peek();
  if (now) {
    draft.value = { ...now, steps: [], files: 0 };
    checkMove();
  }
  const asked = state.peek()?.question;
  if (asked?.ask === "place") {
    placing.value = placingFor(asked);
    checkPlace();
  }
}

function sharesFor(asked: Allocate): Record<string, Record<string, number>> {
  return Object.fromEntries(asked.pools.map((pool) => [pool.key, firstShare(pool)]));
}

/** The least and the most that a target may get. */
export function bounds(pool: Pool, target: string): { least: number; most: number; why: string } {
  const limit = pool.limits?.find((one) => one.target === target);
  return { least: limit?.least ?? 0, most: Math.min(limit?.most ?? pool.count, pool.count), why: limit?.why ?? "" };
}

/** As much as it may get to the first target, what is left to the next. */
function firstShare(pool: Pool): Record<string, number> {
  const share = Object.fromEntries(pool.targets.map(({ key }) => [key, bounds(pool, key).least]));
  let rest = pool.count - Object.values(share).reduce((sum, count) => sum + count, 0);
  for (const { key } of pool.targets) {
    const more = Math.max(0, Math.min(rest, bounds(pool, key).most - share[key]!));
    share[key]! += more;
    rest -= more;
  }
  return share;
}

export function share(pool: string, target: string, count: number): void {
  shares.value = { ...shares.peek(), [pool]: { ...shares.peek()[pool], [target]: Math.max(0, count) } };
}

export function confirmShares(): void {
  const given = Object.fromEntries(
    Object.entries(shares.peek()).map(([pool, targets]) => [
      pool,
      Object.fromEntries(Object.entries(targets).filter(([, count]) => count > 0)),
    ]),
  );
  answer({ answer: "allocate", shares: given });
}

/** Pick an option, or let it be; the server is asked whether those that are picked go together. */
export function togglePick(key: string): void {
  const now = picked.peek();
  picked.value = now.includes(key) ? now.filter((one) => one !== key) : [...now, key];
  if (picked.peek().length) check({ answer: "pick", options: [...picked.peek()] });
  else forgetCheck();
}

/** Whether so many may be picked. */
export function enough(asked: Pick): boolean {
  const count = picked.value.length;
  return count >= (asked.least ?? 0) && count <= (asked.most ?? 1);
}

export function confirmPicks(): void {
  const asked = state.peek()?.question;
  if (asked?.ask === "pick" && enough(asked) && !refused()) answer({ answer: "pick", options: [...picked.peek()] });
}

export function pickNone(): void {
  answer({ answer: "pick", options: [] });
}
