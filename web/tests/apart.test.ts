import { expect, it } from "vitest";
import type { UnitShown } from "../src/net/types";
import { between, partOf, partsOf } from "../src/table/apart";
import { around } from "../src/table/geometry";

const unit = (over: Partial<UnitShown>): UnitShown => ({ loose: false, round: false, pose: null, bases: [], width: 0, depth: 0, ...over }) as UnitShown;
const wolves = unit({ loose: true, round: true, pose: [5, 0, 0], bases: [[0, 0, 0, 1, 1], [10, 0, 0, 1, 1]] });

it("loose units are as far apart as the nearest of their models", () => {
  const goblins = unit({ loose: true, round: true, pose: [5, 3, 0], bases: [[5, 3, 0, 1, 1], [10, 3, 0, 1, 1]] });
  expect(between(partsOf(wolves), partsOf(goblins))).toMatchObject({ inches: 2, from: [10, 0.5], to: [10, 2.5] });
});

it("a unit in ranks is where its rectangle is", () => {
  const block = unit({ pose: [5, 0, 0], width: 4, depth: 2 });
  expect(between(partsOf(wolves), partsOf(block))!.inches).toBeCloseTo(2.5);
  expect(between(partsOf(wolves), partOf({ x: 0, y: 0.4, facing: 0, width: 1, depth: 1 }))!.inches).toBe(0);
  expect(between(partsOf(unit({ loose: true })), partsOf(block))).toBeNull();
});

it("a rectangle lies around bases, with the facing of their unit", () => {
  const found = around([[0, 0, 90, 1, 1], [4, 1, 90, 1, 1]], 90);
  expect(found.x).toBeCloseTo(2);
  expect(found.y).toBeCloseTo(0.5);
  expect([found.width, found.depth].map((one) => Math.round(one * 100) / 100)).toEqual([2, 5]);
});
