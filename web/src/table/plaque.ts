/** What is said at a ghost: the kind of move and its cost, why it is not possible, who could reach it there. */
import { computed } from "@preact/signals";
import { isDrawn, limitOf } from "../state/draft";
import { draft, draftCost, draftEnd, placedRect, placing } from "../state/making";
import { checked, units } from "../state/table";
import { type Walking, isUnderWay, longest, walkEnds, walkRect, walking } from "../state/walking";
import { ghostThreats, threatNames } from "../state/threats";
import { words } from "../words";
import type { Rect } from "./geometry";
import { folded } from "./labels";

export interface Plaque {
  at: Rect;
  state: "ok" | "bad" | "open";
  lines: readonly { text: string; kind: "name" | "head" | "reason" | "threat" }[];
}

/** The last word of the server on the ghost: yes, no, or still to come. It stays until the next, so nothing flickers. */
export function verdict(): "ok" | "bad" | "open" {
  const told = checked.value;
  if (!told) return "open";
  return told.ok ? "ok" : "bad";
}

const LETTERS = 38;

export const plaque = computed<Plaque | null>(() => {
  const head = headline();
  if (!head) return null;
  const state = verdict();
  const reason = state === "bad" ? (checked.value?.reason ?? "") : "";
  const threats = ghostThreats.value;
  return {
    at: head.at,
    state,
    lines: [
      ...(head.name ? [{ text: head.name, kind: "name" as const }] : []),
      { text: head.text, kind: "head" },
      ...folded(reason, LETTERS).map((text) => ({ text, kind: "reason" as const })),
      ...(threats.length ? folded(words.threats.by(threatNames(threats)), LETTERS) : []).map((text) => ({ text, kind: "threat" as const })),
    ],
  };
});

function headline(): { at: Rect; text: string; name?: string } | null {
  const here = placing.value;
  if (here) {
    // A model or a template speaks for itself, but for why it cannot be there.
    if (here.outline) return verdict() === "bad" ? { at: here.rect, text: words.move.illegal } : null;
    const unit = here.unit === null ? null : units.value.get(here.unit);
    return unit ? { at: placedRect.value!, text: unit.name } : null;
  }
  if (isUnderWay(walking.value)) return walkHeadline(walking.value);
  const told = draftCost.value;
  if (!told || !isDrawn(draft.value)) return null;
  const limit = limitOf(told.kind, "forward") || told.limit;
  const text = limit > 0 ? words.move.tag(told.kind.name, words.inch(told.cost, 2), words.inch(told.limit)) : words.move.tagFree(told.kind.name);
  return { at: draftEnd.value!, text, name: units.value.get(draft.value.unit)?.name };
}

/** At the model at which it fails, where there is one. */
function walkHeadline(now: Walking): { at: Rect; text: string; name?: string } {
  const failed = verdict() === "bad" ? (checked.value?.model ?? null) : null;
  const name = units.value.get(now.unit)?.name;
  const base = failed === null ? undefined : walkEnds.value[failed];
  if (base) return { at: { x: base[0], y: base[1], facing: base[2], width: base[3], depth: base[4] }, text: words.walk.model(failed! + 1), name };
  const how = now.places ? words.walk.models : words.walk.formations[now.formation] ?? now.formation;
  const far = longest.value;
  return { at: walkRect.value!, text: far === null ? how : words.move.tag(how, words.inch(far, 2), words.inch(now.asked.inches)), name };
}
