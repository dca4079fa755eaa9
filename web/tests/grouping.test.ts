import { describe, expect, it } from "vitest";
import type { Option } from "../src/net/types";
import { around, commonOdds, folds, grouped } from "../src/state/grouping";
import { numbered } from "../src/state/picking";

const names: Record<number, string> = { 0: "Orc Shaman", 1: "Goblin Rabble", 5: "Cavalry", 6: "Handgunners" };
const nameOf = (unit: number) => names[unit];
const value = [{ label: "Casting Value", value: 5, kind: "needed" as const }];
const spell = (name: string, target: number, odds = value): Option => ({
  key: `${name}>${target}`,
  label: `Orc Shaman: ${name} on ${names[target]}`,
  unit: 0,
  target,
  text: `What ${name} does`,
  odds,
});
const pass: Option = { key: "pass", label: "Cast no more", passes: true };

describe("options of a kind", () => {
  it("stand under what their labels share", () => {
    const told = grouped([pass, spell("Fireball", 5), spell("Fireball", 6), spell("Swords", 0), spell("Swords", 1)], nameOf);
    expect(told.map((group) => [group.heading?.before ?? null, group.text, group.options.length])).toEqual([
      [null, "", 1],
      ["Orc Shaman: Fireball on ", "What Fireball does", 2],
      ["Orc Shaman: Swords on ", "What Swords does", 2],
    ]);
  });

  it("keep their order, so that the digits count on", () => {
    const options = [spell("Fireball", 5), spell("Swords", 1), spell("Fireball", 6), pass];
    expect(grouped(options, nameOf).flatMap((group) => group.options)).toEqual(options);
  });

  it("find the target's name although the caster has the same", () => {
    expect(around(spell("Swords", 0), nameOf)).toEqual({ before: "Orc Shaman: Swords on ", after: "" });
  });

  it("have a heading only if there is more than one", () => {
    expect(grouped([spell("Fireball", 5), pass], nameOf).every((group) => group.heading === null)).toBe(true);
  });

  it("share a text without a heading where they have no target", () => {
    const [group] = grouped([{ key: "a", label: "Left", text: "Turns" }, { key: "b", label: "Right", text: "Turns" }], nameOf);
    expect([group!.heading, group!.text, group!.options.length]).toEqual([null, "Turns", 2]);
  });
});

describe("figures", () => {
  it("are common if every option has the same, but to pass, which has none", () => {
    expect(commonOdds([pass, spell("Fireball", 5), spell("Swords", 1)])).toEqual(value);
  });

  it("are not common if somebody could do something else that has none", () => {
    expect(commonOdds([{ key: "7", label: "Spears" }, spell("Fireball", 5), spell("Swords", 1)])).toEqual([]);
  });

  it("are none if nobody has any", () => {
    expect(commonOdds([{ key: "7", label: "Spears" }, { key: "8", label: "Bows" }])).toEqual([]);
  });

  it("are not common if one differs", () => {
    expect(commonOdds([spell("Fireball", 5), spell("Swords", 1, [{ ...value[0]!, value: 7 }])])).toEqual([]);
  });
});

describe("charges", () => {
  const charge = (label: string, target: number, ...chances: number[]): Option => ({
    key: label,
    label: `Orcs: charge ${label}`,
    unit: 3,
    target,
    odds: chances.map((value, place) => ({ label: chances.length > 1 ? `charge reaches ${place}` : "charge succeeds", value, telling: true })),
  });
  const near = charge("Cavalry", 5, 0.83);
  const far = charge("Handgunners", 6, 0.028);
  const both = charge("Cavalry and Handgunners", 5, 0.83, 0.028);
  const three = charge("Cavalry, Handgunners and Goblin Rabble", 5, 0.83, 0.028, 0.4);
  const quiet: Option = { key: "pass", label: "Declare no more charges", passes: true };
  const keys = (options: readonly Option[]) => options.map((option) => option.key);

  it("at one target come first, at several behind them, long shots last", () => {
    const told = folds([far, both, three, near, quiet]);
    expect([told.first, told.combined, told.unlikely].map(keys)).toEqual([["Cavalry", "pass"], ["Cavalry and Handgunners", "Cavalry, Handgunners and Goblin Rabble"], ["Handgunners"]]);
  });

  it("of another unit are no combination of them", () => {
    const other = { ...both, key: "other", unit: 4 };
    expect(keys(folds([near, other]).first)).toEqual(["Cavalry", "other"]);
  });

  it("have digits in that order, and to pass has none", () => {
    expect(keys(numbered([far, both, near, quiet]))).toEqual(["Cavalry", "Cavalry and Handgunners", "Handgunners", "pass"]);
  });

  it("that are rolled again, or that others make, are not folded away", () => {
    const again: Option = { key: "reroll", label: "Roll again", unit: 3, odds: [{ label: "charge succeeds", value: 0.01 }] };
    const hold: Option = { key: "hold", label: "Hold", unit: 3, target: 5, passes: true, odds: [{ label: "charge succeeds", value: 0.01 }] };
    expect(keys(folds([again, hold]).first)).toEqual(["reroll", "hold"]);
  });

  it("with 5 % or more are no long shots, and other low figures make none", () => {
    const shot: Option = { key: "shot", label: "Bows: shoot at Cavalry", unit: 3, target: 5, odds: [{ label: "destroyed", value: 0.01 }] };
    expect(folds([charge("Cavalry", 5, 0.05), shot]).unlikely).toEqual([]);
  });

  it("that turn the rear to the enemy are behind all others", () => {
    const front: Option = { key: "front", label: "front to the enemy, 5 models in contact", unit: 3 };
    const rear: Option = { key: "rear", label: "rear to the enemy, 5 models in contact", unit: 3 };
    expect([keys(folds([rear, front]).first), keys(folds([rear, front]).seldom)]).toEqual([["front"], ["rear"]]);
    expect(keys(numbered([rear, front]))).toEqual(["front", "rear"]);
  });
});
