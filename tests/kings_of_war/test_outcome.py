"""After a combat: who stays engaged, orders after a combat and their moves (Combat Outcome)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.kings_of_war.harness import Fall, Play, Table, draw, pose, refusal, unit
from warhost.play import Chosen, Moved
from warhost.rulesets.kings_of_war.core import GAP, Settings, apart, events
from warhost.table import Pivot

ROUT: Mapping[str, Fall] = {"to hit": 6, "to damage": 6, "Nerve": (6, 5)}
"""Dice with which whoever is attacked routs."""

WEAK = unit(nerve=1)


def table_of(text: str, board: str = "72x48", settings: Settings | None = None, **units: Mapping[str, Any]) -> Table:
    """These units in the combat phase; far off Q fights Z, so that the phase goes on after the combat of A."""
    far = "Q at 8,4 | Z at 8,9 face 180"
    table = draw(
        f'phase="combat" | {board} | {text} | {far}', settings, **{"X": WEAK, "Q": unit(), "Z": unit(), **units}
    )
    return table.engage("Q", "Z")


def won(more: str = "", order: str = "", dice: int = 0, a: Mapping[str, Any] | None = None) -> Play:
    """A has routed X, which stood before it, and has got that order. B and Y may come with the text."""
    table = table_of(f"A at 36,20 | X at 36,25 face 180 {more}", A=a or unit(), B=unit(), Y=unit())
    return rout(table.engage("X", "A"), order, dice)


def rout(table: Table, order: str = "", dice: int = 0) -> Play:
    """A fights and routs X; then it gets that order and rolls that die."""
    game = fought(table, dice)
    assert game.unit("X").fate == "routed"
    return game.choose(order) if order else game


def fought(table: Table, dice: int = 0) -> Play:
    rolls: dict[str, Fall] = {**ROUT, "A Move": dice, "A Fall back": dice} if dice else {**ROUT}
    return table.play(dice=rolls).choose(unit="A").choose(unit="A")


def is_next_combat(game: Play) -> bool:
    """Whether the combat of A is over."""
    return game.topic == "attacker" and game.offers(unit="Q")


@pytest.mark.rule("kow.outcome.target_remains")
def test_who_has_an_enemy_left_stays_engaged() -> None:
    table = table_of("A at 36,20 | X at 36,25 face 180 | 1 Y at 30,20 face 90", A=unit(), Y=unit(nerve=20))
    game = fought(table.engage("X", "A").engage("Y", "A", "left"))
    game.allocate(attacks={"1": 10})
    assert game.unit("X").fate == "routed"
    assert [foe.unit for foe in game.unit("A").foes] == [game.unit("Y").id]
    assert is_next_combat(game)


@pytest.mark.rule("kow.outcome.target_routed")
def test_who_has_routed_all_enemies_may_take_an_order_or_stay() -> None:
    table = table_of("A at 36,20 | B at 40,20 | X at 36,25 face 180", A=unit(), B=unit())
    game = fought(table.engage("A", "X").engage("B", "X", "left"), 2).choose(unit="B")
    assert game.keys == ["hold", "fall back", "left", "right", "forward", "pass"]
    before = pose(game, "B")
    game.choose("forward").choose("pass")
    assert [event.unit for event in game.told(events.UnitMovedAfterCombat)] == [game.unit("A").id]
    assert pose(game, "B") == before
    assert is_next_combat(game)


@pytest.mark.rule("kow.outcome.target_routed")
def test_a_unit_with_speed_0_may_only_hold() -> None:
    game = won(a=unit(speed=0))
    assert game.keys == ["hold", "pass"]
    assert refusal(game, Chosen("forward")).rule == "kow.outcome.target_routed"


@pytest.mark.rule("kow.outcome.orders_before_rolls")
def test_all_orders_are_given_before_the_first_is_carried_out() -> None:
    table = table_of("A at 36,20 | B at 40,20 | X at 36,25 face 180", A=unit(), B=unit())
    game = fought(table.engage("A", "X").engage("B", "X", "left"), 1).choose(unit="B")
    game.choose("forward")
    assert not [roll for roll in game.rolls if "orward" in roll.why]
    game.choose("hold")
    assert game.topic == "carry out"
    game.choose(unit="A")
    assert game.told(events.UnitMovedAfterCombat)[0].inches == 1
    assert game.topic == "hold"
    assert refusal(game, Chosen("forward")) is not None


@pytest.mark.rule("kow.outcome.hold")
def test_hold_turns_about_the_centre_to_any_direction() -> None:
    game = won(order="hold")
    before = pose(game, "A")
    game.answer(Moved("change facing", (Pivot(135.0),)))
    after = pose(game, "A")
    assert (after.x, after.y) == (before.x, before.y)
    assert after.facing == pytest.approx(135.0)


@pytest.mark.rule("kow.outcome.hold")
def test_hold_needs_room_to_turn() -> None:
    game = won("| B at 39.95,20", "hold")
    answer = Moved("change facing", (Pivot(45.0),))
    assert refusal(game, answer).rule == "kow.interp.no_end_overlap"
    before = pose(game, "A")
    game.stay()
    assert pose(game, "A") == before
    assert len(game.told(events.UnitHeld)) == 1


@pytest.mark.rule("kow.outcome.hold")
def test_hold_does_not_turn_into_contact_with_enemies() -> None:
    """A is 100 mm wide and 80 mm deep, and Y is 10.5 mm before its front: A would end half a millimetre from it."""
    game = won(f"| Y at 36,{20 + (40 + 10.5 + 40) / 25.4} face 180", "hold")
    assert refusal(game, Moved("change facing", (Pivot(90.0),))).rule == "kow.measure.enemy_gap"


@pytest.mark.rule("kow.outcome.fall_back")
def test_fall_back_goes_d3_straight_back() -> None:
    game = won(order="fall back", dice=4)
    after = pose(game, "A")
    assert (after.x, after.y, after.facing) == (36, 18, 0)


@pytest.mark.rule("kow.outcome.sideways")
@pytest.mark.parametrize(("way", "x"), [("left", 33), ("right", 39)])
def test_sideways_goes_d3_to_the_side_that_was_named(way: str, x: float) -> None:
    game = won(order=way, dice=5)
    after = pose(game, "A")
    assert (after.x, after.y, after.facing) == (x, 20, 0)


@pytest.mark.rule("kow.outcome.forward")
@pytest.mark.rule("kow.outcome.full_distance")
def test_forward_goes_d6_in_full() -> None:
    game = won(order="forward", dice=6)
    assert pose(game, "A").y == 26
    assert is_next_combat(game)


@pytest.mark.rule("kow.outcome.full_distance")
def test_blocking_terrain_and_the_edge_stop_the_move() -> None:
    table = table_of("A at 36,20 | X at 36,25 face 180", "72x48 building 36,24 4x2", A=unit())
    game = rout(table.engage("X", "A", "rear"), "forward", 6)
    assert pose(game, "A").y == pytest.approx(23 - 40 / 25.4)
    table = table_of("A at 36,2 | X at 36,7 face 180", A=unit())
    game = rout(table.engage("X", "A"), "fall back", 6)
    assert pose(game, "A").y == pytest.approx(40 / 25.4)


@pytest.mark.rule("kow.outcome.terrain_ignored")
def test_difficult_terrain_and_obstacles_do_not_matter() -> None:
    table = table_of("A at 36,20 | X at 36,25 face 180", "72x48 wood 36,24 8x4", A=unit())
    game = rout(table.engage("X", "A", "rear"), "forward", 4)
    assert pose(game, "A").y == 24
    assert not game.unit("A").hindered


@pytest.mark.rule("kow.outcome.friends_block")
def test_friends_stop_the_move_in_contact() -> None:
    table = table_of("A at 36,20 | X at 36,10 face 180 | B at 36,25", A=unit(), B=unit())
    game = rout(table.engage("X", "A", "rear"), "forward", 6)
    assert apart(game.battle, game.unit("A"), game.unit("B")) == pytest.approx(0, abs=1e-6)
    assert game.told(events.UnitMovedAfterCombat)[0].met == "B"


@pytest.mark.rule("kow.outcome.stop_before_enemy")
def test_the_move_stops_a_millimetre_before_enemies() -> None:
    table = table_of("A at 36,20 | X at 36,10 face 180 | Y at 36,26 face 180", A=unit(), Y=unit())
    game = rout(table.engage("X", "A", "rear"), "forward", 6)
    assert apart(game.battle, game.unit("A"), game.unit("Y")) == pytest.approx(GAP, abs=1e-6)
    assert not game.unit("A").engaged


@pytest.mark.rule("kow.outcome.stop_before_enemy")
@pytest.mark.parametrize(
    ("order", "x", "y"),
    [
        ("fall back", 36.0, 20 - 80 / 25.4 - 2),
        ("left", 36.0 - 100 / 25.4 - 2, 20.0),
        ("right", 36.0 + 100 / 25.4 + 2, 20.0),
    ],
)
def test_moves_back_and_to_the_side_stop_there_too(order: str, x: float, y: float) -> None:
    table = table_of(f"A at 36,20 | X at 36,25 face 180 | 1 Y at {x},{y} face 180", A=unit(), Y=unit())
    game = rout(table.engage("X", "A"), order, 6)
    assert apart(game.battle, game.unit("A"), game.unit("Y")) == pytest.approx(GAP, abs=1e-6)
    assert not game.unit("A").engaged


# Yielding enemies


YIELDING = unit(nerve=1, rules=["Yielding"])


def pursuit(dice: int, *, board: str = "72x48", settings: Settings | None = None, **fields: Any) -> Play:
    """A has routed the Yielding X behind it and goes forward; Y stands 3" ahead."""
    table = table_of(
        f"A at 36,20 | X at 36,10 face 180 | Y at 36,{23 + 80 / 25.4} face 180",
        board,
        settings,
        A=unit(attacks=4, **fields),
        X=YIELDING,
        Y=unit(nerve=20),
    )
    return rout(table.engage("X", "A", "rear"), "forward", dice)


