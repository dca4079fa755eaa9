/** What is happening, one thing at a time, with the means to hold it, hurry it or leave it out. */
import type { JSX } from "preact";
import { seatName } from "../state/describing";
import { change, settings } from "../state/settings";
import { type FightShown, SPEEDS, changeSpeed, fight, paused, shown, stepOn, togglePause } from "../state/show";
import { moment, units } from "../state/table";
import { skip } from "../state/time";
import type { Line, Sum } from "../net/types";
import { figure, words } from "../words";
import { DiceRow } from "./Dice";
import { Icon, IconButton } from "./Icon";
import { rollText } from "./Log";
import { PartList } from "./Parts";

/** Instead of a question, as long as something is shown. */
export function ShowPanel(): JSX.Element | null {
  const line = shown.value?.beat.line;
  if (!line) return null;
  const side = line.seat === null || line.seat < 0 ? "" : `s${line.seat % 4}`;
  return (
    <div class={`show ${side}`}>
      <ShowControls />
      {/* The result of a fight stands on its card. */}
      <div class={`happening ${line.fight ? "visually-hidden" : ""}`} data-place={shown.value!.beat.place}>
        <h2>{line.dice ? rollText(line) : line.text}</h2>
        {line.dice && <DiceRow dice={line.dice} />}
        {!fight.value && line.sums?.map((sum, index) => <Score key={index} sum={sum} />)}
      </div>
      {fight.value && <FightCard now={fight.value} />}
    </div>
  );
}

/** Pause, step, speed, skip, and whether anything is shown at all. */
export function ShowControls(): JSX.Element {
  const { speed, atOnce } = settings.value;
  return (
    <div class="show-controls" role="group" aria-label={words.show.controls}>
      <IconButton icon={paused.value ? "play" : "pause"} label={paused.value ? words.show.goOn : words.show.pause} pressed={paused.value} onClick={togglePause} />
      <IconButton icon="forward" label={words.show.step} disabled={!shown.value} onClick={stepOn} />
      <IconButton icon="minus" label={words.show.slower} disabled={speed <= SPEEDS[0]} onClick={() => changeSpeed(-1)} />
      <output class="speed" aria-label={words.show.speedLabel}>
        {words.show.speed(speed)}
      </output>
      <IconButton icon="plus" label={words.show.faster} disabled={speed >= SPEEDS.at(-1)!} onClick={() => changeSpeed(1)} />
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

function setAtOnce(on: boolean): void {
  change({ atOnce: on });
  if (on) skip();
}

function Score({ sum }: { sum: Sum }): JSX.Element {
  return <PartList value={sum.total} total={figure(sum.total, 2)} label={sum.label} parts={sum.parts} />;
}

/** The score of both sides with its parts, the winner, and what came of it. */
export function FightCard({ now }: { now: FightShown }): JSX.Element {
  const { line, follows } = now;
  return (
    <section class="fight-card" aria-label={words.show.fight}>
      <h3>{verdict(line)}</h3>
      <div class="sides">
        {line.sums?.map((sum, index) => (
          <div key={index} class={`fighters s${(sum.seat ?? 0) % 4} ${sum.seat === line.fight!.winner ? "winner" : ""}`}>
            <p class="who">
              <b class="total" title={sum.label}>
                {figure(sum.total, 2)}
              </b>
              <b>{seatName(sum.seat ?? null)}</b>
              <span>{fighters(line, sum.seat ?? null)}</span>
            </p>
            <PartList value={sum.total} parts={sum.parts} />
          </div>
        ))}
      </div>
      {follows.length > 0 && (
        <ul class="follows" aria-label={words.show.follows}>
          {follows.map((one, index) => (
            <li key={index}>{one.text}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The last fight in a line that opens, for whoever has to decide after it. */
export function LastFight(): JSX.Element | null {
  const now = fight.value;
  if (!now) return null;
  return (
    <details class="last-fight">
      <summary>
        <b>{words.show.fight}</b> <span class="brief">{verdict(now.line)}</span>
      </summary>
      <FightCard now={now} />
    </details>
  );
}

function fighters(line: Line, seat: number | null): string {
  return line.fight!.units.flatMap((id) => (units.value.get(id)?.seat === seat ? [units.value.get(id)!.name] : [])).join(", ");
}

function verdict(line: Line): string {
  const { winner, verdict: told } = line.fight!;
  if (told) return told;
  const totals = line.sums?.map((sum) => sum.total) ?? [];
  const apart = Math.abs((totals[0] ?? 0) - (totals[1] ?? 0));
  if (winner !== null) return words.show.won(seatName(winner), apart);
  return apart ? words.show.noLoser : words.show.tie;
}
