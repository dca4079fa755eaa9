/**
 * What happened while nobody looked: before a reload, without a connection, in a tab in the background, or while one
 * looked back. It is not lost: the page offers to show it.
 */
import { signal } from "@preact/signals";
import { keyHere } from "../net/base";
import type { Line } from "../net/types";
import { words } from "../words";
import { say } from "./notices";

/** The place in the log of the first line that nobody saw; null: all were seen. */
export const missed = signal<number | null>(null);

const KEY = keyHere("warhost.seen");
/** Of so many battles it is known how far they were seen. */
const MOST = 100;

function load(): [string, number][] {
  try {
    return Object.entries(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, number>);
  } catch {
    return [];
  }
}

/** How many lines of the log of that battle were seen in this browser; null: it was never open here. */
export function seenOf(battle: string): number | null {
  return load().find(([id]) => id === battle)?.[1] ?? null;
}

function noteSeen(battle: string, count: number): void {
  const others = load().filter(([id]) => id !== battle);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...others, [battle, count]].slice(-MOST))));
  } catch {
    // A browser that keeps nothing still knows it as long as the page is open.
  }
}

/** Everything in a log of so many lines was seen, or is not asked for. */
export function sawAll(battle: string, count: number): void {
  missed.value = null;
  noteSeen(battle, count);
}

/** The whole log came, to a page that was opened or is connected again. */
export function takeWholeLog(battle: string, log: readonly Line[]): void {
  const seen = seenOf(battle);
  if (seen !== null && log.slice(seen).some(isFact)) miss(seen, log);
  else sawAll(battle, log.length);
}

/** Lines were added to the log; `before` is how long it was, `looking` whether anybody saw them come. */
export function takeNewLines(battle: string, log: readonly Line[], before: number, looking: boolean): void {
  if (missed.peek() !== null) return;
  if (looking) noteSeen(battle, log.length);
  else if (log.slice(before).some(isFact)) miss(before, log);
}

function miss(from: number, log: readonly Line[]): void {
  missed.value = from;
  say(words.missed.told(factsFrom(log, from).length));
}

function isFact(line: Line): boolean {
  return line.kind !== "heading" && !line.dice;
}

/** What happened from that place of the log on, without dice and headings. */
export function factsFrom(log: readonly Line[], from: number): readonly Line[] {
  return log.slice(from).filter(isFact);
}
