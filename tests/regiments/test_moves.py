"""Hold, Advance and Rush: how far, how often turned, how near to others."""

from __future__ import annotations

from math import inf, nan

import pytest

from tests.regiments.harness import Play, Table, acts, draw, models, refusal, regiment
from warhost.play.questions import Manoeuvre, Moved
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.movement import transports
from warhost.rulesets.regiments.core import events, footprint_at, has_room
from warhost.table import Back, Forward, Pivot, Pose, Sidestep, Step, Wheel, distance

TEN = regiment(10)
ONE = regiment(1)
ALONE = "Pikes at 30,20 | Foe at 60,40 face 180"


def field(line: str = ALONE, rules: tuple[str, ...] = ()) -> Table:
    return draw(line, Pikes=regiment(10, rules=rules), Foe=TEN)


def reaches(table: Table) -> tuple[float, float, float]:
    """How far the Pikes advance, rush and charge."""
    battle, unit = table.battle, table.unit("Pikes")
    advance, rush = moving.allowance(battle, unit, "advance"), moving.allowance(battle, unit, "rush")
    return advance, rush, moving.allowance(battle, unit, "charge")


def limits(game: Play) -> tuple[float, float, float]:
    """How far the question says that the unit may go: ahead, back and aside."""
    question = game.question
    assert isinstance(question, Manoeuvre)
    return question.kinds[0].forward, question.kinds[0].back, question.kinds[0].side


def shoot_at(game: Play, target: str) -> None:
    """Shoot if that is asked, and let the rest of the activation pass."""
    while not game.game.over:
        if game.topic == "shoot":
            game.choose(target=target)
        else:
            game.decline()


@pytest.mark.rule("aofr.action.hold", "aofr.move.hold_pivot")
def test_who_holds_stays_and_may_turn_by_180_degrees_and_shoot() -> None:
    bows = regiment(5, weapons=['Bow (24", A1)'])
    game = acts(draw("Bows at 30,20 | Foe at 30,5", Bows=bows, Foe=TEN).set("Foe", seat=1), "Bows", {"": 1})
    game.act("Bows", "hold")
    assert game.topic == "hold"
    assert game.refuses(Pivot(181)) == "aofr.move.hold_pivot"
    assert game.refuses(Pivot(180), Forward(1)) == "aofr.pivot.centre"
    assert game.refuses(Forward(1)) == "aofr.pivot.centre"
    game.move(Pivot(180))
    pose = game.unit("Bows").pose
    assert pose is not None
    assert (pose.x, pose.y, pose.facing) == (30.0, 20.0, 180.0)
    shoot_at(game, "Foe")
    assert any("Bow" in roll.why for roll in game.rolls)


@pytest.mark.rule("aofr.move.hold_pivot")
def test_the_turn_of_a_hold_may_be_made_after_shooting_but_only_once() -> None:
    def archers() -> Play:
        table = draw("Bows at 30,20 | Foe at 60,40", Bows=regiment(5, weapons=['Bow (24", A1)']), Foe=TEN)
        return acts(table.set("Foe", seat=1), "Bows").act("Bows", "hold")

    later = archers().stay()
    assert later.topic == "hold after shooting"
    assert later.refuses(Pivot(181)) == "aofr.move.hold_pivot"
    assert later.move(Pivot(180)).footprint("Bows").facing == 180.0
    assert archers().move(Pivot(90)).game.over


@pytest.mark.rule("aofr.move.hold_pivot")
def test_who_neither_shoots_nor_casts_is_asked_once_how_to_turn() -> None:
    held = acts(field(), "Pikes").act("Pikes", "hold").stay()
    assert held.game.over


@pytest.mark.rule("aofr.action.advance", "aofr.measure.movement")
def test_an_advance_goes_up_to_six_inches() -> None:
    game = acts(field(), "Pikes").act("Pikes", "advance")
    assert game.refuses(Forward(6.1)) == "aofr.action.advance"
    assert game.refuses(Forward(3.1), Pivot(20), Forward(3)) == "aofr.action.advance"
    before = game.footprint("Pikes")
    game.move(Forward(6))
    for old, new in zip(before.corners, game.footprint("Pikes").corners, strict=True):
        assert (new[0] - old[0], new[1] - old[1]) == pytest.approx((0.0, 6.0))


