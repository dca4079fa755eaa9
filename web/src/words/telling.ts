/** What has happened: the show, the log, luck and dice. */

export const show = {
  title: "What is happening",
  controls: "Playback",
  pause: "Pause (Space)",
  goOn: "Continue (Space)",
  step: "Next event (.)",
  pace: "Pace",
  paces: ["Slow", "Normal", "Fast"],
  paceText: "How fast events are shown (< slower, > faster)",
  skip: "Skip",
  skipText: "Skip to my next decision (S or Esc)",
  atOnce: "Skip animations",
  atOnceText: "From now on turns are no longer shown step by step. You can change this in the menu at the top.",
  atOnceMenu: "Skip animations",
  slowly: "Show what happens step by step",
  fight: "Fight",
  kinds: { fight: "Fight", volley: "Shooting", spell: "Spell" },
  against: "against",
  on: (whom: string) => `on ${whom}`,
  outcome: (who: string, result: string) => (who ? `${who}: ${result}` : result),
  follows: "Aftermath",
  won: (name: string, by: number) => `${name} won by ${by}`,
  tie: "A tie",
  noLoser: "No loser: no enemy is left",
};

export const skipped = {
  title: "Your losses while you skipped",
  titleAll: "Losses while you skipped",
  told: (costs: readonly string[]) => `While you skipped: ${costs.join(". ")}.`,
  cost: (name: string, models: number, health: number, left: string, marks: string) => {
    const lost = models > 0 ? `lost ${models} ${models === 1 ? "model" : "models"}` : `lost ${health} ${health === 1 ? "point of health" : "points of health"}`;
    if (!left) return `${name}: gone`;
    return `${name}: ${lost}, ${left} left${marks ? `; ${marks}` : ""}`;
  },
  none: "No unit lost models.",
  lines: "What happened to them",
  again: "Play it",
  close: "Close",
};

export const sound = {
  title: "Events",
  text: "How the battle is shown as it happens.",
  on: "Sound",
  onText: "Dice, arrows, clashes and horns, made in your browser.",
  volume: "Volume",
  try: "Try it",
  menuOn: "Turn sound on",
  menuOff: "Turn sound off",
};

export const missed = {
  title: "Since you last looked",
  told: (count: number) => (count === 1 ? "One thing has happened since you last looked." : `${count} things have happened since you last looked.`),
  show: "Show what happened",
  skip: "Skip",
};

export const log = {
  title: "Log",
  all: "All",
  mine: "Mine",
  dice: "Dice",
  filter: "Show",
  empty: "Nothing has happened yet.",
  jump: "Show this moment",
  replay: "Play again",
  lines: (count: number) => `${count} lines`,
  why: "Why?",
  whyLast: "Why did the computer do that?",
  parts: "Breakdown",
  whyTitle: (who: string) => `Why ${who} did that`,
  whyBefore: (turn: string, since: number) =>
    `Decided in ${turn}; ${since === 1 ? "one other decision has" : `${since} other decisions have`} been made since.`,
  noReasons: "No reasons were given.",
  nobodyYet: "The computer has not moved yet.",
  most: (most: number) => `${most} or less`,
  successes: (good: number, all: number) => `${good} of ${all}`,
  rolled: (who: string, why: string) => `${who}: ${why}`,
  dropped: (value: number) => `${value} (dropped)`,
  card: (card: string, deck: readonly string[]) => `card ${card}, drawn from ${deck.join(", ")}`,
  folded: (rolls: number) => `${rolls} rolls before the battle`,
  made: "success",
  missed: "failed",
};

export const luck = {
  title: "Luck",
  text: "What the dice were expected to do, and what they did.",
  none: "No rolls yet.",
  expected: "Expected",
  rolled: "Rolled",
  rolls: (count: number) => `${count} tries`,
  row: (name: string, expected: string, rolled: string) => `${name}: ${expected} expected, ${rolled} rolled`,
};

export const fair = {
  title: "Fair dice",
  text: "Before the first roll the server published this fingerprint of its seed. After the battle the seed is revealed, and this page verifies by itself that it matches and that every roll came from it.",
  commitment: "Fingerprint",
  verify: "Reveal and verify",
  afterEnd: "The seed is revealed after the battle.",
  known: "The player who set up this battle chose the seed and may know the dice.",
  seed: "Seed",
  good: (rolls: number, past: number, gaps: number) =>
    `Verified: the fingerprint matches, and ${rolls === 1 && !past ? "the one roll comes" : `${past ? `${rolls - past} of ${rolls}` : `all ${rolls}`} rolls come`} from this seed.` +
    (past ? ` The first ${past === 1 ? "one" : past} fell before this battle branched off another.` : "") +
    (gaps ? ` Dice of the seed were skipped in ${gaps === 1 ? "1 place" : `${gaps} places`}. This happens when players agree to roll new dice after a take-back.` : ""),
  record: "Fingerprint of the seed in the record",
  badSeed: "The seed does not match the fingerprint.",
  badRoll: (count: number) => (count === 1 ? "1 roll does not come from this seed." : `${count} rolls do not come from this seed.`),
};
