/** The battles of this browser that go on, the latest first, where one would begin another. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../net/api";
import type { BattleListed } from "../net/types";
import { complain } from "../state/notices";
import { hashOf } from "../state/route";
import { allTokens } from "../state/tokens";
import { words } from "../words";

const SHOWN = 3;

export function RunningBattles(): JSX.Element | null {
  const [running, setRunning] = useState<readonly BattleListed[]>([]);
  useEffect(() => {
    if (allTokens().length === 0) return;
    api.battles().then((found) => setRunning(found.filter((one) => !one.over && !one.only_shown && one.your_seats.length > 0)), complain);
  }, []);
  if (!running.length) return null;
  return (
    <section class="running-battles" aria-label={words.people.running}>
      <h2 class="section-title">{words.people.running}</h2>
      <ul class="battles">
        {running.slice(0, SHOWN).map((one) => (
          <li key={one.id} class="battle-row">
            <div class="titled">
              <h3>{one.title}</h3>
              {one.your_move && <span class="your-move">{one.waits ? words.library.yourArmy : words.library.yourMove}</span>}
              {!one.your_move && <span class="quiet">{one.waits ? words.library.waits : words.people.theirMove}</span>}
            </div>
            <a class="button" href={hashOf({ screen: "battle", id: one.id, at: null, seat: null })} aria-label={`${words.library.resume}: ${one.title}`}>
              {words.library.resume}
            </a>
          </li>
        ))}
      </ul>
      <a href={hashOf({ screen: "library" })}>{words.people.all}</a>
    </section>
  );
}
