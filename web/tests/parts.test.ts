/** Optional parts that are switched on for a new battle, and packs of them. */
import { describe, expect, it, vi } from "vitest";
import type { PartCard, RulesetCard } from "../src/net/types";
import { calledTerrain } from "../src/table/lettering";
import { type PartsOn, bookOfPack, choicesWith, clashOf, gonePacks, keepPack, matches, meetPacks, mostArmies, namesOf, ownPacks, packFrom, packHash, packInHash, packText, partOptions, partsAgreed, partsNamed, possibleWith, removePack, restorePack, sidesOf, withPart, withWay } from "../src/state/parts";
import { sideName } from "../src/state/sides";

const way = (slug: string, more: object = {}) => ({ slug, name: slug, text: `What ${slug} does.`, ...more });
const fog: PartCard = { slug: "fog", title: "Fog", text: "Less is certain.", several: true, usual: ["ebb", "flow"], ways: [way("ebb", { takes: ["turn order"] }), way("flow")] };
const phases: PartCard = { slug: "phases", title: "Phases", text: "All move, then all shoot.", takes: ["turn order"] };
const style: PartCard = { slug: "style", title: "Style", text: "", usual: ["open"], ways: [way("open"), way("secret")] };
const picks: PartCard = { slug: "picks", title: "Picks", text: "", several: true, usual: ["open", "free"], apart: [["open", "secret"], ["free", "rolled"]], ways: ["open", "secret", "free", "rolled"].map((slug) => way(slug)) };
const many: PartCard = { slug: "many", title: "Many", text: "", many_sides: true, usual: ["teams"], ways: [way("teams", { seatings: [[0, 1, 0], [0, 1, 0, 1]] }), way("all", { seatings: [[0, 1, 2]] })] };
const card = {
  slug: "book",
  seats: 2,
  most_seats: 6,
  seatings: [[0, 1]],
  maps: [{ name: "hills", title: "Hills" }],
  options: [{ name: "mission", text: "", choices: ["duel", "any"], default: "duel" }],
  parts: [fog, phases, style, picks, many],
  packs: [{ slug: "light", name: "Light", text: "", parts: ["fog", "style:secret"] }],
} as unknown as RulesetCard;

describe("parts", () => {
  it("are named with their ways only where these are not the usual ones", () => {
    expect(namesOf(card, { fog: ["flow", "ebb"], style: ["secret"], phases: [] })).toEqual(["fog", "phases", "style:secret"]);
    expect(partsNamed(card, ["fog:flow", "style", "unheard-of"])).toEqual({ fog: ["flow"], style: ["open"] });
  });

  it("that settle the same do not go together, and say with which", () => {
    expect(clashOf(card, { fog: ["ebb", "flow"] }, phases)).toEqual({ title: "Fog", what: "turn order" });
    expect(clashOf(card, { fog: ["flow"] }, phases)).toBeNull();
    expect(clashOf(card, { phases: [] }, fog)).toBeNull();
    expect(clashOf(card, { phases: [] }, fog, fog.ways![0])).toEqual({ title: "Phases", what: "turn order" });
  });

  it("are switched on without the ways that do not go with others", () => {
    expect(withPart(card, { phases: [] }, fog)["fog"]).toEqual(["flow"]);
  });

  it("are played in one way, in several, or in one of each group", () => {
    expect(withWay({ style: ["open"] }, style, "secret")).toEqual({ style: ["secret"] });
    expect(withWay({ fog: ["ebb"] }, fog, "flow")).toEqual({ fog: ["ebb", "flow"] });
    expect(withWay({ fog: ["ebb"] }, fog, "ebb")).toEqual({});
    expect(withWay({ picks: ["open", "free"] }, picks, "secret")).toEqual({ picks: ["free", "secret"] });
    expect(withWay({}, picks, "rolled")).toEqual({ picks: ["open", "rolled"] });
  });

  it("are found by any of their words", () => {
    expect(matches(fog, "certain FLOW")).toBe(true);
    expect(matches(fog, "certain mud")).toBe(false);
  });

  it("may bring choices of options that are had with them alone", () => {
    const width = { name: "width", text: "", choices: [72, 48], default: 72 };
    const small = { ...card, options: [width], parts: [{ ...phases, options: { width: [36] } }] } as unknown as RulesetCard;
    expect([choicesWith(small, {}, width), choicesWith(small, { phases: [] }, width)]).toEqual([[72, 48], [36, 48, 72]]);
    expect([possibleWith(small, {}, { width: 36, other: 1 }), possibleWith(small, { phases: [] }, { width: 36 })]).toEqual([{ other: 1 }, { width: 36 }]);
  });

  it("that seat more armies say who is on which side", () => {
    expect(sidesOf(card, {}, 2)).toEqual([0, 1]);
    expect(sidesOf(card, {}, 3)).toBeNull();
    expect(sidesOf(card, { many: ["all"] }, 3)).toEqual([0, 1, 2]);
    expect(sidesOf({ ...card, parts: [], seatings: [[0, 1, 1]] }, {}, 3)).toEqual([0, 1, 1]);
    expect([mostArmies(card, {}), mostArmies(card, { many: ["all"] })]).toEqual([4, 3]);
  });
});

