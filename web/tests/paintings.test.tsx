import { readFileSync } from "node:fs";
import { render } from "preact";
import { describe, expect, it } from "vitest";
import { INCH, sheetOf } from "../src/table/sheet";
import { Terrain } from "../src/table/Terrain";

/** One of each painting as the report has it, lying and standing. */
const kept = JSON.parse(readFileSync("../tests/report/paintings.json", "utf8")) as Record<string, string[]>;
const SIZES = [[70, 50], [30, 60]] as const;

/** What is drawn, element by element: what it is, and all figures in it. */
function drawn(holder: Element): { is: string; figures: number[] }[] {
  return [...holder.querySelectorAll("path, rect")].map((element) => {
    const told = ["d", "x", "y", "width", "height", "rx", "transform", "fill-opacity"].map((name) => element.getAttribute(name) ?? "").join(" ");
    return { is: `${element.getAttribute("class")} ${told.replace(/-?[\d.]+/g, "#")}`, figures: (told.match(/-?[\d.]+/g) ?? []).map(Number) };
  });
}

describe("paintings", () => {
  it.each(Object.keys(kept))("of the board are those of the report: %s", (kind) => {
    SIZES.forEach(([width, depth], index) => {
      const [board, report] = [document.createElement("div"), document.createElement("div")];
      render(<Terrain piece={{ kind, x: 10, y: 10, width: width / INCH, depth: depth / INCH }} sheet={sheetOf(20, 20, 0)} />, board);
      report.innerHTML = `<svg>${kept[kind]![index]}</svg>`;
      const [here, there] = [drawn(board), drawn(report)];
      expect(here.map((one) => one.is)).toEqual(there.map((one) => one.is));
      here.forEach((one, at) => one.figures.forEach((figure, n) => expect(figure).toBeCloseTo(there[at]!.figures[n]!, 1)));
    });
  });
});
