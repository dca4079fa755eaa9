import { describe, expect, it } from "vitest";
import { type Point, closest, contains, sideOf } from "../src/table/geometry";
import { outline, rimSpots } from "../src/table/reach";

const unit = { x: 20, y: 20, facing: 0, width: 4, depth: 2 };
const within = (arc: "front" | "turned" | "around", point: Point) => contains(outline(unit, 6, arc), point);
const away = ([x, y]: Point) => closest(unit, { x, y, facing: 0, width: 1e-6, depth: 1e-6 }).inches;

describe("what a unit reaches", () => {
  it("at its front ends at the inches and at the rays from its corners", () => {
    expect(within("front", [20, 26.9])).toBe(true);
    expect(within("front", [20, 27.1])).toBe(false);
    expect(within("front", [24, 23.5])).toBe(true);
    expect(within("front", [26, 22])).toBe(false);
    expect(within("front", [20, 18])).toBe(false);
  });

  it("all around is as far from every side", () => {
    for (const point of outline(unit, 6, "around")) expect(away(point)).toBeCloseTo(6);
  });

  it("after a turn goes to both sides but not to the rear, and never farther than the inches", () => {
    expect(within("turned", [26, 20])).toBe(true);
    expect(within("turned", [14, 20])).toBe(true);
    expect(within("turned", [20, 26.9])).toBe(true);
    expect(within("turned", [20, 14])).toBe(false);
    for (const point of outline(unit, 6, "turned")) expect(away(point)).toBeLessThan(6.01);
  });
});

it("labels lie on the rim, in front first", () => {
  const [first, ...others] = rimSpots(unit, 6, "front");
  expect(first).toEqual([expect.closeTo(20), expect.closeTo(27)]);
  for (const spot of others) {
    expect(away(spot)).toBeCloseTo(6);
    expect(sideOf(unit, spot)).toBe("front");
  }
});
