import { describe, expect, it } from "vitest";
import { corners } from "../src/table/geometry";
import { shares, wayBetween } from "../src/table/glide";

const rect = { x: 10, y: 10, facing: 0, width: 4, depth: 2 };

describe("the way of a move", () => {
  it("wheels in an arc about the corner that stands still", () => {
    const way = wayBetween(rect, [11, 13, 90], [{ move: "wheel", degrees: 90 }])!;
    const [px, py] = corners(rect)[1];
    expect(way.length).toBe(16);
    for (const here of way) expect(Math.hypot(here.x - px, here.y - py)).toBeCloseTo(Math.hypot(2, 1), 6);
  });

  it("goes step by step, each as long as it is far", () => {
    const way = wayBetween(rect, [11, 13, 0], [{ move: "forward", inches: 3 }, { move: "sidestep", inches: 1 }])!;
    expect(way.map(({ x, y }) => [x, y])).toEqual([[10, 10], [10, 13], [11, 13]]);
    expect(shares(way)).toEqual([0, 0.75, 1]);
  });

  it("is not known where the steps lead elsewhere, or there are none", () => {
    expect(wayBetween(rect, [10, 14, 0], [{ move: "forward", inches: 3 }])).toBeNull();
    expect(wayBetween(rect, [10, 13, 90], [{ move: "forward", inches: 3 }])).toBeNull();
    expect(wayBetween(rect, [10, 10, 0], [])).toBeNull();
  });
});
