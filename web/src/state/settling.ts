/**
 * A new question takes no click until the pointer has moved or a moment has passed: the second half of a double click
 * was not meant for it. Nor does it take the same key again within a shorter moment.
 */
import { computed, effect, signal } from "@preact/signals";
import { asksToEnd } from "./passing";
import { shown } from "./show";
import { battle, question, state } from "./table";

/** The time of a double click, in milliseconds. */
const MOMENT = 500;
/** A hand that rests moves no farther, in pixels. */
const STILL = 6;

export const settling = signal(false);

/** What would take a click: another question, or the buttons beside what is shown. */
const clickable = computed(() => {
  if (shown.value) return "show";
  return question.value ? `${battle.value}/${state.value?.number}/${question.value.ask}/${asksToEnd.value}` : "";
});

/** The time of a double press of a key, in milliseconds. */
const TWICE = 300;
let pressed = { key: "", at: -Infinity, asked: "" };

/** Whether a key is the second half of a double press whose first half has answered the question before. */
export function isSecondPress(event: KeyboardEvent): boolean {
  const [before, asked] = [pressed, clickable.peek()];
  pressed = { key: event.key, at: event.timeStamp, asked };
  return settling.peek() && before.key === event.key && event.timeStamp - before.at < TWICE && before.asked !== asked;
}

let here: [number, number] = [0, 0];
let timer = 0;
let settle = () => {};

function isFar(event: PointerEvent, from: readonly [number, number]): boolean {
  return Math.hypot(event.clientX - from[0], event.clientY - from[1]) > STILL;
}

effect(() => {
  if (!clickable.value) return;
  const from = here;
  clearTimeout(timer);
  settling.value = true;
  const moved = (event: PointerEvent) => {
    if (isFar(event, from)) settle();
  };
  settle = () => {
    clearTimeout(timer);
    removeEventListener("pointermove", moved, true);
    settling.value = false;
  };
  addEventListener("pointermove", moved, true);
  timer = window.setTimeout(settle, MOMENT);
  return () => removeEventListener("pointermove", moved, true);
});

addEventListener("pointermove", (event) => (here = [event.clientX, event.clientY]), true);
// A finger comes down without a move: elsewhere it means something else.
addEventListener(
  "pointerdown",
  (event) => {
    if (isFar(event, here)) settle();
    here = [event.clientX, event.clientY];
  },
  true,
);
