import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TableSocket } from "../src/net/socket";

class Fake {
  static made: Fake[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event?: { code: number }) => void = () => undefined;
  constructor() {
    Fake.made.push(this);
  }
  hear(type: string): void {
    this.onmessage({ data: JSON.stringify({ type, reason: "" }) });
  }
  close(): void {
    this.onclose();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Fake);
  Fake.made = [];
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function last(): Fake {
  return Fake.made[Fake.made.length - 1]!;
}

test("a page that is sent away again and again asks less and less often", () => {
  const socket = new TableSocket("token", () => undefined, () => undefined);
  for (let times = 0; times < 6; times++) {
    last().onopen();
    last().hear("bye");
    last().onclose();
    vi.advanceTimersByTime(10_000);
  }
  const made = Fake.made.length;
  last().onopen();
  last().hear("bye");
  last().onclose();
  vi.advanceTimersByTime(4_900);
  expect(Fake.made.length).toBe(made);
  vi.advanceTimersByTime(200);
  expect(Fake.made.length).toBe(made + 1);
  socket.close();
});

test("a page that was at the table comes back at once", () => {
  const socket = new TableSocket("token", () => undefined, () => undefined);
  for (let times = 0; times < 6; times++) {
    last().onclose();
    vi.advanceTimersByTime(10_000);
  }
  const made = Fake.made.length;
  last().hear("hello");
  last().hear("bye");
  last().onclose();
  vi.advanceTimersByTime(400);
  expect(Fake.made.length).toBe(made + 1);
  socket.close();
});

test("what comes after the table was left is not heard", () => {
  const heard: string[] = [];
  const socket = new TableSocket("token", (message) => heard.push(message.type), (open) => heard.push(open ? "open" : "gone"));
  last().hear("pong");
  socket.close();
  last().onopen();
  last().hear("pong");
  expect(heard).toEqual(["pong"]);
});

test("a page that leads to no battle is told so once and does not come again", () => {
  const heard: string[] = [];
  const nowhere = vi.fn();
  new TableSocket("token", (message) => heard.push(message.type), () => heard.push("gone"), nowhere);
  last().hear("bye");
  last().onclose({ code: 4404 });
  vi.advanceTimersByTime(60_000);
  expect(Fake.made.length).toBe(1);
  expect(nowhere).toHaveBeenCalledOnce();
  expect(heard).toEqual([]);
});

test("why a page is sent away is told", () => {
  const heard: string[] = [];
  const socket = new TableSocket("token", (message) => heard.push(message.type), () => heard.push("gone"));
  last().hear("bye");
  last().onclose({ code: 4401 });
  expect(heard).toEqual(["bye", "gone"]);
  socket.close();
});
