/** The choice of a map: its picture takes it, too. */
import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, it } from "vitest";
import type { RulesetCard } from "../src/net/types";
import { MapChoice } from "../src/panels/MapChoice";

const board = { width: 48, depth: 36, features: [] };
const card = {
  options: [],
  maps: [{ name: "1", title: "Two Hills", board }, { name: "2", title: "The Ford", board }, { name: "3", title: "Made later", board: null }],
} as unknown as RulesetCard;

it("a picture is clicked to play on its map", () => {
  const taken: (string | null)[] = [];
  const root = document.createElement("div");
  act(() => render(<MapChoice card={card} chosen={null} options={{}} onChange={(map) => taken.push(map)} />, root));
  const samples = [...root.querySelectorAll<HTMLButtonElement>(".sample")];
  expect(samples.map((one) => one.getAttribute("aria-label"))).toEqual(["Play on Two Hills", "Play on The Ford"]);
  samples[1]!.click();
  expect(taken).toEqual(["2"]);
});
