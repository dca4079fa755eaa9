"""The Movement Phase: who moves, and what Pivots, Advances, Marches and Wheels may do."""

from __future__ import annotations

from math import cos, hypot, inf, nan, radians, sin, sqrt

import pytest

from tests.essence_of_war.harness import Play, Table, draw, refusal, refused_move
from tests.playing import pose
from warhost.play import Chosen, Moved
from warhost.play.questions import Manoeuvre
from warhost.rulesets.essence_of_war.core.values import rate
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.formation import boundary
from warhost.table import Back, Forward, Pivot, Pose, Sidestep, Step, Wheel, distance, wheel_cost

ORCS = "Iron Orcs at 18,20 | Ghouls at 18,40 face 180"
"""Six files of 25 mm: 5.91 inches wide; Advance 4, March 8."""
RIDERS = "Feral Orc Marauders at 18,20 | Ghouls at 18,40 face 180"
SHAMAN = "Orc Shaman at 18,20 | Ghouls at 18,40 face 180"
WIDTH = 6 * 25 / 25.4


def moving(table: str | Table, name: str | None = None) -> Play:
    """The Movement Phase of the first player, with a unit picked up and another one waiting for its turn."""
    laid = draw(f"{table} | 0 Swarm Priest at 1,1") if isinstance(table, str) else table
    return laid.play(phase="movement").choose(unit=name or laid.battle.units[0].name)


@pytest.mark.rule("eow.move.who")
@pytest.mark.parametrize("state", ["declared", "fleeing", "engaged"])
def test_units_that_charged_flee_or_fight_have_no_move(state: str) -> None:
    table = draw("Goblin Rabble at 6,10 | Iron Orcs at 18,20 | Ghouls at 18,40 face 180")
    if state == "engaged":
        table.fight("Iron Orcs", "Ghouls")
    elif state == "declared":
        table.set("Iron Orcs", declared=True)
    else:
        table.set("Iron Orcs", fleeing=True, done=True)
    game = table.play(phase="movement")
    assert game.offers(unit="Goblin Rabble")
    rule = refusal(game, Chosen(str(game.unit("Iron Orcs").id))).rule
    assert rule == ("eow.flee.no_actions" if state == "fleeing" else "eow.move.who")


@pytest.mark.rule("eow.move.who")
def test_a_ready_unit_may_pivot_advance_or_march() -> None:
    question = moving(ORCS).question
    assert isinstance(question, Manoeuvre)
    assert [kind.name for kind in question.kinds] == ["pivot", "advance", "march"]


@pytest.mark.rule("eow.move.once")
def test_no_unit_moves_twice_in_a_phase() -> None:
    game = moving("Iron Orcs at 18,20 | Goblin Rabble at 6,10 | Ghouls at 18,40 face 180").move("advance", Forward(2))
    assert game.keys == ["1", "3", "pass"]
    assert refusal(game, Chosen("0")).rule == "eow.move.once"


@pytest.mark.rule("eow.move.once")
def test_a_unit_that_moved_earlier_in_the_turn_does_not_move_again() -> None:
    table = draw("Iron Orcs at 18,20 | Goblin Rabble at 6,10 | Ghouls at 18,40 face 180").set("Iron Orcs", moved=True)
    assert not table.play(phase="movement").offers(unit="Iron Orcs")


@pytest.mark.rule("eow.move.who", "eow.move.once")
def test_passing_ends_the_phase_and_a_unit_that_stays_has_had_its_move() -> None:
    line = "Iron Orcs at 18,20 | Goblin Rabble at 6,10 | Ghouls at 18,40 face 180"
    stayed = moving(line, "Iron Orcs").stay()
    assert stayed.keys == ["1", "3", "pass"]
    assert not stayed.unit("Iron Orcs").moved
    passed = draw(line).play(dice=[1], phase="movement").choose("pass")
    assert passed.told(events.PhaseBegan)[0].phase == "Magic"


