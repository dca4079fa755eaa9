"""Positions worked out by hand: moves, room and the edge of the board."""

from __future__ import annotations

import math

import pytest

from tests.fantasy_battles.harness import Play, Table, draw, refused_move, shape, with_rules
from warhost.play import Moved, Refused
from warhost.play.questions import Manoeuvre
from warhost.rulesets.fantasy_battles.shown.events import DisciplineTested
from warhost.table import Back, Forward, Pivot, Pose, Sidestep, Step, Wheel

MM = 1 / 25.4
WIDE, DEEP = 100 * MM, 80 * MM
"""Twenty men, five wide, on bases of 20 mm."""

FOE = "1 Swordsmen at 36,45 face 180"
QUARTER = math.sqrt(2) * WIDE
"""What a wheel of 90 degrees costs: the straight way of the outer corner."""


def about(table: Table, name: str = "Spearmen", **fields: object) -> Play:
    """That unit is about to move."""
    game = table.set(name, **fields).play(dice={"": 1}, phase="movement")
    return game.choose(unit=name) if game.topic == "move" else game


def moving(line: str, name: str = "Spearmen") -> Play:
    return about(draw(line), name)


def legal(game: Play, kind: str, *steps: Step) -> bool:
    """Whether that move is legal; nothing is moved."""
    try:
        game.game.asked.check(Moved(kind, steps))
    except Refused:
        return False
    return True


def pose(game: Play, name: str = "Spearmen") -> Pose:
    found = game.unit(name).pose
    assert found is not None
    return found


# Distances


@pytest.mark.rule("t9a.move.march")
@pytest.mark.parametrize(("more", "ok"), [(0.0, True), (0.02, False)])
def test_a_quarter_turn_by_wheeling_costs_the_straight_way_of_the_outer_corner(more: float, ok: bool) -> None:
    game = moving(f"0 Spearmen at 36,20 | 0 Guard at 5,5 | {FOE}")
    assert legal(game, "march", Wheel(90.0), Forward(8 - QUARTER + more)) is ok
    assert not legal(game, "advance", Wheel(90.0))


@pytest.mark.rule("t9a.move.advance")
@pytest.mark.parametrize(("more", "ok"), [(0.0, True), (0.02, False)])
def test_each_wheel_is_paid_for_even_if_the_second_undoes_the_first(more: float, ok: bool) -> None:
    spent = 2 * (2 * WIDE * math.sin(math.radians(10)))
    game = moving(f"0 Spearmen at 36,20 | 0 Guard at 5,5 | {FOE}")
    assert legal(game, "advance", Wheel(20.0), Wheel(-20.0), Forward(4 - spent + more)) is ok


@pytest.mark.rule("t9a.move.advance")
def test_a_wheel_turns_about_the_inner_front_corner() -> None:
    game = moving(f"0 Spearmen at 36,20 | 0 Guard at 5,5 | {FOE}").move("march", Wheel(90.0))
    # The right front corner stays: (37.97, 21.57). The unit then lies behind it, looking east.
    there = pose(game)
    assert (there.x, there.y, there.facing) == pytest.approx((36 + WIDE / 2 - DEEP / 2, 20 + DEEP / 2 + WIDE / 2, 90))


@pytest.mark.rule("t9a.move.advance", "t9a.move.march")
@pytest.mark.parametrize(
    ("kind", "steps", "ok"),
    [
        ("advance", (Forward(4.0),), True),
        ("advance", (Forward(4.1),), False),
        ("advance", (Back(2.0),), True),
        ("advance", (Back(2.1),), False),
        ("march", (Forward(9.0),), True),
        ("march", (Forward(9.1),), False),
    ],
)
def test_a_unit_is_as_slow_as_its_slowest_model(kind: str, steps: tuple[Step, ...], ok: bool) -> None:
    table = draw(f"0 Spearmen at 36,20 | 0 Captain at 5,5 | {FOE}").change("Spearmen", adv=6, mar=12)
    game = about(table.change("Captain", adv=4, mar=9).join("Captain", "Spearmen"))
    assert legal(game, kind, *steps) is ok


