import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ruleName } from "../src/state/rulename";

describe("rules by name", () => {
  test.each([
    ["aofr.deploy.zone", "Deployment zone"],
    ["aofr.objective.outside_zones", "Objectives: outside zones"],
    ["eow.charge.range.compare", "Charge: range, compare"],
    ["eow.list.dwarven_holds.rule.shield_wall", "Shield wall"],
    ["eow.special.fear", "Fear"],
    ["aofr.special.caster.own_spells", "Caster: own spells"],
    ["eow.shoot.who_cannot", "Shooting: who may not"],
    ["eow.stat.adv", "Profile: Advance Rate"],
    ["aofr.ai.deploy_order", "Solo rules: deploy order"],
    ["eow.basic.general", "General"],
    ["aofr.rout", "Rout"],
  ])("%s is %s", (id, name) => expect(ruleName(id)).toBe(name));

  test.each(["eow", "aofr"])("every rule of %s has a title in words", (book) => {
    const rows = readFileSync(`../src/warhost/rulebook/data/${book}.tsv`, "utf8").trim().split("\n").slice(1);
    const odd = rows.map((row) => ruleName(row.split("\t")[0]!)).filter((name) => !/^[A-Z0-9][^_.]*[^_.: ]$/.test(name));
    expect(odd).toEqual([]);
  });
});
