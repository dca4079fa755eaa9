"""What is told to be in force acts, and what is not does not."""

from __future__ import annotations

import pytest

from tests.regiments.forge import BOOK, ONCE, changed, dumps, rule, weapon
from warhost.muster import Source
from warhost.muster.values import Report
from warhost.rulesets import muster
from warhost.rulesets.regiments.core import RULES, SpecialRule, SpellEffect, speakers
from warhost.rulesets.regiments.core.entries import RuleText

assert speakers.REGISTRY is not None


def report(book: dict[str, object]) -> Report:
    return muster("aofr").read(Source("book.json", dumps(book))).report


def acts_on_weapons(special: type[SpecialRule]) -> bool:
    """Whether the engine ever asks such a rule for a weapon."""
    attacks = special.on_attack is not SpecialRule.on_attack
    return attacks or special.strikes_first or special.picks or special.once or not special.needs_sight


CORE = [name for name in RULES.names if ".parts." not in RULES[name].__module__]
"""What optional parts give to models, no weapon has."""


@pytest.mark.parametrize("name", CORE)
def test_a_rule_is_in_force_on_a_weapon_if_the_engine_asks_it_there(name: str) -> None:
    assert ("weapons" in RULES[name].bearers) == acts_on_weapons(RULES[name])


def test_a_rule_of_models_does_nothing_on_a_weapon_and_the_report_says_so() -> None:
    told = report(changed(BOOK, "units", 2, "weapons", to=[weapon("Boots", 1, rule("Fast"), rule("Thrust"))]))
    assert told.not_in_force["Fast on a weapon"] == ("Heron Riders",)
    assert "Lance" in told.in_force


def test_a_rule_of_weapons_does_nothing_on_models() -> None:
    told = report(changed(BOOK, "units", 2, "rules", to=[rule("Limited"), rule("Bane")]))
    assert told.not_in_force["Limited"] == ("Heron Riders",)
    assert "Poison" in told.in_force


def spell(effect: str) -> SpellEffect | None:
    book = changed(BOOK, "spells", to=[{"name": "Any", "threshold": 1, "effect": effect}])
    found: SpellEffect | None = muster("aofr").read(Source("book.json", dumps(book))).content.spells[0].effect
    return found


@pytest.mark.parametrize(
    "effect",
    [
        'Pick one enemy unit within 12", which takes 4 hits. Then it must take a morale test.',
        'Pick up to nine enemy units within 12", which take 4 hits.',
        f'Pick one friendly unit within 12", which gets Ambush {ONCE}.',
        f'Pick one friendly unit within 12", which gets +1 to juggling rolls {ONCE}.',
    ],
)
def test_a_spell_that_says_more_than_the_engine_knows_is_not_in_force(effect: str) -> None:
    assert spell(effect) is None


def test_the_dice_for_sixes_of_spell_hits_are_told_not_to_be_rolled_where_the_spell_does_not_ask_for_them() -> None:
    text = 'Pick one enemy unit within 12", which takes 2 hits with AP(1) and Rending.'
    rules = (RuleText("AP", 1), RuleText("Rending"))
    assert spell(text) == SpellEffect(hits=2, rules=rules)
    told = report(changed(BOOK, "spells", to=[{"name": "Bite", "threshold": 1, "effect": text}]))
    assert "No dice are rolled for 6s of spells: Rending stops Regeneration alone with Bite." in told.notes
    rolled = f'{text} Roll as many dice as hits to see if "on rolls of 6" effects trigger.'
    assert spell(rolled) == SpellEffect(hits=2, rules=rules, sixes=True)
    told = report(changed(BOOK, "spells", to=[{"name": "Bite", "threshold": 1, "effect": rolled}]))
    assert not any("6s of spells" in note for note in told.notes)


def test_rending_is_told_to_have_changed() -> None:
    told = report(changed(BOOK, "units", 2, "rules", to=[rule("Rending")]))
    assert "Played as in 3.4.0 of the book, not as in 3.5.0: Rending." in told.notes