@pytest.mark.rule("aofr.action.advance", "aofr.action.rush")
@pytest.mark.parametrize(
    "steps", [(Forward(-1),), (Back(-1),), (Forward(inf),), (Forward(nan),), (Sidestep(-inf),), (Forward(0.05),) * 101]
)
def test_no_step_goes_less_than_nowhere_or_for_ever(steps: tuple[Step, ...]) -> None:
    assert acts(field(), "Pikes").act("Pikes", "advance").refuses(*steps) == "aofr.action.advance"


@pytest.mark.rule("aofr.move.advance_pivot")
@pytest.mark.parametrize("degrees", [nan, inf, -91.0])
def test_no_turn_is_endless(degrees: float) -> None:
    assert acts(field(), "Pikes").act("Pikes", "advance").refuses(Pivot(degrees)) == "aofr.move.advance_pivot"


@pytest.mark.rule("aofr.action.advance")
def test_who_advances_shoots_after_the_move() -> None:
    bows = regiment(5, weapons=['Bow (12", A1)'])
    game = acts(draw("Bows at 30,20 | Foe at 30,38 face 180", Bows=bows, Foe=TEN), "Bows", {"": 1})
    game.act("Bows", "advance")
    assert not game.rolls
    game.move(Forward(6))
    shoot_at(game, "Foe")
    assert any("Bow" in roll.why for roll in game.rolls)


@pytest.mark.rule("aofr.action.rush")
def test_a_rush_goes_up_to_twelve_inches_and_nobody_shoots() -> None:
    bows = regiment(5, weapons=['Bow (30", A1)'])
    game = acts(draw("Bows at 30,20 | Foe at 30,45 face 180", Bows=bows, Foe=TEN), "Bows")
    game.act("Bows", "rush")
    assert game.refuses(Forward(12.5)) == "aofr.action.rush"
    game.move(Forward(12))
    assert game.game.over
    assert not game.rolls


@pytest.mark.rule("aofr.measure.movement_any_shape")
def test_the_limit_holds_for_a_hull_without_a_base_too() -> None:
    table = draw("Wagon at 30,10 | Foe at 60,40 face 180", Wagon=regiment(1, base=(2, 4)), Foe=TEN)
    game = acts(table, "Wagon").act("Wagon", "rush")
    assert game.refuses(Forward(12.2)) == "aofr.action.rush"
    game.move(Forward(12))
    assert game.footprint("Wagon").y == pytest.approx(22.0)


@pytest.mark.rule("aofr.action.move_actions", "aofr.command.musician")
def test_a_musician_adds_an_inch_to_move_actions_and_not_to_hold() -> None:
    table = draw(ALONE, Pikes=regiment(groups=[models(1, rules=["Musician"]), models(9)]), Foe=TEN)
    assert reaches(table) == (7.0, 13.0, 13.0)
    assert moving.allowance(table.battle, table.unit("Pikes"), "hold") == 0.0
    game = acts(table, "Pikes").act("Pikes", "rush")
    assert game.refuses(Forward(13.1)) == "aofr.action.rush"
    game.move(Forward(13))
    fallen = draw(ALONE, Pikes=regiment(groups=[models(1, rules=["Musician"]), models(9)]), Foe=TEN)
    fallen.set("Pikes", left=(0, 9))
    assert reaches(fallen) == (6.0, 12.0, 12.0)


@pytest.mark.rule("aofr.special.fast")
def test_fast_adds_two_and_four_inches_if_all_models_are_fast() -> None:
    assert reaches(field(rules=("Fast",))) == (8.0, 16.0, 16.0)
    held = field(rules=("Fast",))
    assert moving.allowance(held.battle, held.unit("Pikes"), "hold") == 0.0
    mixed = draw(ALONE, Pikes=regiment(groups=[models(1, rules=["Fast"]), models(9)]), Foe=TEN)
    assert reaches(mixed) == (6.0, 12.0, 12.0)


