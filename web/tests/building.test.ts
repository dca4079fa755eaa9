import { beforeEach, expect, it, vi } from "vitest";
import type { EntryCard, OptionText } from "../src/net/types";
import { addPick, canRedo, canUndo, changePick, copyPick, detach, draft, edit, isSaved, join, opened, picks, redo, removePick, setOption, startWork, undo, work } from "../src/state/building";
import { goneLists, keys, lists, addList, meetServer, removeList, restoreList } from "../src/state/lists";

const entry = (key: string): EntryCard => ({ key, category: "Core", sizes: [{ key: "", name: "", models: 10, cost: 50, most: 0, each: 0, unit: null }], options: [], limit: null });
const arms: OptionText[] = ["Bows", "Pikes"].map((key) => ({ key, group: "arms", choose: "arms", takes: 1, most: 1 }));
const boots: OptionText = { key: "Boots", group: "", choose: "", takes: 0, most: 2 };

beforeEach(() => {
  vi.stubGlobal("fetch", vi.fn(async () => new Response("{}", { status: 500 })));
  localStorage.clear();
  lists.value = [];
  keys.value = {};
  goneLists.value = [];
  work.value = null;
  startWork("kow", { name: "Watch", faction: "League", points: 500, picks: [] });
});

it("units are added, copied, changed and removed, and every step can be undone", () => {
  addPick(entry("Spears"), entry("Spears").sizes[0]!);
  changePick(0, { size: "Horde", part: "2" });
  copyPick(0);
  expect(picks.value).toEqual([{ unit: "Spears", size: "Horde", part: "2" }, { unit: "Spears", size: "Horde", part: "2" }]);
  addPick(entry("Bows"), entry("Bows").sizes[0]!);
  expect(picks.value[2]).toEqual({ unit: "Bows", part: "2" });
  opened.value = 2;
  removePick(0);
  expect(opened.value).toBe(1);
  for (let steps = 0; steps < 5; steps++) undo();
  expect(picks.value).toEqual([]);
  expect([canUndo.value, canRedo.value]).toEqual([false, true]);
  undo();
  for (let steps = 0; steps < 5; steps++) redo();
  expect(picks.value).toHaveLength(2);
  redo();
  edit(draft.value!);
  expect(canRedo.value).toBe(false);
});

it("of a choice that allows one, the new option takes the place of the old", () => {
  edit({ ...draft.value!, picks: [{ unit: "Spears" }] });
  setOption(0, "Bows", 1, arms);
  setOption(0, "Pikes", 1, arms);
  expect(picks.value[0]!.options).toEqual(["Pikes"]);
  setOption(0, "Boots", 2, [...arms, boots]);
  setOption(0, "Boots", 1, [...arms, boots]);
  expect(picks.value[0]!.options).toEqual(["Pikes", "Boots"]);
  setOption(0, "Pikes", 0, arms);
  setOption(0, "Boots", 0, arms);
  expect(picks.value[0]).toEqual({ unit: "Spears" });
});

it("a hero joins a unit and leaves it again", () => {
  edit({ ...draft.value!, picks: [{ unit: "Chief", options: ["Horse"] }, { unit: "Spears", part: "2" }] });
  join(0, 1);
  expect(picks.value).toEqual([{ unit: "Spears", part: "2", joined: [{ unit: "Chief", options: ["Horse"] }] }]);
  detach(0, 0);
  expect(picks.value).toEqual([{ unit: "Spears", part: "2" }, { unit: "Chief", options: ["Horse"], part: "2" }]);
});

it("a list that was only opened is not saved, and nothing is kept of it when another is opened", () => {
  startWork("kow", { name: "Sample", faction: "League", points: 500, picks: [{ unit: "Spears" }] });
  expect(isSaved.value).toBe(false);
  startWork("kow", { name: "Other", faction: "League", points: 500, picks: [] });
  expect(fetch).not.toHaveBeenCalled();
});

it("a deleted list comes back with its key, and what the server lost is sent again", async () => {
  const asked: string[] = [];
  const server = vi.fn(async (path: string, init: RequestInit = {}) => {
    asked.push(`${init.method ?? "GET"} ${path}`);
    if (path.endsWith("api/lists")) return new Response(JSON.stringify(init.method === "POST" ? { id: `s${asked.length}`, token: "t" } : []));
    return new Response(null, { status: 204 });
  });
  vi.stubGlobal("fetch", server);
  const list = addList({ ruleset: "kow", name: "Watch", wants: {}, text: 'name = "Watch"\n' });
  await vi.waitFor(() => expect(keys.value[list.id]).toBeDefined());
  const kept = keys.value[list.id];
  removeList(list.id);
  expect(lists.value).toEqual([]);
  await restoreList(list.id);
  expect(keys.value[list.id]).toEqual(kept);
  expect(asked.map((one) => one.split(" ")[0])).toEqual(["POST", "DELETE", "POST"]);
  await meetServer();
  expect(keys.value[list.id]).toBeDefined();
  expect(keys.value[list.id]).not.toEqual(kept);
});
