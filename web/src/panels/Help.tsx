/** All keys at a glance. */
import type { JSX } from "preact";
import { forgetLessons } from "../state/guide";
import { play } from "../state/sound";
import { change, settings } from "../state/settings";
import { helpOpen } from "../state/ui";
import { words } from "../words";
import { Dialog } from "./Dialog";
import { Pace } from "./Show";

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
      <Playing />
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

/** How events are shown and heard: pace, at once, sound and its volume. */
function Playing(): JSX.Element {
  const { atOnce, sound, volume } = settings.value;
  return (
    <section class="playing" aria-label={words.sound.title}>
      <h3>{words.sound.title}</h3>
      <Pace />
      <label class="switch">
        <input type="checkbox" checked={atOnce} onChange={(event) => change({ atOnce: event.currentTarget.checked })} />
        <span>{words.show.atOnce}</span>
      </label>
      <label class="switch">
        <input type="checkbox" checked={sound} onChange={(event) => change({ sound: event.currentTarget.checked })} />
        <span>
          {words.sound.on}
          <small class="quiet">{words.sound.onText}</small>
        </span>
      </label>
      <label class="volume">
        <span>{words.sound.volume}</span>
        <input type="range" min={0} max={100} step={5} value={Math.round(volume * 100)} disabled={!sound} onInput={(event) => change({ volume: event.currentTarget.valueAsNumber / 100 })} />
      </label>
      <button type="button" disabled={!sound} onClick={() => play("horn")}>
        {words.sound.try}
      </button>
    </section>
  );
}
