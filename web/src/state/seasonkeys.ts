/** The keys of seasons that this browser holds: its own, and those of players whom the reader invites. */
import { keyHere } from "../net/base";

export interface SeasonKeys {
  organiser?: string;
  /** Of the players who play in this browser, by their numbers. */
  mine: Record<string, string>;
  /** Of players who were invited by a link: they are not played here. */
  links: Record<string, string>;
  /** Battles that were entered from the season. */
  battles: string[];
}

const KEY = keyHere("warhost.seasons");

function load(): Record<string, SeasonKeys> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, SeasonKeys>;
  } catch {
    return {};
  }
}

let cache = load();

function save(all: Record<string, SeasonKeys>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // A browser that keeps nothing still plays: the keys live as long as the page.
  }
  cache = all;
}

export function seasonKeys(season: string): SeasonKeys {
  return cache[season] ?? { mine: {}, links: {}, battles: [] };
}

export function keepSeason(season: string, keys: Partial<SeasonKeys>): void {
  const before = load()[season] ?? seasonKeys(season);
  const organiser = keys.organiser ?? before.organiser;
  const mine = { ...before.mine, ...keys.mine };
  const links = { ...before.links, ...keys.links };
  // Whoever opens the link of an invitation plays here, also where it was made.
  for (const player of Object.keys(keys.mine ?? {})) delete links[player];
  save({ ...load(), [season]: { ...(organiser ? { organiser } : {}), mine, links, battles: [...new Set([...before.battles, ...(keys.battles ?? [])])] } });
}

export function forgetSeason(season: string): void {
  const all = load();
  delete all[season];
  save(all);
}

/** The keys that are shown to the server: who the reader is in that season. */
export function ownKeys(season: string): string[] {
  const keys = seasonKeys(season);
  return [...(keys.organiser ? [keys.organiser] : []), ...Object.values(keys.mine)];
}

export function allSeasonKeys(): string[] {
  return Object.keys(cache).flatMap(ownKeys);
}

/** The season for which a battle is fought, if it was entered from there. */
export function seasonOf(battle: string): string | null {
  return Object.keys(cache).find((season) => cache[season]!.battles.includes(battle)) ?? null;
}