@pytest.mark.rule("aofr.special.slow")
def test_slow_takes_two_and_four_inches_if_any_model_is_slow() -> None:
    assert reaches(field(rules=("Slow",))) == (4.0, 8.0, 8.0)
    mixed = draw(ALONE, Pikes=regiment(groups=[models(1, rules=["Slow"]), models(9)]), Foe=TEN)
    assert reaches(mixed) == (4.0, 8.0, 8.0)


@pytest.mark.rule("aofr.special.immobilized")
def test_one_immobilized_model_holds_the_whole_unit() -> None:
    mixed = draw(ALONE, Pikes=regiment(groups=[models(1, rules=["Immobilized"]), models(9)]), Foe=TEN)
    assert moving.why_not_move(mixed.battle, mixed.unit("Pikes")) is not None


@pytest.mark.rule("aofr.special.flying", "aofr.special.strider")
@pytest.mark.parametrize(("rule", "piece"), [("Flying", "building"), ("Strider", "swamp")])
def test_all_models_must_fly_or_stride(rule: str, piece: str) -> None:
    line = f"72x48 {piece} 30,25 12x2 | Pikes at 30,20 | Foe at 60,40 face 180"
    all_do, most_do = regiment(5, rules=[rule]), regiment(groups=[models(4, rules=[rule]), models(1)])
    assert acts(draw(line, Pikes=all_do, Foe=TEN), "Pikes").act("Pikes", "rush").move(Forward(12)).game.over
    assert acts(draw(line, Pikes=most_do, Foe=TEN), "Pikes").act("Pikes", "rush").refuses(Forward(12))


@pytest.mark.rule("aofr.special.immobilized")
def test_the_immobilized_can_only_hold_and_turn() -> None:
    table = field("Pikes at 30,20 | Foe at 30,28 face 180", rules=("Immobilized",))
    assert moving.why_not_move(table.battle, table.unit("Pikes")) is not None
    game = acts(table, "Pikes")
    # Only Hold is possible, so nobody is asked for the action.
    assert game.topic == "hold"
    game.move(Pivot(120))
    assert game.unit("Pikes").pose is not None
    assert game.footprint("Pikes").facing == 120.0


@pytest.mark.rule("aofr.move.advance_pivot")
def test_an_advance_has_one_pivot_of_up_to_90_degrees_at_any_moment() -> None:
    for steps in (
        (Forward(2), Pivot(-90), Forward(4)),
        (Pivot(45), Forward(6)),
        (Forward(6), Pivot(90)),
    ):
        game = acts(field(), "Pikes").act("Pikes", "advance").move(*steps)
        assert game.game.over
    game = acts(field(), "Pikes").act("Pikes", "advance")
    assert game.refuses(Pivot(45), Forward(2), Pivot(45)) == "aofr.move.advance_pivot"
    assert game.refuses(Forward(2), Pivot(91)) == "aofr.move.advance_pivot"
    assert game.refuses(Wheel(30)) == "aofr.pivot.centre"


@pytest.mark.rule("aofr.move.advance_sideways")
def test_an_advance_may_go_sideways_by_half_the_move() -> None:
    game = acts(field(), "Pikes").act("Pikes", "advance")
    assert limits(game) == (6.0, 3.0, 3.0)
    assert game.refuses(Sidestep(3.5)) == "aofr.move.advance_sideways"
    assert game.refuses(Sidestep(1), Forward(1)) == "aofr.action.advance"
    game.move(Sidestep(-3))
    assert (game.footprint("Pikes").x, game.footprint("Pikes").facing) == (27.0, 0.0)
    piped = draw(ALONE, Pikes=regiment(groups=[models(1, rules=["Musician"]), models(9)]), Foe=TEN)
    acts(piped, "Pikes").act("Pikes", "advance").move(Sidestep(3.5))
    assert piped.footprint("Pikes").x == pytest.approx(33.5)


