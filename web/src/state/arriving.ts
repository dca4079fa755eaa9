/** What the server tells, as it arrives: shown one thing after the other, then kept. */
import { batch } from "@preact/signals";
import type { Events, Hello, Line, Picture, State, ToPage } from "../net/types";
import { words } from "../words";
import { deciding, inWords } from "./describing";
import { lookOnceMore, survey, takeLook, takeRefusedLook } from "./inquiries";
import { missed, sawAll, takeNewLines, takeWholeLog } from "./missed";
import { beginSkip, endSkip, forgetSkip } from "./skipped";
import { takeBackTime } from "./moments";
import { notify, say } from "./notices";
import { takePresence } from "./presence";
import { forgetClocks, takeClocks } from "./clocks";
import { settings } from "./settings";
import { type Beat, beatsOf, finish, isShowing, noteScene, patched, paused, scene, show, stop, withoutWaitingForOneself } from "./show";
import {
  advised,
  advising,
  asked,
  askedBeside,
  battle,
  broughtUp,
  checked,
  consent,
  decided,
  endSeen,
  eyed,
  gathering,
  hello,
  log,
  moment,
  news,
  offered,
  picture,
  reasons,
  refusal,
  seat,
  seed,
  selected,
  sending,
  state,
  surveyed,
} from "./table";
import { held, keep, playedHere } from "./tokens";

/** So long something is news, in milliseconds. */
const NEWS_LAST = 7000;

/** Events and states that have come and are not shown yet. */
let queue: (Events | State)[] = [];
/** The last state that came. */
let latest: State | null = null;
/** Whether nothing is shown until somebody here is asked. */
let skipping = false;

export function receive(message: ToPage): void {
  const anew = message.type === "hello" || message.type === "gathering" || (message.type === "events" && message.fresh);
  if (anew) forgetShow();
  if (message.type === "state") {
    latest = message;
    takeClocks(message);
  }
  if (!anew && (message.type === "events" || message.type === "state")) queue.push(message);
  else apply(message);
  drain();
}

function forgetShow(): void {
  queue = [];
  skipping = false;
  forgetSkip();
  stop();
  batch(() => {
    paused.value = false;
    scene.value = null;
  });
}

/** The table is left: what has come is neither shown nor kept. */
export function forgetArrivals(): void {
  forgetShow();
  forgetClocks();
  latest = null;
}

/** Show what has come, one answer after the other, each with all that followed it. */
function drain(): void {
  while (!isShowing()) {
    const end = queue.findIndex((message) => message.type === "state");
    if (end < 0) return;
    const [next, ...events] = queue.splice(0, end + 1).reverse();
    const lines = events.reverse().flatMap((message) => (message as Events).lines);
    unfold(lines, next as State);
  }
}

function unfold(lines: readonly Line[], next: State): void {
  const before = state.peek();
  const beats = beatsOf(lines, next.changes ?? [], log.peek().length, log.peek());
  if (!before || !lines.length || settings.peek().atOnce || skipping || moment.peek()) {
    if (before && lines.length && !moment.peek()) beginSkip(before.picture, log.peek().length);
    for (const beat of beats) noteScene(beat);
    arrive(beats, next);
    return;
  }
  const own = seat.peek();
  const mine = (line: Line) => line.seat === own;
  const answered = own !== null && decided.peek() === before.number;
  show(answered ? withoutWaitingForOneself(beats, mine) : beats, (beat) => paint(beat, next), (rest) => {
    arrive(rest, next);
    drain();
  });
}

/** The table as it was when that happened: on the way to the next state, with nobody asked. */
function paint(beat: Beat, next: State): Picture {
  const { line, change } = beat;
  const before = picture.peek()!;
  takeEvents([line], false, inWords([beat]));
  sending.value = false;
  if (selected.peek() === broughtUp.peek()) surveyed.value = null;
  state.value = { ...next, number: line.number, picture: patched(before, change), question: null, over: false, outcome: null, changes: change ? [change] : [] };
  return before;
}

function arrive(beats: readonly Beat[], next: State): void {
  takeEvents(beats.map((beat) => beat.line), false, inWords(beats));
  takeState(next);
  if (next.question || next.over || !next.thinking) {
    skipping = false;
    paused.value = false;
    endSkip(next.picture, log.peek(), seat.peek());
  }
}

/** Everything up to the next decision to be made here, without showing it; who only watches sees how things stand now. */
export function skipToDecision(): void {
  skipping = isShowing() || (state.peek()?.thinking ?? false);
  if (isShowing()) beginSkip(picture.peek(), log.peek().length);
  finish();
  if (seat.peek() === null) skipping = false;
}

