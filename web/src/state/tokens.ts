/** The tokens that this browser holds. A token opens one seat of one battle, or the view of a spectator. */

export interface Held {
  /** By seat number. */
  seats: Record<string, string>;
  watch: string | null;
}

const KEY = "warhost.tokens";

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

export function keep(battle: string, seats: Record<string, string>, watch: string | null): void {
  const before = cache[battle] ?? { seats: {}, watch: null };
  save({ ...load(), [battle]: { seats: { ...before.seats, ...seats }, watch: watch ?? before.watch } });
}

export function forget(battle: string): void {
  const all = load();
  delete all[battle];
  save(all);
}

/** The token for a battle: of the seat asked for, else of the first seat held, else the spectator's. */
export function tokenFor(battle: string, seat?: number): string | null {
  const mine = held(battle);
  if (!mine) return null;
  if (seat !== undefined && mine.seats[seat]) return mine.seats[seat];
  const first = Object.keys(mine.seats).sort()[0];
  return (first !== undefined ? mine.seats[first] : null) ?? mine.watch;
}

export function allTokens(): string[] {
  return Object.values(cache).flatMap((one) => [...Object.values(one.seats), ...(one.watch ? [one.watch] : [])]);
}