@pytest.mark.rule("eow.move.pivot")
def test_a_pivot_keeps_the_centre_and_takes_any_facing_and_counts_as_moving() -> None:
    game = moving("Iron Orcs at 10,10 | Goblin Rabble at 26,10 | Ghouls at 18,40 face 180").move("pivot", Pivot(137))
    assert pose(game, "Iron Orcs") == Pose(10, 10, 137)
    assert game.unit("Iron Orcs").moved
    assert not game.unit("Iron Orcs").marched


@pytest.mark.rule("eow.move.pivot")
def test_a_pivot_is_lifted_over_the_board_edge_too() -> None:
    # The corners of the goblins are 2.52 inches from their centre, which is 2.27 inches from the edge.
    assert pose(moving(BY_THE_EDGE).move("pivot", Pivot(180)), "Goblin Rabble").facing == 180


@pytest.mark.rule("eow.move.pivot")
def test_a_pivot_is_lifted_over_what_its_corners_would_sweep() -> None:
    # A block of 3.94 by 3.15 inches reaches 2.52 inches from its centre with a corner while it turns.
    game = moving("Goblin Rabble at 10,10 | Orc Shaman at 12.98,12.48 | Ghouls at 18,40 face 180", "Goblin Rabble")
    game.move("pivot", Pivot(180))
    assert pose(game, "Goblin Rabble").facing == 180


@pytest.mark.rule("eow.move.pivot")
def test_a_pivot_has_no_other_steps() -> None:
    game = moving(ORCS)
    assert refused_move(game, "pivot", Pivot(90), Forward(1)) == "eow.move.pivot"
    assert refused_move(game, "pivot", Pivot(90), Pivot(10)) == "eow.move.pivot"
    assert refused_move(game, "pivot", Pivot(361)) == "eow.move.pivot"


@pytest.mark.rule("eow.move.pivot_space", "eow.spacing.one_inch")
@pytest.mark.parametrize(("y", "legal"), [(13.0, False), (14.4, False), (14.5, True)])
def test_a_pivot_needs_room_and_unit_spacing(y: float, legal: bool) -> None:
    # Turned by a quarter the front half of the orcs reaches 2.95 inches ahead; the shaman's base half an inch back.
    game = moving(f"Iron Orcs at 18,10 | Orc Shaman at 18,{y} | Ghouls at 18,40 face 180", "Iron Orcs")
    if legal:
        game.move("pivot", Pivot(90))
    else:
        assert refused_move(game, "pivot", Pivot(90)) == "eow.move.pivot_space"


@pytest.mark.rule("eow.move.advance.one_direction")
@pytest.mark.parametrize(
    "steps",
    [
        (Forward(2), Sidestep(1)),
        (Forward(1), Back(1)),
        (Sidestep(1), Sidestep(-1)),
        (Back(1), Sidestep(1)),
        (Wheel(10), Back(1)),
    ],
)
def test_an_advance_goes_in_one_direction_only(steps: tuple[Step, ...]) -> None:
    assert refused_move(moving(ORCS), "advance", *steps) == "eow.move.advance.one_direction"


@pytest.mark.rule("eow.move.advance.lowest")
def test_the_slowest_model_sets_the_pace() -> None:
    table = draw("Feral Orc Marauders at 18,20 | Orc Shaman at 6,10 | Iron Orcs at 6,10 | Ghouls at 18,40 face 180")
    battle = table.join("Orc Shaman", "Feral Orc Marauders").battle
    assert rate(battle, table.unit("Feral Orc Marauders"), "adv") == 4
    game = moving(table, "Feral Orc Marauders")
    assert refused_move(game, "advance", Forward(4.1)) == "eow.move.advance.forward"
    game.move("advance", Forward(4))


@pytest.mark.rule("eow.move.advance.forward")
def test_a_forward_advance_may_begin_with_a_pivot_and_goes_up_to_the_rate() -> None:
    game = moving(ORCS)
    assert refused_move(game, "advance", Pivot(90), Forward(4.01)) == "eow.move.advance.forward"
    game.move("advance", Pivot(90), Forward(4))
    assert pose(game, "Iron Orcs") == Pose(22, 20, 90)


