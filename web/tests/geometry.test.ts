import { describe, expect, it } from "vitest";
import { applyStep, clock, closest, contains, corners, local, nudged, sideOf, stepCost, wheelCost, wheelFor, wheelTowards } from "../src/table/geometry";
import { sheetOf, toSheet, toTable } from "../src/table/sheet";

const unit = { x: 10, y: 10, facing: 0, width: 4, depth: 2 };

describe("steps of a move", () => {
  it("go forward along the facing", () => {
    expect(applyStep({ ...unit, facing: 90 }, { move: "forward", inches: 3 })).toMatchObject({ x: 13, facing: 90 });
  });

  it("wheel about the right front corner clockwise, about the left one the other way", () => {
    const right = applyStep(unit, { move: "wheel", degrees: 90 });
    expect(corners(right)[1]).toEqual([expect.closeTo(12), expect.closeTo(11)]);
    expect(right.facing).toBe(90);
    const left = applyStep(unit, { move: "wheel", degrees: -90 });
    expect(corners(left)[0]).toEqual([expect.closeTo(8), expect.closeTo(11)]);
    expect(left.facing).toBe(270);
  });

  it("cost what the outer corner moves in a straight line", () => {
    expect(wheelCost(4, 60)).toBeCloseTo(4);
    expect(stepCost(4, { move: "pivot", degrees: 180 })).toBe(0);
    expect(wheelFor(4, 4)).toBeCloseTo(60);
  });
});

it("a wheel towards a point leaves it straight ahead of the centre", () => {
  for (const goal of [[16, 18], [3, 15], [10, 20]] as [number, number][]) {
    const end = applyStep(unit, { move: "wheel", degrees: wheelTowards(unit, goal) });
    expect(local(end, goal)[0]).toBeCloseTo(0);
    expect(local(end, goal)[1]).toBeGreaterThan(0);
  }
});

describe("distances", () => {
  it("are measured between the closest points", () => {
    expect(closest(unit, { ...unit, x: 16 }).inches).toBeCloseTo(2);
    expect(closest(unit, { x: 15, y: 13, facing: 0, width: 2, depth: 2 }).inches).toBeCloseTo(Math.hypot(2, 1));
    expect(closest(unit, { ...unit, x: 11 }).inches).toBe(0);
  });
});

describe("where things are", () => {
  it("is told by the clock", () => {
    expect(clock([0, 0, 0], [0, 5])).toBe(12);
    expect(clock([0, 0, 0], [5, 0])).toBe(3);
    expect(clock([0, 0, 180], [5, 0])).toBe(9);
  });

  it("is told by the arc", () => {
    expect(sideOf(unit, [10, 20])).toBe("front");
    expect(sideOf(unit, [20, 10])).toBe("right");
    expect(sideOf(unit, [10, 2])).toBe("rear");
    expect(contains([[0, 0], [0, 5], [5, 5], [5, 0]], [2, 2])).toBe(true);
  });

  it("comes back from the sheet whichever way the table lies", () => {
    for (const turn of [0, 1, 2, 3]) {
      const sheet = sheetOf(36, 48, turn);
      const [x, y] = toTable(sheet, toSheet(sheet, [7, 11]));
      expect([x, y]).toEqual([expect.closeTo(7), expect.closeTo(11)]);
    }
  });
});

describe("a place that is nearly right", () => {
  const zone: [number, number][] = [[0, 0], [0, 12], [36, 12], [36, 0]];

  it("goes back into the zone, but not from far outside", () => {
    expect(nudged({ ...unit, y: 11.3 }, zone, [], 1, 0.4).y).toBeCloseTo(11);
    expect(nudged({ ...unit, y: 11.5 }, zone, [], 1, 0.4).y).toBe(11.5);
  });

  it("keeps the gap to its neighbour, but does not leave one it is meant to touch or lie on", () => {
    const other = { ...unit, x: 14.8 };
    expect(closest(nudged(unit, zone, [other], 1, 0.4), other).inches).toBeCloseTo(1);
    expect(nudged(unit, zone, [{ ...unit, x: 14.2 }], 1, 0.4)).toEqual(unit);
  });
});
