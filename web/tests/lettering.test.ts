import { expect, it, vi } from "vitest";
import type { State, UnitShown } from "../src/net/types";
import { concerned } from "../src/state/picking";
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

function show(all: readonly UnitShown[], question: State["question"] = null): void {
  state.value = {
    type: "state", number: 1, waiting_for: [], thinking: false, over: false, outcome: null, question,
    undo: { possible: false, free: false, asked_by: null, redo: false },
    picture: {
      turn: 1, phase: "", active: 0, title: "", seats: [], units: [...all],
      board: { width: 48, depth: 36, features: [], markers: [], zones: [], rings: [] },
    },
  };
}

/** How a unit is labelled that stands between two long ones, so many pixels apart. */
function between(room: number): readonly string[] | undefined {
  const units = [unit({ name: "Bone Archers" })];
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

it("where units stand so close that even their numbers would run together, one of them is left out", () => {
  show([unit({})]);
  const step = 9 / (scale.value * INCH);
  const packed = Array.from({ length: 15 }, (_, id) =>
    unit({ id, pose: [24 + (id % 5) * step, 18 + Math.floor(id / 5) * step, 0], width: step, depth: step, models: 12, models_at_start: 12, marks: ["engaged"] }),
  );
  show(packed);
  const written = lettering.value.units.map(({ name, count, icons }) => [name, count, icons]);
  expect(written.length).toBeLessThan(packed.length);
  expect(written).toContainEqual([[], "12", []]);
});

const lord = unit({ id: 1, name: "Lord", host: 0, width: 0.8, depth: 0.8, models: 1, models_at_start: 1, health: 2, health_at_start: 3, single: true });

it("whoever stands in the ranks of a unit is told of at the label of that unit", () => {
  show([unit({ marks: ["engaged", "with Lord"] }), lord]);
  expect(lettering.value.units.map(({ unit: { id }, name, icons }) => [id, name, icons])).toEqual([[0, ["Wall", "+ Lord 2/3 HP"], ["engaged"]]]);
});

it("pointing at somebody in the ranks means the unit, where the question is about the unit alone", () => {
  const asked = (...ids: number[]): State["question"] => ({
    ask: "choose", seat: 0, topic: "", text: "", rules: [], options: ids.map((id) => ({ key: `${id}`, label: "", unit: id })),
  });
  show([unit({}), lord], asked(0));
  expect([concerned(1), concerned(0)]).toEqual([0, 0]);
  show([unit({}), lord], asked(0, 1));
  expect(concerned(1)).toBe(1);
  show([unit({}), lord]);
  expect(concerned(1)).toBe(1);
});
