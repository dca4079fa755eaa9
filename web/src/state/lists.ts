/** Army lists of the reader's own. */
import { api } from "../net/api";
import { keyHere } from "../net/base";
import { Shelf } from "./shelf";

export interface SavedList {
  id: string;
  ruleset: string;
  name: string;
  /** The options of a battle for which it was made. */
  wants: Record<string, unknown>;
  text: string;
  /** False: it has units that no army book here has, so it is played as it is. */
  editable?: boolean;
}

/** How a choice of armies tells a list of the reader's own from an army by its name. */
const MARK = "list/";

const shelf = new Shelf<SavedList>({
  key: "warhost.lists",
  keys: keyHere("warhost.list-keys"),
  gone: keyHere("warhost.lists-gone"),
  most: 60,
  api: api.lists,
  whole: (one) => typeof one === "object" && one !== null && typeof one.wants === "object" && [one.id, one.ruleset, one.name, one.text].every((part) => typeof part === "string"),
  text: (list) => list.text,
  read: (id, kept) => ({ id, ruleset: kept.ruleset, name: kept.name, wants: {}, text: kept.text }),
});

export const lists = shelf.all;
export const keys = shelf.keys;
export const goneLists = shelf.gone;

export const savedList = (id: string) => shelf.find(id);
/** Keep a list beside those that are there, even if one is the same. */
export const addList = (list: Omit<SavedList, "id">) => shelf.add(list);
/** Another list in place of one. */
export const changeList = (id: string, change: Partial<Omit<SavedList, "id">>) => shelf.change(id, change);
export const removeList = (id: string) => shelf.remove(id);
export const restoreList = (id: string) => shelf.restore(id);
export const send = (id: string) => shelf.send(id);
export const meetServer = () => shelf.meetServer();

/** Keep a list, the newest first; one that is kept already is found again. */
export function keepList(list: Omit<SavedList, "id">): SavedList {
  const known = lists.peek().find((one) => one.ruleset === list.ruleset && one.text === list.text && one.name === list.name);
  return known ?? addList(list);
}

/** Give a list another name, in its text as well: the first line of the format names the army. */
export function renameList(id: string, name: string): void {
  const renamed = (text: string) => text.replace(/^name(\s*)=.*$/m, (_, space: string) => `name${space}= ${JSON.stringify(name)}`);
  const list = lists.peek().find((one) => one.id === id);
  if (list) changeList(id, { name, text: renamed(list.text) });
}

export function choiceOf(list: SavedList): string {
  return MARK + list.id;
}

/** The list that a choice stands for; none if it names an army. */
export function listOf(choice: string | null): SavedList | null {
  return choice?.startsWith(MARK) ? (lists.value.find((one) => choiceOf(one) === choice) ?? null) : null;
}
