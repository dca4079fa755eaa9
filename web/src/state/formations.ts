/** Formations: where the units of a list were set up, kept in the browser for other battles of the same list. */
import { computed, effect, signal } from "@preact/signals";
import { keyHere } from "../net/base";
import type { Question, UnitShown } from "../net/types";
import { type Point, type Pose, normal } from "../table/geometry";
import { words } from "../words";
import { answer } from "./acting";
import { notify } from "./notices";
import { battle, hello, picture, question, refusal, seat, state, units } from "./table";

export interface Formation {
  /** The book, the units and the size of the table that it is for. */
  key: string;
  /** Where each unit stood, by its name on the table. */
  places: Record<string, Pose>;
}

interface Board {
  width: number;
  depth: number;
}

const KEY = keyHere("warhost.formations");
const MOST = 60;

function load(): Formation[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one: Formation) => typeof one?.key === "string" && typeof one.places === "object") : [];
  } catch {
    return [];
  }
}

export const formations = signal<readonly Formation[]>(load());

/** The same list on a table of the same size. */
export function keyOf(book: string, own: readonly Pick<UnitShown, "name">[], board: Board): string {
  return JSON.stringify([book, own.map((unit) => unit.name).sort(), board.width, board.depth]);
}

function ownUnits(): UnitShown[] {
  return (picture.value?.units ?? []).filter((unit) => unit.seat === seat.value);
}

const here = computed(() => (picture.value && hello.value && seat.value !== null ? keyOf(hello.value.battle.ruleset, ownUnits(), picture.value.board) : ""));

/** The formation of this list on a table of this size. */
export const known = computed(() => formations.value.find((one) => one.key === here.value) ?? null);

/** Places on the other side of the table: turned half round about its centre. */
export function mirrored(pose: Pose, { width, depth }: Board): Pose {
  return [width - pose[0], depth - pose[1], normal(pose[2] + 180)];
}

const middle = (points: readonly (readonly number[])[]): Point => [0, 1].map((axis) => points.reduce((sum, one) => sum + one[axis]!, 0) / Math.max(1, points.length)) as Point;

/** Where a unit of the formation stands for whoever sets up in that zone: on its own side, or mirrored. */
export function placeIn(formation: Formation, name: string, zone: readonly Point[] | null, board: Board): Pose | null {
  const pose = formation.places[name];
  if (!pose || !zone) return pose ?? null;
  const centre: Point = [board.width / 2, board.depth / 2];
  const [from, to] = [middle(Object.values(formation.places)), middle(zone)];
  const same = (from[0] - centre[0]) * (to[0] - centre[0]) + (from[1] - centre[1]) * (to[1] - centre[1]);
  return same < 0 ? mirrored(pose, board) : pose;
}

/** Where the reader's units stood when all were set up, until the first turn is over. */
const stood = signal<{ battle: string; formation: Formation } | null>(null);
const kept = signal("");
let deployed = false;

effect(() => {
  const [now, at] = [state.value, battle.value ?? ""];
  if (!now) {
    deployed = false;
    return;
  }
  if (now.deploying) deployed = true;
  else if (deployed && picture.peek()) {
    deployed = false;
    const places = Object.fromEntries(ownUnits().flatMap((unit) => (unit.pose ? [[unit.name, unit.pose as Pose]] : [])));
    if (Object.keys(places).length) stood.value = { battle: at, formation: { key: here.peek(), places } };
  }
});

/** Whether the reader's units were just set up and their places can be kept. */
export const keepable = computed(() => {
  const found = stood.value;
  if (!found || found.battle !== battle.value || kept.value === battle.value || (picture.value?.turn ?? 0) > 1) return false;
  return JSON.stringify(known.value?.places) !== JSON.stringify(found.formation.places);
});

export function keepFormation(): void {
  const found = stood.peek();
  if (!found) return;
  formations.value = [found.formation, ...formations.peek().filter((one) => one.key !== found.formation.key)].slice(0, MOST);
  kept.value = found.battle;
  notify(words.helping.kept);
}

effect(() => {
  try {
    localStorage.setItem(KEY, JSON.stringify(formations.value));
  } catch {
    // What cannot be kept holds until the page is left.
  }
});

/** The battle in which the formation is used. */
const used = signal("");
/** Whether units go where the formation has them. */
export const using = computed(() => used.value !== "" && used.value === battle.value && (state.value?.deploying ?? false));
let answered = "";

export function useFormation(on: boolean): void {
  answered = "";
  used.value = on ? (battle.peek() ?? "") : "";
}

/** What the formation answers to a question; nothing where it has no answer. */
function answerOf(asked: Question, formation: Formation): Parameters<typeof answer>[0] | null {
  const nameOf = (unit: number | null | undefined) => units.peek().get(unit ?? -1)?.name ?? "";
  if (asked.ask === "choose") {
    const next = asked.options.find((option) => formation.places[nameOf(option.unit)]);
    return next ? { answer: "choose", option: next.key } : null;
  }
  if (asked.ask !== "place" || asked.model !== undefined && asked.model !== null) return null;
  const pose = placeIn(formation, nameOf(asked.unit), asked.zone?.corners ?? null, picture.peek()!.board);
  return pose ? { answer: "place", pose } : null;
}

effect(() => {
  const [asked, formation] = [question.value, known.value];
  if (!using.value || !asked || !formation) return;
  if (refusal.value) {
    used.value = "";
    notify(words.helping.noRoom);
    return;
  }
  const moment = `${battle.peek()}/${state.peek()?.number}`;
  const given = answered === moment ? null : answerOf(asked, formation);
  if (!given) return;
  answered = moment;
  answer(given);
});
