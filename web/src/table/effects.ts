/** What flies, bursts and lies about while something is shown: small things on one canvas, in inches of the table. */
import type { UnitShown } from "../net/types";
import type { Point } from "./geometry";

export type Particle =
  | { kind: "arrow" | "stone" | "orb"; from: Point; to: Point; high: number; wait: number; fly: number; life: number }
  | { kind: "dust" | "spark"; from: Point; drift: Point; size: number; wait: number; life: number }
  | { kind: "ring"; from: Point; size: number; wait: number; life: number }
  | { kind: "fallen"; from: Point; size: number; turn: number; seat: number; wait: number; life: number };

type Chance = () => number;

/** Most shots of one volley: more of them are not seen as more. */
const MOST_SHOTS = 44;
/** In milliseconds: how far apart the shots are loosed, and how long they stick in the ground. */
const SPREAD = 260;
const STICKS = 1300;
const FALLEN = 4000;

/** A steady row of random numbers from 0 to 1: what is played again looks the same again. */
export function chances(seed: number): Chance {
  let now = (seed * 2654435761 + 1) >>> 0;
  return () => {
    now = (Math.imul(now ^ (now >>> 15), 2246822519) + 0x9e3779b9) >>> 0;
    return ((now ^ (now >>> 13)) >>> 0) / 2 ** 32;
  };
}

/** Where the models of a unit stand; of one without models, its middle. */
function standing(unit: UnitShown): Point[] {
  if (!unit.pose) return [];
  return unit.bases.length ? unit.bases.map(([x, y]) => [x, y]) : [[unit.pose[0], unit.pose[1]]];
}

function around([x, y]: Point, reach: number, chance: Chance): Point {
  return [x + (chance() - 0.5) * reach, y + (chance() - 0.5) * reach];
}

function some<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, index) => all[Math.floor((index * all.length) / most)]!);
}

const MACHINES = new Set(["bolt", "cannon", "stone"]);

/** Shots from every model of a unit to the models of its targets; a machine throws one heavy thing, magic glows. */
export function shots(by: UnitShown, on: readonly UnitShown[], magic: boolean, flight: number, chance: Chance): Particle[] {
  const goals = on.flatMap(standing);
  const sources = standing(by);
  if (!goals.length || !sources.length) return [];
  const heavy = !magic && (by.build === "engine" || MACHINES.has(by.look?.kind ?? ""));
  const from = magic || heavy ? [sources[0]!] : some(sources, MOST_SHOTS);
  const many = magic ? 7 : heavy ? 1 : from.length;
  return Array.from({ length: many }, (_, index): Particle => {
    const start = from[index % from.length]!;
    const to = around(goals[Math.floor(chance() * goals.length)]!, 0.7, chance);
    const far = Math.hypot(to[0] - start[0], to[1] - start[1]);
    const wait = chance() * Math.min(SPREAD, flight * 0.3);
    const fly = flight - wait;
    return { kind: magic ? "orb" : heavy ? "stone" : "arrow", from: magic ? around(start, 0.8, chance) : start, to, high: Math.min(6, 1 + far * (magic ? 0.12 : 0.24)) * (0.85 + chance() * 0.3), wait, fly, life: wait + fly + (magic ? 250 : STICKS) };
  }).concat(magic || heavy ? on.flatMap((unit) => (unit.pose ? [{ kind: "ring", from: [unit.pose[0], unit.pose[1]], size: Math.max(unit.width, 2), wait: flight * 0.92, life: flight * 0.92 + 420 } as const] : [])) : []);
}

/** Sparks and dust where two sides meet. */
export function clash(by: UnitShown, on: readonly UnitShown[], wait: number, chance: Chance): Particle[] {
  return on.flatMap((target): Particle[] => {
    const at = contact(by, target);
    if (!at) return [];
    const wide = Math.min(by.width, target.width, 6);
    const sparks = Array.from({ length: 16 }, (): Particle => ({ kind: "spark", from: around(at, wide, chance), drift: [(chance() - 0.5) * 3, (chance() - 0.5) * 3], size: 1, wait: wait + chance() * 160, life: wait + 260 + chance() * 300 }));
    const dust = Array.from({ length: 6 }, (): Particle => ({ kind: "dust", from: around(at, wide, chance), drift: [(chance() - 0.5) * 2, (chance() - 0.5) * 2], size: 1.1, wait, life: wait + 900 }));
    return [...sparks, ...dust, { kind: "ring", from: at, size: 1.2, wait, life: wait + 300 }];
  });
}

/** The middle between the nearest models of two units. */
function contact(one: UnitShown, other: UnitShown): Point | null {
  let best: { at: Point; far: number } | null = null;
  for (const a of standing(one)) {
    for (const b of standing(other)) {
      const far = Math.hypot(a[0] - b[0], a[1] - b[1]);
      if (!best || far < best.far) best = { at: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], far };
    }
  }
  return best?.at ?? null;
}

/** Dust along the way of a unit that runs, for as long as it takes. */
export function dust(from: Point, to: Point, wide: number, lasts: number, chance: Chance): Particle[] {
  const far = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (far < 0.4) return [];
  const many = Math.min(60, Math.round(far * 5));
  return Array.from({ length: many }, (_, index): Particle => {
    const share = index / many;
    const at: Point = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
    const wait = share * lasts;
    return { kind: "dust", from: around(at, wide, chance), drift: [(chance() - 0.5) * 0.8, (chance() - 0.5) * 0.8], size: 0.7 + chance() * 0.7, wait, life: wait + 850 };
  });
}

