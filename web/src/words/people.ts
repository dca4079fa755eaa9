/** The people at a table: who is here, conceding, draws, other devices. */
import { listed, verb } from "../state/english";

/** Everybody by name: “Ann and Bob both”. */
const both = (names: readonly string[]) => `${listed(names)} ${names.length === 2 ? "both" : "all"}`;

const spans = {
  minutes: (count: number) => (count === 1 ? "a minute" : `${count} minutes`),
  hours: (count: number) => (count === 1 ? "an hour" : `${count} hours`),
  days: (count: number) => (count === 1 ? "a day" : `${count} days`),
};

/** A stretch of time, roughly. */
function span(seconds: number): string {
  if (seconds < 3600) return spans.minutes(Math.floor(seconds / 60));
  return seconds < 86_400 ? spans.hours(Math.floor(seconds / 3600)) : spans.days(Math.floor(seconds / 86_400));
}

export const people = {
  nowhere: "There is no battle here",
  nowhereText: "The address is mistyped, or the battle was deleted.",
  keyWrong: "The key in this browser does not open a seat in this battle, so you are watching it.",
  playing: "Do you play in this battle?",
  playingText: "Open the link of your invitation. Or, if you play it in another browser, choose “Play on another device” there and enter the code it shows.",
  code: "Code from your other browser",
  enter: "Enter a code from another device",
  claim: "Play here",
  claimed: (title: string) => `“${title}” is yours in this browser, too.`,
  device: "Play on another device",
  deviceText: "Open this table there, enter this code under “My battles”, and continue. It works once, for ten minutes.",
  deviceLink: "Or open the battle there first, at this address:",
  making: "Making a code …",
  newCode: "New code",
  ownSeat: (name: string) => `You play ${name} here.`,
  kindOf: (seat?: { kind: string; title?: string }) => (seat?.kind === "human" ? "person" : (seat?.title || seat?.kind) ?? ""),
  here: "here",
  thinking: "thinking",
  away: (seconds: number | null) => (seconds === null ? "not here" : seconds < 60 ? "just left" : `away for ${span(seconds)}`),
  came: (name: string) => `At the table: ${name}.`,
  went: (name: string) => `Left the table: ${name}.`,
  concede: "Concede",
  concedeSure: "Concede the battle?",
  concedeText: "The other side wins at once. This cannot be taken back.",
  concedeWho: "Who concedes? The other side wins at once. This cannot be taken back.",
  concedes: (name: string) => `${name} ${verb(name, "concedes", "concede")}`,
  fightOn: "Fight on",
  draw: "Offer a draw",
  drawSure: "Agree on a draw?",
  allHaveTo: (names: readonly string[]) => `${both(names)} have to agree.`,
  drawText: (names: readonly string[]) => `${both(names)} have to agree. The battle ends at once, and nobody wins. This cannot be taken back.`,
  undoSure: "Take back the last decision?",
  undoText: (names: readonly string[]) => `Dice have been rolled or somebody else has decided since, so ${both(names)} have to agree.`,
  weAgree: (count: number) => (count === 2 ? "We both agree" : "We all agree"),
  drawSent: "You offered a draw. Waiting for the answer.",
  running: "Continue a battle",
  all: "All my battles",
};
