/** Odds as a figure. */
import type { Odds } from "../net/types";
import { figure, words } from "../words";

/** A chance in percent, what dice need with a plus, an expectation as it is. */
export function oddsText(odds: Odds): string {
  switch (odds.kind ?? "chance") {
    case "chance":
      return words.percent(odds.value);
    case "needed":
      return words.needs(odds.value);
    case "expected":
      return figure(odds.value, 2);
  }
}