/** The models that are no longer there, where they stood. */
export function fallen(before: UnitShown, models: number, now: UnitShown | undefined, chance: Chance): Particle[] {
  const stays = new Set((now?.pose ? now.bases : []).map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`));
  const left = before.bases.filter(([x, y]) => !stays.has(`${x.toFixed(1)},${y.toFixed(1)}`));
  const gone = (left.length >= models ? left : before.bases).slice(-Math.max(0, models));
  return gone.map(([x, y, , width, depth]): Particle => ({ kind: "fallen", from: around([x, y], 0.3, chance), size: Math.min(width, depth), turn: chance() * Math.PI * 2, seat: before.seat, wait: chance() * 160, life: FALLEN }));
}

/** Draw a particle as it is after so many milliseconds. `place` says where an inch of the table is on the canvas, `inch` how long it is there. */
export function draw(on: CanvasRenderingContext2D, one: Particle, age: number, place: (at: Point) => Point, inch: number, seats: readonly string[]): void {
  const since = age - one.wait;
  if (since < 0) return;
  const share = Math.min(1, since / (one.life - one.wait));
  if ("fly" in one) return drawShot(on, one, since, place, inch);
  const [x, y] = place(one.from);
  if (one.kind === "fallen") return drawFallen(on, one, since, share, [x, y], inch, seats);
  if (one.kind === "ring") {
    on.strokeStyle = `rgba(255,246,214,${0.85 * (1 - share)})`;
    on.lineWidth = 1 + 3 * (1 - share);
    on.beginPath();
    on.arc(x, y, (0.4 + share) * one.size * inch * 0.7, 0, 7);
    on.stroke();
  } else if (one.kind === "dust") {
    on.fillStyle = `rgba(214,192,146,${0.45 * (1 - share)})`;
    on.beginPath();
    on.arc(x + one.drift[0] * share * inch, y - one.drift[1] * share * inch, (0.14 + share * 0.5) * inch * one.size, 0, 7);
    on.fill();
  } else {
    on.strokeStyle = `rgba(255,232,150,${1 - share})`;
    on.lineWidth = 2;
    on.beginPath();
    on.moveTo(x + one.drift[0] * share * inch, y - one.drift[1] * share * inch);
    on.lineTo(x + one.drift[0] * share * 0.6 * inch, y - one.drift[1] * share * 0.6 * inch);
    on.stroke();
  }
}

function drawShot(on: CanvasRenderingContext2D, one: Extract<Particle, { fly: number }>, since: number, place: (at: Point) => Point, inch: number): void {
  const share = Math.min(1, since / one.fly);
  const [fx, fy] = place(one.from);
  const [tx, ty] = place(one.to);
  const [gx, gy] = [fx + (tx - fx) * share, fy + (ty - fy) * share];
  const high = one.high * inch * 4 * share * (1 - share);
  const fade = share < 1 ? 1 : Math.max(0, 1 - (since - one.fly) / (one.life - one.wait - one.fly));
  if (one.kind === "orb") {
    if (share >= 1) return;
    on.fillStyle = "rgba(170,140,255,.35)";
    on.beginPath();
    on.arc(gx, gy - high, inch * 0.42, 0, 7);
    on.fill();
    on.fillStyle = "rgba(240,232,255,.95)";
    on.beginPath();
    on.arc(gx, gy - high, inch * 0.17, 0, 7);
    on.fill();
    return;
  }
  const along: Point = [tx - fx, ty - fy - one.high * inch * 4 * (1 - 2 * share)];
  const length = Math.hypot(along[0], along[1]) || 1;
  const [ux, uy] = [along[0] / length, along[1] / length];
  on.fillStyle = on.strokeStyle = `rgba(20,14,6,${0.3 * fade})`;
  if (one.kind === "stone") {
    on.beginPath();
    on.arc(gx, gy, inch * 0.3, 0, 7);
    on.fill();
    on.fillStyle = `rgba(48,40,32,${fade})`;
    on.beginPath();
    on.arc(gx, gy - high, inch * 0.34, 0, 7);
    on.fill();
    return;
  }
  const size = inch * (share < 1 ? 0.85 : 0.5);
  on.lineWidth = 1.6;
  on.beginPath();
  on.moveTo(gx, gy);
  on.lineTo(gx - ((tx - fx) / (Math.hypot(tx - fx, ty - fy) || 1)) * size, gy - ((ty - fy) / (Math.hypot(tx - fx, ty - fy) || 1)) * size);
  on.stroke();
  on.strokeStyle = `rgba(58,36,16,${fade})`;
  on.lineWidth = 1.9;
  on.beginPath();
  on.moveTo(gx, gy - high);
  on.lineTo(gx - ux * size, gy - high - uy * size);
  on.stroke();
  on.strokeStyle = `rgba(250,246,232,${fade})`;
  on.lineWidth = 2.4;
  on.beginPath();
  on.moveTo(gx - ux * size, gy - high - uy * size);
  on.lineTo(gx - ux * size * 1.22, gy - high - uy * size * 1.22);
  on.stroke();
}

function drawFallen(on: CanvasRenderingContext2D, one: Extract<Particle, { kind: "fallen" }>, since: number, share: number, [x, y]: Point, inch: number, seats: readonly string[]): void {
  const sinks = Math.min(1, since / 320);
  on.save();
  on.globalAlpha = (share < 0.3 ? 0.9 : 0.9 * (1 - (share - 0.3) / 0.7)) * sinks;
  on.translate(x, y - (1 - sinks) * 5);
  on.rotate(one.turn);
  const size = one.size * inch;
  on.fillStyle = "#2a1d10";
  on.beginPath();
  on.ellipse(0, 0, size * 0.42, size * 0.19, 0, 0, 7);
  on.fill();
  on.fillStyle = seats[one.seat % 4] ?? "#666";
  on.beginPath();
  on.ellipse(size * 0.1, size * 0.08, size * 0.2, size * 0.13, 0.4, 0, 7);
  on.fill();
  on.restore();
}
