import { describe, expect, it } from "vitest";
import { type Draft, boundedWheel, costOf, fits, kindOf, withStep } from "../src/state/draft";

const kinds: Draft["kinds"] = [
  { name: "pivot", pivots: "only" },
  { name: "advance", forward: 4, back: 2, side: 2, wheels: true, pivots: "first" },
  { name: "march", forward: 8, wheels: true },
];
const start = { x: 0, y: 0, facing: 0, width: 5, depth: 2 };
const draft = (...steps: Draft["steps"]): Draft => ({ unit: 0, start, kinds, wish: null, steps });

describe("the kind of a move", () => {
  it("is the first that its steps fit", () => {
    expect(kindOf(draft({ move: "pivot", degrees: 40 })).name).toBe("pivot");
    expect(kindOf(draft({ move: "forward", inches: 3 })).name).toBe("advance");
    expect(kindOf(draft({ move: "forward", inches: 6 })).name).toBe("march");
    expect(kindOf(draft({ move: "sidestep", inches: -2 })).name).toBe("advance");
  });

  it("is the farthest where nothing fits, so that the reason makes sense", () => {
    expect(kindOf(draft({ move: "forward", inches: 20 })).name).toBe("march");
  });

  it("is what the player insists on", () => {
    expect(kindOf({ ...draft({ move: "forward", inches: 1 }), wish: "march" }).name).toBe("march");
  });

  it("allows a pivot first only where it says so", () => {
    expect(fits(kinds[1]!, [{ move: "forward", inches: 1 }, { move: "pivot", degrees: 9 }], 5)).toBe(false);
    expect(fits(kinds[2]!, [{ move: "pivot", degrees: 9 }, { move: "forward", inches: 1 }], 5)).toBe(false);
  });
});

describe("one more step", () => {
  it("joins the last one of its kind", () => {
    expect(withStep([{ move: "forward", inches: 1 }], { move: "forward", inches: 0.5 })).toEqual([{ move: "forward", inches: 1.5 }]);
  });

  it("back takes from what went forward, and goes on backwards", () => {
    expect(withStep([{ move: "forward", inches: 1 }], { move: "back", inches: 1 })).toEqual([]);
    expect(withStep([{ move: "forward", inches: 1 }], { move: "back", inches: 1.5 })).toEqual([{ move: "back", inches: 0.5 }]);
  });

  it("never turns a wheel over to the other corner", () => {
    expect(withStep([{ move: "wheel", degrees: 5 }], { move: "wheel", degrees: -10 })).toEqual([]);
  });
});

it("a wheel is no wider than the move has inches for", () => {
  const wide = boundedWheel(draft({ move: "forward", inches: 6 }), 90);
  expect(costOf(draft({ move: "forward", inches: 6 }, { move: "wheel", degrees: wide }))).toBeLessThanOrEqual(8);
  expect(wide).toBeGreaterThan(20);
});
