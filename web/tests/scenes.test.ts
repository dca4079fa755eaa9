/** Scenes: which lines of the log belong together, in the order in which each rulebook tells them. */
import { describe, expect, it } from "vitest";
import { entriesOf } from "../src/panels/Log";
import type { DiceShown, Line } from "../src/net/types";
import { aftermathOf, attacksOf, rollParts, scenesOf, upTo } from "../src/state/scenes";

let number = 0;

function line(text: string, part: Partial<Line> = {}): Line {
  return { text, kind: "Fact", number: ++number, turn: 2, phase: "melee", seat: 0, unit: null, dice: null, ...part };
}

function roll(unit: number | null, why: string, part: Partial<Line> = {}): Line {
  const dice = { dice: "3D6", faces: [1, 2, 3], values: [1, 2, 3], kept: [0, 1, 2], need: 4, most: null, why, rule: "", each: true, tries: 3, chance: 0.5, good: 1 } as DiceShown;
  return line(why, { kind: "dice", unit, dice, ...part });
}

const fought = (units: number[], winner: number | null = 0) => line("scored", { others: units, fight: { units, winner } });
const heading = (text: string, seat: number | null = 0, phase = "melee") => line(text, { kind: "heading", seat, phase });

/** The attacks of a scene in short: who on whom, their rolls, how many sentences and losses. */
function brief(lines: readonly Line[]): string[] {
  return attacksOf(scenesOf(lines)[0]!).map(({ by, on, rolls, told, losses }) => `${by}>${on}: ${rolls.map((one) => rollParts(one.dice!.why).join("/")).join(", ")}; ${told.length} told, ${losses.length} lost`);
}

describe("a fight", () => {
  it("announced before its dice, blow by blow, with what followed", () => {
    const lines = [
      line("Round of Combat", { deed: "fight", others: [1, 2] }),
      line("struck", { deed: "strike", unit: 1, others: [2] }),
      roll(1, "Melee: to hit"),
      roll(1, "Melee: to wound"),
      roll(2, "Melee: Armour Save"),
      line("resolved", { deed: "attack", unit: 1, others: [2] }),
      line("lost 3", { deed: "loss", unit: 2 }),
      line("struck", { deed: "strike", unit: 2, others: [1] }),
      roll(2, "Melee: to hit"),
      line("resolved", { deed: "attack", unit: 2, others: [1] }),
      fought([1, 2]),
      roll(2, "Break test"),
      line("failed", { deed: "test", unit: 2 }),
      line("broke", { deed: "flight", unit: 2 }),
      roll(5, "Panic test"),
      line("panicked", { deed: "test", unit: 5 }),
      line("moved", { deed: "move", unit: 1 }),
    ];
    const [scene, ...others] = scenesOf(lines);
    expect(others).toEqual([]);
    expect(scene!.units).toEqual([1, 2]);
    expect(scene!.members).toHaveLength(16);
    expect(brief(lines)).toEqual(["1>2: Melee/to hit, Melee/to wound, Melee/Armour Save; 2 told, 1 lost", "2>1: Melee/to hit; 2 told, 0 lost"]);
    expect(aftermathOf(scene!).map((one) => one.text)).toEqual(["Break test", "failed", "broke", "Panic test", "panicked"]);
  });

  it("never announced: from the first roll on, whoever strikes", () => {
    const lines = [
      roll(3, "attack on Knights: to hit"),
      line("attacked", { deed: "strike", unit: 3, others: [6] }),
      line("took 2", { deed: "loss", unit: 6 }),
      roll(7, "attack on Riders: to hit"),
      line("attacked", { deed: "strike", unit: 7, others: [8] }),
      roll(null, "Nerve of Knights"),
      line("tested", { deed: "test", unit: 6 }),
      fought([3, 6, 7, 8]),
      roll(3, "attack on Knights: to hit"),
      line("attacked", { deed: "strike", unit: 3, others: [6] }),
    ];
    const scenes = scenesOf(lines);
    expect(scenes.map((one) => one.members.length)).toEqual([8, 2]);
    expect(brief(lines)).toEqual(["3>6: attack on Knights/to hit; 1 told, 1 lost", "7>8: attack on Riders/to hit; 1 told, 0 lost"]);
  });

  it("in steps with headings of their own, and the same weapon twice", () => {
    const lines = [
      line("fought", { deed: "fight", others: [1, 2] }),
      heading("Initiative 6", null),
      roll(1, "Spear: to hit"),
      line("struck", { deed: "strike", unit: 1, others: [2] }),
      roll(1, "Spear: to hit"),
      line("struck", { deed: "strike", unit: 1, others: [2] }),
      line("lost", { deed: "loss", unit: 2 }),
      heading("Initiative 1", null),
      fought([1, 2]),
      heading("End Phase", null, "end"),
    ];
    expect(scenesOf(lines)).toHaveLength(1);
    expect(brief(lines)).toEqual(["1>2: Spear/to hit; 1 told, 0 lost", "1>2: Spear/to hit; 1 told, 1 lost"]);
    expect(entriesOf(lines).map((one) => one.line.text)).toEqual(["fought", "End Phase"]);
  });

  it("with blows at the same time: they are told apart by their weapons", () => {
    const lines = [
      line("fought", { deed: "fight", others: [1, 2] }),
      roll(1, "Mattock: to hit"),
      roll(1, "Spade: to hit"),
      roll(2, "Mattock: to block"),
      line("Spade Rabble attacked with Mattock", { deed: "attack", unit: 1, others: [2] }),
      line("lost 1", { deed: "loss", unit: 2 }),
      roll(2, "Spade: to block"),
      line("Spade Rabble attacked with Spade", { deed: "attack", unit: 1, others: [2] }),
      line("lost 4", { deed: "loss", unit: 2 }),
    ];
    expect(brief(lines)).toEqual(["1>2: Mattock/to hit, Mattock/to block; 1 told, 1 lost", "1>2: Spade/to hit, Spade/to block; 1 told, 1 lost"]);
  });

  it("is known only as far as it was told", () => {
    const lines = [roll(1, "to hit"), line("attacked", { deed: "strike", unit: 1, others: [2] }), fought([1, 2])];
    const scene = scenesOf(lines, 40)[0]!;
    expect(scene.result?.text).toBe("scored");
    expect(upTo(scene, 41).result).toBeNull();
    expect(upTo(scene, 41).members.map((one) => one.place)).toEqual([40, 41]);
  });
});

