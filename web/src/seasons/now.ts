/** The season that the reader looks at: asked for again and again while the page is seen, and at once after an answer. */
import { signal } from "@preact/signals";
import { seasonApi } from "../net/seasons";
import type { SeasonShown } from "../net/types";
import { listed } from "../state/english";
import { complain } from "../state/notices";
import { words } from "../words";

export const season = signal<SeasonShown | null>(null);
/** Seasons that the reader deleted while this page is open: they can be had back. */
export const deleted = signal<readonly { id: string; title: string }[]>([]);
/** Why there is none. */
export const trouble = signal("");
/** Whether the server did not answer when it was asked last. */
export const away = signal(false);
/** When it was told, in milliseconds: clocks run on from there. */
export const toldAt = signal(0);

const EVERY = 2500;

let wanted: string | null = null;
let waiting: ReturnType<typeof setTimeout> | undefined;
let asking: Promise<void> | null = null;

/** Look at a season until the returned function is called. */
export function follow(id: string): () => void {
  if (wanted !== id) season.value = null;
  wanted = id;
  trouble.value = "";
  void refresh();
  const seen = () => {
    if (document.visibilityState === "visible") void refresh();
  };
  document.addEventListener("visibilitychange", seen);
  return () => {
    if (wanted === id) wanted = null;
    clearTimeout(waiting);
    document.removeEventListener("visibilitychange", seen);
  };
}

/** Ask for it now. */
export function refresh(): Promise<void> {
  asking ??= again().finally(() => (asking = null));
  return asking;
}

async function again(): Promise<void> {
  clearTimeout(waiting);
  const id = wanted;
  if (!id) return;
  const known = season.peek();
  try {
    const shown = await seasonApi.shown(id, known?.id === id ? known.version : null);
    if (wanted !== id) return;
    if (shown) {
      season.value = shown;
      toldAt.value = Date.now();
    }
    trouble.value = "";
    away.value = false;
  } catch (error) {
    away.value = wanted === id && season.peek()?.id === id;
    if (wanted === id && season.peek()?.id !== id) trouble.value = error instanceof Error ? error.message : String(error);
  }
  if (wanted === id) waiting = setTimeout(() => (document.visibilityState === "visible" ? void refresh() : undefined), EVERY);
}

/** Do something in the season and look at what came of it; whether it was done. */
export async function act(deed: () => Promise<unknown>): Promise<boolean> {
  let done = true;
  try {
    await deed();
  } catch (error) {
    complain(error);
    done = false;
  }
  // What was asked for before the deed may have been told without it.
  await asking;
  await refresh();
  return done;
}

/** What a round of the season is called, with its number: "Mission 3". */
export function roundName(number: number): string {
  return words.seasons.numbered(season.value?.page?.word ?? words.seasons.round, number);
}

/** Who meets whom: two against each other, or several. */
export function between(players: number): string {
  return players > 2 ? ", " : ` ${words.seasons.versus} `;
}

export function nameOf(player: number): string {
  return season.value?.players[player]?.name ?? "";
}

export function namesOf(players: readonly number[], organiser: string): string {
  return listed(players.map((one) => (one < 0 ? organiser : nameOf(one))));
}
