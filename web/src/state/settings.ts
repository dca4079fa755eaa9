/** What this reader likes: kept in the browser, never sent. */
import { effect, signal } from "@preact/signals";

export type Theme = "auto" | "light" | "dark";

interface Settings {
  theme: Theme;
  grid: boolean;
  labels: boolean;
  sight: boolean;
  /** Quarter turns of the table; null: as it fits. */
  turn: number | null;
  /** Whether single letters, digits and signs are keys. */
  letters: boolean;
  /** Whether something new is explained. */
  hints: boolean;
  /** Whether what happens is there at once instead of one thing after the other. */
  atOnce: boolean;
  /** How fast it is shown otherwise; 1: as usual. */
  speed: number;
  /** Whether anything is heard, and how loud, from 0 to 1. */
  sound: boolean;
  volume: number;
  /** How high the log is, in pixels; null: what the decision leaves. */
  logHeight: number | null;
  /** Whether only its tabs are left of it. */
  logFolded: boolean;
}

const KEY = "warhost.settings";
const usual: Settings = { theme: "auto", grid: true, labels: true, sight: true, turn: null, letters: true, hints: true, atOnce: false, speed: 1, sound: false, volume: 0.6, logHeight: null, logFolded: false };

function load(): Settings {
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return usual;
  }
}

export const settings = signal<Settings>(load());

export function change(part: Partial<Settings>): void {
  settings.value = { ...settings.peek(), ...part };
}

const NEXT: Record<Theme, Theme> = { auto: "dark", dark: "light", light: "auto" };

export function nextTheme(): void {
  change({ theme: NEXT[settings.peek().theme] });
}

effect(() => {
  const { theme } = settings.value;
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.value));
  } catch {
    // Settings that cannot be kept hold until the page is left.
  }
});

export function calm(): boolean {
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}
