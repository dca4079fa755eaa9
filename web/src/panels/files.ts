/** Records as files: out of the page and into it. */
import { api } from "../net/api";
import { complain, notify } from "../state/notices";
import { go } from "../state/route";
import { keep } from "../state/tokens";
import { words } from "../words";

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
