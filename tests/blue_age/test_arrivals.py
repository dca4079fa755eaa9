"""Units that come late or early: Ambush, Scout, Vanguard (Universal Special Rules)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blue_age.harness import Play, Table, draw, refusal, spots, unit, walk
from warhost.play.questions import Placed, Walked
from warhost.rulesets.blue_age.core import all_bases, keeps_together
from warhost.rulesets.blue_age.core.events import battle as events
from warhost.rulesets.blue_age.shown.invariants import problems
from warhost.table import Pose

EAST = (9, 10)
"""The dice of a scatter to the east: 8 tens and 10 ones are 90 degrees."""


def waiting(terrain: str = "", turn: int = 2, **fields: Any) -> Table:
    """A unit in ambush, at the end of its owner's moves."""
    table = draw(
        f"48x48 {terrain} | Raiders at 24,10 | Bows at 5,5 | Ogres at 40,46 face 180 | Rats at 5,46 face 180",
        Raiders=unit(**{"models": 10, "rules": ["Ambush"], **fields}),
        Bows=unit(),
        Ogres=unit(),
        Rats=unit(),
    )
    raiders = table.unit("Raiders")
    raiders.models, raiders.pose, raiders.reserve = (), None, True
    table.battle.turn = turn
    return table


def called(face: int, *dice: Any, at: tuple[float, float] = (24, 24), terrain: str = "", **fields: Any) -> Play:
    """The unit is called, and comes down at the place if it comes."""
    play = waiting(terrain, **fields).play(dice=[face, *dice]).choose("pass")
    play.choose(unit="Raiders")
    if face >= 5:
        play.answer(Placed(Pose(*at, 0.0)))
    return play


@pytest.mark.rule("blue.special.ambush_call")
def test_an_ambush_is_called_from_the_second_turn_on() -> None:
    play = waiting(turn=1).play().choose("pass")
    assert play.topic == "move"
    assert play.question.seat == 1
    play = waiting(turn=2).play().choose("pass")
    assert (play.topic, play.question.seat) == ("ambush", 0)
    assert play.offers("pass")


@pytest.mark.rule("blue.special.ambush_call")
def test_an_ambush_comes_on_five_or_more() -> None:
    assert called(5, *EAST, 6).unit("Raiders").models
    late = called(4)
    assert not late.unit("Raiders").models
    assert late.unit("Raiders").reserve
    assert (late.topic, late.question.seat) == ("move", 1)


@pytest.mark.rule("blue.special.ambush_placement")
def test_the_first_model_scatters_and_the_others_stand_around_it() -> None:
    play = called(5, *EAST, 6)
    assert spots(play, "Raiders")[0] == (30.0, 24.0)
    own = play.unit("Raiders")
    assert len(own.models) == 10
    assert keeps_together(play.battle, all_bases(play.battle, own))
    assert not problems(play.battle)


def test_an_ambush_stays_on_the_table() -> None:
    play = called(5, *EAST, 10, at=(46, 24))
    assert spots(play, "Raiders")[0][0] == pytest.approx(48 - 25 / 25.4 / 2, abs=0.001)
    assert not problems(play.battle)


@pytest.mark.rule("blue.special.ambush_actions")
def test_who_has_arrived_neither_moves_nor_dashes() -> None:
    play = called(5, *EAST, 6)
    own = play.unit("Raiders")
    assert (own.ambushed, own.moved, own.declares) == ("open", True, True)
    drawn = draw("Bows at 5,5 | Spears at 9,9 | Ogres at 40,46 face 180", Bows=unit(), Spears=unit(), Ogres=unit())
    drawn.unit("Bows").ambushed = "open"
    asked = drawn.play()
    assert asked.denial(str(asked.unit("Bows").id)) == "blue.special.ambush_actions"


@pytest.mark.rule("blue.special.ambush_impassable")
def test_an_ambush_in_impassable_terrain_is_destroyed() -> None:
    play = called(5, *EAST, 6, terrain="impassable 30,24 4x4")
    assert play.unit("Raiders").fate == "lost"


@pytest.mark.rule("blue.special.ambush_dangerous")
def test_an_ambush_in_dangerous_ground_takes_saves_or_dies() -> None:
    play = called(5, *EAST, 6, (8,) * 7 + (9,) * 3, terrain="dangerous 30,24 6x6", armour=["Light Armour"])
    assert len(play.unit("Raiders").models) == 3
    bare = called(5, *EAST, 6, terrain="dangerous 30,24 6x6")
    assert not bare.unit("Raiders").models


