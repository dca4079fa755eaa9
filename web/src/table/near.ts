/** What stands nearest to a ghost. */
import { computed } from "@preact/signals";
import { standsInRanks } from "../state/describing";
import { ghost, placedRect, placing } from "../state/making";
import { sameSide } from "../state/sides";
import { checked, units } from "../state/table";
import { isUnderWay, walkEnds, walking } from "../state/walking";
import type { UnitShown } from "../net/types";
import { between, partOf, partsOf } from "./apart";
import type { closest } from "./geometry";

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
  const made = ghost.value;
  const at = placedRect.value ?? made?.rect;
  const unit = units.value.get(made?.unit ?? -1);
  if (!at || !unit || placing.value?.outline) return [];
  const told = isUnderWay(walking.value) ? walkEnds.value : unit.loose ? checked.value?.bases : undefined;
  const own = told?.length ? partsOf(unit, told) : partOf(at);
  return [...units.value.values()]
    .flatMap((other) => {
      const line = other.id === unit.id || standsInRanks(other) ? null : between(own, partsOf(other));
      return line ? [{ other, foe: !sameSide(other.seat, unit.seat), line }] : [];
    })
    .filter(({ foe, line }) => line.inches > 0 && line.inches <= (foe ? NEAR_FOE : NEAR_FRIEND))
    .sort((a, b) => a.line.inches - b.line.inches)
    .slice(0, MOST);
});
