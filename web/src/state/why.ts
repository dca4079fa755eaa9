/** The reasons behind the decisions of computer players. */
import type { Line, Stop } from "../net/types";
import { words } from "../words";
import { complain, notify } from "./notices";
import { battle, fetchMoment, hello, loadTimeline, moment, reasons, timeline } from "./table";
import { whyOpen } from "./ui";

function byComputer(index: number): boolean {
  const kind = hello.value?.seats[index]?.kind;
  return kind !== undefined && kind !== "human" && kind !== "record";
}

export function anyComputer(): boolean {
  return hello.value?.seats.some((_, index) => byComputer(index)) ?? false;
}

/** The last decision of a computer player before so many answers. */
function decisionBefore(number: number): Stop | null {
  return timeline.value?.stops.findLast((stop) => stop.number < number && byComputer(stop.seat)) ?? null;
}

/** The decision that a line of the log tells of first, if a computer made it. */
export function decisionOf(line: Line, before: Line | undefined): Stop | null {
  const known = timeline.value;
  if (!known || known.last < line.number) return null;
  const last = known.stops.findLast((stop) => stop.number < line.number);
  if (!last || !byComputer(last.seat) || (before && before.number > last.number)) return null;
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

/** Why the computer did what it did last, before the moment that is shown. */
export async function showLastWhy(): Promise<void> {
  await loadTimeline();
  const stop = decisionBefore(moment.peek()?.number ?? Infinity);
  if (stop) await showWhy(stop.number);
  else notify(words.log.noReasons);
}
