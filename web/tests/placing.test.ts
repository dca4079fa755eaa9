import { describe, expect, it } from "vitest";
import type { Point } from "../src/table/geometry";
import type { Box } from "../src/table/labels";
import { type Plated, type Polygon, overlap, placePlates } from "../src/table/placing";

const SCREEN: Box = [0, 0, 800, 600];
const box = ([left, top, right, bottom]: Box): Polygon => [[left, top], [right, top], [right, bottom], [left, bottom]];

/** A unit of 60 by 30 pixels that looks up the screen. */
function unit(id: number, x: number, y: number, part: Partial<Plated> = {}): Plated {
  return { id, parts: [box([x - 30, y - 15, x + 30, y + 15])], middle: [x, y], rear: [0, 1], sizes: [{ width: 110, height: 23 }, { width: 44, height: 20 }, { width: 20, height: 18 }], weight: 0, ...part };
}

function faults(items: readonly Plated[], bars: readonly Polygon[] = [], frame = SCREEN): string[] {
  const found = placePlates(items, bars, frame);
  const plates = [...found].map(([id, put]) => ({ id, polygon: box(put.box) }));
  const units = items.flatMap((item) => item.parts);
  return [
    ...items.filter((item) => !found.has(item.id)).map((item) => `${item.id} has none`),
    ...plates.flatMap(({ id, polygon }, at) => [
      ...[...units, ...bars].filter((other) => overlap(polygon, other)).map(() => `${id} on a unit`),
      ...plates.slice(at + 1).filter((other) => overlap(polygon, other.polygon)).map((other) => `${id} on ${other.id}`),
    ]),
  ];
}

describe("plates", () => {
  it("stand right behind their unit where there is room, and need no line", () => {
    const put = placePlates([unit(1, 400, 300)], [], SCREEN).get(1)!;
    expect(put).toMatchObject({ size: 0, ring: 0, step: 0, leader: null, box: [345, 319, 455, 342] });
    expect(placePlates([unit(1, 400, 300, { rear: [0, -1] })], [], SCREEN).get(1)!.box[3]).toBe(281);
  });

  it("never lie over a unit, another plate or an objective, however dense it is, and each unit has one", () => {
    const dense = Array.from({ length: 40 }, (_, id) => unit(id, 120 + (id % 8) * 68, 120 + Math.floor(id / 8) * 52));
    expect(faults(dense)).toEqual([]);
    const objectives = [box([380, 320, 420, 360]), box([200, 200, 240, 240])];
    expect(faults(dense.filter(({ id }) => id % 3), objectives)).toEqual([]);
  });

  it("of units that are turned keep off their corners", () => {
    const turned = (x: number, y: number): Polygon => ([[0, -40], [40, 0], [0, 40], [-40, 0]] as Point[]).map(([dx, dy]): Point => [x + dx, y + dy]);
    const items = Array.from({ length: 12 }, (_, id) => unit(id, 200 + (id % 4) * 90, 200 + Math.floor(id / 4) * 90)).map((one) => ({ ...one, parts: [turned(one.middle[0], one.middle[1])] }));
    expect(faults(items)).toEqual([]);
  });

  it("that had to move far have a line to their unit, and become shorter before they are left out", () => {
    const wall = Array.from({ length: 9 }, (_, at) => unit(at + 1, 400 + (at % 3) * 62 - 62, 300 + Math.floor(at / 3) * 32 - 32));
    const put = placePlates(wall, [], SCREEN).get(5)!;
    expect(put.leader).not.toBeNull();
    const narrow: Box = [330, 260, 470, 345];
    expect([...placePlates([unit(1, 400, 300)], [], [340, 280, 460, 338]).values()].map(({ size }) => size)).toEqual([2]);
    expect(faults([unit(1, 400, 290)], [], narrow)).toEqual([]);
  });

  it("stay where they are while their place is free, and go back behind their unit once they can", () => {
    const items = [unit(1, 400, 300), unit(2, 400, 345)];
    const first = placePlates(items, [], SCREEN);
    const again = placePlates([items[0]!, unit(2, 404, 345)], [], SCREEN, first);
    expect(again.get(1)!.box).toEqual(first.get(1)!.box);
    expect(placePlates([items[0]!], [], SCREEN, first).get(1)).toMatchObject({ ring: 0, step: 0 });
  });

  it("of those with odds choose first", () => {
    const items = [unit(1, 400, 500), unit(2, 470, 500, { weight: 4 })];
    expect(placePlates(items, [], SCREEN).get(2)).toMatchObject({ ring: 0, step: 0 });
  });
});