@pytest.mark.rule("eow.move.advance.forward")
def test_a_forward_advance_may_wheel_to_and_fro() -> None:
    # Six files that wheel by 15 degrees spend 1.54 inches: twice that and 0.9 ahead are just under 4.
    game = moving(ORCS).move("advance", Wheel(15), Forward(0.9), Wheel(-15))
    assert pose(game, "Iron Orcs").facing == 0


@pytest.mark.rule("eow.move.advance.forward")
def test_a_ranked_unit_pivots_once_and_first_and_only_to_go_forward() -> None:
    game = moving(ORCS)
    assert refused_move(game, "advance", Forward(1), Pivot(90)) == "eow.move.advance.forward"
    assert refused_move(game, "advance", Pivot(90), Pivot(90)) == "eow.move.advance.forward"
    assert refused_move(game, "advance", Pivot(90), Back(1)) == "eow.move.advance.forward"
    assert refused_move(game, "advance", Pivot(90), Sidestep(1)) == "eow.move.advance.forward"


@pytest.mark.rule("eow.move.advance.backward")
def test_back_goes_half_the_advance_rate_without_rounding() -> None:
    game = moving(RIDERS)
    assert refused_move(game, "advance", Back(3.6)) == "eow.move.advance.backward"
    game.move("advance", Back(3.5))
    assert pose(game, "Feral Orc Marauders") == Pose(18, 16.5, 0)


@pytest.mark.rule("eow.move.advance.sidestep")
@pytest.mark.parametrize("side", [1, -1])
def test_a_sidestep_goes_half_the_advance_rate_and_keeps_the_facing(side: int) -> None:
    game = moving(RIDERS)
    assert refused_move(game, "advance", Sidestep(3.6 * side)) == "eow.move.advance.sidestep"
    game.move("advance", Sidestep(3.5 * side))
    assert pose(game, "Feral Orc Marauders") == Pose(18 + 3.5 * side, 20, 0)


@pytest.mark.rule("eow.move.single_model_pivots", "eow.character.basic_alone")
def test_single_models_pivot_as_often_as_they_like() -> None:
    game = moving(SHAMAN).move("march", Forward(4), Pivot(90), Forward(3), Pivot(-45), Pivot(45), Forward(1))
    assert pose(game, "Orc Shaman") == Pose(22, 24, 90)
    game = moving(SHAMAN).move("advance", Forward(1), Pivot(90), Forward(3))
    assert pose(game, "Orc Shaman") == Pose(21, 21, 90)


@pytest.mark.rule("eow.move.single_model_pivots")
def test_the_last_model_of_a_ranked_unit_still_moves_as_ranked() -> None:
    game = moving(draw(ORCS).set("Iron Orcs", models=1, files=1))
    assert refused_move(game, "march", Forward(4), Pivot(90), Forward(1)) == "eow.move.march"


@pytest.mark.rule("eow.character.basic_alone")
def test_a_character_cannot_join_a_unit() -> None:
    game = moving("Orc Shaman at 18,20 | Iron Orcs at 18,24 | Ghouls at 18,40 face 180", "Orc Shaman")
    assert refused_move(game, "advance", Forward(3)) == "eow.move.blockers"
    assert all(unit.guest is None for unit in game.battle.units)


@pytest.mark.rule("eow.move.march")
def test_a_march_goes_forward_up_to_the_march_rate_with_wheels_and_no_pivot() -> None:
    game = moving(ORCS)
    assert refused_move(game, "march", Pivot(10), Forward(4)) == "eow.move.march"
    assert refused_move(game, "march", Forward(8.1)) == "eow.move.march"
    assert refused_move(game, "march", Back(1)) == "eow.move.march"
    assert refused_move(game, "march", Sidestep(1)) == "eow.move.march"
    game.move("march", Wheel(30), Forward(4))
    assert game.unit("Iron Orcs").marched


def test_the_log_tells_how_far_a_unit_moved() -> None:
    assert 'Iron Orcs marched 6.5"' in moving(ORCS).move("march", Forward(6.5)).log
    assert "Iron Orcs pivoted" in moving(ORCS).move("pivot", Pivot(30)).log


