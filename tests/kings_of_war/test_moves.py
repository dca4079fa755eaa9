"""Moves by orders: how far, which pivots, past whom and over what (Orders; Unit Interpenetration; Terrain)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.harness import Play, draw, pose, refusal, unit
from warhost.dice import Chance
from warhost.play import Manoeuvre, Moved
from warhost.table import Back, Forward, Pivot, Sidestep, Step

FOE = "Foe at 36,44 face 180"


def moving(line: str = "Unit at 36,10", **units: Any) -> Play:
    """A unit that is about to move; a far enemy on the table."""
    return draw(f"{line} | {FOE}", **{"Unit": unit(), "Foe": unit(), **units}).play().moving("Unit")


def refused(game: Play, kind: str, *steps: Step) -> str:
    """The rule by which that move is refused."""
    return refusal(game, Moved(kind, steps)).rule or ""


# Orders


@pytest.mark.rule("kow.order.halt")
def test_halt_is_neither_moving_nor_turning() -> None:
    game = moving().stay()
    assert (pose(game, "Unit").x, pose(game, "Unit").y, pose(game, "Unit").facing) == (36.0, 10.0, 0.0)
    assert game.unit("Unit").order == "halt"


@pytest.mark.rule("kow.order.change_facing")
def test_change_facing_turns_to_any_direction_on_the_spot() -> None:
    game = moving()
    assert refused(game, "change facing", Forward(1.0)) == "kow.order.change_facing"
    game.move("change facing", Pivot(170.0))
    assert (pose(game, "Unit").y, pose(game, "Unit").facing) == (10.0, 170.0)
    assert game.unit("Unit").order == "change facing"


@pytest.mark.rule("kow.order.back")
def test_back_goes_half_the_speed() -> None:
    game = moving()
    assert refused(game, "back", Back(2.6)) == "kow.order.back"
    assert refused(game, "back", Forward(1.0)) == "kow.order.back"
    assert pose(game.move("back", Back(2.5)), "Unit").y == 7.5


@pytest.mark.rule("kow.order.back_pivot")
def test_back_has_one_pivot_of_90_degrees() -> None:
    game = moving()
    assert refused(game, "back", Back(1.0), Pivot(91.0)) == "kow.order.back_pivot"
    assert refused(game, "back", Pivot(20.0), Back(1.0), Pivot(20.0)) == "kow.order.back_pivot"
    game.move("back", Back(1.0), Pivot(90.0), Back(1.5))
    assert (pose(game, "Unit").x, pose(game, "Unit").y) == (34.5, 9.0)


@pytest.mark.rule("kow.order.sidestep")
def test_sidestep_goes_half_the_speed_to_one_side() -> None:
    game = moving(Unit=unit(speed=6))
    assert refused(game, "sidestep", Sidestep(3.1)) == "kow.order.sidestep"
    assert refused(game, "sidestep", Sidestep(1.0), Sidestep(-1.0)) == "kow.order.sidestep"
    assert pose(game.move("sidestep", Sidestep(-3.0)), "Unit").x == 33.0


@pytest.mark.rule("kow.order.sidestep_pivot")
def test_sidestep_has_one_pivot() -> None:
    game = moving(Unit=unit(speed=6))
    assert refused(game, "sidestep", Pivot(20.0), Sidestep(1.0), Pivot(20.0)) == "kow.order.sidestep_pivot"
    assert refused(game, "sidestep", Pivot(91.0)) == "kow.order.sidestep_pivot"
    game.move("sidestep", Pivot(45.0), Sidestep(3.0))
    assert pose(game, "Unit").facing == 45.0


@pytest.mark.rule("kow.order.advance")
def test_advance_goes_the_speed_through_woods_too() -> None:
    game = draw(f"kow | 72x48 wood 36,14 6x4 hedge 36,12 6x0.5 | Unit at 36,9 | {FOE}", Unit=unit(), Foe=unit()).play()
    game.moving("Unit")
    assert refused(game, "advance", Forward(3.0), Pivot(10.0), Forward(2.1)) == "kow.order.advance"
    assert refused(game, "advance", Back(1.0)) == "kow.order.advance"
    assert pose(game.move("advance", Forward(5.0)), "Unit").y == 14.0


@pytest.mark.rule("kow.order.advance_pivots")
def test_advance_has_two_pivots() -> None:
    game = moving()
    three = (Pivot(10.0), Forward(1.0), Pivot(10.0), Pivot(10.0))
    assert refused(game, "advance", *three) == "kow.order.advance_pivots"
    assert refused(game, "advance", Pivot(91.0)) == "kow.order.advance_pivots"
    game.move("advance", Pivot(90.0), Forward(2.0), Pivot(-90.0), Forward(3.0))
    assert (pose(game, "Unit").x, pose(game, "Unit").y) == (38.0, 13.0)


@pytest.mark.rule("kow.order.at_the_double")
def test_at_the_double_goes_twice_the_speed() -> None:
    game = moving()
    assert refused(game, "at the double", Forward(10.1)) == "kow.order.at_the_double"
    assert pose(game.move("at the double", Forward(10.0)), "Unit").y == 20.0
    assert game.unit("Unit").order == "at the double"


@pytest.mark.rule("kow.order.at_the_double_pivot")
def test_at_the_double_has_one_pivot() -> None:
    game = moving()
    two = (Pivot(10.0), Forward(1.0), Pivot(10.0))
    assert refused(game, "at the double", *two) == "kow.order.at_the_double_pivot"
    assert refused(game, "at the double", Pivot(91.0)) == "kow.order.at_the_double_pivot"
    game.move("at the double", Forward(4.0), Pivot(60.0), Forward(6.0))
    assert pose(game, "Unit").facing == 60.0


def test_a_unit_without_speed_only_turns() -> None:
    game = moving(Unit=unit(speed=0))
    assert refused(game, "advance", Forward(0.1))
    assert pose(game.move("advance", Pivot(30.0)), "Unit").facing == 30.0


@pytest.mark.rule("kow.war_engine.no_double_charge")
def test_war_engines_advance_but_do_not_double_or_charge() -> None:
    line = "Engine at 36,10 | Foe at 36,16 face 180"
    game = draw(line, Engine=unit(type="war engine"), Foe=unit()).play().order("Engine")
    assert game.denial("at the double") == "kow.war_engine.no_double_charge"
    assert refused(game, "at the double", Forward(1.0)) == "kow.war_engine.no_double_charge"
    assert pose(game.move("advance", Forward(2.0)), "Engine").y == 12.0


@pytest.mark.rule("kow.war_engine.obstacles_block")
def test_obstacles_stop_war_engines() -> None:
    line = f"kow | 72x48 hedge 36,14 6x0.5 | Unit at 36,11 | {FOE}"
    game = draw(line, Unit=unit(type="war engine"), Foe=unit()).play().moving("Unit")
    assert refused(game, "advance", Forward(5.0)) == "kow.war_engine.obstacles_block"
    foot = draw(line, Unit=unit(), Foe=unit()).play().moving("Unit")
    assert pose(foot.move("advance", Forward(5.0)), "Unit").y == 16.0


# Others in the way

TROOP = unit(size="troop")


@pytest.mark.rule("kow.interp.friends_pass")
def test_a_unit_moves_through_friends() -> None:
    friend = 10 + 1.575 + 0.5
    game = moving(f"Unit at 36,10 | Friend at 36,{friend}", Unit=TROOP, Friend=TROOP)
    assert refused(game, "advance", Forward(3.6)) == "kow.interp.no_end_overlap"
    assert pose(game.move("advance", Forward(3.66)), "Unit").y == 13.66


@pytest.mark.rule("kow.interp.no_end_overlap")
def test_no_move_ends_on_another_unit() -> None:
    game = moving("Unit at 36,10 | Friend at 36,15", Friend=unit())
    assert refused(game, "advance", Forward(2.05)) == "kow.interp.no_end_overlap"
    game.move("advance", Forward(5.0 - 80 / 25.4))
    assert game.unit("Unit").order == "advance"


@pytest.mark.rule("kow.measure.friend_contact")
def test_friends_may_touch() -> None:
    game = moving("Unit at 36,10 | Friend at 36,15", Friend=unit())
    assert refused(game, "advance", Forward(5.1 - 80 / 25.4)) == "kow.interp.no_end_overlap"
    game.move("advance", Forward(5.0 - 80 / 25.4))
    assert not game.unit("Unit").foes
    assert not game.unit("Friend").foes


@pytest.mark.rule("kow.interp.enemies_block")
def test_enemies_stop_a_move() -> None:
    line = f"Unit at 36,10 | Foe at 36,{12 + 80 / 25.4} face 180"
    game = draw(line, Unit=TROOP, Foe=unit(size="troop", speed=1)).play().moving("Unit")
    gap = 2 + 80 / 25.4 - 40 / 25.4
    assert refused(game, "advance", Forward(gap + 0.5)) == "kow.interp.enemies_block"
    assert refused(game, "advance", Forward(4.99), Pivot(10.0)) == "kow.interp.enemies_block"
    game.move("advance", Forward(gap - 0.1))


@pytest.mark.rule("kow.measure.enemy_gap")
@pytest.mark.rule("kow.order.charge")
def test_a_move_ends_1_mm_from_enemies() -> None:
    line = f"Unit at 36,10 | Foe at 36,{12 + 80 / 25.4} face 180"
    game = draw(line, Unit=unit(), Foe=unit()).play().moving("Unit")
    assert refused(game, "advance", Forward(2.0)) == "kow.order.charge"
    assert refused(game, "advance", Forward(2.0 - 0.5 / 25.4)) == "kow.measure.enemy_gap"
    game.move("advance", Forward(2.0 - 1.0 / 25.4))
    assert not game.unit("Unit").foes


def test_a_move_may_pass_enemies_at_0_mm() -> None:
    beside = 36 + 100 / 25.4
    line = f"Unit at 36,10 | Foe at {beside},14.5 face 180"
    game = draw(line, Unit=unit(), Foe=unit(size="troop")).play().moving("Unit")
    game.move("at the double", Forward(8.0))
    assert game.unit("Unit").order == "at the double"


@pytest.mark.rule("kow.interp.pivot_through")
def test_a_pivot_swings_through_an_enemy() -> None:
    line = f"Unit at 36,10 | Foe at 36,{10 + 90 / 25.4} face 180"
    game = draw(line, Unit=unit(), Foe=unit()).play().moving("Unit")
    assert pose(game.move("change facing", Pivot(180.0)), "Unit").facing == 180.0


@pytest.mark.rule("kow.interp.pivot_end_clear")
@pytest.mark.parametrize(
    ("line", "clear", "steps", "cite"),
    [
        pytest.param(
            f"Unit at 36,{49 / 25.4}",
            f"Unit at 36,{50 / 25.4}",
            (Pivot(90.0),),
            "kow.terrain.table_edge",
            id="1 mm off the table",
        ),
        pytest.param(
            "Unit at 36,10 | Friend at 40,10",
            "Unit at 36,10 | Friend at 41,10",
            (Pivot(45.0),),
            "kow.interp.no_end_overlap",
            id="on a friend",
        ),
        pytest.param(
            "Unit at 36,10 | Friend at 36,14",
            "Unit at 36,10 | Friend at 36,11.9",
            (Forward(4.0), Pivot(5.0), Forward(4.0)),
            "kow.interp.no_end_overlap",
            id="on a friend on the way",
        ),
        pytest.param(
            "kow | 72x48 building 40,10 3x3 | Unit at 36,10",
            "kow | 72x48 building 40.2,10 3x3 | Unit at 36,10",
            (Pivot(45.0),),
            "kow.terrain.blocking",
            id="on a building",
        ),
    ],
)
def test_every_pivot_ends_clear(line: str, clear: str, steps: tuple[Step, ...], cite: str) -> None:
    goes = len(steps) > 1
    order, units = "at the double" if goes else "advance", {"Friend": TROOP} | ({"Unit": TROOP} if goes else {})
    assert refused(moving(line, **units), order, *steps) == cite
    assert moving(clear, **units).move(order, *steps).unit("Unit").order == order


@pytest.mark.rule("kow.terrain.table_edge")
def test_nobody_leaves_the_table() -> None:
    depth = 40 / 25.4
    game = moving(f"Unit at 20,{48 - depth - 3}")
    assert refused(game, "advance", Forward(3.04)) == "kow.terrain.table_edge"
    assert pose(game.move("advance", Forward(3.0)), "Unit").y == pytest.approx(48 - depth)


def test_a_pivot_may_swing_over_the_edge() -> None:
    game = moving(f"Unit at 36,{40 / 25.4 + 0.01}")
    assert pose(game.move("change facing", Pivot(180.0)), "Unit").facing == 180.0


# Terrain


def over(piece: str, **fields: Any) -> Play:
    return moving(f"kow | 72x48 {piece} | Unit at 36,10", Unit=unit(**fields))


@pytest.mark.rule("kow.terrain.blocking")
def test_blocking_terrain_is_not_crossed() -> None:
    game = over("building 36,15 6x3")
    assert refused(game, "advance", Forward(3.0)) == "kow.terrain.blocking"
    assert pose(game.move("advance", Forward(1.9)), "Unit").y == 11.9


@pytest.mark.rule("kow.terrain.blocking_pivot")
def test_a_pivot_swings_through_a_wall() -> None:
    game = over("high_wall 36,11.9 6x0.5")
    assert refused(game, "change facing", Pivot(90.0)) == "kow.terrain.blocking"
    assert pose(game.move("change facing", Pivot(180.0)), "Unit").facing == 180.0


@pytest.mark.rule("kow.terrain.difficult")
def test_difficult_terrain_bars_only_the_double() -> None:
    near = 13 + 40 / 25.4
    game = over(f"wood 36,{near + 2} 6x4")
    assert refused(game, "at the double", Forward(3.1)) == "kow.terrain.difficult"
    assert pose(game.move("at the double", Forward(3.0)), "Unit").y == 13.0
    assert pose(over(f"wood 36,{near + 2} 6x4").move("advance", Forward(5.0)), "Unit").y == 15.0


def test_who_stands_in_a_wood_does_not_double_out_of_it() -> None:
    assert refused(over("wood 36,10 6x4"), "at the double", Forward(1.0)) == "kow.terrain.difficult"


@pytest.mark.rule("kow.terrain.obstacle")
def test_an_obstacle_is_stood_upon_and_bars_the_double() -> None:
    game = over("fence 36,13 6x0.5")
    assert refused(game, "at the double", Forward(3.0))
    assert pose(game.move("advance", Forward(3.0)), "Unit").y == 13.0


@pytest.mark.rule("kow.terrain.hill")
def test_hills_do_not_matter_to_moves() -> None:
    assert pose(over("hill 36,15 8x6").move("at the double", Forward(10.0)), "Unit").y == 20.0


# Suggestions and moves at random


def test_suggested_moves_are_legal_and_cover_every_order() -> None:
    game = moving("Unit at 26,10 | Friend at 18,14", Friend=unit())
    asked = game.game.asked
    found = asked.suggestions()
    for answer in found:
        asked.check(answer)
    kinds = {answer.kind for answer in found if isinstance(answer, Moved)}
    assert kinds == {"", "change facing", "back", "sidestep", "advance", "at the double"}
    pivots = [sum(isinstance(step, Pivot) for step in answer.steps) for answer in found if isinstance(answer, Moved)]
    assert max(pivots) == 2


def test_random_moves_are_legal_and_of_every_kind() -> None:
    game = moving("Unit at 36,10 | Friend at 36,14", Friend=unit())
    chance, kinds = Chance("moves"), set()
    for _ in range(300):
        answer = game.game.asked.sample(chance)
        game.game.asked.check(answer)
        assert isinstance(answer, Moved)
        kinds.add(answer.kind)
    assert kinds == {"", "change facing", "back", "sidestep", "advance", "at the double"}


def test_the_page_is_told_what_each_order_allows() -> None:
    question = moving(Unit=unit(speed=6)).question
    assert isinstance(question, Manoeuvre)
    told = {kind.name: (kind.forward, kind.back, kind.side, kind.turns[0].most) for kind in question.kinds}
    assert told == {
        "change facing": (0.0, 0.0, 0.0, 1),
        "back": (0.0, 3.0, 0.0, 1),
        "sidestep": (0.0, 0.0, 3.0, 1),
        "advance": (6.0, 0.0, 0.0, 2),
        "at the double": (12.0, 0.0, 0.0, 1),
    }
