"""What players may agree on reads like words in every book and season, not like names in code."""

from __future__ import annotations

import re

import pytest

from warhost.campaign.regiments.opening import CARDS
from warhost.play import Shows
from warhost.play.shown.cards import OptionCard
from warhost.rulesets import ruleset

BOOKS = ("eow", "aofr", "kow", "blue", "t9a")


def as_text(choice: bool | int | str) -> str:
    return str(choice).lower() if isinstance(choice, bool) else str(choice)


def cards(book: str) -> tuple[OptionCard, ...]:
    if book == "campaign":
        return CARDS
    found = ruleset(book)
    assert isinstance(found, Shows)
    return tuple(found.option_cards())


@pytest.mark.parametrize("book", [*BOOKS, "campaign"])
def test_every_name_of_a_choice_belongs_to_a_choice(book: str) -> None:
    for card in cards(book):
        choices = {as_text(choice) for choice in card.choices}
        assert card.names.keys() | card.texts.keys() <= choices, card.name


@pytest.mark.parametrize("book", [*BOOKS, "campaign"])
def test_no_choice_is_shown_as_a_name_in_code(book: str) -> None:
    shown = [
        (card.name, card.names.get(as_text(choice), as_text(choice))) for card in cards(book) for choice in card.choices
    ]
    assert [(name, text) for name, text in shown if re.search(r"[a-z0-9]_[a-z0-9]", text)] == []
