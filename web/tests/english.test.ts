import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isPlural, verb } from "../src/state/english";

const names = JSON.parse(readFileSync("../tests/play/names.json", "utf8")) as Record<string, boolean>;

test.each(Object.entries(names))("%s: plural %s, as the server has it", (name, plural) => expect(isPlural(name)).toBe(plural));

test("verbs agree with names", () => {
  expect(`Orcs and Goblins ${verb("Orcs and Goblins", "wins", "win")}`).toBe("Orcs and Goblins win");
  expect(`The Host ${verb("The Host", "wins", "win")}`).toBe("The Host wins");
});
