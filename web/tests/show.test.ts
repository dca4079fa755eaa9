/** The player of what happens: beats, their order and their time. */
import { signal } from "@preact/signals";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Change, Line, Picture, UnitShown } from "../src/net/types";
import { change } from "../src/state/settings";
import { type Beat, beatsOf, changeSpeed, finish, isShowing, patched, paused, scene, show, shown, stepOn, stop, togglePause, unhurried, withoutWaitingForOneself } from "../src/state/show";

// Between two pictures is at once where nothing is drawn.
vi.mock("../src/state/leisure", () => ({
  betweenPictures: (act: () => void) => {
    act();
    return () => undefined;
  },
}));

function line(text: string, part: Partial<Line> = {}): Line {
  return { text, kind: "Fact", number: 1, turn: 1, phase: "melee", seat: 0, unit: null, dice: null, ...part };
}

const dice = { dice: "3D6", faces: [1, 2, 3], values: [1, 2, 3], kept: [0, 1, 2], need: 4, most: null, why: "To hit", rule: "", each: true, tries: 3, chance: 0.5, good: 0 };
const table = { turn: 1, phase: "move", active: 0, title: "Turn 1", board: {}, seats: [], units: [{ id: 1, name: "Orcs" }, { id: 2, name: "Elves" }] } as unknown as Picture;

function changed(at: number, unit: Partial<UnitShown>): Change {
  return { line: at, units: [unit as UnitShown], went: null, turn: 2, phase: "melee", active: 1, title: "Turn 2" };
}

