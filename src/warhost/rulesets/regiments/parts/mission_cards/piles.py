"""Who has which cards: decks, hands, cards on the table, discard piles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from warhost.play.script import Script, draw_from, roll
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import Battle, optional
from warhost.rulesets.regiments.parts.mission_cards import events
from warhost.rulesets.regiments.parts.mission_cards.cards import SHIFTING, UNKNOWN, Card, cards, in_order

SLUG = "mission_cards"


class Pile(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cards of a player, or those that both share."""

    deck: tuple[int, ...] = ()
    """Those that are left to draw, in the order of their numbers: which comes next nobody knows."""
    hand: tuple[int, ...] = ()
    table: tuple[int, ...] = ()
    """Those that can be scored."""
    down: tuple[int, ...] = ()
    """Those of them that lie face down."""
    discarded: tuple[int, ...] = ()
    shifting: int = 0
    """The marker of Shifting Strategy, since it was drawn."""
    challenge: int = 0
    """The card on the table that the opponent has named this round (Direct Challenge)."""
    paragon: int = 0
    """The card on the table that its owner has named this round (Tactical Paragons)."""


class Cards(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is remembered of a card game."""

    piles: tuple[Pile, ...] = ()
    """One for each player, or a single one that both share."""
    starts: tuple[int | None, ...] = ()
    """Who controlled each marker when the round began."""


def kept(battle: Battle) -> Cards:
    return optional.kept(battle, SLUG, Cards)


def owners(battle: Battle) -> range:
    """The numbers of the piles."""
    return range(len(kept(battle).piles))


def owner_of(battle: Battle, seat: int) -> int:
    """The pile of a player."""
    return min(seat, len(kept(battle).piles) - 1)


def pile_of(battle: Battle, seat: int) -> Pile:
    piles = kept(battle).piles
    return piles[owner_of(battle, seat)] if piles else Pile()


def change(battle: Battle, owner: int, **fields: Any) -> None:
    """Set fields of a pile."""
    told = kept(battle)
    piles = tuple(
        msgspec.structs.replace(pile, **fields) if number == owner else pile for number, pile in enumerate(told.piles)
    )
    optional.keep(battle, SLUG, msgspec.structs.replace(told, piles=piles))


def without(numbers: Sequence[int], number: int) -> tuple[int, ...]:
    return tuple(one for one in numbers if one != number)


def named(numbers: Sequence[int]) -> Iterator[Card]:
    """The cards of these numbers that are known."""
    return (cards()[number] for number in numbers if number != UNKNOWN)


@rule("aofr.cards.roll_and_play", "aofr.cards.wits_draw", "aofr.cards.domination_draw", "aofr.cards.custom_draw")
def draw(battle: Battle, owner: int, *, seat: int | None, rolled: bool = False, secret: bool = False) -> Script[int]:
    """A card from the deck; nothing is drawn from an empty one (AOFR-R676). Returns its number, or 0."""
    deck = kept(battle).piles[owner].deck
    if not deck:
        return UNKNOWN
    if rolled:
        number = yield from roll_card(deck, seat)
    else:
        card = yield from draw_from(
            [cards()[one] for one in deck],
            why="Mission card",
            rule="aofr.cards.custom_draw" if secret else "aofr.cards.wits_draw",
            seat=seat,
            secret=secret,
        )
        number = card.number
    change(battle, owner, deck=without(deck, number))
    if number == SHIFTING and not secret:
        change(battle, owner, shifting=(yield from roll_marker(battle, seat=seat)))
    return number


@rule("aofr.cards.roll_and_play")
def roll_card(deck: Sequence[int], seat: int | None) -> Script[int]:
    """Two dice, one after the other, for the tens and the units; cards that are not in the deck any more are rolled
    again (AOFR-R676)."""
    while True:
        (tens,) = yield from roll("D6", why="Mission card: tens", rule="aofr.cards.roll_and_play", seat=seat)
        (units,) = yield from roll("D6", why="Mission card: units", rule="aofr.cards.roll_and_play", seat=seat)
        number = 10 * tens + units
        if number in deck:
            return number


@rule("aofr.cards.44_shifting_strategy")
def roll_marker(battle: Battle, *, seat: int | None, secret: bool = False) -> Script[int]:
    """The marker of Shifting Strategy; numbers of which there is no marker are rolled again (AOFR-R668)."""
    while battle.markers:
        (face,) = yield from roll(
            "D6", why="Marker of Shifting Strategy", rule="aofr.cards.44_shifting_strategy", seat=seat, secret=secret
        )
        if face <= len(battle.markers):
            return face
    return 0


def put_away(battle: Battle, owner: int, number: int) -> None:
    """A card on the table or in the hand goes to the discard pile."""
    pile = kept(battle).piles[owner]
    change(
        battle,
        owner,
        table=without(pile.table, number),
        down=without(pile.down, number),
        hand=without(pile.hand, number),
        discarded=(*pile.discarded, number),
    )


def turn_up(battle: Battle, owner: int, numbers: Sequence[int]) -> Script[None]:
    """These cards are turned face up."""
    pile = kept(battle).piles[owner]
    change(battle, owner, down=tuple(one for one in pile.down if one not in numbers))
    for card in named(numbers):
        yield events.CardShown(owner, card.name, card.told)


def back_into_deck(battle: Battle, owner: int, numbers: Sequence[int]) -> None:
    """These cards are in the deck again."""
    change(battle, owner, deck=in_order((*kept(battle).piles[owner].deck, *numbers)))


@rule("aofr.cards.custom_hidden")
def as_seen(pile: Pile) -> Pile:
    """A pile as others see it who did not put it together: how many cards are in hand and deck, and what lies face up
    (AOFR-R521)."""
    hidden = {*pile.down, *pile.hand, *pile.deck}
    return msgspec.structs.replace(
        pile,
        deck=(UNKNOWN,) * len(pile.deck),
        hand=(UNKNOWN,) * len(pile.hand),
        table=tuple(UNKNOWN if number in pile.down else number for number in pile.table),
        down=(UNKNOWN,) * len(pile.down),
        shifting=0 if SHIFTING in hidden else pile.shifting,
        challenge=UNKNOWN if pile.challenge in pile.down else pile.challenge,
        paragon=UNKNOWN if pile.paragon in pile.down else pile.paragon,
    )