@pytest.mark.rule("aofr.move.advance_backward")
def test_an_advance_may_go_straight_back_by_half_the_move() -> None:
    game = acts(field(), "Pikes").act("Pikes", "advance")
    assert game.refuses(Back(4)) == "aofr.move.advance_backward"
    game.move(Back(3))
    assert (game.footprint("Pikes").y, game.footprint("Pikes").facing) == (17.0, 0.0)


@pytest.mark.rule("aofr.move.advance_half_with_pivot")
def test_going_back_or_aside_includes_the_pivot() -> None:
    game = acts(field(), "Pikes").act("Pikes", "advance").move(Back(3), Pivot(90))
    assert (game.footprint("Pikes").y, game.footprint("Pikes").facing) == (17.0, 90.0)
    game = acts(field(), "Pikes").act("Pikes", "advance")
    assert game.refuses(Sidestep(1), Pivot(90), Sidestep(-1)) == "aofr.action.advance"
    assert game.refuses(Back(3.5), Pivot(90)) == "aofr.move.advance_backward"
    assert game.refuses(Pivot(90), Sidestep(3.5)) == "aofr.move.advance_sideways"
    game.move(Sidestep(1), Pivot(90), Sidestep(2))
    # To the right of its new facing, which is towards the near edge.
    assert (game.footprint("Pikes").x, game.footprint("Pikes").y) == pytest.approx((31.0, 18.0))


@pytest.mark.rule("aofr.move.rush")
def test_a_rush_goes_forward_only_with_one_pivot() -> None:
    game = acts(field(), "Pikes").act("Pikes", "rush")
    assert limits(game) == (12.0, 0.0, 0.0)
    assert game.refuses(Sidestep(6)) == "aofr.move.rush"
    assert game.refuses(Back(1)) == "aofr.move.rush"
    game.move(Forward(6), Pivot(90), Forward(6))
    assert (game.footprint("Pikes").x, game.footprint("Pikes").y) == pytest.approx((36.0, 26.0))


@pytest.mark.rule("aofr.pivot.centre")
def test_a_pivot_turns_about_the_centre() -> None:
    table = draw("Wagon at 10,10 | Foe at 60,40 face 180", Wagon=regiment(1, base=(4, 2)), Foe=TEN)
    acts(table, "Wagon").act("Wagon", "hold").move(Pivot(90))
    shape = table.footprint("Wagon")
    assert (shape.x, shape.y) == (10.0, 10.0)
    xs, ys = [x for x, _ in shape.corners], [y for _, y in shape.corners]
    assert (max(xs) - min(xs), max(ys) - min(ys)) == pytest.approx((2.0, 4.0))


@pytest.mark.rule("aofr.pivot.centre")
def test_nobody_wheels_about_a_corner() -> None:
    game = acts(field(), "Pikes").act("Pikes", "advance")
    assert game.refuses(Wheel(30)) == "aofr.pivot.centre"


@pytest.mark.rule("aofr.pivot.centre")
def test_the_centre_is_that_of_all_rows_a_short_last_one_included() -> None:
    short = draw("Pikes at 10,10 | Foe at 60,40 face 180", Pikes=regiment(7), Foe=TEN)
    acts(short, "Pikes").act("Pikes", "hold").move(Pivot(180))
    assert short.footprint("Pikes").corners[2] == pytest.approx((7.5, 11.0))


