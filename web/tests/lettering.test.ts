import { expect, it, vi } from "vitest";
import type { UnitShown } from "../src/net/types";
import { state } from "../src/state/table";
import { lettering } from "../src/table/lettering";
import { INCH } from "../src/table/sheet";
import { scale } from "../src/table/view";

vi.mock("../src/table/ink", () => ({ textWidth: (text: string, size: number) => text.length * size * 0.56 }));

const unit = (part: Partial<UnitShown>): UnitShown => ({
  id: 0, seat: 0, name: "Wall", army: "", pose: [24, 18, 0], width: 2, depth: 1, bases: [],
  models: 2, models_at_start: 2, health: 6, health_at_start: 6, wounds: 0, marks: [], profile: {}, rules: [], single: false,
  build: "foot", leader: false, standard: false, ...part,
});

/** How a unit is labelled that stands between two long ones, so many pixels apart. */
function between(room: number): readonly string[] | undefined {
  const units = [unit({ name: "Bone Archers" })];
  const picture = (all: readonly UnitShown[]) => ({
    turn: 1, phase: "", active: 0, title: "", seats: [], units: [...all],
    board: { width: 48, depth: 36, features: [], markers: [], zones: [], rings: [] },
  });
  const show = (all: readonly UnitShown[]) => {
    state.value = {
      type: "state", number: 1, picture: picture(all), waiting_for: [], thinking: false, over: false, outcome: null,
      undo: { possible: false, free: false, asked_by: null, redo: false }, question: null,
    };
  };
  show(units);
  const inch = scale.value * INCH;
  const aside = room / inch / 2 + 1;
  show([...units, unit({ id: 1, pose: [24 - aside, 18, 0], depth: 30 }), unit({ id: 2, pose: [24 + aside, 18, 0], depth: 30 })]);
  return lettering.value.units.find((text) => text.unit.id === 0)?.name;
}

it("a name stands in a line, where it is narrow word below word, and is left out where there is no room for that", () => {
  expect(between(140)).toEqual(["Bone Archers"]);
  expect(between(90)).toEqual(["Bone", "Archers"]);
  expect(between(60)).toEqual([]);
});
