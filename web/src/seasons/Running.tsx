/** The seasons of this browser that go on, where one would begin a battle. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { seasonApi } from "../net/seasons";
import type { SeasonListed } from "../net/types";
import { complain } from "../state/notices";
import { hashOf } from "../state/route";
import { allSeasonKeys } from "../state/seasonkeys";
import { words } from "../words";

const SHOWN = 3;

export function RunningSeasons(): JSX.Element | null {
  const [running, setRunning] = useState<readonly SeasonListed[]>([]);
  useEffect(() => {
    if (allSeasonKeys().length === 0) return;
    seasonApi.listed().then((found) => setRunning(found.filter((one) => !one.over)), complain);
  }, []);
  if (!running.length) return null;
  return (
    <section class="running-battles" aria-label={words.seasons.runningHere}>
      <h2 class="section-title">{words.seasons.runningHere}</h2>
      <ul class="battles">
        {running.slice(0, SHOWN).map((one) => (
          <li key={one.id} class="battle-row">
            <div class="titled">
              <h3>{one.title}</h3>
              {one.your_move ? <span class="your-move">{words.seasons.yourMove}</span> : <span class="quiet">{one.waits ? words.seasons.waits : one.stage}</span>}
            </div>
            <a class="button" href={hashOf({ screen: "season", id: one.id })} aria-label={`${words.seasons.open}: ${one.title}`}>
              {words.seasons.open}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
