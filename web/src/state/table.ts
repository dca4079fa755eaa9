/** The table at hand: what the server told, what the reader looks at, and the answer that is being made. */
import { batch, computed, signal } from "@preact/signals";
import type {
  Advised,
  Checked,
  Gathering,
  Hello,
  Line,
  Moment,
  Picture,
  Question,
  Reasons,
  SeedRevealed,
  State,
  Surveyed,
  Threatened,
  Timeline,
  UnitShown,
} from "../net/types";
import { sharing } from "./sharing";

export const battle = signal<string | null>(null);
export const hello = signal<Hello | null>(null);
/** Whether the address leads to no battle. */
export const nowhere = signal(false);
/** Whether the key that this browser has opened its seat. */
export const keyFits = signal(true);
/** How things stand in a battle that has not begun: armies are still to be chosen. */
export const gathering = signal<Gathering | null>(null);
export const state = signal<State | null>(null);
export const log = signal<readonly Line[]>([]);
/** What has just happened, for as long as it is news: facts and dice, no headings. */
export const news = signal<readonly Line[]>([]);
export const reasons = signal<ReadonlyMap<number, Reasons>>(new Map());
export const connected = signal(true);
export const sending = signal(false);
export const consent = signal<{ seat: number; what: string } | null>(null);
export const asked = signal(false);
/** Whether a draw was offered here and waits for its answer. */
export const offered = signal(false);
export const seed = signal<SeedRevealed | null>(null);
export const refusal = signal<{ reason: string; rule: string | null } | null>(null);
/** What the captain would answer, as it came, and whether it still thinks. */
export const advised = signal<Advised | null>(null);
export const advising = signal(false);
/** The number of the last answer that was given here. */
export const decided = signal<number | null>(null);
/** Another seat that is played at this screen and is asked now: the table is opened for it. */
export const askedBeside = signal<number | null>(null);

export const selected = signal<number | null>(null);
export const hovered = signal<number | null>(null);
/** The unit that a question brought up: once that is answered, its reach and sight are no longer shown unasked. */
export const broughtUp = signal<number | null>(null);
/** An option under the pointer or the focus, so that the table can show what it means. */
export const eyed = signal<string | null>(null);
export const surveyed = signal<Surveyed | null>(null);
/** How far a side reaches next, for the last side that was asked for. */
export const threatened = signal<Threatened | null>(null);
export const checked = signal<Checked | null>(null);
export const checking = signal(false);
export const timeline = signal<Timeline | null>(null);
/** A moment that is looked back on; `lines` are how many of the log have been told, where that is less than all of it. */
export const moment = signal<(Moment & { lines?: number }) | null>(null);
export const playing = signal(false);
export const endSeen = signal(false);

/** What is shown: a moment of the past, or now. */
export const picture = computed<Picture | null>(() => (lastPicture = sharing(lastPicture, moment.value?.picture ?? state.value?.picture ?? null)));
let lastPicture: Picture | null = null;
export const board = computed(() => picture.value?.board ?? null);
export const question = computed<Question | null>(() => (moment.value ? null : (state.value?.question ?? null)));
export const seat = computed(() => (hello.value ?? gathering.value)?.seat ?? null);
const everyUnit = computed(() => picture.value?.units ?? []);
export const units = computed(() => new Map<number, UnitShown>(everyUnit.value.map((unit) => [unit.id, unit])));
/** The names of all units: the log is written anew when one changes, not whenever a unit moves. */
export const names = computed<Record<number, string>>(() => (lastNames = sharing(lastNames, Object.fromEntries(everyUnit.value.map((unit) => [unit.id, unit.name])))));
let lastNames: Record<number, string> = {};
/** What others did since the last decision made here: facts, neither dice nor headings. */
export const meanwhile = computed(() => {
  const since = decided.value;
  if (since === null || !question.value) return [];
  const own = question.value.seat;
  return log.value.filter((line) => line.number > since && line.seat !== null && line.seat !== own && !line.dice && line.kind !== "heading");
});
export const shownLog = computed(() => {
  const past = moment.value;
  if (!past) return log.value;
  return past.lines === undefined ? log.value.filter((line) => line.number <= past.number) : log.value.slice(0, past.lines);
});

/** The table is left: nothing of it holds any more. */
export function forgetTable(): void {
  batch(() => {
    battle.value = null;
    nowhere.value = false;
    keyFits.value = true;
    hello.value = null;
    gathering.value = null;
    state.value = null;
    log.value = [];
    news.value = [];
    reasons.value = new Map();
    connected.value = true;
    sending.value = false;
    consent.value = null;
    asked.value = false;
    offered.value = false;
    seed.value = null;
    refusal.value = null;
    advised.value = null;
    advising.value = false;
    selected.value = null;
    hovered.value = null;
    eyed.value = null;
    surveyed.value = null;
    threatened.value = null;
    checked.value = null;
    decided.value = null;
    timeline.value = null;
    moment.value = null;
    playing.value = false;
    endSeen.value = false;
    askedBeside.value = null;
  });
}
