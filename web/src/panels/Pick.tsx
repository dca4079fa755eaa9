/** Several options at once: each is picked or not, and the server says whether they go together. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Option, Pick } from "../net/types";
import { confirmPicks, enough, picked, startOver, togglePick } from "../state/making";
import { atAGlance } from "../state/odds";
import { eyed } from "../state/table";
import { byKeyboard } from "../state/ui";
import { verdict } from "../table/plaque";
import { words } from "../words";
import { Verdict } from "./Manoeuvre";
import { OddsShort, Opener } from "./Options";
import { OddsParts } from "./Parts";

export function PickPanel({ asked }: { asked: Pick }): JSX.Element {
  const count = picked.value.length;
  const [least, most] = [asked.least ?? 0, asked.most ?? 1];
  return (
    <div class="pick">
      <p class="quiet">{words.pick.how(least, most)}</p>
      <ol class="options">
        {asked.options.map((option, index) => (
          <PickItem key={option.key} option={option} index={index} full={count >= most} />
        ))}
      </ol>
      <Verdict />
      <div class="actions">
        <button type="button" class="primary" disabled={!enough(asked) || verdict() === "bad"} onClick={confirmPicks}>
          {words.pick.confirm(count, least)} <kbd>Enter</kbd>
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

/** One of the options, with the figures that a choice hangs on; the others are behind a button. */
function PickItem({ option, index, full }: { option: Option; index: number; full: boolean }): JSX.Element {
  const [open, setOpen] = useState(false);
  const isPicked = picked.value.includes(option.key);
  const odds = option.odds ?? [];
  const seen = atAGlance(odds);
  const behind = odds.filter((one) => !seen.includes(one) || one.parts?.length);
  return (
    <li class={`option ${eyed.value === option.key ? "eyed" : ""}`} onPointerEnter={() => (eyed.value = option.key)} onPointerLeave={() => (eyed.value = null)}>
      <button
        type="button"
        class="take"
        role="checkbox"
        aria-checked={isPicked}
        data-key={option.key}
        disabled={full && !isPicked}
        onFocus={() => (eyed.value = option.key)}
        onClick={() => togglePick(option.key)}
      >
        {index < 9 && <kbd aria-label={words.question.key(String(index + 1))}>{index + 1}</kbd>}
        <span class="tick" aria-hidden="true">
          {isPicked ? "✓" : ""}
        </span>
        <span class="about">
          <span class="name">{option.label}</span>
          {seen.length > 0 && (
            <span class="figures">
              <OddsShort odds={seen} />
            </span>
          )}
          {option.text && <span class="told">{option.text}</span>}
        </span>
      </button>
      {behind.length > 0 && <Opener open={open} onClick={() => setOpen(!open)} />}
      {open && behind.map((one) => <OddsParts key={one.label} odds={one} />)}
    </li>
  );
}
