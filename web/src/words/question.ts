/** Questions, and the ways to answer them. */
import { listed } from "../state/english";
import { capital } from "./figures";

/** Everything that is there: “a, b or c”. */
const either = (parts: (string | false | undefined)[]) => parts.filter(Boolean).join(", ").replace(/, ([^,]*)$/, " or $1");

export const question = {
  rules: "Rules",
  onTable: "or click it on the table",
  meanwhile: "Meanwhile",
  andMore: (count: number) => `and ${count} more`,
  filtered: (name: string) => `Only ${name}`,
  turnFirst: "Turn first",
  showAll: "Show all",
  another: "Choose another unit",
  /** What Escape does now: one thing at a time. */
  escape: (begun: boolean, another: boolean) => (begun ? "start over" : another ? "choose another unit" : ""),
  /** Where a part of the table lies, as the player sees it. */
  sides: { top: "at the top of your screen", bottom: "at the bottom of your screen", left: "on the left of your screen", right: "on the right of your screen" },
  denied: (count: number) => (count === 1 ? "One unavailable option" : `${count} unavailable options`),
  alsoDenied: (count: number) => `${count} more by the same rule`,
  combined: (count: number) => `Against several targets (${count})`,
  unlikely: (count: number) => `Unlikely (${count})`,
  seldom: (count: number) => `More (${count})`,
  odds: "Odds in detail",
  group: (before: string, after: string) => `${before}…${after}`,
  key: (key: string) => `Key ${key}`,
};

const time = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
const counted = (count: number, what: string) => (count === 1 ? `1 ${what}` : `${count} ${what}s`);
const spoken = (seconds: number) =>
  [[Math.floor(seconds / 60), "minute"] as const, [seconds % 60, "second"] as const]
    .filter(([count]) => count > 0)
    .map(([count, what]) => counted(count, what))
    .join(" ") || "no time";

export const clock = {
  time,
  left: (seconds: number) => `${time(seconds)} left.`,
  soon: (seconds: number) => (seconds === 60 ? "One minute left." : `${seconds} seconds left.`),
  told: (name: string, seconds: number, running: boolean, low: boolean) =>
    `${name}: ${spoken(seconds)} left${low && seconds > 0 ? ", time is low" : ""}${seconds === 0 ? "" : running ? ", the clock is running" : ", the clock is stopped"}`,
};

/** So many names are read at a glance. */
const NAMED = 8;

export const decline = {
  notThisTurn: "Not this turn",
  why: "Answers no to this question for the rest of the turn",
  told: (topic: string, times: number) => `Not asked again this turn: ${topic}. Answered no ${times === 1 ? "once" : `${times} times`}.`,
  askAgain: "Ask again",
};

export const pass = {
  pass: "Pass",
  end: "End phase",
  goOn: "Go on",
  idle: (names: readonly string[]) => `${listed(names.length > NAMED ? [...names.slice(0, NAMED - 1), `${names.length - NAMED + 1} more`] : names)} can still act. End the phase?`,
  means: (how: string) => `: ${how}`,
};

export const move = {
  stay: "Stay here",
  first: (kind: string, steps: string) => (kind ? `${capital(kind)}: ${steps.toLowerCase()}` : steps),
  named: (kind: string, inches: string) => `${capital(kind)} ${inches}`.trim(),
  confirm: "Confirm",
  reset: "Reset",
  auto: "Auto",
  kind: "Kind of move",
  steps: "Steps",
  noSteps: (can: Record<string, boolean>, touch: boolean) =>
    `Drag ${either([can.forward && "the regiment", can.wheel && "its corner handles", can.pivot && "the ring", can.files && "its side handles to change files"])}${can.wheel && !touch ? "; hold Ctrl to wheel towards the pointer" : ""}.${touch ? "" : " Or use the keyboard."}`,
  cost: (cost: string, limit: string) => `${cost} of ${limit}`,
  left: (left: string) => `${left} left`,
  free: "free",
  legal: "Legal",
  illegal: "Not possible",
  checking: "Checking …",
  add: "Add",
  remove: "Remove this step",
  value: (name: string) => `${name}: value`,
  typed: (value: string) => `Typed: ${value}`,
  names: {
    forward: "Forward",
    back: "Back",
    sidestep: "Sideways",
    wheel: "Wheel",
    pivot: "Pivot",
  } as Record<string, string>,
  units: { forward: "inches", back: "inches", sidestep: "inches, + right", wheel: "degrees, + right", pivot: "degrees" } as Record<
    string,
    string
  >,
  handleWheelLeft: "Wheel: this corner swings forward, to the right",
  handleWheelRight: "Wheel: this corner swings forward, to the left",
  handlePivot: "Pivot about the centre",
  handleFiles: "Wider or narrower: drag it outwards or inwards",
  files: "Files",
  inFiles: (count: number) => (count === 1 ? "1 file" : `${count} files`),
  wider: "Wider",
  narrower: "Narrower",
  near: "Nearby",
  startedOver: "No steps: the unit stays where it is.",
  toLeft: "left",
  toRight: "right",
  tag: (kind: string, cost: string, limit: string) => `${capital(kind)} ${cost} / ${limit}`,
  tagFree: capital,
  keys: (can: Record<string, boolean>, escape: string) =>
    [
      can.forward && "↑ ↓ ← → move by 0.5″ (Shift: 0.1″)",
      can.wheel && "Q E wheel",
      can.pivot && "[ ] pivot by 5° (Shift: 1°)",
      can.files && "< > fewer, more files",
      "type a number first for an exact value",
      "Enter confirm",
      escape && `Esc ${escape}`,
    ]
      .filter(Boolean)
      .join(" · "),
};

