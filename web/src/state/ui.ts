/** What is open and which tool is in hand: small things that several parts of the page look at. */
import { signal } from "@preact/signals";
import type { Reasons } from "../net/types";
import type { Point } from "../table/geometry";

export const helpOpen = signal(false);
export const shareOpen = signal(false);
export const deviceOpen = signal(false);
export const concedeOpen = signal(false);
/** What the players who share this screen are asked to agree on. */
export const agreeOpen = signal<"draw" | "undo" | null>(null);
export const branchOpen = signal(false);
export const whyOpen = signal<Reasons | null>(null);
export const textOpen = signal(false);
/** Files that were dropped to become an army list, until the window for lists takes them. */
export const droppedLists = signal<readonly File[]>([]);
/** A list of the reader's own with which a battle is to be set up, until the first page takes it. */
export const chosenList = signal<string | null>(null);
/** The rulebook that a new list is for, where it is known. */
export const listBook = signal<string | null>(null);
/** The window in which a list is brought is to open, once there is a rulebook for it. */
export const bringOpen = signal(false);
export const measuring = signal(false);
export const ruler = signal<{ from: Point; to: Point } | null>(null);

/** What a resting finger asks about: where on the frame and on the table, and the unit there, if any. */
export const tip = signal<{ px: Point; at: Point; unit: number | null } | null>(null);

const slim = typeof matchMedia === "function" ? matchMedia("(max-width: 900px)") : null;
/** Whether all stands below each other: the table, the question, the log. */
export const narrow = signal(slim?.matches ?? false);
slim?.addEventListener?.("change", () => (narrow.value = slim.matches));

/** Whether the last thing that the reader did was a key: then the focus may be led. */
export const byKeyboard = signal(false);

export function toggleRuler(): void {
  measuring.value = !measuring.peek();
  ruler.value = null;
}

addEventListener("pointerdown", () => (byKeyboard.value = false), true);
addEventListener("keydown", () => (byKeyboard.value = true), true);
