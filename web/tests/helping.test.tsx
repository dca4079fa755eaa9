/** The captain's help at set-up, answers that it fills in, and formations that are used again. */
import { render } from "preact";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { DeployingPanel, HelpingPanel } from "../src/panels/Helping";
import * as acting from "../src/state/acting";
import * as connection from "../src/state/connection";
import { formations, keepable, keepFormation, mirrored, placeIn, useFormation, using } from "../src/state/formations";
import { advice } from "../src/state/helping";
import { picked, shares } from "../src/state/making";
import { advised, battle, hello, refusal, state } from "../src/state/table";
import type { Answer, Hello, Picture, Question, State } from "../src/net/types";
import { words } from "../src/words";
import { until } from "./until";

vi.mock("../src/state/acting", async (real) => ({ ...(await real<typeof acting>()), answer: vi.fn() }));
vi.mock("../src/state/connection", async (real) => ({ ...(await real<typeof connection>()), send: vi.fn(() => true), ask: vi.fn(() => true) }));

type Unit = Picture["units"][number];
const unit = (id: number, name: string, pose: Unit["pose"] = null, seat = 0): Unit => ({
  id, seat, name, army: "", pose, width: 4, depth: 2, bases: [], models: 10, models_at_start: 10,
  health: 10, health_at_start: 10, wounds: 0, marks: [], profile: {}, rules: [], single: false,
});
const pictured = (units: Unit[], turn = 0): Picture => ({
  turn, phase: "deployment", active: 0, title: "Deployment",
  board: { width: 36, depth: 48, features: [], markers: [], zones: [], rings: [] },
  seats: [{ name: "Orcs", army: "", panel: {} }, { name: "Elves", army: "", panel: {} }],
  units,
});
const near = { corners: [[0, 0], [36, 0], [36, 12], [0, 12]] as [number, number][] };
const far = { corners: [[0, 36], [36, 36], [36, 48], [0, 48]] as [number, number][] };
let number = 0;

function stand(question: Question | null, units: Unit[], more: Partial<State> = {}): void {
  state.value = {
    type: "state", number: ++number, picture: pictured(units, more.deploying ? 0 : 1), question, waiting_for: [], thinking: false,
    undo: { possible: false, free: false, asked_by: null, redo: false }, over: false, outcome: null, ...more,
  } satisfies State;
}

function panel(): HTMLElement {
  const holder = document.createElement("div");
  render(<><DeployingPanel /><HelpingPanel /></>, holder);
  return holder;
}

const button = (holder: HTMLElement, label: string) => [...holder.querySelectorAll("button")].find((one) => one.textContent?.trim() === label);
const sent = () => vi.mocked(connection.send).mock.calls.map(([message]) => message);
const asked = () => vi.mocked(connection.ask).mock.calls.map(([message]) => message).filter((message) => message.type === "advise");
const answered = () => vi.mocked(acting.answer).mock.calls.map(([given]) => given);

function advise(answer: Answer): void {
  const id = (asked().at(-1) as { id: number }).id;
  advised.value = { type: "advised", id, number, answer, sentence: "They are the best." };
}

const which: Question = { ask: "choose", seat: 0, topic: "deploy", text: "Which unit?", options: [{ key: "a", label: "Orcs", unit: 0 }, { key: "b", label: "Goblins", unit: 1 }] };
const where = (id: number, zone = near): Question => ({ ask: "place", seat: 0, topic: "deploy", text: "Where?", unit: id, zone });

beforeEach(() => {
  for (const one of [acting.answer, connection.send, connection.ask]) vi.mocked(one).mockClear();
  battle.value = `b${++number}`;
  formations.value = [];
  refusal.value = null;
  useFormation(false);
  hello.value = {
    type: "hello", battle: { id: "b", title: "", ruleset: "eow", title_of_ruleset: "" }, seat: 0,
    seats: [{ name: "Orcs", army: "", kind: "human" }, { name: "Elves", army: "", kind: "captain" }], commitment: "", number: 0,
  } satisfies Hello;
});

describe("Deploy for me", () => {
  it("is offered while units are set up, and stopped by “I’ll do it”", () => {
    stand(which, [unit(0, "Orcs"), unit(1, "Goblins")], { deploying: true });
    button(panel(), words.helping.deploy)!.click();
    expect(sent()).toEqual([{ type: "deploy", on: true }]);
    stand(null, [unit(0, "Orcs", [9, 6, 0]), unit(1, "Goblins")], { deploying: true, helped: true });
    expect(panel().textContent).toContain(words.helping.deploys);
    button(panel(), words.helping.mine)!.click();
    expect(sent().at(-1)).toEqual({ type: "deploy", on: false });
  });

  it("is not offered in battle", () => {
    stand(which, [unit(0, "Orcs", [9, 6, 0])]);
    expect(button(panel(), words.helping.deploy)).toBeUndefined();
  });

  it("leaves every unit that may be moved again to be moved", () => {
    stand(which, [unit(0, "Orcs", [9, 6, 0]), unit(1, "Goblins")], { deploying: true, movable: [0] });
    panel().querySelector<HTMLElement>(`[aria-label="${words.helping.againUnit("Orcs")}"]`)!.click();
    expect(sent()).toEqual([{ type: "again", unit: 0 }]);
  });
});

