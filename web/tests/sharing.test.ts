import { expect, it } from "vitest";
import { sharing } from "../src/state/sharing";

const told = () => ({ turn: 1, units: [{ id: 1, pose: [3, 4, 0] }, { id: 2, pose: null }], board: { features: [{ kind: "hill" }] } });

it("is the same object when nothing has changed", () => {
  const before = told();
  expect(sharing(before, told())).toBe(before);
});

it("keeps what has not changed, and takes what has", () => {
  const before = told();
  const next = told();
  next.units[0]!.pose = [3, 5, 0];
  const now = sharing(before, next);
  expect(now).toEqual(next);
  expect(now.units[0]).not.toBe(before.units[0]);
  expect(now.units[1]).toBe(before.units[1]);
  expect(now.board).toBe(before.board);
});

it("is what is told now when parts came, went or became something else", () => {
  for (const next of [{ a: 1 }, { a: [1], b: undefined }, { a: [1, 2] }, { a: { 0: 1 } }, { a: null }, null, 3]) {
    expect(sharing({ a: [1] }, next)).toStrictEqual(next);
  }
});
