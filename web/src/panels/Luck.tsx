/** Luck so far, and the proof that the dice are fair. */
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { askSeed } from "../state/acting";
import { seatName } from "../state/describing";
import { type Finding, verify } from "../state/fair";
import { luckOf } from "../state/luck";
import { hello, log, seed, shownLog, state } from "../state/table";
import { words } from "../words";

export function LuckPanel(): JSX.Element {
  const seats = hello.value?.seats.length ?? 2;
  const all = luckOf(shownLog.value, seats);
  const widest = Math.max(1, ...all.flatMap((one) => [one.expected, one.good]));
  return (
    <section class="luck" aria-label={words.luck.title}>
      <p class="quiet">{words.luck.text}</p>
      {all.every((one) => one.tries === 0) && <p class="quiet">{words.luck.none}</p>}
      {all
        .filter((one) => one.tries > 0)
        .map((one) => (
          <div key={one.seat} class={`luck-row s${one.seat % 4}`}>
            <p>
              <b>{seatName(one.seat)}</b>
              <span class={one.good >= one.expected ? "good" : "bad"}>{words.signed(one.good - one.expected)}</span>
            </p>
            <Bar label={words.luck.expected} value={one.expected} most={widest} hollow />
            <Bar label={words.luck.rolled} value={one.good} most={widest} />
            <p class="quiet">{words.luck.rolls(one.tries)}</p>
          </div>
        ))}
      <FairPanel />
    </section>
  );
}

function Bar(props: { label: string; value: number; most: number; hollow?: boolean }): JSX.Element {
  return (
    <div class="luck-bar">
      <span class="quiet">{props.label}</span>
      <span class="rail">
        <span class={props.hollow ? "hollow" : "full"} style={{ width: `${(props.value / props.most) * 100}%` }} />
      </span>
      <b>{Math.round(props.value * 10) / 10}</b>
    </div>
  );
}

/** Whether the dice are proved: what this page found out for itself, or what the server says of a record. */
export function DiceProof(): JSX.Element | null {
  const told = seed.value;
  const said = hello.value?.dice;
  const found = useMemo<Finding | null>(() => {
    if (!told) return null;
    const thrown = log.peek().flatMap((line) => (line.dice ? [{ number: line.number, dice: line.dice.dice, faces: line.dice.faces }] : []));
    return verify(told.seed, hello.peek()?.commitment ?? "", told.rolls, thrown);
  }, [told]);
  if (said) return <p class={said.verdict === "proved" ? "good" : said.verdict === "unproved" ? "bad" : "quiet"}>{said.text}</p>;
  if (!found) return null;
  return (
    <p class={found.seedFits && !found.wrong ? "good" : "bad"} role="status">
      {!found.seedFits ? words.fair.badSeed : found.wrong ? words.fair.badRoll(found.wrong) : words.fair.good(found.rolls, found.past, found.gaps)}
    </p>
  );
}

function FairPanel(): JSX.Element {
  const told = seed.value;
  const said = hello.value?.dice;
  const commitment = hello.value?.commitment ?? "";
  if (said) {
    return (
      <details class="fair">
        <summary>{words.fair.title}</summary>
        <DiceProof />
        {said.commitment && (
          <p>
            {words.fair.record}: <span class="mono">{said.commitment}</span>
          </p>
        )}
      </details>
    );
  }
  return (
    <details class="fair">
      <summary>{words.fair.title}</summary>
      <p class="quiet">{words.fair.text}</p>
      <p>
        {words.fair.commitment}: <span class="mono">{commitment}</span>
      </p>
      {hello.value?.known_seed && <p class="bad">{words.fair.known}</p>}
      {!state.value?.over && <p class="quiet">{words.fair.afterEnd}</p>}
      {state.value?.over && !told && (
        <button type="button" onClick={askSeed}>
          {words.fair.verify}
        </button>
      )}
      {told && (
        <p>
          {words.fair.seed}: <span class="mono">{told.seed}</span>
        </p>
      )}
      <DiceProof />
    </details>
  );
}
