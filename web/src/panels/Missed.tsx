/** What happened since the reader last looked, to be shown one thing at a time or left out. */
import type { JSX } from "preact";
import { catchUp } from "../state/arriving";
import { briefly } from "../state/describing";
import { factsFrom, missed } from "../state/missed";
import { shown } from "../state/show";
import { costText, skipped } from "../state/skipped";
import { log, moment, seat } from "../state/table";
import { replay, showMissed } from "../state/time";
import { words } from "../words";
import { Icon } from "./Icon";

/** More of it is read in the log. */
const MOST = 60;

export function Missed(): JSX.Element | null {
  if (missed.value === null || moment.value || shown.value) return null;
  const facts = factsFrom(log.value, missed.value).slice(-MOST);
  return (
    <section class="missed" aria-label={words.missed.title}>
      <details>
        <summary>
          <b>{words.missed.title}</b> <span class="brief">{briefly(facts)}</span>
        </summary>
        <ul>
          {facts.map((line, index) => (
            <li key={index}>{line.text}</li>
          ))}
        </ul>
      </details>
      <div class="actions">
        <button type="button" onClick={showMissed}>
          <Icon name="play" /> {words.missed.show}
        </button>
        <button type="button" class="quiet-button" onClick={catchUp}>
          {words.missed.skip}
        </button>
      </div>
    </section>
  );
}

/** What one lost in what was skipped, unit by unit. */
export function SkippedPanel(): JSX.Element | null {
  const now = skipped.value;
  if (!now || moment.value || shown.value) return null;
  return (
    <section class="missed skipped" aria-label={words.skipped.title}>
      <h3>{seat.value === null ? words.skipped.titleAll : words.skipped.title}</h3>
      <ul>
        {now.costs.length === 0 && <li>{words.skipped.none}</li>}
        {now.costs.map((cost) => (
          <li key={cost.unit}>{costText(cost)}</li>
        ))}
      </ul>
      {now.lines.length > 0 && (
        <details>
          <summary>{words.skipped.lines}</summary>
          <ul>
            {now.lines.map((line, index) => (
              <li key={index}>{line.text}</li>
            ))}
          </ul>
        </details>
      )}
      <div class="actions">
        <button type="button" onClick={() => replay(now.from, now.to)}>
          <Icon name="play" /> {words.skipped.again}
        </button>
        <button type="button" class="quiet-button" onClick={() => (skipped.value = null)}>
          {words.skipped.close}
        </button>
      </div>
    </section>
  );
}
