/** What happens, shown one thing at a time: the same player shows the battle at hand and what is looked back on. */
import { type ReadonlySignal, batch, effect, signal } from "@preact/signals";
import type { Change, Line, Picture } from "../net/types";
import { betweenPictures } from "./leisure";
import { change, settings } from "./settings";

/** One happening: a line of the log with what it brought to the table. */
export interface Beat {
  line: Line;
  /** Its place in the log. */
  place: number;
  change: Change | null;
  /** So long it is shown at the usual speed, in milliseconds; nothing: it comes along with the next one. */
  lasts: number;
}

/** The result of a fight, with what came of it so far. */
export interface FightShown {
  line: Line;
  follows: readonly Line[];
}

/** What is being shown, and how the table looked before it. */
export const shown = signal<{ beat: Beat; before: Picture } | null>(null);
export const paused = signal(false);
/** The last fight, as long as what is told is about those who fought it. */
export const fight = signal<FightShown | null>(null);

export const SPEEDS = [0.5, 1, 2, 4] as const;

/** The beats of these lines. `place` is that of the first line in the log. */
export function beatsOf(lines: readonly Line[], changes: readonly Change[], place: number): Beat[] {
  const byLine = new Map(changes.map((one) => [one.line, one]));
  return lines.map((line, index) => {
    const brought = byLine.get(place + index) ?? null;
    return { line, place: place + index, change: brought, lasts: lasting(line, brought, lines[index + 1]) };
  });
}

const READ_AT_ONCE = 600;
const READ_LETTER = 16;
const DIE = 60;
const MOST_FOR_DICE = 700;
const WAY = 1000;
const FIGHT = 2600;
const FIGHT_PART = 300;

/** So long it takes to see it. A heading with nothing below it says nothing. */
function lasting(line: Line, brought: Change | null, next: Line | undefined): number {
  if (line.kind === "heading") return next?.kind === "heading" ? 0 : READ_AT_ONCE;
  if (line.fight) return FIGHT + FIGHT_PART * (line.sums ?? []).reduce((sum, one) => sum + one.parts.length, 0);
  if (line.dice) return READ_AT_ONCE + 300 + Math.min(MOST_FOR_DICE, DIE * line.dice.faces.length);
  return READ_AT_ONCE + Math.max(READ_LETTER * line.text.length, brought?.went ? WAY : 0);
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
      noteFight(beat.line);
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
    for (const beat of rest) noteFight(beat.line);
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

export function changeSpeed(by: number): void {
  const at = SPEEDS.findIndex((one) => one >= settings.peek().speed);
  const next = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + by))]!;
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
  return beat?.change?.went && beat.lasts ? (beat.lasts * 0.7) / settings.peek().speed : usual;
}

/** The result of a fight stays as long as what is told concerns those who fought. */
export function noteFight(line: Line): void {
  if (line.fight) {
    fight.value = { line, follows: [] };
    return;
  }
  const now = fight.peek();
  if (!now || line.dice) return;
  const concerned = [line.unit, ...(line.others ?? [])].some((unit) => unit !== null && now.line.fight!.units.includes(unit));
  fight.value = concerned ? { ...now, follows: [...now.follows, line] } : null;
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
