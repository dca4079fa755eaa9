/** The rulebooks on a shelf, each with its cover; the one that is open leads the page. */
import type { JSX } from "preact";
import { useId } from "preact/hooks";
import type { RulesetCard } from "../net/types";
import { words } from "../words";
import { artOf, coverOf, titleOf } from "./coverart";

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

function BookCover({ card, open, onOpen }: { card: RulesetCard; open: boolean; onOpen: () => void }): JSX.Element {
  const id = useId();
  const cover = coverOf(card);
  const { series, name, edition } = titleOf(card.title);
  return (
    <button type="button" class="book" aria-pressed={open} aria-label={card.title} aria-describedby={`${id}-motto`} style={{ background: cover.cloth }} onClick={onOpen}>
      <svg viewBox="0 0 120 150" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
        <linearGradient id={`${id}-fade`} x1="0" y1="0" x2="0" y2="1">
          <stop offset=".42" stop-color={cover.cloth} stop-opacity="0" />
          <stop offset=".74" stop-color="#0d0704" stop-opacity=".82" />
          <stop offset="1" stop-color="#0d0704" stop-opacity=".94" />
        </linearGradient>
        {artOf(cover).map((one, index) =>
          one.line ? (
            <path key={index} d={one.path} fill="none" stroke={one.fill} stroke-width={one.line} opacity={one.opacity} />
          ) : (
            <path key={index} d={one.path} fill={one.fill} opacity={one.opacity} fill-rule="evenodd" />
          ),
        )}
        <rect width="120" height="150" fill={`url(#${id}-fade)`} />
      </svg>
      <span class="book-frame" style={{ borderColor: cover.gilt }} />
      <span class="book-title">
        {series && <small>{series}</small>}
        <b>{name}</b>
        {edition && <small>{edition}</small>}
        <i id={`${id}-motto`}>{cover.motto || words.home.fallback(card.armies.length, card.maps.length)}</i>
      </span>
    </button>
  );
}
