/** What the rulebook explains: the words on its cards, and a lesson for the first time that something is asked. */
import { computed, effect, signal } from "@preact/signals";
import { api } from "../net/api";
import type { Guide, Lesson, Meaning } from "../net/types";
import { settings } from "./settings";
import { sameSide } from "./sides";
import { hello, picture, question, state } from "./table";
import { words } from "../words";

const KEY = "warhost.learned";

const guide = signal<Guide | null>(null);
/** The rulebook that is read about where no battle is open. */
export const readAbout = signal<string | null>(null);
const ruleset = computed(() => hello.value?.battle.ruleset ?? readAbout.value);

effect(() => {
  const slug = ruleset.value;
  guide.value = null;
  if (!slug) return;
  // A table without explanations is still a table: nobody is bothered with a failure.
  api.guide(slug).then((found) => slug === ruleset.peek() && (guide.value = found), () => undefined);
});

const terms = computed(() => new Map<string, Meaning>(guide.value?.terms?.map((term) => [term.name, term])));

/** What a word on a card means; what stands in brackets behind it, a number and how many have it do not matter. */
export function termOf(printed: string): Meaning | null {
  return terms.value.get(printed) ?? terms.value.get(printed.replace(/ *\(.*$| on \d+$|\d+$/, "")) ?? null;
}

/** Everything that an entry of a card needs explained: its own word, or else those in its brackets, as of a weapon. */
export function termsOf(printed: string): [string, Meaning][] {
  const inner = termOf(printed) ? [printed] : (/\((.*)\)/.exec(printed)?.[1] ?? "").split(", ");
  return inner.flatMap((part) => {
    const term = termOf(part);
    return term ? [[part, term] as [string, Meaning]] : [];
  });
}

function load(): readonly string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[];
  } catch {
    return [];
  }
}

const learned = signal(load());

function keep(all: readonly string[]): void {
  learned.value = all;
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // Then the lessons come again next time.
  }
}

/** How the battle at hand is won: told with the first question of a battle that is won otherwise than those before. */
const winning = computed<Lesson | null>(() => {
  const text = picture.value?.goal;
  return text && question.value ? { topic: `goal ${text}`, title: words.coach.win, text } : null;
});

const keyOf = (one: Lesson) => `${ruleset.peek()}/${one.topic}${one.partners ? "/partners" : ""}`;

/** Whether the player who is asked has partners. */
const inCompany = computed(() => {
  const asked = question.value;
  return !!asked && (picture.value?.seats ?? []).some((_, seat) => seat !== asked.seat && sameSide(seat, asked.seat));
});

/** All lessons that belong to the question at hand: how to win first. */
const lessons = computed<readonly Lesson[]>(() => {
  const topic = question.value?.topic;
  const fits = (one: Lesson) => one.topic === topic && (!one.partners || inCompany.value);
  return [...(winning.value ? [winning.value] : []), ...(guide.value?.lessons?.filter(fits) ?? [])];
});

/** The number of the question for which the hint was asked for again. */
const wantedAt = signal<number | null>(null);

/** Whether there is a hint for the question at hand. */
export const hasHint = computed(() => lessons.value.length > 0);

/** The hint that stands beside the question: one that is new, or one that was asked for. */
export const lesson = computed<Lesson | null>(() => {
  const fresh = settings.value.hints && guide.value ? lessons.value.find((one) => !learned.value.includes(keyOf(one))) : undefined;
  if (fresh) return fresh;
  return wantedAt.value !== null && wantedAt.value === state.value?.number ? (lessons.value.find((one) => one.topic === question.value?.topic) ?? lessons.value[0] ?? null) : null;
});

/** Open the hint of the question at hand, or put it away. */
export function toggleHint(): void {
  const now = lesson.peek();
  if (now) learn(now);
  wantedAt.value = now ? null : (state.peek()?.number ?? null);
}

export function learn(one: Lesson): void {
  if (!learned.peek().includes(keyOf(one))) keep([...learned.peek(), keyOf(one)]);
  wantedAt.value = null;
}

export function forgetLessons(): void {
  keep([]);
}

let shown: { lesson: Lesson; number: number } | null = null;

effect(() => {
  const number = state.value?.number ?? 0;
  // Whoever has answered has read it.
  if (shown && shown.number !== number) learn(shown.lesson);
  shown = lesson.value && { lesson: lesson.value, number };
});