describe("Choose for me", () => {
  it("fills in what is picked, and sends nothing", () => {
    stand({ ask: "pick", seat: 0, topic: "feats", text: "Which?", least: 0, most: 2, options: [{ key: "x", label: "X" }, { key: "y", label: "Y" }] }, [unit(0, "Orcs")]);
    button(panel(), words.helping.choose)!.click();
    advise({ answer: "pick", options: ["y"] });
    expect(picked.value).toEqual(["y"]);
    expect(panel().textContent).toContain(words.helping.filled);
    expect(answered()).toEqual([]);
  });

  it("shares out as the captain would", () => {
    stand({ ask: "allocate", seat: 0, topic: "attacks", text: "How?", pools: [{ key: "p", label: "attacks", count: 5, targets: [{ key: "a", label: "A" }, { key: "b", label: "B" }] }] }, [unit(0, "Orcs")]);
    expect(shares.value).toEqual({ p: { a: 5, b: 0 } });
    button(panel(), words.helping.choose)!.click();
    advise({ answer: "allocate", shares: { p: { b: 5 } } });
    expect(shares.value).toEqual({ p: { a: 0, b: 5 } });
    expect(answered()).toEqual([]);
  });

  it("names the option that the captain would choose, and takes it at a click", () => {
    stand({ ...which, options: [...which.options, { key: "c", label: "Trolls", unit: 2 }] } as Question, [unit(0, "Orcs")]);
    button(panel(), words.helping.choose)!.click();
    advise({ answer: "choose", option: "c" });
    const shown = panel();
    expect(shown.textContent).toContain(words.helping.would("Trolls"));
    expect(answered()).toEqual([]);
    button(shown, words.helping.take)!.click();
    expect(answered()).toEqual([{ answer: "choose", option: "c" }]);
  });

  it("suggests a set of spells at once, unless something is picked already", () => {
    const spells: Question = { ask: "pick", seat: 0, topic: "spells", text: "Which spells?", least: 2, most: 2, options: ["x", "y", "z"].map((key) => ({ key, label: key })) };
    stand(spells, [unit(0, "Orcs")]);
    expect(asked()).toHaveLength(1);
    advise({ answer: "pick", options: ["x", "z"] });
    expect(picked.value).toEqual(["x", "z"]);
    stand(spells, [unit(0, "Orcs")]);
    picked.value = ["y"];
    advise({ answer: "pick", options: ["x", "z"] });
    expect(picked.value).toEqual(["y"]);
  });

  it("forgets what was said of another question", () => {
    stand({ ask: "pick", seat: 0, topic: "feats", text: "Which?", options: [{ key: "x", label: "X" }, { key: "y", label: "Y" }] }, [unit(0, "Orcs")]);
    button(panel(), words.helping.choose)!.click();
    const late = number;
    stand(which, [unit(0, "Orcs")]);
    advised.value = { type: "advised", id: 1, number: late, answer: { answer: "pick", options: ["x"] }, sentence: "" };
    expect(picked.value).toEqual([]);
    expect(advice.value).toBeNull();
  });
});

describe("Formations", () => {
  const deployed = [unit(0, "Orcs", [9, 6, 0]), unit(1, "Goblins", [20, 8, 0])];

  function keep(): void {
    stand(which, [unit(0, "Orcs"), unit(1, "Goblins")], { deploying: true });
    stand(null, deployed);
    expect(keepable.value).toBe(true);
    button(panel(), words.helping.keep)!.click();
  }

  it("are kept once all units stand, in the browser", () => {
    keep();
    expect(formations.value[0]!.places).toEqual({ Orcs: [9, 6, 0], Goblins: [20, 8, 0] });
    expect(localStorage.getItem("warhost.formations")).toContain("Goblins");
    expect(keepable.value).toBe(false);
  });

  it("answer for a player of the same list on a table of that size", async () => {
    keep();
    battle.value = "another";
    stand(which, [unit(0, "Orcs"), unit(1, "Goblins")], { deploying: true });
    button(panel(), words.helping.formation)!.click();
    await until(() => answered().length === 1);
    expect(answered()).toEqual([{ answer: "choose", option: "a" }]);
    stand(where(0), [unit(0, "Orcs"), unit(1, "Goblins")], { deploying: true });
    expect(answered().at(-1)).toEqual({ answer: "place", pose: [9, 6, 0] });
  });

  it("are mirrored for the other side", () => {
    keep();
    const { board } = state.value!.picture;
    expect(mirrored([9, 6, 0], board)).toEqual([27, 42, 180]);
    expect(placeIn(formations.value[0]!, "Goblins", far.corners, board)).toEqual([16, 40, 180]);
    expect(placeIn(formations.value[0]!, "Goblins", near.corners, board)).toEqual([20, 8, 0]);
  });

  it("leave a unit that has no room to the player", () => {
    keep();
    battle.value = "another";
    stand(where(0), [unit(0, "Orcs"), unit(1, "Goblins")], { deploying: true });
    useFormation(true);
    expect(answered()).toHaveLength(1);
    refusal.value = { reason: "There is a wall.", rule: null };
    expect(using.value).toBe(false);
    expect(answered()).toHaveLength(1);
  });

  it("are not offered to another list", () => {
    keep();
    battle.value = "another";
    stand(which, [unit(0, "Orcs"), unit(1, "Trolls")], { deploying: true });
    expect(button(panel(), words.helping.formation)).toBeUndefined();
    keepFormation();
  });
});
