/** Something that players agree on before a battle, to be chosen or to be read. */
import type { JSX } from "preact";
import type { OptionCard, RulesetCard } from "../net/types";
import { words } from "../words";
import type { Options } from "./ArmyChoice";

/** Whether an option does anything with the other options and the map that are chosen; any map may be one with which it does. */
export function hasMeaning(card: RulesetCard, option: OptionCard, options: Options, map: string | null): boolean {
  return Object.entries(option.only_with ?? {}).every(([name, choices]) => {
    if (name === "map") return map === null || choices.includes(map);
    return choices.includes(options[name] ?? card.options.find((one) => one.name === name)!.default);
  });
}

/** The options without those that would do nothing: the server refuses them. */
export function meant(card: RulesetCard, options: Options, map: string | null): Options {
  const idle = card.options.filter((option) => !hasMeaning(card, option, options, map)).map((option) => option.name);
  return Object.fromEntries(Object.entries(options).filter(([name]) => !idle.includes(name)));
}

/** What a choice is called. */
export function choiceText(option: OptionCard, value: boolean | number | string): string {
  return option.names?.[String(value)] ?? (value === true ? words.setup.yes : value === false ? words.setup.no : String(value));
}

export function OptionField(props: {
  option: OptionCard;
  value: boolean | number | string | undefined;
  onChange: (value: boolean | number | string) => void;
}): JSX.Element {
  const { option } = props;
  const shown = props.value ?? option.default;
  const choices = option.choices.includes(shown) ? option.choices : [...option.choices, shown];
  const told = option.texts?.[String(shown)];
  return (
    <div class="option-field">
      <label class="field">
        <span>{option.text || option.name}</span>
        <select value={String(choices.indexOf(shown))} aria-describedby={told && `told-${option.name}`} onChange={(event) => props.onChange(choices[Number(event.currentTarget.value)]!)}>
          {choices.map((choice, index) => (
            <option key={index} value={index}>
              {choice === option.default ? words.setup.asDefault(choiceText(option, choice)) : choiceText(option, choice)}
            </option>
          ))}
        </select>
      </label>
      {told && (
        <small class="quiet" id={`told-${option.name}`}>
          {told}
        </small>
      )}
    </div>
  );
}
