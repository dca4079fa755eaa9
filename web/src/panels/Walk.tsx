/** A walk of a loose unit: its formation, model by model, how far it goes, and what it may do instead. */
import type { JSX } from "preact";
import { begun, startOver, typed } from "../state/making";
import { others } from "../state/picking";
import { fightsText } from "../state/speaking";
import { checked } from "../state/table";
import { byKeyboard } from "../state/ui";
import { type Walking, apart, confirmWalk, fighters, firstWalk, holdModel, isUnderWay, longest, setFormation, setModel, setWalk, toggleModels, turns, walkInstead, walking } from "../state/walking";
import { verdict } from "../table/plaque";
import { words } from "../words";
import { Verdict } from "./Manoeuvre";

export function WalkPanel(): JSX.Element | null {
  const now = walking.value;
  if (!now) return null;
  const { formations = [], instead = [] } = now.asked;
  const under: boolean = isUnderWay(now);
  return (
    <div class="walk">
      {formations.length > 0 && <Formations now={now} formations={formations} />}
      {now.start.length > 1 && (
        <button type="button" class="models" aria-pressed={now.places !== null} onClick={toggleModels}>
          {words.walk.models} <kbd>M</kbd>
        </button>
      )}
      {!under && <p class="quiet">{now.places ? words.walk.textModels : turns(now) ? words.walk.textTurned : words.walk.text}</p>}
      {under && <Told now={now} />}
      <Verdict />
      <Figures now={now} />
      {typed.value && <p class="typed">{words.move.typed(typed.value)}</p>}
      <div class="actions">
        <button type="button" class="primary" disabled={under && verdict() === "bad"} onClick={confirmWalk}>
          {walkText()} <kbd>Enter</kbd>
        </button>
        {(under || now.places) && (
          <button type="button" onClick={startOver}>
            {words.move.reset} <kbd>Esc</kbd>
          </button>
        )}
      </div>
      {instead.length > 0 && (
        <ul class="instead" aria-label={words.walk.instead}>
          {instead.map((option, index) => (
            <li key={option.key}>
              <button type="button" data-key={option.key} onClick={() => walkInstead(option.key)}>
                {option.label} {index === 0 && <kbd>I</kbd>}
              </button>
              {option.text && <span class="told">{option.text}</span>}
            </li>
          ))}
        </ul>
      )}
      {byKeyboard.value && (
        <p class="quiet keys">{words.walk.keys({ formations: formations.length > 0, turns: turns(now), models: now.places !== null, instead: instead.length > 0 }, words.question.escape(begun.value, others.value.length > 0))}</p>
      )}
    </div>
  );
}

/** The main button: a drawn move, else straight ahead to be looked at, else to stay; who has to move is shown a way. */
export function walkText(): string {
  const now = walking.value;
  const under: boolean = isUnderWay(now);
  if (under) return words.walk.confirm;
  if (now?.asked.optional === false) return words.walk.must;
  return firstWalk.value ? words.walk.first : words.move.stay;
}

function Formations({ now, formations }: { now: Walking; formations: readonly string[] }): JSX.Element {
  return (
    <div class="segmented" role="group" aria-label={words.walk.formation}>
      {["", ...formations].map((name) => (
        <button key={name} type="button" data-formation={name} aria-pressed={!now.places && now.formation === name} onClick={() => setFormation(name)}>
          {words.walk.formations[name] ?? name}
        </button>
      ))}
    </div>
  );
}

/** How far its models go, who would fight, and who would be apart. */
function Told({ now }: { now: Walking }): JSX.Element {
  const far = longest.value;
  const limit = now.asked.inches;
  const alone = apart.value;
  return (
    <>
      <div class="cost">
        <span>{far === null ? "" : words.walk.longest(words.inch(far, 2), words.inch(limit))}</span>
        <span>{far === null ? "" : words.move.left(words.inch(Math.max(0, checked.value?.left ?? 0), 2))}</span>
        <span class="meter" aria-hidden="true">
          <span style={{ width: `${far === null || limit <= 0 ? 0 : Math.min(1, far / limit) * 100}%` }} />
        </span>
      </div>
      {alone.length > 0 && <p class="apart">{words.walk.apart(alone.map((one) => one + 1))}</p>}
      {fighters.value.length > 0 && <p class="told fighting">{fightsText(now)}</p>}
    </>
  );
}

/** The place of the whole, or of the model in hand, in figures. */
function Figures({ now }: { now: Walking }): JSX.Element {
  const [x, y, facing] = now.places?.[now.held] ?? now.pose ?? [...now.middle, now.facing];
  const set = (part: { x?: number; y?: number; facing?: number }) => (now.places ? setModel(now.held, part) : setWalk(part));
  const field = (label: string, key: "x" | "y" | "facing", value: number, step: number) => (
    <label class="field">
      <span>{label}</span>
      <input
        type="number"
        step={step}
        value={Math.round(value * 100) / 100}
        onInput={(event) => {
          const typed = event.currentTarget.valueAsNumber;
          if (!Number.isNaN(typed)) set({ [key]: typed });
        }}
        onKeyDown={(event) => event.key === "Enter" && confirmWalk()}
      />
    </label>
  );
  return (
    <div class="fields">
      {now.places && (
        <label class="field">
          <span>{words.walk.which}</span>
          <select value={now.held} aria-label={words.walk.which} onChange={(event) => holdModel(Number(event.currentTarget.value))}>
            {now.start.map((_, index) => (
              <option key={index} value={index}>
                {index + 1}
              </option>
            ))}
          </select>
        </label>
      )}
      {field(words.place.x, "x", x, 0.5)}
      {field(words.place.y, "y", y, 0.5)}
      {turns(now) && field(words.place.turn, "facing", facing, 5)}
    </div>
  );
}
