"""Going into buildings and coming out of them in the Move Phase (Buildings; Unit Types)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blue_age.harness import Play, carried_out, draw, hero, refusal, spots, unit, walk
from warhost.play.questions import Placed, Walk, Walked
from warhost.rulesets.blue_age.chapters.buildings.inside import driven_out, go_in
from warhost.rulesets.blue_age.shown.invariants import problems
from warhost.table import Pose

HOUSE = "48x48 light_building 24,20 6x4"


def at_house(count: int = 5, **fields: Any) -> Play:
    """A unit that is about to move, 4" from a house."""
    play = draw(
        f"{HOUSE} | Walkers at 24,13 | Bows at 5,5 | Ogres at 24,44 face 180 | Rats at 4,44 face 180",
        Walkers=unit(models=count, **fields),
        Bows=unit(),
        Ogres=unit(),
        Rats=unit(),
    ).play()
    return play.choose(unit="Walkers")


@pytest.mark.rule("blue.building.structure")
def test_a_unit_goes_into_a_building_that_it_reaches() -> None:
    play = at_house().answer(Walked(instead="enter:0"))
    own = play.unit("Walkers")
    assert (own.inside, own.moved) == (0, True)
    assert not problems(play.battle)


def test_a_unit_too_far_away_does_not() -> None:
    question = at_house(movement=2).question
    assert isinstance(question, Walk)
    assert "enter:0" not in [option.key for option in question.instead]


NOT_IN = [
    pytest.param({"type": "cavalry"}, "blue.unit_type.cavalry_no_buildings"),
    pytest.param({"type": "chariot"}, "blue.unit_type.chariot_no_buildings"),
    pytest.param({"type": "war machine"}, "blue.unit_type.war_machine_no_entry"),
    pytest.param({"type": "monster"}, "blue.unit_type.monster_no_buildings"),
    pytest.param({"flyer": True}, "blue.unit_type.flyer_no_buildings"),
    pytest.param({"type": "cavalry", "hero": True}, "blue.unit_type.cavalry_no_buildings"),
]


@pytest.mark.rule("blue.unit_type.cavalry_no_buildings", "blue.unit_type.chariot_no_buildings")
@pytest.mark.rule("blue.unit_type.war_machine_no_entry", "blue.unit_type.monster_no_buildings")
@pytest.mark.rule("blue.unit_type.flyer_no_buildings", "blue.unit_type.hero_subtype")
@pytest.mark.parametrize(("fields", "cite"), NOT_IN)
def test_who_does_not_go_into_buildings(fields: dict[str, Any], cite: str) -> None:
    play = at_house(1, movement=8, **fields)
    assert refusal(play, Walked(instead="enter:0")).rule == cite


def in_house(count: int) -> Play:
    """A unit in the house that is about to move."""
    text = f"{HOUSE} | Walkers at 24,20 | Bows at 5,5 | Ogres at 24,44 face 180"
    table = draw(text, Walkers=unit(models=count), Bows=unit(), Ogres=unit())
    table.unit("Walkers").inside = 0
    return table.play().choose(unit="Walkers")


def test_a_unit_comes_out_by_the_side_that_its_owner_picks_and_moves_on() -> None:
    table = draw(
        f"{HOUSE} | Walkers at 24,20 | Bows at 5,5 | Ogres at 24,44 face 180",
        Walkers=unit(models=5),
        Bows=unit(),
        Ogres=unit(),
    )
    table.unit("Walkers").inside = 0
    play = table.play().choose(unit="Walkers")
    assert play.offers("pass")
    play.choose("leave:front")
    assert all(22.0 < y < 23.6 for _, y in spots(play, "Walkers"))
    before = spots(play, "Walkers")
    play.answer(walk(play, 0, 5))
    assert spots(play, "Walkers") == [(x, round(y + 5, 3)) for x, y in before]
    assert play.unit("Walkers").inside is None


def test_a_unit_may_stay_inside() -> None:
    table = draw(
        f"{HOUSE} | Walkers at 24,20 | Bows at 5,5 | Ogres at 24,44 face 180", Walkers=unit(), Bows=unit(), Ogres=unit()
    )
    table.unit("Walkers").inside = 0
    play = table.play().choose(unit="Walkers").choose("pass")
    assert (play.unit("Walkers").inside, play.unit("Walkers").moved) == (0, False)


@pytest.mark.rule("blue.special.ambush_building")
def test_an_ambush_that_lands_in_a_building_is_in_it_and_does_not_charge() -> None:
    table = draw(
        "48x48 light_building 30,24 6x4 | Raiders at 24,10 | Bows at 5,5 | Ogres at 40,46 face 180"
        " | Rats at 4,44 face 180",
        Raiders=unit(models=10, rules=["Ambush"]),
        Bows=unit(),
        Ogres=unit(),
        Rats=unit(),
    )
    raiders = table.unit("Raiders")
    raiders.models, raiders.pose, raiders.reserve = (), None, True
    table.battle.turn = 2
    play = table.play(dice=[5, 9, 10, 6]).choose("pass").choose(unit="Raiders").answer(Placed(Pose(24, 24, 0.0)))
    own = play.unit("Raiders")
    assert (own.inside, own.ambushed, own.declares) == (0, "building", False)
    assert len(own.models) == 10


@pytest.mark.rule("blue.unit_type.cavalry_no_buildings", "blue.special.ambush_building")
def test_riders_in_ambush_that_land_in_a_building_stand_outside() -> None:
    table = draw(
        "48x48 light_building 30,24 6x4 | Raiders at 24,10 | Bows at 5,5 | Ogres at 40,46 face 180"
        " | Rats at 4,44 face 180",
        Raiders=unit(models=3, type="cavalry", rules=["Ambush"]),
        Bows=unit(),
        Ogres=unit(),
        Rats=unit(),
    )
    raiders = table.unit("Raiders")
    raiders.models, raiders.pose, raiders.reserve = (), None, True
    table.battle.turn = 2
    play = table.play(dice=[5, 9, 10, 6]).choose("pass").choose(unit="Raiders").answer(Placed(Pose(24, 24, 0.0)))
    own = play.unit("Raiders")
    assert (own.inside, own.ambushed, len(own.models)) == (None, "building", 3)


def test_a_hero_who_goes_in_joins_nobody_outside() -> None:
    play = draw(
        f"{HOUSE} | Captain at 24,13 | Bows at 24,16 | Ogres at 24,44 face 180 | Rats at 4,44 face 180",
        Captain=hero(),
        Bows=unit(),
        Ogres=unit(),
        Rats=unit(),
    ).play()
    play.choose(unit="Captain").answer(Walked(instead="enter:0"))
    own = play.unit("Captain")
    assert play.topic == "move"
    assert (own.inside, own.host) == (0, None)


def test_no_death_save_keeps_a_hero_who_is_driven_out_where_there_is_no_room() -> None:
    drawn = draw(
        "48x48 light_building 24,20 6x4 impassable 24,25.2 40x6 impassable 24,14.8 40x6 impassable 16,20 9.8x6 "
        "impassable 32,20 9.8x6 | Captain at 24,40 | Ogres at 4,44 face 180",
        Captain=hero(destiny=3),
        Ogres=unit(),
    )
    own = drawn.unit("Captain")
    carried_out(go_in(drawn.battle, own, 0))
    carried_out(driven_out(drawn.battle, own, (0.0, 1.0)))
    assert (own.models, own.fate) == ((), "lost")
