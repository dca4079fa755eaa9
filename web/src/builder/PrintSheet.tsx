/** The list on paper: every unit with its profile and rules, and what all of those mean. The screen does not show it. */
import type { JSX } from "preact";
import type { Meaning, UnitCard } from "../net/types";
import { termOf, termsOf } from "../state/guide";
import { book, draft, shown } from "../state/building";
import { words } from "../words";

export function PrintSheet(): JSX.Element | null {
  const [list, told] = [draft.value, shown.value];
  if (!list || !told) return null;
  const cards = told.picks.flatMap((one) => one.cards);
  return (
    <section class="print-sheet" aria-hidden="true">
      <h1>{list.name}</h1>
      <p>
        {words.builder.of(list.faction, book.value?.title ?? "")} · {words.builder.total(told.points, told.limit)}
      </p>
      {told.picks.map((pick) =>
        pick.cards.map((card, at) => (
          <article key={`${pick.number}/${at}`}>
            <h2>
              {card.name} <small>{card.text}</small> {at === 0 && <b>{pick.cost}</b>}
            </h2>
            <p class="figures">
              {Object.entries(card.profile).map(([name, value]) => (
                <span key={name}>
                  {name} <b>{value}</b>
                </span>
              ))}
            </p>
            {card.rules && card.rules.length > 0 && <p>{card.rules.join("; ")}</p>}
          </article>
        )),
      )}
      <h2>{words.builder.printRules}</h2>
      <dl>
        {meaningsOf(cards).map((one) => (
          <div key={one.name}>
            <dt>{one.name}</dt>
            <dd>{one.text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function meaningsOf(cards: readonly UnitCard[]): Meaning[] {
  const found = new Map<string, Meaning>();
  for (const card of cards) {
    for (const name of Object.keys(card.profile)) {
      const term = termOf(name);
      if (term) found.set(term.name, term);
    }
    for (const rule of card.rules ?? []) for (const [, term] of termsOf(rule)) found.set(term.name, term);
  }
  return [...found.values()].sort((one, other) => one.name.localeCompare(other.name));
}
