/** The decision at hand, and everything needed to make it. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { briefly, seatName } from "../state/describing";
import { focusIsNowhere, toDecision } from "../state/focus";
import { askAgain, declined, notThisTurn, repeats } from "../state/declining";
import { listed } from "../state/english";
import { helped } from "../state/helping";
import { begun } from "../state/making";
import { asksToEnd, endPhase, ends, goOn, idle, pass, passKey, passing } from "../state/passing";
import { backToChoice, others } from "../state/picking";
import { battle, hello, meanwhile, moment, picture, question, refusal, seat, sending, state } from "../state/table";
import { held } from "../state/tokens";
import { byKeyboard, shareOpen } from "../state/ui";
import type { Denied } from "../net/types";
import { words } from "../words";
import { settings } from "../state/settings";
import { missed } from "../state/missed";
import { shown } from "../state/show";
import { AllocatePanel } from "./Allocate";
import { Coach, HintButton } from "./Coach";
import { DeployingPanel, HelpingPanel } from "./Helping";
import { Icon } from "./Icon";
import { ManoeuvrePanel } from "./Manoeuvre";
import { ChoosePanel } from "./Options";
import { Countdown } from "./Countdown";
import { PickPanel } from "./Pick";
import { PlacePanel } from "./Place";
import { WalkPanel } from "./Walk";
import { RuleChip, RuleChips } from "./Rule";
import { LastFight, ShowControls, ShowPanel } from "./Show";

/** Whose turn it is, the rules behind the question, and to pass: above all else at the side, so that it keeps its place. */
export function TurnRow(): JSX.Element {
  const asked = question.value;
  return (
    <div class={`turn-row ${asked ? `s${asked.seat % 4}` : ""}`}>
      <p class="over">{asked ? `${words.table.yourTurn} · ${seatName(asked.seat)}` : whoActs()}</p>
      {asked?.rules && asked.rules.length > 0 && (
        <details class="behind" key={state.value?.number}>
          <summary>{words.question.rules}</summary>
          <RuleChips ids={asked.rules} />
        </details>
      )}
      <PassButton />
    </div>
  );
}

/** While nobody is asked here: whose turn is shown, else which side one leads. */
function whoActs(): string {
  if (shown.value || moment.value) return picture.value?.title ?? "";
  if (!state.value || hello.value?.note) return "";
  return seat.value === null ? words.table.watching : words.table.youAre(seatName(seat.value));
}

export function QuestionPanel(): JSX.Element {
  const asked = question.value;
  const number = state.value?.number;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // A new question is read from its beginning.
    panel.current?.parentElement?.scrollTo?.(0, 0);
    // The question itself is told by the voice, after what led to it: the focus only finds a place near it.
    if (asked && byKeyboard.peek() && focusIsNowhere()) toDecision();
  }, [number, asked?.ask]);
  if (shown.value) {
    return (
      <section class="question showing" ref={panel} aria-label={words.show.title} tabIndex={-1}>
        <ShowPanel />
        {helped.value && <DeployingPanel />}
      </section>
    );
  }
  return (
    <section class={`question ${asked ? `open s${asked.seat % 4}` : ""}`} ref={panel} aria-label={words.table.yourTurn} tabIndex={-1}>
      {asked ? (
        <>
          <Meanwhile />
          <LastFight />
          <div class="question-head">
            <h2>{asked.text}</h2>
            <HintButton />
          </div>
          {!begun.value && <Coach />}
          <DeployingPanel />
          {/* What was drawn is taken away first, and its verdict needs the room. */}
          {others.value.length > 0 && !begun.value && (
            <p class="actions">
              <button type="button" class="quiet-button" disabled={sending.value} onClick={backToChoice}>
                {words.question.another} <kbd>Esc</kbd>
              </button>
            </p>
          )}
          {asksToEnd.value && <EndingPhase />}
          {asked.note && <p class="told">{asked.note}</p>}
          {asked.clock && <Countdown key={number} text={asked.clock.text ?? ""} />}
          {refusal.value && (
            <p class="refusal" role="alert">
              {refusal.value.reason} {refusal.value.rule && !refusal.value.rule.startsWith("play.") && <RuleChip id={refusal.value.rule} />}
            </p>
          )}
          <fieldset disabled={sending.value}>
            <legend class="visually-hidden">{asked.text}</legend>
            {asked.ask === "choose" && <ChoosePanel asked={asked} />}
            {asked.ask === "pick" && <PickPanel asked={asked} />}
            {asked.ask === "manoeuvre" && <ManoeuvrePanel />}
            {asked.ask === "walk" && <WalkPanel />}
            {asked.ask === "place" && <PlacePanel />}
            {asked.ask === "allocate" && <AllocatePanel asked={asked} />}
          </fieldset>
          {repeats.value && (
            <p class="actions">
              <button type="button" class="quiet-button" title={words.decline.why} disabled={sending.value} onClick={notThisTurn}>
                {words.decline.notThisTurn}
              </button>
            </p>
          )}
          {"denied" in asked && <DeniedList denied={asked.denied ?? []} />}
        </>
      ) : (
        <>
          <Waiting />
          <DeployingPanel />
        </>
      )}
      <HelpingPanel />
      <NotAsked />
    </section>
  );
}

