import { beforeEach, expect, test } from "vitest";
import type { Line } from "../src/net/types";
import { factsFrom, missed, sawAll, seenOf, takeNewLines, takeWholeLog } from "../src/state/missed";

const line = (text: string, kind = "fact"): Line => ({ number: 1, turn: 1, seat: 0, unit: null, kind, text, rules: [], dice: null }) as unknown as Line;
const log = [line("Turn 1", "heading"), line("Orcs charged"), line("Orcs fled")];

beforeEach(() => {
  localStorage.clear();
  missed.value = null;
});

test("a battle that was never open here has nothing to catch up with", () => {
  takeWholeLog("b", log);
  expect(missed.value).toBeNull();
  expect(seenOf("b")).toBe(3);
});

test("what came after the last look is missed, until it is caught up with", () => {
  sawAll("b", 1);
  takeWholeLog("b", log);
  expect(missed.value).toBe(1);
  expect(factsFrom(log, 1).map((one) => one.text)).toEqual(["Orcs charged", "Orcs fled"]);
  takeNewLines("b", [...log, line("Elves laughed")], 3, true);
  expect([missed.value, seenOf("b")]).toEqual([1, 1]);
  sawAll("b", 4);
  expect([missed.value, seenOf("b")]).toEqual([null, 4]);
});

test("headings alone are no news", () => {
  sawAll("b", 3);
  takeWholeLog("b", [...log, line("Turn 2", "heading")]);
  expect(missed.value).toBeNull();
});

test("a log that became shorter was taken back", () => {
  sawAll("b", 30);
  takeWholeLog("b", log);
  expect([missed.value, seenOf("b")]).toEqual([null, 3]);
});

test("what comes while nobody looks is missed", () => {
  sawAll("b", 1);
  takeNewLines("b", log, 1, false);
  expect([missed.value, seenOf("b")]).toEqual([1, 1]);
});

test("only the last battles are remembered", () => {
  for (let number = 0; number < 130; number++) sawAll(`b${number}`, number);
  expect(seenOf("b0")).toBeNull();
  expect(seenOf("b129")).toBe(129);
});
