import { render } from "preact";
import { act } from "preact/test-utils";
import { describe, expect, it, vi } from "vitest";
import { ShareLink } from "../src/panels/ShareLink";
import { words } from "../src/words";
import { until } from "./until";

async function pressed(): Promise<HTMLButtonElement> {
  const holder = document.createElement("div");
  document.body.append(holder);
  await act(() => render(<ShareLink text="Send this" link="http://192.168.0.2/#/join/b/1/t" />, holder));
  const button = holder.querySelector("button")!;
  await act(async () => button.click());
  return button;
}

describe("a link to be shared", () => {
  it("is copied where the page is not encrypted, too", async () => {
    vi.stubGlobal("navigator", {});
    const old = vi.fn(() => true);
    document.execCommand = old;
    const button = await pressed();
    await until(() => expect(button.textContent).toBe(words.table.copied));
    expect(old).toHaveBeenCalledWith("copy");
  });

  it("is not said to be copied when it is not", async () => {
    vi.stubGlobal("navigator", {});
    document.execCommand = () => false;
    const button = await pressed();
    expect(button.textContent).toBe(words.table.copy);
  });
});
