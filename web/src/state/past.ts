/** Looking back: the table as it was at a moment, or as it is now. */
import type { Moment, Picture } from "../net/types";
import { skipToDecision } from "./arriving";
import { inWords } from "./describing";
import { lookAgain } from "./inquiries";
import { fetchMoment } from "./moments";
import { complain, say } from "./notices";
import { note } from "./route";
import { type Beat, patched, stop } from "./show";
import { battle, moment, picture, playing, state } from "./table";

let wantedMoment = 0;

/** Whoever wants another moment has seen enough of this one, or of what is being shown now. */
function stopLooking(): void {
  if (moment.peek()) stop();
  else skipToDecision();
  playing.value = false;
}

/** Let the table look as it did when something happened on the way to that moment. */
export function paintPast(beat: Beat, next: Moment): Picture {
  const { line, place, change } = beat;
  const before = picture.peek()!;
  if (beat.lasts) for (const text of inWords([beat])) say(text);
  moment.value = { ...next, number: line.number, lines: place + 1, picture: patched(before, change), question: null, over: false, outcome: null, changes: change ? [change] : [] };
  return before;
}

/** Look at the table as it was after so many answers; null: as it is now. */
export async function showMoment(number: number | null): Promise<void> {
  const id = battle.peek();
  if (!id) return;
  const ticket = ++wantedMoment;
  stopLooking();
  if (number === null || (state.peek() && number >= state.peek()!.number)) {
    const past = moment.peek() !== null;
    moment.value = null;
    if (past) lookAgain();
    note({ screen: "battle", id, at: null, seat: null });
    return;
  }
  try {
    const found = await fetchMoment(id, number);
    if (ticket !== wantedMoment) return;
    moment.value = found;
    lookAgain();
    note({ screen: "battle", id, at: number, seat: null });
  } catch (error) {
    playing.value = false;
    complain(error);
  }
}