@pytest.mark.rule("t9a.move.advance")
@pytest.mark.parametrize(
    ("steps", "ok"),
    [
        ((Back(3.5),), True),
        ((Back(3.6),), False),
        ((Sidestep(3.5),), True),
        ((Sidestep(-3.6),), False),
        ((Pivot(180.0), Forward(7.0)), True),
        ((Pivot(90.0), Forward(3.0), Pivot(-90.0), Forward(4.0)), True),
        ((Pivot(90.0), Forward(3.0), Pivot(-90.0), Forward(4.1)), False),
        ((Forward(1.0), Sidestep(1.0)), False),
    ],
)
def test_a_single_model_pivots_for_nothing_but_goes_back_at_half_rate(steps: tuple[Step, ...], ok: bool) -> None:
    assert legal(moving(f"0 Chariot at 36,20 | 0 Guard at 5,5 | {FOE}", "Chariot"), "advance", *steps) is ok


@pytest.mark.rule("t9a.move.advance", "t9a.special.character")
def test_the_last_man_of_a_unit_does_not_pivot_like_a_single_model() -> None:
    game = moving(f"0 Spearmen at 36,20 models=1 files=1 | 0 Captain at 30,20 | {FOE}")
    assert not legal(game, "advance", Forward(1.0), Pivot(90.0), Forward(1.0))
    game = moving(f"0 Spearmen at 36,20 models=1 files=1 | 0 Captain at 30,20 | {FOE}", "Captain")
    assert legal(game, "advance", Forward(1.0), Pivot(90.0), Forward(1.0))


@pytest.mark.rule("t9a.move.march")
def test_an_enemy_close_by_stops_no_march() -> None:
    game = moving(f"0 Spearmen at 36,20 | 0 Guard at 5,5 | 1 Swordsmen at {36 + WIDE + 1.2},20 face 180")
    assert legal(game, "march", Forward(8.0))


# Light Troops


@pytest.mark.rule("t9a.special.light_troops", "t9a.special.character")
@pytest.mark.parametrize(("light", "ok"), [("Spearmen", True), ("Captain", False)])
def test_a_character_moves_like_the_light_troops_that_he_leads(light: str, ok: bool) -> None:
    table = draw(f"0 Spearmen at 36,20 | 0 Captain at 5,5 | {FOE}").change(light, ["Light Troops"])
    game = about(table.join("Captain", "Spearmen"))
    assert legal(game, "march", Forward(3.0), Pivot(90.0), Forward(3.0)) is ok


# The edge of the board


@pytest.mark.rule("t9a.geometry.boundary", "t9a.move.march")
@pytest.mark.parametrize(("angle", "ok"), [(-90.0, True), (-38.0, False)])
def test_a_rear_corner_may_swing_over_the_edge_but_not_stay_there(angle: float, ok: bool) -> None:
    # Half an inch from the eastern edge. The rear right corner of a left wheel swings out by 1.1 inches on the way.
    game = moving(f"0 Spearmen at {72 - 0.5 - WIDE / 2},20 | 0 Guard at 5,5 | {FOE}")
    assert legal(game, "march", Wheel(angle)) is ok


@pytest.mark.rule("t9a.geometry.boundary", "t9a.move.march")
@pytest.mark.parametrize(("room", "ok"), [(4.0, True), (3.5, False)])
def test_the_front_never_leaves_the_board(room: float, ok: bool) -> None:
    # A quarter turn lifts the outer corner by the width of the unit, 3.94 inches.
    game = moving(f"0 Spearmen at 20,{48 - DEEP / 2 - room} | 0 Guard at 5,5 | {FOE}")
    assert legal(game, "march", Wheel(90.0)) is ok


