/** Seats, units, turns and facts in words, and the unit that a question is about. */
import type { Line, Question, UnitShown } from "../net/types";
import { words } from "../words";
import { hello, picture, units } from "./table";

export function seatName(index: number | null): string {
  if (index === null) return "";
  return picture.peek()?.seats[index]?.name ?? hello.peek()?.seats[index]?.name ?? "";
}

/** The unit that a question is about: its own, or that of all its options. */
export function deciding(asked: Question | null): number | null {
  if (!asked) return null;
  if ("unit" in asked && asked.unit !== undefined) return asked.unit;
  const all = asked.ask === "choose" ? [...new Set(asked.options.flatMap((option) => option.unit ?? []))] : [];
  return all.length === 1 ? all[0]! : null;
}

/** More letters than that are not at a glance. */
const GLANCE = 90;

/** What happened, in short: the first facts in full, and how many more there are. */
export function briefly(lines: readonly Line[]): string {
  let letters = 0;
  const first = lines.filter(({ text }, index) => (letters += text.length) <= GLANCE || index === 0);
  const more = lines.length - first.length;
  return [...first.map((line) => line.text), ...(more ? [words.question.andMore(more)] : [])].join("; ");
}

/** A turn by its number, in the rulebook's word for it. */
export function turnText(turn: number): string {
  return words.time.turnLong(turn, hello.value?.battle.turn_word ?? "");
}

/** What is left of a unit; in short on the table, where there is no room for what it is counted in. */
export function leftOf(unit: UnitShown, short = false): string {
  if (!unit.models_at_start) return "";
  if (unit.points) return `${unit.health}/${unit.health_at_start}${short ? "" : ` ${unit.points}`}`;
  if (unit.models_at_start > 1 || unit.health_at_start === unit.models_at_start) {
    return `${unit.models}/${unit.models_at_start}`;
  }
  return `${unit.health}/${unit.health_at_start} HP`;
}

/** The states of a unit in words; wounds that have not yet cost a model are one of them. */
export function marksOf(unit: UnitShown): readonly string[] {
  const hurt = unit.wounds > 0 && unit.models_at_start > 1 && unit.pose;
  return hurt ? [words.unit.wounds(unit.wounds), ...unit.marks] : unit.marks;
}

/** Whether a single model stands in the ranks of another unit. */
export function standsInRanks(unit: UnitShown): boolean {
  return unit.host !== null && unit.host !== undefined;
}

/** The single models in the ranks of a unit, those who joined it before those who are its own. */
export function guestsOf(unit: UnitShown, among: readonly UnitShown[] = picture.value?.units ?? []): readonly UnitShown[] {
  return among.filter((one) => one.host === unit.id).sort((one, other) => Number(one.belongs ?? false) - Number(other.belongs ?? false));
}

/** The unit in whose ranks a single model stands. */
export function hostOf(unit: UnitShown): UnitShown | null {
  return units.value.get(unit.host ?? -1) ?? null;
}

export function described(unit: UnitShown): string {
  return words.unit.told(unit.name, seatName(unit.seat), leftOf(unit), marksOf(unit).join(", "));
}
