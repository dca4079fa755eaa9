/** What is said to the reader: short notices on the screen, and a voice for those who listen. */
import { signal } from "@preact/signals";

export interface Notice {
  id: number;
  text: string;
  kind: "info" | "bad";
  rule: string | null;
}

export const notices = signal<Notice[]>([]);
export const spoken = signal("");
let count = 0;

export function notify(text: string, kind: Notice["kind"] = "info", rule: string | null = null): void {
  const id = ++count;
  notices.value = [...notices.peek().filter((one) => one.text !== text).slice(-2), { id, text, kind, rule }];
  say(text);
  setTimeout(() => dismiss(id), kind === "bad" ? 9000 : 4000);
}

export function dismiss(id: number): void {
  notices.value = notices.peek().filter((one) => one.id !== id);
}

/** For screen readers: the same words twice are still said twice. */
export function say(text: string): void {
  spoken.value = spoken.peek() === text ? `${text}\u00a0` : text;
}

export function complain(error: unknown): void {
  notify(error instanceof Error ? error.message : String(error), "bad");
}
