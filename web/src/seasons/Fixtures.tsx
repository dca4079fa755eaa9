/** The battles of a season, round by round: who meets whom at which table, and what became of it. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { seasonApi } from "../net/seasons";
import type { FixtureShown, PendingShown, SeasonShown } from "../net/types";
import { Icon } from "../panels/Icon";
import { listed } from "../state/english";
import { complain, notify } from "../state/notices";
import { go, hashOf } from "../state/route";
import { keepSeason } from "../state/seasonkeys";
import { keep } from "../state/tokens";
import { words } from "../words";
import { ResultWindow } from "./Result";
import { act, between, nameOf, namesOf, roundName, season } from "./now";

/** The rounds that there are, the latest first. */
export function roundsOf(now: SeasonShown): number[] {
  return [...new Set(now.fixtures.map((one) => one.round ?? 0))].sort((one, other) => other - one);
}

export function Fixtures(): JSX.Element {
  const now = season.value!;
  const [entering, setEntering] = useState<FixtureShown | null>(null);
  const rounds = roundsOf(now);
  const [latest = 0, ...earlier] = rounds;
  const open = now.fixtures.filter((one) => (one.round ?? 0) !== latest && one.state !== "done");
  const row = (one: FixtureShown) => <Row key={`${one.key} ${one.number ?? ""}`} fixture={one} onEnter={() => setEntering(one)} />;
  return (
    <section class="season-box" aria-label={words.seasons.fixtures}>
      <h2>
        {words.seasons.fixtures} {latest > 0 && <span class="quiet">{roundName(latest)}</span>}
      </h2>
      {now.fixtures.length === 0 && <p class="quiet">{words.seasons.noFixtures}</p>}
      <ul class="fixtures">
        {open.map(row)}
        {now.fixtures.filter((one) => (one.round ?? 0) === latest).map(row)}
      </ul>
      {earlier.length > 0 && (
        <details>
          <summary>{words.seasons.earlier(now.page?.word ?? words.seasons.round)}</summary>
          {earlier.map((round) => (
            <div key={round}>
              <h3>{roundName(round)}</h3>
              <ul class="fixtures">{now.fixtures.filter((one) => (one.round ?? 0) === round && !open.includes(one)).map(row)}</ul>
            </div>
          ))}
        </details>
      )}
      {entering && <ResultWindow fixture={entering} onClose={() => setEntering(null)} />}
    </section>
  );
}

