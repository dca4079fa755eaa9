import { render } from "preact";
import { describe, expect, it, vi } from "vitest";
import { awayOf, seatsOf } from "../src/panels/Players";
import { type ChartMark, LineChart } from "../src/panels/charts";

function drawn(part: Partial<Parameters<typeof LineChart>[0]>): HTMLElement {
  const holder = document.createElement("div");
  const curves = [{ name: "Orcs", className: "s0", values: [0.5, 0.8, 1] }, { name: "Elves", className: "s1", values: [0.5, 0.2, 0] }];
  render(<LineChart title="Who was likely to win" range={[0, 1]} curves={curves} {...part} />, holder);
  return holder;
}

const place = (holder: HTMLElement) => holder.querySelector(".s0 .curve")!.getAttribute("d")!.slice(1).split("L").map((point) => Number(point.split(",")[0]));

describe("a chart", () => {
  it("puts values evenly, or where they belong in time", () => {
    const [first, middle, last] = place(drawn({}));
    expect(middle! - first!).toBeCloseTo(last! - middle!, 0);
    const [start, early, end] = place(drawn({ at: [0, 10, 100] }));
    expect((early! - start!) / (end! - start!)).toBeCloseTo(0.1, 2);
  });

  it("tells its beginning and its end in words", () => {
    const label = drawn({ show: (value) => `${value * 100} %` }).querySelector("svg")!.getAttribute("aria-label");
    expect(label).toBe("Who was likely to win. Orcs: 50 % → 100 %. Elves: 50 % → 0 %");
  });

  it("has marks that can be picked by pointer and by key", () => {
    const onPick = vi.fn();
    const mark: ChartMark = { at: 10, text: "1", label: "1. The Orcs broke", className: "s1", onPick };
    const button = drawn({ at: [0, 10, 100], marks: [mark] }).querySelector(".chart-mark")!;
    expect(button.getAttribute("aria-label")).toBe("1. The Orcs broke");
    button.dispatchEvent(new Event("click"));
    button.dispatchEvent(Object.assign(new Event("keydown"), { key: "Enter" }));
    button.dispatchEvent(Object.assign(new Event("keydown"), { key: "x" }));
    expect(onPick).toHaveBeenCalledTimes(2);
  });
});

describe("who plays", () => {
  it("is a person for the server, wherever the friend sits", () => {
    expect(seatsOf(["human", "away", "captain"], ["", " Ann "])).toEqual([
      { player: "human", name: "" },
      { player: "human", name: "Ann" },
      { player: "captain", name: "" },
    ]);
    expect(awayOf(["human", "away", "captain"])).toEqual([1]);
  });
});
