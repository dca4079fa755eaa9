import { describe, expect, it } from "vitest";
import { blake2b, hex } from "../src/state/blake2b";
import { commitmentOf, seedBytes, sidesOf, verify } from "../src/state/fair";

// Rolled by the engine with the seed "battle of the pass".
const seed = "6e58f3e0999effe652a5aea3d78646f996da7df8ffb4bb25d65c9f4a61aa8fb5";
const commitment = "f473337de17e2186692cb7c2c9144ef6dd58b271569fab5f10f48e4e1587eac6";
const places: [number, number][] = [[0, 0], [1, 2], [2, 12], [3, 14], [4, 17], [5, 18], [6, 80]];
const thrown = [
  { number: 1, dice: "2D6", faces: [1, 2] },
  { number: 2, dice: "10D6", faces: [6, 6, 6, 5, 6, 4, 3, 3, 2, 5] },
  { number: 3, dice: "D3", faces: [4] },
  { number: 4, dice: "maximised 2D6", faces: [6, 1, 4] },
  { number: 5, dice: "D5", faces: [8] },
  { number: 6, dice: "60D6", faces: [1, 3, 6, 5, 5, 4, 6, 5, 1, 1, 3, 6, 3, 2, 2, 1, 6, 1, 2, 4, 1, 6, 4, 4, 2, 6, 2, 5, 2, 2, 4, 3, 1, 2, 6, 6, 4, 3, 2, 4, 5, 4, 6, 3, 4, 2, 6, 3, 1, 1, 6, 4, 6, 4, 1, 3, 5, 4, 1, 2] },
  { number: 7, dice: "D100", faces: [95] },
];

describe("fair dice", () => {
  it("hash as the standard says", () => {
    expect(hex(blake2b(new TextEncoder().encode("abc"))).slice(0, 32)).toBe("ba80a53f981c4d0d6a2797b69f12f6e9");
  });

  it("have the fingerprint that the engine gives their seed", () => {
    expect(hex(seedBytes("battle of the pass"))).toBe(seed);
    expect(commitmentOf(seed)).toBe(commitment);
  });

  it("all come from the stream of the seed", () => {
    expect(verify(seed, commitment, places, thrown)).toEqual({ seedFits: true, rolls: 7, wrong: 0, past: 0, gaps: 0 });
  });

  it("are found out when one is another", () => {
    const loaded = thrown.map((roll, index) => (index === 0 ? { ...roll, faces: [6, 6] } : roll));
    expect(verify(seed, commitment, places, loaded).wrong).toBe(1);
    expect(verify("another seed", commitment, places, thrown).seedFits).toBe(false);
  });

  it("of the battle that this one branched off have no place in the seed", () => {
    const before = [{ number: 1, dice: "D6", faces: [6] }, ...thrown.map((roll) => ({ ...roll, number: roll.number + 1 }))];
    const later = places.map(([number, place]): [number, number] => [number + 1, place]);
    expect(verify(seed, commitment, later, before)).toEqual({ seedFits: true, rolls: 8, wrong: 0, past: 1, gaps: 0 });
    expect(verify(seed, commitment, places.filter(([number]) => number !== 3), thrown).wrong).toBe(1);
  });

  it("that were taken back leave a gap, and none is used twice", () => {
    const later = places.filter(([number]) => number !== 1);
    const without = thrown.filter((roll) => roll.number !== 2);
    expect(verify(seed, commitment, later, without)).toMatchObject({ wrong: 0, gaps: 1 });
    expect(verify(seed, commitment, [[0, 0], [1, 0]], [thrown[0]!, { ...thrown[0]!, number: 2 }]).wrong).toBe(1);
  });

  it("are thrown with the dice that people own", () => {
    expect(["D3", "2D6", "D5", "maximised 2D6", "3D6kh2"].map(sidesOf)).toEqual([6, 6, 10, 6, 6]);
  });
});
