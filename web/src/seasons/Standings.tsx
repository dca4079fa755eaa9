/** The standings, what happened, and what was agreed: tables and lines as the campaign tells them. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Happening, Standings } from "../net/types";
import { RuleChips } from "../panels/Rule";
import { words } from "../words";
import { nameOf, roundName, season } from "./now";

export function StandingsTables(): JSX.Element | null {
  const tables = season.value?.page?.standings ?? [];
  return (
    <>
      {tables.map((table) => (
        <section key={table.title} class="season-box" aria-label={table.title}>
          <h2>{table.title}</h2>
          <StandingsTable table={table} />
          <p class="quiet">{[words.seasons.tieBreaks(table.tie_breaks ?? []), table.equals ?? words.seasons.equals].filter(Boolean).join(" ")}</p>
          <RuleChips ids={table.rules} />
        </section>
      ))}
    </>
  );
}

/** Campaigns that have no column for them get the place and the name of the player. */
export function StandingsTable({ table }: { table: Standings }): JSX.Element {
  const has = (title: string) => table.columns.some((one) => one.title.toLowerCase() === title.toLowerCase());
  // Where all lead nobody does.
  const ahead = table.rows.some((row) => !row.leads);
  const [places, names] = [!has(words.seasons.place), !has(words.seasons.player)];
  return (
    <div class="scrolls" tabIndex={0} role="group" aria-label={table.title}>
      <table class="standings">
        <thead>
          <tr>
            {places && <th class="number">{words.seasons.place}</th>}
            {names && <th>{words.seasons.player}</th>}
            {table.columns.map((one) => (
              <th key={one.title} class={one.number ? "number" : ""} title={one.help || undefined}>
                {one.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.player} class={`${row.out ? "out" : ""} ${row.leads && ahead ? "leads" : ""} ${season.value?.you.includes(row.player) ? "own-row" : ""}`}>
              {places && <td class="number">{words.seasons.rank(row.rank)}</td>}
              {names && (
                <td>
                  <span class={`season-name s${row.player % 4}`}>{nameOf(row.player)}</span>
                </td>
              )}
              {row.cells.map((cell, index) => (
                <td key={index} class={table.columns[index]?.number ? "number" : ""} title={index === 0 ? row.note || undefined : undefined}>
                  {table.columns[index]?.title === words.seasons.player ? <span class={`season-name s${row.player % 4}`}>{cell}</span> : cell}
                  {index === 0 && !names && row.out ? <span class="visually-hidden"> {words.seasons.out}</span> : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const SHOWN = 12;

export function TimelineBox(): JSX.Element {
  const told = season.value?.page?.timeline ?? [];
  const [all, setAll] = useState(false);
  const latest = [...told].reverse();
  const shown = all ? latest : latest.slice(0, SHOWN);
  return (
    <section class="season-box" aria-label={words.seasons.timeline}>
      <h2>{words.seasons.timeline}</h2>
      {told.length === 0 && <p class="quiet">{words.seasons.nothingYet}</p>}
      <ol class="happenings">
        {shown.map((one, index) => {
          const before = shown[index - 1];
          const heads = (one.round ?? 0) > 0 && one.round !== before?.round;
          return <Line key={latest.length - index} one={one} head={heads ? roundName(one.round!) : ""} />;
        })}
      </ol>
      {latest.length > SHOWN && !all && (
        <button type="button" class="link" onClick={() => setAll(true)}>
          {words.seasons.all(latest.length)}
        </button>
      )}
    </section>
  );
}

export function Line({ one, head }: { one: Happening; head: string }): JSX.Element {
  const player = one.player ?? null;
  return (
    <li class={`happened-line ${one.grave ? "grave" : ""} ${player === null ? "" : `s${player % 4}`}`}>
      {head && <h3 class="over">{head}</h3>}
      <p>
        {one.text}{" "}
        {one.dice?.map((face, index) => (
          <span key={index} class="season-die" aria-label={String(face)}>
            {face}
          </span>
        ))}
      </p>
    </li>
  );
}

export function Agreed(): JSX.Element | null {
  const now = season.value!;
  const cards = now.page?.cards ?? [];
  return (
    <section class="season-box" aria-label={words.seasons.agreed}>
      <h2>{words.seasons.agreed}</h2>
      {cards.length === 0 && (
        <dl class="facts">
          {now.agreed.map(([name, value]) => (
            <Fact key={name} name={name} value={value} />
          ))}
        </dl>
      )}
      {cards.map((card) => (
        <dl key={card.title} class="facts">
          {card.lines.map(([name, value]) => (
            <Fact key={name} name={name} value={value} />
          ))}
        </dl>
      ))}
      <p class="quiet">
        {now.commitment ? words.seasons.fingerprint : words.seasons.knownSeed} {now.commitment && <code title={now.commitment}>{now.commitment.slice(0, 16)}…</code>}{" "}
        {now.seed && (
          <>
            {words.seasons.seed} <code class="mono">{now.seed}</code>
          </>
        )}
      </p>
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
