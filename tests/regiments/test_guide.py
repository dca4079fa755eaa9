"""What Regiments tells newcomers."""

from __future__ import annotations

import pytest

from tests.lessons import lessons_never_asked_for
from tests.regiments.own_lists import split
from warhost.play import Setup
from warhost.rulesets.families.brought import list_data
from warhost.rulesets.regiments.lists.house import books, ready_list
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.rulesets.regiments.shown.cards import printed_profile
from warhost.rulesets.regiments.shown.guide import guide


def test_every_word_on_a_card_is_explained_by_a_rule() -> None:
    explained = {term.name for term in guide().terms}
    printed = set()
    for army in books():
        for regiment in ready_list(army).regiments:
            for told in filter(None, (regiment, regiment.hero)):
                texts = [*told.rules, *(rule for group in told.groups for rule in group.rules)]
                printed |= {*printed_profile(told), *(text.name for text in texts)}
    assert printed <= explained


def test_no_explanation_names_a_ruling() -> None:
    assert not [term.name for term in guide().terms if "AOFR" in term.text]


@pytest.mark.slow
def test_lessons_are_about_what_is_really_asked() -> None:
    armies = ("League of Nine Bridges", "Unburied Host")
    lists = tuple(list_data(split(name, 1500)) for name in armies)
    setup = Setup(ruleset="aofr", armies=armies, lists=lists, options={"points": 1500})
    assert not lessons_never_asked_for(RULESET, setup)
