import { afterEach, describe, expect, it } from "vitest";
import { allTokens, forget, keep, ownTokens, seatIsPlayed } from "../src/state/tokens";

afterEach(() => forget("b"));

describe("the tokens of this browser", () => {
  it("are those of all seats that are played here", () => {
    keep("b", { 0: "ann", 1: "bob" }, "watch");
    expect(ownTokens("b")).toEqual(["ann", "bob"]);
    expect(allTokens()).toEqual(["ann", "bob", "watch"]);
  });

  it("leave out a seat whose link was given away", () => {
    keep("b", { 0: "ann", 1: "bob" }, "watch", [1]);
    expect(ownTokens("b")).toEqual(["ann"]);
    expect(allTokens()).toEqual(["ann", "watch"]);
  });

  it("are the spectator's where no seat is played here", () => {
    keep("b", { 0: "ann" }, "watch", [0]);
    expect(ownTokens("b")).toEqual(["watch"]);
    seatIsPlayed("b", 0, "here");
    expect(ownTokens("b")).toEqual(["ann"]);
  });

  it("still find a battle of which nothing else is held", () => {
    keep("b", { 0: "ann" }, null, [0]);
    expect(allTokens()).toEqual(["ann"]);
  });
});
