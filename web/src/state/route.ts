/** Where the reader is: everything has an address after the #, so that a link leads to any moment of any battle. */
import { signal } from "@preact/signals";
import { offeredPack, packInHash } from "./parts";
import { keepSeason } from "./seasonkeys";
import { keep } from "./tokens";

export type Route =
  | { screen: "new" }
  | { screen: "library" }
  /** All lists, or one of them: the one at work, or one that is kept. */
  | { screen: "lists"; list: string | null }
  /** A list that somebody shared: all of it is in the address. */
  | { screen: "shared"; ruleset: string; link: string }
  /** All seasons, or the form for a new one. */
  | { screen: "seasons"; making: boolean }
  | { screen: "season"; id: string }
  | { screen: "battle"; id: string; at: number | null; seat: number | null };

const SHARED = /^#(?:list=)?([a-z0-9]{1,12})-\d{1,3}-[A-Za-z0-9_=-]*$/;

export function parse(hash: string): Route {
  const shared = SHARED.exec(hash);
  if (shared) return { screen: "shared", ruleset: shared[1]!, link: hash };
  const parts = hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decodeURIComponent);
  if (parts[0] === "library") return { screen: "library" };
  if (parts[0] === "lists") return { screen: "lists", list: parts[1] ?? null };
  if (parts[0] === "seasons") return { screen: "seasons", making: parts[1] === "new" };
  if (parts[0] === "pack" && parts[1]) {
    offeredPack.value = packInHash(parts[1]);
    return { screen: "new" };
  }
  if (parts[0] === "season" && parts[1]) return { screen: "season", id: parts[1] };
  if (parts[0] === "enter" && parts[1] && parts[3]) {
    keepSeason(parts[1], parts[2] === "organiser" ? { organiser: parts[3] } : { mine: { [parts[2]!]: parts[3] } });
    return { screen: "season", id: parts[1] };
  }
  if (parts[0] === "join" && parts[1] && parts[3]) {
    const [, id, seat, token] = parts as [string, string, string, string];
    if (seat === "watch") keep(id, {}, token);
    else keep(id, { [seat]: token }, null);
    return { screen: "battle", id, at: momentIn(parts, 4), seat: seat === "watch" ? null : Number(seat) };
  }
  if (parts[0] === "battle" && parts[1]) {
    return { screen: "battle", id: parts[1], at: momentIn(parts, 2), seat: null };
  }
  return { screen: "new" };
}

function momentIn(parts: readonly string[], place: number): number | null {
  return parts[place] === "at" && /^\d+$/.test(parts[place + 1] ?? "") ? Number(parts[place + 1]) : null;
}

export function hashOf(route: Route): string {
  if (route.screen === "library") return "#/library";
  if (route.screen === "lists") return route.list === null ? "#/lists" : `#/lists/${encodeURIComponent(route.list)}`;
  if (route.screen === "seasons") return route.making ? "#/seasons/new" : "#/seasons";
  if (route.screen === "season") return `#/season/${encodeURIComponent(route.id)}`;
  if (route.screen === "shared") return route.link;
  if (route.screen === "battle") return `#/battle/${route.id}${route.at === null ? "" : `/at/${route.at}`}`;
  return "#/";
}

export const route = signal<Route>(parse(location.hash));

export function go(to: Route): void {
  const hash = hashOf(to);
  if (location.hash === hash) route.value = to;
  else location.hash = hash;
}

/** The address changes but nothing is opened anew: for moments of the battle at hand. */
export function note(to: Route): void {
  history.replaceState(null, "", hashOf(to));
}

/** The invitation: whoever has this link plays that seat. No other link carries a key. */
export function joinLink(id: string, seat: number, token: string): string {
  return `${location.origin}${location.pathname}#/join/${encodeURIComponent(id)}/${seat}/${encodeURIComponent(token)}`;
}

/** The invitation to a season: whoever has this link plays as that player, or organises it. */
export function enterLink(id: string, player: number | "organiser", key: string): string {
  return `${location.origin}${location.pathname}#/enter/${encodeURIComponent(id)}/${player}/${encodeURIComponent(key)}`;
}

/** The public page of a season. */
export function seasonLink(id: string): string {
  return `${location.origin}${location.pathname}${hashOf({ screen: "season", id })}`;
}

/** The address of a list that is shared by the end of it. */
export function listLink(end: string): string {
  return `${location.origin}${location.pathname}${end}`;
}

/** The address that brings a pack of optional parts. */
export function packLink(end: string): string {
  return `${location.origin}${location.pathname}${end}`;
}

/** A link to watch a battle, now or at a moment; whoever plays in it finds the own seat there. */
export function watchLink(id: string, at: number | null = null): string {
  return `${location.origin}${location.pathname}${hashOf({ screen: "battle", id, at, seat: null })}`;
}

window.addEventListener("hashchange", () => {
  const next = parse(location.hash);
  route.value = next;
  // The token does not stay in the address bar, and a pack is taken once.
  if (isInvitation()) history.replaceState(null, "", hashOf(next));
});
if (isInvitation()) history.replaceState(null, "", hashOf(route.value));

function isInvitation(): boolean {
  return /^#\/(join|enter|pack)\//.test(location.hash);
}
