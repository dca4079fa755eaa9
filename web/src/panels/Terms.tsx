/** Every word on a unit's card, explained. */
import type { JSX } from "preact";
import { termsOf } from "../state/guide";
import type { UnitShown } from "../net/types";
import { words } from "../words";
import { Dialog } from "./Dialog";
import { RuleChip } from "./Rule";

export function TermsDialog({ unit, onClose }: { unit: UnitShown; onClose: () => void }): JSX.Element {
  const figures = Object.entries(unit.profile).flatMap(([label, value]) => termsOf(label).map(([, term]) => [`${label} ${value}`, term] as const));
  const rows = new Map([...figures, ...[...unit.marks, ...unit.rules].flatMap(termsOf)]);
  return (
    <Dialog title={words.unit.explained(unit.name)} onClose={onClose}>
      <dl class="explained">
        {[...rows].map(([printed, term]) => (
          <div key={printed}>
            <dt>{printed}</dt>
            <dd>
              {term.text} <RuleChip id={term.rule} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
