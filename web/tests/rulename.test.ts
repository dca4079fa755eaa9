import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ruleName } from "../src/state/rulename";

const WORDS = /^[A-Z0-9][^_.]*[^_.: ]$/;
/** What ids are sorted by: numbers of rows, steps and dice, and words for how a part is played. */
const SORTED = /: (use|trigger|enable|definition|sequence|compare|table|d66)$|\b(los|vp|xp|hp|mr|ffa|rolloff|row \d|step\d+)\b|: \d+ /;

describe("rules by name", () => {
  test.each([
    ["aofr.deploy.zone", "Deployment zone"],
    ["aofr.objective.outside_zones", "Objectives: outside the zones"],
    ["eow.charge.range.compare", "Charge range"],
    ["eow.list.dwarven_holds.rule.shield_wall", "Shield wall"],
    ["eow.special.fear", "Fear"],
    ["aofr.special.caster.own_spells", "Caster: own spells"],
    ["eow.shoot.who_cannot", "Who may not shoot"],
    ["eow.stat.adv", "Profile: Advance Rate"],
    ["aofr.ai.deploy_order", "Solo rules: order of deployment"],
    ["eow.basic.general", "General"],
    ["aofr.rout", "Rout"],
    ["aofr.brutal.use", "Brutal damage"],
    ["aofr.event.trigger", "Random events"],
    ["aofr.event.31_walking_dead", "Walking dead"],
    ["aofr.campaign.injury_arm", "Injury: arm"],
    ["aofr.cp.armour_breaker", "Armour breaker"],
    ["blue.armour.row_4_shield", "Armour: shield"],
    ["eow.deploy.basic.roll_off", "Deployment: roll-off"],
    ["kow.us.halved", "Unit Strength: halved"],
    ["t9a.round.step04_duels", "Round of combat: duels"],
    ["t9a.tohit.melee_0_to_m3", "Rolling to hit"],
  ])("%s is %s", (id, name) => expect(ruleName(id)).toBe(name));

  test.each(["eow", "aofr", "kow", "blue", "t9a"])("every rule of %s has a title in words", (book) => {
    const rows = readFileSync(`../src/warhost/rulebook/data/${book}.tsv`, "utf8").trim().split("\n").slice(1);
    const odd = rows.map((row) => ruleName(row.split("\t")[0]!)).filter((name) => !WORDS.test(name) || SORTED.test(name));
    expect(odd).toEqual([]);
  });
});
