/** The list at work: its draft with all that was done and undone, and what the server says of it. */
import { computed, effect, signal } from "@preact/signals";
import { api } from "../net/api";
import { keyHere } from "../net/base";
import type { BuilderCard, CatalogueShown, DraftPick, DraftShown, EntryCard, ListDraft, OptionText, SizeCard } from "../net/types";
import { words } from "../words";
import { readAbout } from "./guide";
import { addList, changeList, savedList, send } from "./lists";
import { complain, notify, say } from "./notices";

export interface Work {
  ruleset: string;
  draft: ListDraft;
  /** The kept list that it is; none: it was never saved. */
  list: string | null;
  /** The draft as it was saved last, as a text to compare with. */
  saved: string;
  /** The draft as it was opened: while nothing was changed, nothing would be lost. */
  begun: string;
}

const KEY = keyHere("warhost.list-at-work");
/** So many steps can be undone. */
const MOST_STEPS = 200;
const MOST_PICKS = 100;

function load(): Work | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Work | null;
    return kept && typeof kept.ruleset === "string" && typeof kept.draft?.faction === "string" && Array.isArray(kept.draft.picks ?? []) ? kept : null;
  } catch {
    return null;
  }
}

export const work = signal<Work | null>(load());
const past = signal<readonly ListDraft[]>([]);
const future = signal<readonly ListDraft[]>([]);
export const canUndo = computed(() => past.value.length > 0);
export const canRedo = computed(() => future.value.length > 0);
/** The place of the unit whose options are open. */
export const opened = signal<number | null>(null);
/** What the server said last, and of which draft. */
export const told = signal<{ draft: ListDraft; shown: DraftShown } | null>(null);
/** Why it could not say anything. */
export const trouble = signal("");
export const checking = signal(false);
export const books = signal<readonly BuilderCard[] | null>(null);
export const catalogue = signal<CatalogueShown | null>(null);

export const draft = computed(() => work.value?.draft ?? null);
export const picks = computed<readonly DraftPick[]>(() => draft.value?.picks ?? []);
export const book = computed(() => books.value?.find((one) => one.slug === work.value?.ruleset) ?? null);
export const isSaved = computed(() => work.value !== null && work.value.list !== null && work.value.saved === JSON.stringify(work.value.draft));
/** What was said of the draft as it is now; nothing while the server is still asked. */
export const shown = computed(() => told.value?.shown ?? null);
export const isCurrent = computed(() => told.value !== null && told.value.draft === draft.value);

function put(now: Work | null): void {
  work.value = now;
  try {
    if (now) localStorage.setItem(KEY, JSON.stringify(now));
    else localStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing still builds: the list lives as long as the page.
  }
}

export async function loadBooks(): Promise<void> {
  if (!books.peek()) books.value = await api.builders();
}

/** Begin to work on a draft. What was at work before and is not saved goes to the lists: nothing is lost. */
export function startWork(ruleset: string, begun: ListDraft, list: string | null = null): void {
  const before = work.peek();
  const text = before && JSON.stringify(before.draft);
  const unsaved = before && before.saved !== text && before.begun !== text && (before.draft.picks?.length ?? 0) > 0;
  if (unsaved) void keepUnsaved(before);
  past.value = [];
  future.value = [];
  opened.value = null;
  told.value = null;
  put({ ruleset, draft: begun, list, saved: list === null ? "" : JSON.stringify(begun), begun: JSON.stringify(begun) });
}

async function keepUnsaved(before: Work): Promise<void> {
  try {
    const { text, wants } = await api.draft({ ruleset: before.ruleset, draft: before.draft });
    if (before.list !== null && savedList(before.list)) changeList(before.list, { name: before.draft.name, text, wants });
    else addList({ ruleset: before.ruleset, name: before.draft.name, text, wants });
    notify(words.shelf.kept(before.draft.name));
  } catch (error) {
    complain(error);
  }
}

/** Change the draft; the one before can be had again. */
export function edit(next: ListDraft): void {
  const now = work.peek();
  if (!now || JSON.stringify(next) === JSON.stringify(now.draft)) return;
  past.value = [...past.peek(), now.draft].slice(-MOST_STEPS);
  future.value = [];
  put({ ...now, draft: next });
}