@pytest.mark.rule("aofr.pivot.ignore_obstacles")
def test_a_pivot_ignores_what_its_corners_sweep_over() -> None:
    # The front corners sweep over the stake at a distance of 2.6" from the centre; before and after it is far enough.
    line = "72x48 impassable 30,22.55 0.2x0.2 | Pikes at 30,20 | Foe at 60,40 face 180"
    game = acts(draw(line, Pikes=regiment(5), Foe=TEN), "Pikes").act("Pikes", "hold")
    assert game.refuses(Pivot(90)) == "aofr.terrain.impassable"
    game.move(Pivot(180))
    assert game.footprint("Pikes").facing == 180.0
    friend = draw("Pikes at 30,20 | Bows at 30,23 | Foe at 60,40 face 180", Pikes=TEN, Bows=ONE, Foe=TEN)
    assert acts(friend, "Pikes").act("Pikes", "hold").move(Pivot(180)).footprint("Pikes").facing == 180.0
    # A front of 10" sweeps over the unit that stands in the corner between its start and its end.
    wide = regiment(5, base=(2.0, 1.0))
    corner = draw("Pikes at 30,20 | Bows at 27.5,22.5 | Foe at 60,40 face 180", Pikes=wide, Bows=ONE, Foe=TEN)
    moved = acts(corner, "Pikes").act("Pikes", "advance").move(Pivot(90), Forward(2))
    assert moved.footprint("Pikes").x == pytest.approx(32.0)


@pytest.mark.rule("aofr.pivot.free", "aofr.special.entrenched")
def test_a_pivot_is_no_move_and_a_step_is_one() -> None:
    turned = acts(field(), "Pikes").act("Pikes", "advance").move(Pivot(45))
    assert (turned.unit("Pikes").moved, len(turned.told(events.UnitTurned))) == (False, 1)
    stepped = acts(field(), "Pikes").act("Pikes", "advance").move(Pivot(45), Forward(0.5))
    assert (stepped.unit("Pikes").moved, [event.inches for event in stepped.told(events.UnitMoved)]) == (True, [0.5])
    held = acts(field(), "Pikes").act("Pikes", "hold").move(Pivot(45))
    assert len(held.told(events.UnitTurned)) == 1


@pytest.mark.rule("aofr.pivot.free")
def test_a_pivot_uses_up_no_movement() -> None:
    game = acts(field("Pikes at 30,20 | Foe at 5,45 face 180"), "Pikes").act("Pikes", "rush")
    game.move(Pivot(90), Forward(12))
    assert game.footprint("Pikes").x == pytest.approx(42.0)


@pytest.mark.rule("aofr.move.one_inch")
@pytest.mark.parametrize("seat", [0, 1])
def test_units_stay_an_inch_apart(seat: int) -> None:
    table = draw(f"0 Pikes at 30,20 | {seat} Bows at 30,32 | 1 Foe at 60,40 face 180", Pikes=TEN, Bows=TEN, Foe=TEN)
    game = acts(table, "Pikes").act("Pikes", "rush")
    assert game.refuses(Forward(9.1)) == "aofr.move.one_inch"
    game.move(Forward(9))
    assert distance(game.footprint("Pikes"), game.footprint("Bows")) == pytest.approx(1.0)


@pytest.mark.rule("aofr.move.one_inch")
def test_flyers_end_an_inch_from_others_too() -> None:
    game = acts(field("Pikes at 30,20 | Foe at 30,32 face 180", ("Flying",)), "Pikes").act("Pikes", "rush")
    assert game.refuses(Forward(9.1)) == "aofr.move.one_inch"
    game.move(Forward(9))
    assert distance(game.footprint("Pikes"), game.footprint("Foe")) == pytest.approx(1.0)


@pytest.mark.rule("aofr.move.one_inch")
def test_a_turn_on_the_spot_keeps_the_inch_unless_it_was_not_kept_before() -> None:
    # Turned by 90 degrees the front of five reaches 2.5" ahead of the centre.
    line = "Pikes at 30,20 | Bows at 30,{} | Foe at 60,40 face 180"
    far = acts(draw(line.format(23.3), Pikes=regiment(5), Bows=ONE, Foe=TEN), "Pikes").act("Pikes", "hold")
    assert far.refuses(Pivot(90)) == "aofr.move.one_inch"
    near = acts(draw(line.format(23.3), Pikes=TEN, Bows=ONE, Foe=TEN).set("Pikes", pose=Pose(30, 20.9, 0)), "Pikes")
    # Nothing is refused but to stand in the other.
    assert near.act("Pikes", "hold").refuses(Pivot(90)) == "aofr.move.possible_location"
    assert near.move(Pivot(180)).footprint("Pikes").facing == 180.0


