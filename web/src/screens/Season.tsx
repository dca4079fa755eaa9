/** A season: what the reader is asked, who meets whom, how things stand, and all that happened. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { hashOf } from "../state/route";
import { words } from "../words";
import { Charts } from "../seasons/Charts";
import { Fixtures } from "../seasons/Fixtures";
import { Joining } from "../seasons/Joining";
import { Paper, RoundTimer, Tools } from "../seasons/Organise";
import { Questions } from "../seasons/Question";
import { Rosters } from "../seasons/Rosters";
import { Agreed, StandingsTables, TimelineBox } from "../seasons/Standings";
import { away, follow, namesOf, season, trouble } from "../seasons/now";

export function SeasonScreen({ id }: { id: string }): JSX.Element {
  useEffect(() => follow(id), [id]);
  const now = season.value;
  useEffect(() => {
    if (now) document.title = `${now.title} · ${words.app.name}`;
  }, [now?.title]);
  if (!now) {
    return (
      <main id="content" class="screen" tabIndex={-1}>
        {trouble.value ? (
          <div class="nothing">
            <p class="bad">{trouble.value}</p>
            <a class="button primary" href={hashOf({ screen: "seasons", making: false })}>
              {words.seasons.title}
            </a>
          </div>
        ) : (
          <p class="quiet">{words.app.loading}</p>
        )}
      </main>
    );
  }
  const winners = now.page?.winners ?? [];
  const stage = now.waits ? words.seasons.joining : (now.page?.stage ?? "");
  return (
    <main id="content" class="screen season" tabIndex={-1}>
      <header>
        <div>
          <h1>{now.title}</h1>
          <p class="quiet">{[now.campaign_title === now.title ? "" : now.campaign_title, now.ruleset_title].filter(Boolean).join(" · ")}</p>
        </div>
        <div class="season-stage">
          <p class="where" role="status">
            {stage}
          </p>
          {now.waiting_for.length > 0 && !now.over && <p class="quiet">{words.seasons.waitingFor(namesOf(now.waiting_for, words.seasons.organiser))}</p>}
          {now.over && winners.length > 0 && <p class="good">{words.seasons.wonBy(namesOf(winners, ""))}</p>}
          <RoundTimer />
        </div>
      </header>
      {away.value && (
        <p class="told-list warm" role="alert">
          {words.seasons.away}
        </p>
      )}
      {now.note && (
        <p class="told-list warm" role="alert">
          {now.note}
        </p>
      )}
      <div class="season-grid">
        <div>
          {now.waits && <Joining />}
          <Questions optional={false} />
          {!now.waits && <Fixtures />}
          <Questions optional />
          <StandingsTables />
          <Rosters />
        </div>
        <div>
          <Charts />
          {!now.waits && <TimelineBox />}
          <Tools />
          <Agreed />
        </div>
      </div>
      <Paper />
    </main>
  );
}