describe("shots and spells", () => {
  it("are scenes whether their sentence comes before the dice or after them", () => {
    const before = [line("shot", { deed: "volley", unit: 1, others: [2] }), roll(1, "Bow: to hit"), roll(2, "Bow: Armour Save"), line("resolved", { deed: "attack", unit: 1, others: [2] }), line("lost", { deed: "loss", unit: 2 })];
    const after = [roll(1, "Bow: to hit"), roll(2, "Bow: Armour Save"), line("lost", { deed: "loss", unit: 2 }), line("shot", { deed: "volley", unit: 1, others: [2], sums: [{ label: "To hit", total: 4, parts: [] }] })];
    const again = [roll(3, "Bow: to hit"), line("shot", { deed: "volley", unit: 3, others: [2] })];
    const scenes = scenesOf([...before, ...after, ...again]);
    expect(scenes.map((one) => [one.kind, one.members.length])).toEqual([["volley", 5], ["volley", 4], ["volley", 2]]);
    expect(brief(before)).toEqual(["1>2: Bow/to hit, Bow/Armour Save; 2 told, 1 lost"]);
    expect(brief(after)).toEqual(["1>2: Bow/to hit, Bow/Armour Save; 1 told, 1 lost"]);
  });

  it("a spell is one scene from the attempt on, whoever tries to stop it", () => {
    const lines = [
      line("attempted", { deed: "attempt", unit: 1, others: [2] }),
      roll(1, "Casting Fire"),
      roll(null, "Dispelling Fire"),
      line("failed to dispel", { seat: 1 }),
      line("cast", { deed: "spell", unit: 1, others: [2] }),
      roll(1, "Fire: to wound"),
      line("resolved", { deed: "attack", unit: 1, others: [2] }),
      line("attempted", { deed: "attempt", unit: 1, others: [3] }),
      roll(1, "Casting Ice"),
      line("failed to cast", { unit: 1 }),
    ];
    expect(scenesOf(lines).map((one) => [one.kind, one.members.length])).toEqual([["spell", 7], ["spell", 3]]);
  });

  it("end where something else begins", () => {
    const lines = [roll(1, "Bow: to hit"), line("shot", { deed: "volley", unit: 1, others: [2] }), line("charged", { deed: "charge", unit: 2, others: [1] }), line("halted", { unit: 9 })];
    expect(scenesOf(lines).map((one) => one.members.length)).toEqual([2]);
    expect(entriesOf(lines)).toHaveLength(4);
  });
});
