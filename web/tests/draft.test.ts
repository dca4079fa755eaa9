import { describe, expect, it } from "vitest";
import { type Draft, bounded, boundedWheel, costOf, endOf, filesFor, filesOf, fits, isDrawn, kindOf, mayTurn, mostBack, mostLeft, startOf, wider, withStep } from "../src/state/draft";

const WHEELS = { about: "corner", degrees: 90, costs: true } as const;
const kinds: Draft["kinds"] = [
  { name: "pivot", turns: [{ about: "centre", degrees: 360, most: 1 }] },
  { name: "advance", forward: 4, back: 2, side: 2, turns: [WHEELS, { about: "centre", degrees: 360, most: 1, first: true }] },
  { name: "march", forward: 8, turns: [WHEELS] },
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

describe("turns", () => {
  const twice: Draft["kinds"] = [{ name: "walk", forward: 6, turns: [{ about: "centre", degrees: 90, most: 2 }] }];
  const pivot = { move: "pivot", degrees: 80 } as const;
  const ahead = { move: "forward", inches: 2 } as const;
  const walking = (...steps: Draft["steps"]): Draft => ({ unit: 0, start, kinds: twice, wish: null, steps });

  it("are as many as the kind of move says", () => {
    expect(fits(twice[0]!, [pivot, ahead, pivot], 5)).toBe(true);
    expect(fits(twice[0]!, [pivot, ahead, pivot, ahead, pivot], 5)).toBe(false);
    expect(mayTurn(walking(pivot, ahead), "centre")).toBe(true);
    expect(mayTurn(walking(pivot, ahead, pivot), "centre")).toBe(true);
    expect(mayTurn(walking(pivot, ahead, pivot, ahead), "centre")).toBe(false);
    expect(mayTurn(walking(), "corner")).toBe(false);
  });

  it("are no wider than it says", () => {
    expect(fits(twice[0]!, [{ move: "pivot", degrees: 91 }], 5)).toBe(false);
    expect(bounded(walking(), [{ move: "pivot", degrees: -130 }])).toEqual([{ move: "pivot", degrees: -90 }]);
    expect(bounded(walking(), [ahead])).toEqual([ahead]);
  });

  it("come before all else where it says so", () => {
    expect(mayTurn(draft(), "centre")).toBe(true);
    expect(mayTurn(draft(ahead), "centre")).toBe(false);
    expect(fits(kinds[1]!, [pivot, { move: "back", inches: 1 }], 5)).toBe(false);
  });

  it("cost nothing where it says nothing of a cost", () => {
    const free: Draft["kinds"] = [{ name: "glide", forward: 3, turns: [{ about: "corner", degrees: 45 }] }];
    expect(fits(free[0]!, [{ move: "wheel", degrees: 45 }, { move: "forward", inches: 3 }], 5)).toBe(true);
    expect(boundedWheel({ unit: 0, start, kinds: free, wish: null, steps: [] }, 90)).toBe(45);
  });
});

describe("a reform", () => {
  const frontages = [2, 3, 5].map((files) => ({ files, width: files, depth: Math.ceil(10 / files) }));
  const reform = { name: "reform", turns: [{ about: "centre", degrees: 180, most: 1 }], frontages } as const;
  const reforming = (files: number, ...steps: Draft["steps"]): Draft => ({ unit: 0, start, kinds: [...kinds, reform] as Draft["kinds"], wish: null, steps, files });

  it("is the kind of a move that changes files, and is drawn by the shape that the question tells", () => {
    expect(kindOf(reforming(3)).name).toBe("reform");
    expect(endOf(reforming(3))).toEqual({ ...start, width: 3, depth: 4 });
    expect(endOf(reforming(2, { move: "pivot", degrees: 90 }))).toMatchObject({ width: 2, depth: 5, facing: 90 });
    expect(isDrawn(reforming(3))).toBe(true);
    expect(isDrawn(reforming(0))).toBe(false);
  });

  it("holds the front where the question says so", () => {
    const held = { ...reforming(2), kinds: [{ ...reform, holds: "front" }] as unknown as Draft["kinds"] };
    expect(startOf(held)).toMatchObject({ x: 0, y: -1.5, width: 2, depth: 5 });
  });

  it("goes from the unit's own files to those next to them, and no further than there are", () => {
    expect(filesOf(reforming(0))).toBe(5);
    expect(wider(reforming(0), -1)).toBe(3);
    expect(wider(reforming(3), 1)).toBe(0);
    expect(wider(reforming(2), -1)).toBe(2);
    expect(filesFor(reforming(0), 2.2)).toBe(2);
    expect(filesFor(reforming(2), 9)).toBe(0);
  });
});

describe("how far a hand may drag", () => {
  it("is the farthest of all kinds, less what was used", () => {
    expect(mostLeft(draft(), "forward")).toBe(8);
    expect(mostLeft(draft({ move: "forward", inches: 3 }), "forward")).toBe(5);
    expect(mostLeft(draft(), "side")).toBe(2);
  });

  it("is back over what it went ahead, and on as far as a unit goes backwards", () => {
    expect(mostBack(draft())).toBe(2);
    expect(mostBack(draft({ move: "forward", inches: 3 }))).toBe(5);
    expect(mostBack(draft({ move: "wheel", degrees: 20 }, { move: "forward", inches: 3 }))).toBe(3);
  });
});
