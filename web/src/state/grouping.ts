/** Long lists of options under headings: what several options in a row have in common is said once. */
import type { Odds, Option } from "../net/types";

export interface Group {
  /** What stands before and behind the name of the target in every label; none: these are options by themselves. */
  heading: { before: string; after: string } | null;
  /** What comes of every one of them, where that is the same. */
  text: string;
  /** The figures that are the same for all of them. */
  odds: readonly Odds[];
  options: readonly Option[];
}

/** Options in the order of their likelihood to be wanted: those that come first, combinations of them, long shots. */
export interface Folds {
  first: readonly Option[];
  combined: readonly Option[];
  unlikely: readonly Option[];
  /** What hardly anybody wants: a unit that turns its rear to the enemy. */
  seldom: readonly Option[];
}

/** A charge with less of a chance is a long shot. */
const LONG_SHOT = 0.05;
const REAR = /\brear to the enemy\b/;
const ARRIVES = /^charge (succeeds|reaches)/;

/** Sort options into those that come first and those that are folded away. */
export function folds(options: readonly Option[]): Folds {
  const unlikely = options.filter(isLongShot);
  const seldom = options.filter((option) => REAR.test(option.label));
  const combined = options.filter((option) => !unlikely.includes(option) && !seldom.includes(option) && combines(option, options));
  const behind = [...unlikely, ...seldom, ...combined];
  return { first: options.filter((option) => !behind.includes(option)), combined, unlikely, seldom };
}

/** Whether a charge at that target hardly ever arrives, whichever of its targets counts. */
function isLongShot(option: Option): boolean {
  if (option.passes || option.target === null || option.target === undefined) return false;
  const arrives = (option.odds ?? []).filter((one) => (one.kind ?? "chance") === "chance" && ARRIVES.test(one.label));
  return arrives.length > 0 && arrives.every((one) => one.value < LONG_SHOT);
}

/** Whether the label of the option is that of a simpler one of the same unit with more targets: “charge A and B”. */
function combines(option: Option, options: readonly Option[]): boolean {
  const starts = (other: Option) => option.label.startsWith(`${other.label} and `) || option.label.startsWith(`${other.label}, `);
  return options.some((other) => other !== option && !other.passes && other.unit === option.unit && starts(other));
}

type NameOf = (unit: number) => string | undefined;

/** Where the label names its target: what stands before that and what behind. */
export function around(option: Option, nameOf: NameOf): { before: string; after: string } | null {
  const name = option.target === null || option.target === undefined ? undefined : nameOf(option.target);
  const at = name ? option.label.lastIndexOf(name) : -1;
  return at <= 0 ? null : { before: option.label.slice(0, at), after: option.label.slice(at + name!.length) };
}

/** Runs of options that differ in their target alone, or that share their text; every other option by itself. */
export function grouped(options: readonly Option[], nameOf: NameOf): Group[] {
  const runs: { key: string; options: Option[] }[] = [];
  for (const option of options) {
    const parts = around(option, nameOf);
    const key = parts ? JSON.stringify([option.unit, parts, option.text]) : (option.text ?? "");
    const last = runs.at(-1);
    if (last && key && last.key === key) last.options.push(option);
    else runs.push({ key, options: [option] });
  }
  return runs.map((run) => groupOf(run.options, nameOf));
}

function groupOf(options: readonly Option[], nameOf: NameOf): Group {
  const first = options[0]!;
  if (options.length === 1) return { heading: null, text: "", odds: [], options };
  const heading = around(first, nameOf);
  return { heading, text: first.text ?? "", odds: heading ? commonOdds(options) : [], options };
}

/** The figures of these options if all of them have the same ones; to pass has none and does not matter. */
export function commonOdds(options: readonly Option[]): readonly Odds[] {
  const told = options.filter((option) => option.odds?.length || !option.passes);
  const first = JSON.stringify(told[0]?.odds);
  return told.length > 1 && told.every((option) => JSON.stringify(option.odds) === first) ? (told[0]!.odds ?? []) : [];
}
