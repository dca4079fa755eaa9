/** The table at hand: what the server told, what the reader looks at, and the answer that is being made. */
import { batch, computed, signal } from "@preact/signals";
import { api } from "../net/api";
import { Asking } from "../net/asking";
import { TableSocket } from "../net/socket";
import type {
  Answer,
  Checked,
  Events,
  Gathering,
  Hello,
  Line,
  Moment,
  Picture,
  Question,
  Reasons,
  SeedRevealed,
  State,
  SurveyAsked,
  Surveyed,
  Threatened,
  ThreatsAsked,
  Timeline,
  ToPage,
  ToServer,
  UnitShown,
} from "../net/types";
import { words } from "../words";
import { toTable } from "./focus";
import { missed, sawAll, takeNewLines, takeWholeLog } from "./missed";
import { complain, notify, say } from "./notices";
import { forgetPresence, takePresence } from "./presence";
import { note } from "./route";
import { settings } from "./settings";
import { type Beat, beatsOf, fight, finish, isShowing, noteFight, patched, paused, show, stop, withoutWaitingForOneself } from "./show";
import { held, keep, keysOf, playedHere, seatIsPlayed, tokenFor } from "./tokens";
import { agreeOpen } from "./ui";

export const battle = signal<string | null>(null);
export const hello = signal<Hello | null>(null);
/** Whether the address leads to no battle. */
export const nowhere = signal(false);
/** Whether the key that this browser has opened its seat. */
export const keyFits = signal(true);
/** How things stand in a battle that has not begun: armies are still to be chosen. */
export const gathering = signal<Gathering | null>(null);
export const state = signal<State | null>(null);
export const log = signal<readonly Line[]>([]);
/** What has just happened, for as long as it is news: facts and dice, no headings. */
export const news = signal<readonly Line[]>([]);
export const reasons = signal<ReadonlyMap<number, Reasons>>(new Map());
export const connected = signal(true);
export const sending = signal(false);
export const consent = signal<{ seat: number; what: string } | null>(null);
export const asked = signal(false);
/** Whether a draw was offered here and waits for its answer. */
export const offered = signal(false);
export const seed = signal<SeedRevealed | null>(null);
export const refusal = signal<{ reason: string; rule: string | null } | null>(null);

export const selected = signal<number | null>(null);
export const hovered = signal<number | null>(null);
/** An option under the pointer or the focus, so that the table can show what it means. */
export const eyed = signal<string | null>(null);
export const surveyed = signal<Surveyed | null>(null);
/** How far a side reaches next, for the last side that was asked for. */
export const threatened = signal<Threatened | null>(null);
export const checked = signal<Checked | null>(null);
export const checking = signal(false);
export const timeline = signal<Timeline | null>(null);
/** A moment that is looked back on; `lines` are how many of the log have been told, where that is less than all of it. */
export const moment = signal<(Moment & { lines?: number }) | null>(null);
export const playing = signal(false);
export const endSeen = signal(false);

/** What is shown: a moment of the past, or now. */
export const picture = computed<Picture | null>(() => moment.value?.picture ?? state.value?.picture ?? null);
export const question = computed<Question | null>(() => (moment.value ? null : (state.value?.question ?? null)));
export const seat = computed(() => (hello.value ?? gathering.value)?.seat ?? null);
export const units = computed(() => new Map<number, UnitShown>(picture.value?.units.map((unit) => [unit.id, unit])));
/** The number of the last answer that was given here. */
const decided = signal<number | null>(null);
/** What others did since the last decision made here: facts, neither dice nor headings. */
export const meanwhile = computed(() => {
  const since = decided.value;
  if (since === null || !question.value) return [];
  const own = question.value.seat;
  return log.value.filter((line) => line.number > since && line.seat !== null && line.seat !== own && !line.dice && line.kind !== "heading");
});
export const shownLog = computed(() => {
  const past = moment.value;
  if (!past) return log.value;
  return past.lines === undefined ? log.value.filter((line) => line.number <= past.number) : log.value.slice(0, past.lines);
});

