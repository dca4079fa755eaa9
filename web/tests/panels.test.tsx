import { render } from "preact";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PlayerClock } from "../src/panels/Countdown";
import { DiceRow } from "../src/panels/Dice";
import { QuestionPanel } from "../src/panels/Question";
import { SceneCard } from "../src/panels/Show";
import { takeClocks } from "../src/state/clocks";
import { leftOf } from "../src/state/describing";
import { addStep, placing, draft } from "../src/state/making";
import { hello, state } from "../src/state/table";
import { turnMarks, turnStops } from "../src/state/time";
import { whereIs } from "../src/state/whereabouts";
import { until } from "./until";
import type { DiceShown, Hello, Line, Option, Picture, Question, State } from "../src/net/types";

const unit = (id: number, seat: number, y: number): Picture["units"][number] => ({
  id, seat, name: `Unit ${id}`, army: "", pose: [10, y, seat ? 180 : 0], width: 4, depth: 2, bases: [], models: 10,
  models_at_start: 10, health: 10, health_at_start: 10, wounds: 0, marks: [], profile: {}, rules: [], single: false,
});
const picture: Picture = {
  turn: 1, phase: "movement", active: 0, title: "Turn 1",
  board: { width: 36, depth: 48, features: [], markers: [], zones: [], rings: [] },
  seats: [{ name: "Orcs", army: "", panel: {} }, { name: "Elves", army: "", panel: {} }],
  units: [unit(0, 0, 10), unit(1, 1, 30)],
};
let number = 0;

function ask(question: Question | null): HTMLElement {
  const told: State = {
    type: "state", number: ++number, picture, question, waiting_for: [], thinking: false,
    undo: { possible: false, free: false, asked_by: null, redo: false }, over: false, outcome: null,
  };
  state.value = told;
  const holder = document.createElement("div");
  render(<QuestionPanel />, holder);
  return holder;
}

beforeEach(() => {
  hello.value = {
    type: "hello", battle: { id: "b", title: "", ruleset: "eow", title_of_ruleset: "" }, seat: 0,
    seats: [{ name: "Orcs", army: "", kind: "human" }, { name: "Elves", army: "", kind: "captain" }], commitment: "", number: 0,
  } satisfies Hello;
});

describe("the clock of a player", () => {
  const clock = (clocks: State["clocks"]) => {
    ask(null);
    takeClocks({ ...state.value!, clocks });
    const holder = document.createElement("div");
    render(<><PlayerClock index={0} /><PlayerClock index={1} /></>, holder);
    return [...holder.querySelectorAll(".player-clock")];
  };

  it("tells everybody how much is left, and whether it runs", () => {
    const [mine, theirs] = clock([{ seat: 0, seconds_left: 3000, running: false }, { seat: 1, seconds_left: 61, running: true }]);
    expect([mine!.textContent, theirs!.textContent]).toEqual(["50:00", "1:01"]);
    expect(mine!.getAttribute("aria-label")).toBe("Orcs: 50 minutes left, the clock is stopped");
    expect(theirs!.getAttribute("aria-label")).toBe("Elves: 1 minute 1 second left, the clock is running");
    expect([mine!, theirs!].map((one) => one.classList.contains("running"))).toEqual([false, true]);
  });

  it("is marked when little is left, and when nothing is", () => {
    const [mine, theirs] = clock([{ seat: 0, seconds_left: 59.2, running: false }, { seat: 1, seconds_left: 0, running: false }]);
    expect([mine!, theirs!].map((one) => one.classList.contains("low"))).toEqual([true, true]);
    expect(mine!.getAttribute("aria-label")).toBe("Orcs: 1 minute left, time is low, the clock is stopped");
    expect(theirs!.getAttribute("aria-label")).toBe("Elves: no time left");
  });

  it("is not there where no clock is", () => {
    expect(clock([{ seat: 1, seconds_left: 5, running: false }])).toHaveLength(1);
    expect(clock([])).toHaveLength(0);
  });
});

it("what is left of a unit is counted in the points that its book names, not in models that never fall", () => {
  const worn = { ...unit(0, 0, 10), health: 9, health_at_start: 14, points: "Nerve" };
  expect([leftOf(worn), leftOf(worn, true)]).toEqual(["9/14 Nerve", "9/14"]);
  expect(leftOf(unit(0, 0, 10))).toBe("10/10");
});