@pytest.mark.rule("aofr.move.one_inch")
def test_the_inch_is_kept_on_the_way_too() -> None:
    table = draw("Pikes at 30,20 | Bows at 33.5,25 | Foe at 60,40 face 180", Pikes=TEN, Bows=ONE, Foe=TEN)
    game = acts(table, "Pikes").act("Pikes", "rush")
    # It would pass at half an inch and end far away.
    assert game.refuses(Forward(12)) == "aofr.move.one_inch"


@pytest.mark.rule("aofr.move.one_inch", "aofr.melee.no_lock")
def test_who_is_nearer_than_an_inch_may_go_away_but_no_nearer() -> None:
    table = draw("Pikes at 30,20 | Foe at 30,22.5 face 180", Pikes=TEN, Foe=TEN)
    game = acts(table, "Pikes").act("Pikes", "advance")
    assert game.refuses(Forward(0.2)) == "aofr.move.one_inch"
    assert game.refuses(Back(0.2)) == "aofr.move.one_inch"
    game.move(Back(1))
    assert distance(game.footprint("Pikes"), game.footprint("Foe")) == pytest.approx(1.5)


@pytest.mark.rule("aofr.melee.no_lock")
def test_units_in_contact_are_not_locked_and_may_move_shoot_and_charge() -> None:
    bows = regiment(5, weapons=['Bow (24", A1)', "Knife (A1)"])
    table = draw("Bows at 30,20 | Foe at 30,26 face 180", Bows=bows, Foe=TEN).touch("Bows", "Foe")
    game = acts(table, "Bows", {"": 1}).activate("Bows")
    assert {"hold", "advance", "rush"} < set(game.keys)
    assert game.offers(target="Foe")
    game.choose("advance").move(Back(3))
    shoot_at(game, "Foe")
    assert any("Bow" in roll.why for roll in game.rolls)


@pytest.mark.rule("aofr.move.no_pass_through")
def test_nobody_moves_through_another_unit() -> None:
    table = draw("Pikes at 30,20 | Bows at 30,25 | Foe at 60,40 face 180", Pikes=ONE, Bows=ONE, Foe=TEN)
    game = acts(table, "Pikes").act("Pikes", "rush")
    assert game.refuses(Forward(12)) == "aofr.move.no_pass_through"


@pytest.mark.rule("aofr.move.no_pass_through")
def test_nobody_moves_through_a_unit_that_it_touches() -> None:
    table = draw("Pikes at 30,20 | Bows at 30,25 | Foe at 60,40 face 180", Pikes=ONE, Bows=ONE, Foe=TEN)
    game = acts(table.touch("Pikes", "Bows"), "Pikes").act("Pikes", "rush")
    assert game.refuses(Forward(12)) == "aofr.move.no_pass_through"


@pytest.mark.rule("aofr.move.stay_on_table")
@pytest.mark.parametrize("pose", [Pose(1, 20, 90), Pose(71, 20, 90), Pose(30, 1, 0), Pose(30, 47, 0)])
def test_nothing_leaves_the_table_at_any_moment(pose: Pose) -> None:
    table = draw("Edge at 2,20 | Foe at 60,40 face 180", Edge=regiment(5), Foe=TEN).set("Edge", pose=pose)
    game = acts(table, "Edge").act("Edge", "hold")
    # A quarter turn would bring a corner beyond the edge in mid-turn and at its end; half a turn only in mid-turn.
    assert game.refuses(Pivot(90)) == "aofr.move.stay_on_table"
    assert game.refuses(Pivot(180)) == "aofr.move.stay_on_table"


