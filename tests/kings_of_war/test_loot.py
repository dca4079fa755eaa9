"""Loot counters (Objectives, Loot & Bluffing: Loot counters)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.harness import Play, Table, carried_out, draw, refusal, unit
from warhost.play import Picked, Placed
from warhost.rulesets.kings_of_war.chapters.nerve import rout
from warhost.rulesets.kings_of_war.chapters.scenario.objectives import why_not
from warhost.rulesets.kings_of_war.core import Marker, Settings, events, has, sees, values
from warhost.table import Forward, Pose

TOKEN = 20 / 25.4


def table(text: str, *markers: Marker, **units: Any) -> Table:
    made = {"Foot": unit(), "More": unit(), "Foes": unit(), "Scout": unit(strength=0), **units}
    drawn = draw(text, Settings(scenario="plunder"), **made)
    drawn.battle.markers = markers
    return drawn


def loot(x: float, y: float, carrier: int | None = None) -> Marker:
    return Marker(x, y, "loot", carrier=carrier)


def at_the_end_of_the_phase(drawn: Table) -> Play:
    """The movement phase ends without further orders."""
    return drawn.play(dice={"": 1}).choose("pass")


@pytest.mark.rule("kow.loot.pick_up")
def test_a_unit_that_ends_a_phase_on_a_counter_may_pick_it_up() -> None:
    game = table("0 Foot at 36,20 | 1 Foes at 36,40 face 180", loot(36.0, 24.0)).play()
    game.order("Foot").move("advance", Forward(3.0)).choose("pass") if game.offers("pass") else None
    assert game.topic == "loot"
    game.choose("take")
    assert game.battle.markers[0].carrier == game.unit("Foot").id
    assert game.told(events.LootTaken) == [events.LootTaken(game.unit("Foot").id, 1)]


@pytest.mark.rule("kow.loot.pick_up")
def test_it_may_also_leave_it() -> None:
    game = at_the_end_of_the_phase(table("0 Foot at 36,24 | 1 Foes at 36,40 face 180", loot(36.0, 24.0)))
    game.choose("pass")
    assert game.battle.markers[0].carrier is None


@pytest.mark.rule("kow.loot.pick_up")
def test_nobody_picks_up_what_an_enemy_touches() -> None:
    text = "0 Foot at 36,22 | 1 Foes at 36,26 face 180"
    game = at_the_end_of_the_phase(table(text, loot(36.0, 24.0)))
    assert game.topic != "loot"


@pytest.mark.rule("kow.loot.non_scoring")
def test_who_does_not_score_picks_nothing_up() -> None:
    game = at_the_end_of_the_phase(table("0 Scout at 36,24 | 1 Foes at 36,40 face 180", loot(36.0, 24.0)))
    assert game.topic != "loot"


@pytest.mark.rule("kow.loot.non_scoring_denies")
def test_but_keeps_the_enemy_from_it() -> None:
    text = "0 Foot at 36,22 | 1 Scout at 36,25.8 face 180"
    game = at_the_end_of_the_phase(table(text, loot(36.0, 24.0)))
    assert game.topic != "loot"


@pytest.mark.rule("kow.loot.speed")
@pytest.mark.parametrize(("speed", "with_loot"), [(8, 5), (4, 4), (5, 5)])
def test_a_carrier_has_a_speed_of_5_at_most(speed: int, with_loot: int) -> None:
    drawn = table("0 Foot at 36,24", loot(36.0, 24.0, 0), Foot=unit(speed=speed))
    assert values.speed(drawn.battle, drawn.unit("Foot")) == with_loot
    drawn.battle.markers = ()
    assert values.speed(drawn.battle, drawn.unit("Foot")) == speed


@pytest.mark.rule("kow.loot.no_fly_wild")
def test_a_carrier_neither_flies_nor_charges_wildly() -> None:
    flyer = unit(rules=["Fly", "Wild Charge (2)", "Strider"])
    drawn = table("0 Foot at 36,24", loot(36.0, 24.0, 0), Foot=flyer)
    foot = drawn.unit("Foot")
    assert not has(drawn.battle, foot, "flies")
    assert not has(drawn.battle, foot, "charge_bonus")
    assert has(drawn.battle, foot, "strides")
    drawn.battle.markers = ()
    assert has(drawn.battle, foot, "flies")
    assert has(drawn.battle, foot, "charge_bonus")


@pytest.mark.rule("kow.loot.drop")
def test_a_carrier_may_drop_its_loot_before_it_moves() -> None:
    game = table("0 Foot at 36,24 | 1 Foes at 36,46 face 180", loot(36.0, 24.0, 0), Foot=unit(speed=8)).play()
    game.order("Foot")
    game.until("drop loot").choose("drop")
    assert refusal(game, Placed(Pose(39.0, 24.0, 0.0))).rule == "kow.loot.drop"
    game.place(35.0, 24.0)
    marker = game.battle.markers[0]
    assert (marker.carrier, marker.x, marker.y) == (None, 35.0, 24.0)
    assert values.speed(game.battle, game.unit("Foot")) == 8


@pytest.mark.rule("kow.loot.drop")
def test_a_carrier_of_two_counters_may_drop_one_and_keep_the_other() -> None:
    both = loot(36.0, 24.0, 0), loot(36.0, 24.0, 0)
    game = table("0 Foot at 36,24 | 1 Foes at 36,46 face 180", *both, Foot=unit(speed=8)).play()
    game.order("Foot").until("drop loot").answer(Picked(("1",))).place(35.0, 24.0)
    assert [marker.carrier for marker in game.battle.markers] == [0, None]
    assert values.speed(game.battle, game.unit("Foot")) == 5


@pytest.mark.rule("kow.loot.drop")
def test_what_was_dropped_in_a_phase_is_not_picked_up_by_the_same_unit_in_it() -> None:
    game = table("0 Foot at 36,24 | 1 Foes at 36,46 face 180", loot(36.0, 24.0, 0)).play()
    game.order("Foot").until("drop loot").choose("drop").place(36.0, 24.0)
    game.until(phase="ranged")
    assert game.told(events.LootTaken) == []


@pytest.mark.rule("kow.loot.routed")
def test_the_loot_of_a_unit_that_nobody_touches_stays_where_it_stood() -> None:
    drawn = table("0 Foot at 36,24 | 1 Foes at 36,40 face 180", loot(36.0, 24.0, 0), Foot=unit(hero=True))
    carried_out(rout(drawn.battle, drawn.unit("Foot"), 1))
    marker = drawn.battle.markers[0]
    assert (marker.carrier, marker.x, marker.y) == (None, 36.0, 24.0)


@pytest.mark.rule("kow.loot.destroyed")
def test_the_enemies_in_contact_take_the_loot_of_a_unit_that_they_destroy() -> None:
    half = 80 / 25.4
    text = f"0 Foot at 36,24 | 1 Foes at 36,{24 + half} face 180 | 1 More at {36 + 90 / 25.4},24 face 270"
    drawn = table(text, loot(36.0, 24.0, 0), loot(36.0, 24.0, 0))
    script = rout(drawn.battle, drawn.unit("Foot"), 1)
    asked: Any = next(script)
    assert asked.question.seat == 1
    assert {option.unit for option in asked.question.options} == {drawn.unit("Foes").id, drawn.unit("More").id}


@pytest.mark.rule("kow.loot.destroyed")
@pytest.mark.parametrize("takers", [("Foes", "More"), ("More", "More")])
def test_the_counters_are_handed_out_one_by_one_at_will(takers: tuple[str, str]) -> None:
    at = "0 Foot at 36,24 | 1 Foes at 36,30 face 180 | 1 More at 60,40 face 180"
    drawn = table(f'active=1 phase="combat" | {at}', loot(36.0, 24.0, 0), loot(36.0, 24.0, 0), Foot=unit(nerve=1))
    drawn.engage("Foes", "Foot").engage("More", "Foot", "left")
    dice: dict[str, Any] = {"Nerve": (3, 3), "to hit": 6, "to damage": 6}
    game = drawn.play(dice).choose(unit="More").choose(unit="Foes")
    for taker in takers:
        assert (game.topic, game.question.seat) == ("loot", 1)
        game.choose(unit=taker)
    assert game.unit("Foot").fate == "routed"
    assert [marker.carrier for marker in game.battle.markers] == [game.unit(name).id for name in takers]


@pytest.mark.rule("kow.loot.counter")
def test_loot_lies_3_inches_from_blocking_terrain() -> None:
    drawn = table("72x48 building 36,24 6x6 | 0 Foot at 36,5")
    edge = 33.0 - TOKEN
    assert why_not(drawn.battle, edge - 2.0, 24.0, ()) is not None
    assert why_not(drawn.battle, edge - 3.0, 24.0, ()) is None


@pytest.mark.rule("kow.loot.no_block")
def test_units_move_and_see_across_loot() -> None:
    drawn = table("0 Foot at 36,20 | 1 Foes at 36,46 face 180", loot(36.0, 23.0))
    assert sees(drawn.battle, drawn.unit("Foot"), drawn.unit("Foes")) == "free"
    game = drawn.play()
    game.order("Foot").move("advance", Forward(5.0))
    pose = game.unit("Foot").pose
    assert pose is not None
    assert pose.y == 25.0


@pytest.mark.rule("kow.loot.drop")
def test_a_carrier_that_joins_a_charge_may_drop_its_loot_first() -> None:
    line = "0 Foot at 33,14 | 0 More at 39,14 | 1 Foes at 36,22 face 180"
    game = table(line, loot(39.0, 14.0, 1), Foes=unit(size="horde")).play(dice={"": 1})
    game.order("Foot", f"charge>{game.unit('Foes').id}")
    assert game.topic == "joint charge"
    game.answer(Picked((str(game.unit("More").id),)))
    assert game.topic == "drop loot"
    game.choose("drop").place(39.0, 14.0)
    assert game.battle.markers[0].carrier is None
