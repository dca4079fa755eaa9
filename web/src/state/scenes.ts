/** Lines of the log that belong together: a fight from its first blow to its aftermath, a volley, a spell. */
import type { Line } from "../net/types";

export type SceneKind = "fight" | "volley" | "spell";

/** A line of a scene; `by` and `on` say whose attack it belongs to, as far as that is told. */
export interface Member {
  /** Its place in the log. */
  place: number;
  line: Line;
  /** Whether it is part of an attack; else it tells what led to it, or what came of it. */
  attack: boolean;
  by: number | null;
  on: readonly number[];
}

export interface Scene {
  kind: SceneKind;
  phase: string;
  /** Every unit that fights, shoots or is shot at. */
  units: readonly number[];
  members: readonly Member[];
  /** The line with the scores, once there is one. */
  result: Line | null;
}

/** The rolls of one unit against another, the sentence that sums them up, and the losses. */
export interface Attack {
  by: number | null;
  on: readonly number[];
  rolls: readonly Line[];
  told: readonly Line[];
  losses: readonly Line[];
}

interface Open {
  kind: SceneKind;
  phase: string;
  units: Set<number>;
  members: Member[];
  result: Line | null;
  /** The shots or the spell that it is about; in a fight nothing. */
  deed: Line | null;
}

const KINDS: Partial<Record<NonNullable<Line["deed"]>, SceneKind>> = { attempt: "spell", fight: "fight", strike: "fight", volley: "volley", spell: "spell" };
/** Consequences that may strike units beside those of the scene, as when neighbours panic. */
const CONSEQUENCES = new Set<Line["deed"]>(["attack", "flight", "loss", "pursuit", "test"]);
/** With these something else begins. */
const BEGINNINGS = new Set<Line["deed"]>(["charge", "move", "nothing"]);
const ATTACKS = new Set<Line["deed"]>(["attack", "spell", "strike", "volley"]);

/** All scenes of a log, in its order. `first` is the place of the first line. */
export function scenesOf(lines: readonly Line[], first = 0): Scene[] {
  const found: Open[] = [];
  let open: Open | null = null;
  const begin = (kind: SceneKind, line: Line, deed: Line | null): Open => {
    const made: Open = { kind, phase: line.phase, units: new Set(), members: [], result: null, deed };
    found.push(made);
    return made;
  };
  lines.forEach((line, index) => {
    if (line.kind === "heading") {
      // Steps of a fight have headings of their own.
      if (!(open?.kind === "fight" && !open.result && line.seat === null && line.phase === open.phase)) open = null;
      return;
    }
    const about = resolvedBy(lines, index) ?? line;
    const kind = about.fight ? "fight" : (KINDS[about.deed ?? ""] ?? null);
    if (kind && !continues(open, kind, about)) open = begin(kind, line, kind === "fight" ? null : about);
    else if (!kind && open && !belongs(open, line, about)) open = null;
    if (!open) return;
    const attack = (ATTACKS.has(about.deed) && !about.fight) || (!open.result && ((line.dice !== null && about === line) || line.deed === "loss"));
    const told = attack && ATTACKS.has(about.deed);
    open.members.push({ place: first + index, line, attack, by: told ? about.unit : line.unit, on: told ? (about.others ?? []) : [] });
    if (kind || !open.result) for (const unit of involved(about)) open.units.add(unit);
    if (line.fight) open.result = line;
  });
  return found.map(({ kind, phase, units, members, result }) => ({ kind, phase, units: [...units], members, result }));
}

/** The line that tells what came of dice or of a loss, where it comes after them: dice may fall before it is said what for. */
function resolvedBy(lines: readonly Line[], index: number): Line | null {
  const start = lines[index]!;
  if (!start.dice && !(start.deed === "loss" && followsDice(lines, index))) return null;
  const between: Line[] = [];
  for (let next = index; next < lines.length; next++) {
    const line = lines[next]!;
    if (line.dice || line.deed === "loss") {
      between.push(line);
      continue;
    }
    if (!ATTACKS.has(line.deed)) return start.dice && line.kind !== "heading" ? line : null;
    const who = involved(line);
    const told = between.every(({ unit }) => unit === null || who.includes(unit));
    return told ? line : null;
  }
  return null;
}

/** Whether a loss is told before the sentence about its attack: right after the dice. */
function followsDice(lines: readonly Line[], index: number): boolean {
  const before = lines.slice(Math.max(0, index - 20), index).findLast((line) => line.deed !== "loss");
  return !!before?.dice;
}

