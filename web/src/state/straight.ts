/**
 * Choices that are made straight: the unit stays as it is in the questions that would follow, unless one wants to be
 * asked. Only this page knows of it: to the server these are answers like any other.
 */
import { effect } from "@preact/signals";
import { answer } from "./acting";
import { battle, question, state } from "./table";

let wish: { battle: string | null; unit: number | null | undefined; stays: readonly string[]; since: number } | null = null;
/** The moment of the last answer that was given unasked. */
let answered = "";

/** The unit stays as it is in questions on these topics, as long as it acts. */
export function goStraight(unit: number | null | undefined, stays: readonly string[]): void {
  wish = { battle: battle.peek(), unit, stays, since: state.peek()?.number ?? 0 };
}

effect(() => {
  const [asked, now] = [question.value, state.value];
  if (!wish || !now) return;
  // What was taken back is decided anew.
  if (wish.battle !== battle.peek() || now.number < wish.since) {
    wish = null;
    return;
  }
  if (asked?.ask !== "manoeuvre" || asked.unit !== wish.unit || asked.optional === false || !wish.stays.includes(asked.topic)) {
    // Another unit acts: this one is done.
    if (asked && "unit" in asked && asked.unit !== wish.unit) wish = null;
    return;
  }
  const moment = `${battle.peek()}/${now.number}`;
  // One answer for each moment: what was refused is for the reader to decide.
  if (answered === moment) return;
  answered = moment;
  answer({ answer: "manoeuvre", kind: "", steps: [] });
});
