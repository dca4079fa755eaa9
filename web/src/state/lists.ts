/** Army lists of the reader's own, kept in this browser: each whole and in the rulebook's own format. */
import { signal } from "@preact/signals";

export interface SavedList {
  id: string;
  ruleset: string;
  name: string;
  /** The options of a battle for which it was made. */
  wants: Record<string, unknown>;
  text: string;
}

const KEY = "warhost.lists";
const MOST = 60;
/** How a choice of armies tells a list of the reader's own from an army by its name. */
const MARK = "list/";

function load(): SavedList[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(whole) : [];
  } catch {
    return [];
  }
}

function whole(one: Partial<SavedList> | null): one is SavedList {
  return typeof one === "object" && one !== null && typeof one.wants === "object" && [one.id, one.ruleset, one.name, one.text].every((part) => typeof part === "string");
}

export const lists = signal<readonly SavedList[]>(load());

function save(all: readonly SavedList[]): void {
  lists.value = all;
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // A browser that keeps nothing still plays: the lists live as long as the page.
  }
}

/** Keep a list, the newest first; one that is kept already is found again. */
export function keepList(list: Omit<SavedList, "id">): SavedList {
  const known = lists.peek().find((one) => one.ruleset === list.ruleset && one.text === list.text);
  if (known) return known;
  const id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
  const kept = { ...list, id };
  save([kept, ...lists.peek()].slice(0, MOST));
  return kept;
}

/** Give a list another name, in its text as well: the first line of the format names the army. */
export function renameList(id: string, name: string): void {
  const renamed = (text: string) => text.replace(/^name(\s*)=.*$/m, (_, space: string) => `name${space}= ${JSON.stringify(name)}`);
  save(lists.peek().map((one) => (one.id === id ? { ...one, name, text: renamed(one.text) } : one)));
}

export function removeList(id: string): void {
  save(lists.peek().filter((one) => one.id !== id));
}

export function choiceOf(list: SavedList): string {
  return MARK + list.id;
}

/** The list that a choice stands for; none if it names an army. */
export function listOf(choice: string | null): SavedList | null {
  return choice?.startsWith(MARK) ? (lists.value.find((one) => choiceOf(one) === choice) ?? null) : null;
}
