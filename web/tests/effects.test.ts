/** What is seen and heard of a scene: shots, dust, the fallen, dice beside a unit, sounds. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Picture, UnitShown } from "../src/net/types";
import { change } from "../src/state/settings";
import { scoreOf, soundOf } from "../src/state/sound";
import { chances, dust, fallen, shots } from "../src/table/effects";
import { particlesOf } from "../src/table/Effects";
import { placeBeside, trayOf } from "../src/table/Tray";

function unit(id: number, seat: number, x: number, y: number, models: number, part: Partial<UnitShown> = {}): UnitShown {
  const bases = Array.from({ length: models }, (_, index): [number, number, number, number, number] => [x + (index % 5) * 0.8, y - Math.floor(index / 5) * 0.8, 0, 0.8, 0.8]);
  return { id, seat, name: `Unit ${id}`, army: "", pose: [x, y, 0], width: 4, depth: 2, bases, models, models_at_start: 10, health: models, health_at_start: 10, wounds: 0, marks: [], profile: {}, rules: [], single: false, ...part };
}

const archers = unit(1, 0, 10, 10, 10);
const orcs = unit(2, 1, 10, 30, 10);
const table = { units: [archers, orcs] } as unknown as Picture;
const fewer = { units: [archers, unit(2, 1, 10, 30, 7)] } as unknown as Picture;
const line = { text: "", kind: "Fact", number: 1, turn: 1, phase: "shooting", seat: 0, unit: 1, dice: null };
const volley = { kind: "volley", by: 1, on: [2], lead: 900 } as const;

beforeEach(() => change({ sound: false, volume: 0.6 }));
afterEach(() => vi.unstubAllGlobals());

it("every model looses a shot, and all have landed when the dice fall", () => {
  const made = shots(archers, [orcs], false, 900, chances(1)).flatMap((one) => ("fly" in one ? [one] : []));
  expect(made).toHaveLength(10);
  for (const one of made) {
    expect(one.kind).toBe("arrow");
    expect(one.wait + one.fly).toBeCloseTo(900);
    expect(Math.abs(one.to[1] - 30)).toBeLessThan(2);
  }
});

it("a machine throws one heavy shot, magic glows, and a crowd is not more than can be seen", () => {
  const kinds = (by: UnitShown, magic: boolean) => shots(by, [orcs], magic, 900, chances(2)).map((one) => one.kind);
  expect(kinds(unit(3, 0, 0, 0, 1, { build: "engine" }), false)).toEqual(["stone", "ring"]);
  expect(new Set(kinds(archers, true))).toEqual(new Set(["orb", "ring"]));
  expect(kinds(unit(4, 0, 0, 0, 200), false).length).toBeLessThan(50);
});

it("what is played again looks the same again", () => {
  expect(shots(archers, [orcs], false, 900, chances(7))).toEqual(shots(archers, [orcs], false, 900, chances(7)));
});

it("the models that fell lie where they stood", () => {
  const lie = fallen(orcs, 3, fewer.units[1], chances(1));
  expect(lie.map((one) => one.kind)).toEqual(["fallen", "fallen", "fallen"]);
  expect(lie.every((one) => Math.abs(one.from[1] - 29.2) < 0.5)).toBe(true);
  expect(particlesOf({ line, place: 3, change: null, lasts: 900 }, table, fewer).filter((one) => one.kind === "fallen")).toHaveLength(3);
});

it("no dust rises from who stays, and what takes no time is not seen", () => {
  expect(dust([1, 1], [1, 1.1], 4, 900, chances(1))).toEqual([]);
  expect(dust([1, 1], [1, 9], 4, 900, chances(1)).length).toBeGreaterThan(10);
  expect(particlesOf({ line, place: 3, change: null, lasts: 0, cue: volley }, table, table)).toEqual([]);
});

it("whoever wants no motion sees a ring where it happened, and nothing that flies", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const made = particlesOf({ line, place: 3, change: null, lasts: 900, cue: volley }, table, fewer);
  expect(made.map((one) => [one.kind, one.life])).toEqual([["ring", 120]]);
});

it("dice fall beside the unit, in the frame, and over no other where there is room", () => {
  const room = { width: 900, height: 600 };
  const size = trayOf(10);
  const about = [400, 280, 500, 330] as const;
  const clear = (at: readonly number[], box: readonly number[]) => at[0]! + size[0] <= box[0]! || at[0]! >= box[2]! || at[1]! + size[1] <= box[1]! || at[1]! >= box[3]!;
  const beside = placeBeside(about, [about], size, room);
  expect(clear(beside, about)).toBe(true);
  const wall = [505, 0, 900, 600] as const;
  const other = placeBeside(about, [about, wall], size, room);
  expect([clear(other, about), clear(other, wall)]).toEqual([true, true]);
  const corner = placeBeside([0, 0, 60, 30], [], size, room);
  expect(corner.every((one) => one >= 0)).toBe(true);
});

it("each thing has its sound, and none is longer than what it belongs to", () => {
  expect(soundOf({ line: { dice: null }, change: null, lasts: 900, cue: volley })).toBe("volley");
  expect(soundOf({ line: { dice: {} }, change: null, lasts: 900 })).toBe("dice");
  expect(soundOf({ line: { dice: null }, change: { went: {} }, lasts: 900 })).toBe("march");
  expect(soundOf({ line: { dice: {} }, change: null, lasts: 0 })).toBeNull();
  for (const sound of ["dice", "march", "clash", "horn", "volley", "rout", "spell"] as const) {
    const notes = scoreOf(sound, chances(3));
    expect(notes.length).toBeGreaterThan(3);
    expect(Math.max(...notes.map((note) => note.at + note.lasts))).toBeLessThan(2);
    expect(notes.every((note) => note.loud <= 1 && note.from > 0 && note.to > 0)).toBe(true);
  }
});

it("nothing is heard until sound is switched on", async () => {
  const made = vi.fn();
  vi.stubGlobal("AudioContext", class { constructor() { made(); } });
  const { play } = await import("../src/state/sound");
  play("horn");
  change({ sound: true, volume: 0 });
  play("horn");
  expect(made).not.toHaveBeenCalled();
});
