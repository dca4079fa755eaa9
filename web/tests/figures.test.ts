import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Look, layersOf, paletteOf } from "../src/table/figures";
import { type Coat, blazonOf, coatOf } from "../src/table/heraldry";

/** Some figures and coats as the report draws them. */
const kept = JSON.parse(readFileSync("../tests/report/figures.json", "utf8")) as {
  layers: [Look, Record<string, string>][];
  palettes: [Look, Record<string, string>][];
  coats: [string, Coat, [string, string][]][];
};
const MODELS = [[-0.6, 0.2, 0, 1, 1], [0.6, -0.3, 12, 2, 2.2]] as const;
const figures = (path: string) => (path.match(/-?[\d.]+/g) ?? []).map(Number);

describe("the report draws", () => {
  it.each(kept.layers)("the same figures as the board: %o", (look, layers) => {
    const here = layersOf(MODELS, look, "Unit");
    expect(Object.keys(here).sort()).toEqual(Object.keys(layers).sort());
    for (const layer of Object.keys(here)) {
      const [own, there] = [figures(here[layer]!), figures(layers[layer]!)];
      expect(own.length).toBe(there.length);
      own.forEach((figure, at) => expect(Math.abs(figure - there[at]!)).toBeLessThanOrEqual(1.01));
    }
  });

  it.each(kept.palettes)("them in the same colours: %o", (look, colours) => {
    expect(paletteOf(coatOf("Deepforge Hold"), look, "Unit")).toEqual(colours);
  });

  it.each(kept.coats)("the same coat of arms for %s", (name, coat, blazon) => {
    expect(coatOf(name)).toEqual(coat);
    expect(blazonOf(coatOf(name)).parts.map(({ path, fill }) => [path, fill])).toEqual(blazon);
  });
});
