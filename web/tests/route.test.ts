import { expect, it } from "vitest";
import { hashOf, joinLink, listLink, parse, watchLink } from "../src/state/route";
import { held, tokenFor } from "../src/state/tokens";

it("every moment of every battle has an address", () => {
  const moment = { screen: "battle", id: "abc", at: 12, seat: null } as const;
  expect(parse(hashOf(moment))).toEqual(moment);
  expect(parse("#/battle/abc")).toMatchObject({ at: null });
  expect(parse("#/nonsense")).toEqual({ screen: "new" });
});

it("a link opens a seat, and its key is kept", () => {
  const link = new URL(joinLink("b1", 1, "s3cret/+"));
  expect(parse(link.hash)).toEqual({ screen: "battle", id: "b1", at: null, seat: 1 });
  expect(tokenFor("b1", 1)).toBe("s3cret/+");
});

it("a link to a moment lets a friend watch from there", () => {
  const link = new URL(watchLink("b2", 40));
  expect(parse(link.hash)).toEqual({ screen: "battle", id: "b2", at: 40, seat: null });
  expect(held("b2")).toBeNull();
});

it("a link to watch that was made before still opens", () => {
  expect(parse("#/join/b3/watch/eye/at/40")).toEqual({ screen: "battle", id: "b3", at: 40, seat: null });
  expect(held("b3")).toEqual({ seats: {}, watch: "eye" });
});

it("every list has an address, and a shared one is its own address", () => {
  for (const list of [null, "build", "abc"]) expect(parse(hashOf({ screen: "lists", list }))).toEqual({ screen: "lists", list });
  const shared = "#kow-1-eNo9_-a";
  expect(parse(shared)).toEqual({ screen: "shared", ruleset: "kow", link: shared });
  expect(hashOf(parse(shared))).toBe(shared);
  expect(new URL(listLink(shared)).hash).toBe(shared);
});