@pytest.mark.rule("eow.move.march")
def test_a_rule_that_forbids_marching_is_told_with_its_reason() -> None:
    game = moving("Ghouls at 18,20 | Iron Orcs at 18,40 face 180")
    question = game.question
    assert isinstance(question, Manoeuvre)
    assert [kind.name for kind in question.kinds] == ["pivot", "advance"]
    assert [denied.what for denied in question.denied] == ["march"]
    assert refused_move(game, "march", Forward(1)) == question.denied[0].rule
    assert "eow." not in question.denied[0].why


@pytest.mark.rule("eow.move.wheel")
def test_a_wheel_turns_at_most_ninety_degrees_and_two_may_follow_each_other() -> None:
    # Three horsemen are 2.95 inches wide and march 14.
    game = moving("Warrior Knights at 18,20 | Ghouls at 18,40 face 180")
    said = refusal(game, Moved("march", (Wheel(100),)))
    assert said.message == "Warrior Knights cannot wheel 100 degrees: a wheel turns at most 90."
    assert said.rule == "eow.move.wheel"
    game.move("march", Wheel(60), Wheel(40))
    assert pose(game, "Warrior Knights").facing == pytest.approx(100)


@pytest.mark.rule("eow.move.wheel")
@pytest.mark.parametrize(("turn", "corner"), [(60.0, 1), (-60.0, 0)])
def test_a_wheel_goes_forward_about_a_front_corner(turn: float, corner: int) -> None:
    game = moving(ORCS)
    before = boundary(game.battle, game.unit("Iron Orcs"))
    game.move("march", Wheel(turn))
    after = boundary(game.battle, game.unit("Iron Orcs"))
    assert after.corners[corner] == pytest.approx(before.corners[corner])
    assert after.corners[1 - corner][1] > before.corners[1 - corner][1]


@pytest.mark.rule("eow.move.wheel_cost")
def test_a_wheel_costs_the_straight_way_of_its_outer_corner() -> None:
    assert wheel_cost(4.0, 90) == pytest.approx(5.66, abs=0.01)
    # 5.91 inches wide: the Advance of 4 inches is a wheel of 39.6 degrees; by the arc it would be 38.8.
    game = moving(ORCS)
    assert refused_move(game, "advance", Wheel(39.7)) == "eow.move.total"
    game.move("advance", Wheel(39.55))
    assert pose(game, "Iron Orcs").facing == pytest.approx(39.55)


@pytest.mark.rule("eow.move.total")
def test_wheels_and_forward_parts_add_up() -> None:
    chord = wheel_cost(WIDTH, 20)
    left = 8 - 2 * chord
    game = moving(ORCS)
    steps = (Wheel(20), Forward(left - 1), Wheel(-20))
    assert refused_move(game, "march", *steps, Forward(1.01)) == "eow.move.total"
    game.move("march", *steps, Forward(1))
    assert pose(game, "Iron Orcs").facing == 0


@pytest.mark.rule("eow.move.blockers", "eow.boundary.contact_only_by_charge")
def test_no_move_leads_into_or_through_units() -> None:
    friend = moving("Iron Orcs at 18,20 | Orc Shaman at 18,24 | Ghouls at 18,40 face 180", "Iron Orcs")
    assert refused_move(friend, "march", Forward(8)) == "eow.move.blockers"
    enemy = moving("Iron Orcs at 18,20 | Ghouls at 18,24 face 180")
    assert refused_move(enemy, "march", Forward(8)) == "eow.move.blockers"
    # Behind the shaman the orcs would have room: they end 2 inches beyond it.
    through = moving("Iron Orcs at 18,20 | Orc Shaman at 18,23.5 | Ghouls at 18,44 face 180", "Iron Orcs")
    assert refused_move(through, "march", Forward(8)) == "eow.move.blockers"


