/** Which army a side leads: one of the rulebook's, a list of the reader's own, or one that a friend will choose. */
import type { JSX } from "preact";
import { CoatOfArms } from "../home/Coat";
import { Parade } from "../home/Parade";
import type { ArmyCard, ArmyWanted, RulesetCard } from "../net/types";
import { choiceOf, listOf, lists } from "../state/lists";
import { hashOf } from "../state/route";
import { listBook } from "../state/ui";
import { coatOf } from "../table/heraldry";
import { words } from "../words";
import { Icon } from "./Icon";
import { hasMeaning } from "./OptionField";
import { ArmyText, OwnArmy, useMuster } from "./OwnList";

export type Options = Record<string, boolean | number | string>;

/** A choice that is left to whoever gets the link. */
export const THEIRS = "friend/";

/** What a choice stands for, as the server wants it: an army by its name or a list; neither is any army. */
export function wantedOf(choice: string | null): Required<Pick<ArmyWanted, "army" | "list">> {
  const list = listOf(choice);
  return { army: list?.name ?? (choice === THEIRS ? null : choice), list: list?.text ?? null };
}

/** The options with those that were left as usual: beside a list, what is not said would follow from the list. */
export function everyOption(card: RulesetCard, options: Options): Options {
  return { ...Object.fromEntries(card.options.map((one) => [one.name, one.default])), ...options };
}

export function ArmySelect(props: { card: RulesetCard; army: string | null; friend?: boolean; onChoose: (army: string | null) => void; onAdd: () => void }): JSX.Element {
  const { card } = props;
  const own = card.lists ? lists.value.filter((one) => one.ruleset === card.slug) : [];
  return (
    <>
      <label class="field">
        <span>{words.setup.army}</span>
        <select value={props.army ?? ""} onChange={(event) => props.onChoose(event.currentTarget.value || null)}>
          {props.friend && <option value={THEIRS}>{words.setup.theirs}</option>}
          <option value="">{words.setup.anyArmy}</option>
          {card.armies.map((one) => (
            <option key={one.name} value={one.name}>
              {one.name}
            </option>
          ))}
          {own.length > 0 && (
            <optgroup label={words.lists.yours}>
              {own.map((one) => (
                <option key={one.id} value={choiceOf(one)}>
                  {one.name}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      </label>
      {card.lists && props.army !== THEIRS && (
        <div class="actions">
          <button type="button" onClick={props.onAdd}>
            <Icon name="file" /> {words.lists.add}
          </button>
          <a class="button" href={hashOf({ screen: "lists", list: null })} onClick={() => (listBook.value = card.slug)}>
            <Icon name="army" /> {words.lists.build}
          </a>
        </div>
      )}
    </>
  );
}

interface Chosen {
  card: RulesetCard;
  army: string | null;
  seat: number;
  options: Options;
  /** Where the reader may change the options of the battle. */
  onOptions?: (part: object) => void;
  onChoose: (army: string | null) => void;
  /** A list of the reader's own was deleted. */
  onGone: () => void;
}

/** The army of a side as the house options have it: by its name, or a list of the reader's own. */
export function ChosenArmy(props: Chosen): JSX.Element {
  const { card, army } = props;
  const list = listOf(army);
  const named = card.armies.find((one) => one.name === army);
  const told = useMuster(named && card.lists ? { ruleset: card.slug, army: named.name, options: props.options } : null);
  if (army === THEIRS) return <p class="quiet">{words.setup.theirsText}</p>;
  if (list) {
    return <OwnArmy key={list.id} list={list} seat={props.seat} options={everyOption(card, props.options)} onAgree={props.onOptions} onGone={props.onGone} />;
  }
  // The cards are those of the usual game: in another one armies have other units.
  const usual = card.options.every((option) => !option.first || (props.options[option.name] ?? option.default) === option.default);
  if (!named) return <Armies armies={card.armies} units={usual} onPick={props.onChoose} />;
  const fielded = told.shown?.army ?? named;
  return (
    <>
      <ArmyBanner army={named} fielded={fielded} />
      <Sizes card={card} options={props.options} onOptions={props.onOptions} />
      {told.shown && <p class="quiet">{told.shown.summary}</p>}
      <ArmyText army={fielded} />
    </>
  );
}

/** The army that was chosen: its coat, how it fights, and its units. */
function ArmyBanner({ army, fielded }: { army: ArmyCard; fielded: ArmyCard }): JSX.Element {
  const coat = coatOf(army.name);
  return (
    <div class="army-banner" style={{ "--field": coat.field, "--metal": coat.metal }}>
      <CoatOfArms coat={coat} />
      <p>{army.text}</p>
      <Parade army={fielded.units?.length ? fielded : army} coat={coat} most={7} />
    </div>
  );
}

/** The sizes of game that are offered; a click takes another one, where the reader may change it. */
function Sizes({ card, options, onOptions }: Pick<Chosen, "card" | "options" | "onOptions">): JSX.Element | null {
  const option = card.options.find((one) => one.name === "points" && one.first);
  if (!option || !hasMeaning(card, option, options, null)) return null;
  const now = options.points ?? option.default;
  return (
    <div class="army-sizes" role="group" aria-label={words.armies.sizes}>
      {option.choices.map((size) => (
        <button key={String(size)} type="button" aria-pressed={size === now} disabled={!onOptions && size !== now} onClick={() => onOptions?.({ points: size })}>
          {words.armies.size(Number(size))}
        </button>
      ))}
      <span class="quiet">{words.armies.points}</span>
    </div>
  );
}

/** Arrows, Home and End go through the armies; Enter takes one, as on every button. */
function throughArmies(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key];
  if (step === undefined) return;
  const all = [...(event.currentTarget as HTMLElement).querySelectorAll("button")];
  const next = Math.max(0, Math.min(all.length - 1, all.indexOf(document.activeElement as HTMLButtonElement) + step));
  event.preventDefault();
  all[next]?.focus();
}

/** What armies there are: each with its coat, how it fights, and its units where those are known. */
function Armies({ armies, units: known, onPick }: { armies: readonly ArmyCard[]; units: boolean; onPick: (name: string) => void }): JSX.Element {
  return (
    <>
      <p class="quiet">{words.setup.chooseArmy}</p>
      <ul class="armies gallery" aria-label={words.setup.armies} onKeyDown={throughArmies}>
        {armies.map((one) => {
          const units = known ? words.setup.made([...new Set(one.units?.map((unit) => unit.name))]) : "";
          const coat = coatOf(one.name);
          return (
            <li key={one.name}>
              <button type="button" title={units} style={{ "--field": coat.field, "--metal": coat.metal }} onClick={() => onPick(one.name)}>
                <CoatOfArms coat={coat} />
                <b>{one.name}</b>
                <span class="way">{one.text || units}</span>
                {known && <Parade army={one} coat={coat} />}
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
