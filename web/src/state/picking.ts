/** Options that can be picked on the table: which units they are about, and what a click on one of them means. */
import { computed, effect, signal } from "@preact/signals";
import type { Option } from "../net/types";
import type { Point } from "../table/geometry";
import { answer, undo } from "./acting";
import { folds } from "./grouping";
import { select } from "./inquiries";
import { togglePick } from "./making";
import { goStraight } from "./straight";
import { eyed, question, selected, state, units } from "./table";

export interface Picks {
  /** Options by the unit that would act. */
  byUnit: Map<number, Option[]>;
  /** Options by target: of the selected unit if it has any, else of all. */
  byTarget: Map<number, Option[]>;
  poses: Option[];
}

export const picks = computed<Picks>(() => {
  const asked = question.value;
  const options = asked?.ask === "choose" || asked?.ask === "pick" ? asked.options : [];
  const byUnit = new Map<number, Option[]>();
  for (const option of options) {
    if (isUnit(option.unit)) byUnit.set(option.unit, [...(byUnit.get(option.unit) ?? []), option]);
  }
  const own = selected.value !== null ? (byUnit.get(selected.value) ?? []) : [];
  const aimed = own.some((option) => isUnit(option.target)) ? own : options;
  const byTarget = new Map<number, Option[]>();
  for (const option of aimed) {
    if (isUnit(option.target)) byTarget.set(option.target, [...(byTarget.get(option.target) ?? []), option]);
  }
  return { byUnit, byTarget, poses: aimed.filter((option) => option.pose) };
});

/** Options that are about a place in a unit, with the corners of that place. */
export const spots = computed<readonly { option: Option; corners: readonly Point[] }[]>(() => {
  const asked = question.value;
  if (asked?.ask !== "choose") return [];
  return asked.options.filter((option) => isUnit(option.unit)).flatMap((option) => (option.areas ?? []).map(({ corners }) => ({ option, corners })));
});

/** The option under the pointer, or the one that has the focus. */
export const eyedOption = computed(() => {
  const asked = question.value;
  return asked?.ask === "choose" || asked?.ask === "pick" ? (asked.options.find((option) => option.key === eyed.value) ?? null) : null;
});

function isUnit(id: number | null | undefined): id is number {
  return id !== null && id !== undefined;
}

/** The options in the order in which digits name them: what is folded away comes later, and what passes needs none. */
export function numbered(options: readonly Option[]): readonly Option[] {
  const { first, combined, unlikely, seldom } = folds(options.filter((option) => !option.passes));
  return [...first, ...combined, ...unlikely, ...seldom, ...options.filter((option) => option.passes)];
}

/** Take the option; where several may be picked, pick it or let it be. */
export function choose(option: Option, how: "straight" | "in full" = "straight"): void {
  if (question.peek()?.ask === "pick") return togglePick(option.key);
  if (option.straight && how === "straight") goStraight(option.unit, option.stays ?? []);
  answer({ answer: "choose", option: option.key });
}

/** The one option that pointing at this unit can mean, if there is one. */
export function meant(unit: number): Option | null {
  const { byUnit, byTarget } = picks.peek();
  const at = byTarget.get(unit) ?? [];
  const fromSelected = at.filter((option) => option.unit === selected.peek());
  if (fromSelected.length === 1) return fromSelected[0]!;
  const own = byUnit.get(unit) ?? [];
  if (own.length === 1 && !isUnit(own[0]!.target)) return own[0]!;
  const aimless = at.filter((option) => !isUnit(option.unit));
  if (aimless.length === 1) return aimless[0]!;
  return null;
}

/** The one option that dragging this unit can mean: what it does by itself, whatever it could do to others. */
export function dragged(unit: number): Option | null {
  const alone = (picks.peek().byUnit.get(unit) ?? []).filter((option) => !isUnit(option.target) && !option.passes);
  return alone.length === 1 ? alone[0]! : null;
}

/** Whom pointing there concerns: whoever stands in the ranks of a unit may stand for that unit. */
export function concerned(unit: number): number {
  const host = units.peek().get(unit)?.host;
  if (!isUnit(host)) return unit;
  const { byUnit, byTarget } = picks.peek();
  const matters = (id: number) => byUnit.has(id) || byTarget.has(id) || others.peek().includes(id);
  return !matters(unit) && matters(host) ? host : unit;
}

/** Pointing at a unit takes the option that it can only mean, or the unit in place of the one at hand; else it selects it. */
export function pick(unit: number): void {
  const option = meant(unit);
  if (option) choose(option);
  else if (!turnTo(unit)) pointAt(unit);
}

/** Units that could be chosen in place of the one that the question is about. */
export const others = computed<readonly number[]>(() => (question.value ? (state.value?.undo.instead ?? []) : []));

/** The unit that is to be chosen once the choice is open again. */
let wanted: number | null = null;

/** Back to the choice of a unit, if there was one and nothing has come of it yet. */
export function backToChoice(): boolean {
  if (!others.peek().length) return false;
  wanted = null;
  undo();
  return true;
}

/** That unit in place of the one at hand, if it could be chosen. */
export function turnTo(unit: number): boolean {
  if (!others.peek().includes(unit)) return false;
  wanted = unit;
  undo();
  return true;
}

effect(() => {
  const now = state.value;
  if (wanted === null || !now) return;
  const unit = wanted;
  const found = now.question?.ask === "choose" ? now.question.options.find((option) => option.unit === unit && !isUnit(option.target)) : undefined;
  if (!found && now.undo.instead?.includes(unit)) return undo();
  wanted = null;
  if (found) choose(found);
});

/** The unit that was pointed at since the question came, if any: its options come before the others. */
export const pointed = computed(() => (pointing.value && pointing.value.number === state.value?.number ? pointing.value.unit : null));
const pointing = signal<{ unit: number; number: number } | null>(null);

export function pointAt(unit: number): void {
  pointing.value = { unit, number: state.peek()?.number ?? 0 };
  select(unit);
}

/** Whether a click on some unit or place at the table answers the question, or begins to. */
export const pickable = computed(() => {
  const { byUnit, byTarget } = picks.value;
  // Whoever acts comes first, then its target: that must leave one option.
  const leaves = (own: readonly Option[], target: Option["target"]) => isUnit(target) && own.filter((option) => option.target === target).length === 1;
  const starts = (id: number) => meant(id) !== null || (byUnit.get(id) ?? []).some((option, _, own) => leaves(own, option.target));
  return spots.value.length > 0 || [...byUnit.keys(), ...byTarget.keys()].some((id) => units.value.get(id)?.pose && starts(id));
});
