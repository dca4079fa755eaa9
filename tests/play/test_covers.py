"""What a shelf shows of a rulebook: its cover, and how each of its armies fights."""

from __future__ import annotations

import re

import pytest

from tests.skirmish import RULESET as SKIRMISH
from warhost.play.shown.cards import HasCover, Shows
from warhost.rulesets import ruleset

BOOKS = ("eow", "aofr", "kow", "blue", "t9a")


@pytest.mark.parametrize("book", BOOKS)
def test_every_house_army_says_in_one_sentence_how_it_fights(book: str) -> None:
    rules = ruleset(book)
    assert isinstance(rules, Shows)
    told = {name: rules.army_card(name).text for name in rules.armies()}
    assert len(set(told.values())) == len(told), "no two armies fight alike"
    for name, text in told.items():
        assert re.fullmatch(r"[A-Z][^\n.]{30,118}\.", text), (name, text)


def test_every_book_of_ours_has_a_cover_of_its_own() -> None:
    books = [ruleset(book) for book in BOOKS]
    covers = [book.cover for book in books if isinstance(book, HasCover)]
    assert len({(cover.backdrop, cover.emblem, cover.cloth) for cover in covers}) == len(BOOKS)
    for cover in covers:
        assert re.fullmatch(r"#[0-9a-f]{6}", cover.cloth)
        assert re.fullmatch(r"#[0-9a-f]{6}", cover.gilt)
        assert 10 < len(cover.motto) <= 42


def test_a_book_from_elsewhere_needs_no_cover() -> None:
    assert not isinstance(SKIRMISH, HasCover)
