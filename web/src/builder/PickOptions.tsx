/** What a unit may buy, by the choices that it has; and where it stands in the army. */
import type { JSX } from "preact";
import type { DraftPick, OptionShown, OptionText } from "../net/types";
import { IconButton } from "../panels/Icon";
import { RuleChip } from "../panels/Rule";
import { book, changePick, detach, entryOf, isCurrent, join, opened, picks, setOption, shown } from "../state/building";
import { termOf } from "../state/guide";
import { words } from "../words";

/** Longer groups are folded until one looks at them. */
const LONG = 8;

export function PickOptions({ pick, place }: { pick: DraftPick; place: number }): JSX.Element {
  const entry = entryOf(pick.unit);
  const about = entry?.options ?? [];
  const offers = new Map((isCurrent.value && opened.value === place ? (shown.value?.open ?? []) : []).map((one) => [one.key, one]));
  const groups = grouped(about);
  const word = book.value?.option_word ?? "option";
  return (
    <div class="pick-options">
      {about.length === 0 && <p class="quiet">{words.builder.noOptions(word)}</p>}
      {groups.map(([name, options]) => {
        const taken = options.reduce((sum, one) => sum + times(pick, one.key), 0);
        const one = options.every((option) => option.choose === options[0]!.choose);
        const title = words.builder.group(name || words.builder.options(word), taken, name && one ? options[0]!.takes : 0);
        const rows = (
          <ul>
            {options.map((one) => (
              <OptionRow key={one.key} pick={pick} place={place} option={one} offer={offers.get(one.key)} all={about} />
            ))}
          </ul>
        );
        return options.length > LONG ? (
          <details key={name} open={taken > 0 || groups.length === 1}>
            <summary>{title}</summary>
            {rows}
          </details>
        ) : (
          <fieldset key={name}>
            <legend>{title}</legend>
            {rows}
          </fieldset>
        );
      })}
      <Place pick={pick} place={place} />
    </div>
  );
}

/** Options by their kinds; those that are the only ones of their kind stand together, before all others. */
function grouped(options: readonly OptionText[]): [string, OptionText[]][] {
  const kinds = new Map<string, OptionText[]>();
  for (const option of options) kinds.set(option.group, [...(kinds.get(option.group) ?? []), option]);
  const alone = options.filter((option) => !option.group || kinds.get(option.group)!.length === 1);
  const groups = [...kinds].filter(([name, all]) => name && all.length > 1);
  return alone.length ? [["", alone], ...groups] : groups;
}

function times(pick: DraftPick, option: string): number {
  return (pick.options ?? []).filter((one) => one.toLowerCase() === option.toLowerCase()).length;
}

function OptionRow(props: { pick: DraftPick; place: number; option: OptionText; offer: OptionShown | undefined; all: readonly OptionText[] }): JSX.Element {
  const { pick, place, option, offer, all } = props;
  const has = times(pick, option.key);
  const set = (count: number) => setOption(place, option.key, count, all);
  const { points = 0, limit = 0 } = shown.value ?? {};
  const dear = has === 0 && limit > 0 && (offer?.cost ?? 0) > Math.max(0, limit - points);
  const why = has === 0 && !dear ? offer?.problems[0] : undefined;
  // One of a choice takes the place of another: that they cannot go together is no news.
  const rival = option.choose && option.takes === 1 && all.some((one) => one.choose === option.choose && one !== option && times(pick, one.key) > 0);
  // What may be bought any number of times is mostly bought once: more is offered where more is legal.
  const several = option.most > 1 || has > 1 || (option.most === 0 && has === 1 && offer?.problems.length === 0);
  const term = termOf(option.key);
  return (
    <li class={why && !rival ? "blocked" : ""}>
      {!several ? (
        <label>
          <input type="checkbox" checked={has > 0} onChange={(event) => set(event.currentTarget.checked ? 1 : 0)} />
          <span>{option.key}</span>
        </label>
      ) : (
        <span class="stepper-row">
          <IconButton icon="minus" label={words.builder.onceLess(option.key)} disabled={has === 0} onClick={() => set(has - 1)} />
          <b>{has}</b>
          <IconButton icon="plus" label={words.builder.onceMore(option.key)} onClick={() => set(has + 1)} />
          <span>{option.key}</span>
        </span>
      )}
      {term && <RuleChip id={term.rule} label="?" hint={term.text} name={words.builder.details(option.key)} />}
      <span class={`cost ${dear ? "bad" : ""}`} title={dear ? words.builder.dear : undefined}>
        {offer ? words.builder.optionCost(offer.cost) : ""}
        {dear && <span class="visually-hidden">, {words.builder.dear}</span>}
      </span>
      {why && !rival && (
        <p class="why">
          {why.error} {why.rule && <RuleChip id={why.rule} />}
        </p>
      )}
    </li>
  );
}

/** The part of the army that a unit is for, and the unit that it joins. */
function Place({ pick, place }: { pick: DraftPick; place: number }): JSX.Element | null {
  const { part, joins } = book.value ?? { part: "", joins: false };
  const parts = [...new Set(picks.value.map((one) => one.part ?? ""))];
  const highest = Math.max(1, ...parts.map((one) => Number(one) || 1));
  const choices = [...new Set(["", ...Array.from({ length: highest }, (_, at) => String(at + 2)), ...parts])];
  const entry = entryOf(pick.unit);
  const single = joins && !pick.joined?.length && (entry?.sizes[0]?.models ?? 0) === 1;
  const hosts = picks.value.flatMap((one, at) => (at !== place && (entryOf(one.unit)?.sizes[0]?.models ?? 0) > 1 && !one.joined?.length ? [[one, at] as const] : []));
  if (!part && !single && !pick.joined?.length) return null;
  return (
    <div class="pick-place">
      {part && (
        <label class="field">
          <span>{words.builder.part(part)}</span>
          <select value={pick.part ?? ""} onChange={(event) => changePick(place, { part: event.currentTarget.value })}>
            {choices.map((one) => (
              <option key={one} value={one}>
                {one || "1"}
              </option>
            ))}
          </select>
        </label>
      )}
      {single && hosts.length > 0 && (
        <label class="field">
          <span>{words.builder.joins}</span>
          <select value="" onChange={(event) => event.currentTarget.value && join(place, Number(event.currentTarget.value))}>
            <option value="">{words.builder.joinsNone}</option>
            {hosts.map(([one, at]) => (
              <option key={at} value={at}>
                {words.builder.unit(at + 1, one.unit)}
              </option>
            ))}
          </select>
        </label>
      )}
      {pick.joined?.map((one, at) => (
        <button key={at} type="button" onClick={() => detach(place, at)}>
          {words.builder.detach(one.unit)}
        </button>
      ))}
    </div>
  );
}
