/** Several options at once: each is picked or not, and the server says whether they go together. */
import type { JSX } from "preact";
import type { Pick } from "../net/types";
import { confirmPicks, enough, picked, startOver, togglePick } from "../state/making";
import { oddsText } from "../state/odds";
import { eyed } from "../state/table";
import { byKeyboard } from "../state/ui";
import { verdict } from "../table/plaque";
import { words } from "../words";
import { Verdict } from "./Manoeuvre";

export function PickPanel({ asked }: { asked: Pick }): JSX.Element {
  const count = picked.value.length;
  const [least, most] = [asked.least ?? 0, asked.most ?? 1];
  return (
    <div class="pick">
      <p class="quiet">{words.pick.how(least, most)}</p>
      <ol class="options">
        {asked.options.map((option, index) => (
          <li key={option.key} class={`option ${eyed.value === option.key ? "eyed" : ""}`} onPointerEnter={() => (eyed.value = option.key)} onPointerLeave={() => (eyed.value = null)}>
            <button
              type="button"
              class="take"
              role="checkbox"
              aria-checked={picked.value.includes(option.key)}
              data-key={option.key}
              disabled={count >= most && !picked.value.includes(option.key)}
              onFocus={() => (eyed.value = option.key)}
              onClick={() => togglePick(option.key)}
            >
              {index < 9 && <kbd aria-label={words.question.key(String(index + 1))}>{index + 1}</kbd>}
              <span class="tick" aria-hidden="true">
                {picked.value.includes(option.key) ? "✓" : ""}
              </span>
              <span class="about">
                <span class="name">{option.label}</span>
                {option.odds?.map((one) => (
                  <span key={one.label} class="odds">
                    <b>{oddsText(one)}</b> {one.label}
                  </span>
                ))}
                {option.text && <span class="told">{option.text}</span>}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <Verdict />
      <div class="actions">
        <button type="button" class="primary" disabled={!enough(asked) || verdict() === "bad"} onClick={confirmPicks}>
          {words.pick.confirm(count)} <kbd>Enter</kbd>
        </button>
        {count > 0 && (
          <button type="button" onClick={startOver}>
            {words.move.reset} <kbd>Esc</kbd>
          </button>
        )}
      </div>
      {byKeyboard.value && <p class="quiet keys">{words.pick.keys}</p>}
    </div>
  );
}
