/** What happens, shown one thing at a time: the same player shows the battle at hand and what is looked back on. */
import { type ReadonlySignal, batch, effect, signal } from "@preact/signals";
import type { Change, Line, Picture } from "../net/types";
import { betweenPictures } from "./leisure";
import { type Scene, scenesOf, upTo } from "./scenes";
import { change, settings } from "./settings";

/** One happening: a line of the log with what it brought to the table. */
export interface Beat {
  line: Line;
  /** Its place in the log. */
  place: number;
  change: Change | null;
  /** So long it is shown at the usual speed, in milliseconds; nothing: it comes along with the next one. */
  lasts: number;
  /** The fight, the volley or the spell that it is part of. */
  scene?: Scene | null;
  /** What is seen of it on the table. */
  cue?: Cue | null;
}

/** What is played on the table: by whom, on whom, and for how many milliseconds before its dice fall. */
export interface Cue {
  kind: "volley" | "spell" | "clash" | "charge" | "flight";
  by: number | null;
  on: readonly number[];
  lead: number;
}

/** What is being shown, and how the table looked before it. */
export const shown = signal<{ beat: Beat; before: Picture } | null>(null);
export const paused = signal(false);
/** The fight, the volley or the spell that is being told, as far as it has been told. */
export const scene = signal<Scene | null>(null);

/** Slow, normal, fast. */
export const SPEEDS = [0.5, 1, 2.5] as const;

/** So many lines before are looked at to see what a line is part of. */
const LOOKED_BACK = 300;

/** The beats of these lines. `place` is that of the first line in the log, `before` are the lines before it. */
export function beatsOf(lines: readonly Line[], changes: readonly Change[], place: number, before: readonly Line[] = []): Beat[] {
  const byLine = new Map(changes.map((one) => [one.line, one]));
  const known = before.slice(-LOOKED_BACK);
  const scenes = new Map(scenesOf([...known, ...lines], place - known.length).flatMap((one) => one.members.map(({ place: at }) => [at, one] as const)));
  return lines.map((line, index) => {
    const at = place + index;
    const brought = byLine.get(at) ?? null;
    const part = scenes.get(at) ?? null;
    const cue = cueOf(line, at, part);
    return { line, place: at, change: brought, lasts: lasting(line, brought, lines[index + 1], part) + (line.dice ? (cue?.lead ?? 0) : 0), scene: part, cue };
  });
}

const READ_AT_ONCE = 600;
const READ_LETTER = 16;
const DIE = 45;
const MOST_FOR_DICE = 500;
const WAY = 1000;
const FIGHT = 1900;
const FIGHT_PART = 160;
const MOST_FOR_FIGHT = 3400;
/** In milliseconds: shots and spells fly for so long, and charges and flights last so long. */
export const FLIGHT = 900;
export const RUN = 1100;

/** So long it takes to see it. A heading with nothing below it, or of a phase in which nothing is done, takes no time. */
function lasting(line: Line, brought: Change | null, next: Line | undefined, part: Scene | null): number {
  if (line.kind === "heading") return next?.kind === "heading" || next?.deed === "nothing" ? 0 : READ_AT_ONCE;
  if (line.deed === "nothing") return 0;
  if (line.fight) return Math.min(MOST_FOR_FIGHT, FIGHT + FIGHT_PART * (line.sums ?? []).reduce((sum, one) => sum + one.parts.length, 0));
  if (line.dice) return READ_AT_ONCE + 250 + Math.min(MOST_FOR_DICE, DIE * line.dice.faces.length);
  // What the card already shows in figures needs less time as a sentence.
  if (part && (line.deed === "attack" || line.deed === "strike")) return READ_AT_ONCE;
  return READ_AT_ONCE + Math.max(READ_LETTER * line.text.length, brought?.went || MOVES.has(line.deed) ? WAY : 0);
}

const MOVES = new Set<Line["deed"]>(["charge", "flight", "pursuit"]);

/** What is seen on the table: shots with the first line that tells of them, blows with the first roll of an attack. */
function cueOf(line: Line, place: number, part: Scene | null): Cue | null {
  if (line.deed === "charge") return { kind: "charge", by: line.unit, on: line.others ?? [], lead: 0 };
  if (line.deed === "flight" || line.deed === "pursuit") return { kind: "flight", by: line.unit, on: [], lead: 0 };
  const at = part?.members.findIndex((one) => one.place === place) ?? -1;
  const member = part?.members[at];
  if (!part || !member?.attack || part.result?.number === line.number) return null;
  if (part.kind === "fight") {
    const last = part.members[at - 1];
    const begins = line.dice && !(last?.attack && last.line.dice && last.line.unit === line.unit);
    return begins ? { kind: "clash", by: member.by ?? line.unit, on: member.on.length ? member.on : part.units, lead: 0 } : null;
  }
  if (!member.on.length || line.deed === "loss") return null;
  // Spells fly once they are cast, arrows before anybody knows whether they hit.
  const first = part.kind === "spell" ? part.members.findIndex((one) => one.line.deed === "spell") : part.members.findIndex((one) => one.attack && one.on.length > 0);
  return first === at ? { kind: part.kind, by: member.by, on: member.on, lead: FLIGHT } : null;
}

