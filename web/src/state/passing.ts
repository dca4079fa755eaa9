/**
 * To do nothing of what is asked about: the one option that says so, or to leave a unit where it is. Where that ends the
 * phase of all units that could still act, it has another name and another key, and is asked about once.
 */
import { computed, signal } from "@preact/signals";
import { words } from "../words";
import { pickNone, stay } from "./making";
import { say } from "./notices";
import { choose } from "./picking";
import { battle, question, state, units } from "./table";
import { stayLoose } from "./walking";

/** Topics of questions about which unit acts next: to pass is to end the phase. */
const ENDS: ReadonlySet<string> = new Set(["move", "order", "shoot", "attacker"]);

const option = computed(() => {
  const asked = question.value;
  return asked?.ask === "choose" ? (asked.options.find((one) => one.passes) ?? null) : null;
});

/** What passing means now, in the words of the question; null: one cannot pass. */
export const passing = computed<string | null>(() => {
  const asked = question.value;
  if ((asked?.ask === "manoeuvre" || asked?.ask === "walk") && asked.optional !== false) return words.move.stay;
  if (asked?.ask === "pick" && !asked.least) return words.pick.none;
  return option.value?.label ?? null;
});

/** Whether to pass ends the phase for all units. */
export const ends = computed(() => !!option.value && !isNumber(option.value.unit) && ENDS.has(question.value?.topic ?? ""));

/** The key that passes, as it is printed. */
export const passKey = computed(() => (ends.value ? "E" : "H"));

/** The names of the units that could still act if the phase did not end: those to be picked, else those with a target. */
export const idle = computed<readonly string[]>(() => {
  const asked = question.value;
  if (!ends.value || asked?.ask !== "choose") return [];
  const able = asked.options.filter((one) => !one.passes && isNumber(one.unit));
  const picked = able.filter((one) => !isNumber(one.target));
  const ids = new Set((picked.length ? picked : able).map((one) => one.unit!));
  return [...ids].flatMap((id) => units.value.get(id)?.name ?? []);
});

/** The question whose phase is to be ended although units could still act. */
const ending = signal("");
const here = computed(() => `${battle.value}/${state.value?.number}`);
export const asksToEnd = computed(() => ends.value && idle.value.length > 0 && ending.value === here.value);

/** Pass; where that ends the phase of units that could still act, ask first. */
export function pass(): void {
  if (passing.peek() === null || asksToEnd.peek()) return;
  if (idle.peek().length) {
    ending.value = here.peek();
    say(words.pass.idle(idle.peek()));
  } else passNow();
}

/** End the phase after all. */
export function endPhase(): void {
  if (asksToEnd.peek()) passNow();
}

/** Let the phase go on. */
export function goOn(): void {
  ending.value = "";
}

function passNow(): void {
  if (option.peek()) choose(option.peek()!);
  else if (question.peek()?.ask === "pick") pickNone();
  else if (question.peek()?.ask === "walk") stayLoose();
  else stay();
}

function isNumber(id: number | null | undefined): id is number {
  return id !== null && id !== undefined;
}