export function undo(): void {
  const before = past.peek().at(-1);
  const now = work.peek();
  if (!before || !now) return say(words.builder.nothingToUndo);
  past.value = past.peek().slice(0, -1);
  future.value = [now.draft, ...future.peek()];
  back(now, before);
}

export function redo(): void {
  const next = future.peek()[0];
  const now = work.peek();
  if (!next || !now) return say(words.builder.nothingToRedo);
  future.value = future.peek().slice(1);
  past.value = [...past.peek(), now.draft];
  back(now, next);
}

function back(now: Work, then: ListDraft): void {
  if (opened.peek() !== null && opened.peek()! >= (then.picks?.length ?? 0)) opened.value = null;
  put({ ...now, draft: then });
}

/** The draft with another pick in a place; with none, without it. */
function withPick(place: number, pick: DraftPick | null): void {
  const now = draft.peek();
  if (!now) return;
  const all = [...(now.picks ?? [])];
  if (pick) all[place] = pick;
  else all.splice(place, 1);
  edit({ ...now, picks: all });
}

export function addPick(entry: EntryCard, size: SizeCard): void {
  const now = draft.peek();
  if (!now || picks.peek().length >= MOST_PICKS) return;
  const part = picks.peek().at(-1)?.part;
  edit({ ...now, picks: [...picks.peek(), { unit: entry.key, ...(size.key ? { size: size.key } : {}), ...(part ? { part } : {}) }] });
  say(words.builder.added(entry.key));
}

export function removePick(place: number): void {
  const gone = picks.peek()[place];
  if (!gone) return;
  if (opened.peek() === place) opened.value = null;
  else if (opened.peek() !== null && opened.peek()! > place) opened.value = opened.peek()! - 1;
  withPick(place, null);
  say(words.builder.removed(gone.unit));
}

export function copyPick(place: number): void {
  const now = draft.peek();
  const pick = picks.peek()[place];
  if (!now || !pick || picks.peek().length >= MOST_PICKS) return;
  if (opened.peek() !== null && opened.peek()! > place) opened.value = opened.peek()! + 1;
  edit({ ...now, picks: [...picks.peek().slice(0, place + 1), pick, ...picks.peek().slice(place + 1)] });
  say(words.builder.copied(pick.unit));
}

export function changePick(place: number, change: Partial<DraftPick>): void {
  const pick = picks.peek()[place];
  if (!pick) return;
  const next: Record<string, unknown> = { ...pick, ...change };
  for (const [name, value] of Object.entries(next)) if (value === "" || value === 0 || (Array.isArray(value) && !value.length)) delete next[name];
  withPick(place, next as DraftPick);
}

/** Buy an option so many times. Of a choice that allows one, the new one takes the place of the old. */
export function setOption(place: number, option: string, count: number, group: readonly OptionText[]): void {
  const pick = picks.peek()[place];
  if (!pick) return;
  const same = (one: string) => one.toLowerCase() === option.toLowerCase();
  const had = (pick.options ?? []).filter(same).length;
  const about = group.find((one) => same(one.key));
  const rivals = count > had && about?.choose && about.takes === 1 ? group.filter((one) => one.choose === about.choose && !same(one.key)).map((one) => one.key.toLowerCase()) : [];
  const others = (pick.options ?? []).filter((one) => !rivals.includes(one.toLowerCase()));
  const next = count > had ? [...others, ...Array.from({ length: count - had }, () => option)] : without(others, same, had - count);
  changePick(place, { options: next });
}

function without(all: readonly string[], same: (one: string) => boolean, count: number): string[] {
  const left = [...all];
  for (let gone = 0; gone < count; gone++) left.splice(left.findLastIndex(same), 1);
  return left;
}

