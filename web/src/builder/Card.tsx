/** What a unit is and can: its profile and its rules, each to be read. */
import type { JSX } from "preact";
import type { UnitCard } from "../net/types";
import { RuleChip } from "../panels/Rule";
import { Profile } from "../panels/UnitCard";
import { termOf, termsOf } from "../state/guide";
import { words } from "../words";

export function Card({ card }: { card: UnitCard }): JSX.Element {
  return (
    <div class="builder-card">
      <p class="quiet">{card.text}</p>
      <Profile profile={card.profile} />
      {card.rules && card.rules.length > 0 && (
        <ul class="tags" aria-label={words.setup.rules}>
          {card.rules.map((one, at) => (
            <li key={at}>
              <RuleLine text={one} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A rule, or a weapon with its rules: a press tells what it means. */
export function RuleLine({ text }: { text: string }): JSX.Element {
  const own = termOf(text);
  const term = own ?? termsOf(text)[0]?.[1];
  return term ? <RuleChip id={term.rule} label={text} hint={term.text} /> : <>{text}</>;
}
