import { expect, it, vi } from "vitest";
import type { State, UnitShown } from "../src/net/types";
import { concerned } from "../src/state/picking";
import { hovered, state } from "../src/state/table";
import { lettering } from "../src/table/lettering";
import { plates } from "../src/table/plates";
import { frame } from "../src/table/view";

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

it("from near a plate has the name, from far or on a phone the crest with a number; whoever is pointed at is named again", () => {
  show([unit({ name: "Bone Archers", models: 12, models_at_start: 15 })]);
  frame.value = { width: 900, height: 700 };
  expect(plates.value.map(({ form, name, count }) => [form, name, count])).toEqual([["full", "Bone Archers", "12/15"]]);
  frame.value = { width: 390, height: 500 };
  expect(plates.value.map(({ form }) => form)).toEqual(["short"]);
  hovered.value = 0;
  expect(plates.value.map(({ form }) => form)).toEqual(["full"]);
  hovered.value = null;
  frame.value = { width: 800, height: 600 };
});

const lord = unit({ id: 1, name: "Lord", host: 0, width: 0.8, depth: 0.8, models: 1, models_at_start: 1, health: 2, health_at_start: 3, single: true });

it("whoever stands in the ranks of a unit has no plate: the unit's has a sign, and says it in words to those who look", () => {
  show([unit({ marks: ["engaged", "with Lord"] }), lord]);
  expect(plates.value.map(({ unit: { id }, icons }) => [id, icons])).toEqual([[0, ["engaged", "with Lord"]]]);
  hovered.value = 0;
  expect(lettering.value.notes.map(({ text }) => text.replaceAll("\n", " "))).toEqual(["engaged, with Lord, + Lord 2/3 HP"]);
  hovered.value = null;
});

it("the odds of the only option at a unit stand on its plate", () => {
  const options = [{ key: "a", label: "", unit: 0, target: 2, odds: [{ label: "success", value: 0.83 }] }];
  show([unit({}), unit({ id: 2, seat: 1, pose: [24, 26, 180] })], { ask: "choose", seat: 0, topic: "", text: "", rules: [], options });
  expect(plates.value.map(({ unit: { id }, odds }) => [id, odds?.text ?? null])).toEqual([[0, null], [2, "83 %"]]);
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
