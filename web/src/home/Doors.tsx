/** Three ways in: learn, play, bring a list. */
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { BattleWanted, PlayerCard, RulesetCard } from "../net/types";
import { hasMeaning } from "../panels/OptionField";
import { AWAY, HUMAN } from "../panels/Players";
import { forgetLessons } from "../state/guide";
import { hashOf } from "../state/route";
import { change } from "../state/settings";
import { bringOpen, helpOpen, listBook } from "../state/ui";
import { words } from "../words";
import { titleOf } from "./coverart";

/** Whom one plays against if one says nothing. */
const USUAL = "captain";

/** The computer players from the weakest to the strongest; those that cannot be compared come last. */
export function opponentsOf(players: readonly PlayerCard[]): PlayerCard[] {
  const rank = (one: PlayerCard) => one.level || Infinity;
  return players.filter((one) => one.name !== HUMAN).sort((a, b) => rank(a) - rank(b));
}

/** A small battle against the weakest opponent, at the smallest size that the book offers. */
export function firstBattle(card: RulesetCard): BattleWanted {
  const weakest = opponentsOf(card.players)[0]?.name ?? USUAL;
  const size = card.options.find((one) => one.name === "points" && hasMeaning(card, one, {}, null));
  const smallest = size && Math.min(...size.choices.map(Number));
  return { ruleset: card.slug, seats: seatsAgainst(card, weakest), ...(smallest ? { options: { points: smallest } } : {}) };
}

/** A battle against an opponent that ends within the hour; the usual opponent is the server's own choice. */
export function quickBattle(card: RulesetCard, opponent: string): BattleWanted {
  const wanted = { ruleset: card.slug, options: card.quick ?? {} };
  if (opponent === AWAY) {
    const seats = seatsAgainst(card, HUMAN).map((seat, index) => ({ ...seat, chooses: index > 0 }));
    return { ...wanted, seats };
  }
  return { ...wanted, ...(opponent === USUAL ? {} : { seats: seatsAgainst(card, opponent) }) };
}

function seatsAgainst(card: RulesetCard, player: string): { player: string; name: string }[] {
  return Array.from({ length: Math.max(2, card.seats) }, (_, index) => ({ player: index ? player : HUMAN, name: "" }));
}

interface Ways {
  card: RulesetCard | null;
  busy: boolean;
  /** Begin that battle; the seats that friends take. */
  onBegin: (wanted: BattleWanted, away: readonly number[]) => void;
}

export function Doors({ card, busy, onBegin }: Ways): JSX.Element {
  const [opponent, setOpponent] = useState(USUAL);
  const book = card ? titleOf(card.title).name : "";
  const choices = [
    ...opponentsOf(card?.players ?? []).map((one) => ({ name: one.name, title: one.title || one.name, text: one.text, level: one.level ?? 0 })),
    { name: AWAY, title: words.home.friend, text: words.home.friendText, level: 0 },
  ];
  const told = choices.find((one) => one.name === opponent)?.text ?? "";
  const learn = () => {
    if (!card) return;
    forgetLessons();
    change({ hints: true });
    onBegin(firstBattle(card), []);
  };
  const play = () => {
    if (!card) return onBegin({}, []);
    onBegin(quickBattle(card, opponent), opponent === AWAY ? seatsAgainst(card, "").slice(1).map((_, index) => index + 1) : []);
  };
  return (
    <div class="doors" role="group" aria-label={words.home.doors}>
      <Door icon={<Book />} title={words.home.learn}>
        <p>{words.home.learnText(book || words.app.name)}</p>
        <div class="door-end">
          <button type="button" disabled={busy || !card} onClick={learn}>
            {words.home.learnGo}
          </button>
          <button type="button" class="link" onClick={() => (helpOpen.value = true)}>
            {words.home.keys}
          </button>
        </div>
      </Door>
      <Door icon={<Swords />} title={words.home.play} main>
        <p>{words.home.playText}</p>
        <fieldset class="levels">
          <legend class="visually-hidden">{words.home.opponent}</legend>
          {choices.map((one) => (
            <label key={one.name}>
              <input type="radio" name="opponent" value={one.name} checked={one.name === opponent} onChange={() => setOpponent(one.name)} />
              <Level level={one.level} friend={one.name === AWAY} />
              <span>{one.title}</span>
            </label>
          ))}
        </fieldset>
        <p class="level-text" aria-live="polite">
          {told}
        </p>
        <button type="button" class="primary big" disabled={busy} onClick={play}>
          {words.setup.quick}
        </button>
      </Door>
      <Door icon={<Scroll />} title={words.home.bring}>
        <p>{words.home.bringText}</p>
        <div class="door-end">
          <a class="button" href={hashOf({ screen: "lists", list: null })} onClick={() => (listBook.value = card?.slug ?? null)}>
            {words.home.build}
          </a>
          {card?.lists && (
            <button type="button" class="link" onClick={() => (bringOpen.value = true)}>
              {words.home.paste}
            </button>
          )}
        </div>
      </Door>
    </div>
  );
}

function Door({ icon, title, main, children }: { icon: JSX.Element; title: string; main?: boolean; children: ComponentChildren }): JSX.Element {
  return (
    <section class={`door ${main ? "main" : ""}`}>
      <h2>
        {icon} {title}
      </h2>
      {children}
    </section>
  );
}

/** As many pips as the level; a page of rules or two heads where there is none. */
function Level({ level, friend }: { level: number; friend: boolean }): JSX.Element {
  return (
    <svg class="level" viewBox="0 0 44 12" role={level ? "img" : undefined} aria-label={level ? words.home.level(level) : undefined} aria-hidden={level ? undefined : "true"}>
      {Array.from({ length: Math.min(level, 5) }, (_, index) => (
        <circle key={index} cx={22 + (index - (Math.min(level, 5) - 1) / 2) * 9} cy="6" r="3.4" />
      ))}
      {!level && friend && <path d="M16 4.200a2.400 2.400 0 1 1 .1 0M11.500 11q0-5 4.600-5t4.600 5M28 4.200a2.400 2.400 0 1 1 .1 0M23.500 11q0-5 4.600-5t4.600 5" />}
      {!level && !friend && <path d="M16 2h9l3 3v6H16zM19 6h6M19 8.500h6" />}
    </svg>
  );
}

function Book(): JSX.Element {
  return (
    <svg class="door-icon" viewBox="0 0 40 40" aria-hidden="true">
      <path class="leaf" d="M5 9q8-4 15 1 7-5 15-1v23q-8-4-15 1-7-5-15-1zM20 10v23" />
      <path class="thin" d="M9 15q4-1 7 1M9 20q4-1 7 1M24 16q3-2 7-1M24 21q3-2 7-1" />
    </svg>
  );
}

function Swords(): JSX.Element {
  return (
    <svg class="door-icon" viewBox="0 0 40 40" aria-hidden="true">
      <path class="blade" d="M6 6l20 22M34 6L14 28" />
      <path class="hilt" d="M22 32l8-8M18 32l-8-8" />
      <path class="grip" d="M28 30l5 5M12 30l-5 5" />
    </svg>
  );
}

function Scroll(): JSX.Element {
  return (
    <svg class="door-icon" viewBox="0 0 40 40" aria-hidden="true">
      <path class="leaf" d="M8 5h20q5 0 5 5v22q0 3-3 3H13q-4 0-4-4V10q0-5-5-5z" />
      <path class="thin" d="M14 13h14M14 19h14M14 25h9" />
      <path class="tick" d="M25 29l3 3 6-8" />
    </svg>
  );
}
