"""Objectives and victory: what models count, who holds, what is worth how much (BLUE-R141, BLUE-R142)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blue_age.harness import Table, draw, hero, unit
from warhost.rulesets.blue_age.chapters.scenario.objectives import holder, strength_at
from warhost.rulesets.blue_age.chapters.scenario.victory import judge, points_of
from warhost.rulesets.blue_age.core import Marker, Settings, own_speakers, speakers
from warhost.rulesets.blue_age.rules.types import Flyer, Hero, Infantry

CENTRE = Marker(24.0, 24.0)
FAR = "Enemy at 24,44 face 180"


def at_objective(settings: Settings | None = None, **fields: Any) -> int:
    """What a unit counts that stands around an objective."""
    table = draw(f'48x48 marker 24,24 | Holders at 24,24 form="crowd" | {FAR}', settings, Holders=fields, Enemy=unit())
    return strength_at(table.battle, 0, CENTRE)


@pytest.mark.rule("blue.objective_hold.infantry")
def test_each_infantry_model_counts_1() -> None:
    assert at_objective(models=10) == 10


@pytest.mark.rule("blue.objective_hold.cavalry")
def test_each_cavalry_model_counts_1() -> None:
    assert at_objective(type="cavalry", models=5, base=40) == 5


@pytest.mark.rule("blue.objective_hold.beast")
def test_each_beast_counts_1() -> None:
    assert at_objective(type="beast", models=6, base=40) == 6


@pytest.mark.rule("blue.objective_hold.chariot")
def test_each_chariot_counts_3() -> None:
    assert at_objective(type="chariot", models=2, base=60) == 6


@pytest.mark.rule("blue.objective_hold.swarms")
def test_swarms_count_nothing_and_hold_nothing() -> None:
    assert at_objective(type="swarm", models=5, base=40) == 0
    table = draw(f"48x48 marker 24,24 | Rats at 24,24 | {FAR}", Rats=unit(type="swarm", models=5), Enemy=unit())
    assert holder(table.battle, CENTRE) is None


@pytest.mark.rule("blue.objective_hold.monstrous_infantry")
def test_each_monstrous_infantry_model_counts_2() -> None:
    assert at_objective(type="monstrous infantry", models=3, base=40) == 6


@pytest.mark.rule("blue.objective_hold.monster")
def test_a_monster_counts_5() -> None:
    assert at_objective(type="monster", base=100) == 5


@pytest.mark.rule("blue.objective_hold.hero")
def test_a_hero_counts_one_more_than_the_type() -> None:
    assert at_objective(**hero()) == 2
    assert at_objective(**hero(type="monster", base=100)) == 6


@pytest.mark.rule("blue.objective_hold.flyer")
def test_flyers_count_as_their_type_does_unless_players_agreed_otherwise() -> None:
    assert at_objective(type="cavalry", flyer=True) == 1
    assert at_objective(Settings(flyers_hold=False), type="cavalry", flyer=True) == 0


def both(first: str, second: str, **units: Any) -> Table:
    return draw(f"48x48 marker 24,24 | First at {first} | Second at {second} face 180", **units)


def test_models_within_3_inches_count_and_the_higher_sum_holds() -> None:
    # Bases of 25 mm reach half an inch: a centre 3.4" away is within 3", one 3.6" away is not.
    table = both("20.6,24", "27.6,24", First=unit(), Second=unit())
    assert strength_at(table.battle, 0, CENTRE) == 1
    assert strength_at(table.battle, 1, CENTRE) == 0
    assert holder(table.battle, CENTRE) == 0
    even = both("22,24", "26,24", First=unit(), Second=unit())
    assert holder(even.battle, CENTRE) is None


def test_who_flees_holds_nothing_and_who_is_locked_does() -> None:
    table = both("22,24", "40,40", First=unit(), Second=unit())
    table.unit("First").fleeing = True
    assert holder(table.battle, CENTRE) is None
    locked = both("23.5,24", "24.5,24", First=unit(models=2), Second=unit()).lock("First", "Second")
    assert holder(locked.battle, CENTRE) == 0


def test_victory_points_of_hold_the_ground() -> None:
    table = draw(
        f"48x48 marker 24,24 | Holders at 24,24 | {FAR} | Chief at 44,44 face 180",
        Holders=unit(models=5),
        Enemy=unit(),
        Chief=hero(commander=True),
    )
    assert points_of(table.battle, 0) == 3
    chief = table.unit("Chief")
    chief.models, chief.pose, chief.fate = (), None, "slain"
    table.battle.scores = (1, 0)
    # An objective, a unit destroyed, the Commander slain, a duel won.
    assert points_of(table.battle, 0) == 3 + 1 + 2 + 1
    outcome = judge(table.battle)
    assert outcome.winners == (0,)
    assert outcome.text == "First wins: 7 to 0 Victory Points."


def test_victory_points_of_break_the_line() -> None:
    table = draw(f"Runners at 24,42 | {FAR}", Settings(scenario="break the line"), Runners=unit(models=4), Enemy=unit())
    assert points_of(table.battle, 0) == 2
    runners = table.unit("Runners")
    runners.models = runners.models[:1]
    assert points_of(table.battle, 0) == 0


def test_an_ambush_that_never_came_counts_as_destroyed() -> None:
    table = draw("Holders at 24,10 | Late off reserve seat=1", Holders=unit(), Late=unit())
    assert points_of(table.battle, 0) == 1


def test_equal_points_are_a_draw() -> None:
    table = both("10,10", "40,40", First=unit(), Second=unit())
    assert judge(table.battle).word == "draw"


# Subtypes


@pytest.mark.rule("blue.unit_type.infantry")
def test_infantry_has_no_rule_of_its_own() -> None:
    table = both("10,10", "40,40", First=unit(), Second=unit())
    (only,) = speakers(table.battle, table.unit("First"))
    assert isinstance(only, Infantry)
    assert only.impact(table.battle, table.unit("First"), table.battle.entry(table.unit("First"))) == 0


@pytest.mark.rule("blue.unit_type.hero_subtype", "blue.unit_type.flyer_subtype")
def test_subtypes_leave_the_rules_of_the_main_type() -> None:
    table = both("10,10", "40,40", First=hero(type="cavalry", flyer=True), Second=unit())
    first = table.unit("First")
    entry = table.battle.entry(first)
    assert {type(one) for one in own_speakers(entry)} >= {Hero, Flyer}
    assert sum(one.impact(table.battle, first, entry) for one in own_speakers(entry)) == 1 + entry.attacks
    assert entry.kind == "Cavalry, Hero, Flyer"