function Row({ fixture, onEnter }: { fixture: FixtureShown; onEnter: () => void }): JSX.Element {
  const now = season.value!;
  const [busy, setBusy] = useState(false);
  const mine = fixture.players.some((one) => now.you.includes(one));
  const done = fixture.state === "done";
  const play = async () => {
    setBusy(true);
    try {
      const entered = await seasonApi.fight(now.id, fixture.key);
      keep(entered.id, entered.tokens, null);
      keepSeason(now.id, { battles: [entered.id] });
      go({ screen: "battle", id: entered.id, at: null, seat: null });
    } catch (error) {
      complain(error);
      setBusy(false);
    }
  };
  return (
    <li class={`fixture ${fixture.state}`}>
      <div class="about">
        <p class="who">
          {fixture.table ? <span class="table-number">{words.seasons.table(fixture.table)}</span> : null}
          {meeting(fixture).map((player, index) => (
            <span key={index}>
              {index > 0 && <span class="quiet">{between(meeting(fixture).length)}</span>}
              <span class={`season-name s${player % 4} ${fixture.winners?.includes(player) ? "winner" : ""}`}>{nameOf(player)}</span>
              {/^[-\d]/.test(fixture.scores?.[index] ?? "") && <b class="score"> {fixture.scores![index]}</b>}
            </span>
          ))}
        </p>
        <p class="quiet">
          {[done ? outcome(fixture) : fixture.state === "fighting" ? words.seasons.fighting : words.seasons.toPlay, fixture.computers && !done ? words.seasons.computers : "", fixture.by_hand ? words.seasons.byHand : ""]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {fixture.pending && <Pending fixture={fixture} pending={fixture.pending} />}
        {fixture.problem && <p class="bad">{words.seasons.problem(fixture.problem)}</p>}
      </div>
      <div class="actions">
        {fixture.pending && <Verdict fixture={fixture} pending={fixture.pending} />}
        {!done && mine && !fixture.pending && (
          <button type="button" class="primary" disabled={busy} onClick={() => void play()}>
            <Icon name="flag" /> {fixture.state === "fighting" ? words.seasons.resume : words.seasons.play}
          </button>
        )}
        {fixture.battle && (done || !mine) && (
          <a class="button" href={hashOf({ screen: "battle", id: fixture.battle, at: null, seat: null })}>
            <Icon name="eye" /> {done ? words.seasons.look : words.seasons.watch}
          </a>
        )}
        {!done && (now.organiser || (mine && fixture.state !== "fighting")) && (
          <button type="button" onClick={onEnter}>
            <Icon name="pen" /> {words.seasons.enter}
          </button>
        )}
        {done && now.organiser && fixture.number !== null && fixture.number !== undefined && (
          <button type="button" class="quiet-button" onClick={onEnter}>
            <Icon name="pen" /> {words.seasons.correct}
          </button>
        )}
      </div>
    </li>
  );
}

/** A result that somebody entered and that does not count yet: what it says, and for whom it waits. */
function Pending({ fixture, pending }: { fixture: FixtureShown; pending: PendingShown }): JSX.Element {
  const now = season.value!;
  const withComputer = fixture.players.some((one) => now.players[one] && now.players[one]!.player !== "human");
  const waits = pending.disputed?.length
    ? words.seasons.disputedBy(namesOf(pending.disputed, words.seasons.organiser))
    : withComputer
      ? words.seasons.againstComputer
      : words.seasons.waitsFor(namesOf(pending.waits_for, words.seasons.organiser));
  return (
    <div class="pending" role="status">
      <p>{words.seasons.pendingBy(namesOf(pending.by, words.seasons.organiser), claim(pending))}</p>
      {(pending.told ?? []).map(([what, value]) => (
        <p key={what}>
          {what}: <b>{value}</b>
        </p>
      ))}
      <p class="quiet">{waits}</p>
    </div>
  );
}

/** What a result that waits says, with the points of each player. */
function claim(pending: PendingShown): string {
  const points = pending.scores?.length ? ` (${pending.scores.join(" : ")})` : "";
  return `${pending.text || (pending.winners?.length ? words.seasons.won(listed(pending.winners.map(nameOf))) : words.seasons.draw)}${points}`;
}

/** The buttons of those who confirm a result, dispute it, or decide about it. */
function Verdict({ fixture, pending }: { fixture: FixtureShown; pending: PendingShown }): JSX.Element | null {
  const now = season.value!;
  const [busy, setBusy] = useState(false);
  const mine = fixture.players.filter((one) => now.you.includes(one));
  const own = mine.length > 0 && pending.by.every((one) => mine.includes(one));
  const said = mine.length > 0 && mine.every((one) => pending.disputed?.includes(one));
  const answer = async (yes: boolean, told: string) => {
    setBusy(true);
    let waits: readonly number[] = [];
    const done = await act(async () => {
      waits = (await seasonApi.confirm(now.id, { claim: pending.id, yes })).waits_for;
    });
    if (done) notify(yes && waits.length ? words.seasons.stillWaits(namesOf(waits, words.seasons.organiser)) : told);
    setBusy(false);
  };
  const button = (yes: boolean, label: string, told: string) => (
    <button type="button" class={yes ? "primary" : ""} disabled={busy} onClick={() => void answer(yes, told)}>
      {label}
    </button>
  );
  if (now.organiser) {
    return (
      <>
        {button(true, words.seasons.accept, words.seasons.confirmed)}
        {button(false, words.seasons.reject, words.seasons.rejected)}
      </>
    );
  }
  if (own) return button(false, words.seasons.withdraw, words.seasons.withdrawn);
  if (!mine.length) return null;
  return (
    <>
      {button(true, words.seasons.confirmResult, words.seasons.confirmed)}
      {!said && button(false, words.seasons.dispute, words.seasons.disputed)}
    </>
  );
}

/** Whoever meets there; somebody without an opponent is alone. */
export function meeting(fixture: FixtureShown): number[] {
  return fixture.players.filter((player) => player >= 0);
}

export function outcome(fixture: FixtureShown): string {
  if (fixture.text) return fixture.text;
  return fixture.winners?.length ? words.seasons.won(listed(fixture.winners.map(nameOf))) : words.seasons.draw;
}