@pytest.mark.rule("t9a.geometry.boundary")
def test_nobody_walks_off_the_board() -> None:
    game = moving(f"0 Spearmen at 20,{48 - DEEP / 2 - 3} | 0 Guard at 5,5 | {FOE}")
    assert legal(game, "advance", Forward(3.0))
    assert not legal(game, "advance", Forward(3.1))
    back = moving(f"0 Spearmen at 20,{DEEP / 2 + 1} | 0 Guard at 5,15 | {FOE}")
    assert legal(back, "advance", Back(1.0))
    assert not legal(back, "advance", Back(1.1))


# Room


@pytest.mark.rule("t9a.geometry.unit_spacing")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("gap", "ok"), [(0.5, True), (0.45, False)])
def test_units_pass_others_at_half_an_inch(gap: float, ok: bool, seat: int) -> None:
    # Eight inches on, the rear is two inches beyond the man who was passed.
    x = 36 + WIDE / 2 + gap + 10 * MM
    game = moving(f"0 Spearmen at 36,10 | 0 Guard at 5,5 | {seat} Captain at {x},14 | {FOE}")
    assert legal(game, "march", Forward(8.0)) is ok
    # Ending beside him is too near in any case.
    assert refused_move(game, "march", Forward(4.0)) == "t9a.geometry.unit_spacing"


@pytest.mark.rule("t9a.geometry.unit_spacing", "t9a.terrain.impassable")
@pytest.mark.parametrize(("gap", "ok"), [(0.5, True), (0.45, False)])
def test_units_pass_buildings_at_half_an_inch(gap: float, ok: bool) -> None:
    x = 36 + WIDE / 2 + gap + 0.5
    game = moving(f"72x48 impassable {x},14 1x1 | 0 Spearmen at 36,10 | 0 Guard at 5,5 | {FOE}")
    assert legal(game, "march", Forward(8.0)) is ok
    assert not legal(game, "march", Forward(4.0))


@pytest.mark.rule("t9a.geometry.unit_spacing")
def test_who_stands_nearer_than_an_inch_may_leave() -> None:
    x = 36 + WIDE / 2 + 0.6 + WIDE / 2
    game = moving(f"0 Spearmen at 36,20 | 0 Guard at {x},20 | {FOE}")
    assert legal(game, "advance", Sidestep(-2.0))
    assert legal(game, "march", Forward(8.0))


# Flying


@pytest.mark.rule("t9a.special.fly", "t9a.geometry.unit_spacing")
@pytest.mark.parametrize(("beyond", "ok"), [(0.9, False), (1.0, True)])
def test_a_flyer_passes_over_enemies_and_lands_an_inch_beyond(beyond: float, ok: bool) -> None:
    # Hawks are 50 mm deep, the men they fly over 80 mm.
    way = 2 + DEEP + beyond + 50 * MM
    table = draw(f"0 Hawks at 36,10 | 0 Guard at 5,5 | 1 Swordsmen at 36,{10 + 25 * MM + 2 + DEEP / 2} face 180")
    game = about(table.change("Hawks", adv=9, mar=18), "Hawks")
    assert legal(game, "flying advance", Forward(way)) is ok
    assert not legal(game, "advance", Forward(way))


@pytest.mark.rule("t9a.special.fly", "t9a.terrain.dangerous_forest", "t9a.terrain.dangerous_test_when")
@pytest.mark.parametrize(("kind", "tests"), [("flying march", 1), ("march", 0), ("flying advance", 0)])
def test_flying_out_of_a_forest_is_dangerous_and_walking_out_is_not(kind: str, tests: int) -> None:
    table = draw(f"72x48 forest 36,10 8x8 | 0 Hawks at 36,10 | 0 Guard at 5,5 | {FOE}").change("Hawks", adv=8, mar=16)
    game = about(table, "Hawks").move(kind, Forward(8.0))
    rolls = [roll for roll in game.rolls if "Dangerous" in roll.why]
    assert len(rolls) == tests
    # Three Large models roll two dice each.
    assert [roll.dice for roll in rolls] == ["6D6"] * tests


