import { describe, expect, it } from "vitest";
import type { Option } from "../src/net/types";
import { around, commonOdds, grouped } from "../src/state/grouping";

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
