"""Withdrawing (Withdrawing)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.harness import Play, Table, draw, pose, unit
from warhost.play import Choose
from warhost.rulesets.kings_of_war.chapters.movement import withdraw
from warhost.rulesets.kings_of_war.core import Settings
from warhost.rulesets.kings_of_war.core.events import UnitWithdrew
from warhost.table import MM_PER_INCH

MM = 1 / MM_PER_INCH
DEEP, WIDE = 80 * MM, 100 * MM

PASSES = (2, 3)


def fight(line: str = "", board: str = "", damage: int = 0, settings: Settings | None = None, **units: Any) -> Table:
    header = f"kow | 72x48 {board} | " if board else ""
    text = f"{header}Unit at 36,20 | Idle at 6,6 | Foe at 36,30 face 180{line}"
    table = draw(text, settings, **{"Unit": unit(nerve=14), "Idle": unit(), "Foe": unit(), **units})
    table.unit("Unit").damage = damage
    return table.engage("Unit", "Foe")


START = 30 - DEEP


def withdrawn(dice: Any, line: str = "", board: str = "", **more: Any) -> Play:
    return fight(line, board, **more).play(dice).order("Unit", "withdraw")


@pytest.mark.rule("kow.withdraw.nerve_test")
@pytest.mark.parametrize(("roll", "passes"), [((3, 4), True), ((4, 4), False)])
def test_the_unit_tests_its_nerve(roll: tuple[int, int], passes: bool) -> None:
    game = withdrawn([roll, (2, 2)] if passes else [roll], damage=6)
    assert game.unit("Unit").on_table is passes


@pytest.mark.rule("kow.withdraw.fail")
def test_who_fails_is_routed_and_its_enemies_stay() -> None:
    game = withdrawn([(6, 6)], damage=6)
    assert game.unit("Unit").fate == "routed"
    assert not game.unit("Foe").foes
    assert pose(game, "Foe").y == 30.0


@pytest.mark.rule("kow.withdraw.move")
@pytest.mark.rule("kow.order.withdraw_reform_engaged_only")
def test_the_unit_goes_back_2d6() -> None:
    game = withdrawn([PASSES, (3, 4)])
    assert pose(game, "Unit").y == pytest.approx(START - 7)
    assert pose(game, "Unit").facing == 0.0
    assert not game.unit("Unit").foes
    assert not game.unit("Foe").foes
    assert game.unit("Unit").order == "withdraw"


@pytest.mark.rule("kow.withdraw.move")
@pytest.mark.parametrize(("mine", "facing"), [("rear", 180.0), ("left", 90.0), ("right", 270.0)])
def test_the_unit_turns_to_the_enemy_first(mine: str, facing: float) -> None:
    """The enemy stands at y 30; the unit below it turns until it looks up the table."""
    table = draw(
        "Unit at 36,20 | Idle at 6,6 | Foe at 36,30 face 180", Unit=unit(type="titan"), Idle=unit(), Foe=unit()
    )
    table.engage("Unit", "Foe", mine=mine)
    start = table.unit("Unit").pose
    assert start is not None
    game = table.play([PASSES, (1, 2)]).order("Unit", "withdraw")
    assert pose(game, "Unit").facing == pytest.approx(0.0)
    assert pose(game, "Unit").y == pytest.approx(start.y - 3)


@pytest.mark.rule("kow.withdraw.terrain_ignored")
def test_terrain_does_not_matter() -> None:
    game = withdrawn([PASSES, (4, 5)], board="wood 36,20 9x4 hedge 36,16 9x0.5")
    assert pose(game, "Unit").y == pytest.approx(START - 9)
    assert not game.unit("Unit").wavering


@pytest.mark.rule("kow.withdraw.pivot_blocked")
def test_a_deep_base_hit_in_its_flank_cannot_turn() -> None:
    line = "Unit at 36,20 | Idle at 6,6 | Foe at 45,20 face 270"
    table = draw(line, Unit=unit(type="monster chariot"), Idle=unit(), Foe=unit())
    table.unit("Foe").seat = 1
    table.engage("Foe", "Unit", "right")
    game = table.play().order("Unit")
    assert not isinstance(game.question, Choose) or "withdraw" not in game.keys
    with pytest.raises(Exception, match="no room to turn"):
        withdraw.check(table.battle, table.unit("Unit"))


@pytest.mark.rule("kow.withdraw.hits_enemy")
@pytest.mark.parametrize(("roll", "safe"), [((2, 3), False), ((1, 2), True), ((1, 3), False)])
def test_who_backs_into_an_enemy_is_routed(roll: tuple[int, int], safe: bool) -> None:
    behind = START - DEEP - 4
    game = withdrawn([PASSES, roll], f" | 1 Behind at 36,{behind}", Behind=unit())
    assert game.unit("Unit").on_table is safe


@pytest.mark.rule("kow.withdraw.hits_enemy")
def test_an_enemy_that_is_only_passed_does_no_harm() -> None:
    game = withdrawn([PASSES, (3, 4)], f" | 1 Beside at {36 + WIDE + 0.1},20 ", Beside=unit())
    assert game.unit("Unit").on_table


@pytest.mark.rule("kow.withdraw.hits_blocking")
def test_who_backs_into_a_house_stops_and_wavers() -> None:
    near = START - DEEP / 2 - 3
    game = withdrawn([PASSES, (4, 4)], board=f"building 36,{near - 1} 4x2")
    assert pose(game, "Unit").y == pytest.approx(START - 3, abs=1e-3)
    assert game.unit("Unit").wavering == 2


@pytest.mark.rule("kow.withdraw.hits_blocking")
@pytest.mark.rule("kow.terrain.table_edge")
def test_who_backs_to_the_edge_stops_and_wavers() -> None:
    table = draw("Unit at 36,4 | Idle at 60,6 | Foe at 36,12 face 180", Unit=unit(), Idle=unit(), Foe=unit())
    game = table.engage("Unit", "Foe").play([PASSES, (6, 6)]).order("Unit", "withdraw")
    assert pose(game, "Unit").y == pytest.approx(DEEP / 2)
    assert game.unit("Unit").wavering


def test_the_players_may_agree_that_it_wavers_in_this_turn_only() -> None:
    near = START - DEEP / 2 - 3
    settings = Settings(withdrawn_wavering="this turn")
    game = withdrawn([PASSES, (4, 4)], board=f"building 36,{near - 1} 4x2", settings=settings)
    assert game.unit("Unit").wavering == 1


@pytest.mark.rule("kow.withdraw.through_friends")
def test_a_unit_goes_on_until_it_is_clear_of_friends() -> None:
    # The friend stands from 3" to 8" behind its rear.
    rear = START - DEEP / 2
    friend = rear - 3 - DEEP / 2
    game = withdrawn([PASSES, (2, 2)], f" | 0 Friend at 36,{friend}", Friend=unit())
    assert pose(game, "Unit").y == pytest.approx(friend - DEEP, abs=0.01)
    assert game.unit("Unit").wavering


@pytest.mark.rule("kow.withdraw.through_friends")
def test_a_unit_that_comes_clear_of_friends_does_not_waver() -> None:
    friend = START - DEEP / 2 - 0.2 - DEEP / 4
    game = withdrawn([PASSES, (6, 5)], f" | 0 Friend at 36,{friend}", Friend=unit(size="troop"))
    assert pose(game, "Unit").y == pytest.approx(START - 11)
    assert not game.unit("Unit").wavering


@pytest.mark.rule("kow.withdraw.friends_as_blocking")
def test_friends_are_blocking_where_there_is_no_place_beyond_them() -> None:
    line = f"Unit at 36,10 | Friend at 36,{DEEP / 2} | Idle at 60,6 | Foe at 36,12 face 180"
    table = draw(line, Unit=unit(), Friend=unit(), Idle=unit(), Foe=unit()).engage("Unit", "Foe")
    game = table.play([PASSES, (3, 3)]).order("Unit", "withdraw")
    assert pose(game, "Unit").y == pytest.approx(DEEP * 1.5, abs=0.01)
    assert game.unit("Unit").wavering


@pytest.mark.rule("kow.withdraw.may_shoot")
def test_who_withdrew_well_is_not_wavering() -> None:
    unit = withdrawn([PASSES, (3, 4)]).unit("Unit")
    assert unit.on_table
    assert not unit.wavering


@pytest.mark.rule("kow.special.individual_withdraw")
def test_nobody_tests_against_individuals_alone() -> None:
    hero = unit(hero=True, rules=["Individual"])
    game = withdrawn([(3, 4)], damage=12, Foe=hero)
    assert game.unit("Unit").on_table


@pytest.mark.rule("kow.special.feint")
@pytest.mark.rule("kow.special.feint_face")
def test_who_feints_does_not_test_and_may_turn() -> None:
    game = withdrawn([(3, 4)], damage=11, Unit=unit(rules=["Feint"]))
    assert game.topic == "feint"
    wall = START - DEEP / 2 - 3
    walled = withdrawn([(4, 4)], board=f"building 36,{wall - 1} 4x2", Unit=unit(rules=["Feint"]))
    assert walled.topic == "order"
    assert walled.unit("Unit").wavering


def test_the_option_tells_the_chance_to_get_away() -> None:
    game = fight(damage=6).play().order("Unit")
    option = next(one for one in game.weighed if one.key == "withdraw")
    told = {one.label: one.value for one in option.odds}
    assert told["withdraws"] == pytest.approx(21 / 36)
    assert told["routs"] == pytest.approx(15 / 36)


def test_a_withdrawal_is_told_with_what_ended_it() -> None:
    (event,) = withdrawn([PASSES, (3, 4)]).told(UnitWithdrew)
    assert (event.rolled, event.inches, event.stopped) == (7, 7.0, "")
