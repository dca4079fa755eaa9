/** What is happening, one thing at a time, with the means to hold it, hurry it or leave it out. */
import type { JSX } from "preact";
import { fighters, fightVerdict, sceneInBrief, seatName } from "../state/describing";
import { type Attack, type Scene, aftermathOf, attacksOf, rollParts } from "../state/scenes";
import { change, settings } from "../state/settings";
import { SPEEDS, paceOf, paused, scene, shown, stepOn, togglePause } from "../state/show";
import { moment, names, units } from "../state/table";
import { setAtOnce, skip } from "../state/time";
import type { Line, Sum } from "../net/types";
import { figure, words } from "../words";
import { DiceRow, countOf } from "./Dice";
import { Icon, IconButton } from "./Icon";
import { rollText } from "./Log";
import { PartList } from "./Parts";

/** Instead of a question, as long as something is shown. */
export function ShowPanel(): JSX.Element | null {
  const line = shown.value?.beat.line;
  if (!line) return null;
  const side = line.seat === null || line.seat < 0 ? "" : `s${line.seat % 4}`;
  // Before anything was rolled or struck, a card would say nothing that the sentence does not.
  const card = scene.value && (scene.value.result || attacksOf(scene.value).length || aftermathOf(scene.value).length) ? scene.value : null;
  return (
    <div class={`show ${side}`}>
      <ShowControls />
      {/* What its card shows already is only for those who listen. */}
      <div class={`happening ${card ? "visually-hidden" : ""}`} data-place={shown.value!.beat.place}>
        <h2>{line.dice ? rollText(line) : line.text}</h2>
        {line.dice && <DiceRow dice={line.dice} />}
        {!card && line.sums?.map((sum, index) => <Score key={index} sum={sum} />)}
      </div>
      {card && <SceneCard now={card} />}
    </div>
  );
}

/** Pause, step, pace, skip, and whether anything is shown at all. */
export function ShowControls(): JSX.Element {
  const { atOnce } = settings.value;
  return (
    <div class="show-controls" role="group" aria-label={words.show.controls}>
      <IconButton icon={paused.value ? "play" : "pause"} label={paused.value ? words.show.goOn : words.show.pause} pressed={paused.value} onClick={togglePause} />
      <IconButton icon="forward" label={words.show.step} disabled={!shown.value} onClick={stepOn} />
      <Pace />
      <button type="button" class="skip-show" title={moment.value ? words.time.end : words.show.skipText} onClick={skip}>
        <Icon name="last" /> {words.show.skip}
      </button>
      <label class="at-once" title={words.show.atOnceText}>
        <input type="checkbox" checked={atOnce} onChange={(event) => setAtOnce(event.currentTarget.checked)} />
        <span>{words.show.atOnce}</span>
      </label>
    </div>
  );
}

/** Slow, normal or fast. */
export function Pace(): JSX.Element {
  const now = paceOf(settings.value.speed);
  return (
    <div class="segmented pace" role="group" aria-label={words.show.pace}>
      {SPEEDS.map((speed, index) => (
        <button key={speed} type="button" aria-pressed={index === now} title={words.show.paceText} onClick={() => change({ speed })}>
          {words.show.paces[index]}
        </button>
      ))}
    </div>
  );
}

function Score({ sum }: { sum: Sum }): JSX.Element {
  return <PartList value={sum.total} total={figure(sum.total, 2)} label={sum.label} parts={sum.parts} />;
}

