"""Positions in which rules of Essence of War meet: flights past friends and rocks, gaps, second volleys."""

from __future__ import annotations

from math import atan2, degrees

import pytest

from tests.essence_of_war.brawl import brawl
from tests.essence_of_war.harness import draw, shape
from tests.playing import pose
from warhost.play.questions import Allocate
from warhost.rulesets.essence_of_war.shown import events
from warhost.table import distance

MISS = {"": 1}


@pytest.mark.rule("eow.melee.gaps", "eow.melee.supporting", "eow.melee.allocate")
def test_who_is_reached_over_a_gap_chooses_and_who_is_touched_from_behind_supports_nobody() -> None:
    # Eight Guards, three of them in the last rank: the two files beside these have Handgunners behind them over a gap
    # and Ghouls in front.
    table = draw("1 Handgunners at 4,4 | 0 Imperial Guard at 18,20 models=8 rear_from=1 | 1 Ghouls at 18,40 face 180")
    table.fight("Handgunners", "Imperial Guard", "rear").fight("Ghouls", "Imperial Guard", "front")
    game = brawl(table, MISS)
    question = game.question
    assert isinstance(question, Allocate)
    assert [pool.count for pool in question.pools] == [2]
    game.allocate(**{question.pools[0].key: {str(game.unit("Handgunners").id): 2}}).rest()
    assert [blow.count for blow in game.struck("Imperial Guard", "Handgunners")] == [3 + 2]
    assert [blow.count for blow in game.struck("Imperial Guard", "Ghouls")] == [3]


@pytest.mark.rule("eow.panic.friend_destroyed", "eow.flee.off_board", "eow.panic.friend_breaks")
def test_who_is_too_far_from_the_break_panics_where_the_broken_leave_the_table() -> None:
    line = "36x48 | 0 Imperial Guard at 4,4 charging | 1 Handgunners at 18,38 face 180"
    table = draw(f"{line} | 1 Sylvan Archers at 27,45 face 180").fight("Imperial Guard", "Handgunners")
    assert distance(table.shape("Handgunners"), table.shape("Sylvan Archers")) > 6
    dice = {"Handgunners: Break": 6, "Flee Distance": (6, 6), "Pursuit Distance": (1, 2), **MISS}
    game = brawl(table, dice).until_asked("pursuit").choose(target="Handgunners").rest()
    assert game.unit("Handgunners").fate == "fled"
    assert [test.passed for test in game.tests("panic", "Sylvan Archers")] == [True]
    tested, left = game.order(events.DisciplineTested, events.UnitDestroyed)[-1], game.told(events.UnitDestroyed)
    assert (tested, len(left)) == ("DisciplineTested", 1)


@pytest.mark.rule("eow.flee.extend", "eow.terrain.impassable.flee_through", "eow.panic.fled_through")
def test_a_flight_over_a_rock_goes_on_through_friends_who_test_for_it() -> None:
    line = "36x48 impassable 18,24 3x4 | 0 Goblin Rabble at 18,30 face 180 fleeing | 0 Iron Orcs at 18,17"
    table = draw(f"{line} | 0 Orc Shaman at 34,46 | Ghouls at 4,44 face 180")
    game = table.play(dice={"Rally": 6, "Flee": (5, 5), "Dangerous": 3, "": 1}, phase="movement")
    # 10" would end before the rock and on the Orcs; all twenty met the rock and fall to threes. They leave too far from
    # the Orcs to be missed, but went through them.
    assert game.unit("Goblin Rabble").pose is None
    assert game.told(events.UnitFled)[0].rolled == 10
    orcs = game.unit("Iron Orcs").id
    assert [test.kind for test in game.told(events.DisciplineTested) if test.unit == orcs] == ["panic"]


@pytest.mark.rule("eow.panic.quarter_losses", "eow.panic.direction_source")
def test_the_volley_that_makes_a_quarter_full_is_fled_from() -> None:
    line = "Handgunners at 18,10 | Sylvan Archers at 8,21 face 90 | 1 Imperial Guard at 18,22 face 180"
    two = (6, 6, *[1] * 8)
    dice = {"to hit": two, "To-Wound": 6, "Panic": 6, "Flee": (2, 2), "": 1}
    game = draw(f"{line} | 1 Orc Shaman at 34,46").play(dice=dice, phase="shooting")
    game.choose(unit="Handgunners", target="Imperial Guard")
    assert not game.unit("Imperial Guard").fleeing
    game.choose(unit="Sylvan Archers", target="Imperial Guard")
    # From the Archers' Centre through the Guard's: nearly east.
    assert pose(game, "Imperial Guard").facing == pytest.approx(degrees(atan2(10, 1)), abs=0.5)


@pytest.mark.rule("eow.pursuit.overrun", "eow.pursuit.obstruction")
def test_an_overrun_stops_before_friends_of_another_combat() -> None:
    line = "36x48 | 0 Imperial Guard at 4,4 charging | 1 Wizard at 18,20 face 180 | 0 Handgunners at 18,28"
    table = draw(f"{line} | 1 Ghouls at 34,46 face 180").fight("Imperial Guard", "Wizard")
    table.set("Imperial Guard", charged=True)
    dice = {"Imperial Guard: Melee": 6, "Pursuit Distance": (4, 5), **MISS}
    game = brawl(table, dice).until_asked("overrun").choose("overrun").rest()
    assert distance(shape(game, "Imperial Guard"), shape(game, "Handgunners")) == pytest.approx(0.1, abs=0.01)
