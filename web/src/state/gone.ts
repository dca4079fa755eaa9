/** Battles that were deleted in this browser: until the server clears them away they can be had again. */
import { signal } from "@preact/signals";
import { ApiError, api } from "../net/api";
import { keyHere } from "../net/base";
import type { BattleListed } from "../net/types";
import { type Held, forget, held, keepAgain, ownTokens } from "./tokens";

interface Gone {
  battle: BattleListed;
  keys: Held;
  tokens: readonly string[];
  /** When that was, in milliseconds. */
  at: number;
}

const KEY = keyHere("warhost.gone");
/** So many milliseconds the server keeps what was deleted, at the least. */
const REGRET = 15 * 60_000;

/** Whoever came back to a battle by a link has it again. */
function canBeHadAgain([id, { at }]: [string, Gone]): boolean {
  return Date.now() - at < REGRET && held(id) === null;
}

function load(): ReadonlyMap<string, Gone> {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Gone>;
    return new Map(Object.entries(kept).filter(canBeHadAgain));
  } catch {
    return new Map();
  }
}

function save(all: ReadonlyMap<string, Gone>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(all)));
  } catch {
    // A browser that keeps nothing still undoes it as long as the page is open.
  }
  gone.value = all;
}

export const gone = signal(load());

/** Forget what cannot be had again any more, or is there again. */
export function tidy(): void {
  save(new Map([...gone.peek(), ...load()].filter(canBeHadAgain)));
}

/** Let go of a battle. Whoever only watched it lets go of nothing but its key. */
export async function remove(battle: BattleListed): Promise<void> {
  const keys = held(battle.id);
  const tokens = ownTokens(battle.id);
  await orMerely(battle, api.remove(battle.id, tokens));
  forget(battle.id);
  tidy();
  if (keys) save(new Map(gone.peek()).set(battle.id, { battle, keys, tokens, at: Date.now() }));
}

/** Have it again. What fails here fails for good. */
export async function bringBack(id: string): Promise<void> {
  const one = gone.peek().get(id);
  if (!one) return;
  const others = new Map(gone.peek());
  others.delete(id);
  try {
    await orMerely(one.battle, api.restore(id, one.tokens));
    keepAgain(id, one.keys);
  } finally {
    save(others);
  }
}

/** What a spectator may not ask of the server is the reader's own matter. */
async function orMerely(battle: BattleListed, asked: Promise<unknown>): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (battle.your_seats.length > 0 || !(error instanceof ApiError)) throw error;
  }
}
