/** How many rounds a tournament has where nobody has chosen a number. */
import type { OptionCard } from "../net/types";

/** With fewer players than the usual rounds need, as many as it takes for all of them to meet. */
export function usualRounds(settings: readonly OptionCard[], players: number): { rounds?: number } {
  const usual = Number(settings.find((one) => one.name === "rounds")?.default ?? 0);
  const all = players - 1 + (players % 2);
  return players > 2 && all < usual ? { rounds: all } : {};
}
