/**
 * Questions that come again and again: “not this turn” answers no to all that are like it until the turn is over, and
 * can be taken back. Only this page knows of it: to the server these are answers like any other.
 */
import { computed, effect, signal } from "@preact/signals";
import type { Option, Question } from "../net/types";
import { answer } from "./acting";
import { battle, picture, question, state } from "./table";

export interface Declined {
  /** What is declined, and in which turn of which battle. */
  key: string;
  topic: string;
  /** How often it was answered so. */
  times: number;
}

/** A question with so many options is one of yes or no. */
const YES_OR_NO = 2;

const all = signal<readonly Declined[]>([]);
/** The numbers of the moments at which each kind of question came. */
let came = new Map<string, Set<number>>();
/** The moment of the last answer that was given unasked. */
let answered = "";
let last = { battle: "", number: 0 };

/** The same question of the same player by the same rule, in the same turn. */
function keyOf(asked: Question): string {
  return JSON.stringify([battle.peek(), picture.peek()?.turn, asked.seat, asked.topic, asked.rules ?? []]);
}

function no(asked: Question | null): Option | null {
  if (asked?.ask !== "choose" || asked.options.length !== YES_OR_NO) return null;
  return asked.options.find((option) => option.passes) ?? null;
}

/** What is declined for the rest of this turn. */
export const declined = computed<readonly Declined[]>(() => {
  const turn = JSON.stringify([battle.value, picture.value?.turn]).slice(0, -1);
  return all.value.filter((one) => one.key.startsWith(`${turn},`));
});

/** Whether the question has come before in this turn and may be declined for the rest of it. */
export const repeats = signal(false);

/** Answer no, and to all that are like it in this turn. */
export function notThisTurn(): void {
  const asked = question.peek();
  const option = no(asked);
  if (!asked || !option) return;
  all.value = [...all.peek(), { key: keyOf(asked), topic: asked.topic, times: 1 }];
  answer({ answer: "choose", option: option.key });
}

/** Be asked again. */
export function askAgain(key: string): void {
  all.value = all.peek().filter((one) => one.key !== key);
}

effect(() => {
  const [here, now, asked] = [battle.value ?? "", state.value, question.value];
  if (!now) return;
  if (here !== last.battle) came = new Map();
  // Whoever takes an answer back wants to give another one.
  else if (now.number < last.number) {
    came = new Map();
    all.value = [];
  }
  last = { battle: here, number: now.number };
  const option = no(asked);
  repeats.value = false;
  if (!asked || !option) return;
  const key = keyOf(asked);
  const times = came.get(key) ?? new Set();
  came.set(key, times.add(now.number));
  repeats.value = times.size > 1;
  const found = all.peek().find((one) => one.key === key);
  // One answer for each moment: what was refused is for the reader to decide.
  if (!found || answered === `${here}/${now.number}`) return;
  answered = `${here}/${now.number}`;
  all.value = all.peek().map((one) => (one === found ? { ...one, times: one.times + 1 } : one));
  answer({ answer: "choose", option: option.key });
});
