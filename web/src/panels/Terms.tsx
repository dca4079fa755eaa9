/** Every word on a unit's card, explained. */
import type { JSX } from "preact";
import { termOf } from "../state/guide";
import type { UnitShown } from "../net/types";
import { words } from "../words";
import { Dialog } from "./Dialog";
import { RuleChip } from "./Rule";

export function TermsDialog({ unit, onClose }: { unit: UnitShown; onClose: () => void }): JSX.Element {
  const rows: [string, string][] = [...Object.entries(unit.profile).map(([label, value]): [string, string] => [label, `${label} ${value}`]), ...unit.rules.map((one): [string, string] => [one, one])];
  return (
    <Dialog title={words.unit.explained(unit.name)} onClose={onClose}>
      <dl class="explained">
        {rows.map(([name, printed]) => {
          const term = termOf(name);
          return (
            term && (
              <div key={name}>
                <dt>{printed}</dt>
                <dd>
                  {term.text} <RuleChip id={term.rule} />
                </dd>
              </div>
            )
          );
        })}
      </dl>
    </Dialog>
  );
}
