"""The names of rules: every name that stands in a table is a rule of the book, and play asks for none of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from warhost.play.rules.rulebase import Rulebase, parted
from warhost.rulesets.blue_age.chapters.magic.pools import spells
from warhost.rulesets.blue_age.core import (
    EFFECTS,
    FACING,
    ITEMS,
    QUALITIES,
    SPECIALS,
    TRAITS,
    Special,
    armours,
    melee_weapons,
    ranged_weapons,
)
from warhost.rulesets.blue_age.core.entries import TYPES
from warhost.rulesets.blue_age.core.rules import TYPES as TYPE_RULES
from warhost.rulesets.blue_age.lists import pricing

REGISTRIES: dict[str, Rulebase[Special]] = {
    "special rules": SPECIALS,
    "types": TYPE_RULES,
    "qualities": QUALITIES,
    "items": ITEMS,
    "traits": TRAITS,
    "effects": EFFECTS,
}


def test_every_unit_type_is_a_rule_and_nothing_else_is_but_the_two_subtypes() -> None:
    assert len(TYPES) == 8
    assert set(TYPE_RULES) == {*TYPES, "hero", "flyer"}
    assert set(TYPES) >= FACING
    assert set(pricing.CHARGE_REACH) == set(TYPES)


@pytest.mark.parametrize("table", ["MOBILITY", "LASTING", "DEALING", "EXTRAS"])
def test_special_rules_that_have_a_price_are_rules(table: str) -> None:
    assert set(getattr(pricing, table)) <= set(SPECIALS)


@pytest.mark.parametrize("table", ["MORE_SHOTS", "SURER", "SWEEPING", "STRIKING"])
def test_qualities_that_have_a_price_are_rules(table: str) -> None:
    assert set(getattr(pricing, table)) <= set(QUALITIES)


def _qualities() -> Iterator[str]:
    yield from (quality for weapon in melee_weapons().values() for quality in weapon.qualities)
    yield from (quality for weapon in ranged_weapons().values() for quality in weapon.qualities)
    for spell in spells().values():
        yield from spell.hits.qualities if spell.hits else ()


def test_qualities_of_weapons_and_spells_are_rules() -> None:
    assert {parted(text)[0] for text in _qualities()} <= set(QUALITIES)


def _given() -> Iterator[str]:
    for armour in armours().values():
        yield from armour.rules
    for spell in spells().values():
        yield from spell.gives
    for registry in REGISTRIES.values():
        for kind in registry.rules.values():
            yield from (*kind.gives, *kind.for_unit)


def test_special_rules_that_armour_spells_and_other_rules_give_are_rules() -> None:
    assert not [problem for problem in map(SPECIALS.problem, _given()) if problem]


BOOK = Path(str(files("warhost.rulesets.blue_age")))
NAMING = {"cards.py", "pricing.py"}
"""What tells names to players, and what has prices for them."""


def test_play_never_asks_for_a_rule_by_its_name() -> None:
    names = "|".join(re.escape(name) for registry in (SPECIALS, QUALITIES) for name in registry)
    asked = re.compile(rf'"({names})" (not )?in |[!=]= "({names})"')
    found = [
        f"{module.name}: {match.group(0)}"
        for module in BOOK.rglob("*.py")
        if module.name not in NAMING
        for match in asked.finditer(module.read_text("utf-8"))
    ]
    assert not found