/** Moments that were looked at. What is taken back takes them with it. */
const moments = new Map<string, Moment>();
let socket: TableSocket | null = null;

export function open(id: string, at: number | null, as: number | null = null): void {
  const token = tokenFor(id, as ?? undefined);
  close();
  battle.value = id;
  connect(id, token ?? id);
  // Whoever comes to a moment of the past is not told the end first.
  endSeen.value = at !== null;
  if (at !== null) void showMoment(at);
}

/** The id of a battle opens the view of a spectator: a key that opens nothing leads there, too. */
function connect(id: string, token: string): void {
  const inVain = () => {
    if (token === id) nowhere.value = true;
    else {
      keyFits.value = false;
      connect(id, id);
    }
  };
  socket = new TableSocket(token, receive, (open) => (connected.value = open), inVain);
}

export function close(): void {
  socket?.close();
  socket = null;
  forgetShow();
  latest = null;
  for (const one of [checks, surveys, threats]) {
    one.forget();
    one.again();
  }
  batch(() => {
    battle.value = null;
    nowhere.value = false;
    keyFits.value = true;
    hello.value = null;
    gathering.value = null;
    state.value = null;
    log.value = [];
    news.value = [];
    reasons.value = new Map();
    connected.value = true;
    sending.value = false;
    consent.value = null;
    asked.value = false;
    offered.value = false;
    forgetPresence();
    seed.value = null;
    refusal.value = null;
    selected.value = null;
    hovered.value = null;
    eyed.value = null;
    surveyed.value = null;
    threatened.value = null;
    checked.value = null;
    missed.value = null;
    decided.value = null;
    timeline.value = null;
    moment.value = null;
    playing.value = false;
    endSeen.value = false;
  });
}

function send(message: ToServer): boolean {
  const sent = socket?.send(message) ?? false;
  if (!sent) notify(words.app.reconnecting, "bad");
  return sent;
}

/** So long something is news, in milliseconds. */
const NEWS_LAST = 7000;

/** Events and states that have come and are not shown yet. */
let queue: (Events | State)[] = [];
/** The last state that came. */
let latest: State | null = null;
/** Whether nothing is shown until somebody here is asked. */
let skipping = false;

function receive(message: ToPage): void {
  const anew = message.type === "hello" || message.type === "gathering" || (message.type === "events" && message.fresh);
  if (anew) forgetShow();
  if (message.type === "state") latest = message;
  if (!anew && (message.type === "events" || message.type === "state")) queue.push(message);
  else apply(message);
  drain();
}

function forgetShow(): void {
  queue = [];
  skipping = false;
  stop();
  batch(() => {
    paused.value = false;
    fight.value = null;
  });
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
  if (!before || !lines.length || settings.peek().atOnce || skipping || moment.peek()) {
    for (const line of lines) noteFight(line);
    arrive(lines, next);
    return;
  }
  const own = seat.peek();
  const mine = (line: Line) => line.seat === own;
  const beats = beatsOf(lines, next.changes ?? [], log.peek().length);
  const answered = own !== null && decided.peek() === before.number;
  show(answered ? withoutWaitingForOneself(beats, mine) : beats, (beat) => paint(beat, next), (rest) => {
    arrive(rest.map((beat) => beat.line), next);
    drain();
  });
}

/** The table as it was when that happened: on the way to the next state, with nobody asked. */
function paint({ line, change }: Beat, next: State): Picture {
  const before = picture.peek()!;
  takeEvents([line], false);
  sending.value = false;
  if (selected.peek() === broughtUp) surveyed.value = null;
  state.value = { ...next, number: line.number, picture: patched(before, change), question: null, over: false, outcome: null, changes: change ? [change] : [] };
  return before;
}