/** A fight, a volley or a spell on one card, which fills in as it is told: attacks, rolls, losses, scores, aftermath. */
export function SceneCard({ now }: { now: Scene }): JSX.Element {
  const attacks = attacksOf(now);
  const after = aftermathOf(now);
  const { result } = now;
  return (
    <section class={`fight-card ${now.kind}`} aria-label={words.show.kinds[now.kind]}>
      {now.kind === "fight" && <Sides now={now} />}
      {result && <h3>{fightVerdict(result)}</h3>}
      {result?.sums && result.sums.length > 1 && <Tug sums={result.sums} />}
      {attacks.length > 0 && (
        <ol class="attacks">
          {attacks.map((attack, index) => (
            <AttackRow key={index} attack={attack} open={!result && index === attacks.length - 1} />
          ))}
        </ol>
      )}
      {result && (
        <div class="sides">
          {result.sums?.map((sum, index) => (
            <div key={index} class={`fighters s${(sum.seat ?? 0) % 4} ${sum.seat === result.fight!.winner ? "winner" : ""}`}>
              <p class="who">
                <b class="total" title={sum.label}>
                  {figure(sum.total, 2)}
                </b>
                <b>{seatName(sum.seat ?? null)}</b>
                <span>{fighters(result.fight!.units, sum.seat ?? null)}</span>
              </p>
              <PartList value={sum.total} parts={sum.parts} />
            </div>
          ))}
        </div>
      )}
      {after.length > 0 && (
        <ul class="follows" aria-label={words.show.follows}>
          {after.map((one, index) => (
            <li key={index}>{one.dice ? <Roll line={one} label={rollText(one)} dice={index === after.length - 1} /> : one.text}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Who is in it, before anybody has won. */
function Sides({ now }: { now: Scene }): JSX.Element | null {
  const seats = [...new Set(now.units.flatMap((id) => units.value.get(id)?.seat ?? []))].sort((a, b) => a - b);
  if (now.result || !seats.length) return null;
  return (
    <p class="versus">
      {seats.map((seat, index) => (
        <span key={seat} class={`s${seat % 4}`}>
          {index > 0 && <i>{words.show.against} </i>}
          <b>{fighters(now.units, seat)}</b>
        </span>
      ))}
    </p>
  );
}

/** Both scores as one bar. */
function Tug({ sums }: { sums: readonly Sum[] }): JSX.Element {
  const all = sums.reduce((sum, one) => sum + Math.max(0, one.total), 0) || 1;
  return (
    <div class="tug" aria-hidden="true">
      {sums.map((sum, index) => (
        <span key={index} class={`s${(sum.seat ?? 0) % 4}`} style={{ flexGrow: Math.max(0.08, Math.max(0, sum.total) / all) }}>
          {figure(sum.total, 2)}
        </span>
      ))}
    </div>
  );
}

/** One attack: who on whom, a row for each roll, and the losses. The dice of the newest are shown as they fell. */
function AttackRow({ attack, open }: { attack: Attack; open: boolean }): JSX.Element {
  const { by, on, rolls, losses, told } = attack;
  const seat = by === null ? (rolls[0]?.seat ?? null) : (units.value.get(by)?.seat ?? rolls[0]?.seat ?? null);
  const who = by === null ? seatName(seat) : (names.value[by] ?? "");
  const whom = on.filter((id) => id !== by).map((id) => names.value[id] ?? "");
  const [means] = rollParts(rolls[0]?.dice?.why ?? "");
  return (
    <li class={`attack ${seat === null ? "" : `s${seat % 4}`}`}>
      <p class="who-whom">
        <b>{who}</b> {whom.length > 0 && <span>{words.show.on(whom.join(", "))}</span>} {means && !whom.some((one) => means.includes(one)) && <small>{means}</small>}
      </p>
      {!rolls.length && !losses.length && <p class="told-so">{told.at(-1)?.text}</p>}
      {rolls.map((line, index) => (
        <Roll key={index} line={line} label={capital(rollParts(line.dice!.why)[1])} dice={open} />
      ))}
      {losses.map((line, index) => (
        <p key={index} class="cost">
          {line.text}
        </p>
      ))}
    </li>
  );
}

function Roll({ line, label, dice }: { line: Line; label: string; dice: boolean }): JSX.Element {
  return (
    <div class="roll-row">
      <span class="what">{label}</span>
      {dice ? <DiceRow dice={line.dice!} /> : <span class="brief">{countOf(line.dice!)}</span>}
    </div>
  );
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The last fight in a line that opens, for whoever has to decide after it. */
export function LastFight(): JSX.Element | null {
  const now = scene.value;
  if (!now || now.kind !== "fight") return null;
  return (
    <details class="last-fight">
      <summary>
        <b>{words.show.fight}</b> <span class="brief">{sceneInBrief(now)}</span>
      </summary>
      <SceneCard now={now} />
    </details>
  );
}
