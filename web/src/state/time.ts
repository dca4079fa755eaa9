/** Moving through the battle's time: step by step, by itself, and off into a battle of its own. */
import { api } from "../net/api";
import type { BranchWanted, Moment, Stop } from "../net/types";
import { branchEdge } from "../table/view";
import { words } from "../words";
import { catchUp } from "./arriving";
import { missed } from "./missed";
import { fetchMoment, loadTimeline } from "./moments";
import { complain, notify, say } from "./notices";
import { paintPast, showMoment } from "./past";
import { go, watchLink } from "./route";
import { change, settings } from "./settings";
import { type Beat, beatsOf, isShowing, paused, show, togglePause } from "./show";
import { battle, endSeen, log, moment, playing, state } from "./table";
import { keep } from "./tokens";
import { shareOpen } from "./ui";

const PLAY_EVERY = 650;
/** What somebody wants to see again is seen for so many milliseconds. */
const LEAST = 600;

function now(): number {
  return moment.peek()?.number ?? state.peek()?.number ?? 0;
}

/** One decision back or forward. */
export async function stepBy(by: number): Promise<void> {
  const known = await loadTimeline();
  if (!known) return;
  const here = now();
  const stops = known.stops.map((stop) => stop.number);
  const next = by < 0 ? stops.filter((at) => at < here).at(-1) : stops.find((at) => at > here);
  if (by > 0 && (next === undefined || next >= known.last)) await showMoment(null);
  else if (next !== undefined) await showMoment(next);
}

let timer = 0;

/** What is played once more: from that place of the log to that one, then back to the moment that was looked at. */
let again: { from: number; to: number; back: number | null } | null = null;

/** What is being shown is left out: to the next decision, or from a moment of the past to now. */
export function skip(): void {
  if (again) return endAgain();
  if (playing.peek()) catchUp();
  void showMoment(null);
}

/** From now on everything is there at once, or is shown again. */
export function setAtOnce(on: boolean): void {
  change({ atOnce: on });
  say(on ? words.show.atOnce : words.show.slowly);
  if (on && isShowing()) skip();
}

function endAgain(): void {
  const back = again?.back ?? null;
  again = null;
  void showMoment(back);
}

/** Play these lines of the log once more. */
export function replay(from: number, to: number): void {
  void (async () => {
    const first = log.peek()[from];
    const known = await loadTimeline();
    if (!first || !known) return;
    const back = again ? again.back : (moment.peek()?.number ?? null);
    await showMoment(known.stops.filter((stop) => stop.number < first.number).at(-1)?.number ?? 0);
    if (!moment.peek()) return;
    again = { from, to, back };
    playing.value = true;
    paused.value = false;
    await playOn();
  })();
}

/** Watch the battle from here on, or from its start; once more: a rest, and on. */
export function play(): void {
  if (playing.peek()) {
    if (isShowing()) togglePause();
    else stopPlaying();
    return;
  }
  void (async () => {
    if (!moment.peek()) await showMoment((await loadTimeline())?.stops[0]?.number ?? 0);
    if (!moment.peek()) return;
    again = null;
    playing.value = true;
    paused.value = false;
    await playOn();
  })();
}

/** Watch what happened while nobody looked, from the decision before it on. */
export function showMissed(): void {
  void (async () => {
    const first = log.peek()[missed.peek() ?? -1];
    const known = await loadTimeline();
    if (!first || !known) return;
    await showMoment(known.stops.filter((stop) => stop.number < first.number).at(-1)?.number ?? 0);
    if (!moment.peek()) return;
    again = null;
    playing.value = true;
    paused.value = false;
    await playOn();
  })();
}

function stopPlaying(): void {
  clearTimeout(timer);
  playing.value = false;
}

/** Show all that happened up to the next decision, then go on from there. */
async function playOn(): Promise<void> {
  const id = battle.peek();
  const known = await loadTimeline();
  const here = moment.peek()?.number;
  if (!id || !known || here === undefined) return stopPlaying();
  const stop = known.stops.find((one) => one.number > here)?.number ?? known.last;
  try {
    const next = await fetchMoment(id, stop);
    if (playing.peek() && moment.peek()?.number === here) walkTo(here, next, stop >= known.last);
  } catch (error) {
    stopPlaying();
    complain(error);
  }
}

function walkTo(here: number, next: Moment, last: boolean): void {
  const first = log.peek().findIndex((line) => line.number > here);
  const lines = first < 0 ? [] : log.peek().slice(first).filter((line) => line.number <= next.number);
  const told = beatsOf(lines, next.changes ?? [], first, log.peek().slice(0, Math.max(0, first)));
  const scope = again;
  const beats = scope ? withinScope(told, scope.from, scope.to) : settings.peek().atOnce ? [] : told;
  const still = beats.every((beat) => beat.lasts === 0);
  show(beats, (beat) => paintPast(beat, next), () => {
    if (scope && again === scope && (last || first + lines.length >= scope.to)) return endAgain();
    const onward = () => void arrive(next, last);
    if (still) timer = window.setTimeout(onward, PLAY_EVERY / settings.peek().speed);
    else onward();
  });
}

/** What comes before is there at once, what comes after is left out. */
function withinScope(beats: readonly Beat[], from: number, to: number): Beat[] {
  return beats.filter((beat) => beat.place < to).map((beat) => (beat.place < from ? { ...beat, lasts: 0 } : { ...beat, lasts: Math.max(beat.lasts, LEAST) }));
}

async function arrive(next: Moment, last: boolean): Promise<void> {
  if (!playing.peek()) return;
  await showMoment(last ? null : next.number);
  if (last) {
    catchUp();
    endSeen.value = false;
    return;
  }
  playing.value = true;
  await playOn();
}

/** The first stop of every turn, and of every player in it; deployment counts as one. */
export function turnStops(stops: readonly Stop[]): Stop[] {
  const seen = new Set<string>();
  return stops.filter((stop) => {
    const key = stop.turn > 0 ? `${stop.turn}/${stop.active}` : "0";
    const first = !seen.has(key);
    seen.add(key);
    return first;
  });
}

/** So near, as a part of the whole track, two marks of one turn would cover each other. */
const NEAR = 0.02;

/** The marks of the track: one for a turn that players share, where those of each would stand in the same place. */
export function turnMarks(stops: readonly Stop[], last: number): Stop[] {
  const kept: Stop[] = [];
  for (const stop of turnStops(stops)) {
    const before = kept.at(-1);
    if (before?.turn !== stop.turn || stop.number - before.number >= NEAR * last) kept.push(stop);
  }
  return kept;
}

/** A new battle from a moment of this one. Where friends play elsewhere, the links to send them are shown. */
export async function branch(wanted: BranchWanted, away: readonly number[]): Promise<boolean> {
  const id = battle.peek();
  if (!id) return false;
  try {
    const made = await api.branch(id, wanted);
    keep(made.id, made.tokens, made.watch, away);
    branchEdge(made.id);
    notify(words.time.branched);
    go({ screen: "battle", id: made.id, at: null, seat: null });
    shareOpen.value = away.length > 0;
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

export async function copyLink(): Promise<void> {
  const id = battle.peek();
  if (!id) return;
  await navigator.clipboard?.writeText(watchLink(id, now())).catch(() => undefined);
  notify(words.table.copied);
}
