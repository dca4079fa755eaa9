/** Ending a battle before its rules do: one concedes, or both take a draw. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { battle, concede, hello, offerDraw, offered, seat, state } from "../state/table";
import { playedHere } from "../state/tokens";
import { concedeOpen } from "../state/ui";
import { words } from "../words";
import { Dialog } from "./Dialog";
import { Icon } from "./Icon";
import { HUMAN } from "./Players";

/** What the menu offers to whoever plays in a battle that goes on. */
export function EndingItems(): JSX.Element | null {
  if (seat.value === null || !state.value || state.value.over || hello.value?.note) return null;
  return (
    <>
      {!sharesTheScreen() && (
        <li>
          <button type="button" disabled={offered.value || state.value.undo.asked_by !== null} onClick={offerDraw}>
            <Icon name="swap" /> {words.people.draw}
          </button>
        </li>
      )}
      <li>
        <button type="button" onClick={() => (concedeOpen.value = true)}>
          <Icon name="flag" /> {words.people.concede}
        </button>
      </li>
    </>
  );
}

/** Two at one screen have nobody elsewhere who could answer. */
function sharesTheScreen(): boolean {
  const here = playedHere(battle.value ?? "");
  return hello.value?.seats.some((one, index) => index !== seat.value && one.kind === HUMAN && here.includes(index)) ?? false;
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
  return (
    <Dialog title={words.people.concedeSure} onClose={shut}>
      <p>{words.people.concedeText}</p>
      <div class="actions">
        <button type="button" class="primary" onClick={shut}>
          {words.people.fightOn}
        </button>
        <button
          type="button"
          onClick={() => {
            concede();
            shut();
          }}
        >
          <Icon name="flag" /> {words.people.concede}
        </button>
      </div>
    </Dialog>
  );
}
