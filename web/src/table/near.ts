/** What stands nearest to a ghost. */
import { computed } from "@preact/signals";
import { draft, draftEnd, placing } from "../state/making";
import { units } from "../state/table";
import type { UnitShown } from "../net/types";
import { closest } from "./geometry";
import { rectOf } from "./Overlay";

export interface Near {
  other: UnitShown;
  foe: boolean;
  line: ReturnType<typeof closest>;
}

const NEAR_FOE = 14;
const NEAR_FRIEND = 2.5;
const MOST = 3;

/** The nearest of both sides, with the shortest lines to them: none while the ghost lies where its unit stands. */
export const nearGhost = computed<readonly Near[]>(() => {
  const moving = draft.value?.steps.length ? draft.value : null;
  const at = placing.value?.rect ?? (moving ? draftEnd.value : null);
  const unit = units.value.get(placing.value?.unit ?? moving?.unit ?? -1);
  if (!at || !unit) return [];
  return [...units.value.values()]
    .flatMap((other) => {
      const there = other.id === unit.id ? null : rectOf(other);
      return there ? [{ other, foe: other.seat !== unit.seat, line: closest(at, there) }] : [];
    })
    .filter(({ foe, line }) => line.inches > 0 && line.inches <= (foe ? NEAR_FOE : NEAR_FRIEND))
    .sort((a, b) => a.line.inches - b.line.inches)
    .slice(0, MOST);
});
