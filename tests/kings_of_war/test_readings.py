"""Rules read against plausible wrong readings: who else, how often, until when, and what does not count."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.harness import Play, Table, draw, pose, unit
from warhost.field.contact.engagement import Foe
from warhost.play import Refused
from warhost.rulesets.kings_of_war.chapters.scenario import objectives
from warhost.rulesets.kings_of_war.core import Marker, Settings, events, values
from warhost.table import MM_PER_INCH, Arc, Forward, Pose

MM = 1 / MM_PER_INCH
DEEP, WIDE = 80 * MM, 100 * MM


def across(game: Play, name: str, foe: str = "Foe") -> float:
    """How far to the right of the table the unit stands from its enemy, in millimetres."""
    return (pose(game, name).x - pose(game, foe).x) * MM_PER_INCH


# Heights


@pytest.mark.rule("kow.height.hero", "kow.height.infantry", "kow.height.large_infantry", "kow.height.cavalry")
@pytest.mark.rule("kow.height.large_cavalry", "kow.height.chariot", "kow.height.monster")
@pytest.mark.parametrize(
    ("kind", "height"),
    [
        *(("infantry", 2), ("large infantry", 3), ("cavalry", 3), ("large cavalry", 4), ("chariot", 4)),
        *(("monster", 5), ("titan", 5)),
    ],
)
def test_a_hero_is_as_tall_as_others_of_its_type(kind: str, height: int) -> None:
    table = draw("Unit at 36,10", Unit=unit(type=kind, hero=True))
    assert values.height(table.battle, table.unit("Unit")) == height


# Orders


@pytest.mark.rule("kow.order.charge", "kow.measure.enemy_gap")
@pytest.mark.parametrize("kind", ["advance", "at the double"])
def test_no_other_order_ends_in_contact(kind: str) -> None:
    gap = 4.0
    table = draw(f"Unit at 36,10 | Foe at 36,{10 + DEEP + gap} face 180", Unit=unit(), Foe=unit())
    with pytest.raises(Refused) as refused:
        table.play().moving("Unit").move(kind, Forward(gap))
    assert refused.value.rule in ("kow.order.charge", "kow.measure.enemy_gap")
    game = table.play().moving("Unit").move(kind, Forward(gap - 2 * MM))
    assert not game.unit("Unit").foes


# Joint charges


def joint(**rules: list[str]) -> Table:
    line = "One at 33.5,10 damage=1 | Two at 38.5,10 damage=1 | Foe at 36,20 face 180 | Idle at 66,6"
    units: dict[str, Any] = {name: unit(rules=rules.get(name, [])) for name in ("One", "Two", "Idle")}
    return draw(line, None, Foe=unit(size="horde"), **units)


def happened(game: Play) -> list[str]:
    kinds = (events.UnitCharged, events.DamageTaken, events.DamageHealed)
    return [type(event).__name__ for event in game.game.events if isinstance(event, kinds)]


@pytest.mark.rule("kow.charge.multiple_orders_first")
def test_all_orders_of_a_joint_charge_are_given_before_anybody_moves() -> None:
    # Both regenerate when they are ordered.
    table = joint(One=["Regeneration (4+)"], Two=["Regeneration (4+)"])
    game = table.play(dice={"Regeneration": 6}).charge("One", "Foe", "Two")
    assert happened(game) == ["DamageHealed", "DamageHealed", "UnitCharged", "UnitCharged"]


@pytest.mark.rule("kow.charge.multiple_orders_first")
def test_the_orders_of_a_joint_charge_are_complete_when_all_have_moved() -> None:
    table = joint(One=["Cloak of Death"], Two=["Cloak of Death"])
    game = table.play().charge("One", "Foe", "Two")
    assert happened(game) == ["UnitCharged", "UnitCharged", "DamageTaken"]


# Reform


@pytest.mark.rule("kow.reform.no_new_no_lost")
def test_the_slide_of_a_reform_does_not_jump_over_an_enemy() -> None:
    # Wide enough for the unit to stand beyond the hero, in the middle of the horde: it stops before him all the same.
    line = f"Unit at 36,10 | Idle at 6,6 | Foe at 36,20 face 180 | Hero at {36 + 75 * MM},15 face 180"
    units: dict[str, Any] = {"Unit": unit(), "Idle": unit(), "Foe": unit(size="horde"), "Hero": unit(hero=True)}
    table = draw(line, None, **units)
    table.unit("Hero").pose = None
    table.engage("Unit", "Foe", offset=-148 * MM)
    hero = draw(line.replace(",15 face", f",{20 - DEEP / 2 - 22 * MM} face"), None, **units).unit("Hero").pose
    table.unit("Hero").pose = hero
    game = table.play().order("Unit", "reform")
    assert across(game, "Unit") == pytest.approx(75 + 20 + 1 + 50, abs=0.1)
    assert game.unit("Unit").foes == (Foe(game.unit("Foe").id, Arc.FRONT, Arc.FRONT),)


@pytest.mark.rule("kow.reform.no_new_no_lost", "kow.reform.combined")
@pytest.mark.parametrize(("fought", "room"), [(False, True), (True, False)])
def test_a_friend_makes_no_room_for_a_charger_by_leaving_its_second_enemy(fought: bool, room: bool) -> None:
    # The charger comes from the side of the other enemy: to stand left of its friend it would have to push it off him.
    left, right = 36 - WIDE / 2, 36 + WIDE / 2
    line = f"New at {36 - WIDE / 2},9 | Friend at 36,15 | Other at {left},20 face 180 | Foe at {right},20 face 180"
    names = ("New", "Friend", "Other", "Foe", "Idle")
    table = draw(f"{line} | Idle at 66,6", None, **{name: unit() for name in names})
    table.engage("Friend", "Foe", offset=70 * MM)
    if fought:
        table.engage("Friend", "Other", offset=-30 * MM)
    else:
        table.unit("Other").pose = Pose(10.0, 40.0, 180.0)
    game = table.play().order("New")
    key = f"charge>{table.unit('Foe').id}"
    assert (game.topic == "action" and key in game.keys) is room


# Auras


@pytest.mark.rule("kow.special.cloak_of_death_once")
def test_each_enemy_takes_its_own_damage_of_cloaks_and_once_a_turn() -> None:
    line = (
        "Us at 20,20 | Also at 36,20 | 1 Left at 20,26 face 180 | 1 Between at 28,22 face 180 | "
        "1 Right at 36,26 face 180 | Idle at 66,6"
    )
    cloaked = unit(rules=["Cloak of Death"])
    table = draw(
        line, None, Us=cloaked, Also=cloaked, Left=unit(), Between=unit(size="troop"), Right=unit(), Idle=unit()
    )
    game = table.play({"": 1}).moving("Us").stay().moving("Also").stay()
    assert [game.unit(name).damage for name in ("Left", "Between", "Right")] == [1, 1, 1]


# Objectives


@pytest.mark.rule("kow.objective.contest")
@pytest.mark.parametrize(("each", "controller"), [(3, 0), (2, None), (1, 1)])
def test_the_strength_of_all_units_near_a_marker_is_added_up(each: int, controller: int | None) -> None:
    marker = Marker(36.0, 24.0)
    line = "0 One at 33,21.5 | 0 Two at 39,21.5 | 1 Horde at 36,26.5 face 180"
    table = draw(line, Settings(), One=unit(strength=each), Two=unit(strength=each), Horde=unit(strength=4))
    table.battle.markers = (marker,)
    assert objectives.controller(table.battle, marker) == controller
