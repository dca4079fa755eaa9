import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Asking } from "../src/net/asking";

let sent: [number, string][] = [];
let connected = true;
let asking: Asking<string>;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  connected = true;
  asking = new Asking<string>((id, wanted) => {
    if (connected) sent.push([id, wanted]);
    return connected;
  }, 50);
});

afterEach(() => {
  vi.useRealTimers();
});

function ask(...wanted: string[]): void {
  for (const one of wanted) {
    asking.ask(one);
    vi.advanceTimersByTime(50);
  }
}

test("only the answer to the last question counts", () => {
  ask("here", "there");
  expect(asking.answered(1)).toBe(false);
  expect(asking.busy).toBe(true);
  expect(asking.answered(2)).toBe(true);
  expect(asking.busy).toBe(false);
});

test("a server that does not answer is not asked on and on, and is asked the last question when it does", () => {
  ask("a", "b", "c", "d", "e", "f");
  expect(sent.map(([, wanted]) => wanted)).toEqual(["a", "b", "c", "d"]);
  asking.answered(1);
  vi.advanceTimersByTime(50);
  expect(sent.at(-1)).toEqual([5, "f"]);
});

test("what was asked too fast is asked again once nothing else is under way", () => {
  ask("a", "b");
  asking.refused(true);
  vi.advanceTimersByTime(50);
  expect(sent.length).toBe(2);
  asking.refused(true);
  vi.advanceTimersByTime(50);
  expect(sent.at(-1)).toEqual([3, "b"]);
  expect(asking.answered(3)).toBe(true);
});

test("what is refused for good is not asked again", () => {
  ask("a");
  asking.refused(false);
  vi.advanceTimersByTime(1000);
  expect(sent.length).toBe(1);
  expect(asking.busy).toBe(false);
});

test("a lost connection loses no question", () => {
  ask("a");
  asking.again();
  vi.advanceTimersByTime(50);
  expect(sent.at(-1)).toEqual([2, "a"]);
  connected = false;
  ask("b");
  connected = true;
  asking.again();
  vi.advanceTimersByTime(50);
  expect(sent.at(-1)).toEqual([3, "b"]);
});

test("what is forgotten has no answer any more", () => {
  ask("a");
  asking.forget();
  expect(asking.answered(1)).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(sent.length).toBe(1);
});
