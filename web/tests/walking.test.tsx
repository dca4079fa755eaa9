import { render } from "preact";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { WalkPanel } from "../src/panels/Walk";
import { passing } from "../src/state/passing";
import { checked, checking, state } from "../src/state/table";
import { apart, firstWalk, isUnderWay, longest, meantPlace, nextFormation, nudgeWalk, setFormation, setModel, setWalk, toggleModels, turns, walkEnds, walkOver, walkRect, walking } from "../src/state/walking";
import { type Base, bodyPath, gapBetween, links, stragglers } from "../src/table/cohesion";
import type { Checked, Picture, State, Walk } from "../src/net/types";

vi.mock("../src/state/connection", () => ({ send: () => true, ask: () => true }));

const base = (x: number, y: number): Base => [x, y, 0, 1, 1];
const row = (...xs: number[]): Base[] => xs.map((x) => base(x, 10));
const pack: Picture["units"][number] = {
  id: 0, seat: 0, name: "The Pack", army: "", pose: [6.5, 10, 0], width: 4, depth: 1, bases: row(5, 6.5, 8), models: 3, loose: true, round: true,
  models_at_start: 3, health: 3, health_at_start: 3, wounds: 0, marks: [], profile: {}, rules: [], single: false,
};
const prey: Picture["units"][number] = { ...pack, id: 1, seat: 1, name: "Prey", pose: [6.5, 14, 180], bases: [base(6.5, 14)] };
const asked: Walk = { ask: "walk", seat: 0, topic: "move", text: "Where do The Pack go?", unit: 0, inches: 5, cohesion: 2, gap: 1, formations: ["line", "crowd"], instead: [{ key: "dash", label: "Dash" }] };
let number = 0;

function ask(question: Walk = asked, suggested: State["suggested"] = null): void {
  state.value = {
    type: "state", number: ++number, question, suggested, waiting_for: [], thinking: false, over: false, outcome: null,
    undo: { possible: false, free: false, asked_by: null, redo: false },
    picture: {
      turn: 1, phase: "", active: 0, title: "", units: [pack, prey], seats: [{ name: "A", army: "", panel: {} }, { name: "B", army: "", panel: {} }],
      board: { width: 30, depth: 24, features: [], markers: [], zones: [], rings: [] },
    },
  };
}

const told = (more: Partial<Checked>): Checked => ({ type: "checked", id: 1, ok: true, ...more });

function panel(): HTMLElement {
  const holder = document.createElement("div");
  render(<WalkPanel />, holder);
  return holder;
}

beforeEach(() => ask());

describe("cohesion", () => {
  it("is a chain of gaps from rim to rim", () => {
    expect(gapBetween(base(0, 0), base(3, 4), true)).toBe(4);
    expect(gapBetween(base(0, 0), base(3, 0), false)).toBeCloseTo(2);
    expect(links(row(0, 3, 6), true, 2)).toEqual([[0, 1], [1, 2]]);
    expect(links(row(0, 3, 6.1), true, 2)).toEqual([[0, 1]]);
  });

  it("has no more links than it needs, the shortest of them", () => {
    expect(links([base(0, 0), base(1, 0), base(0.5, 1)], true, 2)).toHaveLength(2);
  });

  it("names those outside the largest chain", () => {
    expect(stragglers(row(0, 1, 9, 10, 11), true, 2)).toEqual([0, 1]);
    expect(stragglers(row(0, 9), true, 2)).toEqual([1]);
    expect(stragglers(row(4), true, 2)).toEqual([]);
    expect(stragglers([], true, 2)).toEqual([]);
  });

  it("makes one body of all models, those far away by themselves", () => {
    const path = bodyPath(row(0, 1.5, 20), true, [0, 10, 0]);
    expect(path.match(/h0\.01/g)).toHaveLength(3);
    expect(path.match(/L/g)).toHaveLength(1);
  });
});