@pytest.mark.rule("aofr.move.stay_on_table")
def test_no_part_of_a_move_leads_off_the_table() -> None:
    ahead = acts(draw("Pikes at 30,40 | Foe at 60,40 face 180", Pikes=TEN, Foe=TEN), "Pikes").act("Pikes", "rush")
    assert ahead.refuses(Forward(7.1)) == "aofr.move.stay_on_table"
    aside = acts(draw("Pikes at 66,20 | Foe at 60,40 face 180", Pikes=TEN, Foe=TEN), "Pikes").act("Pikes", "rush")
    assert aside.refuses(Forward(4), Pivot(90), Forward(8)) == "aofr.move.stay_on_table"


@pytest.mark.rule("aofr.move.possible_location")
def test_nobody_ends_in_another_unit_or_in_solid_terrain() -> None:
    line = "72x48 building 30,32 6x4 | Pikes at 30,20 | Bows at 40,32 | Foe at 60,40 face 180"
    flying = regiment(10, rules=["Flying"])
    game = acts(draw(line, Pikes=flying, Bows=TEN, Foe=TEN), "Pikes").act("Pikes", "rush")
    assert game.refuses(Forward(9.1)) == "aofr.move.possible_location"
    friend = acts(draw(line.replace("30,20", "40,20"), Pikes=flying, Bows=TEN, Foe=TEN), "Pikes").act("Pikes", "rush")
    assert friend.refuses(Forward(10.1)) == "aofr.move.possible_location"


@pytest.mark.rule("aofr.move.possible_location")
def test_a_tenth_of_an_inch_in_another_base_is_too_much_and_contact_is_not_overlap() -> None:
    table = draw("Pikes at 30,20 | Bows at 30,30 | Foe at 60,40 face 180", Pikes=TEN, Bows=TEN, Foe=TEN)
    pikes, battle = table.unit("Pikes"), table.battle
    assert not has_room(battle, pikes, footprint_at(battle, pikes, Pose(30, 28.1, 0)))
    assert has_room(battle, pikes, footprint_at(battle, pikes, Pose(30, 28, 0)))
    # Where it stands itself, or where somebody stands who is about to leave, is free.
    assert has_room(battle, pikes, footprint_at(battle, pikes, Pose(30, 20.5, 0)))
    assert has_room(battle, pikes, footprint_at(battle, pikes, Pose(30, 30, 0)), table.unit("Bows"))


@pytest.mark.rule("aofr.move.possible_location")
@pytest.mark.parametrize(("pose", "room"), [((30, 46, 0), True), ((30, 47.1, 0), False), ((2.4, 20, 0), False)])
def test_nobody_is_put_partly_off_the_table(pose: tuple[float, float, float], room: bool) -> None:
    table = draw("Pikes at 30,20 | Foe at 60,40 face 180", Pikes=TEN, Foe=TEN)
    unit = table.unit("Pikes")
    assert has_room(table.battle, unit, footprint_at(table.battle, unit, Pose(*pose))) is room


@pytest.mark.rule("aofr.move.possible_location")
@pytest.mark.parametrize(("y", "room"), [(29, True), (29.1, False)])
def test_nobody_is_put_into_solid_terrain(y: float, room: bool) -> None:
    table = draw(
        "72x48 building 30,32 6x4 forest 40,29 6x6 | Pikes at 30,20 | Foe at 60,40 face 180", Pikes=TEN, Foe=TEN
    )
    unit = table.unit("Pikes")
    assert has_room(table.battle, unit, footprint_at(table.battle, unit, Pose(30, y, 0))) is room
    assert has_room(table.battle, unit, footprint_at(table.battle, unit, Pose(41, y, 0)))


@pytest.mark.rule("aofr.move.possible_location")
def test_nobody_turns_into_another_unit() -> None:
    # Turned by 90 degrees the front of five reaches 2.5" to both sides of the centre.
    table = draw("Pikes at 30,20 | Bows at 30,22.6 | Foe at 60,40 face 180", Pikes=regiment(5), Bows=ONE, Foe=TEN)
    game = acts(table, "Pikes").act("Pikes", "hold")
    assert game.refuses(Pivot(90)) == "aofr.move.possible_location"
    assert game.move(Pivot(180)).footprint("Pikes").facing == 180.0


