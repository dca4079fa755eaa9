/** Ending a battle before its rules do: one concedes, or both take a draw. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { agreeHere, besideMe, concede, offerDraw } from "../state/acting";
import { seatName } from "../state/describing";
import { hello, offered, seat, state } from "../state/table";
import { agreeOpen, concedeOpen } from "../state/ui";
import { words } from "../words";
import { Dialog } from "./Dialog";
import { Icon } from "./Icon";

/** What the menu offers to whoever plays in a battle that goes on. */
export function EndingItems(): JSX.Element | null {
  if (seat.value === null || !state.value || state.value.over || hello.value?.note) return null;
  return (
    <>
      <li>
        <button type="button" disabled={offered.value || state.value.undo.asked_by !== null} onClick={offerDraw}>
          <Icon name="swap" /> {words.people.draw}
        </button>
      </li>
      <li>
        <button type="button" onClick={() => (concedeOpen.value = true)}>
          <Icon name="flag" /> {words.people.concede}
        </button>
      </li>
    </>
  );
}

export function Offered(): JSX.Element | null {
  return offered.value ? <p class="consent">{words.people.drawSent}</p> : null;
}

export function ConcedeDialog(): JSX.Element | null {
  return concedeOpen.value && state.value && !state.value.over ? <Sure /> : null;
}

function Sure(): JSX.Element {
  const shut = () => (concedeOpen.value = false);
  useEffect(() => () => void shut(), []);
  const beside = besideMe();
  // Two at one screen: whoever is asked at the moment need not be the one who gives up.
  const seats = [seat.value!, ...beside].sort();
  return (
    <Dialog title={words.people.concedeSure} onClose={shut}>
      <p>{beside.length ? words.people.concedeWho : words.people.concedeText}</p>
      <div class="actions">
        <button type="button" class="primary" onClick={shut}>
          {words.people.fightOn}
        </button>
        {seats.map((one) => (
          <button
            key={one}
            type="button"
            onClick={() => {
              concede(one);
              shut();
            }}
          >
            <Icon name="flag" /> {beside.length ? words.people.concedes(seatName(one)) : words.people.concede}
          </button>
        ))}
      </div>
    </Dialog>
  );
}

/** Whoever shares the screen agrees with one click for all of them. */
export function AgreeDialog(): JSX.Element | null {
  const on = agreeOpen.value;
  return on && state.value && !state.value.over ? <Together on={on} /> : null;
}

function Together({ on }: { on: "draw" | "undo" }): JSX.Element {
  const shut = () => (agreeOpen.value = null);
  useEffect(() => () => void shut(), []);
  const names = [seat.value!, ...besideMe()].sort().map(seatName);
  const agree = () => {
    agreeHere(on);
    shut();
  };
  return (
    <Dialog title={on === "draw" ? words.people.drawSure : words.people.undoSure} onClose={shut}>
      <p>{on === "draw" ? words.people.drawText(names) : words.people.undoText(names)}</p>
      <div class="actions">
        <button type="button" class={on === "draw" ? "primary" : ""} onClick={shut}>
          {on === "draw" ? words.people.fightOn : words.app.cancel}
        </button>
        <button type="button" class={on === "undo" ? "primary" : ""} onClick={agree}>
          {words.people.weAgree(names.length)}
        </button>
      </div>
    </Dialog>
  );
}
