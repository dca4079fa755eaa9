import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Covers } from "../src/home/Covers";
import { firstBattle, opponentsOf, quickBattle } from "../src/home/Doors";
import { Parade } from "../src/home/Parade";
import { Sketched } from "../src/home/Thumbnail";
import recorded from "../src/home/battle.json";
import { artOf, coverOf, titleOf } from "../src/home/coverart";
import { type Living, at, heartOf } from "../src/home/frames";
import type { ArmyCard, RulesetCard } from "../src/net/types";
import { AWAY } from "../src/panels/Players";
import { coatOf } from "../src/table/heraldry";

const BATTLE = recorded as unknown as Living;

const card: RulesetCard = {
  slug: "book", title: "A Series: The Long Game, 2nd edition", version: "1.0", seats: 2, armies: [], maps: [],
  players: [
    { name: "human", text: "A person." },
    { name: "captain", text: "Plays to win.", title: "Captain", level: 3 },
    { name: "solo", text: "Follows the book.", title: "Solo rules", level: 0 },
    { name: "random", text: "Moves at random.", title: "Recruit", level: 1 },
  ],
  options: [{ name: "points", text: "Points", choices: [2000, 1000, 1500], default: 2000, first: true }],
} as RulesetCard;

function shown(what: preact.VNode): HTMLElement {
  const holder = document.createElement("div");
  document.body.append(holder);
  act(() => render(what, holder));
  return holder;
}

afterEach(() => {
  for (const holder of [...document.body.children]) {
    render(null, holder);
    holder.remove();
  }
  vi.unstubAllGlobals();
});

describe("the doors", () => {
  it("offer opponents from the weakest to the strongest, and those without a level last", () => {
    expect(opponentsOf(card.players).map((one) => one.name)).toEqual(["random", "captain", "solo"]);
  });

  it("begin to teach with the weakest opponent and the smallest size", () => {
    expect(firstBattle(card)).toMatchObject({ ruleset: "book", options: { points: 1000 }, seats: [{ player: "human" }, { player: "random" }] });
  });

  it("leave out a size that has no meaning in the usual game", () => {
    const option = { ...card.options[0]!, only_with: { mode: ["advanced"] } };
    const mode = { name: "mode", text: "", choices: ["basic", "advanced"], default: "basic" };
    expect(firstBattle({ ...card, options: [mode, option] })).not.toHaveProperty("options");
  });

  it("leave the usual opponent to the server and seat any other", () => {
    expect(quickBattle(card, "captain")).toEqual({ ruleset: "book", options: {} });
    expect(quickBattle({ ...card, quick: { points: 1000 } }, "captain").options).toEqual({ points: 1000 });
    expect(quickBattle(card, "solo").seats?.[1]).toMatchObject({ player: "solo" });
    expect(quickBattle({ ...card, seats: 3 }, "random").seats).toHaveLength(3);
    expect(quickBattle(card, AWAY).seats?.map((seat) => [seat.player, seat.chooses])).toEqual([["human", false], ["human", true]]);
  });
});

