/** Records as files: out of the page and into it. */
import { api } from "../net/api";
import { complain, notify } from "../state/notices";
import { go, route } from "../state/route";
import { gathering } from "../state/table";
import { keep } from "../state/tokens";
import { droppedLists } from "../state/ui";
import { words } from "../words";

/** Give the reader a file with that text. */
export function saveFile(name: string, ending: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = `${name.replace(/[^\p{L}\p{N}]+/gu, "_").toLowerCase()}.${ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export async function download(id: string, title: string): Promise<void> {
  try {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await api.record(id));
    link.download = `${title.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase()}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  } catch (error) {
    complain(error);
  }
}

/** Files dropped on the page: a record is opened; whatever else is dropped where armies are chosen may be a list. */
export async function takeDropped(files: readonly File[]): Promise<void> {
  const records = await Promise.all(files.map(isRecord));
  const record = files[records.indexOf(true)];
  if (record || !armiesAreChosen()) await openRecord(record ?? files[0]!);
  else droppedLists.value = files;
}

/** Whether the reader is where armies are chosen. */
export function armiesAreChosen(): boolean {
  return route.value.screen === "new" || gathering.value !== null;
}

async function isRecord(file: File): Promise<boolean> {
  try {
    const told: unknown = JSON.parse(await file.text());
    return typeof told === "object" && told !== null && "ruleset" in told && "entries" in told;
  } catch {
    return false;
  }
}

export async function openRecord(file: Blob): Promise<void> {
  try {
    const made = await api.import(file);
    keep(made.id, {}, made.watch);
    notify(words.library.imported);
    go({ screen: "battle", id: made.id, at: 0, seat: null });
  } catch (error) {
    complain(error);
  }
}
