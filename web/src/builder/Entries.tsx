/** The entries of the army book: to be searched, read and added. */
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { EntryCard, OfferShown, SizeCard } from "../net/types";
import { Icon } from "../panels/Icon";
import { RuleChip } from "../panels/Rule";
import { addPick, catalogue, picks, shown, trouble } from "../state/building";
import { words } from "../words";
import { Card } from "./Card";
import { Standing } from "./Standing";

interface Filter {
  text: string;
  category: string;
  affordable: boolean;
  legal: boolean;
}

/** Names of sizes that are longer have a line of their own. */
const LONG_NAME = 9;
const EVERYTHING: Filter = { text: "", category: "", affordable: false, legal: false };

export function Entries(): JSX.Element {
  const [filter, setFilter] = useState(EVERYTHING);
  const change = (part: Partial<Filter>) => setFilter({ ...filter, ...part });
  const entries = catalogue.value?.entries ?? [];
  const categories = useMemo(() => [...new Set(entries.map((one) => one.category).filter(Boolean))], [entries]);
  const offers = new Map(shown.value?.offers.map((one) => [`${one.key}/${one.size}`, one]));
  const left = shown.value?.limit ? shown.value.limit - shown.value.points : Infinity;
  const fits = (entry: EntryCard, size: SizeCard) =>
    (!filter.affordable || size.cost <= left) && (!filter.legal || !offers.get(`${entry.key}/${size.key}`)?.problems.length);
  const found = entries
    .filter((entry) => (!filter.category || entry.category === filter.category) && sought(entry, filter.text))
    .map((entry) => ({ entry, sizes: entry.sizes.filter((size) => fits(entry, size)) }))
    .filter((one) => one.sizes.length > 0);
  return (
    <section class="builder-entries" aria-label={words.builder.entries}>
      <h2 id="builder-entries" tabIndex={-1}>
        {words.builder.entries}
      </h2>
      <div class="builder-filter" role="search">
        <input
          type="search"
          id="builder-search"
          aria-label={words.builder.filter}
          placeholder={words.builder.filter}
          value={filter.text}
          onInput={(event) => change({ text: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown") return;
            event.preventDefault();
            document.querySelector<HTMLElement>(".builder-entry .add-unit")?.focus();
          }}
        />
        {categories.length > 1 && (
          <div class="segmented" role="group" aria-label={words.builder.category}>
            {["", ...categories].map((one) => (
              <button key={one} type="button" aria-pressed={filter.category === one} onClick={() => change({ category: one })}>
                {one ? words.builder.part(one) : words.builder.anyCategory}
              </button>
            ))}
          </div>
        )}
        <div class="builder-checks">
          <label>
            <input type="checkbox" checked={filter.affordable} onChange={(event) => change({ affordable: event.currentTarget.checked })} /> {words.builder.affordable}
          </label>
          <label>
            <input type="checkbox" checked={filter.legal} onChange={(event) => change({ legal: event.currentTarget.checked })} /> {words.builder.legal}
          </label>
        </div>
      </div>
      {!catalogue.value && !trouble.value && <p class="quiet">{words.app.loading}</p>}
      {catalogue.value && found.length === 0 && (
        <p class="quiet">
          {words.builder.noneFits}{" "}
          <button type="button" class="link" onClick={() => setFilter(EVERYTHING)}>
            {words.builder.clear}
          </button>
        </p>
      )}
      <ul class="builder-list">
        {found.map(({ entry, sizes }) => (
          <Entry key={entry.key} entry={entry} sizes={sizes} offers={offers} left={left} />
        ))}
      </ul>
    </section>
  );
}

function sought(entry: EntryCard, text: string): boolean {
  const all = [entry.key, entry.category, ...(entry.sizes[0]?.unit?.rules ?? []), entry.sizes[0]?.unit?.text ?? ""].join(" ").toLocaleLowerCase();
  return text.toLocaleLowerCase().split(/\s+/).filter(Boolean).every((word) => all.includes(word));
}

function Entry(props: { entry: EntryCard; sizes: SizeCard[]; offers: ReadonlyMap<string, OfferShown>; left: number }): JSX.Element {
  const { entry, sizes } = props;
  const offer = (size: SizeCard) => props.offers.get(`${entry.key}/${size.key}`);
  const blocked = sizes.every((size) => offer(size)?.problems.length);
  const dear = sizes.every((size) => size.cost > props.left);
  const why = blocked && !dear ? offer(sizes[0]!)?.problems[0] : undefined;
  const taken = picks.value.filter((one) => one.unit === entry.key).length;
  const unit = sizes[0]?.unit ?? entry.sizes[0]?.unit;
  return (
    <li class={`builder-entry ${blocked ? "blocked" : ""} ${entry.sizes.length > 1 ? "several" : ""} ${entry.sizes.some((size) => size.name.length > LONG_NAME) ? "wordy" : ""}`}>
      <Standing stand={unit?.stand} />
      <div class="about">
        <details>
          <summary>
            <b>{entry.key}</b>
            {taken > 0 && <span class="count">×{taken}</span>}
          </summary>
          {unit && <Card card={unit} />}
        </details>
        <p class="quiet">{[words.builder.part(entry.category), modelsText(sizes[0]!), entry.limit === null ? "" : words.builder.limit(entry.limit)].filter(Boolean).join(" · ")}</p>
        {dear && <p class="quiet">{words.builder.dear}</p>}
        {why && (
          <p class="why">
            {why.error} {why.rule && <RuleChip id={why.rule} />}
          </p>
        )}
      </div>
      <div class="sizes">
        {sizes.map((size) => (
          <button
            key={size.key}
            type="button"
            class={`add-unit ${offer(size)?.problems.length || size.cost > props.left ? "not-now" : ""}`}
            title={offer(size)?.problems[0]?.error}
            onClick={() => addPick(entry, size)}
          >
            <Icon name="plus" /> <span class="visually-hidden">{words.builder.add(entry.key)}</span>
            {entry.sizes.length > 1 && size.name && <span>{size.name} </span>}
            <b>{size.cost}</b>
            <span class="visually-hidden"> {words.builder.pointsWord(size.cost)}</span>
          </button>
        ))}
      </div>
    </li>
  );
}

function modelsText(size: SizeCard): string {
  if (size.most > size.models) return words.builder.modelsFrom(size.models, size.most);
  return words.builder.models(size.models);
}