function arrive(lines: readonly Line[], next: State): void {
  takeEvents(lines, false);
  takeState(next);
  if (next.question || next.over || !next.thinking) {
    skipping = false;
    paused.value = false;
  }
}

/** Everything up to the next decision to be made here, without showing it; who only watches sees how things stand now. */
export function skipToDecision(): void {
  skipping = isShowing() || (state.peek()?.thinking ?? false);
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
      for (const one of [checks, surveys, threats]) one.again();
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
      if (checks.answered(message.id)) {
        checked.value = message;
        // A newer question may be waiting for its turn to be sent.
        checking.value = checks.busy;
      }
      break;
    case "surveyed":
      if (surveys.answered(message.id) && message.unit === selected.peek()) surveyed.value = message;
      break;
    case "threatened":
      if (threats.answered(message.id)) threatened.value = message;
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
      broughtUp = about;
    } else if (before?.number !== next.number && selected.peek() === broughtUp) surveyed.value = null;
    if (!next.over) endSeen.value = false;
    // Whoever has not seen how it came to the end is not told the end first.
    else if (missed.peek() !== null) endSeen.value = true;
  });
  if (next.question && (!before || before.number !== next.number)) say(next.question.text);
  const chosen = selected.peek();
  if (chosen !== null && (deciding(next.question) !== null || chosen !== broughtUp)) survey(chosen);
  hotSeat(next);
}

/** What was taken back is no more; the marks and the reasons of what stays do. */
function takeBackTime(number: number): void {
  moments.clear();
  const known = timeline.peek();
  if (known) timeline.value = { ...known, stops: known.stops.filter((stop) => stop.number <= number), last: number };
  reasons.value = new Map([...reasons.peek()].filter(([decided]) => decided < number));
}

/** The unit that a question brought up: once that is answered, its reach and sight are no longer shown unasked. */
let broughtUp: number | null = null;

/** Two people at one screen: whoever is asked gets the seat, if it is played in this browser. */
function hotSeat(next: State): void {
  const id = battle.peek();
  const told = hello.peek();
  if (!id || !told || told.seat === null || next.question || next.over || moment.peek()) return;
  const other = playedHere(id).find((one) => next.waiting_seats?.includes(one));
  if (other === undefined || other === told.seat || told.seats[other]?.kind !== "human") return;
  notify(words.table.now(seatName(other)));
  open(id, null, other);
}

/** From now on the seat is played here, or by whoever has its link. */
export function playSeat(index: number, where: "here" | "away"): void {
  const id = battle.peek();
  if (!id) return;
  seatIsPlayed(id, index, where);
  const now = state.peek();
  if (where === "away" && index === seat.peek()) open(id, null);
  else if (now) hotSeat(now);
}

function takeEvents(lines: readonly Line[], fresh: boolean): void {
  const before = log.peek().length;
  log.value = fresh ? lines : [...log.peek(), ...lines];
  if (fresh) takeWholeLog(battle.peek() ?? "", lines);
  else if (lines.length) takeNewLines(battle.peek() ?? "", log.peek(), before, isLooking());
  if (fresh || !lines.length) return;
  for (const line of lines) say(line.text);
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
  const looks = { check: checks, survey: surveys, threats }[message.about];
  if (looks) {
    looks.refused(message.rule === TOO_FAST);
    checking.value = checks.busy;
    return;
  }
  sending.value = false;
  if (message.about === "undo") asked.value = false;
  if (message.about === "draw") offered.value = false;
  // A refused answer is told where the question stands; anything else has no place of its own.
  if (message.about === "answer") refusal.value = { reason: message.reason, rule: message.rule };
  else notify(message.reason, "bad", message.rule);
}

/** Give the battle up for a seat that is played here: it is over for all then. */
export function concede(as: number): void {
  if (as === seat.peek()) send({ type: "concede" });
  else send({ type: "concede", key: keysOf(battle.peek() ?? "", [as])[0]! });
}

