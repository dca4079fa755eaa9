/** Why a computer player did what it did: its own terms, the weightiest first. */
import type { JSX } from "preact";
import { seatName, turnText } from "../state/describing";
import { showMoment } from "../state/past";
import { whyOpen } from "../state/ui";
import { showWhy, whyPlace } from "../state/why";
import { words } from "../words";
import { Dialog } from "./Dialog";
import { RuleChip } from "./Rule";

/** In the log, where arrows lead to it. */
export function WhyButton({ number }: { number: number }): JSX.Element {
  return (
    <button type="button" class="chip why" tabIndex={-1} aria-haspopup="dialog" onClick={() => void showWhy(number)}>
      {words.log.why}
    </button>
  );
}

/** When it was decided, and the way there where others have decided since. */
function WhenDecided({ number }: { number: number }): JSX.Element | null {
  const place = whyPlace.value;
  if (!place?.since) return null;
  const show = () => {
    whyOpen.value = null;
    void showMoment(number + 1);
  };
  return (
    <p class="quiet when">
      {words.log.whyBefore(turnText(place.turn), place.since)}{" "}
      <button type="button" class="link" onClick={show}>
        {words.log.jump}
      </button>
    </p>
  );
}

export function ReasonsDialog(): JSX.Element | null {
  const told = whyOpen.value;
  if (!told) return null;
  const heaviest = Math.max(1, ...told.terms.map((term) => Math.abs(term.score)));
  return (
    <Dialog title={words.log.whyTitle(seatName(told.seat))} onClose={() => (whyOpen.value = null)}>
      <p>{told.sentence}</p>
      <WhenDecided number={told.number} />
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
