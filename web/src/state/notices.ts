/** What is said to the reader: short notices on the screen, and a voice for those who listen. */
import { signal } from "@preact/signals";

export interface Notice {
  id: number;
  text: string;
  kind: "info" | "bad";
  rule: string | null;
}

export const notices = signal<Notice[]>([]);
/** What was said lately, the oldest first. */
export const spoken = signal<readonly { id: number; text: string }[]>([]);
/** More than a turn of the other side brings at once. */
const KEPT = 80;
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

/** For screen readers: every saying is added to the ones before, so that none cuts another off. */
export function say(text: string): void {
  spoken.value = [...spoken.peek().slice(1 - KEPT), { id: ++count, text }];
}

export function complain(error: unknown): void {
  notify(error instanceof Error ? error.message : String(error), "bad");
}
