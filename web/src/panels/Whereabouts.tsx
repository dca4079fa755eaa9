/** Whether another player is here, away or thinking. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { presence } from "../state/presence";
import { battle, hello, moment, state } from "../state/table";
import { playedHere } from "../state/tokens";
import { words } from "../words";
import { HUMAN } from "./Players";

/** How long somebody has been away is told to the minute. */
const EVERY = 30_000;

export function Whereabouts({ index }: { index: number }): JSX.Element | null {
  const [, look] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => look((count) => count + 1), EVERY);
    return () => clearInterval(timer);
  }, []);
  const one = hello.value?.seats[index];
  const now = state.value;
  if (!one || !now || now.over || moment.value || playedHere(battle.value ?? "").includes(index)) return null;
  const asked = now.waiting_seats?.includes(index) ?? false;
  const seen = presence.value.get(index);
  if (one.kind !== HUMAN) return asked ? <span class="presence thinking">{words.people.thinking}</span> : null;
  if (!seen) return null;
  if (seen.here) return <span class="presence here">{asked ? words.people.thinking : words.people.here}</span>;
  return <span class="presence away">{words.people.away(seen.since === null ? null : (Date.now() - seen.since) / 1000)}</span>;
}
