/** The past as far as it was asked for: the timeline, and moments that were looked at. */
import { api } from "../net/api";
import type { Moment, Timeline } from "../net/types";
import { complain } from "./notices";
import { battle, hello, reasons, state, timeline } from "./table";

/** Moments that were looked at. What is taken back takes them with it. */
const moments = new Map<string, Moment>();

/** What was taken back is no more; the marks and the reasons of what stays do. */
export function takeBackTime(number: number): void {
  moments.clear();
  const known = timeline.peek();
  if (known) timeline.value = { ...known, stops: known.stops.filter((stop) => stop.number <= number), last: number };
  reasons.value = new Map([...reasons.peek()].filter(([decided]) => decided < number));
}

export async function loadTimeline(): Promise<Timeline | null> {
  const id = battle.peek();
  if (!id) return null;
  const known = timeline.peek();
  if (known && known.last >= (state.peek()?.number ?? 0)) return known;
  try {
    const found = await api.timeline(id);
    // Who has gone on to another battle meanwhile has no use for it.
    if (battle.peek() === id) timeline.value = found;
  } catch (error) {
    complain(error);
  }
  return timeline.peek();
}

export async function fetchMoment(id: string, number: number): Promise<Moment> {
  const key = `${id}/${hello.peek()?.seat}/${number}`;
  const known = moments.get(key);
  if (known) return known;
  const found = await api.moment(id, number);
  if (moments.size > 400) moments.clear();
  moments.set(key, found);
  return found;
}
