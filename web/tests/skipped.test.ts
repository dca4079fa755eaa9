/** What was not shown: what one lost is told in full, and those who listen hear a fight in one sentence. */
import { beforeEach, expect, it } from "vitest";
import type { Line, Picture, UnitShown } from "../src/net/types";
import { inWords } from "../src/state/describing";
import { beatsOf } from "../src/state/show";
import { beginSkip, costText, endSkip, forgetSkip, skipped } from "../src/state/skipped";

function unit(id: number, seat: number, models: number, part: Partial<UnitShown> = {}): UnitShown {
  return { id, seat, name: `Unit ${id}`, army: "", pose: [10, 10, 0], width: 4, depth: 2, bases: [], models, models_at_start: 10, health: models, health_at_start: 10, wounds: 0, marks: [], profile: {}, rules: [], single: false, ...part };
}

function line(text: string, part: Partial<Line> = {}): Line {
  return { text, kind: "Fact", number: 1, turn: 1, phase: "melee", seat: 0, unit: null, dice: null, ...part };
}

const pictured = (...units: UnitShown[]) => ({ units }) as unknown as Picture;
const before = pictured(unit(1, 0, 10), unit(2, 1, 10), unit(3, 0, 5), unit(4, 0, 8));
const after = pictured(unit(1, 0, 6, { marks: ["fleeing"] }), unit(2, 1, 2), unit(3, 0, 0, { pose: null }), unit(4, 0, 8));
const log = [line("early", { deed: "loss", unit: 1 }), line("lost four", { deed: "loss", unit: 1 }), line("theirs", { deed: "loss", unit: 2, seat: 1 }), line("moved", { deed: "move", unit: 4 })];

beforeEach(forgetSkip);

it("tells every own unit that lost something, and no other", () => {
  beginSkip(before, 1);
  endSkip(after, log, 0);
  expect(skipped.value!.costs.map(costText)).toEqual(["Unit 1: lost 4 models, 6/10 left; fleeing", "Unit 3: gone"]);
  expect(skipped.value!.lines.map((one) => one.text)).toEqual(["lost four"]);
  expect([skipped.value!.from, skipped.value!.to]).toEqual([1, 4]);
});

it("tells whoever only watches of all sides, and nobody of nothing", () => {
  beginSkip(before, 1);
  endSkip(after, log, null);
  expect(skipped.value!.costs.map((cost) => cost.unit)).toEqual([1, 2, 3]);
  forgetSkip();
  beginSkip(before, 4);
  endSkip(before, log, 0);
  expect(skipped.value).toBeNull();
});

it("counts from the first thing that was not shown", () => {
  beginSkip(before, 1);
  beginSkip(after, 3);
  endSkip(after, log, 0);
  expect(skipped.value!.costs).toHaveLength(2);
});

it("a fight is said in one sentence where it comes at once, and without its rolls where it is shown", () => {
  const dice = { dice: "3D6", faces: [1], values: [1], kept: [0], need: 4, most: null, why: "to hit", rule: "", each: true, tries: 1, chance: 0.5, good: 1 };
  const lines = [
    line("fought", { deed: "fight", others: [1, 2] }),
    line("roll", { dice, unit: 1 }),
    line("struck", { deed: "strike", unit: 1, others: [2] }),
    line("lost", { deed: "loss", unit: 2 }),
    line("scored", { others: [1, 2], fight: { units: [1, 2], winner: null, verdict: "4 damage, nobody routed" } }),
    line("fled", { deed: "flight", unit: 2 }),
  ];
  const beats = beatsOf(lines, [], 0);
  expect(inWords(beats)).toEqual(["4 damage, nobody routed", "fought", "fled"]);
  expect(beats.flatMap((beat) => inWords([beat]))).toEqual(["fought", "struck", "lost", "scored", "fled"]);
});