/** Whoever plays at this screen, too, has to agree here first. */
export function offerDraw(): void {
  if (besideMe().length) agreeOpen.value = "draw";
  else offered.value = send({ type: "draw" });
}

/** The seats of other people that are played at this screen: nobody elsewhere could answer for them. */
export function besideMe(): number[] {
  const here = playedHere(battle.value ?? "");
  return (hello.value?.seats ?? []).flatMap((one, index) => (index !== seat.value && one.kind === "human" && here.includes(index) ? [index] : []));
}

/** All who share this screen agree: only those elsewhere are asked. */
export function agreeHere(on: "draw" | "undo"): void {
  const agreed = keysOf(battle.peek() ?? "", besideMe());
  const waits = hello.peek()!.seats.filter((one) => one.kind === "human").length > agreed.length + 1;
  const sent = send({ type: on, agreed });
  if (on === "draw") offered.value = sent && waits;
  else asked.value = sent && waits;
}

export function answer(given: Answer): void {
  const now = state.peek();
  if (!now?.question || sending.peek() || moment.peek()) return;
  refusal.value = null;
  fight.value = null;
  catchUp();
  toTable();
  decided.value = now.number;
  sending.value = send({ type: "answer", number: now.number, answer: given });
}

const CHECK_EVERY = 30;
const TOO_FAST = "play.limits";

const ask = (message: ToServer) => socket?.send(message) ?? false;
const checks = new Asking<Answer>((id, answer) => ask({ type: "check", id, answer }), CHECK_EVERY);
const surveys = new Asking<Omit<SurveyAsked, "type" | "id">>((id, wanted) => ask({ type: "survey", id, ...wanted }));
const threats = new Asking<Omit<ThreatsAsked, "type" | "id">>((id, wanted) => ask({ type: "threats", id, ...wanted }));

/** Ask whether an answer would be legal; some thirty times a second, the last one always. */
export function check(wanted: Answer): void {
  checking.value = true;
  refusal.value = null;
  checks.ask(wanted);
}

export function forgetCheck(): void {
  checks.forget();
  checked.value = null;
  checking.value = false;
}

export function survey(unit: number, pose: [number, number, number] | null = null): void {
  if (seat.peek() === null && !hello.peek()) return;
  surveys.ask({ unit, pose, at: moment.peek()?.number ?? null });
}

export function askThreats(side: number): void {
  threats.ask({ seat: side, at: moment.peek()?.number ?? null });
}

/** Another moment is shown: whatever was told of the last one holds no more. */
function lookAgain(): void {
  surveyed.value = null;
  if (selected.peek() !== null) survey(selected.peek()!);
}

/** Look at a unit without a word: its card, and what it reaches and sees, are shown. */
export function look(unit: number | null): void {
  if (unit !== null) broughtUp = null;
  if (selected.peek() === unit && surveyed.peek()) return;
  batch(() => {
    selected.value = unit;
    surveyed.value = null;
  });
  if (unit !== null) survey(unit);
}

/** Look at a unit, and tell it to whoever listens. */
export function select(unit: number | null): void {
  const found = unit === null || unit === selected.peek() ? undefined : units.peek().get(unit);
  look(unit);
  if (found) say(described(found));
}

/** What "Take back" takes back: the last decision made at this screen, whoever's it was; null: nothing. */
export function takenBack(): { free: boolean; whose: number | null } | null {
  const undo = state.value?.undo;
  if (undo?.theirs && besideMe().includes(undo.theirs.seat)) return { free: undo.theirs.free, whose: undo.theirs.seat };
  return undo?.possible ? { free: undo.free, whose: null } : null;
}

export function undo(): void {
  const back = takenBack();
  if (!back) return;
  const here = besideMe();
  if (back.free) send(back.whose === null ? { type: "undo" } : { type: "undo", agreed: keysOf(battle.peek() ?? "", here) });
  else if (here.length) agreeOpen.value = "undo";
  else asked.value = send({ type: "undo" });
}

