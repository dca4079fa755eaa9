/** The table: its tools, its units, sight and reach. */
import type { Aim } from "../generated/messages";
import { listed, verb } from "../state/english";

/** Your own, or that of somebody who shares your screen. */
function lastDecision(whose: string | null): string {
  return whose === null ? "your last decision" : `the last decision, made by ${whose}`;
}

export const table = {
  board: (title: string, count: number) =>
    `The table. ${title}. ${count} units. The text view lists all of them.`,
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Whole table",
  turn: "Turn the table",
  grid: "Inch grid",
  ruler: "Ruler: drag to measure",
  labels: "Names",
  sight: "Reach and sight of the selected unit",
  textView: "Text view",
  undo: "Take back",
  undoAsk: "Ask to take back",
  redo: "Restore the take-back",
  undoFree: (whose: string | null) => `Take back ${lastDecision(whose)}. No dice have been rolled since, so nobody has to agree.`,
  undoConsent: (whose: string | null) => `Take back ${lastDecision(whose)}. Dice have been rolled since, so the other player has to agree. The same dice will fall again.`,
  undoRolled: (whose: string | null) => `Take back ${lastDecision(whose)}. Dice have been rolled since: the same dice will fall again.`,
  asked: (who: string) => `${who} ${verb(who, "asks", "ask")} to take back the last move.`,
  askedSent: "You asked to take back your move. Waiting for an answer.",
  agree: "Agree",
  decline: "Decline",
  waiting: (who: string) => `Waiting for ${who}`,
  thinking: (who: string) => `${who} ${verb(who, "is", "are")} thinking`,
  yourTurn: "Your decision",
  standing: "Current score",
  you: "you",
  ally: "ally",
  team: (number: number) => `team ${number}`,
  /** As the server says it in “3 of 4”. */
  of: /^(\d+) of (\d+)$/,
  watching: "You are watching",
  past: (number: number, last: number) => `Move ${number} of ${last}`,
  toNow: "Back to now",
  youAre: (seat: string) => `You play ${seat}`,
  share: "Invite",
  shareTitle: "Links to this table",
  shareSeat: (seat: string) => `Anyone with this link can play ${seat}:`,
  elsewhere: "Played from another browser, by link",
  invite: "Show the link again",
  now: (seat: string) => `Over to ${seat}`,
  shareWatch: "Anyone with this link can watch:",
  copy: "Copy",
  copyByHand: "The browser does not allow copying. The link is selected: copy it yourself.",
  onlyHere: "These links only work on this computer. For friends elsewhere, run “warhost serve --host 0.0.0.0” and open the address it prints.",
  copied: "Copied",
  more: "More",
  tabs: "Log, luck and text view",
  fold: "Collapse the log",
  unfold: "Expand the log",
  splitterFree: "automatic",
  pixels: (count: number) => `${count} pixels`,
  splitter: "Height of the log: drag it or use the arrow keys; double-click or press Home for automatic",
  report: "Battle report",
  exportRecord: "Export record",
  rematch: "Rematch, sides swapped",
  marker: "Marker",
  over: "The battle is over",
  onlyShown: "This battle is view-only",
  onlyShownWhy: "The log says why. Use the timeline below to go through what was saved.",
};

export const unit = {
  none: "Click a unit to select it, or press N and P to go through them.",
  noneByTouch: "Tap a unit to select it.",
  models: (left: number, start: number) => (left === start ? `${left}` : `${left} of ${start}`),
  reach: "Reach",
  sees: "Sees",
  unseen: "Cannot see",
  seesNobody: "No enemy in sight.",
  threats: "Threats",
  threat: (name: string, label: string, inches: string, chance: string) =>
    `${name}: ${label}, ${inches} away${chance ? `, ${chance}` : ""}`,
  noThreats: "No enemy can reach this unit next.",
  rules: "Rules",
  deselect: "Deselect",
  explain: "What do these terms mean?",
  explained: (name: string) => `${name}, explained`,
  builds: { "": "", foot: "on foot", large: "large", rider: "mounted", monster: "monster", engine: "war machine" },
  /** A single model in the ranks of a unit, at the label of that unit. */
  joined: (name: string, left: string) => `+ ${name} ${left}`,
  /** As the server says it. */
  withMark: (name: string) => `with ${name}`,
  inMark: (name: string) => `in ${name}`,
  inRanks: "In the ranks of",
  inItsRanks: "In its ranks:",
  leader: "with a leader",
  standard: "carries a standard",
  /** Models that fell, or wounds that felled none. */
  lost: (models: number, health: number) => (models > 0 ? `−${models}` : `−${health} ♥`),
  wounds: (count: number) => (count === 1 ? "1 wound" : `${count} wounds`),
  told: (name: string, seat: string, left: string, marks: string) =>
    [name, seat, left, marks].filter(Boolean).join(", "),
};

export const sight = {
  seen: "seen",
  unseen: "not seen",
  /** What hides it; nothing: the unit that looks faces elsewhere. */
  why: (by: readonly string[] = []) => (by.length ? `blocked by ${listed(by)}` : "outside the front arc"),
};

export const threats = {
  show: "Reach of every enemy",
  title: "Within reach",
  of: "Reach of",
  from: "Lines show charges, dots show shooting. Point at a unit to highlight its reach; wide dots then show how far it can shoot after moving.",
  nobody: "No unit in reach.",
  on: (name: string, by: string) => `${name}: in reach of ${by}`,
  by: (names: string) => `in reach of ${names}`,
};

/** With how many models or dice it is done. */
function shots({ models = 0, dice = 0 }: Aim): string {
  if (dice) return `${dice} ${dice === 1 ? "die" : "dice"}`;
  return `${models} ${models === 1 ? "model" : "models"}`;
}

export const aims = {
  told: (aim: Aim) => `${aim.label}: ${aim.need}+ to hit, ${aim.need > 6 ? "so no shot can hit" : shots(aim)}`,
};
