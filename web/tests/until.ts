import { vi } from "vitest";

/** Wait for what the page does by itself: on a busy machine that takes its time. */
export const until = <Found>(happens: () => Found): Promise<Found> => vi.waitFor(happens, { timeout: 50_000 });
