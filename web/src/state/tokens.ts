/** The tokens that this browser holds. A token opens one seat of one battle, or the view of a spectator. */
import { keyHere } from "../net/base";

export interface Held {
  /** By seat number. */
  seats: Record<string, string>;
  watch: string | null;
  /** Seats whose link was given to somebody elsewhere: they are not played in this browser. */
  away?: number[];
}

const KEY = keyHere("warhost.tokens");

function load(): Record<string, Held> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Held>;
  } catch {
    return {};
  }
}

function save(all: Record<string, Held>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // A browser that keeps nothing still plays: the tokens live as long as the page.
  }
  cache = all;
}

let cache = load();

export function held(battle: string): Held | null {
  return cache[battle] ?? null;
}

export function keep(battle: string, seats: Record<string, string>, watch: string | null, away: readonly number[] = []): void {
  const before = cache[battle] ?? { seats: {}, watch: null };
  const elsewhere = [...(before.away ?? []), ...away];
  save({ ...load(), [battle]: { seats: { ...before.seats, ...seats }, watch: watch ?? before.watch, ...(elsewhere.length ? { away: elsewhere } : {}) } });
}

/** The seats that are played in this browser. */
export function playedHere(battle: string): number[] {
  const mine = held(battle);
  return Object.keys(mine?.seats ?? {}).map(Number).filter((seat) => !mine?.away?.includes(seat));
}

/** The keys of these seats, as far as this browser has them. */
export function keysOf(battle: string, seats: readonly number[]): string[] {
  return seats.flatMap((seat) => held(battle)?.seats[seat] ?? []);
}

/** From now on the seat is played by whoever has its link, or (`here`) in this browser again. */
export function seatIsPlayed(battle: string, seat: number, where: "here" | "away"): void {
  const mine = held(battle);
  if (!mine) return;
  const others = (mine.away ?? []).filter((one) => one !== seat);
  save({ ...load(), [battle]: { ...mine, away: where === "away" ? [...others, seat] : others } });
}

export function forget(battle: string): void {
  const all = load();
  delete all[battle];
  save(all);
}

/** What was forgotten is known again. */
export function keepAgain(battle: string, keys: Held): void {
  save({ ...load(), [battle]: keys });
}

/** The token for a battle: of the seat asked for, else of the first seat held, else the spectator's. */
export function tokenFor(battle: string, seat?: number): string | null {
  const mine = held(battle);
  if (!mine) return null;
  if (seat !== undefined && mine.seats[seat]) return mine.seats[seat];
  const first = playedHere(battle)[0] ?? Object.keys(mine.seats).sort()[0];
  return (first !== undefined ? mine.seats[first] : null) ?? mine.watch;
}

/** The tokens with which this browser plays a battle; where it plays no seat, the spectator's. */
export function ownTokens(battle: string): string[] {
  const mine = held(battle);
  const seats = playedHere(battle).map((seat) => mine!.seats[seat]!);
  if (seats.length > 0 || !mine) return seats;
  return mine.watch ? [mine.watch] : Object.values(mine.seats);
}

/** All that opens the battles of this browser. Seats that are played elsewhere are not its own. */
export function allTokens(): string[] {
  return Object.keys(cache).flatMap((battle) => [...new Set([...ownTokens(battle), ...(cache[battle]!.watch ? [cache[battle]!.watch!] : [])])]);
}