describe("sides before a battle", () => {
  it("are named by their first armies, the others are with them", () => {
    const named = (sides: number[] | null, armies: number) => Array.from({ length: armies }, (_, index) => sideName(sides, index));
    expect(named([0, 1], 2)).toEqual(["First side", "Second side"]);
    expect(named([0, 1, 1], 3)).toEqual(["First side", "Second side", "With the second side"]);
    expect(named([0, 1, 2, 2, 0], 5)).toEqual(["First side", "Second side", "Side 3", "With side 3", "With the first side"]);
    expect(named(null, 3)).toEqual(["First side", "Second side", "Side 3"]);
  });
});

describe("a pack", () => {
  it("is sent by its name with what differs from it, and read again", () => {
    const some: PartsOn[] = [{ fog: ["ebb", "flow"], style: ["secret"] }, { style: ["open"], phases: [] }];
    for (const on of some) {
      const options = partOptions(card, "light", on);
      expect(options.pack).toBe("light");
      expect(partsAgreed(card, options)).toEqual(on);
    }
    expect(partOptions(card, "light", { style: ["open"] }).parts).toEqual(["style", "-fog"]);
    expect(partOptions(card, "", { style: ["secret"] })).toEqual({ parts: ["style:secret"] });
    expect(partOptions(card, "", {})).toEqual({});
  });

  it("of one's own goes to a friend as a text", () => {
    const pack = { ruleset: "book", name: "Sunday", parts: ["fog:flow", "style"], options: { mission: "any" }, map: "hills" };
    expect(packFrom(card, packText(pack))).toEqual(pack);
    expect(packFrom(card, "parts = fog:flow , mud")).toMatchObject({ parts: ["fog:flow"], options: {}, map: "" });
    expect(packFrom(card, "book=other\nparts=fog")).toBe("other book");
    expect(packFrom(card, "Hello")).toBe("no parts");
  });

  it("of one's own goes to a friend as a link", () => {
    const pack = { ruleset: "book", name: "Überfall & Söhne", parts: ["fog:flow"], options: { mission: "any" }, map: "" };
    const end = packHash(pack);
    expect(end).toMatch(/^#\/pack\/[\w-]+$/);
    const text = packInHash(end.slice("#/pack/".length));
    expect(bookOfPack(text)).toBe("book");
    expect(packFrom(card, text)).toEqual(pack);
    expect(packInHash("%%%")).toBe("");
  });

  it("of one's own is kept on the server, with a key, and in the browser", async () => {
    const asked: [string, string, unknown][] = [];
    vi.stubGlobal(
      "fetch",
      vi.fn(async (where: string, init: RequestInit = {}) => {
        asked.push([init.method ?? "GET", String(where).replace(/.*\/api/, "api"), init.body ? JSON.parse(String(init.body)) : null]);
        const mine = [{ id: "s1", ruleset: "book", name: "Sunday", text: "Sunday\nbook=book\nparts=fog\nmission=any\nbig=true", created: "", updated: "" }];
        return new Response(init.method === "POST" ? JSON.stringify({ id: "s1", token: "t" }) : init.method ? null : JSON.stringify(mine), { status: init.method && init.method !== "POST" ? 204 : 200 });
      }),
    );
    const kept = keepPack({ ruleset: "book", name: "Sunday", parts: ["fog"], options: { mission: "any" }, map: "" });
    expect(JSON.parse(localStorage.getItem("warhost.packs")!)).toEqual([kept]);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]).toEqual(["POST", "api/packs", { ruleset: "book", name: "Sunday", text: "Sunday\nbook=book\nparts=fog\nmission=any" }]);
    // The browser forgets it; with its key it is there again.
    ownPacks.value = [];
    await meetPacks();
    expect(ownPacks.value).toEqual([{ ...kept, options: { mission: "any", big: true } }]);
    removePack(kept.id);
    expect(ownPacks.value).toEqual([]);
    expect(gonePacks.value.map((one) => one.item.name)).toEqual(["Sunday"]);
    await restorePack(kept.id);
    expect(ownPacks.value.map((one) => one.name)).toEqual(["Sunday"]);
    vi.unstubAllGlobals();
  });
});

describe("a piece of terrain", () => {
  it("that is dangerous besides says so", () => {
    expect(calledTerrain({ kind: "forest_dangerous", name: "Forest" })).toBe("Forest, dangerous");
    expect(calledTerrain({ kind: "sight_blocker_dangerous" })).toBe("Hedges, dangerous");
    expect(calledTerrain({ kind: "hindering" })).toBe("Forest");
  });
});
