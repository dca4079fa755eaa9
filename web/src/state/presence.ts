/** Who is at the table: whose page is open, who was asked, and how long others have been away. */
import { signal } from "@preact/signals";
import type { Presence } from "../net/types";
import { words } from "../words";
import { seatName } from "./describing";
import { say } from "./notices";
import { hello } from "./table";

interface Seen {
  here: boolean;
  /** When that seat was left, in milliseconds; null: nobody knows. */
  since: number | null;
}

export const presence = signal<ReadonlyMap<number, Seen>>(new Map());

export function takePresence(message: Presence): void {
  const before = presence.peek();
  const now = Date.now();
  presence.value = new Map(message.seats.map((one) => [one.seat, { here: one.here, since: one.away == null ? null : now - one.away * 1000 }]));
  for (const { seat, here } of message.seats) {
    const was = before.get(seat)?.here;
    // Those who were here already when the reader came are no news.
    if (was !== undefined && was !== here && seat !== hello.peek()?.seat) say(here ? words.people.came(seatName(seat)) : words.people.went(seatName(seat)));
  }
}

export function forgetPresence(): void {
  presence.value = new Map();
}
