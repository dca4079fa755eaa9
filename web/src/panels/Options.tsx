/** The options of a question: by themselves, or under headings where there are many of a kind. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Choose, Odds, Option } from "../net/types";
import { type Group, commonOdds, folds, grouped } from "../state/grouping";
import { look } from "../state/inquiries";
import { pass, passKey } from "../state/passing";
import { choose, numbered, pickable, pointed } from "../state/picking";
import { eyed, units } from "../state/table";
import { byKeyboard } from "../state/ui";
import { atAGlance, oddsText } from "../state/odds";
import { type Side, sideOnScreen } from "../table/view";
import { words } from "../words";
import { OddsParts } from "./Parts";

/** With more options than this only the first heading is open. */
const FEW = 14;
/** With more options than this, figures that all have are told once. */
const FOR_ALL = 4;

export function ChoosePanel({ asked }: { asked: Choose }): JSX.Element {
  const focus = pointed.value;
  const own = focus === null ? [] : asked.options.filter((option) => option.unit === focus || option.target === focus);
  const narrow = own.length > 0 && asked.options.length > 6;
  const [all, setAll] = useState(false);
  // To pass comes last, and has a key of its own.
  const sorted = numbered(asked.options);
  const shown = narrow && !all ? sorted.filter((option) => own.includes(option) || aboutNobody(option)) : sorted;
  const common = asked.options.length > FOR_ALL ? commonOdds(asked.options) : [];
  const { first, combined, unlikely, seldom } = folds(shown);
  // What was asked for is not folded away, nor the only answers that there are.
  const bare = (narrow && !all) || first.length === 0;
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
        {common.length > 0 && (
          <li>
            <WithParts odds={common}>
              <p>
                <OddsShort odds={common} />
              </p>
            </WithParts>
          </li>
        )}
        <Groups options={first} all={sorted} told={common} few={shown.length <= FEW} />
        <Fold name={words.question.combined} options={combined} all={sorted} told={common} open={bare} />
        <Fold name={words.question.unlikely} options={unlikely} all={sorted} told={common} open={bare} />
        <Fold name={words.question.seldom} options={seldom} all={sorted} told={common} open={bare} />
      </ol>
      {pickable.value && <p class="quiet hint">{words.question.onTable}</p>}
    </>
  );
}

function aboutNobody(option: Option): boolean {
  return (option.unit ?? option.target ?? null) === null;
}

function keyOf(option: Option, index: number): string {
  return option.passes ? passKey.value : String(index + 1);
}

interface Listed {
  options: readonly Option[];
  all: readonly Option[];
  told: readonly Odds[];
}

function Groups({ options, all, told, few }: Listed & { few: boolean }): JSX.Element {
  return (
    <>
      {grouped(options, (unit) => units.value.get(unit)?.name).map((group, place) => (
        <OptionGroup key={group.options[0]!.key} group={group} all={all} told={told} open={place === 0 || few} />
      ))}
    </>
  );
}

/** Options that are seldom wanted, behind how many they are. */
function Fold({ name, options, all, told, open }: Listed & { name: (count: number) => string; open: boolean }): JSX.Element | null {
  if (!options.length) return null;
  return (
    <li class="fold">
      <details open={open}>
        <summary>{name(options.length)}</summary>
        <ol class="options">
          <Groups options={options} all={all} told={told} few={options.length <= FEW} />
        </ol>
      </details>
    </li>
  );
}

/** Options under what they have in common; more of them than a screen holds are folded away. */
function OptionGroup({ group, all, told, open }: { group: Group; all: readonly Option[]; told: readonly Odds[]; open: boolean }): JSX.Element {
  const { heading } = group;
  const shared = told.length > 0 || group.odds.length > 0;
  const buttons = group.options.map((option) => (
    <OptionButton key={option.key} option={option} index={all.indexOf(option)} heading={heading} odds={shared ? [] : (option.odds ?? [])} text={group.text ? "" : (option.text ?? "")} />
  ));
  if (!heading) {
    return (
      <>
        {group.text && <li class="told">{group.text}</li>}
        {buttons}
      </>
    );
  }
  const odds = told.length ? [] : group.odds;
  return (
    <li class="group">
      <details open={open}>
        <summary>
          <span class="group-head">
            <span class="group-name">{words.question.group(heading.before, heading.after)}</span> <OddsShort odds={odds} />
          </span>
        </summary>
        {(group.text || odds.some((one) => one.parts?.length)) && (
          <WithParts odds={odds}>
            <p class="told">{group.text}</p>
          </WithParts>
        )}
        <ol class={`options ${shared ? "short" : ""}`}>{buttons}</ol>
      </details>
    </li>
  );
}

/** Something with what its figures are made of, to be opened. */
function WithParts({ odds, children }: { odds: readonly Odds[]; children: JSX.Element }): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <div class="with-parts">
      {children}
      {odds.some((one) => one.parts?.length) && <Opener open={open} onClick={() => setOpen(!open)} />}
      {open && odds.map((one) => <OddsParts key={one.label} odds={one} />)}
    </div>
  );
}

export function OddsShort({ odds }: { odds: readonly Odds[] }): JSX.Element {
  return (
    <>
      {odds.map((one) => (
        <span key={one.label} class="odds">
          <b>{oddsText(one)}</b> {one.label}
        </span>
      ))}
    </>
  );
}

export function Opener({ open, onClick }: { open: boolean; onClick: () => void }): JSX.Element {
  return (
    <button type="button" class="open" aria-expanded={open} aria-label={words.question.odds} title={words.question.odds} onClick={onClick}>
      {open ? "▴" : "▾"}
    </button>
  );
}

/** Under a heading only the target is seen; whoever listens hears the whole label. */
function OptionName({ label, heading, side }: { label: string; heading: Group["heading"]; side: Side | null }): JSX.Element {
  if (!heading) return <span class="name">{side ? `${label}, ${words.question.sides[side]}` : label}</span>;
  return (
    <span class="name">
      <span class="visually-hidden">{heading.before}</span>
      {label.slice(heading.before.length, label.length - heading.after.length)}
      <span class="visually-hidden">{heading.after}</span>
    </span>
  );
}

/** Figures and text are those that do not stand above the option already. */
function OptionButton({ option, index, heading, odds, text }: { option: Option; index: number; heading: Group["heading"]; odds: readonly Odds[]; text: string }): JSX.Element {
  const [open, setOpen] = useState(false);
  const eye = () => {
    eyed.value = option.key;
  };
  const seen = atAGlance(odds);
  const behind = odds.filter((one) => !seen.includes(one) || one.parts?.length);
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
        onClick={() => (option.passes ? pass() : choose(option))}
      >
        {(option.passes || index < 9) && (
          <kbd aria-label={words.question.key(keyOf(option, index))}>{keyOf(option, index)}</kbd>
        )}
        <span class="about">
          <OptionName label={option.straight || option.label} heading={heading} side={side ? null : sideOnScreen(option.areas?.flatMap((area) => area.corners) ?? [])} />
          {seen.length > 0 && (
            <span class="figures">
              <OddsShort odds={seen} />
            </span>
          )}
          {text && <span class="told">{text}</span>}
        </span>
      </button>
      {option.straight && (
        <button type="button" class="in-full" aria-label={option.label} title={option.label} onClick={() => choose(option, "in full")}>
          {words.question.turnFirst}
        </button>
      )}
      {behind.length > 0 && <Opener open={open} onClick={() => setOpen(!open)} />}
      {open && behind.map((one) => <OddsParts key={one.label} odds={one} />)}
    </li>
  );
}