@pytest.mark.rule("eow.boundary.contact_only_by_charge", "eow.boundary.contact")
def test_no_move_ends_in_contact_even_corner_to_corner() -> None:
    game = moving("Iron Orcs at 18,20 | Warrior Knights at 18,26 face 180")
    gap = distance(*(boundary(game.battle, unit) for unit in game.battle.units[:2]))
    assert refused_move(game, "march", Forward(gap)) == "eow.move.blockers"
    # Half a width of both aside, their corners meet.
    aside = WIDTH / 2 + 3 * 25 / 25.4 / 2
    corner = moving(f"Iron Orcs at {18 - aside},20 | Warrior Knights at 18,26 face 180")
    assert refused_move(corner, "march", Forward(gap)) == "eow.move.blockers"


@pytest.mark.rule("eow.boundary.contact_only_by_charge", "eow.boundary.contact")
@pytest.mark.parametrize("aside", [0.0, (50 + 3 * 25) / 25.4 / 2], ids=["edge to edge", "corner to corner"])
def test_a_pivot_into_contact_is_refused(aside: float) -> None:
    # Turned by a quarter the orcs reach 2.95 inches ahead, where the knights' front is.
    ahead = 20 + WIDTH / 2 + 50 / 25.4 / 2
    game = moving(f"Iron Orcs at 18,20 | Warrior Knights at {18 + aside},{ahead} face 180")
    assert refused_move(game, "pivot", Pivot(90)) == "eow.boundary.contact_only_by_charge"


@pytest.mark.rule("eow.spacing.during_move")
@pytest.mark.parametrize(("gap", "rule"), [(0.6, ""), (0.5, ""), (0.4, "eow.spacing.during_move")])
def test_a_move_passes_as_near_as_half_an_inch(gap: float, rule: str) -> None:
    # The shaman stands beside the way, beyond 1 inch of its start and of its end.
    aside = 18 + WIDTH / 2 + 25 / 25.4 / 2 + gap
    game = moving(f"Iron Orcs at 18,20 | Orc Shaman at {aside},24 | Ghouls at 18,40 face 180", "Iron Orcs")
    if rule:
        assert refused_move(game, "march", Forward(8)) == rule
    else:
        game.move("march", Forward(8))


@pytest.mark.rule("eow.spacing.during_move")
@pytest.mark.parametrize(("gap", "legal"), [(0.6, True), (0.4, False)])
def test_a_wheel_keeps_half_an_inch_all_along_its_arc(gap: float, legal: bool) -> None:
    # The rear left corner swings widest around the right front one; on its way it passes the shaman, who looks along.
    away = hypot(WIDTH, 50 / 25.4) + gap + 25 / 25.4 / 2
    x, y = 18 + WIDTH / 2 - away * sin(radians(50)), 20 + 25 / 25.4 + away * cos(radians(50))
    game = moving(f"Iron Orcs at 18,20 | 0 Orc Shaman at {x},{y} face 310 | Ghouls at 18,40 face 180", "Iron Orcs")
    if legal:
        game.move("march", Wheel(80))
    else:
        assert refused_move(game, "march", Wheel(80)) == "eow.spacing.during_move"


@pytest.mark.rule("eow.move.end_spacing", "eow.spacing.one_inch")
@pytest.mark.parametrize(("inches", "legal"), [(3.0, True), (3.2, False)])
def test_a_move_ends_an_inch_from_everything(inches: float, legal: bool) -> None:
    ahead = 20 + 50 / 25.4 / 2 + 25 / 25.4 / 2 + 4
    game = moving(f"Iron Orcs at 18,20 | Orc Shaman at 18,{ahead} | Ghouls at 18,40 face 180", "Iron Orcs")
    if legal:
        game.move("advance", Forward(inches))
    else:
        said = refusal(game, Moved("advance", (Forward(inches),)))
        assert said.rule == "eow.move.end_spacing"
        assert said.message == 'Iron Orcs would stand 0.80" from Orc Shaman: units stay 1" apart.'


def close_to_a_rock(gap: float) -> Play:
    """Orcs with a rock ahead of them at that distance."""
    rock = 20 + 50 / 25.4 / 2 + gap + 2
    return moving(f"36x48 impassable 18,{rock} 3x4 | Iron Orcs at 18,20 | Ghouls at 18,40 face 180")


