import look from "../../src/warhost/report/look/shapes.json";
import { readFileSync } from "node:fs";
import { render } from "preact";
import { describe, expect, it } from "vitest";
import type { Picture, UnitShown } from "../src/net/types";
import { marksOf } from "../src/state/describing";
import { lossesBetween } from "../src/state/losses";
import { state } from "../src/state/table";
import { aboutUnit } from "../src/state/whereabouts";
import { drawnBy } from "../src/table/Body";
import { layersOf, natureOf, tiled } from "../src/table/figures";
import { coatOf, coatsOf } from "../src/table/heraldry";
import { ActMarks } from "../src/table/Overlay";
import { paintingOf } from "../src/table/ground/paint";
import { PAINTERS } from "../src/table/ground/painters";

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
  const look = (kind: string, mount = "", race = "man") => ({ kind, mount, race }) as NonNullable<UnitShown["look"]>;
  const paths = (path = "") => path.split("M").length - 1;

  it("look like what they are: every troop, mount and people unlike the others", () => {
    const looks = [
      ...["spear", "pike", "sword", "great", "bow", "cross", "gun", "javelin", "pair", "claw", "mage", "lord", "standard"].map((kind) => look(kind)),
      ...["horse", "warhorse", "boar", "wolf", "raptor", "spider", "wings"].map((mount) => look("lance", mount)),
      ...["hound", "swarm", "spider", "troll", "giant", "tree", "spirit", "bulk", "bird", "dragon", "serpent", "chariot", "cannon", "bolt", "stone"].map((kind) => look(kind)),
      ...["elf", "dwarf", "orc", "goblin", "undead", "beast", "lizard"].map((race) => look("sword", "", race)),
    ];
    const drawn = looks.map((one) => JSON.stringify(layersOf([[0, 0, 0, 2, 2]], one, "Unit")));
    expect(new Set(drawn).size).toBe(looks.length);
  });

  it("are drawn one to a base around the middle of their unit, all of a layer in one path", () => {
    const one = drawnBy(unit({ look: look("spear"), single: true }), [10, 10, 0], unit().bases.slice(0, 1));
    const two = drawnBy(unit({ look: look("spear") }), [10, 10, 0], unit().bases);
    for (const layer of Object.keys(two.layers)) expect(paths(two.layers[layer])).toBe(2 * paths(one.layers[layer]));
    expect(two.bases).toContain("M-20,-10");
  });

  it("on one base for all stand in ranks at their natural size, and those who are lost lie at the rear", () => {
    expect(tiled(7.87, 3.15, look("spear"))).toHaveLength(9 * 3);
    expect(tiled(4.92, 3.94, look("lance", "warhorse"))).toHaveLength(5 * 2);
    const horde = unit({ look: look("spear"), width: 7.87, depth: 3.15, bases: [[10, 10, 0, 7.87, 3.15]], health: 10, health_at_start: 20 });
    const drawn = drawnBy(horde, [10, 10, 0], horde.bases);
    const whole = drawnBy({ ...horde, health: 20 }, [10, 10, 0], horde.bases);
    expect(whole.fallen).toBe("");
    expect(drawn.fallen).not.toBe("");
    expect(paths(drawn.layers.h)).toBeLessThan(paths(whole.layers.h));
  });

  it("that serve a machine stand around it, and are as many as its base has room for", () => {
    const heads = (size: number) => paths(layersOf([[0, 0, 0, size, size]], look("cannon"), "Gun").h);
    expect([heads(1), heads(2.4)]).toEqual([0, 3]);
    expect(natureOf(look("chariot"))).toBe("long");
  });

  it("whose rulebook tells nothing of them have only a base", () => {
    expect(drawnBy(unit({ build: "" }), [10, 10, 0], unit().bases).layers).toEqual({});
  });
});

describe("coats of arms", () => {
  it("are the same for the same name, and say what it speaks of", () => {
    expect(coatOf("Deepforge Hold")).toEqual(coatOf("Deepforge Hold"));
    expect(coatOf("Deepforge Hold").charge).toBe("hammer");
    expect(coatOf("Hollow Graves").charge).toBe("skull");
  });

  it("of armies that meet have different fields, also when both have the same name", () => {
    const [one, other] = coatsOf(["Crown of Aldermere", "Crown of Aldermere"]);
    expect(one!.field).not.toBe(other!.field);
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
  it("of every kind that Regiments can lay out has a painting of its own, and what nobody knows is rough ground", () => {
    const sizes = readFileSync("../src/warhost/rulesets/regiments/data/pieces.toml", "utf8");
    const kinds = [...sizes.matchAll(/^(\w+)\s*=\s*".*\d+x\d+"/gm)].map((found) => found[1]!);
    expect(kinds.length).toBeGreaterThan(30);
    expect(kinds.filter((kind) => paintingOf(kind) === "rubble" && !/rubble|rough|crumbly/.test(kind))).toEqual([]);
    expect(paintingOf("something new")).toBe("rubble");
    expect([paintingOf("shallow_river"), paintingOf("elevated"), paintingOf("deep_lake dangerous")]).toEqual(["river", "hill", "water"]);
  });

  it("whose painting is named has a painter", () => {
    const painted = new Set(["hill", ...PAINTERS.map(([name]) => name)]);
    expect(Object.keys(look.paintings).filter((name) => !painted.has(name))).toEqual([]);
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