export const walk = {
  formations: { "": "As it stands", line: "Line", column: "Column", wedge: "Wedge", crowd: "Crowd" } as Record<string, string>,
  formation: "Formation",
  models: "Model by model",
  model: (number: number) => `Model ${number}`,
  which: "Model",
  text: "Drag the unit to where it should go. Its models find their own way.",
  textTurned: "Drag the unit to where it should go, and use the ring to turn it. Its models find their own way.",
  textModels: "Drag each model to where it should go.",
  confirm: "Move",
  first: "Straight ahead",
  must: "Suggest a move",
  longest: (inches: string, limit: string) => `Longest move ${inches} of ${limit}`,
  apart: (numbers: readonly number[]) => (numbers.length === 1 ? `Model ${numbers[0]} is apart from the others` : `Models ${listed(numbers)} are apart from the others`),
  fights: (touching: number, reaching: number, reach: string) =>
    [touching > 0 && `${touching} in contact with enemies`, reaching > 0 && `${reaching} within ${reach} of enemies`].filter(Boolean).join(", "),
  handleModel: (number: number) => `Model ${number}: drag it`,
  handleTurn: "Turn it",
  instead: "Or",
  keys: (can: { formations: boolean; turns: boolean; models: boolean; instead: boolean }, escape: string) =>
    [
      "Arrows move by 0.5″ (Shift: 0.1″)",
      can.turns && "Q E turn by 5° (Shift: 1°)",
      can.formations && "F next formation",
      "M model by model",
      can.models && "J next model",
      can.instead && "I the first of the other options",
      "Enter confirm",
      escape && `Esc ${escape}`,
    ]
      .filter(Boolean)
      .join(" · "),
};

export const place = {
  confirm: "Place it here",
  turn: "Facing, °",
  x: "X (inches)",
  y: "Y (inches)",
  text: "Drag the unit into place. Use the ring to turn it.",
  textPoint: "Drag it into place.",
  textModel: "Drag the model into place.",
  textTemplate: "Drag the template into place.",
  textTurned: "Drag it into place. Use the ring to turn it.",
  within: (what: string, inches: number, told: string) => (inches ? `${what}: within ${told}` : what),
  told: (x: string, y: string, facing: string) => `${x} across, ${y} along${facing && `, facing ${facing}`}`,
  keys: (escape: string) => `Arrows move by 0.5″ (Shift: 0.1″) · Q E turn by 5° (Shift: 1°) · Enter place${escape && ` · Esc ${escape}`}`,
};

export const pick = {
  how: (least: number, most: number) => (least === most ? `Pick ${most}.` : least ? `Pick ${least} to ${most}.` : `Pick up to ${most}.`),
  confirm: (count: number, least: number) => (count === 0 ? (least ? "Confirm" : "Pick none") : count === 1 ? "Confirm 1 pick" : `Confirm ${count} picks`),
  none: "Pick none",
  keys: "1 … 9 pick or unpick · Enter confirm · Esc start over",
};

export const allocate = {
  bounds: (least: number, most: number | null) => [least > 0 && `at least ${least}`, most !== null && `at most ${most}`].filter(Boolean).join(", "),
  left: (count: number) => (count === 0 ? "All assigned" : count > 0 ? `${count} left to assign` : `${-count} too many`),
  more: (name: string) => `One more to ${name}`,
  less: (name: string) => `One less to ${name}`,
  confirm: "Confirm split",
  all: "All",
};
