/** The text view of every kind of question: all that may be answered is there. */
import { render } from "preact";
import { describe, expect, it } from "vitest";
import { TextView } from "../src/panels/TextView";
import { broughtUp, selected, state } from "../src/state/table";
import type { Picture, Question, State } from "../src/net/types";

const unit = (id: number, seat: number, y: number): Picture["units"][number] => ({
  id, seat, name: `Unit ${id}`, army: "", pose: [10, y, seat ? 180 : 0], width: 4, depth: 2, bases: [[9, y, 0, 1, 1], [11, y, 0, 1, 1]], models: 2,
  models_at_start: 2, health: 2, health_at_start: 2, wounds: 0, marks: [], profile: {}, rules: [], single: false, loose: true,
});
const picture: Picture = {
  turn: 1, phase: "movement", active: 0, title: "Turn 1",
  board: { width: 36, depth: 48, features: [], markers: [], zones: [], rings: [] },
  seats: [{ name: "Orcs", army: "", panel: {} }, { name: "Elves", army: "", panel: {} }],
  units: [unit(0, 0, 10), unit(1, 1, 30)],
};
const about = { seat: 0, topic: "x", text: "What now?" } as const;
let number = 1000;

function view(question: Question, more: Partial<State> = {}): HTMLElement {
  state.value = {
    type: "state", number: ++number, picture, question, waiting_for: [], thinking: false,
    undo: { possible: false, free: false, asked_by: null, redo: false }, over: false, outcome: null, ...more,
  };
  const holder = document.createElement("div");
  render(<TextView />, holder);
  return holder;
}

function told(question: Question, more: Partial<State> = {}): string[] {
  const lines = view(question, more).querySelectorAll(".asked li");
  return [...lines].map((line) => [...line.childNodes].filter((one) => one.nodeName !== "UL").map((one) => one.textContent).join(""));
}

describe("the text view of a question", () => {
  it("has its text, its note and its clock", () => {
    const asked: Question = { ...about, ask: "choose", note: "Secretly.", clock: { seconds: 60, text: "Then you hold." }, options: [{ key: "a", label: "Charge", text: "Flank." }, { key: "h", label: "Hold", passes: true }] };
    expect(view(asked).querySelector(".asked h3")!.textContent).toBe("What now?");
    expect(told(asked, { seconds_left: 59.5 })).toEqual(["Secretly.", "1:00 left. Then you hold.", "Choose one of 2 options:", "1: Charge; Flank.", "H: Hold"]);
  });

  it("says how many may be picked", () => {
    expect(told({ ...about, ask: "pick", least: 1, most: 2, options: [{ key: "a", label: "Ale" }, { key: "b", label: "Bread" }] })).toEqual(["Pick 1 to 2.", "1: Ale", "2: Bread"]);
  });

  it("says how far each kind of move goes, how it turns and which files it may take up", () => {
    const asked: Question = {
      ...about, ask: "manoeuvre", unit: 0, optional: false,
      kinds: [
        { name: "march", forward: 8, back: 2, side: 1, gap: 0.5, turns: [{ about: "centre", degrees: 90, most: 2, first: true }, { about: "corner", degrees: 45, most: 1, costs: true }] },
        { name: "reform", holds: "front", text: "Nobody shoots.", turns: [{ about: "centre", degrees: 360 }], frontages: [{ files: 4, width: 4, depth: 2 }, { files: 1, width: 1, depth: 8 }] },
      ],
    };
    expect(told(asked)).toEqual([
      "March: up to 8″ forward; up to 2″ back; up to 1″ to either side; up to 2 pivots of up to 90°, before it moves; one wheel of up to 45°, which costs inches; it ends 0.5″ or more from others.",
      "Reform: it takes up other files about the middle of its front: 1 file (1″ by 8″) or 4 files (4″ by 2″, as now); any number of pivots to any facing. Nobody shoots.",
      "It has to move.",
    ]);
  });

  it("says how loose models walk", () => {
    expect(told({ ...about, ask: "walk", unit: 0, inches: 5, cohesion: 2, faces: true, reach: 1, party: [0, 1], formations: ["line"], instead: [{ key: "d", label: "Dash", text: "Up to 7″." }] })).toEqual([
      "Each model goes up to 5″. Gaps of up to 2″ keep them together.",
      "The models of Unit 0 and Unit 1 walk together.",
      "They move together (as they stand or line, turned if you like), or model by model.",
      "Each model can be turned.",
      "They fight enemies within 1″.",
      "Instead: Dash. Up to 7″.",
      "Or they stay where they are.",
    ]);
  });

  it("has what something must be near to and its zone together", () => {
    const zone = { corners: [[0, 24], [36, 24], [36, 48], [0, 48]] as [number, number][] };
    expect(told({ ...about, ask: "place", zone, within: [{ inches: 6, text: "Moved", points: [[10, 30]] }] })).toEqual([
      "A point on the table.",
      "Moved: within 6″ of the point 10″ across and 30″ along.",
      "The zone goes from 0″ to 36″ across and from 24″ to 48″ along.",
    ]);
  });

  it("has the corners of a zone that is no rectangle, gaps, ground and edges", () => {
    const zone = { corners: [[0, 0], [36, 0], [0, 48]] as [number, number][] };
    expect(told({ ...about, ask: "place", unit: 0, zone, gap: 1, barred: ["deep_water", "rocks"], edges: ["left", "near"] })).toEqual([
      "Unit 0 as a whole.",
      "The zone has its corners at 0″ across, 0″ along; 36″ across, 0″ along; 0″ across, 48″ along.",
      "It keeps 1″ from units and from deep water or rocks.",
      "Its rear has to be along the left edge or near edge.",
    ]);
  });

  it("speaks of one model among the others of its unit, and of templates", () => {
    const model: Question = { ...about, ask: "place", unit: 0, model: 2, outline: { form: "circle", width: 1 }, within: [{ inches: 2, text: "Cohesion", unit: 0 }] };
    expect(told(model, { suggested: { answer: "place", pose: [13, 10, 0] } })).toEqual(["Model 3 of Unit 0, a circle 1″ across.", "Cohesion: within 2″ of Unit 0."]);
    const shown = view(model, { suggested: { answer: "place", pose: [13, 10, 0] } }).textContent;
    expect(shown).toContain("Seen from where model 3 of Unit 0 would be, 13″ across and 10″ along");
    // The others are where they are: not “itself”.
    expect(shown).toContain("Unit 0: 1″ at 9 o’clock");
    // The unit that walked before is still looked at.
    selected.value = broughtUp.value = 0;
    const cone: Question = { ...about, ask: "place", outline: { form: "cone", width: 3, depth: 6 } };
    expect(told(cone)).toEqual(["A template: a cone 6″ long and 3″ wide at its end, which begins at its place."]);
    expect(view(cone).textContent).toContain("Seen from where the template would be");
    selected.value = broughtUp.value = null;
  });

  it("has pools with their limits, and what each target gets", () => {
    const pool = { key: "hits", label: "hits", count: 4, targets: [{ key: "a", label: "Elves" }, { key: "b", label: "Wolves" }], limits: [{ target: "a", most: 3, least: 1, why: "no more are in contact" }] };
    expect(told({ ...about, ask: "allocate", pools: [pool] })).toEqual(["Split 4 hits:", "Elves: 3 now, at least 1, at most 3 (no more are in contact)", "Wolves: 1 now"]);
  });
});
