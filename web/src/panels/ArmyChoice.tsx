/** Which army a side leads: one of the rulebook's, a list of the reader's own, or one that a friend will choose. */
import type { JSX } from "preact";
import type { ArmyCard, ArmyWanted, RulesetCard } from "../net/types";
import { choiceOf, listOf, lists } from "../state/lists";
import { hashOf } from "../state/route";
import { listBook } from "../state/ui";
import { words } from "../words";
import { Icon } from "./Icon";
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
  return (
    <>
      {told.shown && <p class="quiet">{told.shown.summary}</p>}
      <ArmyText army={told.shown?.army ?? named} />
    </>
  );
}

/** What armies there are, in a line each, with their units where those are known. */
function Armies({ armies, units: known, onPick }: { armies: readonly ArmyCard[]; units: boolean; onPick: (name: string) => void }): JSX.Element {
  return (
    <>
      <p class="quiet">{words.setup.chooseArmy}</p>
      <ul class="armies" aria-label={words.setup.armies}>
        {armies.map((one) => {
          const units = known ? words.setup.made(one.units?.map((unit) => unit.name) ?? []) : "";
          return (
            <li key={one.name}>
              <button type="button" title={units} onClick={() => onPick(one.name)}>
                <b>{one.name}</b> <span class="quiet">{units}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