/** Doing nothing: in the same place, with the same key, in every question that allows it. */
function PassButton(): JSX.Element | null {
  const how = passing.value;
  if (how === null) return null;
  return (
    <button type="button" class="pass" disabled={sending.value} title={how} onClick={pass}>
      {ends.value ? words.pass.end : words.pass.pass}
      <span class="visually-hidden">{words.pass.means(how)}</span> <kbd>{passKey.value}</kbd>
    </button>
  );
}

/** What is answered no for the rest of the turn, and how to be asked again. */
function NotAsked(): JSX.Element {
  return (
    <>
      {declined.value.map((one) => (
        <p key={one.key} class="quiet not-asked">
          {words.decline.told(one.topic, one.times)}{" "}
          <button type="button" class="link" onClick={() => askAgain(one.key)}>
            {words.decline.askAgain}
          </button>
        </p>
      ))}
    </>
  );
}

/** Before a phase ends: who could still act. */
function EndingPhase(): JSX.Element {
  const end = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (byKeyboard.peek()) end.current?.focus();
  }, []);
  return (
    <div class="ending-phase" role="group" aria-label={words.pass.end}>
      <p>{words.pass.idle(idle.value)}</p>
      <p class="actions">
        <button type="button" class="primary" ref={end} disabled={sending.value} onClick={endPhase}>
          {words.pass.end} <kbd>Enter</kbd>
        </button>
        <button type="button" onClick={goOn}>
          {words.pass.goOn} <kbd>Esc</kbd>
        </button>
      </p>
    </div>
  );
}

/** What changed since one last decided, in a line that opens. */
function Meanwhile(): JSX.Element | null {
  const lines = meanwhile.value;
  if (!lines.length || missed.value !== null) return null;
  return (
    <details class="meanwhile" key={lines[0]!.number}>
      <summary>
        <b>{words.question.meanwhile}</b> <span class="brief">{briefly(lines)}</span>
      </summary>
      <ul>
        {lines.map((line, index) => (
          <li key={index}>{line.text}</li>
        ))}
      </ul>
    </details>
  );
}

function Waiting(): JSX.Element {
  const now = state.value;
  if (moment.value) return <p class="quiet">{words.table.past(moment.value.number, now?.number ?? moment.value.number)}</p>;
  if (!now) return <p class="quiet">{words.app.loading}</p>;
  if (now.over) return <h2>{words.table.over}</h2>;
  if (hello.value?.note) return <BrokenOff />;
  const who = listed(now.waiting_for);
  return (
    <>
      <h2 class={now.thinking ? "thinking" : ""}>{now.thinking ? words.table.thinking(who || hello.value!.seats.find((one) => one.kind !== "human")?.name || "") : words.table.waiting(who)}</h2>
      {now.thinking && !settings.value.atOnce && <ShowControls />}
      {waitsForGuest(now.waiting_seats ?? []) && (
        <p class="actions">
          <button type="button" onClick={() => (shareOpen.value = true)}>
            <Icon name="share" /> {words.table.invite}
          </button>
        </p>
      )}
    </>
  );
}

/** A battle without an end that is only shown: nobody will be asked in it. */
function BrokenOff(): JSX.Element {
  return (
    <>
      <h2>{words.table.onlyShown}</h2>
      <p class="quiet">{words.table.onlyShownWhy}</p>
    </>
  );
}

/** Whether somebody is asked whose link this browser has to give. */
function waitsForGuest(seats: readonly number[]): boolean {
  const away = held(battle.value ?? "")?.away ?? [];
  return away.some((index) => seats.includes(index));
}

/** So many reasons are read at a glance; more of them are grouped by their rule. */
const AT_A_GLANCE = 8;

function DeniedList({ denied }: { denied: readonly Denied[] }): JSX.Element | null {
  if (!denied.length) return null;
  const told = [...new Map(denied.map((one) => [`${one.rule} ${one.why}`, one])).values()];
  return (
    <details class="denied">
      <summary>{words.question.denied(denied.length)}</summary>
      <ul>{told.length > AT_A_GLANCE ? byRule(told).map((group) => <DeniedGroup key={group[0]?.rule} group={group} />) : told.map(denial)}</ul>
    </details>
  );
}

function byRule(denied: readonly Denied[]): Denied[][] {
  const groups = new Map<string, Denied[]>();
  for (const one of denied) groups.set(one.rule, [...(groups.get(one.rule) ?? []), one]);
  return [...groups.values()];
}

/** The first reason of those with the same rule; the others when it is opened. */
function DeniedGroup({ group }: { group: readonly Denied[] }): JSX.Element | null {
  const [first, ...others] = group;
  if (!first || !others.length) return first ? denial(first) : null;
  return (
    <li>
      {first.why} <RuleChip id={first.rule} />
      <details>
        <summary>{words.question.alsoDenied(others.length)}</summary>
        <ul>{others.map(denial)}</ul>
      </details>
    </li>
  );
}

function denial(one: Denied): JSX.Element {
  return (
    <li key={`${one.rule} ${one.why}`}>
      {one.why} <RuleChip id={one.rule} />
    </li>
  );
}
