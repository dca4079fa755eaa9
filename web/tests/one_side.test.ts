/** The reader's own side stays at the bottom, also where a battle begins in its middle. */
import { beforeEach, expect, it } from "vitest";
import type { Hello, Picture, State } from "../src/net/types";
import { hello, state } from "../src/state/table";
import { forgetEdge, ownEdge } from "../src/table/view";

const unit = (id: number, seat: number, y: number): Picture["units"][number] => ({
  id, seat, name: `Unit ${id}`, army: "", pose: [10, y, 0], width: 4, depth: 2, bases: [], models: 10, models_at_start: 10,
  health: 10, health_at_start: 10, wounds: 0, marks: [], profile: {}, rules: [], single: false,
});

function stand(turn: number, own: number, theirs: number): void {
  const picture: Picture = {
    turn, phase: "", active: 0, title: "", board: { width: 48, depth: 36, features: [], markers: [], zones: [], rings: [] },
    seats: [{ name: "Orcs", army: "", panel: {} }, { name: "Elves", army: "", panel: {} }],
    units: [unit(0, 0, own), unit(1, 1, theirs)],
  };
  state.value = {
    type: "state", number: turn, picture, question: null, waiting_for: [], thinking: false,
    undo: { possible: false, free: false, asked_by: null, redo: false }, over: false, outcome: null,
  } satisfies State;
}

beforeEach(() => {
  state.value = null;
  forgetEdge();
  hello.value = {
    type: "hello", battle: { id: "b", title: "", ruleset: "eow", title_of_ruleset: "" }, seat: 0,
    seats: [{ name: "Orcs", army: "", kind: "human" }, { name: "Elves", army: "", kind: "captain" }], commitment: "", number: 0,
  } satisfies Hello;
});

it("a battle that is entered in its middle, as a branch is, shows its player's side at the bottom", () => {
  stand(3, 24, 14);
  expect(ownEdge.value).toBe("far");
});

it("a side near its own edge is not turned around", () => {
  stand(3, 14, 24);
  expect(ownEdge.value).toBe("near");
});

it("units that cross the middle later do not turn the table", () => {
  stand(2, 24, 14);
  expect(ownEdge.value).toBe("far");
  stand(5, 5, 14);
  expect(ownEdge.value).toBe("far");
});
