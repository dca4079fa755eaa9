/** A question of the season to the reader: options to choose or to pick, as at a table. */
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { seasonApi } from "../net/seasons";
import type { Answer, Choose, Option, Pick, SeasonQuestion } from "../net/types";
import { OddsShort, Opener } from "../panels/Options";
import { OddsParts } from "../panels/Parts";
import { RuleChips } from "../panels/Rule";
import { atAGlance } from "../state/odds";
import { words } from "../words";
import { act, nameOf, season } from "./now";

/** With more options than this one wants to search. */
const MANY = 12;

/** What the season waits for, or (`optional`) what may be decided besides. */
export function Questions({ optional }: { optional: boolean }): JSX.Element {
  const now = season.value!;
  return (
    <>
      {now.questions
        .filter((one) => now.waiting_for.includes(one.player) !== optional)
        .map((one) => (
          <QuestionPanel key={`${one.player} ${one.id}`} asked={one} optional={optional} alone={now.you.length < 2} />
        ))}
    </>
  );
}

function QuestionPanel({ asked, optional, alone }: { asked: SeasonQuestion; optional: boolean; alone: boolean }): JSX.Element {
  const { question } = asked;
  const [busy, setBusy] = useState(false);
  const answer = (given: Answer) => {
    setBusy(true);
    void act(() => seasonApi.answer(season.peek()!.id, { player: asked.player, id: asked.id, answer: given })).finally(() => setBusy(false));
  };
  const whose = asked.player < 0 ? words.seasons.organiserQuestion : alone ? words.seasons.yourQuestion : words.seasons.questionOf(nameOf(asked.player));
  return (
    <section class={`season-box season-question ${optional ? "" : "urgent"} ${asked.player < 0 ? "" : `s${asked.player % 4}`}`} aria-label={whose} data-id={asked.id}>
      <header>
        <p class="over">{whose}</p>
        <h2>{question.text}</h2>
        {question.note && <p class="quiet">{question.note}</p>}
        {optional && <p class="quiet">{words.seasons.optional}</p>}
        <RuleChips ids={question.rules} />
      </header>
      {question.ask === "choose" && <Choices asked={question} busy={busy} folded={optional} onChoose={(option) => answer({ answer: "choose", option })} />}
      {question.ask === "pick" && <Picks asked={question} busy={busy} onConfirm={(options) => answer({ answer: "pick", options })} />}
      {question.ask !== "choose" && question.ask !== "pick" && <p class="bad">{words.seasons.cannotAnswer}</p>}
    </section>
  );
}

function Choices({ asked, busy, folded, onChoose }: { asked: Choose; busy: boolean; folded: boolean; onChoose: (key: string) => void }): JSX.Element {
  const [sought, setSought] = useState("");
  const [grave, setGrave] = useState<Option | null>(null);
  const shown = asked.options.filter((one) => fits(`${one.label} ${one.text ?? ""}`, sought));
  const list = (
    <>
      {asked.options.length > MANY && (
        <label class="field">
          <span>{words.seasons.filter}</span>
          <input type="search" value={sought} onInput={(event) => setSought(event.currentTarget.value)} />
        </label>
      )}
      <ol class={`options ${shown.length > MANY ? "long" : ""}`}>
        {shown.map((option) => (
          <Item key={option.key} option={option}>
            <button type="button" class="take" data-key={option.key} disabled={busy} onClick={() => (isGrave(option) ? setGrave(option) : onChoose(option.key))}>
              <About option={option} />
            </button>
            {grave?.key === option.key && (
              <p class="actions sure">
                <span>{words.seasons.dropSure}</span>
                <button type="button" class="danger" disabled={busy} onClick={() => onChoose(option.key)}>
                  {option.label}
                </button>
                <button type="button" onClick={() => setGrave(null)}>
                  {words.app.cancel}
                </button>
              </p>
            )}
          </Item>
        ))}
      </ol>
      <Denials asked={asked} />
    </>
  );
  if (!folded) return list;
  return (
    <details>
      <summary>{words.seasons.choices}</summary>
      {list}
    </details>
  );
}

/** Whether an option decides open matches against a player, so that it is asked about first. */
function isGrave(option: Option): boolean {
  return option.key.startsWith("drop:");
}

function Picks({ asked, busy, onConfirm }: { asked: Pick; busy: boolean; onConfirm: (keys: string[]) => void }): JSX.Element {
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [least, most] = [asked.least ?? 0, asked.most ?? 1];
  const toggle = (key: string) => setPicked(picked.includes(key) ? picked.filter((one) => one !== key) : [...picked, key]);
  return (
    <>
      <p class="quiet">{words.seasons.pickHow(least, most)}</p>
      <ol class={`options ${asked.options.length > MANY ? "long" : ""}`}>
        {asked.options.map((option) => {
          const on = picked.includes(option.key);
          return (
            <Item key={option.key} option={option}>
              <button type="button" class="take" role="checkbox" aria-checked={on} data-key={option.key} disabled={busy || (!on && picked.length >= most)} onClick={() => toggle(option.key)}>
                <span class="tick" aria-hidden="true">
                  {on ? "✓" : ""}
                </span>
                <About option={option} />
              </button>
            </Item>
          );
        })}
      </ol>
      <Denials asked={asked} />
      <div class="actions">
        <button type="button" class="primary" disabled={busy || picked.length < least} onClick={() => onConfirm([...picked])}>
          {words.seasons.confirm}
        </button>
      </div>
    </>
  );
}

function Item({ option, children }: { option: Option; children: ComponentChildren }): JSX.Element {
  const [open, setOpen] = useState(false);
  const odds = option.odds ?? [];
  const behind = odds.filter((one) => !atAGlance(odds).includes(one) || one.parts?.length);
  return (
    <li class="option">
      {children}
      {behind.length > 0 && <Opener open={open} onClick={() => setOpen(!open)} />}
      {open && behind.map((one) => <OddsParts key={one.label} odds={one} />)}
    </li>
  );
}

function About({ option }: { option: Option }): JSX.Element {
  const seen = atAGlance(option.odds ?? []);
  return (
    <span class="about">
      <span class="name">{option.label}</span>
      {seen.length > 0 && (
        <span class="figures">
          <OddsShort odds={seen} />
        </span>
      )}
      {option.text && <span class="told">{option.text}</span>}
    </span>
  );
}

function Denials({ asked }: { asked: Choose | Pick }): JSX.Element | null {
  const denied = asked.denied ?? [];
  if (!denied.length) return null;
  return (
    <details class="season-denied">
      <summary class="quiet">
        {words.seasons.notPossible} ({denied.length})
      </summary>
      <ul>
        {denied.map((one) => (
          <li key={`${one.what} ${one.why}`} class="quiet">
            <b>{one.what}</b> {one.why} <RuleChips ids={one.rule ? [one.rule] : []} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function fits(text: string, sought: string): boolean {
  return sought.toLocaleLowerCase().split(/\s+/).every((word) => text.toLocaleLowerCase().includes(word));
}
