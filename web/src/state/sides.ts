/** Sides: seats of one team are one side, a seat without a team is a side of its own. */
import { words } from "../words";
import { picture } from "./table";

function teamOf(seat: number): number | null {
  return picture.value?.seats[seat]?.team ?? null;
}

/** Whether two seats win and lose together; nobody is on the side of neutral units. */
export function sameSide(one: number, other: number): boolean {
  return one === other || (one >= 0 && other >= 0 && teamOf(one) !== null && teamOf(one) === teamOf(other));
}

/** The seats on other sides than that one; who only watches has none of their own. */
export function foes(seat: number | null): number[] {
  return (picture.value?.seats ?? []).flatMap((_, index) => (seat === null || !sameSide(index, seat) ? [index] : []));
}

/** Which side an army is on before the battle: the first of a side gives it its name. */
export function sideName(sides: readonly number[] | null, index: number): string {
  const side = sides?.[index] ?? index;
  return sides && sides.indexOf(side) < index ? words.setup.ally(side) : words.setup.seat(side);
}