@pytest.mark.rule("t9a.special.fly", "t9a.terrain.dangerous_water")
@pytest.mark.parametrize(("y", "tests"), [(10, True), (20, False)])
def test_flying_over_water_is_safe_unless_one_starts_there(y: float, tests: bool) -> None:
    table = with_rules(f"72x48 water 36,{y} 12x4 | 0 Spearmen at 36,10 | 0 Guard at 5,5 | {FOE}", "Spearmen", ["Fly"])
    game = about(table.change("Spearmen", ["Fly"], mar=16)).move("flying march", Forward(16.0))
    assert any("Dangerous" in roll.why for roll in game.rolls) is tests


# Random Movement


@pytest.mark.rule("t9a.special.random_movement")
def test_random_movement_stops_at_a_friend() -> None:
    table = with_rules(
        f"0 Spearmen at 36,20 | 0 Guard at 36,{20 + DEEP + 5} | {FOE}", "Spearmen", ["Random Movement (2D6)"]
    )
    game = table.play(dice={"Random Movement": (6, 6), "": 1}, phase="movement").stay()
    gap = shape(game, "Guard").y - shape(game, "Spearmen").y - DEEP
    assert 0 < gap <= 1.0 + 1e-6
    assert not game.unit("Spearmen").engaged


@pytest.mark.rule("t9a.special.random_movement")
def test_random_movement_into_a_fleeing_enemy_destroys_it() -> None:
    line = "0 Spearmen at 36,20 | 0 Guard at 5,5 | 1 Swordsmen at 36,28 | 1 Archers at 60,44 face 180"
    table = with_rules(line, "Spearmen", ["Random Movement (2D6)"]).set("Swordsmen", fleeing=True)
    game = table.play(dice={"Random Movement": (5, 5), "": 1}, phase="movement").stay()
    while not game.unit("Swordsmen").fate and game.topic.startswith("pursuit"):
        game.choose(game.keys[0])
    assert game.unit("Swordsmen").fate == "destroyed"
    assert not game.unit("Spearmen").engaged


@pytest.mark.rule("t9a.special.random_movement", "t9a.move.rally")
def test_a_unit_that_rallied_does_not_move_at_random() -> None:
    table = with_rules(f"0 Spearmen at 36,20 | 0 Guard at 5,5 | {FOE}", "Spearmen", ["Random Movement (2D6)"])
    game = table.set("Spearmen", fleeing=True).play(dice={"Rally": (1, 1), "": 1}, phase="movement")
    while game.topic == "rally pivot":
        game.stay()
    assert game.topic == "move"
    assert not any("Random" in roll.why for roll in game.rolls)


# Rallying


def rallying(table: Table, name: str = "Spearmen") -> DisciplineTested:
    """The Rally Test of that unit."""
    game = table.set(name, fleeing=True).play(dice={"Rally": (6, 6), "": 1}, phase="movement")
    return next(test for test in game.told(DisciplineTested) if test.unit == game.unit(name).id)


@pytest.mark.rule("t9a.move.rally", "t9a.fleeing.no_presence")
def test_a_general_who_flees_with_his_unit_still_lends_it_his_own_discipline() -> None:
    # It is the highest in the unit, which needs no Commanding Presence.
    table = draw(f"0 Spearmen at 36,20 | 0 General at 5,5 | 0 Guard at 5,15 | {FOE}").join("General", "Spearmen")
    assert rallying(table).needed == 9


@pytest.mark.rule("t9a.move.rally", "t9a.fleeing.no_presence", "t9a.special.rally_around_the_flag")
def test_a_flag_that_flees_with_its_unit_helps_nobody() -> None:
    table = draw(f"0 Spearmen at 36,20 | 0 Banner at 5,5 | 0 Guard at 5,15 | {FOE}").join("Banner", "Spearmen")
    game = table.set("Spearmen", fleeing=True).play(dice={"Rally": (6, 6), "": 1}, phase="movement")
    assert len([roll for roll in game.rolls if "Rally" in roll.why]) == 1


