"""Prices: the formula, and that the house armies keep to it."""

from __future__ import annotations

import msgspec
import pytest

from warhost.rulesets.kings_of_war.chapters.magic import SPELLS as PLAYED
from warhost.rulesets.kings_of_war.core import Entry, Known, Weapon
from warhost.rulesets.kings_of_war.lists import house as armies
from warhost.rulesets.kings_of_war.lists.pricing import SPELLS, TOLERANCE, fair_price
from warhost.rulesets.kings_of_war.lists.rosters import unit_of_size

HOUSE = [
    unit_of_size(entry, size)
    for book in armies.books().values()
    for entry in book.catalogue.entries
    for size in entry.sizes
]
FOOT = Entry(name="Foot", size="regiment", attacks=12, nerve=14)


@pytest.mark.parametrize("unit", HOUSE, ids=lambda unit: f"{unit.name} {unit.size}".strip())
def test_house_units_cost_what_the_formula_says(unit: Entry) -> None:
    fair = fair_price(unit)
    assert abs(unit.points - fair) <= max(5, TOLERANCE * fair), f"{unit.points} points, {fair} by the formula"
    assert unit.points % 5 == 0


def test_the_yardstick() -> None:
    assert 100 <= fair_price(FOOT) <= 130


@pytest.mark.parametrize(
    "better",
    [
        {"melee": 3},
        {"defence": 5},
        {"attacks": 16},
        {"nerve": 16},
        {"speed": 7},
        {"rules": ("Crushing Strength (1)",)},
        {"rules": ("Thunderous Charge (2)",)},
        {"rules": ("Elite (combat)",)},
        {"rules": ("Vicious (combat)",)},
        {"rules": ("Big Shield",)},
        {"rules": ("Regeneration (5+)",)},
        {"rules": ("Fly",)},
        {"rules": ("Inspiring",)},
        {"rules": ("Inspiring (Self)",)},
        {"rules": ("Brutal (2)",)},
        {"rules": ("Rampage (D6)",)},
        {"shooting": 5, "weapons": (Weapon("Bow", 24),)},
        {"spells": (Known("Heal", 3),)},
        {"rank": "champion"},
    ],
)
def test_what_is_better_costs_more(better: dict[str, object]) -> None:
    assert fair_price(msgspec.structs.replace(FOOT, **better)) > fair_price(FOOT)


@pytest.mark.parametrize("worse", [{"melee": 5}, {"rules": ("Shambling",)}, {"speed": 4}, {"nerve": 11}])
def test_what_is_worse_costs_less(worse: dict[str, object]) -> None:
    assert fair_price(msgspec.structs.replace(FOOT, **worse)) < fair_price(FOOT)


def test_weapons_cost_by_their_reach_and_bite() -> None:
    def armed(*weapons: Weapon) -> int:
        return fair_price(msgspec.structs.replace(FOOT, shooting=5, weapons=weapons))

    assert armed(Weapon("Sling", 12)) < armed(Weapon("Bow", 24)) < armed(Weapon("Gun", 24, rules=("Piercing (2)",)))
    assert armed(Weapon("Bow", 24)) == armed(Weapon("Bow", 24), Weapon("Sling", 12)), "one weapon shoots in a turn"


def test_every_spell_has_a_worth() -> None:
    assert set(SPELLS) == set(PLAYED)
    one, two = Known("Heal", 3), Known("Bane Chant", 2)

    def caster(*spells: Known) -> int:
        return fair_price(msgspec.structs.replace(FOOT, spells=spells))

    both = caster(one, two) - caster(one)
    assert 0 < both < caster(two) - fair_price(FOOT), "a caster casts one spell a turn"