describe("a question", () => {
  it("to choose shows every option with its odds and what is denied with its reason", () => {
    const panel = ask({
      ask: "choose", seat: 0, topic: "t", text: "Which?",
      options: [{ key: "a", label: "Charge", odds: [{ label: "charge succeeds", value: 0.58 }] }, { key: "b", label: "Shoot", odds: [{ label: "expected hits", value: 0.5, kind: "expected" }, { label: "to hit", value: 4, kind: "needed" }] }],
      denied: [{ what: "march", why: "It is too near.", rule: "eow.x" }],
    });
    expect([...panel.querySelectorAll(".option .name")].map((one) => one.textContent)).toEqual(["Charge", "Shoot"]);
    expect([...panel.querySelectorAll(".odds b")].map((one) => one.textContent)).toEqual(["58 %", "0.5", "4+"]);
    expect(panel.querySelector(".denied")?.textContent).toContain("It is too near.");
  });

  it("shows one meaning of Escape at a time", async () => {
    const kinds = [{ name: "advance", forward: 4 }];
    const panel = ask({ ask: "manoeuvre", seat: 0, topic: "t", text: "Move Unit 0", unit: 0, kinds });
    state.value = { ...state.value!, undo: { ...state.value!.undo, instead: [1] } };
    const meanings = () => [...panel.querySelectorAll("button")].filter((one) => one.querySelector("kbd")?.textContent === "Esc").map((one) => one.textContent!.trim());
    await until(() => expect(meanings()).toEqual(["Choose another unit Esc"]));
    addStep({ move: "forward", inches: 2 });
    await until(() => expect(meanings()).toEqual(["Reset Esc"]));
  });

  it("folds long shots away, behind the option to pass, unless nothing else is left", () => {
    const charge = (key: string, value: number) => ({ key, label: `Charge ${key}`, unit: 0, target: 1, odds: [{ label: "charge succeeds", value }] });
    const told = (options: Option[]) => ask({ ask: "choose", seat: 0, topic: "t", text: "Which?", options });
    const panel = told([charge("far", 0.01), charge("near", 0.8), { key: "pass", label: "No charge", passes: true }]);
    expect([...panel.querySelectorAll(".take")].map((one) => one.getAttribute("data-key"))).toEqual(["near", "pass", "far"]);
    const fold = panel.querySelector<HTMLDetailsElement>(".fold details")!;
    expect([fold.open, fold.querySelector("summary")!.textContent, fold.querySelector("kbd")!.textContent]).toEqual([false, "Unlikely (1)", "2"]);
    expect(told([charge("far", 0.01)]).querySelector<HTMLDetailsElement>(".fold details")!.open).toBe(true);
  });

  it("to pick shows the figures that decide, and the others once they are wanted", async () => {
    const panel = ask({
      ask: "pick", seat: 0, topic: "t", text: "Who joins?", most: 1,
      options: [{ key: "3", label: "Knights", odds: [{ label: "routs", value: 0.82, telling: true }, { label: "to hit", value: 4, kind: "needed" }] }],
    });
    const figures = () => [...panel.querySelectorAll(".option b")].map((one) => one.textContent);
    expect(figures()).toEqual(["82 %"]);
    panel.querySelector<HTMLButtonElement>(".option .open")!.click();
    await until(() => expect(figures()).toContain("4+"));
  });

  it("is answered on the table only where a click there means one option", () => {
    const dice = [1, 2, 3].map((count) => ({ key: `${count}`, label: `${count} dice`, unit: 0, target: 1 }));
    const wanted = (options: typeof dice) => ask({ ask: "choose", seat: 0, topic: "t", text: "Which?", options }).querySelector(".hint");
    expect(wanted(dice)).toBeNull();
    expect(wanted(dice.slice(1, 2))).not.toBeNull();
  });

  it("will not come in a battle that is only shown", () => {
    hello.value = { ...hello.value!, seat: null, note: "It was begun with version 1." };
    const panel = ask(null);
    expect(panel.textContent).toContain("view-only");
    expect(panel.textContent).not.toContain("Waiting");
  });

  it("to move opens a draft of that unit", () => {
    const panel = ask({ ask: "manoeuvre", seat: 0, topic: "t", text: "How?", unit: 0, kinds: [{ name: "advance", forward: 4, turns: [{ about: "corner", degrees: 90, costs: true }] }] });
    expect(draft.value?.start).toMatchObject({ x: 10, y: 10, width: 4 });
    expect(panel.querySelector(".primary")?.textContent).toContain("Stay here");
  });

  it("to place suggests a place in the zone that is free", () => {
    ask({ ask: "place", seat: 0, topic: "t", text: "Where?", unit: 0, zone: { corners: [[0, 0], [0, 20], [36, 20], [36, 0]] } });
    expect(placing.value?.rect.facing).toBe(0);
    expect(Math.abs(placing.value!.rect.x - 10) > 4 || Math.abs(placing.value!.rect.y - 10) > 2).toBe(true);
  });

  it("to pick several lets go of one before it takes one too many, and needs as many as it says", async () => {
    const panel = ask({
      ask: "pick", seat: 0, topic: "t", text: "Which spells?", least: 1, most: 2,
      options: [{ key: "a", label: "Fire" }, { key: "b", label: "Fog" }, { key: "c", label: "Frost" }],
      denied: [{ what: "d", why: "Flood was cast last turn.", rule: "book.flood" }],
    });
    const [fire, fog, frost] = [...panel.querySelectorAll<HTMLButtonElement>("[role=checkbox]")];
    expect(panel.textContent).toContain("Pick 1 to 2.");
    expect(panel.querySelector<HTMLButtonElement>(".primary")!.disabled).toBe(true);
    fire!.click();
    await until(() => expect(panel.querySelector<HTMLButtonElement>(".primary")!.disabled).toBe(false));
    fog!.click();
    await until(() => expect(frost!.disabled).toBe(true));
    expect([fire, fog].map((one) => one!.getAttribute("aria-checked"))).toEqual(["true", "true"]);
    fog!.click();
    await until(() => expect(frost!.disabled).toBe(false));
    expect(panel.querySelector(".denied")?.textContent).toContain("Flood was cast last turn.");
  });

  it("to share out gives no target more or less than it may have", () => {
    const panel = ask({
      ask: "allocate", seat: 0, topic: "t", text: "At whom?",
      pools: [
        {
          key: "p", label: "hits", count: 3, targets: [{ key: "x", label: "X" }, { key: "y", label: "Y" }],
          limits: [{ target: "x", most: 2, why: "two are in contact" }, { target: "y", least: 1 }],
        },
      ],
    });
    expect([...panel.querySelectorAll("output")].map((one) => one.textContent)).toEqual(["2", "1"]);
    expect(panel.textContent).toContain("at most 2: two are in contact");
    expect(panel.textContent).toContain("at least 1");
    expect(panel.querySelector<HTMLButtonElement>('[aria-label="One less to Y"]')!.disabled).toBe(true);
  });

  it("to place a template begins where the server suggests it, and turns only what has a direction", () => {
    const place = (form: "circle" | "cone") =>
      ask({ ask: "place", seat: 0, topic: "t", text: "Where?", outline: { form, width: 3, depth: 6 }, within: [{ inches: 12, text: "Range", unit: 0 }] });
    expect(place("circle").textContent).toContain("Range: within 12″");
    expect(place("circle").querySelectorAll("input")).toHaveLength(2);
    expect(place("cone").querySelectorAll("input")).toHaveLength(3);
  });

  it("under a clock tells how long there is", () => {
    const panel = ask({ ask: "choose", seat: 0, topic: "t", text: "Which?", options: [{ key: "a", label: "Bold" }], clock: { seconds: 60, text: "Else you are wary." } });
    expect(panel.querySelector(".countdown")).toBeNull();
    state.value = { ...state.value!, seconds_left: 42 };
    render(<QuestionPanel />, panel);
    expect(panel.querySelector(".countdown")?.textContent).toBe("0:42 left. Else you are wary.");
  });

  it("under a clock shows what was left when it was told, less what went by until it was shown", async () => {
    const panel = ask({ ask: "choose", seat: 0, topic: "t", text: "Which?", options: [{ key: "a", label: "Bold" }], clock: { seconds: 60, text: "" } });
    const told = { ...state.value!, seconds_left: 42 };
    const now = vi.spyOn(performance, "now").mockReturnValue(1000);
    takeClocks(told);
    now.mockReturnValue(6000);
    state.value = told;
    render(<QuestionPanel />, panel);
    await until(() => panel.querySelector(".countdown b")?.textContent === "0:37 left.");
    now.mockRestore();
  });

  it("to share out is answered only when all is given", () => {
    const panel = ask({
      ask: "allocate", seat: 0, topic: "t", text: "At whom?",
      pools: [{ key: "p", label: "attacks", count: 3, targets: [{ key: "x", label: "X" }, { key: "y", label: "Y" }] }],
    });
    expect([...panel.querySelectorAll("output")].map((one) => one.textContent)).toEqual(["3", "0"]);
    expect(panel.querySelector<HTMLButtonElement>(".primary")?.disabled).toBe(false);
  });
});

