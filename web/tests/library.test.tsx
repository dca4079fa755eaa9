import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { BattleListed } from "../src/net/types";
import { LibraryScreen } from "../src/screens/Library";
import { gone, tidy } from "../src/state/gone";
import { forget, held, keep } from "../src/state/tokens";
import { until } from "./until";

const running: BattleListed = {
  id: "b1", title: "The ford", ruleset: "eow", turn: 2, over: false, outcome: "", created: "2026-01-01", updated: "2026-01-01",
  your_seats: [0], watch: true, shared: false, your_move: true, waits: false, only_shown: false,
};

let asked: string[] = [];

async function shelf(...battles: BattleListed[]): Promise<HTMLElement> {
  vi.stubGlobal("fetch", vi.fn(async (path: string, init?: RequestInit) => {
    asked.push(`${init?.method ?? "GET"} ${path}`);
    if (init?.method === "DELETE" || init?.method === "POST") return new Response(null, { status: 204 });
    return new Response(JSON.stringify(path === "/api/battles" ? battles : []));
  }));
  const holder = document.createElement("div");
  document.body.append(holder);
  await act(() => render(<LibraryScreen />, holder));
  await until(() => expect(holder.querySelector(".battle-row")).not.toBeNull());
  return holder;
}

beforeEach(() => {
  asked = [];
  localStorage.removeItem("warhost.gone");
  gone.value = new Map();
  keep("b1", { 0: "key" }, "look");
});
afterEach(() => {
  for (const holder of [...document.body.children]) {
    render(null, holder);
    holder.remove();
  }
  vi.unstubAllGlobals();
});

describe("my battles", () => {
  it.each([
    ["a battle of mine that goes on", {}, "Resume"],
    ["one that can only be looked at", { only_shown: true }, "Look back"],
    ["one that is over", { over: true }, "Look back"],
    ["one that waits for armies", { waits: true }, "Open"],
    ["one that others play", { your_seats: [] }, "Watch"],
  ])("call what can be done with %s", async (_, told, call) => {
    const screen = await shelf({ ...running, ...told });
    expect(screen.querySelector(".battle-row .actions a")!.textContent).toBe(call);
  });

  it("say whose move it is only where something can be moved", async () => {
    const screen = await shelf({ ...running, only_shown: true });
    expect(screen.querySelector(".your-move")).toBeNull();
  });

  it("give a deleted battle back with its keys", async () => {
    const screen = await shelf(running);
    screen.querySelector<HTMLButtonElement>('[aria-label="Delete: The ford"]')!.click();
    const undo = await until(() => {
      const button = screen.querySelector<HTMLButtonElement>(".deleted button");
      expect(button).toBe(document.activeElement);
      return button!;
    });
    expect(held("b1")).toBeNull();
    undo.click();
    await until(() => expect(screen.querySelector(".deleted")).toBeNull());
    expect(asked).toContain("POST /api/battles/b1/restore");
    expect(held("b1")).toEqual({ seats: { 0: "key" }, watch: "look" });
  });

  it.each([
    ["offer a battle back that was deleted before the page was opened", 14, 1],
    ["offer nothing back that the server has cleared away", 16, 0],
  ])("%s", async (_, minutes, offers) => {
    forget("b1");
    const deleted = { battle: running, keys: { seats: { 0: "key" }, watch: null }, tokens: ["key"], at: Date.now() - minutes * 60_000 };
    localStorage.setItem("warhost.gone", JSON.stringify({ b1: deleted }));
    const screen = await shelf({ ...running, id: "b2", title: "The pass" });
    expect(screen.querySelectorAll(".deleted button")).toHaveLength(offers);
  });

  it("do not call a battle deleted that was opened again by its link", () => {
    gone.value = new Map([["b1", { battle: running, keys: { seats: {}, watch: null }, tokens: [], at: Date.now() }]]);
    tidy();
    expect(gone.value.size).toBe(0);
  });
});