/**
 * What a player has just decided needs no time to be understood: up to the first dice, or the first line that tells of
 * something else than a unit of that player, it is seen at once. `mine` says of a line whether it tells of that player.
 */
export function withoutWaitingForOneself(beats: readonly Beat[], mine: (line: Line) => boolean): Beat[] {
  const end = beats.findIndex(({ line }) => line.dice !== null || line.fight || (line.kind !== "heading" && (line.unit === null || !mine(line))));
  return beats.map((beat, index) => (end < 0 || index < end ? { ...beat, lasts: 0 } : beat));
}

/** The table once the change is made. */
export function patched(before: Picture, brought: Change | null): Picture {
  if (!brought) return before;
  const { turn, phase, active, title } = brought;
  const changed = new Map(brought.units.map((unit) => [unit.id, unit]));
  const known = new Set(before.units.map((unit) => unit.id));
  const units = [...before.units.map((unit) => changed.get(unit.id) ?? unit), ...brought.units.filter((unit) => !known.has(unit.id))];
  return { ...before, turn, phase, active, title, units };
}

interface Run {
  beats: readonly Beat[];
  next: number;
  /** Puts a beat before the eyes; says how the table looked until then. */
  paint: (beat: Beat) => Picture;
  /** Everything has been shown, but for the rest. */
  done: (rest: readonly Beat[]) => void;
}

let run: Run | null = null;
let timer = 0;
let leave: () => void = () => undefined;

export const isShowing = () => run !== null;

export function show(beats: readonly Beat[], paint: Run["paint"], done: Run["done"]): void {
  stop();
  run = { beats, next: 0, paint, done };
  goOn();
}

/** What comes next is not wanted yet. */
function hold(): void {
  clearTimeout(timer);
  leave();
}

function goOn(): void {
  hold();
  while (run) {
    const beat = run.beats[run.next++];
    if (!beat) return finish();
    const { paint } = run;
    batch(() => {
      noteScene(beat);
      shown.value = { beat, before: paint(beat) };
    });
    if (beat.lasts > 0) return wait();
  }
}

function wait(): void {
  hold();
  const beat = shown.peek()?.beat;
  if (run && beat && !paused.peek() && document.visibilityState !== "hidden") timer = window.setTimeout(() => (leave = betweenPictures(goOn)), beat.lasts / settings.peek().speed);
}

/** The rest is taken as read. */
export function finish(): void {
  if (!run) return;
  hold();
  const { done, beats, next } = run;
  const rest = beats.slice(next);
  run = null;
  batch(() => {
    shown.value = null;
    for (const beat of rest) noteScene(beat);
    done(rest);
  });
}

/** No more of it, and nothing is taken as read. */
export function stop(): void {
  hold();
  run = null;
  shown.value = null;
}

export function togglePause(): void {
  paused.value = !paused.peek();
  if (paused.peek()) hold();
  else goOn();
}

/** The next happening, and then a rest. */
export function stepOn(): void {
  paused.value = true;
  goOn();
}

/** Which of the speeds comes nearest to the one that is set. */
export function paceOf(speed: number): number {
  const at = SPEEDS.findIndex((one) => one >= speed);
  return at < 0 ? SPEEDS.length - 1 : at;
}

export function changeSpeed(by: number): void {
  const next = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, paceOf(settings.peek().speed) + by))]!;
  change({ speed: next });
}

effect(() => {
  // Read, so that another speed holds at once.
  void settings.value.speed;
  wait();
});

// What nobody looks at waits: it goes on once the page is before somebody's eyes again.
addEventListener("visibilitychange", wait);

/** A move glides for as long as it is shown, but for a moment to see where it ended. */
export function glideTime(usual: number): number {
  const beat = shown.peek()?.beat;
  const moves = beat?.change && (beat.change.went || MOVES.has(beat.line.deed));
  return moves && beat.lasts ? Math.min(RUN, beat.lasts * 0.7) / settings.peek().speed : usual;
}

/** A scene is before the eyes from its first line to its last. */
export function noteScene({ scene: part, place }: Beat): void {
  scene.value = part ? upTo(part, place) : null;
}

/**
 * The same, but while something is shown it comes so many milliseconds later, sooner in a quick show: what is read has time,
 * and a picture with all of it at once would come too late.
 */
export function unhurried<T>(source: ReadonlySignal<T>, wait: number): ReadonlySignal<T> {
  const late = signal(source.peek());
  let wished = 0;
  const come = () => {
    wished = 0;
    late.value = source.peek();
  };
  effect(() => {
    void source.value;
    if (!isShowing()) come();
    // Whatever comes meanwhile comes along: a quick show must not hold it up for ever.
    else wished ||= window.setTimeout(() => betweenPictures(come), wait / Math.max(1, settings.peek().speed));
  });
  return late;
}