describe("covers", () => {
  it("print the name large and what is around it small", () => {
    expect(titleOf("A Series: The Long Game, 2nd edition")).toEqual({ series: "A Series", name: "The Long Game", edition: "2nd edition" });
    expect(titleOf("The Tiny Skirmish")).toEqual({ series: "", name: "The Tiny Skirmish", edition: "" });
  });

  it("are made up for a book without one, always the same for a title", () => {
    const made = coverOf({ title: "The Tiny Skirmish" });
    expect(made).toEqual(coverOf({ title: "The Tiny Skirmish" }));
    expect(made).not.toEqual(coverOf({ title: "Wolves of the Marsh" }));
    expect(made.cloth).toMatch(/^#[0-9a-f]{6}$/);
    expect(artOf(made).emblem.every((one) => one.path && !one.path.includes("NaN"))).toBe(true);
  });

  it.each(["rays", "ranks", "walls", "waves", "stars"] as const)("draw %s with any emblem", (backdrop) => {
    for (const emblem of ["sword", "banner", "keep", "mountain", "phoenix", "hammer", "rose"] as const) {
      const { backdrop: below, emblem: above } = artOf({ cloth: "#5b2a22", gilt: "#e0a04a", backdrop, emblem });
      expect([...below, ...above].length).toBeGreaterThan(3);
      expect([...below, ...above].some((one) => one.path.includes("NaN"))).toBe(false);
    }
  });

  it("are buttons with the whole title, of which one is open", () => {
    const screen = shown(<Covers cards={[card, { ...card, slug: "other", title: "Other" }]} chosen="other" onChoose={() => undefined} />);
    const books = [...screen.querySelectorAll(".book")];
    expect(books.map((one) => [one.getAttribute("aria-label"), one.getAttribute("aria-pressed")])).toEqual([[`${card.title} 0 armies, 0 maps`, "false"], ["Other 0 armies, 0 maps", "true"]]);
  });
});

describe("the living battle", () => {
  it("is a whole battle: everybody stands at the beginning, some have left at the end", () => {
    const [first, last] = [at(BATTLE, 0), at(BATTLE, BATTLE.frames.length - 1)];
    expect(BATTLE.units.every((unit) => first[unit.id])).toBe(true);
    expect(BATTLE.units.some((unit) => !last[unit.id])).toBe(true);
    expect(BATTLE.units.some((unit) => last[unit.id]?.[3] !== first[unit.id]?.[3])).toBe(true);
  });

  it("stands still at a moment at which both sides fight", () => {
    const now = at(BATTLE, BATTLE.still);
    const seats = new Set(BATTLE.units.filter((unit) => now[unit.id]).map((unit) => unit.seat));
    expect(seats.size).toBe(2);
    expect(BATTLE.opening).toBeLessThan(BATTLE.still);
  });

  it("is looked at where it is thickest, and the eye wanders slowly", () => {
    const frames = [{ 0: [10, 10, 0, 5], 1: [12, 10, 0, 5], 2: [60, 40, 0, 5] }] as unknown as Living["frames"];
    const units = [0, 1, 0].map((seat, id) => ({ id, seat })) as unknown as Living["units"];
    const battle = { frames, units, width: 72, depth: 48 };
    expect(heartOf(battle, 0)).toEqual([11, 10]);
    const [x] = heartOf(battle, 0, [51, 10]);
    expect(x).toBeGreaterThan(40);
    expect(x).toBeLessThan(51);
  });
});

describe("an army on parade", () => {
  const unit = (name: string, kind: string, more: object = {}) => ({ name, text: "", profile: {}, stand: { bases: 10, files: 5, width: 20, depth: 20, look: { kind }, ...more } });
  const names = (screen: HTMLElement) => [...screen.querySelectorAll("[data-unit]")].map((one) => one.getAttribute("data-unit"));

  it("shows each unit once, those that look different first", () => {
    const army = { name: "Host", units: [unit("Spears", "spear"), unit("Spears", "spear"), unit("More Spears", "spear"), unit("Bows", "bow")] } as ArmyCard;
    expect(names(shown(<Parade army={army} coat={coatOf("Host")} most={2} />))).toEqual(["Spears", "Bows"]);
  });

  it("draws nothing deeper than the row is high", () => {
    const army = { name: "Host", units: [unit("Dragon", "dragon", { bases: 1, files: 1, width: 100, depth: 150 })] } as ArmyCard;
    const scale = /scale\(([\d.]+)\)/.exec(shown(<Parade army={army} coat={coatOf("Host")} />).querySelector("g")!.getAttribute("transform")!)![1];
    expect(Number(scale) * (150 / 25.4)).toBeLessThanOrEqual(2.2);
  });
});

describe("a thumbnail", () => {
  it("has one outline for the units of each side, and stripes for the second", () => {
    const units = [0, 0, 1].map((seat, index) => ({ seat, x: 10 + index * 10, y: 10, facing: 0, width: 4, depth: 2 }));
    const screen = shown(<Sketched sketch={{ title: "Turn 1", width: 48, depth: 36, features: [], units }} />);
    expect(screen.querySelectorAll(".body-of")).toHaveLength(2);
    expect(screen.querySelector(".s0 .body-of")!.getAttribute("d")!.match(/M/g)).toHaveLength(2);
    expect(screen.querySelectorAll(".stripe-of")).toHaveLength(1);
  });
});
