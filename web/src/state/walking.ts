/** A loose unit on its way: as a whole in a formation, or model by model. The server says where its models end. */
import { batch, computed, effect, signal } from "@preact/signals";
import type { Walk, Walked } from "../net/types";
import { type Base, stragglers } from "../table/cohesion";
import { type Point, type Pose, type Rect, around, normal, rounded } from "../table/geometry";
import { answer } from "./acting";
import { check, forgetCheck, lookFrom } from "./inquiries";
import { sameSide } from "./sides";
import { battle, checked, checking, moment, state, units } from "./table";

export interface Walking {
  unit: number;
  asked: Walk;
  round: boolean;
  /** Where its models stand. */
  start: readonly Base[];
  middle: Point;
  facing: number;
  /** None: its models keep their places relative to each other. */
  formation: string;
  /** Where its middle is to go as a whole; none: nothing was drawn. */
  pose: Pose | null;
  /** Where each model is to go, where they are moved one by one. */
  places: readonly Pose[] | null;
  /** The model in hand. */
  held: number;
}

export const walking = signal<Walking | null>(null);

let open = "";

effect(() => {
  const now = state.value;
  const asked = moment.value ? null : (now?.question ?? null);
  const key = `${battle.value}/${now?.number}/${asked?.seat}/${asked?.ask}`;
  if (key === open) return;
  open = key;
  walking.value = asked?.ask === "walk" ? walkingFor(asked) : null;
});

function walkingFor(asked: Walk): Walking | null {
  const unit = units.peek().get(asked.unit);
  // Others may go with it: the answer speaks of all their models.
  const start = (asked.party?.length ? asked.party : [asked.unit]).flatMap((one) => units.peek().get(one)?.bases ?? []);
  if (!unit?.pose || !start.length) return null;
  return { unit: asked.unit, asked, round: !!unit.round, start, middle: middleOf(start), facing: unit.pose[2], formation: "", pose: null, places: null, held: 0 };
}

function middleOf(bases: readonly Base[]): Point {
  const sum = bases.reduce<Point>((at, [x, y]) => [at[0] + x, at[1] + y], [0, 0]);
  return [sum[0] / bases.length, sum[1] / bases.length];
}

/** Whether the unit, or one of its models, is drawn anywhere else than it stands. */
export function isUnderWay(now: Walking | null): now is Walking {
  if (!now) return false;
  if (!now.places) return now.pose !== null;
  return now.places.some(([x, y, facing], index) => {
    const [sx, sy, turned] = now.start[index]!;
    return Math.hypot(x - sx, y - sy) > 0.0005 || (!!now.asked.faces && Math.abs(normal(facing - turned)) > 0.01);
  });
}

/** Where the models are drawn: where the hand put each, else where the server says that they end. */
export const walkEnds = computed<readonly Base[]>(() => {
  const now = walking.value;
  if (!now) return [];
  if (now.places) return now.places.map(([x, y, facing], index) => moved(now, index, x, y, facing));
  if (!now.pose) return now.start;
  const told = checked.value;
  if (told?.ok && told.bases?.length === now.start.length) return told.bases;
  const [dx, dy] = withinReach(now, now.pose);
  return now.start.map(([x, y, facing], index) => moved(now, index, x + dx, y + dy, facing));
});

function moved(now: Walking, index: number, x: number, y: number, facing: number): Base {
  const [, , turned, width, depth] = now.start[index]!;
  return [x, y, now.asked.faces ? facing : turned, width, depth];
}

/** Figures that come over the wire are rounded: that must not make a way too long. */
const HAIR = 0.001;

/** The way of the middle, no longer than a model may go. */
function withinReach({ middle, asked }: Walking, [x, y]: Pose): Point {
  const [dx, dy] = [x - middle[0], y - middle[1]];
  const far = Math.hypot(dx, dy);
  const share = far > asked.inches ? Math.max(0, asked.inches - HAIR) / far : 1;
  return [dx * share, dy * share];
}

/** The space that its models take there. */
export const walkRect = computed<Rect | null>(() => {
  const now = walking.value;
  if (!now) return null;
  return around(walkEnds.value, now.places ? (now.places[now.held]?.[2] ?? now.facing) : (now.pose?.[2] ?? now.facing));
});

/** Who would be apart from the others. */
export const apart = computed<readonly number[]>(() => {
  const now = walking.value;
  return now ? stragglers(walkEnds.value, now.round, now.asked.cohesion) : [];
});

/** Whether turning means anything: of several models it turns the whole, of one only where it faces. */
export function turns(now: Walking): boolean {
  return !!now.asked.faces || (!now.places && now.start.length > 1);
}

function walkOf(now: Walking): Walked {
  if (now.places) return { answer: "walk", places: [...now.places] };
  return now.pose ? { answer: "walk", formation: now.formation, pose: now.pose } : { answer: "walk" };
}

function take(next: Walking): void {
  walking.value = next;
  if (!isUnderWay(next)) forgetCheck();
  else check(walkOf(next));
  const { x, y, facing } = walkRect.peek()!;
  lookFrom(next.unit, [x, y, facing]);
}

/** What was drawn before a gesture that was not meant. */
export function walkAgain(before: Walking): void {
  take(before);
}

