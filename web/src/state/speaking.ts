/** For those who listen: the move or the place in the making, once the hand rests and the server has spoken. */
import { effect } from "@preact/signals";
import type { Checked, Step } from "../net/types";
import { words } from "../words";
import { draft, draftCost, faces, ghost, placing } from "./making";
import { say } from "./notices";
import { oddsText } from "./odds";
import { checked, checking, connected, state } from "./table";
import { type Walking, apart, fighters, longest, turns, walking } from "./walking";

/** So long nothing changes before it is told, in milliseconds: whoever presses a key ten times hears one answer. */
const REST = 400;
const NEAREST = 2;

export function speakAnswers(): () => void {
  let waiting = 0;
  let last = "";
  let asked: number | undefined;
  const tell = (text: string) => {
    last = text;
    say(text);
  };
  const stop = effect(() => {
    clearTimeout(waiting);
    if (state.value?.number !== asked) last = "";
    asked = state.value?.number;
    if (checking.value) return;
    const text = checked.value ? inWords(checked.value) : "";
    if (text && text !== last) waiting = window.setTimeout(() => tell(text), REST);
    else if (!text && last && (draft.value || walking.value)) tell(words.move.startedOver);
  });
  return () => {
    clearTimeout(waiting);
    stop();
  };
}

/** Whoever does not see that the connection is gone, or there again, hears it. */
export function speakConnection(): () => void {
  let before = true;
  return effect(() => {
    if (connected.value !== before) say(connected.value ? words.app.connected : words.app.reconnecting);
    before = connected.value;
  });
}

/** What the answer is, whether it is legal and what it comes near to. */
function inWords(told: Checked): string {
  const near = (told.distances ?? []).slice(0, NEAREST).map((one) => `${one.name} ${words.inch(one.inches, 2)}`);
  return [
    placing.value ? placeInWords() : walking.value ? walkInWords(walking.value) : moveInWords(),
    told.ok ? words.move.legal : `${words.move.illegal}: ${(told.reason ?? "").replace(/\.$/, "")}`,
    ...(told.odds ?? []).map((one) => `${oddsText(one)} ${one.label}`),
    near.length > 0 && `${words.move.near}: ${near.join(", ")}`,
  ]
    .filter(Boolean)
    .join(". ");
}

function placeInWords(): string {
  const { rect } = placing.value!;
  return words.place.told(words.inch(rect.x, 2), words.inch(rect.y, 2), faces(placing.value!) ? words.degrees(rect.facing) : "");
}

function moveInWords(): string {
  const now = draft.value;
  const cost = draftCost.value;
  if (!now || !cost) return "";
  const used = cost.limit > 0 ? `, ${words.move.cost(words.inch(cost.cost, 2), words.inch(cost.limit))}` : "";
  const files = now.files ? [words.move.inFiles(now.files)] : [];
  return `${[...files, ...now.steps.map(stepInWords)].join(", ")}. ${cost.kind.name}${used}`;
}

function walkInWords(now: Walking): string {
  const { rect } = ghost.value ?? {};
  const far = longest.value;
  return [
    now.places ? `${words.walk.models}, ${words.walk.model(now.held + 1)}` : (words.walk.formations[now.formation] ?? now.formation),
    rect && words.place.told(words.inch(rect.x, 2), words.inch(rect.y, 2), turns(now) ? words.degrees(rect.facing) : ""),
    far !== null && words.walk.longest(words.inch(far, 2), words.inch(now.asked.inches)),
    fighters.value.length > 0 && fightsText(now),
    apart.value.length > 0 && words.walk.apart(apart.value.map((one) => one + 1)),
  ]
    .filter(Boolean)
    .join(". ");
}

/** How many models would be in contact, and how many within reach. */
export function fightsText(now: Walking): string {
  const touching = fighters.value.filter((one) => one.touches).length;
  return words.walk.fights(touching, fighters.value.length - touching, words.inch(now.asked.reach ?? 0));
}

export function stepInWords(step: Step): string {
  const value = "degrees" in step ? words.degrees(Math.abs(step.degrees)) : words.inch(Math.abs(step.inches), 2);
  const signed = "degrees" in step ? step.degrees : step.inches;
  const side = step.move === "forward" || step.move === "back" ? "" : ` ${signed < 0 ? words.move.toLeft : words.move.toRight}`;
  return `${words.move.names[step.move] ?? step.move}${side} ${value}`;
}