function apply(message: ToPage): void {
  switch (message.type) {
    case "gathering":
      gathering.value = message;
      break;
    case "hello":
      if (gathering.peek()) say(words.gathering.begun);
      batch(() => {
        hello.value = message;
        log.value = [];
      });
      rememberWatching(message);
      lookOnceMore();
      break;
    case "state":
      takeState(message);
      break;
    case "events":
      takeEvents(message.lines, message.fresh ?? false);
      break;
    case "reasons":
      reasons.value = new Map(reasons.peek()).set(message.number, message);
      break;
    case "checked":
    case "surveyed":
    case "threatened":
      takeLook(message);
      break;
    case "advised":
      advised.value = message;
      break;
    case "refused":
      takeRefusal(message);
      break;
    case "consent":
      consent.value = { seat: message.seat, what: message.what };
      say(message.what);
      break;
    case "presence":
      takePresence(message);
      break;
    case "seed":
      seed.value = message;
      break;
    case "renamed": {
      const now = hello.peek();
      if (now) hello.value = { ...now, battle: { ...now.battle, title: message.title } };
      const waiting = gathering.peek();
      if (waiting) gathering.value = { ...waiting, battle: { ...waiting.battle, title: message.title } };
      break;
    }
    case "bye":
      notify(message.reason, "bad");
      break;
    case "pong":
      break;
  }
}

/** What was watched is found again among one's battles. */
function rememberWatching({ battle: { id }, seat }: Hello): void {
  if (seat === null && !held(id)) keep(id, {}, id);
}

function takeState(next: State): void {
  const before = state.peek();
  batch(() => {
    gathering.value = null;
    state.value = next;
    sending.value = false;
    refusal.value = null;
    if (before && next.number < before.number) takeBackTime(next.number);
    if (!before || before.number !== next.number) {
      eyed.value = null;
      checked.value = null;
    }
    if ((latest ?? next).undo.asked_by === null) {
      consent.value = null;
      asked.value = false;
      offered.value = false;
    }
    const about = deciding(next.question);
    if (about !== null) {
      selected.value = about;
      broughtUp.value = about;
    } else if (before?.number !== next.number && selected.peek() === broughtUp.peek()) surveyed.value = null;
    if (!next.over) endSeen.value = false;
    // Whoever has not seen how it came to the end is not told the end first.
    else if (missed.peek() !== null) endSeen.value = true;
  });
  if (next.question && (!before || before.number !== next.number)) say(next.question.text);
  const chosen = selected.peek();
  if (chosen !== null && (deciding(next.question) !== null || chosen !== broughtUp.peek())) survey(chosen);
  findHotSeat(next);
}

/** Two people at one screen: whoever is asked gets the seat, if it is played in this browser. */
export function findHotSeat(next: State): void {
  const id = battle.peek();
  const told = hello.peek();
  if (!id || !told || told.seat === null || next.question || next.over || moment.peek()) return;
  const other = playedHere(id).find((one) => next.waiting_seats?.includes(one));
  if (other === undefined || other === told.seat || told.seats[other]?.kind !== "human") return;
  askedBeside.value = other;
}

function takeEvents(lines: readonly Line[], fresh: boolean, spoken: readonly string[] = []): void {
  const before = log.peek().length;
  log.value = fresh ? lines : [...log.peek(), ...lines];
  if (fresh) takeWholeLog(battle.peek() ?? "", lines);
  else if (lines.length) takeNewLines(battle.peek() ?? "", log.peek(), before, isLooking());
  if (fresh || !lines.length) return;
  for (const text of spoken) say(text);
  const told = lines.filter((line) => line.kind !== "heading");
  news.value = [...news.peek(), ...told];
  setTimeout(() => (news.value = news.peek().filter((line) => !told.includes(line))), NEWS_LAST);
}

/** Whether what happens now is before somebody's eyes; what is shown waits until it is. */
function isLooking(): boolean {
  return !moment.peek() && (isShowing() || document.visibilityState !== "hidden");
}

/** What was missed has been shown, or nobody wants it. */
export function catchUp(): void {
  const id = battle.peek();
  if (!id || missed.peek() === null) return;
  sawAll(id, log.peek().length);
  if (state.peek()?.over) endSeen.value = false;
}

function takeRefusal(message: { reason: string; rule: string | null; about: string }): void {
  if (takeRefusedLook(message.about, message.rule)) return;
  sending.value = false;
  if (message.about === "undo") asked.value = false;
  if (message.about === "advise") advising.value = false;
  if (message.about === "draw") offered.value = false;
  // A refused answer is told where the question stands; anything else has no place of its own.
  if (message.about === "answer") refusal.value = { reason: message.reason, rule: message.rule };
  else notify(message.reason, "bad", message.rule);
}