function continues(open: Open | null, kind: SceneKind, about: Line): boolean {
  if (!open || open.kind !== kind) return false;
  if (kind === "fight") return !open.result && about.deed !== "fight" && open.phase === about.phase;
  return open.deed === about || (isTried(open) && about.deed === "spell" && open.deed!.unit === about.unit);
}

/** Whether a spell was attempted and is not cast yet. */
function isTried({ deed, members }: Open): boolean {
  return deed?.deed === "attempt" && !members.some((one) => one.line.deed === "spell");
}

function belongs(open: Open, line: Line, about: Line): boolean {
  if (line.phase !== open.phase || BEGINNINGS.has(about.deed)) return false;
  if (CONSEQUENCES.has(about.deed)) return true;
  if (about.dice) return about.unit === null || open.units.has(about.unit);
  // Others may try to stop a spell.
  if (isTried(open) && !about.deed) return true;
  return involved(about).some((unit) => open.units.has(unit));
}

function involved({ unit, others }: Line): readonly number[] {
  return [...(unit === null ? [] : [unit]), ...(others ?? [])];
}

/** The scene as far as it was told up to that place of the log. */
export function upTo(scene: Scene, place: number): Scene {
  const members = scene.members.filter((one) => one.place <= place);
  return { ...scene, members, result: members.find((one) => one.line.fight)?.line ?? null };
}

interface Growing extends Attack {
  rolls: Line[];
  told: Line[];
  losses: Line[];
  /** What it is made with, by the names of its rolls. */
  means: string | null;
  over: boolean;
}

/** The attacks of a scene, each with its rolls; blows that fall at the same time are told apart by what they are struck with. */
export function attacksOf(scene: Scene): Attack[] {
  const found: Growing[] = [];
  let recent: Growing | null = null;
  const latest = (fits: (one: Growing) => boolean) => found.findLast((one) => !one.over && fits(one));
  const begin = (by: number | null, on: readonly number[], means: string | null): Growing => {
    const made: Growing = { by, on, rolls: [], told: [], losses: [], means, over: false };
    found.push(made);
    return made;
  };
  for (const member of beforeTheResult(scene)) {
    const { line, by, on, attack } = member;
    if (!attack) continue;
    if (line.dice) {
      const [means] = rollParts(line.dice.why);
      const own = latest((one) => one.means === means && (one.by === line.unit || one.on.includes(line.unit ?? -1)));
      const announced = latest((one) => one.means === null && one.by === line.unit);
      const known = by === line.unit || on.includes(line.unit ?? -1);
      const into = own ?? announced ?? begin(known ? by : line.unit, known ? on : [], means);
      into.means = means;
      into.rolls.push(line);
      recent = into;
    } else if (line.deed === "loss") {
      const hurts = (one: Growing | null) => !!one?.on.includes(line.unit ?? -1);
      const into: Growing = (hurts(recent) ? recent : found.findLast(hurts)) ?? recent ?? begin(null, [], null);
      into.losses.push(line);
    } else {
      const mine = (one: Growing) => one.by === line.unit && one.rolls.length > 0 && (!one.on.length || String(one.on) === String(line.others ?? []));
      // They are summed up in the order in which they were rolled for.
      const named = found.find((one) => !one.over && mine(one) && !!one.means && line.text.includes(one.means));
      const into = named ?? latest(mine) ?? begin(line.unit, line.others ?? [], null);
      into.told.push(line);
      into.on = into.on.length ? into.on : (line.others ?? []);
      into.over = into.rolls.length > 0;
      recent = into;
    }
  }
  return found;
}

function beforeTheResult({ members, result }: Scene): readonly Member[] {
  return result ? members.slice(0, members.findIndex((one) => one.line === result)) : members;
}

/** What came of it, rolls and facts: of a fight after its result, of shots and spells what is no part of an attack. */
export function aftermathOf(scene: Scene): readonly Line[] {
  if (scene.kind === "fight") return scene.result ? scene.members.slice(scene.members.findIndex((one) => one.line === scene.result) + 1).map((one) => one.line) : [];
  return scene.members.filter(({ attack, line }) => !attack && line.deed !== "attempt").map((one) => one.line);
}

/** The name of what is rolled for, and of what it is rolled with: "Spear: to hit" is to hit with the Spear. */
export function rollParts(why: string): [string, string] {
  const at = why.lastIndexOf(": ");
  return at < 0 ? ["", why] : [why.slice(0, at), why.slice(at + 2)];
}
