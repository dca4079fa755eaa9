"""Lists that are ready to play: legal, near their size, and able to take the field."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.muster import DataError
from warhost.play import Setup
from warhost.rulesets.families.brought import list_data
from warhost.rulesets.fantasy_battles import RULESET
from warhost.rulesets.fantasy_battles.lists import house_armies
from warhost.rulesets.fantasy_battles.lists.list_checks import ArmyLists
from warhost.rulesets.fantasy_battles.lists.ready_lists import READY, full_name, ready_army, ready_lists, ready_rosters


@pytest.mark.parametrize("name", ready_rosters())
def test_a_ready_list_is_legal_and_spends_its_points(name: str) -> None:
    roster = ready_rosters()[name]
    assert ArmyLists().problems(roster, {}) == []
    assert 0 <= roster.own.points - roster.points <= 15


@pytest.mark.parametrize("name", ready_rosters())
def test_a_ready_list_has_a_general_and_enough_scoring_units(name: str) -> None:
    entries = ready_lists()[name].entries
    assert [entry.general for entry in entries].count(True) == 1
    assert sum(entry.models > 1 and entry.scoring is not False for entry in entries) >= 3


@pytest.mark.parametrize("army", house_armies.army_names())
def test_a_ready_list_takes_the_field(army: str) -> None:
    setup = Setup(ruleset="t9a", armies=(army, army), options={"points": 1500})
    battle = RULESET.set_up(setup)
    fielded = {unit.name for unit in battle.units if unit.seat == 0}
    assert {entry.name for entry in ready_army(army, 1500).entries} <= fielded


def test_lists_are_found_by_name_army_and_size() -> None:
    assert ready_army("the lower doors").points == 1500
    assert ready_army("hold 3000").name == "The Undergate"
    assert ready_army("ossuary").name == "The Court in State"
    assert full_name("hold 1500") == "Deepforge Hold 1500"


def test_a_list_goes_over_the_wire_and_comes_back_the_same() -> None:
    army = ready_army("thornback", 3000)
    assert READY.from_data(list_data(army)) == army


@pytest.mark.parametrize(
    ("where", "value", "problem"),
    [
        (("entries", 2, "models"), 500, "its models must be from 1 to 80, not 500"),
        (("entries", 2, "base"), [5, 900], "the front of its bases in mm must be from 10 to 250"),
        (("entries", 0, "profile", "hp"), 0, "its Health Points must be from 1 to 20, not 0"),
        (("entries", 0, "rules"), ["Aegis (lots)"], 'rule "Aegis \\(lots\\)" cannot be read'),
        (("entries", 0, "parts"), [], "it has no part that attacks"),
        (("entries",), "all", "The list cannot be read"),
    ],
)
def test_what_the_engine_cannot_bear_is_refused_with_a_sentence(
    where: tuple[str | int, ...], value: object, problem: str
) -> None:
    data = list_data(ready_army("compact", 1500))
    holder: Any = data
    for key in where[:-1]:
        holder = holder[key]
    holder[where[-1]] = value
    with pytest.raises(DataError, match=problem):
        READY.from_data(data)
