/** How far a whole side reaches next: asked of the server while it is wanted, and again whenever the table changed. */
import { computed, effect, signal } from "@preact/signals";
import type { Menace, Threat } from "../net/types";
import { words } from "../words";
import { listed } from "./english";
import { askThreats } from "./inquiries";
import { ghost as made } from "./making";
import { shown } from "./show";
import { foes } from "./sides";
import { hovered, picture, seat, selected, surveyed, threatened, units } from "./table";

/** The seat whose reach is shown; none: it is not shown. */
export const side = signal<number | null>(null);
let lastSide: number | null = null;

export function showThreats(of: number | null): void {
  if (of !== null) lastSide = of;
  side.value = of;
}

/** On and off. Whoever plays sees an enemy first, whoever watches the first one. */
export function toggleThreats(): void {
  if (side.peek() !== null) return showThreats(null);
  const seats = picture.peek()?.seats.length ?? 0;
  const other = foes(seat.peek())[0] ?? 0;
  showThreats(lastSide !== null && lastSide < seats ? lastSide : Math.min(other, Math.max(0, seats - 1)));
}

effect(() => {
  const of = side.value;
  // Read, so that it is asked again whenever another moment is shown.
  const now = picture.value;
  // The server tells of now alone: what is still being shown is not yet there.
  if (of !== null && now && !shown.value) askThreats(of);
});

/** What the server told of the side that is shown. */
export const menaces = computed<readonly Menace[]>(() =>
  side.value !== null && threatened.value?.seat === side.value ? threatened.value.menaces : [],
);

/** Who could do what to each unit, by the unit. */
export const threatsOn = computed<ReadonlyMap<number, readonly Threat[]>>(() => {
  const found = new Map<number, Threat[]>();
  for (const threat of menaces.value.flatMap((menace) => menace.threats)) {
    found.set(threat.target, [...(found.get(threat.target) ?? []), threat]);
  }
  return found;
});

/** The unit whose place is being looked for, and where it would stand. */
const ghost = computed(() => (made.value && made.value.unit !== null ? made.value : null));

/** Who could reach the ghost where it was last looked at, of the side that is shown. */
export const ghostThreats = computed<readonly Threat[]>(() => {
  const told = surveyed.value;
  if (side.value === null || !ghost.value || told?.unit !== ghost.value.unit) return [];
  return told.threats.filter((threat) => units.value.get(threat.unit)?.seat === side.value);
});

/** The unit that the reader looks at: whatever concerns it comes forward. */
export const inFocus = computed(() => hovered.value ?? selected.value);

/** Whether this unit's reach is to come forward: it is looked at, or it reaches what is looked at. */
export function isForward(menace: Menace): boolean {
  const focus = inFocus.value;
  if (focus === null) return false;
  if (menace.unit === focus) return true;
  if (ghost.value?.unit === focus) return ghostThreats.value.some((threat) => threat.unit === menace.unit);
  return menace.threats.some((threat) => threat.target === focus);
}

/** Names with what they could do: “Knights (charge 58 %) and Archers (shoot with Bow)”. */
export function threatNames(threats: readonly Threat[]): string {
  const byUnit = new Map<number, string[]>();
  for (const threat of threats) byUnit.set(threat.unit, [...(byUnit.get(threat.unit) ?? []), threatDeed(threat)]);
  return listed([...byUnit].map(([id, deeds]) => `${units.value.get(id)?.name ?? ""} (${deeds.join(", ")})`));
}

function threatDeed(threat: Threat): string {
  return typeof threat.chance === "number" ? `${threat.label} ${words.percent(threat.chance)}` : threat.label;
}
