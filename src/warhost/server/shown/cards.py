"""The rulebooks as a page shows them: all that a new battle can be made of, and what they explain to newcomers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from warhost.errors import WarhostError
from warhost.play import BeginsQuickly, Guide, Guides, Ruleset, Shows
from warhost.play.book import sides_of
from warhost.play.shown.cards import ArmyCard, HasCover, LeadsSeveral, MapCard, SeatsMore
from warhost.play.shown.offers import offering_parts
from warhost.players import player_names
from warhost.report.telling.words import turn_word
from warhost.rulesets import ruleset, slugs
from warhost.server import messages as m
from warhost.server.battles.ledger import HUMAN
from warhost.server.errors import NotFound
from warhost.server.lists.mustering import takes_lists
from warhost.server.shown.levels import level_of, text_of, title_of
from warhost.server.shown.previews import example


def ruleset_cards() -> tuple[m.RulesetCard, ...]:
    """Every rulebook with all that a new battle can be made of."""
    return tuple(ruleset_card(slug) for slug in slugs())


def guide_of(slug: str) -> Guide:
    """What a rulebook explains to newcomers; nothing, if it explains nothing."""
    if slug not in slugs():
        raise NotFound(f'There is no rulebook "{slug}" to play by.')
    book = ruleset(slug)
    return book.guide() if isinstance(book, Guides) else Guide()


@cache
def ruleset_card(slug: str) -> m.RulesetCard:
    book = ruleset(slug)
    shows, offers = book if isinstance(book, Shows) else None, offering_parts(book)
    seats = shows.seat_count if shows else 2
    most_seats = book.most_seats if isinstance(book, SeatsMore) else seats
    return m.RulesetCard(
        slug=book.slug,
        title=book.title,
        version=book.version,
        seats=seats,
        armies=tuple(shows.army_card(name) if shows else ArmyCard(name) for name in book.armies()),
        maps=tuple(map_card(book, name) for name in book.maps()),
        players=tuple(
            m.PlayerCard(name, text_of(name), title_of(name), level_of(name)) for name in (HUMAN, *player_names())
        ),
        options=tuple(shows.option_cards()) if shows else (),
        lists=takes_lists(slug),
        turn_word=turn_word(book),
        parts=tuple(offers.part_cards()) if offers else (),
        packs=tuple(offers.pack_cards()) if offers else (),
        leads_several=isinstance(book, LeadsSeveral),
        cover=book.cover if isinstance(book, HasCover) else None,
        most_seats=most_seats,
        seatings=tuple(_seatings(book, seats, most_seats)),
        quick=book.quick if isinstance(book, BeginsQuickly) else {},
    )


def _seatings(book: Ruleset, least: int, most: int) -> Iterator[tuple[int, ...]]:
    """The sides of all numbers of armies that a battle may have if the players agree on nothing special."""
    for count in range(least, most + 1):
        try:
            yield sides_of(book, count, {})
        except WarhostError:
            continue


def map_card(book: Ruleset, name: str) -> MapCard:
    """A map with its board, or an example of the boards that are made of it."""
    if not isinstance(book, Shows):
        return MapCard(name, name)
    card = book.map_card(name)
    return card if card.board else msgspec.structs.replace(card, example=example(book, name, book.seat_count))
