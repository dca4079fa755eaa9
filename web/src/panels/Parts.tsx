/** A figure opened into what makes it up, each part with its rule. */
import type { JSX } from "preact";
import type { Odds, Sum } from "../net/types";
import { seatName } from "../state/describing";
import { oddsText } from "../state/odds";
import { figure, words } from "../words";
import { RuleChip } from "./Rule";

type Part = Sum["parts"][number];

/** Where the parts make up the whole, the first is what it starts from; what changes only the dice has no amount. */
function amount(part: Part, base: boolean): string {
  if (!part.amount) return "";
  return base ? figure(part.amount, 2) : words.signed(part.amount);
}

/** `total` and `label` are left out where they stand already. */
export function PartList({ value, total, label, parts }: { value: number | null; total?: string; label?: string; parts: readonly Part[] }): JSX.Element {
  // A chance is no sum; what dice need is rounded up.
  const whole = value !== null && Math.abs(parts.reduce((sum, part) => sum + part.amount, 0) - value) < 1;
  return (
    <ul class="parts">
      {total !== undefined && (
        <li class="sum">
          <b>{total}</b> {label}
        </li>
      )}
      {parts.map((part, index) => (
        <li key={index}>
          <b>{amount(part, whole && index === 0)}</b>{" "}
          <span>
            {part.why} {part.rule && <RuleChip id={part.rule} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function OddsParts({ odds }: { odds: Odds }): JSX.Element {
  return <PartList value={(odds.kind ?? "chance") === "chance" ? null : odds.value} total={oddsText(odds)} label={odds.label} parts={odds.parts ?? []} />;
}

/** The figures of an event, to be opened: in the log, where arrows lead to them. */
export function Sums({ sums }: { sums: readonly Sum[] | undefined }): JSX.Element | null {
  if (!sums?.length) return null;
  return (
    <details class="sums">
      <summary tabIndex={-1}>{words.log.parts}</summary>
      {sums.map((sum, index) => {
        const whose = sum.seat === null || sum.seat === undefined ? "" : `, ${seatName(sum.seat)}`;
        return <PartList key={index} value={sum.total} total={figure(sum.total, 2)} label={`${sum.label}${whose}`} parts={sum.parts} />;
      })}
    </details>
  );
}
