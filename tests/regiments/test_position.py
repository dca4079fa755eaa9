"""Positions in one line: lists, settings and terrain come back as they were."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.regiments.harness import draw, regiment
from warhost.errors import WarhostError
from warhost.play import Setup, battle_hash, parse_position
from warhost.rulesets.regiments.core import Battle, Settings
from warhost.rulesets.regiments.ruleset import RULESET


def read(line: str) -> Battle:
    return RULESET.from_text(parse_position(line))


def fresh(**options: Any) -> Battle:
    armies = ("League of Nine Bridges", "Burrowfolk Swarm")
    return RULESET.set_up(Setup(ruleset="aofr", armies=armies, names=("Ann", 'Bob "|" B'), options=options))


def test_upgrades_combined_units_and_joined_heroes_come_back() -> None:
    battle = fresh(points=1500)
    line = RULESET.to_text(battle)
    assert 'upgrades=["' in line
    assert "joined=" in line
    assert "regiment=" not in line
    again = read(line)
    assert again.scene.regiments == battle.scene.regiments
    assert battle_hash(again) == battle_hash(battle)


def test_settings_and_seats_come_back() -> None:
    battle = fresh(mission="raid", attacker=1, points=750, step_back=False)
    again = read(RULESET.to_text(battle))
    assert again.scene.settings == Settings(mission="raid", attacker=1, points=750, step_back=False)
    assert again.scene.seats == battle.scene.seats


def test_a_unit_that_no_house_army_has_is_told_in_full() -> None:
    odd = regiment(5, weapons=["Pole | Axe (A2, AP(1))", 'Bow (18", A1)'], rules=["Strange"], name='The "Odd"')
    odd = msgspec.structs.replace(odd, base=(25, 25))
    battle = draw("Odd at 30,10 | Pike Company at 30,20 face 180", Odd=odd).battle
    again = read(RULESET.to_text(battle))
    assert again.scene.regiments == battle.scene.regiments
    assert again.units == battle.units


def test_units_come_back_on_the_bases_that_they_stand_on() -> None:
    battle = fresh(points=750, parts=["multibasing"])
    assert read(RULESET.to_text(battle)).scene.regiments == battle.scene.regiments
    first, *others = battle.scene.regiments
    raised = msgspec.structs.replace(regiment(1, rules=["Tough(6)"], name="Raised in the battle"), base=(60, 60))
    battle.scene = msgspec.structs.replace(battle.scene, regiments=(first, raised, *others[1:]))
    again = read(RULESET.to_text(battle))
    assert again.scene.regiments[1] == raised
    assert again.scene.regiments == battle.scene.regiments


def test_pieces_of_several_parts_stay_one_piece() -> None:
    line = '72x48 dunes 20,20 2x2 named "dunes 1" dunes 23,20 2x2 named "dunes 1" | Pike Company at 30,10'
    battle = read(line)
    assert [feature.name for feature in battle.scene.board.features] == ["dunes 1", "dunes 1"]
    assert read(RULESET.to_text(battle)).scene.board == battle.scene.board


def test_a_drawing_may_name_upgrades() -> None:
    battle = read('Pike Company at 30,10 upgrades=["Sergeant"] joined="Bridge Marshal"')
    (unit,) = battle.units
    assert battle.regiment(unit).upgrades == ("Sergeant",)
    assert unit.hero
    assert unit.start == 11


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('Pike Company at 30,10 upgrades=["Wings"]', 'upgrade "Wings" is unknown'),
        ("Pike Company at 30,10 upgrades=3", "Expected `array`"),
        ('Pike Company at 30,10 joined="Stonebow"', "only a single Hero joins"),
        ('aofr settings={"points":"many"} | Pike Company at 30,10', "settings"),
        ("Pike Company at 30,10 regiment={}", "missing required field"),
    ],
)
def test_what_a_line_says_wrongly_is_told(line: str, complaint: str) -> None:
    with pytest.raises(WarhostError, match=complaint):
        read(line)