describe("a walk as a whole", () => {
  it("begins where the unit stands, and nothing is drawn", () => {
    expect(isUnderWay(walking.value)).toBe(false);
    expect(walkEnds.value).toEqual(pack.bases);
    expect(walking.value!.middle).toEqual([6.5, 10]);
    expect(passing.value).toBe("Stay here");
  });

  it("shows the models where the server says that they end", () => {
    setWalk({ y: 20 });
    expect(walkEnds.value.map(([, y]) => Math.round(y * 100) / 100)).toEqual([15, 15, 15]);
    const ends = row(5, 6, 7);
    checked.value = told({ bases: ends, cost: 4.2 });
    expect(walkEnds.value).toBe(ends);
    expect(longest.value).toBe(4.2);
    expect(walkRect.value).toMatchObject({ x: 6, y: 10, width: 3 });
  });

  it("goes no farther than a model may", () => {
    setWalk({ x: 6.5, y: 30 });
    expect(walking.value!.pose![1]).toBeCloseTo(15, 2);
    expect(walking.value!.pose![1]).toBeLessThanOrEqual(15);
  });

  it("takes the models of all who go along", () => {
    ask({ ...asked, party: [0, 1] });
    expect(walking.value!.start).toHaveLength(4);
    expect(walking.value!.middle[1]).toBe(11);
    ask({ ...asked, unit: 1 });
    toggleModels();
    expect(walking.value!.places).toBeNull();
    expect(turns(walking.value!)).toBe(false);
  });

  it("takes up formations in turn, and turns", () => {
    expect(turns(walking.value!)).toBe(true);
    nudgeWalk(0, 0, 5);
    expect(walking.value!.pose).toEqual([6.5, 10, 5]);
    walkOver();
    nextFormation(1);
    expect(walking.value).toMatchObject({ formation: "line", pose: [6.5, 10, 0] });
    nudgeWalk(1, 0, -5);
    expect(walking.value!.pose).toEqual([7.5, 10, 355]);
    nextFormation(-1);
    expect(walking.value!.formation).toBe("");
    setFormation("crowd");
    walkOver();
    expect(isUnderWay(walking.value)).toBe(false);
    setFormation("");
    expect(isUnderWay(walking.value)).toBe(false);
  });

  it("offers what is suggested first", () => {
    ask(asked, { answer: "walk", formation: "line", pose: [6.5, 15, 0] });
    expect(firstWalk.value).toEqual({ formation: "line", pose: [6.5, 15, 0] });
    expect(panel().querySelector(".primary")!.textContent).toContain("Straight ahead");
    setWalk({ y: 12 });
    expect(firstWalk.value).toBeNull();
    expect(panel().querySelector(".primary")!.textContent).toContain("Move");
  });
});

describe("model by model", () => {
  it("begins where the whole move would bring the models", () => {
    setWalk({ y: 12 });
    checked.value = told({ bases: row(5, 6, 7) });
    toggleModels();
    expect(walking.value!.places).toEqual([[5, 10, 0], [6, 10, 0], [7, 10, 0]]);
    setModel(2, { x: 11 });
    expect(apart.value).toEqual([2]);
    checking.value = false;
    checked.value = told({ ok: false, reason: "Too far.", model: 2 });
    const shown = panel();
    expect(shown.querySelector(".apart")!.textContent).toBe("Model 3 is apart from the others");
    expect(shown.querySelector<HTMLButtonElement>(".primary")!.disabled).toBe(true);
    toggleModels();
    expect(walking.value).toMatchObject({ places: null, pose: [6.5, 12, 0] });
  });

  it("without a move nothing is under way", () => {
    toggleModels();
    expect(isUnderWay(walking.value)).toBe(false);
    nudgeWalk(0.5, 0, 0);
    expect(walking.value!.places![0]).toEqual([5.5, 10, 0]);
    expect(isUnderWay(walking.value)).toBe(true);
  });

  it("a hand that goes too far or into others means as far as it may, and beside them", () => {
    toggleModels();
    const now = walking.value!;
    expect(meantPlace(now, 0, [0.5, 10.5])[0]).toBeGreaterThanOrEqual(0);
    const [x, y] = meantPlace(now, 0, [5, 4.6]);
    expect(Math.hypot(x - 5, y - 10)).toBeLessThanOrEqual(5);
    expect(meantPlace(now, 0, [5, 2])[1]).toBeCloseTo(5, 2);
    expect(meantPlace(now, 0, [5.7, 10])[0]).toBeCloseTo(5.5);
    // An inch is kept from enemies.
    expect(meantPlace(now, 1, [6.5, 12.2])[1]).toBeCloseTo(12);
  });
});

it("what it may do instead is a button, and who would fight is told", () => {
  setWalk({ y: 12 });
  checked.value = told({ bases: row(5, 6, 7), cost: 2, left: 3, inches: [2, 2, 2], fights: [{ model: 0, unit: 1, touches: true }, { model: 1, unit: 1, touches: false }] });
  const shown = panel();
  expect(shown.querySelector(".instead button")!.textContent).toContain("Dash");
  expect(shown.querySelector(".fighting")!.textContent).toContain("1 in contact with enemies, 1 within 0″ of enemies");
  expect(shown.querySelector(".cost")!.textContent).toContain("Longest move 2″ of 5″");
});
