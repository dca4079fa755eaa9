/** What a player does: answer, take back, offer a draw, concede. */
import type { Answer } from "../net/types";
import { catchUp } from "./arriving";
import { send } from "./connection";
import { toTable } from "./focus";
import { scene } from "./show";
import { skipped } from "./skipped";
import { asked, battle, consent, decided, hello, moment, offered, refusal, seat, sending, state } from "./table";
import { keysOf, playedHere } from "./tokens";
import { agreeOpen } from "./ui";

export function answer(given: Answer): void {
  const now = state.peek();
  if (!now?.question || sending.peek() || moment.peek()) return;
  refusal.value = null;
  scene.value = null;
  skipped.value = null;
  catchUp();
  toTable();
  decided.value = now.number;
  sending.value = send({ type: "answer", number: now.number, answer: given });
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

/** The seats of other people: computers agree to everything. */
export function otherPeople(): number[] {
  return (hello.value?.seats ?? []).flatMap((one, index) => (index !== seat.value && one.kind === "human" ? [index] : []));
}

/** The seats of other people that are played at this screen: nobody elsewhere could answer for them. */
export function besideMe(): number[] {
  const here = playedHere(battle.value ?? "");
  return otherPeople().filter((index) => here.includes(index));
}

/** All who share this screen agree: only those elsewhere are asked. */
export function agreeHere(on: "draw" | "undo"): void {
  const agreed = keysOf(battle.peek() ?? "", besideMe());
  const waits = otherPeople().length > agreed.length;
  const sent = send({ type: on, agreed });
  if (on === "draw") offered.value = sent && waits;
  else asked.value = sent && waits;
}

/** Whoever plays at this screen, too, has to agree here first. */
export function offerDraw(): void {
  if (besideMe().length) agreeOpen.value = "draw";
  else offered.value = send({ type: "draw" });
}

/** Who answers at this screen what somebody elsewhere asks for. */
export const answering = (asker: number) => [seat.value!, ...besideMe()].filter((one) => one !== asker).sort();

/** With one click all who share this screen agree. */
export function giveConsent(yes: boolean): void {
  consent.value = null;
  send({ type: "consent", yes, agreed: yes ? keysOf(battle.peek() ?? "", besideMe()) : [] });
}

/** Give the battle up for a seat that is played here: it is over for all then. */
export function concede(as: number): void {
  if (as === seat.peek()) send({ type: "concede" });
  else send({ type: "concede", key: keysOf(battle.peek() ?? "", [as])[0]! });
}

export const askSeed = () => send({ type: "seed" });
