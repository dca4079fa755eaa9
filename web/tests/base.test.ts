import { afterEach, describe, expect, it } from "vitest";
import { base, beside, keyHere } from "../src/net/base";
import { api } from "../src/net/api";

afterEach(() => history.replaceState(null, "", "/"));

describe("a page", () => {
  it("at the root of a site finds the server there", () => {
    expect(beside("api/battles")).toBe("/api/battles");
    expect(keyHere("warhost.tokens")).toBe("warhost.tokens");
  });

  it("below a path finds the server beside itself", () => {
    for (const path of ["/club/warhost/", "/club/warhost/index.html", "/club/warhost/#/battle/b"]) {
      history.replaceState(null, "", path);
      expect(base()).toBe("/club/warhost/");
      expect(beside("ws")).toBe("/club/warhost/ws");
      expect(api.reportUrl("b")).toBe("/club/warhost/api/battles/b/report");
      expect(api.reportFileUrl("b")).toBe("/club/warhost/api/battles/b/report?file");
      expect(keyHere("warhost.tokens")).toBe("warhost.tokens /club/warhost/");
    }
  });
});
