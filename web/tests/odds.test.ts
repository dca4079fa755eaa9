import { describe, expect, it } from "vitest";
import { atAGlance } from "../src/state/odds";

const hits = { label: "expected hits", value: 4, kind: "expected" as const };
const wounds = { label: "expected wounds", value: 2, kind: "expected" as const };
const shaken = { label: "becomes Shaken", value: 0.3 };
const destroyed = { label: "destroyed", value: 0.41 };

describe("figures at a glance", () => {
  it("are those that the choice hangs on, wherever they stand", () => {
    const telling = { ...destroyed, telling: true };
    expect(atAGlance([hits, wounds, shaken, telling])).toEqual([telling]);
  });

  it("are the first two where none is more telling than the others", () => {
    expect(atAGlance([hits, wounds, shaken])).toEqual([hits, wounds]);
  });
});
