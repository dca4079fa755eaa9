/** Battles that were deleted while this page is open: until the server clears them away they can be had again. */
import { signal } from "@preact/signals";
import { ApiError, api } from "../net/api";
import type { BattleListed } from "../net/types";
import { type Held, forget, held, keepAgain, ownTokens } from "./tokens";

interface Gone {
  battle: BattleListed;
  keys: Held;
  tokens: readonly string[];
}

export const gone = signal<ReadonlyMap<string, Gone>>(new Map());

/** Let go of a battle. Whoever only watched it lets go of nothing but its key. */
export async function remove(battle: BattleListed): Promise<void> {
  const keys = held(battle.id);
  const tokens = ownTokens(battle.id);
  await orMerely(battle, api.remove(battle.id, tokens));
  forget(battle.id);
  if (keys) gone.value = new Map(gone.peek()).set(battle.id, { battle, keys, tokens });
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
    gone.value = others;
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
