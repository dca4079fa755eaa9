import { readFileSync } from "node:fs";
import { render } from "preact";
import { describe, expect, it } from "vitest";
import type { Picture, UnitShown } from "../src/net/types";
import { marksOf } from "../src/state/describing";
import { lossesBetween } from "../src/state/losses";
import { state } from "../src/state/table";
import { aboutUnit } from "../src/state/whereabouts";
import { shapeOf, stamped } from "../src/table/figures";
import { ActMarks } from "../src/table/Overlay";
import { sheetOf } from "../src/table/sheet";
import { Terrain } from "../src/table/Terrain";
import { drawnBy } from "../src/table/Units";

const unit = (part: Partial<UnitShown> = {}): UnitShown => ({
  id: 0, seat: 0, name: "Unit", army: "", pose: [10, 10, 0], width: 2, depth: 1, bases: [[9.5, 10, 0, 1, 1], [10.5, 10, 0, 1, 1]],
  models: 2, models_at_start: 2, health: 6, health_at_start: 6, wounds: 0, marks: [], profile: {}, rules: [], single: false,
  build: "foot", leader: false, standard: false, ...part,
});
const picture = (...units: UnitShown[]): Picture => ({
  turn: 1, phase: "", active: 0, title: "", seats: [], units,
  board: { width: 48, depth: 36, features: [], markers: [], zones: [], rings: [] },
});

describe("models", () => {
  it("look like what they are, and a captain unlike his men", () => {
    const shapes = (["foot", "large", "rider", "monster", "engine"] as const).map((build) => shapeOf(unit({ build })));
    expect(new Set([...shapes, shapeOf(unit({ single: true, leader: true }))]).size).toBe(6);
    expect(shapeOf(unit({ build: "" }))).toBeNull();
  });

  it("stand on their bases, turned with them", () => {
    expect(stamped("M0,-1L1,0Z", [10, 20], 90, [4, 8])).toBe("M18,20L10,24Z");
  });

  it("are drawn one to a base, around the middle of their unit", () => {
    const heads = (bases: UnitShown["bases"]) => drawnBy(unit(), [10, 10, 0], bases).tops.split("Z").length - 1;
    expect(heads(unit().bases)).toBe(2 * heads(unit().bases.slice(0, 1)));
    expect(drawnBy(unit(), [10, 10, 0], unit().bases).bases).toContain("M-20,-10");
  });
});

describe("an act that somebody is asked about", () => {
  it("is an arrow from whoever acts to each that it acts upon and that is on the table", () => {
    const units = [unit(), unit({ id: 1, pose: [10, 30, 180] }), unit({ id: 2, pose: null })];
    state.value = {
      type: "state", number: 1, picture: picture(...units), waiting_for: [], thinking: false, over: false, outcome: null,
      undo: { possible: false, free: false, asked_by: null, redo: false },
      question: { ask: "choose", seat: 0, topic: "t", text: "How?", options: [], act: { unit: 1, targets: [0, 1, 2] } },
    };
    const holder = document.createElement("div");
    render(<ActMarks />, holder);
    expect(holder.querySelectorAll(".intent").length).toBe(1);
    const from = { rect: { x: 10, y: 10, facing: 0, width: 2, depth: 1 }, unit: units[0]!, ghost: false, model: null };
    expect(aboutUnit(from, units[1]!, picture(...units))).toContain("now acting on Unit, Unit and Unit");
  });
});

describe("terrain", () => {
  it("of every kind that Regiments can lay out has a painting", () => {
    const sizes = readFileSync("../src/warhost/rulesets/regiments/data/pieces.toml", "utf8");
    const kinds = [...sizes.matchAll(/^(\w+)\s*=\s*".*\d+x\d+"/gm)].map((found) => found[1]!);
    expect(kinds.length).toBeGreaterThan(30);
    const bare = kinds.filter((kind) => {
      const holder = document.createElement("div");
      render(<Terrain piece={{ kind, x: 10, y: 10, width: 6, depth: 4 }} sheet={sheetOf(48, 36, 0)} />, holder);
      return holder.querySelector(".other");
    });
    expect(bare).toEqual([]);
  });
});

describe("losses", () => {
  it("are told of those that lost something, and say who is gone", () => {
    const before = picture(unit(), unit({ id: 1 }), unit({ id: 2 }));
    const after = picture(unit({ models: 1, health: 2 }), unit({ id: 1 }), unit({ id: 2, pose: null, models: 0, health: 0 }));
    expect(lossesBetween(before, after).map(({ unit: { id }, models, health, gone }) => [id, models, health, gone])).toEqual([
      [0, 1, 4, false],
      [2, 2, 6, true],
    ]);
    expect(lossesBetween(after, before)).toEqual([]);
  });

  it("are none where models made room for somebody in their ranks, or somebody fights on alone", () => {
    const joined = unit({ models: 1, models_at_start: 1, health: 3, health_at_start: 3 });
    expect(lossesBetween(picture(unit()), picture(joined))).toEqual([]);
    expect(lossesBetween(picture(unit()), picture({ ...joined, name: "Lord" }))).toEqual([]);
    expect(lossesBetween(picture(unit()), picture({ ...joined, models: 0, health: 1 }))[0]).toMatchObject({ models: 1, health: 2 });
  });

  it("that felled nobody are a state of the unit", () => {
    expect(marksOf(unit({ wounds: 2, marks: ["engaged"] }))).toEqual(["2 wounds", "engaged"]);
    expect(marksOf(unit({ wounds: 2, models_at_start: 1 }))).toEqual([]);
  });
});
