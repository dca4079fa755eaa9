import { render } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { MusterShown } from "../src/net/types";
import { AddList, OwnArmy } from "../src/panels/OwnList";
import { choiceOf, keepList, listOf, lists, removeList, renameList } from "../src/state/lists";

const reeds = { ruleset: "aofr", name: "Reeds", wants: { points: 750 }, text: 'name   = "Reeds"\n\n[[regiment]]\nname = "Wardens"\n' };
const shown: MusterShown = {
  kind: "list", form: "army list", game: "Regiments", summary: "Reeds: 100 points", army: { name: "Reeds", units: [{ name: "Wardens", text: "infantry", profile: {}, rules: [] }] },
  problems: [{ error: "Reeds costs too much.", rule: null }], verdict: { standing: "by agreement", text: "Not legal: 1 problem. It can be played if all players agree.", ways: ["agree"] }, in_force: [], not_in_force: { Drench: ["Wardens"] }, read: { "Reed Born": "This model gets AP(+1) when charging." }, notes: ["Bases are guessed."],
  wants: { points: 750 }, waiver: { free: true }, text: reeds.text,
};

beforeEach(() => {
  lists.value = [];
  HTMLDialogElement.prototype.showModal ??= () => {};
});

async function drawn(what: preact.ComponentChild): Promise<HTMLElement> {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", vi.fn(async () => new Response(JSON.stringify(shown))));
  const holder = document.createElement("div");
  await act(() => render(what, holder));
  return holder;
}

async function answered(): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(300);
  });
  vi.useRealTimers();
}

describe("lists of the reader's own", () => {
  it("are kept once, found by their choice, renamed in their text and forgotten", () => {
    const kept = keepList(reeds);
    expect(keepList(reeds)).toBe(kept);
    expect(listOf(choiceOf(kept))).toEqual(kept);
    expect(listOf("Unburied Host")).toBeNull();
    renameList(kept.id, 'The "Old" Reeds');
    expect(lists.value[0]).toMatchObject({ name: 'The "Old" Reeds', text: 'name   = "The \\"Old\\" Reeds"\n\n[[regiment]]\nname = "Wardens"\n' });
    expect(JSON.parse(localStorage.getItem("warhost.lists")!)).toEqual(lists.value);
    removeList(kept.id);
    expect(lists.value).toEqual([]);
  });

  it("are taken when they were read, with the options they were made for", async () => {
    const onTake = vi.fn();
    const panel = await drawn(<AddList ruleset="aofr" onTake={onTake} onClose={() => {}} />);
    const take = panel.querySelector<HTMLButtonElement>(".primary")!;
    expect(take.disabled).toBe(true);
    const field = panel.querySelector("textarea")!;
    field.value = "++ Reeds ++";
    await act(() => void field.dispatchEvent(new Event("input", { bubbles: true })));
    await answered();
    expect(take.disabled).toBe(false);
    await act(() => take.click());
    expect(onTake).toHaveBeenCalledWith(lists.value[0]);
    expect(lists.value[0]).toMatchObject(reeds);
  });

  it("tell their problems, what is not in force, and let players agree", async () => {
    const onAgree = vi.fn();
    const panel = await drawn(<OwnArmy list={keepList(reeds)} seat={0} options={{}} onAgree={onAgree} onGone={() => {}} />);
    await answered();
    expect(panel.querySelector(".told-list.bad")?.textContent).toContain("Reeds costs too much.");
    expect(panel.querySelector(".told-list.warm")?.textContent).toContain("Drench");
    expect(panel.textContent).toContain("This model gets AP(+1) when charging.");
    expect(panel.textContent).toContain("Bases are guessed.");
    await act(() => [...panel.querySelectorAll("button")].find((one) => one.textContent?.includes("agree"))!.click());
    expect(onAgree).toHaveBeenCalledWith({ free: true });
  });
});
