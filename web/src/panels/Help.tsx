/** All keys at a glance. */
import type { JSX } from "preact";
import { forgetLessons } from "../state/guide";
import { change, settings } from "../state/settings";
import { helpOpen } from "../state/ui";
import { words } from "../words";
import { Dialog } from "./Dialog";

export function Help(): JSX.Element | null {
  if (!helpOpen.value) return null;
  return (
    <Dialog title={words.help.title} wide onClose={() => (helpOpen.value = false)}>
      <label class="switch">
        <input type="checkbox" checked={settings.value.letters} onChange={(event) => change({ letters: event.currentTarget.checked })} />
        <span>
          {words.help.letters}
          <small class="quiet">{words.help.lettersText}</small>
        </span>
      </label>
      <div class="switches">
        <label class="switch">
          <input type="checkbox" checked={settings.value.hints} onChange={(event) => change({ hints: event.currentTarget.checked })} />
          <span>
            {words.coach.hints}
            <small class="quiet">{words.coach.hintsText}</small>
          </span>
        </label>
        <button
          type="button"
          onClick={() => {
            forgetLessons();
            change({ hints: true });
          }}
        >
          {words.coach.again}
        </button>
      </div>
      <div class="help">
        {words.help.groups.map(([title, rows]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {rows.map(([keys, what]) => (
                <div key={keys}>
                  <dt>
                    <kbd>{keys}</kbd>
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <details class="licences">
        <summary>{words.licences.title}</summary>
        <p>{words.licences.text}</p>
        <ul>
          {words.licences.carried.map(([what, who, licence]) => (
            <li key={what}>
              <b>{what}</b>, {who}: {licence}.
            </li>
          ))}
        </ul>
      </details>
    </Dialog>
  );
}
