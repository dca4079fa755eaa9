/** The turn and the phase that have just begun, for a moment over the table. */
import { effect, signal } from "@preact/signals";
import { settings } from "./settings";
import { paused } from "./show";
import { battle, picture } from "./table";

export interface Banner {
  key: number;
  title: string;
  /** Whose phase it is; null: everybody's. */
  seat: number | null;
  /** Whether a turn has begun, and not only a phase. */
  turn: boolean;
}

export const banner = signal<Banner | null>(null);

/** So long it is there at the usual speed, in milliseconds. */
const SHOWN = 1500;

let last: { battle: string | null; title: string; turn: number } | null = null;
let timer = 0;
let count = 0;

effect(() => {
  const now = picture.value;
  const before = last;
  last = now && { battle: battle.peek(), title: now.title, turn: now.turn };
  if (!now || !before || before.battle !== battle.peek()) {
    banner.value = null;
    return;
  }
  if (before.title === now.title) return;
  banner.value = { key: ++count, title: now.title, seat: now.turn > 0 ? now.active : null, turn: before.turn !== now.turn };
  clearTimeout(timer);
  const leave = () => {
    if (paused.peek()) timer = window.setTimeout(leave, SHOWN);
    else banner.value = null;
  };
  timer = window.setTimeout(leave, SHOWN / Math.max(0.5, settings.peek().speed));
});
