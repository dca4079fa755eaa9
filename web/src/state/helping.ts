/** The captain's help: it sets up the reader's units, and says what it would answer, for the reader to take or change. */
import { computed, effect, signal, untracked } from "@preact/signals";
import type { Advised, Answer, Question } from "../net/types";
import { ask, send } from "./connection";
import { check } from "./inquiries";
import { picked, setPlace, shares } from "./making";
import { advised, advising, battle, eyed, question, refusal, state, units } from "./table";

export interface Advice {
  number: number;
  /** The option that it would choose, where one is chosen. */
  option: string | null;
  sentence: string;
}

/** What the captain would answer to the question at hand. */
export const advice = signal<Advice | null>(null);

let asking = 0;
/** Whether the answer that is awaited was not asked for: it gives way to what the reader has begun. */
let unasked = false;

/** Whether units are set up now, and the captain can do it. */
export const deploying = computed(() => state.value?.deploying ?? false);
export const helped = computed(() => state.value?.helped ?? false);
/** The reader's units that stand already and may still be moved, with their names. */
export const movable = computed(() => (state.value?.movable ?? []).map((id) => ({ id, name: units.value.get(id)?.name ?? "" })));

export const deployForMe = (on: boolean) => send({ type: "deploy", on });
export const moveAgain = (unit: number) => send({ type: "again", unit });

/** With fewer options than this a choice needs no advice. */
const FEW = 3;

/** Whether something is picked here that the captain could pick as well. */
export function canAdvise(asked: Question): boolean {
  if (asked.ask === "choose") return asked.options.length >= FEW;
  return asked.ask === "pick" || asked.ask === "allocate" || asked.ask === "place";
}

/** Let the captain fill the answer in. Nothing is sent: the reader confirms it, or changes it. */
export function chooseForMe(): void {
  unasked = false;
  advising.value = ask({ type: "advise", id: ++asking });
}

function takeAdvice(message: Advised): void {
  if (message.id !== asking) return;
  advising.value = false;
  const asked = question.peek();
  if (!asked || message.number !== state.peek()?.number || (unasked && picked.peek().length)) return;
  const { answer, sentence } = message;
  fillIn(answer);
  advice.value = { number: message.number, option: answer.answer === "choose" ? answer.option : null, sentence };
}

function fillIn(answer: Answer): void {
  if (answer.answer === "pick") {
    picked.value = [...answer.options];
    if (answer.options.length) check(answer);
  } else if (answer.answer === "allocate") {
    const given = answer.shares ?? {};
    shares.value = Object.fromEntries(Object.entries(shares.peek()).map(([pool, none]) => [pool, { ...zeroed(none), ...given[pool] }]));
  } else if (answer.answer === "place") {
    const [x, y, facing] = answer.pose;
    setPlace({ x, y, facing });
  } else if (answer.answer === "choose") eyed.value = answer.option;
}

const zeroed = (share: Record<string, number>) => Object.fromEntries(Object.keys(share).map((key) => [key, 0]));

/** A whole set that has to be picked, as spells are: one is suggested at once. */
function isSet(asked: Question | null): boolean {
  return asked?.ask === "pick" && (asked.least ?? 0) > 0 && (asked.most ?? 1) > 1 && asked.options.length > (asked.most ?? 1);
}

effect(() => {
  const told = advised.value;
  if (told) untracked(() => takeAdvice(told));
});

let last = "";

effect(() => {
  const asked = question.value;
  const key = `${battle.value}/${state.value?.number}/${asked?.seat}/${asked?.ask}`;
  if (key === last) return;
  last = key;
  asking++;
  advice.value = null;
  advising.value = false;
  if (!isSet(asked) || refusal.peek()) return;
  chooseForMe();
  unasked = true;
});
