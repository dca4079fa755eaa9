import { expect, it } from "vitest";
import { alongEdge } from "../src/state/making";

const board = { width: 54, depth: 48 };
const at = (x: number, y: number) => ({ x, y, facing: 33, width: 6, depth: 2 });
const edges = ["left", "right", "near"] as const;

it("what comes in at an edge lies with its rear along the nearest one, wholly on the table", () => {
  expect(alongEdge(at(5, 20), edges, board)).toMatchObject({ x: 1, y: 20, facing: 90 });
  expect(alongEdge(at(50, 1), ["right"], board)).toMatchObject({ x: 53, y: 3, facing: 270 });
  expect(alongEdge(at(27, 47), edges, board)).toMatchObject({ y: 45, facing: 90 });
  expect(alongEdge(at(20, 4), edges, board)).toMatchObject({ x: 20, y: 1, facing: 0 });
  expect(alongEdge(at(20, 40), ["far"], board)).toMatchObject({ x: 20, y: 47, facing: 180 });
});

it("what may come in anywhere stays where it is", () => {
  expect(alongEdge(at(5, 20), [], board)).toEqual(at(5, 20));
});
