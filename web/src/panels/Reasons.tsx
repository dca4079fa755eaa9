/** Why a computer player did what it did: its own terms, the weightiest first. */
import type { JSX } from "preact";
import { signal } from "@preact/signals";
import { complain, notify } from "../state/notices";
import { battle, fetchMoment, hello, loadTimeline, moment, reasons, seatName, timeline } from "../state/table";
import type { Line, Reasons, Stop } from "../net/types";
import { words } from "../words";
import { Dialog } from "./Dialog";
import { RuleChip } from "./Rule";

export const whyOpen = signal<Reasons | null>(null);

function byComputer(index: number): boolean {
  const kind = hello.value?.seats[index]?.kind;
  return kind !== undefined && kind !== "human" && kind !== "record";
}

export function anyComputer(): boolean {
  return hello.value?.seats.some((_, index) => byComputer(index)) ?? false;
}

/** The last decision of a computer player before so many answers. */
export function decisionBefore(number: number): Stop | null {
  return timeline.value?.stops.findLast((stop) => stop.number < number && byComputer(stop.seat)) ?? null;
}

/** The decision that a line of the log tells of first, if a computer made it. */
export function decisionOf(line: Line, before: Line | undefined): Stop | null {
  const last = timeline.value?.stops.findLast((stop) => stop.number < line.number);
  if (!last || !byComputer(last.seat) || (before && before.number > last.number)) return null;
  return last;
}

export async function showWhy(number: number): Promise<void> {
  const known = reasons.peek().get(number);
  const id = battle.peek();
  if (known || !id) {
    whyOpen.value = known ?? null;
    return;
  }
  try {
    const told = (await fetchMoment(id, number + 1)).reasons;
    if (told) whyOpen.value = told;
    else notify(words.log.noReasons);
  } catch (error) {
    complain(error);
  }
}

/** Why the computer did what it did last, before the moment that is shown. */
export async function showLastWhy(): Promise<void> {
  await loadTimeline();
  const stop = decisionBefore(moment.peek()?.number ?? Infinity);
  if (stop) await showWhy(stop.number);
  else notify(words.log.noReasons);
}

export function WhyButton({ number }: { number: number }): JSX.Element {
  return (
    <button type="button" class="chip why" aria-haspopup="dialog" onClick={() => void showWhy(number)}>
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
