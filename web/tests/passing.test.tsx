/** To pass, to end a phase, and keys that are pressed twice. */
import { render } from "preact";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { QuestionPanel, TurnRow } from "../src/panels/Question";
import * as acting from "../src/state/acting";
import { keyDown } from "../src/state/keys";
import { askAgain, declined } from "../src/state/declining";
import { goOn } from "../src/state/passing";
import { hello, state } from "../src/state/table";
import type { Choose, Hello, Option, Picture, State } from "../src/net/types";
import { until } from "./until";

vi.mock("../src/state/acting", async (real) => ({ ...(await real<typeof acting>()), answer: vi.fn() }));

const unit = (id: number, name: string): Picture["units"][number] => ({
  id, seat: 0, name, army: "", pose: [10, 10, 0], width: 4, depth: 2, bases: [], models: 10, models_at_start: 10,
  health: 10, health_at_start: 10, wounds: 0, marks: [], profile: {}, rules: [], single: false,
});
const picture: Picture = {
  turn: 1, phase: "movement", active: 0, title: "Turn 1",
  board: { width: 36, depth: 48, features: [], markers: [], zones: [], rings: [] },
  seats: [{ name: "Orcs", army: "", panel: {} }, { name: "Elves", army: "", panel: {} }],
  units: [unit(0, "Iron Orcs"), unit(1, "Wolf Riders")],
};
const orcs: Option = { key: "0", label: "Iron Orcs", unit: 0 };
const riders: Option = { key: "1", label: "Wolf Riders", unit: 1 };
const command: Option = { key: "c", label: "March on Wolf Riders", unit: 0, target: 1 };
const done: Option = { key: "pass", label: "No more moves", passes: true };
let number = 0;

function ask(options: Option[], topic = "move"): HTMLElement {
  const question: Choose = { ask: "choose", seat: 0, topic, text: "Which unit moves next?", options };
  state.value = {
    type: "state", number: ++number, picture: { ...picture }, question, waiting_for: [], thinking: false,
    undo: { possible: false, free: false, asked_by: null, redo: false }, over: false, outcome: null,
  } satisfies State;
  const holder = document.createElement("div");
  render(<><TurnRow /><QuestionPanel /></>, holder);
  return holder;
}

let clock = 0;
/** A key, so many milliseconds after the one before. */
function press(key: string, after = 1000): void {
  const event = new KeyboardEvent("keydown", { key });
  clock += after;
  Object.defineProperty(event, "timeStamp", { value: clock });
  Object.defineProperty(event, "target", { value: document.body });
  keyDown(event);
}

const answered = () => vi.mocked(acting.answer).mock.calls.map(([given]) => (given.answer === "choose" ? given.option : given.answer));

beforeEach(() => {
  vi.mocked(acting.answer).mockClear();
  goOn();
  hello.value = {
    type: "hello", battle: { id: "b", title: "", ruleset: "eow", title_of_ruleset: "" }, seat: 0,
    seats: [{ name: "Orcs", army: "", kind: "human" }, { name: "Elves", army: "", kind: "captain" }], commitment: "", number: 0,
  } satisfies Hello;
});

describe("to end a phase", () => {
  it("names the units that could still act and asks once", async () => {
    const panel = ask([orcs, riders, command, done]);
    expect(panel.querySelector(".turn-row .pass")!.textContent).toContain("End phase");
    press("e");
    await until(() => expect(panel.querySelector(".ending-phase p")!.textContent).toBe("Iron Orcs and Wolf Riders can still act. End the phase?"));
    expect(answered()).toEqual([]);
    press("Enter");
    expect(answered()).toEqual(["pass"]);
  });

  it("has another key than to pass, which does nothing there", () => {
    ask([orcs, done]);
    press("h");
    press("Enter");
    expect(answered()).toEqual([]);
    ask([{ key: "yes", label: "Yes", unit: 0 }, done], "reroll");
    press("e");
    expect(answered()).toEqual([]);
    press("h");
    expect(answered()).toEqual(["pass"]);
  });

  it("is not confirmed by the same key, nor by a click on the same button", async () => {
    const panel = ask([orcs, done]);
    const button = panel.querySelector<HTMLButtonElement>(".turn-row .pass")!;
    button.click();
    button.click();
    press("e");
    panel.querySelector<HTMLButtonElement>(".take[data-key=pass]")!.click();
    expect(answered()).toEqual([]);
    press("Escape");
    await until(() => expect(panel.querySelector(".ending-phase")).toBeNull());
  });

  it("needs no question where no unit could act, and holds for one question only", () => {
    ask([orcs, done]);
    press("e");
    ask([riders, done]);
    press("Enter");
    expect(answered()).toEqual([]);
    ask([{ key: "x", label: "Something" }, done]);
    press("e");
    expect(answered()).toEqual(["pass"]);
  });
});

describe("a key that is pressed twice", () => {
  it("does not answer the next question, until a moment has passed", () => {
    ask([orcs, riders]);
    press("1");
    ask([orcs, riders]);
    press("1", 120);
    expect(answered()).toEqual(["0"]);
    press("1", 400);
    expect(answered()).toEqual(["0", "0"]);
  });

  it("is no double press if it is another key", () => {
    ask([orcs, riders]);
    press("1");
    ask([orcs, riders]);
    press("2", 120);
    expect(answered()).toEqual(["0", "1"]);
  });
});

describe("a question that comes again and again", () => {
  const spend: Option = { key: "spend", label: "Spend a point", unit: 0 };
  const keep: Option = { key: "keep", label: "Keep the point", unit: 0, passes: true };
  const destiny = () => ask([spend, keep], "destiny");
  const offer = (panel: HTMLElement) => panel.querySelector<HTMLButtonElement>("button[title^='Answers no']");

  beforeEach(() => {
    // Another turn.
    picture.turn += 1;
  });

  it("is offered to be declined for the rest of the turn from the second time on", () => {
    expect(offer(destiny())).toBeNull();
    expect(offer(destiny())).not.toBeNull();
    expect(offer(ask([orcs, riders, done]))).toBeNull();
    expect(offer(ask([orcs, riders, done]))).toBeNull();
  });

  it("is answered no then, which is told, and can be undone", async () => {
    destiny();
    offer(destiny())!.click();
    expect(answered()).toEqual(["keep"]);
    const panel = destiny();
    expect(answered()).toEqual(["keep", "keep"]);
    expect(panel.querySelector(".not-asked")!.textContent).toContain("Not asked again this turn: destiny. Answered no 2 times.");
    panel.querySelector<HTMLButtonElement>(".not-asked button")!.click();
    await until(() => expect(panel.querySelector(".not-asked")).toBeNull());
    destiny();
    expect(answered()).toEqual(["keep", "keep"]);
  });

  it("comes again in the next turn, by another rule, and after an answer was taken back", () => {
    destiny();
    offer(destiny())!.click();
    ask([spend, keep], "death save");
    expect(answered()).toEqual(["keep"]);
    number -= 3;
    destiny();
    expect([answered(), declined.value]).toEqual([["keep"], []]);
    number += 3;
    destiny();
    offer(destiny())!.click();
    picture.turn += 1;
    destiny();
    expect(answered()).toEqual(["keep", "keep"]);
    declined.value.forEach((one) => askAgain(one.key));
  });
});
