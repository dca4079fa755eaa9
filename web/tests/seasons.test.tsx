/** Seasons: keys of invitations, the way to a season, and what is drawn of it. */
import { render } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, describe, expect, test } from "vitest";
import type { SeasonShown } from "../src/net/types";
import { Charts } from "../src/seasons/Charts";
import { Fixtures } from "../src/seasons/Fixtures";
import { usualRounds } from "../src/seasons/rounds";
import { Questions } from "../src/seasons/Question";
import { StandingsTables, TimelineBox } from "../src/seasons/Standings";
import { season } from "../src/seasons/now";
import { enterLink, hashOf, parse } from "../src/state/route";
import { allSeasonKeys, forgetSeason, keepSeason, ownKeys, seasonKeys, seasonOf } from "../src/state/seasonkeys";

const SHOWN: SeasonShown = {
  id: "s", title: "Cup", campaign: "cup", campaign_title: "The Cup", ruleset: "eow", ruleset_title: "Book", version: 1,
  brings: "", agreed: [], you: [1], organiser: false, waits: false, over: false, page: null,
  players: [{ name: "Ann", player: "human", title: "" }, { name: "Ben", player: "human", title: "" }],
  fixtures: [], questions: [], waiting_for: [], timer: null, commitment: "", seed: "",
};

function drawn(node: preact.JSX.Element): HTMLElement {
  const root = document.createElement("div");
  act(() => render(node, root));
  return root;
}

beforeEach(() => {
  forgetSeason("s");
  season.value = SHOWN;
});

describe("keys", () => {
  test("an invitation is kept, and does not stay in the address", () => {
    const link = enterLink("s", 1, "key/1");
    const route = parse(link.slice(link.indexOf("#")));
    expect(route).toEqual({ screen: "season", id: "s" });
    expect(hashOf(route)).toBe("#/season/s");
    expect(ownKeys("s")).toEqual(["key/1"]);
  });

  test("links of others are not shown to the server, until one of them is opened here", () => {
    keepSeason("s", { organiser: "o", mine: { 0: "a" }, links: { 1: "b" } });
    expect(ownKeys("s")).toEqual(["o", "a"]);
    expect(allSeasonKeys()).toEqual(["o", "a"]);
    keepSeason("s", { mine: { 1: "b" } });
    expect(ownKeys("s")).toEqual(["o", "a", "b"]);
    expect(seasonKeys("s").links).toEqual({});
  });

  test("a battle leads back to its season", () => {
    keepSeason("s", { battles: ["b1"] });
    keepSeason("s", { battles: ["b2"] });
    expect(seasonOf("b1")).toBe("s");
    expect(seasonOf("b3")).toBeNull();
  });
});

describe("a result that waits", () => {
  const pending = { id: "c", by: [0], waits_for: [1], winners: [0], scores: ["12", "8"], text: "Ann won against Ben." };
  const fixture = { key: "1", title: "Table 1", players: [0, 1], state: "open" as const, pending };
  const buttons = (root: HTMLElement) => [...root.querySelectorAll(".fixture button")].map((one) => one.textContent!.trim());

  test("tells who entered what and for whom it waits, and can be confirmed or disputed by the opponent", () => {
    season.value = { ...SHOWN, fixtures: [fixture] };
    const root = drawn(<Fixtures />);
    expect(root.querySelector(".pending")!.textContent).toBe("Ann entered: Ann won against Ben. (12 : 8)Waiting for Ben to confirm");
    expect(buttons(root)).toEqual(["Confirm the result", "Dispute it", "Enter the result"]);
  });

  test("can be withdrawn by whoever entered it", () => {
    season.value = { ...SHOWN, you: [0], fixtures: [fixture] };
    expect(buttons(drawn(<Fixtures />))).toEqual(["Withdraw the result", "Enter the result"]);
  });

  test("is for the organiser once it is disputed, and always against a computer", () => {
    season.value = { ...SHOWN, you: [], organiser: true, fixtures: [{ ...fixture, pending: { ...pending, disputed: [1], waits_for: [-1] } }] };
    const root = drawn(<Fixtures />);
    expect(root.querySelector(".pending")!.textContent).toContain("Disputed by Ben. The organiser decides.");
    expect(buttons(root)).toEqual(["Accept the result", "Reject it", "Enter the result"]);
    season.value = { ...SHOWN, you: [0], players: [SHOWN.players[0]!, { name: "Captain", player: "captain", title: "Captain" }], fixtures: [{ ...fixture, pending: { ...pending, waits_for: [-1] } }] };
    expect(drawn(<Fixtures />).querySelector(".pending")!.textContent).toContain("the organiser has to accept it");
  });

  test("is shown to others without a button", () => {
    season.value = { ...SHOWN, you: [], fixtures: [fixture] };
    expect(buttons(drawn(<Fixtures />))).toEqual([]);
  });

  test("players enter nothing while the battle is fought here", () => {
    season.value = { ...SHOWN, fixtures: [{ ...fixture, pending: null, state: "fighting", battle: "b" }] };
    expect(buttons(drawn(<Fixtures />))).toEqual(["Continue"]);
  });
});

