"""What newcomers are told of the words on the cards of the house armies."""

from __future__ import annotations

import pytest

from warhost.rulebook import find, find_ruling
from warhost.rulesets.fantasy_battles import RULESET
from warhost.rulesets.fantasy_battles.core.entries import rule_name
from warhost.rulesets.fantasy_battles.lists import house_armies
from warhost.rulesets.fantasy_battles.lists.force import report_on_book
from warhost.rulesets.fantasy_battles.lists.item_files import special_items

TERMS = {term.name: term for term in RULESET.guide().terms}


@pytest.mark.parametrize("army", house_armies.army_names())
def test_every_rule_of_a_house_army_is_explained(army: str) -> None:
    book = house_armies.book(army)
    named = {rule_name(text) for entry in book.catalogue.entries for text in entry.own.all_rules}
    assert named | set(report_on_book(book, source="", form="").in_force) <= TERMS.keys()


def test_items_are_explained_in_their_own_words() -> None:
    for item in special_items().values():
        assert TERMS[item.name].text == item.text


def test_every_term_names_a_row_or_a_ruling() -> None:
    for term in TERMS.values():
        found = find_ruling(term.rule) if term.rule.startswith("T9A-R") else find(term.rule)
        assert found.id == term.rule


def test_what_a_ruling_alone_makes_is_told_in_its_own_words() -> None:
    assert TERMS["Impact Hits"].rule == "T9A-R204"
    assert "Initiative Step 10" in TERMS["Impact Hits"].text