it("dice of a pool are judged one by one", () => {
  const dice: DiceShown = { dice: "3D6", faces: [2, 6, 4], values: [2, 6, 4], kept: [0, 1, 2], need: 4, most: null, why: "to hit", rule: "", each: true, tries: 3, chance: 0.5, good: 2 };
  const holder = document.createElement("div");
  render(<DiceRow dice={dice} />, holder);
  expect(holder.querySelectorAll(".die.good")).toHaveLength(2);
  expect(holder.textContent).toContain("2 of 3");
});

it("a roll that could not be made and was missed is not painted as a good one", () => {
  const dice: DiceShown = { dice: "1D6", faces: [6], values: [6], kept: [0], need: 7, most: null, why: "to cast", rule: "", each: false, tries: 1, chance: 0, good: 0 };
  const holder = document.createElement("div");
  render(<DiceRow dice={dice} />, holder);
  expect(holder.querySelector(".came")!.className).toBe("came miss");
  render(<DiceRow dice={{ ...dice, need: 5, good: 1 }} />, holder);
  expect(holder.querySelector(".came")!.className).toBe("came good");
});

it("dice that are no cubes have their own shape and no pips", () => {
  const roll = { need: null, most: null, why: "", rule: "", each: false, tries: 0, chance: 0, good: 0 };
  const holder = document.createElement("div");
  for (const [dice, sides] of [["2D10", 10], ["D12+1", 12], ["D5", 5]] as const) {
    render(<DiceRow dice={{ ...roll, dice, faces: [3], values: [3], kept: [0] }} />, holder);
    expect(holder.querySelectorAll(`.die.d${sides} .rim`)).toHaveLength(1);
    expect(holder.querySelectorAll(".die circle, .die rect")).toHaveLength(0);
    expect(holder.querySelector(".die text")!.textContent).toBe("3");
  }
  render(<DiceRow dice={{ ...roll, dice: "2D6", faces: [3], values: [3], kept: [0] }} />, holder);
  expect(holder.querySelectorAll(".die circle")).toHaveLength(3);
  // A die of which there is no picture shows its number.
  render(<DiceRow dice={{ ...roll, dice: "D8", faces: [3], values: [3], kept: [0] }} />, holder);
  expect(holder.querySelector(".die rect + text")!.textContent).toBe("3");
});