test("standings have places and names where the campaign has no column for them", () => {
  const row = { player: 1, rank: 1, cells: ["7"], leads: true };
  season.value = { ...SHOWN, page: { title: "", stage: "", standings: [{ title: "Table", columns: [{ title: "VP", number: true }], rows: [row, { player: 0, rank: 2, cells: ["4"] }] }] } };
  const root = drawn(<StandingsTables />);
  expect([...root.querySelectorAll("th")].map((one) => one.textContent)).toEqual(["Place", "Player", "VP"]);
  expect([...root.querySelectorAll("tbody tr")].map((one) => one.textContent)).toEqual(["1.Ben7", "2.Ann4"]);
  expect(root.querySelector(".own-row")!.textContent).toBe("1.Ben7");
});

test("what happened last comes first, and a long story is folded", () => {
  const timeline = Array.from({ length: 20 }, (_, number) => ({ text: `Line ${number}.`, round: number < 19 ? 1 : 2 }));
  season.value = { ...SHOWN, page: { title: "", stage: "", timeline } };
  const root = drawn(<TimelineBox />);
  expect([...root.querySelectorAll("h3")].map((one) => one.textContent)).toEqual(["Round 2", "Round 1"]);
  expect(root.querySelectorAll("li")).toHaveLength(12);
  act(() => root.querySelector("button")!.click());
  expect(root.querySelectorAll("li")).toHaveLength(20);
});

test("maps, ladders and tracks are drawn with those who hold them", () => {
  const nodes = [{ id: "a", name: "Ford", x: 0, y: 0, owner: 1 }, { id: "b", name: "Keep", x: 1, y: 1 }];
  const rungs = [{ id: "f", name: "Final", players: [0] }, { id: "h", name: "Semi-final", players: [0, 1], leads_to: "f" }];
  const charts = [
    { title: "The land", kind: "map" as const, nodes, edges: [{ one: "a", other: "b" }] },
    { title: "The cup", kind: "bracket" as const, rungs },
    { title: "Missions", kind: "track" as const, done: 2, goal: 5 },
    { title: "Weeks", kind: "track" as const, done: 3 },
  ];
  season.value = { ...SHOWN, page: { title: "", stage: "", charts } };
  const root = drawn(<Charts />);
  expect(root.querySelector(".season-map .owned title")!.textContent).toBe("Ford: Ben");
  expect(root.querySelectorAll(".season-map .way")).toHaveLength(1);
  expect(root.querySelector(".season-ladder .way")).not.toBeNull();
  expect(root.querySelectorAll(".season-track .done")).toHaveLength(2);
  expect(root.textContent).toContain("3 so far");
});

test("to drop a player asks first", () => {
  const question = { ask: "choose" as const, seat: -1, topic: "desk", text: "Round 2 can be paired.", options: [{ key: "go on", label: "Pair Round 2" }, { key: "drop:0", label: "Ann drops out" }] };
  season.value = { ...SHOWN, organiser: true, questions: [{ player: -1, id: "q", question }], waiting_for: [-1] } as SeasonShown;
  const root = drawn(<Questions optional={false} />);
  const sure = () => [...root.querySelectorAll(".sure button")].map((one) => one.textContent!.trim());
  expect(sure()).toEqual([]);
  act(() => root.querySelector<HTMLButtonElement>("[data-key='drop:0']")!.click());
  expect(sure()).toEqual(["Ann drops out", "Cancel"]);
  expect(root.querySelector<HTMLButtonElement>("[data-key='drop:0']")!.disabled).toBe(false);
  act(() => root.querySelectorAll<HTMLButtonElement>(".sure button")[1]!.click());
  expect(sure()).toEqual([]);
});

test("four players get three rounds, in which all of them meet, and more players the usual number", () => {
  const settings = [{ name: "rounds", text: "", choices: [1, 2, 3, 4, 5], default: 4 }];
  expect([2, 3, 4, 5, 8].map((players) => usualRounds(settings, players).rounds)).toEqual([undefined, 3, 3, undefined, undefined]);
  expect(usualRounds([], 4)).toEqual({});
});
