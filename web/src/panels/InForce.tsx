/** The optional rules that are in force in the battle at hand, on one card. */
import type { JSX } from "preact";
import { signal } from "@preact/signals";
import type { PartCard, PartNow } from "../net/types";
import { seatName } from "../state/describing";
import { battle, hello, picture } from "../state/table";
import { words } from "../words";
import { Dialog } from "./Dialog";
import { Icon } from "./Icon";
import { RuleChip, RuleChips } from "./Rule";

/** The battle whose card is open. */
const opened = signal<string | null>(null);

export function InForceButton(): JSX.Element | null {
  const count = hello.value?.parts?.length ?? 0;
  if (!count) return null;
  return (
    <button type="button" class="in-force-button" aria-haspopup="dialog" onClick={() => (opened.value = battle.peek())}>
      <Icon name="list" /> {words.parts.inForce(count)}
    </button>
  );
}

export function InForceDialog(): JSX.Element | null {
  const parts = hello.value?.parts ?? [];
  if (!opened.value || opened.value !== battle.value || !parts.length) return null;
  const now = new Map(picture.value?.parts?.map((one) => [one.slug, one]));
  return (
    <Dialog title={words.parts.inForceTitle} wide onClose={() => (opened.value = null)}>
      <ul class="in-force">
        {parts.map((part) => (
          <InForcePart key={part.slug} part={part} now={now.get(part.slug)} />
        ))}
      </ul>
    </Dialog>
  );
}

function InForcePart({ part, now }: { part: PartCard; now: PartNow | undefined }): JSX.Element {
  // What was told already is not said again.
  const ways = (part.ways ?? []).filter((way) => !now?.told?.some((sentence) => sentence.includes(way.text)));
  const rules = (part.rules ?? []).filter((id) => !ways.some((way) => way.rule === id));
  return (
    <li>
      <h3>{part.title}</h3>
      {now?.told && now.told.length > 0 && (
        <ul class="told-now">
          {now.told.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <Figures figures={now?.figures ?? []} />
      <p class="quiet">{part.text}</p>
      {ways.length > 0 && (
        <ul class="ways">
          {ways.map((way) => (
            <li key={way.slug}>
              <span>
                <b>{way.name}</b> <span>{way.text}</span>
              </span>
              {way.rule && <RuleChip id={way.rule} label={words.parts.rule} name={words.parts.ruleOf(way.name)} />}
            </li>
          ))}
        </ul>
      )}
      <RuleChips ids={rules} />
    </li>
  );
}

/** What each player has of a part: a row for each figure, a column for each player. */
function Figures({ figures }: { figures: readonly Record<string, number | string>[] }): JSX.Element | null {
  const labels = [...new Set(figures.flatMap((one) => Object.keys(one)))];
  if (!labels.length) return null;
  return (
    <dl class="part-figures">
      {labels.map((label) => (
        <div key={label}>
          <dt>{label}</dt>
          {figures.map((one, seat) =>
            one[label] === undefined ? null : (
              <dd key={seat} class={`s${seat % 4}`}>
                <span class="swatch" aria-hidden="true" /> {seatName(seat)}: <b>{one[label]}</b>
              </dd>
            ),
          )}
        </div>
      ))}
    </dl>
  );
}