it("a dropped die is shown as such, and a D5 shows what it counts", () => {
  const roll = { need: null, most: 5, why: "", rule: "", each: false, tries: 1, chance: 0.5, good: 0 };
  const holder = document.createElement("div");
  render(<DiceRow dice={{ ...roll, dice: "minimised 2D6", faces: [6, 4, 3], values: [6, 4, 3], kept: [1, 2] }} />, holder);
  expect(holder.querySelectorAll(".die.dropped")).toHaveLength(1);
  expect(holder.textContent).toContain("6 (dropped), 4, 3");
  render(<DiceRow dice={{ ...roll, dice: "D5", faces: [10], values: [5], kept: [0] }} />, holder);
  expect(holder.querySelector(".die text")!.textContent).toBe("5");
});

it("the text view tells distance and clock", () => {
  const at = (y: number) => ({ x: 10, y, facing: 0, width: 4, depth: 2 });
  expect(whereIs(at(10), at(20))).toBe("8″ at 12 o’clock");
});

it("the timeline marks the first decision of every turn of every player", () => {
  const stop = (number: number, turn: number, active: number) => ({ number, turn, active, phase: "", seat: active });
  expect(turnStops([stop(0, 0, 0), stop(3, 0, 1), stop(6, 1, 0), stop(9, 1, 0), stop(12, 1, 1)]).map((one) => one.number)).toEqual([0, 6, 12]);
  // Where both players have their parts at once there is one mark; parts that are far from each other have their own.
  expect(turnMarks([stop(0, 0, 0), stop(10, 1, 0), stop(11, 1, 1), stop(60, 2, 1), stop(90, 2, 0)], 100).map((one) => one.number)).toEqual([0, 10, 60, 90]);
});

describe("the result of a fight", () => {
  const card = (fight: Line["fight"]): string => {
    const line: Line = {
      text: "", kind: "", number: 1, turn: 1, phase: "", seat: 0, unit: null, dice: null, fight,
      sums: [{ label: "Damage dealt", total: 7, parts: [], seat: 0 }, { label: "Damage dealt", total: 0, parts: [], seat: 1 }],
    };
    const holder = document.createElement("div");
    render(<SceneCard now={{ kind: "fight", phase: "melee", units: [0, 1], members: [{ place: 0, line, attack: false, by: null, on: [] }], result: line }} />, holder);
    return holder.querySelector("h3")!.textContent!;
  };

  it("says who won and by how much, or what the book says of it", () => {
    expect(card({ units: [0, 1], winner: 0 })).toBe("Orcs won by 7");
    expect(card({ units: [0, 1], winner: null, verdict: "7 damage, nobody routed" })).toBe("7 damage, nobody routed");
  });
});
