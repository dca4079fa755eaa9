/** Opening a table, leaving it, and handing it over to somebody else at the same screen. */
import { batch, effect, untracked } from "@preact/signals";
import { words } from "../words";
import { findHotSeat, forgetArrivals, receive } from "./arriving";
import { connect, disconnect } from "./connection";
import { seatName } from "./describing";
import { forgetLooks } from "./inquiries";
import { missed } from "./missed";
import { notify } from "./notices";
import { showMoment } from "./past";
import { forgetPresence } from "./presence";
import { askedBeside, battle, endSeen, forgetTable, seat, state } from "./table";
import { seatIsPlayed, tokenFor } from "./tokens";

export function open(id: string, at: number | null, as: number | null = null): void {
  const token = tokenFor(id, as ?? undefined);
  close();
  battle.value = id;
  connect(id, token ?? id, receive);
  // Whoever comes to a moment of the past is not told the end first.
  endSeen.value = at !== null;
  if (at !== null) void showMoment(at);
}

export function close(): void {
  disconnect();
  forgetArrivals();
  forgetLooks();
  batch(() => {
    forgetTable();
    forgetPresence();
    missed.value = null;
  });
}

effect(() => {
  const other = askedBeside.value;
  if (other !== null) untracked(() => handOver(other));
});

function handOver(other: number): void {
  notify(words.table.now(seatName(other)));
  open(battle.peek()!, null, other);
}

/** From now on the seat is played here, or by whoever has its link. */
export function playSeat(index: number, where: "here" | "away"): void {
  const id = battle.peek();
  if (!id) return;
  seatIsPlayed(id, index, where);
  const now = state.peek();
  if (where === "away" && index === seat.peek()) open(id, null);
  else if (now) findHotSeat(now);
}