@pytest.mark.rule("kow.special.yielding_pursuit")
def test_who_reaches_another_enemy_after_a_yielding_one_has_charged_it() -> None:
    game = pursuit(5)
    own, other = game.unit("A"), game.unit("Y")
    assert [(foe.unit, foe.mine.value, foe.theirs.value) for foe in own.foes] == [(other.id, "front", "front")]
    assert own.charged
    assert not own.hindered
    assert apart(game.battle, own, other) == pytest.approx(0, abs=1e-6)


@pytest.mark.rule("kow.special.yielding_pursuit")
def test_who_falls_short_of_another_enemy_is_not_engaged() -> None:
    game = pursuit(2)
    assert not game.unit("A").engaged
    assert game.told(events.UnitMovedAfterCombat)[0].inches == 2


@pytest.mark.rule("kow.special.yielding_pursuit")
def test_only_a_yielding_enemy_lets_its_victor_charge_on() -> None:
    table = table_of("A at 36,20 | X at 36,10 face 180 | Y at 36,26 face 180", A=unit(), Y=unit())
    game = rout(table.engage("X", "A", "rear"), "forward", 6)
    assert not game.unit("A").engaged


@pytest.mark.rule("kow.special.yielding_pursuit_hindered")
def test_a_pursuit_is_fought_in_the_same_phase_and_may_be_hindered() -> None:
    wall = f"72x48 hedge 36,{20 + 40 / 25.4 + 1.5} 6x0.5"
    game = pursuit(5, board=wall, rules=["Thunderous Charge (1)"])
    assert game.unit("A").hindered
    assert game.topic == "combat"
    game.choose(unit="A").choose(unit="A")
    last = game.told(events.UnitAttacked)[-1]
    assert (last.target, last.to_hit, last.to_damage) == (game.unit("Y").id, 5, 4)


