/** Army lists of the reader's own: kept on the server with a key for each, and in this browser, which has them at once. */
import { signal } from "@preact/signals";
import { api } from "../net/api";
import { keyHere } from "../net/base";
import type { ListWanted } from "../net/types";

export interface SavedList {
  id: string;
  ruleset: string;
  name: string;
  /** The options of a battle for which it was made. */
  wants: Record<string, unknown>;
  text: string;
}

/** Where the server has a list, and what opens it there. */
interface Kept {
  id: string;
  token: string;
}

interface Gone {
  list: SavedList;
  kept: Kept | null;
  /** When that was, in milliseconds. */
  at: number;
}

const KEY = "warhost.lists";
const KEYS = keyHere("warhost.list-keys");
const GONE = keyHere("warhost.lists-gone");
const MOST = 60;
/** So many milliseconds the server keeps what was deleted, at the least. */
const REGRET = 15 * 60_000;
/** How a choice of armies tells a list of the reader's own from an army by its name. */
const MARK = "list/";

function read<T>(key: string, empty: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as T | null) ?? empty;
  } catch {
    return empty;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays: the lists live as long as the page.
  }
}

function load(): SavedList[] {
  const kept: unknown = read(KEY, []);
  return Array.isArray(kept) ? kept.filter(whole) : [];
}

function whole(one: Partial<SavedList> | null): one is SavedList {
  return typeof one === "object" && one !== null && typeof one.wants === "object" && [one.id, one.ruleset, one.name, one.text].every((part) => typeof part === "string");
}

export const lists = signal<readonly SavedList[]>(load());
/** The keys of lists that the server has, by the lists' own names here. */
export const keys = signal<Readonly<Record<string, Kept>>>(read(KEYS, {}));
/** Lists that were deleted a short while ago. */
export const goneLists = signal<readonly Gone[]>(read<Gone[]>(GONE, []).filter(canBeHadAgain));

function canBeHadAgain(one: Gone): boolean {
  return Date.now() - one.at < REGRET;
}

function save(all: readonly SavedList[]): void {
  lists.value = all;
  write(KEY, all);
}

function saveKey(id: string, kept: Kept | null): void {
  // Another page of this browser may have saved a list meanwhile.
  const all = { ...read<Record<string, Kept>>(KEYS, {}), ...keys.peek() };
  if (kept) all[id] = kept;
  else delete all[id];
  keys.value = all;
  write(KEYS, all);
}

function saveGone(all: readonly Gone[]): void {
  goneLists.value = all;
  write(GONE, all);
}

export function savedList(id: string): SavedList | null {
  return lists.value.find((one) => one.id === id) ?? null;
}

/** Keep a list, the newest first; one that is kept already is found again. */
export function keepList(list: Omit<SavedList, "id">): SavedList {
  const known = lists.peek().find((one) => one.ruleset === list.ruleset && one.text === list.text && one.name === list.name);
  return known ?? addList(list);
}

/** Keep a list beside those that are there, even if one is the same. */
export function addList(list: Omit<SavedList, "id">): SavedList {
  const id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
  const kept = { ...list, id };
  save([kept, ...lists.peek()].slice(0, MOST));
  void send(id);
  return kept;
}

/** Another list in place of one. */
export function changeList(id: string, change: Partial<Omit<SavedList, "id">>): void {
  save(lists.peek().map((one) => (one.id === id ? { ...one, ...change } : one)));
  void send(id);
}

/** Give a list another name, in its text as well: the first line of the format names the army. */
export function renameList(id: string, name: string): void {
  const renamed = (text: string) => text.replace(/^name(\s*)=.*$/m, (_, space: string) => `name${space}= ${JSON.stringify(name)}`);
  const list = lists.peek().find((one) => one.id === id);
  if (list) changeList(id, { name, text: renamed(list.text) });
}

export function removeList(id: string): void {
  const list = lists.peek().find((one) => one.id === id);
  if (!list) return;
  const kept = keys.peek()[id] ?? null;
  save(lists.peek().filter((one) => one.id !== id));
  saveKey(id, null);
  saveGone([{ list, kept, at: Date.now() }, ...goneLists.peek().filter(canBeHadAgain)]);
  if (kept) api.removeList(kept.id, kept.token).catch(() => undefined);
}

/** Have a deleted list again. */
export async function restoreList(id: string): Promise<void> {
  const one = goneLists.peek().find((gone) => gone.list.id === id);
  if (!one) return;
  saveGone(goneLists.peek().filter((gone) => gone !== one));
  save([one.list, ...lists.peek()].slice(0, MOST));
  if (one.kept) {
    try {
      await api.restoreList(one.kept.id, one.kept.token);
      saveKey(id, one.kept);
      return;
    } catch {
      // What the server has forgotten is kept there anew.
    }
  }
  await send(id);
}

const sending = new Map<string, Promise<boolean>>();

/** Keep a list on the server as it is now. Says whether the server has it; one change is sent after the other. */
export function send(id: string): Promise<boolean> {
  const next = (sending.get(id) ?? Promise.resolve(true)).then(() => sendNow(id));
  sending.set(id, next);
  void next.finally(() => sending.get(id) === next && sending.delete(id));
  return next;
}

async function sendNow(id: string): Promise<boolean> {
  const list = lists.peek().find((one) => one.id === id);
  if (!list) return false;
  const wanted: ListWanted = { ruleset: list.ruleset, name: list.name.slice(0, 80), text: list.text };
  try {
    const kept = keys.peek()[id];
    if (kept) await api.changeList(kept.id, kept.token, wanted);
    else saveKey(id, await api.keepList(wanted));
    return true;
  } catch {
    // It stays in this browser, and is sent again when lists are looked at next.
    return false;
  }
}

/** Look what the server has: lists that this browser has lost are there again, and those that the server has not are sent. */
export async function meetServer(): Promise<void> {
  const known = { ...read<Record<string, Kept>>(KEYS, {}), ...keys.peek() };
  const byServer = new Map(Object.entries(known).map(([id, kept]) => [kept.id, id]));
  let found;
  try {
    found = byServer.size ? await api.lists(Object.values(known).map((kept) => kept.token)) : [];
  } catch {
    return;
  }
  const there = new Set(found.map((one) => byServer.get(one.id)));
  for (const id of Object.keys(known)) if (!there.has(id)) saveKey(id, null);
  const lost = found.filter((one) => !lists.peek().some((list) => list.id === byServer.get(one.id)));
  if (lost.length) {
    const back = lost.map((one) => ({ id: byServer.get(one.id)!, ruleset: one.ruleset, name: one.name, wants: {}, text: one.text }));
    save([...lists.peek(), ...back].slice(0, MOST));
  }
  await Promise.all(lists.peek().filter((one) => !keys.peek()[one.id]).map((one) => send(one.id)));
}

export function choiceOf(list: SavedList): string {
  return MARK + list.id;
}

/** The list that a choice stands for; none if it names an army. */
export function listOf(choice: string | null): SavedList | null {
  return choice?.startsWith(MARK) ? (lists.value.find((one) => choiceOf(one) === choice) ?? null) : null;
}