@pytest.mark.rule("aofr.move.possible_location")
def test_nobody_gets_out_of_a_transport_into_solid_terrain() -> None:
    wagon = regiment(1, base=(3, 3), weapons=[], rules=["Transport(6)"])
    line = "72x48 building 36,24 12x4 | 0 Wagon at 36,20 | 0 Crew off | 1 Foe at 60,40 face 180"
    table = draw(line, None, Wagon=wagon, Crew=regiment(5), Foe=TEN).aboard("Crew", "Wagon")
    crew, van = table.unit("Crew"), table.unit("Wagon")
    for y, rule in ((22.0, "aofr.move.possible_location"), (18.0, None)):
        where = footprint_at(table.battle, crew, Pose(36, y, 0))
        refused = transports.why_not_get_out(table.battle, crew, van, where)
        assert (refused.rule if refused is not None else None) == rule


@pytest.mark.rule("aofr.move.possible_location")
def test_nobody_goes_aboard_by_walking_into_the_transport() -> None:
    # 6.5" apart from centre to centre: after 4.5" the bases touch.
    wagon = regiment(1, base=(3, 3), weapons=[], rules=["Transport(6)"])
    line = "0 Crew at 36,10 | 0 Wagon at 36,16.5 | 1 Foe at 60,40 face 180"
    game = acts(draw(line, None, Crew=regiment(5), Wagon=wagon, Foe=TEN), "Crew").act("Crew", "advance")
    assert refusal(game, Moved("embark", (Forward(4.7),))).rule == "aofr.move.possible_location"
    game.move(Forward(4.5), kind="embark")
    assert game.unit("Crew").inside == game.unit("Wagon").id


@pytest.mark.rule("aofr.special.flying")
def test_flyers_pass_over_units_and_terrain_but_end_in_a_legal_place() -> None:
    ground = "72x48 mountain 30,24 6x2 swamp 30,27 6x2 lava 30,29 6x2"
    line = f"{ground} | Pikes at 30,20 | Bows at 40,24 | Foe at 60,40 face 180"
    table = draw(line, Pikes=regiment(5, rules=["Flying"]), Bows=TEN, Foe=TEN)
    game = acts(table, "Pikes").act("Pikes", "rush")
    assert game.refuses(Forward(4)) == "aofr.move.possible_location"
    game.move(Forward(12))
    assert game.game.over
    assert not game.rolls
    over = draw(line.replace("30,20", "40,20"), Pikes=regiment(5, rules=["Flying"]), Bows=TEN, Foe=TEN)
    assert acts(over, "Pikes").act("Pikes", "rush").move(Forward(12)).footprint("Pikes").y == pytest.approx(32.0)


@pytest.mark.rule("aofr.special.flying")
def test_flyers_test_in_dangerous_ground_only_if_they_do_not_move() -> None:
    line = "72x48 lava 30,20 6x2 | Pikes at 30,20 | Foe at 60,40 face 180"
    wings = regiment(5, rules=["Flying"])
    moved = acts(draw(line, Pikes=wings, Foe=TEN), "Pikes").act("Pikes", "rush").move(Forward(6))
    assert not moved.rolls
    held = acts(draw(line, Pikes=wings, Foe=TEN), "Pikes", [(2, 2, 2, 2, 2)]).act("Pikes", "hold")
    assert [roll.rule for roll in held.rolls] == ["aofr.terrain.dangerous_test"]


@pytest.mark.rule("aofr.melee.rear_no_countercharge")
def test_who_stands_behind_cannot_be_charged_before_a_turn() -> None:
    table = draw("Pikes at 30,20 | Foe at 30,17 face 0", Pikes=TEN, Foe=TEN).set("Foe", seat=1)
    game = acts(table, "Pikes").activate("Pikes")
    assert not game.offers(target="Foe")
    game.choose("hold").move(Pivot(180))
    table.unit("Pikes").activated = False
    assert acts(table, "Pikes").activate("Pikes").offers(target="Foe")
