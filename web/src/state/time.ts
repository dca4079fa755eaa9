/** Moving through the battle's time: step by step, by itself, and off into a battle of its own. */
import { api } from "../net/api";
import type { BranchWanted, Stop } from "../net/types";
import { words } from "../words";
import { complain, notify } from "./notices";
import { go, hashOf, joinLink } from "./route";
import { battle, endSeen, loadTimeline, moment, playing, showMoment, state } from "./table";
import { held, keep } from "./tokens";
import { shareOpen } from "./ui";

const PLAY_EVERY = 650;

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

export function play(): void {
  playing.value = !playing.peek();
  clearTimeout(timer);
  if (!playing.peek()) return;
  void (async () => {
    if (!moment.peek()) await showMoment((await loadTimeline())?.stops[0]?.number ?? 0);
    schedule();
  })();
}

function schedule(): void {
  timer = window.setTimeout(async () => {
    if (!playing.peek()) return;
    await stepBy(1);
    if (moment.peek()) {
      schedule();
      return;
    }
    playing.value = false;
    endSeen.value = false;
  }, PLAY_EVERY);
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

/** A new battle from a moment of this one. Where friends play elsewhere, the links to send them are shown. */
export async function branch(wanted: BranchWanted, away: readonly number[]): Promise<boolean> {
  const id = battle.peek();
  if (!id) return false;
  try {
    const made = await api.branch(id, wanted);
    keep(made.id, made.tokens, made.watch, away);
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
  const watch = held(id)?.watch;
  const link = watch
    ? joinLink(id, "watch", watch, now())
    : `${location.origin}${location.pathname}${hashOf({ screen: "battle", id, at: now(), seat: null })}`;
  await navigator.clipboard?.writeText(link).catch(() => undefined);
  notify(words.table.copied);
}