@pytest.mark.rule("kow.special.yielding_pursuit_hindered")
def test_the_pursuer_attacks_once_more_with_thunder_if_nothing_hinders_it() -> None:
    game = pursuit(5, rules=["Thunderous Charge (1)"]).choose(unit="A").choose(unit="A")
    last = game.told(events.UnitAttacked)[-1]
    assert (last.target, last.to_hit, last.to_damage) == (game.unit("Y").id, 4, 3)
    assert is_next_combat(game)


def test_where_it_was_agreed_the_pursuer_does_not_attack_again() -> None:
    game = pursuit(5, settings=Settings(yielding_fight=False))
    assert game.unit("A").engaged
    assert is_next_combat(game)


@pytest.mark.rule("kow.special.yielding_pursuit_hindered")
def test_who_has_fought_the_new_enemy_already_does_not_attack_it_again() -> None:
    table = table_of(
        f"A at 36,20 | X at 36,10 face 180 | Y at 36,{23 + 80 / 25.4} face 180 | B at 60,20",
        A=unit(attacks=4),
        B=unit(attacks=1),
        X=YIELDING,
        Y=unit(nerve=20),
    )
    table.engage("X", "A", "rear").engage("B", "Y", "left")
    game = table.play(dice={**ROUT, "A Move": 5}).choose(unit="B").choose(unit="B")
    game.choose(unit="A").choose(unit="A").choose("forward").choose(unit="A")
    assert [option.unit for option in game.options if not option.passes] == [game.unit("A").id]


@pytest.mark.rule("kow.special.yielding")
def test_yielding_units_do_not_stop_a_move_that_ends_clear_of_them() -> None:
    """Y is a troop 2" ahead of A, 40 mm deep; A is 80 mm deep."""
    far = 20 + 40 / 25.4 + 2 + 20 / 25.4
    troop = unit(size="troop", rules=["Yielding"])
    table = table_of(f"A at 36,20 | X at 36,10 face 180 | Y at 36,{far} face 180", A=unit(size="troop"), Y=troop)
    game = rout(table.engage("X", "A", "rear"), "forward", 6)
    assert game.told(events.UnitMovedAfterCombat)[0].inches == 6
    table = table_of(f"A at 36,20 | X at 36,10 face 180 | Y at 36,{far} face 180", A=unit(size="troop"), Y=troop)
    game = rout(table.engage("X", "A", "rear"), "forward", 3)
    assert game.told(events.UnitMovedAfterCombat)[0].met == "Y"


# Flyers


def flight(dice: int, settings: Settings | None = None) -> float:
    """How far A flies after its combat, with a troop 1" ahead of it."""
    far = 20 + 20 / 25.4 + 1 + 20 / 25.4
    table = table_of(
        f"A at 36,20 | X at 36,10 face 180 | B at 36,{far}",
        settings=settings,
        A=unit(size="troop", rules=["Fly"]),
        B=unit(size="troop"),
    )
    game = rout(table.engage("X", "A", "rear"), "forward", dice)
    return game.told(events.UnitMovedAfterCombat)[0].inches


@pytest.mark.rule("kow.special.fly")
def test_flyers_are_stopped_like_others_unless_players_agreed_otherwise() -> None:
    assert flight(6) == pytest.approx(1)
    assert flight(6, Settings(flyers_after_combat=True)) == 6
    assert flight(2, Settings(flyers_after_combat=True)) == pytest.approx(1)
