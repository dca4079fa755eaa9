/** Inquiries at the server that decide nothing: would an answer be legal, what does a unit or a side reach and see? */
import { batch } from "@preact/signals";
import { Asking } from "../net/asking";
import type { Answer, Checked, SurveyAsked, Surveyed, Threatened, ThreatsAsked } from "../net/types";
import { ask } from "./connection";
import { described } from "./describing";
import { say } from "./notices";
import { broughtUp, checked, checking, hello, moment, refusal, seat, selected, surveyed, threatened, units } from "./table";

const CHECK_EVERY = 30;
const TOO_FAST = "play.limits";

const checks = new Asking<Answer>((id, answer) => ask({ type: "check", id, answer }), CHECK_EVERY);
const surveys = new Asking<Omit<SurveyAsked, "type" | "id">>((id, wanted) => ask({ type: "survey", id, ...wanted }));
const threats = new Asking<Omit<ThreatsAsked, "type" | "id">>((id, wanted) => ask({ type: "threats", id, ...wanted }));

/** Ask whether an answer would be legal; some thirty times a second, the last one always. */
export function check(wanted: Answer): void {
  checking.value = true;
  refusal.value = null;
  checks.ask(wanted);
}

export function forgetCheck(): void {
  checks.forget();
  checked.value = null;
  checking.value = false;
}

export function survey(unit: number, pose: [number, number, number] | null = null): void {
  if (seat.peek() === null && !hello.peek()) return;
  surveys.ask({ unit, pose, at: moment.peek()?.number ?? null });
}

let looking = 0;
let lookedAt = -Infinity;
/** So often it is asked what a dragged unit would see and hit, in milliseconds. */
const LOOK_EVERY = 200;

/** What the unit would reach, see and hit from there: while it is dragged, and once the hand rests. */
export function lookFrom(unit: number, there: [number, number, number]): void {
  clearTimeout(looking);
  looking = window.setTimeout(() => {
    lookedAt = performance.now();
    if (selected.peek() === unit) survey(unit, there);
  }, Math.max(0, lookedAt + LOOK_EVERY - performance.now()));
}

export function askThreats(side: number): void {
  threats.ask({ seat: side, at: moment.peek()?.number ?? null });
}

/** The answer to a look; one to an older question is dropped. */
export function takeLook(message: Checked | Surveyed | Threatened): void {
  if (message.type === "checked") {
    if (!checks.answered(message.id)) return;
    checked.value = message;
    // A newer question may be waiting for its turn to be sent.
    checking.value = checks.busy;
  } else if (message.type === "surveyed") {
    if (surveys.answered(message.id) && message.unit === selected.peek()) surveyed.value = message;
  } else if (threats.answered(message.id)) threatened.value = message;
}

/** A look was refused; says whether it was one. */
export function takeRefusedLook(about: string, rule: string | null): boolean {
  const looks = { check: checks, survey: surveys, threats }[about];
  if (!looks) return false;
  looks.refused(rule === TOO_FAST);
  checking.value = checks.busy;
  return true;
}

/** The connection is a new one. */
export function lookOnceMore(): void {
  for (const one of [checks, surveys, threats]) one.again();
}

export function forgetLooks(): void {
  for (const one of [checks, surveys, threats]) {
    one.forget();
    one.again();
  }
}

/** Another moment is shown: whatever was told of the last one holds no more. */
export function lookAgain(): void {
  surveyed.value = null;
  if (selected.peek() !== null) survey(selected.peek()!);
}

/** Look at a unit without a word: its card, and what it reaches and sees, are shown. */
export function look(unit: number | null): void {
  if (unit !== null) broughtUp.value = null;
  if (selected.peek() === unit && surveyed.peek()) return;
  batch(() => {
    selected.value = unit;
    surveyed.value = null;
  });
  if (unit !== null) survey(unit);
}

/** Look at a unit, and tell it to whoever listens. */
export function select(unit: number | null): void {
  const found = unit === null || unit === selected.peek() ? undefined : units.peek().get(unit);
  look(unit);
  if (found) say(described(found));
}