beforeEach(() => {
  vi.useFakeTimers();
  change({ speed: 1, atOnce: false });
  paused.value = false;
  scene.value = null;
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

function played(beats: readonly Beat[]): { painted: string[]; rest: () => readonly Beat[] | null } {
  const painted: string[] = [];
  let left: readonly Beat[] | null = null;
  show(beats, (beat) => (painted.push(beat.line.text), table), (rest) => (left = rest));
  return { painted, rest: () => left };
}

test("one happening is shown at a time, and the end comes after the last", () => {
  const { painted, rest } = played(beatsOf([line("a"), line("b")], [], 7));
  expect(painted).toEqual(["a"]);
  expect(shown.value?.beat.place).toBe(7);
  vi.runOnlyPendingTimers();
  expect(painted).toEqual(["a", "b"]);
  expect(rest()).toBeNull();
  vi.runOnlyPendingTimers();
  expect(rest()).toEqual([]);
  expect(shown.value).toBeNull();
});

test("a pause holds, a step goes on by one, and the rest can be skipped", () => {
  const { painted, rest } = played(beatsOf([line("a"), line("b"), line("c"), line("d")], [], 0));
  togglePause();
  vi.runAllTimers();
  expect(painted).toEqual(["a"]);
  stepOn();
  vi.runAllTimers();
  expect(painted).toEqual(["a", "b"]);
  finish();
  expect(painted).toEqual(["a", "b"]);
  expect(rest()!.map((beat) => beat.line.text)).toEqual(["c", "d"]);
  expect(isShowing()).toBe(false);
});

test("another speed holds at once", () => {
  const { painted } = played(beatsOf([line("a"), line("b")], [], 0));
  const usual = shown.value!.beat.lasts;
  changeSpeed(1);
  vi.advanceTimersByTime(usual / 2 + 1);
  expect(painted).toEqual(["a", "b"]);
});

test("a heading with nothing below it takes no time, dice and fights take longer than words", () => {
  const [empty, heading, words, rolled, fought] = beatsOf(
    [line("x", { kind: "heading" }), line("x", { kind: "heading" }), line("x"), line("x", { dice }), line("x", { fight: { units: [1, 2], winner: 0 } })],
    [],
    0,
  );
  expect(empty!.lasts).toBe(0);
  expect(heading!.lasts).toBeGreaterThan(0);
  expect(rolled!.lasts).toBeGreaterThan(words!.lasts);
  expect(fought!.lasts).toBeGreaterThan(rolled!.lasts);
});

test("what one has just decided is not waited for, but its dice and what others do are", () => {
  const own = line("mine", { unit: 3 });
  const beats = beatsOf([own, line("dice", { dice, unit: 3 }), own], [], 0);
  const others = beatsOf([own, line("theirs", { seat: 1, unit: 4 })], [], 0);
  const nothing = beatsOf([own, line("I could do nothing in the Shooting Phase")], [], 0);
  const waits = (list: readonly Beat[]) => withoutWaitingForOneself(list, (one) => one.seat === 0).map((beat) => beat.lasts > 0);
  expect(waits(beats)).toEqual([false, true, true]);
  expect(waits(others)).toEqual([false, true]);
  expect(waits(nothing)).toEqual([false, true]);
});

test("changes find their line, and change only what they name", () => {
  const [first, second] = beatsOf([line("a"), line("b")], [changed(8, { id: 2, name: "Elves, fewer" })], 7);
  expect(first!.change).toBeNull();
  const after = patched(table, second!.change);
  expect(after.units.map((unit) => unit.name)).toEqual(["Orcs", "Elves, fewer"]);
  expect(after.units[0]).toBe(table.units[0]);
  expect([after.turn, after.active, after.title]).toEqual([2, 1, "Turn 2"]);
});

test("a fight is before the eyes from its first blow to what came of it, as far as it was told", () => {
  const struck = line("struck", { deed: "strike", unit: 1, others: [2] });
  played(
    beatsOf([line("roll", { dice, unit: 1 }), struck, line("fought", { fight: { units: [1, 2], winner: 0 } }), line("broke", { unit: 2, deed: "flight" }), line("elsewhere", { unit: 5 })], [], 0),
  );
  const told = () => scene.value?.members.map((one) => one.line.text);
  expect(told()).toEqual(["roll"]);
  expect(scene.value?.result).toBeNull();
  stepOn();
  stepOn();
  expect(scene.value?.result?.text).toBe("fought");
  stepOn();
  expect(told()).toEqual(["roll", "struck", "fought", "broke"]);
  stepOn();
  expect(scene.value).toBeNull();
});

test("an empty phase takes no time, nor does its heading", () => {
  const beats = beatsOf([line("Shooting Phase", { kind: "heading" }), line("skipped: no unit can shoot", { deed: "nothing" })], [], 0);
  expect(beats.map((beat) => beat.lasts)).toEqual([0, 0]);
});

test("shots fly before their dice fall, blows clash with the first roll, spells fly once they are cast", () => {
  const cues = (lines: Line[]) => beatsOf(lines, [], 0).map((beat) => beat.cue?.kind ?? null);
  const roll = line("roll", { dice, unit: 1 });
  expect(cues([roll, roll, line("shot", { deed: "volley", unit: 1, others: [2] })])).toEqual(["volley", null, null]);
  expect(cues([line("shot", { deed: "volley", unit: 1, others: [2] }), roll, line("resolved", { deed: "attack", unit: 1, others: [2] })])).toEqual(["volley", null, null]);
  expect(cues([line("try", { deed: "attempt", unit: 1, others: [2] }), roll, line("cast", { deed: "spell", unit: 1, others: [2] }), roll])).toEqual([null, null, "spell", null]);
  expect(cues([roll, roll, line("struck", { deed: "strike", unit: 1, others: [2] }), line("roll", { dice, unit: 2 }), line("struck", { deed: "strike", unit: 2, others: [1] })])).toEqual(["clash", null, null, "clash", null]);
  expect(cues([line("charged", { deed: "charge", unit: 1, others: [2] }), line("fled", { deed: "flight", unit: 2 })])).toEqual(["charge", "flight"]);
});

test("what is read beside the table comes a moment later while something is shown, and at once otherwise", () => {
  const source = signal(1);
  const read = unhurried(source, 40);
  source.value = 2;
  expect(read.value).toBe(2);
  played(beatsOf([line("a")], [], 0));
  source.value = 3;
  expect(read.value).toBe(2);
  vi.advanceTimersByTime(40);
  expect(read.value).toBe(3);
  source.value = 4;
  vi.advanceTimersByTime(30);
  source.value = 5;
  vi.advanceTimersByTime(10);
  expect(read.value).toBe(5);
  source.value = 6;
  finish();
  source.value = 7;
  expect(read.value).toBe(7);
});

test("what has not yet come when the show ends comes in its time", () => {
  const source = signal(1);
  const read = unhurried(source, 40);
  played(beatsOf([line("a")], [], 0));
  source.value = 2;
  finish();
  vi.advanceTimersByTime(40);
  expect(read.value).toBe(2);
});
