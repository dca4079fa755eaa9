/** The end of a move or a place within reach of the thumb: for fingers, whose panel may lie below the board. */
import type { JSX } from "preact";
import { isDrawn } from "../state/draft";
import { confirmMove, confirmPlace, draft, placing, startOver } from "../state/making";
import { confirmWalk, isUnderWay, walking } from "../state/walking";
import { walkText } from "../panels/Walk";
import { question, sending } from "../state/table";
import { confirmText } from "../panels/Manoeuvre";
import { words } from "../words";
import { verdict } from "./plaque";

export function Actions(): JSX.Element | null {
  const moving = draft.value;
  const loose = walking.value;
  if (!question.value || sending.value || (!moving && !loose && !placing.value)) return null;
  const idle = loose ? !isUnderWay(loose) : moving !== null && !isDrawn(moving);
  return (
    <div class="stage-actions">
      <button type="button" class="primary" disabled={!idle && verdict() === "bad"} onClick={loose ? confirmWalk : moving ? confirmMove : confirmPlace}>
        {loose ? walkText() : moving ? confirmText() : words.place.confirm}
      </button>
      {!idle && (
        <button type="button" onClick={startOver}>
          {words.move.reset}
        </button>
      )}
    </div>
  );
}
