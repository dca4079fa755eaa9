/** A figure opened into what makes it up, each part with its rule. */
import type { JSX } from "preact";
import type { Odds, Sum } from "../net/types";
import { seatName } from "../state/table";
import { oddsText } from "../table/Overlay";
import { figure, words } from "../words";
import { RuleChip } from "./Rule";

type Part = Sum["parts"][number];

/** The first part is where it starts from, the others change it; what changes the dice has no amount. */
function amount(part: Part, index: number): string {
  if (!part.amount) return "";
  return index === 0 ? figure(part.amount, 2) : words.signed(part.amount);
}

function PartList({ total, label, parts }: { total: string; label: string; parts: readonly Part[] }): JSX.Element {
  return (
    <ul class="parts">
      <li class="sum">
        <b>{total}</b> {label}
      </li>
      {parts.map((part, index) => (
        <li key={index}>
          <b>{amount(part, index)}</b>{" "}
          <span>
            {part.why} {part.rule && <RuleChip id={part.rule} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function OddsParts({ odds }: { odds: Odds }): JSX.Element | null {
  return odds.parts?.length ? <PartList total={oddsText(odds)} label={odds.label} parts={odds.parts} /> : null;
}

/** The figures of an event, to be opened. */
export function Sums({ sums }: { sums: readonly Sum[] | undefined }): JSX.Element | null {
  if (!sums?.length) return null;
  return (
    <details class="sums">
      <summary>{words.log.parts}</summary>
      {sums.map((sum, index) => {
        const whose = sum.seat === null || sum.seat === undefined ? "" : `, ${seatName(sum.seat)}`;
        return <PartList key={index} total={figure(sum.total, 2)} label={`${sum.label}${whose}`} parts={sum.parts} />;
      })}
    </details>
  );
}
