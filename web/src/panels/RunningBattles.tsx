/** The battles of this browser that go on, the latest first, where one would begin another. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Thumbnail } from "../home/Thumbnail";
import { api } from "../net/api";
import type { BattleListed, RulesetCard } from "../net/types";
import { complain } from "../state/notices";
import { hashOf } from "../state/route";
import { allTokens } from "../state/tokens";
import { words } from "../words";

const SHOWN = 3;

export function RunningBattles({ books }: { books: readonly RulesetCard[] }): JSX.Element {
  const [running, setRunning] = useState<readonly BattleListed[] | null>(allTokens().length ? null : []);
  useEffect(() => {
    if (running) return;
    api.battles().then((found) => setRunning(found.filter((one) => !one.over && !one.only_shown && one.your_seats.length > 0)), (error) => {
      complain(error);
      setRunning([]);
    });
  }, []);
  if (!running?.length) {
    return (
      <section class="none-running" aria-busy={running === null}>
        <h2 class="section-title">{words.home.running}</h2>
        <p>{running === null ? words.app.loading : words.home.none}</p>
        {running && <p class="quiet">{words.home.noneText}</p>}
      </section>
    );
  }
  // Whoever has something to decide finds it first.
  const first = [...running].sort((a, b) => Number(b.your_move) - Number(a.your_move));
  return (
    <section class="running-battles" aria-label={words.people.running}>
      <h2 class="section-title">
        {words.home.running} <a href={hashOf({ screen: "library" })}>{words.people.all}</a>
      </h2>
      <ul class="battles">
        {first.slice(0, SHOWN).map((one) => (
          <Running key={one.id} battle={one} book={books.find((card) => card.slug === one.ruleset)} />
        ))}
      </ul>
    </section>
  );
}

function Running({ battle, book }: { battle: BattleListed; book: RulesetCard | undefined }): JSX.Element {
  return (
    <li class="battle-row running">
      <Thumbnail battle={battle.id} begun={!battle.waits} />
      <div class="titled">
        <h3>{battle.title}</h3>
        <span class="quiet">{[book?.title ?? battle.ruleset, battle.waits ? "" : words.time.turnLong(battle.turn, book?.turn_word ?? "")].filter(Boolean).join(" · ")}</span>
        <Whose battle={battle} />
      </div>
      <a class="button" href={hashOf({ screen: "battle", id: battle.id, at: null, seat: null })} aria-label={`${words.library.resume}: ${battle.title}`}>
        {words.library.resume}
      </a>
    </li>
  );
}

/** Whose turn it is. */
export function Whose({ battle }: { battle: BattleListed }): JSX.Element {
  if (battle.your_move) return <span class="your-move">{battle.waits ? words.library.yourArmy : words.library.yourMove}</span>;
  return <span class="their-move">{battle.waits ? words.library.waits : words.home.waitsFor(battle.waits_for ?? "")}</span>;
}