/** The middle of the unit, or the whole of it turned. */
export function setWalk(part: { x?: number; y?: number; facing?: number }): void {
  const now = walking.peek();
  if (!now) return;
  const [x, y, facing] = now.pose ?? [...now.middle, now.facing];
  const wish: Pose = [part.x ?? x, part.y ?? y, normal(part.facing ?? facing)];
  const [dx, dy] = withinReach(now, wish);
  take({ ...now, places: null, pose: [now.middle[0] + dx, now.middle[1] + dy, wish[2]] });
}

export function setFormation(formation: string): void {
  const now = walking.peek();
  if (!now) return;
  const pose: Pose = now.pose ?? [...now.middle, now.facing];
  const still = !formation && pose[0] === now.middle[0] && pose[1] === now.middle[1] && pose[2] === now.facing;
  take({ ...now, formation, places: null, pose: still ? null : pose });
}

/** The formation after or before the one at hand; as it stands comes first. */
export function nextFormation(by: number): void {
  const now = walking.peek();
  if (!now?.asked.formations?.length) return;
  const all = ["", ...now.asked.formations];
  setFormation(all[(all.indexOf(now.formation) + by + all.length) % all.length]!);
}

/** One model after the other from where the whole move brings them, or the whole again. */
export function toggleModels(): void {
  const now = walking.peek();
  if (!now || now.start.length < 2) return;
  if (now.places) return take({ ...now, places: null });
  const facing = now.pose?.[2];
  take({ ...now, places: walkEnds.peek().map(([x, y, turned]) => [x, y, facing ?? turned]) });
}

export function holdModel(number: number): void {
  const now = walking.peek();
  if (now?.places) walking.value = { ...now, held: (number + now.start.length) % now.start.length };
}

export function setModel(number: number, part: { x?: number; y?: number; facing?: number }): void {
  const now = walking.peek();
  if (!now?.places) return;
  const places = now.places.map(([x, y, facing], index): Pose => (index === number ? [part.x ?? x, part.y ?? y, normal(part.facing ?? facing)] : [x, y, facing]));
  take({ ...now, places, held: number });
}

/** A drag so little into others means beside them; one past the limit means the limit. */
const LITTLE = 0.4;

/** Where a hand that holds a model means it to stand. */
export function meantPlace(now: Walking, number: number, wish: Point): Point {
  const [sx, sy, , width] = now.start[number]!;
  let [x, y] = wish;
  const far = Math.hypot(x - sx, y - sy);
  const most = now.asked.inches - 0.001;
  if (far > most) [x, y] = [sx + ((x - sx) * most) / far, sy + ((y - sy) * most) / far];
  if (!now.round) return [x, y];
  for (const [ox, oy, gap] of inTheWay(now, number)) {
    const away = Math.hypot(x - ox, y - oy);
    const lack = gap + width / 2 - away;
    if (lack > 0 && lack <= LITTLE && away > 0) [x, y] = [x + ((x - ox) / away) * lack, y + ((y - oy) / away) * lack];
  }
  return [x, y];
}

/** Round bases of others, with how far their rim and what is kept from them reach. */
function inTheWay(now: Walking, number: number): [number, number, number][] {
  const own = walkEnds.peek().flatMap(([x, y, , width], index): [number, number, number][] => (index === number ? [] : [[x, y, width / 2]]));
  const seat = units.peek().get(now.unit)!.seat;
  const others = [...units.peek().values()].filter((unit) => unit.id !== now.unit && unit.round);
  return [...own, ...others.flatMap((unit) => unit.bases.map(([x, y, , width]): [number, number, number] => [x, y, width / 2 + (sameSide(unit.seat, seat) ? 0 : (now.asked.gap ?? 0))]))];
}

/** By keys: the whole, or the model in hand. */
export function nudgeWalk(dx: number, dy: number, turn: number): void {
  const now = walking.peek();
  if (!now || (turn && !turns(now))) return;
  const [x, y, facing] = now.places?.[now.held] ?? now.pose ?? [...now.middle, now.facing];
  const next = { x: rounded(x + dx, 0.001), y: rounded(y + dy, 0.001), facing: facing + turn };
  if (now.places) setModel(now.held, next);
  else setWalk(next);
}

/** What most players want of a unit that has not moved yet. */
export const firstWalk = computed(() => {
  const walk = state.value?.suggested;
  return walk?.answer === "walk" && walk.pose && walking.value && !isUnderWay(walking.value) ? { formation: walk.formation ?? "", pose: walk.pose } : null;
});

export function confirmWalk(): void {
  const now = walking.peek();
  if (!now) return;
  const under: boolean = isUnderWay(now);
  if (!under) {
    const first = firstWalk.peek();
    if (!first) return stayLoose();
    take({ ...now, ...first, places: null });
    return;
  }
  if (!checking.peek() && checked.peek()?.ok === false) return;
  answer(walkOf(now));
}

export function stayLoose(): void {
  answer({ answer: "walk" });
}

export function walkInstead(key: string): void {
  answer({ answer: "walk", instead: key });
}

export function walkOver(): void {
  const now = walking.peek();
  if (!now) return;
  batch(() => {
    walking.value = walkingFor(now.asked);
    forgetCheck();
  });
}

/** The inches of the model that goes farthest, as the server counts them. */
export const longest = computed(() => (checked.value?.ok ? (checked.value.cost ?? null) : null));

/** The models that would fight, and whom. */
export const fighters = computed(() => (isUnderWay(walking.value) ? (checked.value?.fights ?? []) : []));
