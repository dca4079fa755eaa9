/** The keyboard in the builder: everything that a mouse can do there. */
import { copyPick, opened, redo, removePick, saveWork, undo } from "../state/building";
import { settings } from "../state/settings";
import { helpOpen } from "../state/ui";

/** Shows a part of the builder, where only one has room. */
type Show = (part: "entries" | "list" | "check") => void;

export function builderKey(event: KeyboardEvent, show: Show): void {
  const target = event.target as HTMLElement;
  if (target.closest("dialog")) return;
  const typing = target.closest("input:not([type=checkbox]), textarea, select") !== null;
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    const key = event.key.toLowerCase();
    if (key === "s") void saveWork();
    else if (typing) return;
    else if (key === "z") (event.shiftKey ? redo : undo)();
    else if (key === "y") redo();
    else return;
    event.preventDefault();
    return;
  }
  if (event.altKey || typing) return;
  if (arrow(event, target) || onPick(event, target) || letter(event, show)) event.preventDefault();
}

/** Arrows go through the units to add, or through the list. */
function arrow(event: KeyboardEvent, target: HTMLElement): boolean {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by) return false;
  const kind = target.closest(".builder-entries") ? ".add-unit" : target.closest(".builder-picks") && !target.closest(".pick-open") ? ".open-pick" : "";
  if (!kind) return false;
  const all = [...document.querySelectorAll<HTMLElement>(kind)];
  const here = kind === ".open-pick" ? target.closest(".builder-pick")?.querySelector<HTMLElement>(kind) : target;
  const at = here ? all.indexOf(here) : -1;
  if (at === 0 && by < 0 && kind === ".add-unit") document.getElementById("builder-search")?.focus();
  else all[Math.max(0, Math.min(all.length - 1, at + by))]?.focus();
  return true;
}

/** What can be done with the unit of the list that has the focus. */
function onPick(event: KeyboardEvent, target: HTMLElement): boolean {
  const row = target.closest<HTMLElement>(".builder-pick");
  if (!row) return false;
  const place = Number(row.id.replace("pick-", "")) - 1;
  if (event.key === "Delete") {
    removePick(place);
    requestAnimationFrame(() => {
      const all = [...document.querySelectorAll<HTMLElement>(".open-pick")];
      (all[Math.min(place, all.length - 1)] ?? document.getElementById("builder-picks"))?.focus();
    });
    return true;
  }
  if (event.key === "Escape" && opened.peek() === place) {
    opened.value = null;
    row.querySelector<HTMLElement>(".open-pick")?.focus();
    return true;
  }
  if (event.key.toLowerCase() !== "c" || !settings.peek().letters) return false;
  copyPick(place);
  return true;
}

function letter(event: KeyboardEvent, show: Show): boolean {
  if (!settings.peek().letters) return false;
  const go = (part: Parameters<Show>[0], where: () => HTMLElement | null) => () => {
    show(part);
    requestAnimationFrame(() => where()?.focus());
  };
  const done: Record<string, () => void> = {
    "/": go("entries", () => document.getElementById("builder-search")),
    e: go("entries", () => document.querySelector<HTMLElement>(".add-unit") ?? document.getElementById("builder-entries")),
    l: go("list", () => document.querySelector<HTMLElement>(".open-pick") ?? document.getElementById("builder-picks")),
    f: go("check", () => document.querySelector<HTMLElement>(".builder-problem .mend") ?? document.getElementById("builder-totals")),
    "?": () => (helpOpen.value = true),
  };
  const what = done[event.key.toLowerCase()];
  what?.();
  return what !== undefined;
}
