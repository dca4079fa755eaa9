/** To do nothing of what is asked about: the one option that says so, or to leave a unit where it is. */
import { computed } from "@preact/signals";
import { words } from "../words";
import { pickNone, stay } from "./making";
import { stayLoose } from "./walking";
import { choose } from "./picking";
import { question } from "./table";

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

export function pass(): void {
  if (passing.peek() === null) return;
  if (option.peek()) choose(option.peek()!);
  else if (question.peek()?.ask === "pick") pickNone();
  else if (question.peek()?.ask === "walk") stayLoose();
  else stay();
}