@pytest.mark.rule("t9a.decimated.rally", "t9a.special.commanding_presence", "t9a.modifiers.step2_multiply_divide")
def test_half_of_the_generals_discipline_is_left_to_a_decimated_unit() -> None:
    # His 9 is taken over first and then halved: 4.5, rounded up to 5.
    table = draw(f"0 Spearmen at 36,20 models=5 | 0 General at 40,20 | {FOE}")
    assert rallying(table).needed == 5


@pytest.mark.rule("t9a.decimated.definition", "t9a.decimated.rally")
@pytest.mark.parametrize(("models", "wounds", "needed"), [(2, 2, 4), (2, 1, 7), (1, 0, 4)])
def test_health_points_are_counted_not_models(models: int, wounds: int, needed: int) -> None:
    # Six Ogres have 18 Health Points; a quarter is 4.5. Two of them with 4 left are Decimated, with 5 they are not.
    table = draw(f"0 Ogres at 36,20 models={models} files={models} | 0 Guard at 5,5 | {FOE}").set(
        "Ogres", wounds=wounds
    )
    assert rallying(table, "Ogres").needed == needed


@pytest.mark.rule("t9a.decimated.definition", "t9a.decimated.rally")
@pytest.mark.parametrize(("wounds", "needed"), [(3, 8), (4, 8), (5, 4)])
def test_a_wounded_monster_alone_may_be_decimated_too(wounds: int, needed: int) -> None:
    # Six Health Points: a quarter is 1.5, so with one left it is.
    assert (
        rallying(draw(f"0 Giant at 36,20 | 0 Guard at 5,5 | {FOE}").set("Giant", wounds=wounds), "Giant").needed
        == needed
    )


@pytest.mark.rule("t9a.move.choose_type")
def test_a_war_machine_neither_marches_nor_loses_its_pivots() -> None:
    game = moving(f"0 Cannon at 36,20 | 0 Guard at 5,5 | {FOE}", "Cannon")
    assert isinstance(game.question, Manoeuvre)
    assert legal(game, "advance", Pivot(45.0), Forward(4.0))
    assert not legal(game, "march", Forward(1.0))


# Characters in the ranks


@pytest.mark.rule("t9a.special.character")
def test_a_captain_changes_places_in_his_first_rank_once_and_his_unit_may_still_move() -> None:
    line = f'0 Spearmen at 36,20 | 0 Captain off in="Spearmen" | 0 Guard at 5,5 | {FOE}'
    game = draw(line).play(dice={"": 1}, phase="movement")
    assert game.unit("Spearmen").guests[0].file == 2
    game.choose("swap:1").choose("4")
    assert [(guest.unit, guest.file) for guest in game.unit("Spearmen").guests] == [(1, 4)]
    assert not game.unit("Spearmen").moved
    assert not game.offers("swap:1")
    game.choose(unit="Spearmen").move("advance", Forward(4.0))
    assert not game.offers("swap:1")


@pytest.mark.rule("t9a.special.character", "t9a.fleeing.no_voluntary")
def test_nobody_changes_places_while_his_unit_flees_or_fights_and_a_champion_never_does() -> None:
    line = f'0 Spearmen at 36,20 | 0 Captain off in="Spearmen" | 0 Guard at 5,5 | {FOE}'
    fleeing = draw(line, phase="movement", stage="move").set("Spearmen", fleeing=True).play(dice={"": 1})
    fighting = draw(line, phase="movement", stage="move").fight("Swordsmen", "Spearmen").play(dice={"": 1})
    for game in (fleeing, fighting):
        assert game.topic == "move"
        # The Guard has a Champion in its first rank, who keeps his place.
        assert [key for key in game.keys if key.startswith("swap")] == []
