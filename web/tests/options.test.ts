/** Options that would do nothing are neither offered nor sent. */
import { describe, expect, it } from "vitest";
import type { OptionCard, RulesetCard } from "../src/net/types";
import { hasMeaning, meant } from "../src/panels/OptionField";

const mission: OptionCard = { name: "mission", text: "", choices: ["duel", "raid"], default: "duel" };
const attacker: OptionCard = { name: "attacker", text: "", choices: [-1, 0], default: -1, only_with: { mission: ["raid"] } };
const placement: OptionCard = { name: "placement", text: "", choices: ["random", "free"], default: "random", only_with: { map: ["generic"] } };
const card = { options: [mission, attacker, placement] } as unknown as RulesetCard;

describe("an option", () => {
  it("that depends on another has a meaning with some of its choices", () => {
    expect(hasMeaning(card, attacker, { mission: "raid" }, null)).toBe(true);
    expect(hasMeaning(card, attacker, { mission: "duel" }, null)).toBe(false);
  });

  it("goes by what is usual where nothing else is chosen", () => {
    expect(hasMeaning(card, attacker, {}, null)).toBe(false);
  });

  it("that depends on the map has a meaning on some, and on any map", () => {
    expect([null, "generic", "open"].map((map) => hasMeaning(card, placement, {}, map))).toEqual([true, true, false]);
  });

  it("without a meaning is not sent", () => {
    const chosen = { mission: "duel", attacker: 0, placement: "free" };
    expect(meant(card, chosen, "open")).toEqual({ mission: "duel" });
    expect(meant(card, { ...chosen, mission: "raid" }, null)).toEqual({ ...chosen, mission: "raid" });
  });
});
