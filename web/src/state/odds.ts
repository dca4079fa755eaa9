/** Odds as a figure, and which of them one sees first. */
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

/** So many figures stand beside the name of an option that has no telling ones. */
const AT_A_GLANCE = 2;

/** The figures that one sees without opening anything: those that a choice hangs on, or else the first ones. */
export function atAGlance(odds: readonly Odds[]): readonly Odds[] {
  const telling = odds.filter((one) => one.telling);
  return telling.length ? telling : odds.slice(0, AT_A_GLANCE);
}
