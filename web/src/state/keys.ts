/** The keyboard: everything that a mouse can do at the table. */
import type { Step } from "../net/types";
import { fit, ownEdge, quarterTurns, zoomAt } from "../table/view";
import { undo } from "./acting";
import { toDecision } from "./focus";
import { wider } from "./draft";
import { select } from "./inquiries";
import { addStep, begun, confirmMove, confirmPicks, confirmPlace, confirmShares, draft, nudgePlace, picked, placing, setFiles, setSteps, startOver, typed } from "./making";
import { say } from "./notices";
import { asksToEnd, endPhase, ends, goOn, pass } from "./passing";
import { backToChoice, choose, numbered, pointAt } from "./picking";
import { change, settings } from "./settings";
import { isSecondPress } from "./settling";
import { changeSpeed, shown, stepOn, togglePause } from "./show";
import { gathering, moment, picture, question, selected } from "./table";
import { toggleThreats } from "./threats";
import { setAtOnce, skip, stepBy } from "./time";
import { helpOpen, measuring, ruler, textOpen, toggleRuler } from "./ui";
import { seenByTheOneThatDecides } from "./whereabouts";
import { confirmWalk, holdModel, nextFormation, nudgeWalk, toggleModels, walkInstead, walking } from "./walking";
import { showLastWhy } from "./why";

/** Keys that answer a question. */
const ANSWERS = /^(Enter|[1-9heHE])$/;
const INCHES = 0.5;
const FINE = 0.1;
const DEGREES = 5;

export function keyDown(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (gathering.peek()) return;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog")) return;
  if (event.key.length === 1 && !settings.peek().letters) return;
  // A key that is held down answers once.
  if (event.repeat && ANSWERS.test(event.key)) return;
  if (ANSWERS.test(event.key) && isSecondPress(event)) return event.preventDefault();
  const plain = target.closest("button, a, summary, [role=slider], ol[tabindex]");
  // Enter and blank belong to whatever has the focus, arrows to what scrolls or slides.
  if (plain && (event.key === "Enter" || event.key === " ")) return;
  if (target.closest("[role=slider], [role=tab], ol[tabindex], .scroll") && event.key.startsWith("Arrow")) return;
  const taken = (shown.peek() && showKey(event)) || (draft.peek() && moveKey(event)) || (walking.peek() && walkKey(event)) || (placing.peek() && placeKey(event)) || commonKey(event);
  if (taken) event.preventDefault();
}

function valueOr(usual: number): number {
  const value = parseFloat(typed.peek());
  typed.value = "";
  return Number.isNaN(value) ? usual : value;
}

function digits(event: KeyboardEvent): boolean {
  if (!/^[0-9.]$/.test(event.key)) return false;
  typed.value = `${typed.peek()}${event.key}`.slice(0, 6);
  return true;
}

