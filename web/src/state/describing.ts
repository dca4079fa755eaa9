/** Seats, units, turns and facts in words, and the unit that a question is about. */
import type { Line, Question, UnitShown } from "../net/types";
import { words } from "../words";
import type { Scene } from "./scenes";
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

/** The units of a seat among these. */
export function fighters(ids: readonly number[], seat: number | null): string {
  return ids.flatMap((id) => (units.value.get(id)?.seat === seat ? [units.value.get(id)!.name] : [])).join(", ");
}

/** A scene in a sentence: who fought whom and who won, or the shots and what they cost. */
export function sceneInBrief(now: Scene): string {
  if (now.kind === "fight") {
    const seats = [...new Set(now.units.flatMap((id) => units.value.get(id)?.seat ?? []))];
    const sides = seats.map((seat) => fighters(now.units, seat)).filter(Boolean);
    const told = sides.join(` ${words.show.against} `);
    return now.result ? words.show.outcome(told, fightVerdict(now.result)) : told;
  }
  const told = now.members.filter(({ line }) => !line.dice && (line.deed === now.kind || line.deed === "attempt")).at(-1)?.line.text ?? now.members[0]!.line.text;
  const losses = now.members.filter(({ line }) => line.deed === "loss").map(({ line }) => line.text);
  const failed = losses.length ? [] : now.members.filter(({ line, attack }) => !line.dice && !attack && line.deed !== "attempt").map(({ line }) => line.text);
  return [told, ...losses, ...failed.slice(-1)].join(". ");
}

/** Who won a fight, and by how much. */
export function fightVerdict(line: Line): string {
  const { winner, verdict: told } = line.fight!;
  if (told) return told;
  const totals = line.sums?.map((sum) => sum.total) ?? [];
  const apart = Math.abs((totals[0] ?? 0) - (totals[1] ?? 0));
  if (winner !== null) return words.show.won(seatName(winner), apart);
  return apart ? words.show.noLoser : words.show.tie;
}

/**
 * What is said to those who listen: all facts, but of the rolls of an attack only what came of them. Of a scene that is
 * told as a whole, in one sentence.
 */
export function inWords(beats: readonly { line: Line; place: number; scene?: Scene | null }[]): string[] {
  const whole = new Set<Scene>();
  return beats.flatMap(({ line, place, scene }) => {
    if (!scene) return [line.text];
    const { members } = scene;
    const attack = members.find((one) => one.place === place)?.attack ?? false;
    if (beats.length > 1 && members.every((one) => beats.some((beat) => beat.place === one.place))) {
      const first = !whole.has(scene);
      whole.add(scene);
      return [...(first ? [sceneInBrief(scene)] : []), ...(attack || line.fight || line.dice ? [] : [line.text])];
    }
    return attack && line.dice ? [] : [line.text];
  });
}