/** A unit becomes part of another one. */
export function join(place: number, host: number): void {
  const now = draft.peek();
  const { part: _, joined: __, ...pick } = picks.peek()[place]!;
  if (!now) return;
  const all = picks.peek().map((one, at) => (at === host ? { ...one, joined: [...(one.joined ?? []), pick] } : one)).filter((_, at) => at !== place);
  opened.value = host > place ? host - 1 : host;
  edit({ ...now, picks: all });
}

/** A unit that is part of another one stands alone again. */
export function detach(host: number, which: number): void {
  const now = draft.peek();
  const pick = picks.peek()[host];
  const alone = pick?.joined?.[which];
  if (!now || !pick || !alone) return;
  const left = pick.joined!.filter((_, at) => at !== which);
  const { joined: _, ...bare } = pick;
  const all = [...picks.peek().slice(0, host), left.length ? { ...bare, joined: left } : bare, { ...alone, ...(pick.part ? { part: pick.part } : {}) }, ...picks.peek().slice(host + 1)];
  edit({ ...now, picks: all });
}

export function entryOf(unit: string): EntryCard | null {
  return catalogue.value?.entries.find((one) => one.key.toLowerCase() === unit.toLowerCase()) ?? null;
}

/** Keep the list at work, on the server too. */
export async function saveWork(): Promise<string | null> {
  const now = work.peek();
  if (!now) return null;
  try {
    const { text, wants } = await api.draft({ ruleset: now.ruleset, draft: now.draft });
    const list = { ruleset: now.ruleset, name: now.draft.name, text, wants };
    let id = now.list !== null && savedList(now.list) ? now.list : null;
    if (id === null) id = addList(list).id;
    else changeList(id, list);
    put({ ...work.peek()!, list: id, saved: JSON.stringify(now.draft) });
    if (await send(id)) notify(words.builder.savedAs(now.draft.name));
    else notify(words.shelf.onlyHere, "bad");
    return id;
  } catch (error) {
    complain(error);
    return null;
  }
}

/** A kept list that was deleted or renamed elsewhere is no longer what is at work. */
export function forgetList(id: string): void {
  const now = work.peek();
  if (now?.list === id) put({ ...now, list: null, saved: "" });
}

let running = false;
let wanted: string | null = null;

/** Ask what is to be said of the draft; while one answer is awaited, only the latest question waits. */
async function ask(): Promise<void> {
  if (running) return;
  running = true;
  checking.value = true;
  try {
    for (let asked = ""; wanted !== null && wanted !== asked; ) {
      asked = wanted;
      const now = work.peek();
      if (!now) break;
      const place = opened.peek();
      try {
        const found = await api.draft({ ruleset: now.ruleset, draft: now.draft, ...(place === null ? {} : { open: place + 1 }) });
        trouble.value = "";
        if (work.peek()?.ruleset === now.ruleset) told.value = { draft: now.draft, shown: found };
      } catch (error) {
        trouble.value = error instanceof Error ? error.message : String(error);
      }
    }
  } finally {
    running = false;
    checking.value = false;
  }
}

/** Whether the builder is on the screen: only then is the server asked. */
export const building = signal(false);

effect(() => {
  const now = work.value;
  const place = opened.value;
  if (!now || !building.value) {
    wanted = null;
    return;
  }
  wanted = JSON.stringify([now.ruleset, now.draft, place]);
  void ask();
});

let read = "";

effect(() => {
  const now = work.value;
  if (!now || !building.value) return;
  readAbout.value = now.ruleset;
  const key = `${now.ruleset}/${now.draft.faction}`;
  if (key === read && catalogue.peek()) return;
  read = key;
  catalogue.value = null;
  api.entries(now.ruleset, now.draft.faction).then(
    (found) => key === read && (catalogue.value = found),
    (error: unknown) => {
      if (key !== read) return;
      read = "";
      trouble.value = error instanceof Error ? error.message : String(error);
    },
  );
});

/** What was heard of last, so that nobody is told twice. */
let heard = "";

effect(() => {
  if (!told.value || !isCurrent.value) return;
  const { points, limit, problems } = told.value.shown;
  const text = words.builder.announce(words.builder.total(points, limit), problems.length);
  if (heard && text !== heard) say(text);
  heard = text;
});
