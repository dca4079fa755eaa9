import { describe, expect, it } from "vitest";
import type { Step, Went } from "../src/net/types";
import { type Pose, corners } from "../src/table/geometry";
import { shares, wayBetween } from "../src/table/glide";

const ahead = (inches: number): Step => ({ move: "forward", inches });
const went = (end: Pose, ...steps: Step[]): Went => ({ unit: 1, steps, end });
const rect = { x: 10, y: 10, facing: 0, width: 4, depth: 2 };

describe("the way of a move", () => {
  it("wheels in an arc about the corner that stands still", () => {
    const way = wayBetween(rect, [11, 13, 90], [went([11, 13, 90], { move: "wheel", degrees: 90 })])!;
    const [px, py] = corners(rect)[1];
    expect(way.length).toBe(16);
    for (const here of way) expect(Math.hypot(here.x - px, here.y - py)).toBeCloseTo(Math.hypot(2, 1), 6);
  });

  it("goes step by step, each as long as it is far", () => {
    const way = wayBetween(rect, [11, 13, 0], [went([11, 13, 0], ahead(3), { move: "sidestep", inches: 1 })])!;
    expect(way.map(({ x, y }) => [x, y])).toEqual([[10, 10], [10, 13], [11, 13]]);
    expect(shares(way)).toEqual([0, 0.75, 1]);
  });

  it("goes on from contact to where a charger has aligned", () => {
    const way = wayBetween(rect, [10.5, 14, 20], [went([10, 13, 0], ahead(3))])!;
    expect(way.map(({ x, y, facing }) => [x, y, facing])).toEqual([[10, 10, 0], [10, 13, 0], [10.5, 14, 20]]);
  });

  it("goes several ways one after the other, straight between them where something else moved the unit", () => {
    const way = wayBetween(rect, [12, 15, 0], [went([10, 13, 0], ahead(3)), went([12, 15, 0], ahead(2))])!;
    expect(way.map(({ x, y }) => [x, y])).toEqual([[10, 10], [10, 13], [12, 15]]);
  });

  it("is not known where it began elsewhere, or there are no steps", () => {
    expect(wayBetween(rect, [10, 14, 0], [went([10, 14, 0], ahead(3))])).toBeNull();
    expect(wayBetween(rect, [10, 13, 90], [went([10, 13, 90], ahead(3))])).toBeNull();
    expect(wayBetween(rect, [10, 10, 0], [])).toBeNull();
  });
});
