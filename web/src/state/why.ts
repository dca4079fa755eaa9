/** The reasons behind the decisions of computer players. */
import { computed } from "@preact/signals";
import type { Line, Stop } from "../net/types";
import { words } from "../words";
import { fetchMoment, loadTimeline } from "./moments";
import { complain, notify } from "./notices";
import { battle, hello, moment, reasons, state, timeline } from "./table";
import { whyOpen } from "./ui";

function byComputer(index: number): boolean {
  const kind = hello.value?.seats[index]?.kind;
  return kind !== undefined && kind !== "human" && kind !== "record";
}

export function anyComputer(): boolean {
  return hello.value?.seats.some((_, index) => byComputer(index)) ?? false;
}

/** The last decision before so many answers whose reasons are known. */
function decisionBefore(number: number): Stop | null {
  return timeline.value?.stops.findLast((stop) => stop.number < number && stop.explained) ?? null;
}

/** When the decision was made whose reasons are shown, and how many others came between it and the moment at hand. */
export const whyPlace = computed<{ turn: number; since: number } | null>(() => {
  const number = whyOpen.value?.number ?? Infinity;
  const here = moment.value?.number ?? state.value?.number ?? 0;
  const stops = timeline.value?.stops ?? [];
  const made = stops.find((stop) => stop.number === number);
  if (!made) return null;
  return { turn: made.turn, since: stops.filter((stop) => stop.number > number && stop.number < here).length };
});

/** The decision that a line of the log tells of first, if its reasons are known. */
export function decisionOf(line: Line, before: Line | undefined): Stop | null {
  const known = timeline.value;
  if (!known || known.last < line.number) return null;
  const last = known.stops.findLast((stop) => stop.number < line.number);
  if (!last?.explained || (before && before.number > last.number)) return null;
  return last;
}

export async function showWhy(number: number): Promise<void> {
  const known = reasons.peek().get(number);
  const id = battle.peek();
  if (known || !id) {
    whyOpen.value = known ?? null;
    return;
  }
  try {
    const told = (await fetchMoment(id, number + 1)).reasons;
    if (told) whyOpen.value = told;
    else notify(words.log.noReasons);
  } catch (error) {
    complain(error);
  }
}

/** Why the computer did what it did last, before the moment that is shown; others may have decided since. */
export async function showLastWhy(): Promise<void> {
  await loadTimeline();
  const stop = decisionBefore(moment.peek()?.number ?? Infinity);
  if (stop) await showWhy(stop.number);
  else notify(words.log.nobodyYet);
}