function moveKey(event: KeyboardEvent): boolean {
  const fine = event.shiftKey;
  const inches = () => valueOr(fine ? FINE : INCHES);
  const degrees = () => valueOr(fine ? 1 : DEGREES);
  const steps: Record<string, () => Step> = {
    ArrowUp: () => ({ move: "forward", inches: inches() }),
    ArrowDown: () => ({ move: "back", inches: inches() }),
    ArrowLeft: () => ({ move: "sidestep", inches: -inches() }),
    ArrowRight: () => ({ move: "sidestep", inches: inches() }),
    q: () => ({ move: "wheel", degrees: -degrees() }),
    e: () => ({ move: "wheel", degrees: degrees() }),
    "[": () => ({ move: "pivot", degrees: -degrees() }),
    "]": () => ({ move: "pivot", degrees: degrees() }),
    "{": () => ({ move: "pivot", degrees: -degrees() }),
    "}": () => ({ move: "pivot", degrees: degrees() }),
  };
  const made = steps[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (made) {
    addStep(made());
    return true;
  }
  if (digits(event)) return true;
  switch (event.key) {
    case "<":
    case ">":
      setFiles(wider(draft.peek()!, event.key === ">" ? 1 : -1));
      return true;
    case "Enter":
      confirmMove();
      return true;
    case "Escape":
      escape();
      return true;
    case "Backspace":
      if (typed.peek()) typed.value = typed.peek().slice(0, -1);
      else setSteps(draft.peek()!.steps.slice(0, -1));
      return true;
    default:
      return false;
  }
}

/** What was begun is undone first; with nothing begun, it goes back to the choice of a unit. */
function escape(): void {
  if (begun.peek() || !backToChoice()) startOver();
}

/** While something is shown. */
function showKey(event: KeyboardEvent): boolean {
  const done: Record<string, () => void> = { " ": togglePause, k: togglePause, ".": stepOn, s: skip, escape: skip, "<": () => changeSpeed(-1), ">": () => changeSpeed(1) };
  const what = done[event.key.toLowerCase()];
  what?.();
  return what !== undefined;
}

/** Arrows go where they point on the screen, however the table lies. */
function onScreen(dx: number, dy: number): [number, number] {
  let [x, y] = [dx, dy];
  for (let i = 0; i < quarterTurns.peek(); i++) [x, y] = [-y, x];
  return [x, y];
}

/** Arrows move and letters turn what has a place of its own; says whether the key was one of them, or a digit. */
function nudgeKey(event: KeyboardEvent, nudge: (dx: number, dy: number, turn: number) => void): boolean {
  const ways: Record<string, [number, number]> = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  const way = ways[event.key];
  if (way) {
    const inches = valueOr(event.shiftKey ? FINE : INCHES);
    const [dx, dy] = onScreen(way[0] * inches, way[1] * inches);
    nudge(dx, dy, 0);
    return true;
  }
  const turns: Record<string, number> = { q: -1, e: 1, "[": -1, "]": 1 };
  const turn = turns[event.key.toLowerCase()];
  if (turn) {
    nudge(0, 0, turn * valueOr(event.shiftKey ? 1 : DEGREES));
    return true;
  }
  return digits(event);
}

function walkKey(event: KeyboardEvent): boolean {
  if (nudgeKey(event, nudgeWalk)) return true;
  const now = walking.peek()!;
  const instead = now.asked.instead?.[0];
  const done: Record<string, () => void> = {
    f: () => nextFormation(event.shiftKey ? -1 : 1),
    m: toggleModels,
    j: () => holdModel(now.held + (event.shiftKey ? -1 : 1)),
    i: () => instead && walkInstead(instead.key),
    enter: confirmWalk,
    escape,
    backspace: () => (typed.value = typed.peek().slice(0, -1)),
  };
  const what = done[event.key.toLowerCase()];
  what?.();
  return what !== undefined;
}

function placeKey(event: KeyboardEvent): boolean {
  if (nudgeKey(event, nudgePlace)) return true;
  if (event.key === "Enter") confirmPlace();
  else if (event.key === "Escape") escape();
  else return false;
  return true;
}

function commonKey(event: KeyboardEvent): boolean {
  const asked = question.peek();
  const listed = asked?.ask === "choose" || asked?.ask === "pick" ? asked : null;
  if (/^[1-9]$/.test(event.key) && listed) {
    const option = numbered(listed.options)[Number(event.key) - 1];
    if (option && !option.passes) choose(option);
    return true;
  }
  if (asksToEnd.peek() && (event.key === "Enter" || event.key === "Escape")) {
    if (event.key === "Enter") endPhase();
    else goOn();
    return true;
  }
  if (event.key === "Enter" && (asked?.ask === "allocate" || asked?.ask === "pick")) {
    if (asked.ask === "pick") confirmPicks();
    else confirmShares();
    return true;
  }
  if (event.key === "Escape" && asked?.ask === "pick" && picked.peek().length) {
    startOver();
    return true;
  }
  if ((event.key === "ArrowDown" || event.key === "ArrowUp") && listed) {
    focusOption(event.key === "ArrowDown" ? 1 : -1);
    return true;
  }
  const done: Record<string, () => unknown> = {
    h: () => ends.peek() || pass(),
    e: () => ends.peek() && pass(),
    n: () => cycle(1),
    p: () => cycle(-1),
    d: toDecision,
    t: () => (textOpen.value = !textOpen.peek()),
    w: () => void showLastWhy(),
    u: undo,
    g: () => change({ grid: !settings.peek().grid }),
    r: toggleRuler,
    x: toggleThreats,
    a: () => setAtOnce(!settings.peek().atOnce),
    o: () => change({ sound: !settings.peek().sound }),
    v: turnTable,
    "+": () => zoomAt(1.25),
    "=": () => zoomAt(1.25),
    "-": () => zoomAt(0.8),
    "0": fit,
    ",": () => void stepBy(-1),
    ".": () => void stepBy(1),
    "?": () => (helpOpen.value = true),
    escape: () => {
      const measured = measuring.peek() || ruler.peek();
      measuring.value = false;
      ruler.value = null;
      if (!measured && !moment.peek() && !backToChoice()) select(null);
    },
  };
  const what = done[event.key.toLowerCase()];
  what?.();
  return what !== undefined;
}

/** Through the options like through a list. */
function focusOption(by: number): void {
  const options = [...document.querySelectorAll<HTMLElement>(".option .take")];
  const at = options.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? (by > 0 ? 0 : options.length - 1) : (at + by + options.length) % options.length;
  // What is folded away cannot take the focus.
  for (let fold = options[next]?.closest("details") ?? null; fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
  options[next]?.focus();
}

export function turnTable(): void {
  const upright = ownEdge.peek() === "near" ? 0 : 2;
  change({ turn: (quarterTurns.peek() - upright + 5) % 4 });
}

function cycle(by: number): void {
  const units = picture.peek()?.units.filter((unit) => unit.pose) ?? [];
  if (!units.length) return;
  const at = units.findIndex((unit) => unit.id === selected.peek());
  const next = at < 0 ? (by > 0 ? 0 : units.length - 1) : (at + by + units.length) % units.length;
  pointAt(units[next]!.id);
  const where = seenByTheOneThatDecides(units[next]!);
  if (where) say(where);
}
