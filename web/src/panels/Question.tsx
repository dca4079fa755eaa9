/** The decision at hand, and everything needed to make it. */
import { Fragment, type JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { focusIsNowhere, toDecision } from "../state/focus";
import { choose, pickable, pointed } from "../state/picking";
import { held } from "../state/tokens";
import { byKeyboard, shareOpen } from "../state/ui";
import { battle, eyed, hello, look, meanwhile, moment, question, refusal, seat, seatName, sending, state, units } from "../state/table";
import type { Choose, Denied, Option } from "../net/types";
import { oddsText } from "../table/Overlay";
import { words } from "../words";
import { AllocatePanel } from "./Allocate";
import { Icon } from "./Icon";
import { ManoeuvrePanel } from "./Manoeuvre";
import { OddsParts } from "./Parts";
import { PlacePanel } from "./Place";
import { RuleChip, RuleChips } from "./Rule";

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
  return (
    <section class={`question ${asked ? `open s${asked.seat % 4}` : ""}`} ref={panel} aria-label={words.table.yourTurn} tabIndex={-1}>
      {asked ? (
        <>
          <div class="asking">
            <p class="over">
              {words.table.yourTurn} · {seatName(asked.seat)}
            </p>
            {asked.rules && asked.rules.length > 0 && (
              <details class="behind">
                <summary>{words.question.rules}</summary>
                <RuleChips ids={asked.rules} />
              </details>
            )}
          </div>
          <Meanwhile />
          <h2>{asked.text}</h2>
          {asked.note && <p class="told">{asked.note}</p>}
          {refusal.value && (
            <p class="refusal" role="alert">
              {refusal.value.reason} {refusal.value.rule && !refusal.value.rule.startsWith("play.") && <RuleChip id={refusal.value.rule} />}
            </p>
          )}
          <fieldset disabled={sending.value}>
            <legend class="visually-hidden">{asked.text}</legend>
            {asked.ask === "choose" && <ChoosePanel asked={asked} />}
            {asked.ask === "manoeuvre" && <ManoeuvrePanel />}
            {asked.ask === "place" && <PlacePanel />}
            {asked.ask === "allocate" && <AllocatePanel asked={asked} />}
          </fieldset>
          {"denied" in asked && <DeniedList denied={asked.denied ?? []} />}
        </>
      ) : (
        <Waiting />
      )}
    </section>
  );
}

/** What changed since one last decided, in a line that opens. */
function Meanwhile(): JSX.Element | null {
  const lines = meanwhile.value;
  if (!lines.length) return null;
  return (
    <details class="meanwhile" key={lines[0]!.number}>
      <summary>
        <b>{words.question.meanwhile}</b> <span class="brief">{lines.map((line) => line.text).join("; ")}</span>
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
  const who = now.waiting_for.join(", ");
  return (
    <>
      <p class="over">{seat.value === null ? words.table.watching : words.table.youAre(seatName(seat.value))}</p>
      <h2 class={now.thinking ? "thinking" : ""}>{now.thinking ? words.table.thinking(who || hello.value!.seats.find((one) => one.kind !== "human")?.name || "") : words.table.waiting(who)}</h2>
      {waitsForGuest(now.waiting_for) && (
        <p class="actions">
          <button type="button" onClick={() => (shareOpen.value = true)}>
            <Icon name="share" /> {words.table.invite}
          </button>
        </p>
      )}
    </>
  );
}

/** Whether somebody is asked whose link this browser has to give. */
function waitsForGuest(names: readonly string[]): boolean {
  const away = held(battle.value ?? "")?.away ?? [];
  return away.some((index) => names.includes(hello.value?.seats[index]?.name ?? ""));
}

function ChoosePanel({ asked }: { asked: Choose }): JSX.Element {
  const focus = pointed.value;
  const own = focus === null ? [] : asked.options.filter((option) => option.unit === focus || option.target === focus);
  const narrow = own.length > 0 && asked.options.length > 6;
  const [all, setAll] = useState(false);
  const shown = narrow && !all ? asked.options.filter((option) => own.includes(option) || aboutNobody(option)) : asked.options;
  return (
    <>
      {narrow && (
        <p class="quiet narrow">
          {!all && words.question.filtered(units.value.get(focus!)?.name ?? "")}{" "}
          <button type="button" class="link" onClick={() => setAll(!all)}>
            {all ? words.question.filtered(units.value.get(focus!)?.name ?? "") : words.question.showAll}
          </button>
        </p>
      )}
      <ol class="options">
        {shown.map((option, place) => {
          const shared = option.text && (option.text === shown[place - 1]?.text || option.text === shown[place + 1]?.text);
          return (
            <Fragment key={option.key}>
              {shared && option.text !== shown[place - 1]?.text && <li class="told">{option.text}</li>}
              <OptionButton option={option} index={asked.options.indexOf(option)} text={shared ? "" : (option.text ?? "")} />
            </Fragment>
          );
        })}
      </ol>
      {pickable.value && <p class="quiet hint">{words.question.onTable}</p>}
    </>
  );
}

function aboutNobody(option: Option): boolean {
  return (option.unit ?? option.target ?? null) === null;
}

/** The text is left out where it stands above several options that share it. */
function OptionButton({ option, index, text }: { option: Option; index: number; text: string }): JSX.Element {
  const [open, setOpen] = useState(false);
  const odds = option.odds ?? [];
  const eye = () => {
    eyed.value = option.key;
  };
  const parts = odds.some((one) => one.parts?.length);
  const side = option.unit === null || option.unit === undefined ? undefined : units.value.get(option.unit);
  return (
    <li class={`option ${side ? `s${side.seat % 4}` : ""} ${eyed.value === option.key ? "eyed" : ""}`} onPointerEnter={eye} onPointerLeave={() => (eyed.value = null)}>
      <button
        type="button"
        class="take"
        data-key={option.key}
        onFocus={() => {
          eye();
          if (option.unit !== null && option.unit !== undefined && byKeyboard.peek()) look(option.unit);
        }}
        onClick={() => choose(option)}
      >
        {index < 9 && (
          <kbd aria-label={words.question.key(String(index + 1))}>{index + 1}</kbd>
        )}
        <span class="about">
          <span class="name">{option.label}</span>
          {odds.map((one) => (
            <span key={one.label} class="odds">
              <b>{oddsText(one)}</b> {one.label}
            </span>
          ))}
          {text && <span class="told">{text}</span>}
        </span>
      </button>
      {parts && (
        <button type="button" class="open" aria-expanded={open} aria-label={words.question.odds} title={words.question.odds} onClick={() => setOpen(!open)}>
          {open ? "▴" : "▾"}
        </button>
      )}
      {open && odds.map((one) => <OddsParts key={one.label} odds={one} />)}
    </li>
  );
}

function DeniedList({ denied }: { denied: readonly Denied[] }): JSX.Element | null {
  if (!denied.length) return null;
  return (
    <details class="denied">
      <summary>{words.question.denied(denied.length)}</summary>
      <ul>
        {denied.map((one, index) => (
          <li key={index}>
            {one.why} <RuleChip id={one.rule} />
          </li>
        ))}
      </ul>
    </details>
  );
}