@pytest.mark.rule("eow.spacing.stay_close")
def test_a_unit_left_within_an_inch_may_turn_and_stay_so() -> None:
    close_to_a_rock(0.3).move("pivot", Pivot(2))
    close_to_a_rock(0.3).move("advance", Back(0.2))
    close_to_a_rock(0.3).move("advance", Sidestep(1))
    assert refused_move(close_to_a_rock(0.3), "pivot", Pivot(90)) == "eow.terrain.impassable.movement"


@pytest.mark.rule("eow.spacing.stay_close")
def test_a_unit_left_in_contact_with_a_rock_may_slide_along_it_but_not_turn_into_it() -> None:
    close_to_a_rock(0.0).move("advance", Sidestep(1))
    assert refused_move(close_to_a_rock(0.0), "pivot", Pivot(90)) == "eow.terrain.impassable.movement"
    # Four inches deep it is: they would end clear of it.
    assert refused_move(close_to_a_rock(0.0), "march", Forward(8)) == "eow.terrain.impassable.movement"
    assert refused_move(close_to_a_rock(0.3), "advance", Forward(0.3)) == "eow.terrain.impassable.movement"


@pytest.mark.rule("eow.spacing.stay_close")
def test_a_unit_that_is_clear_obeys_the_inch() -> None:
    game = close_to_a_rock(2.5)
    assert refused_move(game, "pivot", Pivot(90)) == "eow.move.pivot_space"
    assert refused_move(game, "advance", Forward(2)) == "eow.move.end_spacing"


@pytest.mark.rule("eow.spacing.stay_close")
def test_what_is_close_is_exempt_on_the_way_but_never_entered() -> None:
    assert refused_move(close_to_a_rock(0.3), "advance", Forward(0.5)) == "eow.terrain.impassable.movement"
    close_to_a_rock(0.3).move("advance", Forward(0.2))
    ahead = 20 + 50 / 25.4 / 2 + 0.3 + 25 / 25.4 / 2
    game = moving(f"Iron Orcs at 18,20 | Orc Shaman at 18,{ahead} | Ghouls at 18,40 face 180", "Iron Orcs")
    assert refused_move(game, "march", Forward(8)) == "eow.move.blockers"


BY_THE_EDGE = f"Goblin Rabble at {36 - 0.3 - 50 / 25.4},20 | Ghouls at 18,40 face 180"
"""A block of 3.94 by 3.15 inches whose right flank is 0.3 inches from the edge."""


@pytest.mark.rule("eow.board_edge.partly_off")
def test_the_rear_may_swing_over_the_edge_for_a_while() -> None:
    # Wheeling to the left the rear right corner goes 0.8 inches over the edge and comes back.
    game = moving(BY_THE_EDGE).move("march", Wheel(-80))
    assert pose(game, "Goblin Rabble").facing == 280


@pytest.mark.rule("eow.board_edge.end_inside", "eow.move.on_board")
def test_a_move_ends_wholly_on_the_board() -> None:
    assert refused_move(moving(BY_THE_EDGE), "march", Wheel(-38)) == "eow.board_edge.end_inside"
    assert refused_move(moving(BY_THE_EDGE), "pivot", Pivot(45)) == "eow.board_edge.front_stays"
    backwards = moving("Iron Orcs at 18,1.5 | Ghouls at 18,40 face 180")
    assert refused_move(backwards, "advance", Back(0.7)) == "eow.board_edge.end_inside"
    backwards.move("advance", Back(0.5))


@pytest.mark.rule("eow.board_edge.front_stays", "eow.move.on_board")
@pytest.mark.parametrize(("over", "legal"), [(-0.1, True), (0.1, False)])
def test_the_front_stays_on_the_board_at_every_moment(over: float, legal: bool) -> None:
    # One rank of 3.94 inches looks at 45 degrees and wheels to look at -45; half-way its right corner is farthest out.
    width, depth = 100 / 25.4, 25 / 25.4
    x = 36 - width + over + (width - depth) / 2 * sqrt(0.5)
    game = moving(f"Fallen at {x},22 face 45 | Ghouls at 18,40 face 180")
    if legal:
        game.move("march", Wheel(-90))
    else:
        assert refused_move(game, "march", Wheel(-90)) == "eow.board_edge.front_stays"


