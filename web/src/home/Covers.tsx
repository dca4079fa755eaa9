/** The rulebooks on a shelf, each with its cover; the one that is open leads the page. */
import type { JSX } from "preact";
import { useId } from "preact/hooks";
import type { RulesetCard } from "../net/types";
import { words } from "../words";
import { type Stroke, artOf, coverOf, titleOf } from "./coverart";

export function Covers({ cards, chosen, onChoose }: { cards: readonly RulesetCard[]; chosen: string; onChoose: (card: RulesetCard) => void }): JSX.Element {
  return (
    <section class="shelf-of-books">
      <h2 class="section-title">
        {words.home.books(cards.length)} {cards.length > 1 && <span class="quiet">{words.home.booksText}</span>}
      </h2>
      <div class="books" role="group" aria-label={words.setup.ruleset}>
        {cards.map((card) => (
          <BookCover key={card.slug} card={card} open={card.slug === chosen} onOpen={() => onChoose(card)} />
        ))}
      </div>
    </section>
  );
}

function Drawn({ path, fill, opacity, line }: Stroke, index: number): JSX.Element {
  if (line) return <path key={index} d={path} fill="none" stroke={fill} stroke-width={line} opacity={opacity} />;
  return <path key={index} d={path} fill={fill} opacity={opacity} fill-rule="evenodd" />;
}

function BookCover({ card, open, onOpen }: { card: RulesetCard; open: boolean; onOpen: () => void }): JSX.Element {
  const id = useId();
  const cover = coverOf(card);
  const art = artOf(cover);
  const motto = cover.motto || words.home.fallback(card.armies.length, card.maps.length);
  const { series, name, edition } = titleOf(card.title);
  return (
    <button type="button" class="book" aria-pressed={open} aria-label={`${card.title} ${motto}`} style={{ background: cover.cloth }} onClick={onOpen}>
      <svg viewBox="0 0 120 150" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
        <linearGradient id={`${id}-fade`} x1="0" y1="0" x2="0" y2="1">
          <stop offset=".46" stop-color={cover.cloth} stop-opacity="0" />
          <stop offset=".7" stop-color="#0d0704" stop-opacity=".82" />
          <stop offset="1" stop-color="#0d0704" stop-opacity=".94" />
        </linearGradient>
        {art.backdrop.map(Drawn)}
        <g transform="translate(62 49) scale(.8) translate(-60 -60)">{art.emblem.map(Drawn)}</g>
        <rect width="120" height="150" fill={`url(#${id}-fade)`} />
      </svg>
      <span class="book-frame" style={{ borderColor: cover.gilt }} />
      <span class="book-title">
        {series && <small>{series} </small>}
        <b>{name} </b>
        {edition && <small>{edition} </small>}
        <i>{motto}</i>
      </span>
    </button>
  );
}
