import { describe, expect, it } from "vitest";
import type { Point } from "../src/table/geometry";
import { type Box, type Found, type Wanted, arrange, besideBox, folded, shared, shortened, stacked, wrapped } from "../src/table/labels";

const screen: Box = [0, 0, 800, 600];
const unit = (x: number, y: number): Box => [x, y, x + 60, y + 30];

function text(key: string, anchor: Box, width = 90, height = 30): Wanted {
  return { key, shapes: [{ width, height, spots: besideBox(anchor, width, height, true, [4, 20, 40, 64]) }] };
}

function boxes(wanted: readonly Wanted[], found: ReadonlyMap<string, Found>): Box[] {
  return wanted.flatMap((one) => {
    const at = found.get(one.key);
    const shape = at && one.shapes[at.shape]!;
    return shape ? [[at.x - shape.width / 2, at.y, at.x + shape.width / 2, at.y + shape.height] as Box] : [];
  });
}

function overlap(all: readonly Box[], others: readonly Box[] = []): number {
  let sum = 0;
  for (const [index, one] of all.entries()) for (const other of [...all.slice(index + 1), ...others]) sum += shared(one, other);
  return sum;
}

describe("texts on the board", () => {
  it("go under their unit where there is room", () => {
    const anchor = unit(300, 200);
    expect(arrange([text("a", anchor)], [anchor], screen).get("a")).toMatchObject({ x: 330, y: 234, spot: 0 });
  });

  it("of neighbours do not lie on each other, nor on units", () => {
    const units = [unit(300, 200), unit(366, 200), unit(432, 200), unit(300, 240), unit(366, 240)];
    const wanted = units.map((anchor, index) => text(String(index), anchor));
    expect(overlap(boxes(wanted, arrange(wanted, units, screen)), units)).toBe(0);
  });

  it("do not hide something small", () => {
    const anchor = unit(300, 200);
    const small: Box = [320, 245, 332, 257];
    const wanted = [text("a", anchor)];
    expect(overlap(boxes(wanted, arrange(wanted, [anchor, small], screen)), [small])).toBe(0);
  });

  it("give up their place rather than run into each other by a letter", () => {
    const apart = [unit(300, 200), unit(384, 203)];
    const before = new Map(["a", "b"].map((key): [string, Found] => [key, { shape: 0, spot: 0, x: 0, y: 0 }]));
    const wanted = [text("a", apart[0]!), text("b", apart[1]!)];
    expect(overlap(boxes(wanted, arrange(wanted, apart, screen, before)))).toBe(0);
  });

  it("stay on the screen", () => {
    const anchor = unit(10, 565);
    const wanted = [text("a", anchor)];
    const [box] = boxes(wanted, arrange(wanted, [anchor], screen));
    expect(box![3]).toBeLessThanOrEqual(600);
    expect(box![0]).toBeGreaterThanOrEqual(0);
  });

  it("choose by turns: what comes first has its best place, what can be done without is left out", () => {
    const spots: Point[] = [[400, 300]];
    const wanted: Wanted[] = [
      { key: "first", shapes: [{ width: 80, height: 20, spots }] },
      { key: "second", shapes: [{ width: 80, height: 20, spots }], dispensable: true },
    ];
    expect([...arrange(wanted, [], screen).keys()]).toEqual(["first"]);
  });

  it("become brief before they lie on others", () => {
    const tight: Point[] = [[400, 300]];
    const wall: Box = [330, 330, 470, 360];
    const brief = { width: 30, height: 14, spots: tight };
    const wanted: Wanted[] = [{ key: "a", shapes: [{ width: 100, height: 60, spots: tight }, brief] }];
    expect(arrange(wanted, [], screen).get("a")?.shape).toBe(0);
    expect(arrange(wanted, [wall], screen).get("a")?.shape).toBe(1);
  });

  it("stay where they are while something only brushes them", () => {
    const anchor = unit(300, 200);
    const before = arrange([text("a", anchor)], [anchor], screen);
    const brushing = unit(300, 262);
    expect(arrange([text("a", anchor)], [anchor, brushing], screen).get("a")?.spot).not.toBe(0);
    expect(arrange([text("a", anchor)], [anchor, brushing], screen, before).get("a")?.spot).toBe(0);
  });

  it("move when something comes in their way", () => {
    const anchor = unit(300, 200);
    const before = arrange([text("a", anchor)], [anchor], screen);
    const wanted = [text("a", anchor)];
    const after = arrange(wanted, [anchor, unit(300, 232)], screen, before);
    expect(overlap(boxes(wanted, after), [unit(300, 232)])).toBe(0);
  });
});

it("long texts are folded at blanks", () => {
  expect(wrapped("Feral Orc Marauders")).toEqual(["Feral Orc", "Marauders"]);
  expect(wrapped("Handgunners")).toEqual(["Handgunners"]);
  expect(wrapped("Crossbow Guild 2")).toEqual(["Crossbow", "Guild 2"]);
  expect(wrapped("Greatswordsmen 12")).toEqual(["Greatswordsmen 12"]);
  expect(folded("Orc Shaman would move into Goblin Rabble.", 20)).toEqual(["Orc Shaman would", "move into Goblin", "Rabble."]);
});

it("names are shortened and stacked by words, with the number that tells a unit apart", () => {
  expect(shortened("Feral Orc Marauders")).toBe("Feral O. M.");
  expect(shortened("Town Pikes 2")).toBe("Town P. 2");
  expect(stacked("Town Pikes 2")).toEqual(["Town", "Pikes 2"]);
  expect(stacked("Swordsworn 12")).toEqual(["Swordsworn 12"]);
  expect(shortened("Knights of the Rose 2")).toBe("Knights R. 2");
  expect(stacked("Longbows of the Shire")).toEqual(["Longbows", "of the Shire"]);
});