def test_an_ambush_keeps_an_inch_from_enemies() -> None:
    play = called(5, *EAST, 6, at=(34, 46))
    assert play.unit("Raiders").models
    foe = play.unit("Ogres").models[0]
    own = play.unit("Raiders").models
    assert min(((one.x - foe.x) ** 2 + (one.y - foe.y) ** 2) ** 0.5 for one in own) >= 1.98


# Vanguard


def ready(**fields: Any) -> Table:
    table = draw(
        "Riders at 24,10 | Bows at 5,5 | Ogres at 24,40 face 180",
        Riders=unit(**{"movement": 6, "rules": ["Vanguard"], **fields}),
        Bows=unit(),
        Ogres=unit(rules=["Vanguard"]),
    )
    table.battle.turn, table.battle.phase, table.battle.stage = 0, "deployment", "vanguard"
    return table


@pytest.mark.rule("blue.special.vanguard")
def test_vanguards_move_before_the_first_turn_without_a_dash() -> None:
    play = ready().play(dice={"Turn roll": [9, 2]})
    assert play.keys == ["0", "pass"]
    play.choose(unit="Riders")
    assert refusal(play, Walked(instead="dash")).rule == "blue.special.vanguard"
    assert refusal(play, walk(play, 0, 6.1)).rule == "blue.special.vanguard"
    play.answer(walk(play, 0, 6))
    assert spots(play, "Riders") == [(24.0, 16.0)]
    assert (play.topic, play.question.seat) == ("vanguard", 1)
    play.choose("pass")
    assert play.battle.turn == 1
    assert not play.unit("Riders").moved


# Scout


@pytest.mark.rule("blue.special.scout")
def test_scouts_are_set_up_more_than_twelve_inches_from_enemies() -> None:
    table = draw("Scouts at 24,10 | Ogres at 24,24 face 180", Scouts=unit(rules=["Scout"]), Ogres=unit())
    scouts = table.unit("Scouts")
    scouts.models, scouts.pose = (), None
    table.battle.turn, table.battle.phase, table.battle.stage = 0, "deployment", "scouts"
    play = table.play(dice={"Turn roll": [9, 2]})
    base = 25 / 25.4
    assert refusal(play, Placed(Pose(24, 24 - base - 12.0, 0.0))).rule == "blue.special.scout"
    play.answer(Placed(Pose(24, 24 - base - 12.1, 0.0)))
    assert play.unit("Scouts").models


def test_the_ambush_tells_what_came_of_it() -> None:
    play = called(5, *EAST, 6)
    assert play.told(events.AmbushCalled)[0].came
    assert play.told(events.AmbushArrived)[0].inches == 6


@pytest.mark.rule("blue.special.ambush_reserve")
def test_only_units_with_ambush_are_kept_in_reserve() -> None:
    table = draw(
        "Raiders at 24,6 | Bows at 5,5 | Ogres at 40,42 face 180",
        Raiders=unit(rules=["Ambush"]),
        Bows=unit(),
        Ogres=unit(),
    )
    for one in table.battle.units[:2]:
        one.models, one.pose = (), None
    table.battle.turn, table.battle.phase, table.battle.stage = 0, "deployment", "deploy"
    play = table.play()
    raiders, bows = play.unit("Raiders").id, play.unit("Bows").id
    assert play.offers(f"{raiders}:reserve")
    assert play.denial(f"{bows}:reserve") == "blue.special.ambush_reserve"
    play.choose(f"{raiders}:reserve")
    assert play.unit("Raiders").reserve


@pytest.mark.rule("blue.special.ambush_shoot_bonus")
def test_who_has_arrived_shoots_better_in_that_turn() -> None:
    def need(ambushed: str) -> int | None:
        table = draw(
            "Raiders at 24,20 | Ogres at 24,30 face 180", Raiders=unit(weapons=["Bow"], ranged=6), Ogres=unit(health=9)
        )
        raiders = table.unit("Raiders")
        raiders.moved, raiders.ambushed = True, ambushed  # type: ignore[assignment]
        table.battle.phase, table.battle.stage = "shooting", "shoot"
        play = table.play(dice={"": 1})
        return play.choose(target="Ogres").rolls[0].need

    assert (need(""), need("open")) == (6, 5)
