"""The cards, the games that are played with them, and ready decks (Mission Cards)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from warhost.errors import did_you_mean
from warhost.rulebook import rule
from warhost.rulesets.families.data import read_data

UNKNOWN = 0
"""Stands in a view for a card that its seat may not know."""

OWN_DECK = 18
SHIFTING = 44
"""The card whose marker is rolled for when it is drawn."""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One mission card."""

    name: str
    counts: str
    scores: tuple[tuple[int, int], ...]
    """How much is needed, and the victory points for it."""
    text: str
    marker: int = 0
    number: int = 0

    def __str__(self) -> str:
        return self.name

    @property
    def id(self) -> str:
        """Its row in the rulebook."""
        return f"aofr.cards.{self.number}_{self.name.lower().replace(' ', '_')}"

    @property
    def told(self) -> str:
        """What it asks for and what it is worth."""
        values = " or ".join(str(points) for _, points in self.scores)
        return f"{self.text} {values} VP."


class CardGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that is played with mission cards; with decks of 18 that players put together, or with all 36."""

    name: str
    rule: str
    text: str
    custom: bool = False


class ReadyDeck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    text: str
    cards: tuple[int, ...]


class _File(msgspec.Struct, forbid_unknown_fields=True):
    games: dict[str, CardGame]
    cards: dict[str, Card]
    decks: dict[str, ReadyDeck]


@lru_cache(maxsize=1)
def _file() -> _File:
    return read_data("warhost.rulesets.regiments", "parts/mission_cards.toml", _File)


@rule("aofr.cards.game_types")
def games() -> dict[str, CardGame]:
    """Two games with the fixed deck of 36 cards, six with decks of one's own."""
    return _file().games


@rule("aofr.cards.deck")
@lru_cache(maxsize=1)
def cards() -> dict[int, Card]:
    """The standard deck by the numbers of its cards."""
    return {int(number): msgspec.structs.replace(card, number=int(number)) for number, card in _file().cards.items()}


def ready_decks() -> dict[str, ReadyDeck]:
    return _file().decks


@rule("aofr.cards.custom_deck")
def deck_problem(numbers: Sequence[int]) -> str:
    """Why these cards are no deck of one's own, in a sentence; cards are told apart by their numbers (AOFR-R667)."""
    unknown = [number for number in numbers if number not in cards()]
    if unknown:
        return f"There is no card {unknown[0]}."
    twice = [number for number in cards() if list(numbers).count(number) > 1]
    if twice:
        return f"Card {twice[0]} ({cards()[twice[0]].name}) is in the deck {list(numbers).count(twice[0])} times."
    if len(numbers) != OWN_DECK:
        return f"A deck has {OWN_DECK} different cards, not {len(numbers)}."
    return ""


def deck_from(text: str) -> tuple[int, ...]:
    """A deck as a player writes it: the name of a ready one, or the numbers of its cards. Says what is wrong with it by
    a ValueError."""
    words = text.replace(",", " ").split()
    if text in ready_decks():
        return ready_decks()[text].cards
    if not all(word.isdigit() for word in words):
        known = did_you_mean(text, ready_decks()) or f" There are {', '.join(ready_decks())}."
        raise ValueError(f'There is no ready deck "{text}".{known}')
    numbers = [int(word) for word in words]
    if problem := deck_problem(numbers):
        raise ValueError(problem)
    return in_order(numbers)


def in_order(numbers: Iterable[int]) -> tuple[int, ...]:
    """Cards in the order of their numbers."""
    return tuple(sorted(numbers))