export const redo = () => send({ type: "redo" });

export function giveConsent(yes: boolean): void {
  consent.value = null;
  send({ type: "consent", yes });
}

export const askSeed = () => send({ type: "seed" });

export function seatName(index: number | null): string {
  if (index === null) return "";
  return picture.peek()?.seats[index]?.name ?? hello.peek()?.seats[index]?.name ?? "";
}

/** The unit that a question is about: its own, or that of all its options. */
export function deciding(asked: Question | null): number | null {
  if (!asked) return null;
  if ("unit" in asked && asked.unit !== undefined) return asked.unit;
  const all = asked.ask === "choose" ? [...new Set(asked.options.flatMap((option) => option.unit ?? []))] : [];
  return all.length === 1 ? all[0]! : null;
}

/** A turn by its number, in the rulebook's word for it. */
export function turnText(turn: number): string {
  return words.time.turnLong(turn, hello.value?.battle.turn_word ?? "");
}

export function leftOf(unit: UnitShown): string {
  if (!unit.models_at_start) return "";
  if (unit.models_at_start > 1 || unit.health_at_start === unit.models_at_start) {
    return `${unit.models}/${unit.models_at_start}`;
  }
  return `${unit.health}/${unit.health_at_start} HP`;
}

/** The states of a unit in words; wounds that have not yet cost a model are one of them. */
export function marksOf(unit: UnitShown): readonly string[] {
  const hurt = unit.wounds > 0 && unit.models_at_start > 1 && unit.pose;
  return hurt ? [words.unit.wounds(unit.wounds), ...unit.marks] : unit.marks;
}

export function described(unit: UnitShown): string {
  return words.unit.told(unit.name, seatName(unit.seat), leftOf(unit), marksOf(unit).join(", "));
}

export async function loadTimeline(): Promise<Timeline | null> {
  const id = battle.peek();
  if (!id) return null;
  const known = timeline.peek();
  if (known && known.last >= (state.peek()?.number ?? 0)) return known;
  try {
    const found = await api.timeline(id);
    // Who has gone on to another battle meanwhile has no use for it.
    if (battle.peek() === id) timeline.value = found;
  } catch (error) {
    complain(error);
  }
  return timeline.peek();
}

export async function fetchMoment(id: string, number: number): Promise<Moment> {
  const key = `${id}/${hello.peek()?.seat}/${number}`;
  const known = moments.get(key);
  if (known) return known;
  const found = await api.moment(id, number);
  if (moments.size > 400) moments.clear();
  moments.set(key, found);
  return found;
}

let wantedMoment = 0;

/** Whoever wants another moment has seen enough of this one, or of what is being shown now. */
function stopLooking(): void {
  if (moment.peek()) stop();
  else skipToDecision();
  playing.value = false;
}

/** Let the table look as it did when something happened on the way to that moment. */
export function paintPast({ line, place, change }: Beat, next: Moment): Picture {
  const before = picture.peek()!;
  say(line.text);
  moment.value = { ...next, number: line.number, lines: place + 1, picture: patched(before, change), question: null, over: false, outcome: null, changes: change ? [change] : [] };
  return before;
}

/** Look at the table as it was after so many answers; null: as it is now. */
export async function showMoment(number: number | null): Promise<void> {
  const id = battle.peek();
  if (!id) return;
  const ticket = ++wantedMoment;
  stopLooking();
  if (number === null || (state.peek() && number >= state.peek()!.number)) {
    const past = moment.peek() !== null;
    moment.value = null;
    if (past) lookAgain();
    note({ screen: "battle", id, at: null, seat: null });
    return;
  }
  try {
    const found = await fetchMoment(id, number);
    if (ticket !== wantedMoment) return;
    moment.value = found;
    lookAgain();
    note({ screen: "battle", id, at: number, seat: null });
  } catch (error) {
    playing.value = false;
    complain(error);
  }
}
