/** Why a computer player did what it did: its own terms, the weightiest first. */
import type { JSX } from "preact";
import { signal } from "@preact/signals";
import { moment, reasons, seatName } from "../state/table";
import type { Reasons } from "../net/types";
import { words } from "../words";
import { Dialog } from "./Dialog";
import { RuleChip } from "./Rule";

export const whyOpen = signal<Reasons | null>(null);

/** The reasons for the last decision before the moment that is shown. */
export function lastReasons(): Reasons | null {
  const past = moment.value;
  if (past?.reasons) return past.reasons;
  const until = past ? past.number : Infinity;
  let found: Reasons | null = null;
  for (const one of reasons.value.values()) {
    if (one.number < until && (!found || one.number > found.number)) found = one;
  }
  return found;
}

export function ReasonsButton({ reasons: told }: { reasons: Reasons }): JSX.Element {
  return (
    <button type="button" class="chip why" aria-haspopup="dialog" onClick={() => (whyOpen.value = told)}>
      {words.log.why}
    </button>
  );
}

export function ReasonsDialog(): JSX.Element | null {
  const told = whyOpen.value;
  if (!told) return null;
  const heaviest = Math.max(1, ...told.terms.map((term) => Math.abs(term.score)));
  return (
    <Dialog title={words.log.whyTitle(seatName(told.seat))} onClose={() => (whyOpen.value = null)}>
      <p>{told.sentence}</p>
      <table class="terms">
        <tbody>
          {told.terms.map((term, index) => (
            <tr key={index}>
              <td class={term.score < 0 ? "bad" : "good"}>{words.signed(term.score)}</td>
              <td>
                <span class="bar" style={{ width: `${(Math.abs(term.score) / heaviest) * 100}%` }} data-sign={Math.sign(term.score)} />
                {term.label} {term.rule && <RuleChip id={term.rule} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {told.terms.length === 0 && <p class="quiet">{words.log.noReasons}</p>}
    </Dialog>
  );
}
