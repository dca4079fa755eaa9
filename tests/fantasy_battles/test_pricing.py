"""Prices: the formula, and that the house armies keep to it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.fantasy_battles.troops import BOW, GREAT_WEAPON, entry, part, profile
from warhost.muster import Entry as Offered
from warhost.rulesets.fantasy_battles.core.entries import ArmedWith, Bound, Wizard
from warhost.rulesets.fantasy_battles.lists import house_armies
from warhost.rulesets.fantasy_battles.lists.pricing import TOLERANCE, fair_price, mean_of, worth

HOUSE = [offered for book in house_armies.books().values() for offered in book.catalogue.entries]
FOOT = entry("Foot", profile=profile(arm=2))


@pytest.mark.parametrize("offered", HOUSE, ids=lambda offered: offered.name)
def test_house_units_cost_what_the_formula_says(offered: Offered) -> None:
    size, fair = offered.sizes[0], fair_price(offered.own)
    each = size.cost / size.models
    assert abs(each - fair) <= max(1, TOLERANCE * fair), f"{each} points, {fair} by the formula"
    assert not size.each or size.each * size.models == size.cost


def test_the_yardstick() -> None:
    assert fair_price(FOOT) == 9


@pytest.mark.parametrize(
    "better",
    [
        {"profile": profile(arm=3)},
        {"profile": profile(arm=2, res=4)},
        {"profile": profile(arm=2, def_=4)},
        {"profile": profile(arm=2, dis=8)},
        {"profile": profile(arm=2, adv=5)},
        {"parts": (part(att=2),)},
        {"parts": (part(str_=4),)},
        {"parts": (part(off=4),)},
        {"parts": (part(agi=5),)},
        {"parts": (part(weapons=(GREAT_WEAPON,)),)},
        {"parts": (part(rules=("Lethal Strike",)),)},
        {"parts": (part(shots=(ArmedWith(BOW, 4),)),)},
        {"rules": ("Fly",)},
        {"rules": ("Aegis (4+)",)},
        {"rules": ("Distracting",)},
        {"rules": ("Stubborn",)},
        {"rules": ("Channel (1)",)},
        {"wizard": Wizard()},
        {"bound": (Bound(spell="Rune of Oaths"),)},
        {"role": "character"},
    ],
    ids=str,
)
def test_what_is_better_costs_more(better: dict[str, Any]) -> None:
    assert worth(msgspec.structs.replace(FOOT, **better)) > worth(FOOT)


@pytest.mark.parametrize(("dice", "mean"), [(2, 2.0), ("3", 3.0), ("D6", 3.5), ("2D6", 7.0), ("D3+1", 3.0)])
def test_the_mean_of_dice(dice: int | str, mean: float) -> None:
    assert mean_of(dice) == mean