@pytest.mark.rule("eow.move.on_board", "eow.board_edge.front_stays")
def test_a_sidestep_does_not_push_a_corner_over_the_edge() -> None:
    assert refused_move(moving(BY_THE_EDGE), "advance", Sidestep(0.5)) == "eow.board_edge.front_stays"
    moving(BY_THE_EDGE).move("advance", Sidestep(0.3))


@pytest.mark.rule("eow.move.shooting_after", "eow.move.march_no_shoot")
@pytest.mark.parametrize(
    ("kind", "step", "shoots"), [("pivot", Pivot(5), True), ("advance", Forward(2), True), ("march", Forward(2), False)]
)
def test_units_shoot_after_a_pivot_or_an_advance_but_not_after_a_march(kind: str, step: Step, shoots: bool) -> None:
    line = "Citizen Archers at 18,10 | 0 Handgunners at 8,10 | Ghouls at 18,30 face 180"
    game = draw(line).play(dice=[1], phase="movement").choose(unit="Citizen Archers").move(kind, step)
    archers = game.unit("Citizen Archers")
    assert (archers.moved, archers.marched) == (True, kind == "march")
    game.until("shoot")
    assert game.offers(unit="Handgunners")
    assert game.offers(unit="Citizen Archers") is shoots


@pytest.mark.rule("eow.move.spells_after")
@pytest.mark.parametrize(("kind", "step"), [("pivot", Pivot(5)), ("advance", Forward(2)), ("march", Forward(8))])
def test_wizards_cast_whatever_move_they_made(kind: str, step: Step) -> None:
    game = draw("Orc Shaman at 18,10 | Ghouls at 18,30 face 180").play(dice=[6], phase="movement")
    game.choose(unit="Orc Shaman").move(kind, step)
    assert game.battle.phase == "magic"
    assert game.offers(unit="Orc Shaman")


@pytest.mark.rule("eow.move.spells_after")
@pytest.mark.parametrize("state", ["rallied", "failed_charge declared moved"])
def test_wizards_cast_after_a_rally_and_a_failed_charge(state: str) -> None:
    game = draw(f"Orc Shaman at 18,10 {state} | Ghouls at 18,30 face 180").play(dice=[6], phase="magic")
    assert game.offers(unit="Orc Shaman")


@pytest.mark.rule("eow.basic.fly")
def test_flyers_pass_over_units_and_rocks_but_end_clear_of_them() -> None:
    line = "36x48 impassable 18,24 3x4 | Pegasus Knights at 18,18 | Goblin Rabble at 18,30 face 180"
    game = moving(line)
    assert refused_move(game, "march", Forward(7)) == "eow.terrain.impassable.movement"
    game.move("march", Forward(16))
    assert pose(game, "Pegasus Knights").y == 34


@pytest.mark.rule("eow.move.pivot", "eow.move.wheel")
@pytest.mark.parametrize("bad", [nan, inf, -inf, -1.0, 1e300])
def test_absurd_figures_are_refused_with_a_sentence(bad: float) -> None:
    game = moving(ORCS)
    for kind in ("advance", "march"):
        assert refused_move(game, kind, Forward(bad))
        assert refused_move(game, kind, Back(bad))
        if bad != -1.0:
            assert refused_move(game, kind, Sidestep(bad))
            assert refused_move(game, kind, Wheel(bad)) == "eow.move.wheel"
            assert refused_move(game, "pivot", Pivot(bad)) == "eow.move.pivot"
    assert refused_move(game, "advance", *[Wheel(0)] * 101)


def test_an_unknown_kind_of_move_is_refused() -> None:
    assert "teleport" in refusal(moving(ORCS), Moved("teleport", (Forward(1),))).message


@pytest.mark.rule("eow.move.shooting_after")
def test_a_move_that_changes_nothing_is_no_move() -> None:
    game = moving("Iron Orcs at 18,20 | Goblin Rabble at 6,10 | Ghouls at 18,40 face 180").move("march")
    assert not game.unit("Iron Orcs").moved
    assert not game.unit("Iron Orcs").marched
