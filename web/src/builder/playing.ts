/** From the builder to the table. */
import { api } from "../net/api";
import { begin } from "../screens/New";
import { book, isSaved, saveWork, work } from "../state/building";
import { complain } from "../state/notices";
import { go } from "../state/route";
import { chosenList } from "../state/ui";

/** A battle at once: against the computer, with a random army of another faction and as many points. */
export async function playNow(): Promise<void> {
  const now = work.peek();
  if (!now) return;
  try {
    const mine = await api.draft({ ruleset: now.ruleset, draft: now.draft });
    const others = (book.peek()?.factions ?? []).map((one) => one.name).filter((one) => one !== now.draft.faction);
    const faction = others[Math.floor(Math.random() * others.length)] ?? "";
    const foe = await api.surprise({ ruleset: now.ruleset, points: mine.limit || mine.points, faction });
    const theirs = foe.draft && (await api.draft({ ruleset: now.ruleset, draft: foe.draft }));
    await begin({
      ruleset: now.ruleset,
      armies: [now.draft.name, foe.draft?.name ?? null],
      lists: [mine.text, theirs?.text ?? null],
      options: mine.wants,
    });
  } catch (error) {
    complain(error);
  }
}

/** Choose everything else of a battle with this list. */
export async function setUpWith(): Promise<void> {
  const now = work.peek();
  const id = isSaved.peek() ? now!.list : await saveWork();
  if (!id) return;
  chosenList.value = id;
  go({ screen: "new" });
}
