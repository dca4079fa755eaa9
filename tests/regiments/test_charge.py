"""Charges: who can be charged, the way there, the side that is struck, and standing flush."""

from __future__ import annotations

import re

import pytest

from tests.regiments.harness import Interlude, Table, acts, draw, find, happen, models, regiment
from warhost import field
from warhost.play import Moved
from warhost.play.battle import copied, stand
from warhost.rulesets.regiments.chapters.melee import charge
from warhost.rulesets.regiments.core import Regiment, events, footprint, troopers, unit_sees
from warhost.table import Arc, Forward, Pivot, Pose, contact_span, distance, gap_along, overlaps

TEN = regiment(10)
FIVE = regiment(5)
ONE = regiment(1)


def plan(table: Table, charger: str = "Pikes", target: str = "Foe") -> charge.Plan | None:
    return charge.plan(table.battle, table.unit(charger), table.unit(target))


def charges(table: Table, charger: str = "Pikes", target: str = "Foe") -> Interlude:
    """The charge move alone, without the melee."""
    return happen(table, lambda b: charge.charge_move(b, find(b, charger), find(b, target)))


def frontage(table: Table, charger: str = "Pikes", target: str = "Foe") -> float:
    span = contact_span(table.footprint(charger), table.footprint(target))
    return 0.0 if span is None else span[1] - span[0]


@pytest.mark.rule("aofr.action.charge", "aofr.charge.move", "aofr.melee.valid_target")
@pytest.mark.parametrize(("gap", "offered"), [(11.0, True), (12.0, True), (12.5, False)])
def test_an_enemy_within_twelve_inches_can_be_charged(gap: float, offered: bool) -> None:
    table = draw("Pikes at 30,10 | Foe at 30,30 face 180", Pikes=TEN, Foe=TEN).touch("Pikes", "Foe", gap=gap)
    assert acts(table, "Pikes").activate("Pikes").offers(target="Foe") is offered


@pytest.mark.rule("aofr.melee.valid_target", "aofr.charge.distance_check")
def test_the_nearest_models_are_what_must_be_in_reach() -> None:
    short = regiment(8)
    table = draw("Pikes at 30,10 | Foe at 30,30 face 180", Pikes=short, Foe=short).touch("Pikes", "Foe", gap=11.5)
    assert plan(table) is not None


@pytest.mark.rule("aofr.melee.valid_target", "aofr.charge.distance_check")
@pytest.mark.parametrize(("count", "offered"), [(10, True), (8, False)])
def test_the_empty_places_of_a_short_row_are_not_in_reach(count: int, offered: bool) -> None:
    # The last row is 11.5" away; where two of its five places are empty, the nearest model is 12.5" away.
    foe = regiment(count, base=(3.0, 1.0))
    table = draw("0 Pikes at 37,17 | 1 Foe at 30,30", Pikes=ONE, Foe=foe).set("Foe", pose=Pose(30, 30, 0))
    assert acts(table, "Pikes").activate("Pikes").offers(target="Foe") is offered


@pytest.mark.rule("aofr.charge.maximise_frontage")
def test_the_place_that_is_offered_is_where_the_charger_will_stand() -> None:
    table = draw("Pikes at 26,10 | Foe at 30,18 face 180", Pikes=TEN, Foe=TEN)
    game = acts(table, "Pikes", {"": 1}).activate("Pikes")
    (option,) = (option for option in game.options if option.target == 1)
    assert option.pose == Pose(30, 16, 0)


@pytest.mark.rule("aofr.charge.distance_check", "aofr.special.fast")
def test_extra_movement_counts_for_the_charge_distance() -> None:
    line = "Pikes at 30,8 | Foe at 30,25 face 180"
    assert plan(draw(line, Pikes=TEN, Foe=TEN)) is None
    fast = regiment(10, rules=["Fast"])
    assert plan(draw(line, Pikes=fast, Foe=TEN)) is not None
    assert not acts(draw(line, Pikes=TEN, Foe=TEN), "Pikes").activate("Pikes").offers(target="Foe")
    assert acts(draw(line, Pikes=fast, Foe=TEN), "Pikes").activate("Pikes").offers(target="Foe")


@pytest.mark.rule("aofr.melee.one_target")
def test_a_charge_has_one_target_with_all_models() -> None:
    table = draw("Pikes at 30,10 | Foe at 27,20 face 180 | Fiends at 34,20 face 180", Pikes=TEN, Foe=FIVE, Fiends=FIVE)
    game = acts(table, "Pikes", {"": 1}).activate("Pikes")
    keys = [key for key in game.keys if key.startswith("charge")]
    assert keys == ["charge>1", "charge>2"]
    game.choose(target="Foe")
    assert [event.target for event in game.told(events.UnitCharged)] == [1]


@pytest.mark.rule("aofr.melee.valid_target", "aofr.terrain.impassable")
def test_no_charge_without_a_clear_way() -> None:
    line = "72x48 building 30,16 {}x2 | Pikes at 30,11 | Foe at 30,21 face 180"
    assert plan(draw(line.format(12), Pikes=TEN, Foe=TEN)) is None
    assert plan(draw(line.replace("30,16", "60,40").format(12), Pikes=TEN, Foe=TEN)) is not None


@pytest.mark.rule("aofr.move.no_pass_through_charge")
def test_a_charge_does_not_go_through_units() -> None:
    line = "Pikes at 30,11 | Bows at 30,16 | Foe at 30,21 face 180"
    wide = regiment(10, base=(2.4, 1))
    assert plan(draw(line, Pikes=TEN, Bows=wide, Foe=TEN)) is None
    assert plan(draw(line.replace("30,16", "60,16"), Pikes=TEN, Bows=wide, Foe=TEN)) is not None


@pytest.mark.rule("aofr.special.flying")
def test_flyers_charge_over_units_and_terrain() -> None:
    line = "72x48 building 30,14 12x1 | Pikes at 30,11 | Bows at 30,16.5 | Foe at 30,21 face 180"
    wide = regiment(10, base=(2.4, 1))
    assert plan(draw(line, Pikes=TEN, Bows=wide, Foe=TEN)) is None
    over = plan(draw(line, Pikes=regiment(10, rules=["Flying"]), Bows=wide, Foe=TEN))
    assert over is not None
    assert over.way.steps == (Forward(8.0),)


@pytest.mark.rule("aofr.pivot.ignore_obstacles")
def test_a_charger_that_turns_ignores_what_its_corners_sweep_over() -> None:
    # A front of 10" sweeps over the unit that stands in the corner between its start and its end.
    line = "Pikes at 30,20 | Bows at 27.5,22.5 | Foe at 38,20 face 270"
    table = draw(line, Pikes=regiment(5, base=(2.0, 1.0)), Bows=ONE, Foe=TEN).set("Foe", seat=1)
    made = plan(table)
    assert made is not None
    assert made.way.steps[0] == Pivot(90)


@pytest.mark.rule("aofr.charge.ignore_one_inch")
def test_a_charge_may_pass_close_to_others() -> None:
    table = draw("Pikes at 30,11 | Bows at 34,16 | Foe at 30,21 face 180", Pikes=TEN, Bows=regiment(2), Foe=TEN)
    made = plan(table)
    assert made is not None
    assert made.way.steps == (Forward(8.0),)
    passed = gap_along(made.way.start, Forward(8.0), table.footprint("Bows"))
    assert 0.0 < passed < 1.0


@pytest.mark.rule("aofr.charge.ignore_one_inch")
def test_a_charge_may_end_close_to_others() -> None:
    table = draw("Pikes at 30,11 | Bows at 34,18 | Foe at 30,21 face 180", Pikes=TEN, Bows=regiment(2), Foe=TEN)
    made = plan(table)
    assert made is not None
    assert 0.0 < distance(made.way.end, table.footprint("Bows")) < 1.0


@pytest.mark.rule("aofr.melee.no_los_needed")
def test_a_hidden_enemy_can_be_charged() -> None:
    table = draw("72x48 veil 30,14 12x2 | Pikes at 30,11 | Foe at 30,20 face 180", Pikes=TEN, Foe=TEN)
    assert not unit_sees(table.battle, table.unit("Pikes"), table.unit("Foe"))
    assert acts(table, "Pikes").activate("Pikes").offers(target="Foe")


@pytest.mark.rule("aofr.melee.no_los_needed", "aofr.terrain.difficult_charge")
def test_difficult_ground_on_the_way_shortens_a_charge_to_six_inches() -> None:
    line = "72x48 swamp 30,14 12x2 | Pikes at 30,11 | Foe at 30,{} face 180"
    assert plan(draw(line.format(21), Pikes=TEN, Foe=TEN)) is None
    assert plan(draw(line.format(18), Pikes=TEN, Foe=TEN)) is not None
    strider = regiment(10, rules=["Strider"])
    assert plan(draw(line.format(21), Pikes=strider, Foe=TEN)) is not None


@pytest.mark.rule("aofr.charge.move", "aofr.charge.not_straight")
def test_the_way_may_be_bent_by_one_pivot() -> None:
    table = draw("Pikes at 30,10 | Foe at 38,18 face 180", Pikes=FIVE, Foe=FIVE)
    made = plan(table)
    assert made is not None
    turns = [step for step in made.way.steps if isinstance(step, Pivot)]
    assert len(turns) == 1
    assert abs(turns[0].degrees) <= 90.0
    assert made.way.inches <= 12.0
    assert distance(made.way.end, table.footprint("Foe")) == pytest.approx(0.0, abs=0.002)


@pytest.mark.rule("aofr.charge.not_straight")
def test_an_l_shaped_way_around_an_obstacle_is_found() -> None:
    line = "72x48 building 35,10 4x6 | Pikes at 30,10 | Foe at 38.5,16 face 270"
    table = draw(line, Pikes=ONE, Foe=FIVE).set("Foe", seat=1)
    made = plan(table)
    assert made is not None
    kinds = [type(step) for step in made.way.steps]
    assert kinds == [Forward, Pivot, Forward]
    assert made.way.inches <= 12.0


@pytest.mark.rule("aofr.charge.not_straight", "aofr.melee.valid_target")
@pytest.mark.parametrize(
    ("line", "charger", "target"),
    [
        # Turned a little further than towards the target it passes the corner of the building.
        ("72x48 building 34,17 4x4 | Pikes at 31,12 face 30 | Foe at 42,16 face 147", FIVE, FIVE),
        # Only a late turn leads past the unit that stands before the target.
        ("Pikes at 40,9 face 330 | Foe at 27,7 face 293 | Bows at 34,9 face 346", regiment(20), TEN),
        # The target shows between two units.
        (
            "Pikes at 31,17 | Foe at 28,29 face 273 | Bows at 33,23 face 42 | Slings at 29,25 face 340",
            regiment(5, base=(1, 2)),
            regiment(20),
        ),
        # Between a building and a swamp, which would shorten the charge.
        (
            "72x48 building 33.3,12.1 2.4x2.2 turned 60 swamp 46.5,13.1 5.9x3 turned 30 "
            "| Pikes at 35.9,7.3 | Foe at 43.7,14.6 face 44.3",
            regiment(3, base=(2, 2)),
            ONE,
        ),
    ],
)
def test_a_way_past_what_is_in_the_way_is_found(line: str, charger: Regiment, target: Regiment) -> None:
    others = {name: ONE for name in ("Bows", "Slings") if name in line}
    table = draw(line, None, Pikes=charger, Foe=target, **others).set("Pikes", seat=0).set("Foe", seat=1)
    made = plan(table)
    assert made is not None
    assert sum(isinstance(step, Pivot) for step in made.way.steps) == 1
    assert made.way.inches <= 12.0


@pytest.mark.rule("aofr.charge.not_straight", "aofr.charge.maximise_frontage")
def test_a_small_unit_chooses_where_on_a_wide_front_it_strikes() -> None:
    table = draw("Pikes at 30,10 | Foe at 30,18 face 180", Pikes=ONE, Foe=TEN)
    game = acts(table, "Pikes", {"": 3}).activate("Pikes")
    assert [key for key in game.keys if key.startswith("charge")] == ["charge>1", "charge>1>left", "charge>1>right"]
    game.choose("charge>1>right")
    (charged,) = game.told(events.UnitCharged)
    assert charged.inches <= 12.0
    (aligned,) = game.told(events.UnitAligned)
    assert (aligned.pose.x, aligned.pose.y) == pytest.approx((32.0, 16.5), abs=0.25)


@pytest.mark.rule("aofr.melee.attacks", "aofr.melee.flank_no_strike_back")
@pytest.mark.parametrize(
    ("line", "dealt", "returned"),
    [
        # Ten attacks, half of them hit, half of those are not blocked; impact adds 10 dice on 2+.
        ("Pikes at 30,10 | Foe at 30,18 face 180", 2.5 + 10 * 5 / 6 / 2, True),
        ("Pikes at 41,18 face 270 | Foe at 30,18 face 180", 2.5 + 10 * 5 / 6 / 2, False),
    ],
)
def test_a_charge_tells_the_wounds_to_expect(line: str, dealt: float, returned: bool) -> None:
    table = draw(line, Pikes=regiment(10, rules=["Impact(1)"]), Foe=regiment(30)).set("Pikes", seat=0)
    told = {odds.label: odds for odds in acts(table, "Pikes").weighed[-1].odds}
    assert told["expected wounds"].value == pytest.approx(dealt)
    assert ("expected wounds in return" in told) is returned


@pytest.mark.rule("aofr.charge.maximise_frontage")
def test_equal_fronts_leave_no_choice_of_place() -> None:
    table = draw("Pikes at 30,10 | Foe at 30,18 face 180", Pikes=TEN, Foe=TEN)
    assert list(charge.choices(table.battle, table.unit("Pikes"), table.unit("Foe"))) == [""]


@pytest.mark.rule("aofr.charge.facing_fixed")
def test_every_choice_strikes_the_side_of_the_declaration() -> None:
    table = draw("Pikes at 39,14 face 300 | Foe at 30,18 face 180", Pikes=ONE, Foe=regiment(20))
    made = charge.choices(table.battle, table.unit("Pikes"), table.unit("Foe"))
    assert len(made) > 1
    assert {one.side for one in made.values()} == {Arc.LEFT}


@pytest.mark.rule("aofr.charge.into_contact")
def test_the_charger_moves_into_contact_and_not_less() -> None:
    table = draw("Pikes at 30,10 | Foe at 30,17 face 180", Pikes=TEN, Foe=TEN)
    game = charges(table)
    assert game.value is Arc.FRONT
    (charged,) = game.told(events.UnitCharged)
    assert charged.inches == pytest.approx(5.0)
    assert charged.pose == Pose(30, 15, 0)
    assert distance(table.footprint("Pikes"), table.footprint("Foe")) == pytest.approx(0.0, abs=0.001)
    assert table.unit("Pikes").moved


@pytest.mark.rule("aofr.charge.close_gap_pivot")
def test_the_charger_turns_its_front_flush() -> None:
    table = draw("Pikes at 30,10 face 20 | Foe at 32,18 face 180", Pikes=TEN, Foe=TEN)
    charges(table)
    assert table.footprint("Pikes").facing == pytest.approx(0.0)
    assert frontage(table) > 0.0


@pytest.mark.rule("aofr.charge.maximise_frontage")
def test_the_charger_shuffles_to_the_greatest_front() -> None:
    table = draw("Pikes at 26,10 | Foe at 30,18 face 180", Pikes=TEN, Foe=TEN)
    charges(table)
    assert frontage(table) == pytest.approx(5.0)
    wide = draw("Pikes at 28,10 | Foe at 30,18 face 180", Pikes=regiment(3), Foe=TEN)
    charges(wide)
    # The small unit shifts no further than it needs to: its whole front is on the target's at x = 29.
    assert frontage(wide) == pytest.approx(3.0)
    assert wide.footprint("Pikes").x == pytest.approx(29.0)


def mirrored(line: str, mirror: bool) -> str:
    """The table as it is, or with left and right of x = 30 changed about."""
    if not mirror:
        return line
    return re.sub(r"([\d.]+)(,[\d.]+ )", lambda told: f"{60 - float(told[1]):g}{told[2]}", line)


@pytest.mark.rule("aofr.charge.maximise_frontage")
@pytest.mark.parametrize("mirror", [False, True])
def test_a_blocked_charger_takes_the_free_place_with_most_front(mirror: bool) -> None:
    line = "72x48 building 33,15.5 4x3 | Pikes at 26,10 | Foe at 30,18 face 180"
    table = draw(mirrored(line, mirror), Pikes=TEN, Foe=TEN)
    charges(table)
    shape = table.footprint("Pikes")
    assert max((60 - x if mirror else x) for x, _ in shape.corners) <= 31.01
    assert frontage(table) == pytest.approx(3.5, abs=0.26)


@pytest.mark.rule("aofr.charge.target_aligns")
@pytest.mark.parametrize("mirror", [False, True])
def test_a_target_comes_to_meet_a_charger_that_is_held_up(mirror: bool) -> None:
    line = "72x48 building 31,15.5 5x3 | Pikes at 24.8,10 | Foe at 30,18 face 180"
    table = draw(mirrored(line, mirror), Pikes=TEN, Foe=TEN)
    game = charges(table)
    assert (table.footprint("Foe").x > 30.0) is mirror
    assert [event.unit for event in game.told(events.UnitAligned)] == [0, 1]
    assert frontage(table) == pytest.approx(5.0, abs=0.01)
    assert not overlaps(table.footprint("Pikes"), table.footprint("Foe"))


@pytest.mark.rule("aofr.charge.target_aligns")
def test_a_target_comes_to_meet_a_charger_whichever_way_they_look() -> None:
    line = "72x48 building 27.5,17 5x3 turned 90 | 0 Pikes at 22,23.2 face 90 | 1 Foe at 30,18 face 270"
    table = draw(line, Pikes=TEN, Foe=TEN)
    charges(table)
    assert table.footprint("Foe").y > 18.0
    assert frontage(table) == pytest.approx(5.0, abs=0.01)


@pytest.mark.rule("aofr.terrain.no_overhang")
def test_nobody_charges_where_it_would_hang_over_a_gap() -> None:
    line = "72x48 gap {},16.5 8x0.8 | Pikes at 30,10 | Foe at 30,18 face 180"
    assert plan(draw(line.format(30), Pikes=TEN, Foe=TEN)) is None
    assert plan(draw(line.format(60), Pikes=TEN, Foe=TEN)) is not None


@pytest.mark.rule("aofr.charge.target_aligns")
def test_a_target_stays_where_it_is_when_enough_front_is_in_contact() -> None:
    table = draw("72x48 building 33,15.5 4x3 | Pikes at 26,10 | Foe at 30,18 face 180", Pikes=TEN, Foe=TEN)
    charges(table)
    assert table.footprint("Foe").x == pytest.approx(30.0)


@pytest.mark.rule("aofr.charge.facing_majority")
@pytest.mark.parametrize(("x", "side"), [(36.4, Arc.FRONT), (37.4, Arc.LEFT)])
def test_most_models_of_the_front_row_decide_the_side(x: float, side: Arc) -> None:
    # The target's left arc begins at its corner (32.5, 17); the front row's centres are at y = 12.5: 4.5" nearer.
    table = draw(f"Pikes at {x},12.5 | Foe at 30,18 face 180", Pikes=FIVE, Foe=TEN)
    in_flank = [t for t in _front(table) if t > 32.5 + 4.5]
    assert len(in_flank) == (2 if side is Arc.FRONT else 3)
    assert charge.charged_side(table.battle, table.unit("Pikes"), table.unit("Foe")) is side


@pytest.mark.rule("aofr.charge.facing_majority")
def test_only_the_front_row_decides_the_side() -> None:
    # Three of five of the front row stand in the target's flank, but only six of all twenty models.
    table = draw("Pikes at 37.4,11 | Foe at 30,18 face 180", Pikes=regiment(20), Foe=TEN)
    assert charge.charged_side(table.battle, table.unit("Pikes"), table.unit("Foe")) is Arc.LEFT


def _front(table: Table) -> list[float]:
    return [trooper.base.x for trooper in troopers(table.battle, table.unit("Pikes")) if trooper.rank == 0]


@pytest.mark.rule("aofr.charge.facing_majority")
def test_a_tie_is_broken_by_the_middle_of_the_front() -> None:
    # Of two models one stands in the front arc and one in the flank; the ray from the corner (32.5, 17) meets the
    # front edge of who looks north to the left of its middle, that of who looks south to the right of it.
    pair = regiment(2)
    for facing, side in ((0, Arc.LEFT), (180, Arc.FRONT)):
        table = draw(f"Pikes at 37.1,12.5 face {facing} | Foe at 30,18 face 180", Pikes=pair, Foe=TEN)
        assert charge.charged_side(table.battle, table.unit("Pikes"), table.unit("Foe")) is side


@pytest.mark.rule("aofr.charge.facing_fixed")
def test_the_charger_aligns_with_the_declared_side_whatever_it_touches_first() -> None:
    table = draw("Pikes at 35.5,11 | Foe at 30,18 face 180", Pikes=FIVE, Foe=TEN)
    assert charge.charged_side(table.battle, table.unit("Pikes"), table.unit("Foe")) is Arc.FRONT
    game = charges(table)
    assert game.value is Arc.FRONT
    assert table.footprint("Pikes").facing == pytest.approx(0.0)
    flank = draw("Pikes at 41,18 face 270 | Foe at 30,18 face 180", Pikes=FIVE, Foe=TEN)
    assert charges(flank).value is Arc.LEFT
    assert flank.footprint("Pikes").facing == pytest.approx(270.0)
    assert frontage(flank) == pytest.approx(2.0)


@pytest.mark.rule("aofr.charge.facing_fixed")
@pytest.mark.parametrize(
    ("at", "declared", "touched", "facing"),
    [
        ("38.5,10 face 330", Arc.FRONT, Arc.LEFT, 0.0),
        ("37,11 face 60", Arc.FRONT, Arc.LEFT, 0.0),
        ("21.5,12.5", Arc.RIGHT, Arc.FRONT, 90.0),
        ("35,15.5", Arc.LEFT, Arc.FRONT, 270.0),
    ],
)
def test_the_declared_side_is_struck_though_the_move_ends_before_another(
    at: str, declared: Arc, touched: Arc, facing: float
) -> None:
    table = draw(f"Pikes at {at} | Foe at 30,18 face 180", Pikes=FIVE, Foe=TEN)
    pikes, foe = table.unit("Pikes"), table.unit("Foe")
    made = charge.plan(table.battle, pikes, foe)
    assert made is not None
    twin = copied(table.battle)
    stand(twin.units[0], made.way.end)
    assert charge.charged_side(twin, twin.units[0], twin.units[1]) is touched
    game = charges(table)
    assert game.value is declared
    assert [event.side for event in game.told(events.UnitCharged)] == [declared.value]
    assert table.footprint("Pikes").facing == pytest.approx(facing)
    goal = footprint(table.battle, foe)
    assert field.frontage(goal, declared, table.footprint("Pikes")) > 0.5
    assert distance(goal, table.footprint("Pikes")) == pytest.approx(0.0, abs=0.001)


@pytest.mark.rule("aofr.charge.became_impossible")
def test_a_charge_that_became_impossible_may_go_on_straight_without_a_melee() -> None:
    table = draw("Pikes at 30,10 | Foe at 30,26 face 180", Pikes=TEN, Foe=TEN)
    game = charges(table)
    assert game.topic == "unfinished charge"
    assert [event.unit for event in game.told(events.ChargeStopped)] == [0]
    assert game.refuses(Pivot(10), Forward(2)) == "aofr.charge.became_impossible"
    assert game.refuses(Forward(12.5)) == "aofr.charge.move"
    game.move(Forward(12))
    assert game.value is None
    assert table.footprint("Pikes").y == pytest.approx(22.0)


@pytest.mark.rule("aofr.charge.became_impossible")
def test_an_unfinished_charge_ends_an_inch_from_others() -> None:
    table = draw("72x48 swamp 30,16 12x2 | Pikes at 30,11 | Foe at 30,22 face 180", Pikes=TEN, Foe=TEN)
    game = charges(table)
    assert game.refuses(Forward(8)) == "aofr.terrain.difficult"
    near = charges(draw("Pikes at 30,11 | Bows at 30,20 | Foe at 30,40 face 180", Pikes=TEN, Bows=TEN, Foe=TEN))
    assert near.refuses(Forward(6.5)) == "aofr.move.one_inch"
    assert Moved("charge", (Forward(6.0),)) in game.game.asked.suggestions()
    game.stay()
    assert game.value is None


@pytest.mark.rule("aofr.charge.close_gap_pivot", "aofr.charge.target_aligns")
def test_without_a_flush_place_the_melee_is_fought_at_the_corner() -> None:
    # A building stands before the whole flank in which the charge is declared, but the front's corner can be reached.
    line = "72x48 building 34.9,18.975 4.2x4.05 | Pikes at 39,13 face 270 | Foe at 30,18 face 180"
    table = draw(line, Pikes=ONE, Foe=TEN)
    made = plan(table)
    assert made is not None
    assert (made.side, made.place) == (Arc.LEFT, None)
    assert charges(table).value is Arc.LEFT
    # The target turns its flank to the charger, which could not be made parallel, and lies flush on it.
    assert table.footprint("Foe").facing == pytest.approx((table.footprint("Pikes").facing - 90.0) % 360.0)
    assert frontage(table) == pytest.approx(1.0)
    assert distance(table.footprint("Pikes"), table.footprint("Foe")) == pytest.approx(0.0, abs=0.002)
    assert not overlaps(table.footprint("Pikes"), table.footprint("Foe"))


@pytest.mark.rule("aofr.charge.move")
def test_who_is_touched_in_the_flank_may_turn_and_charge() -> None:
    table = draw("Pikes at 30,20 | Foe at 40,20 face 270", Pikes=TEN, Foe=TEN)
    table.set("Foe", seat=1).touch("Foe", "Pikes", "right")
    made = plan(table)
    assert made is not None
    assert abs(next(step.degrees for step in made.way.steps if isinstance(step, Pivot))) <= 90.0
    charges(table)
    assert not overlaps(table.footprint("Pikes"), table.footprint("Foe"))
    assert frontage(table) == pytest.approx(5.0)


@pytest.mark.rule("aofr.terrain.dangerous", "aofr.terrain.rivers", "aofr.terrain.ruins")
@pytest.mark.parametrize("piece", ["lava", "river", "ruins"])
def test_chargers_test_for_dangerous_ground_on_the_way(piece: str) -> None:
    table = draw(f"72x48 {piece} 30,14 40x1 | Pikes at 30,10 | Foe at 30,19 face 180", Pikes=FIVE, Foe=TEN)
    game = happen(table, lambda b: charge.charge_move(b, find(b, "Pikes"), find(b, "Foe")), dice=[(1, 2, 3, 1, 5)])
    assert table.unit("Pikes").models == 3
    assert game.value is Arc.FRONT
    assert distance(table.footprint("Pikes"), table.footprint("Foe")) == pytest.approx(0.0, abs=0.001)


@pytest.mark.rule("aofr.terrain.dangerous")
def test_a_charger_that_dies_on_the_way_fights_nobody() -> None:
    table = draw("72x48 lava 30,14 40x1 | Pikes at 30,10 | Foe at 30,19 face 180", Pikes=ONE, Foe=TEN)
    game = acts(table, "Pikes", [1]).charge("Pikes", "Foe")
    assert (game.game.over, game.unit("Pikes").fate) == (True, "destroyed")
    assert not game.told(events.MeleeBegan)


@pytest.mark.rule("aofr.terrain.dangerous")
def test_a_way_without_danger_is_preferred() -> None:
    line = "72x48 lava {},14 1x1 | Pikes at 30,10 | Foe at 32,19 face 180"
    straight = plan(draw(line.format(60), Pikes=ONE, Foe=TEN))
    around = plan(draw(line.format(29.6), Pikes=ONE, Foe=TEN))
    assert straight is not None
    assert straight.way.steps == (Forward(7.5),)
    assert around is not None
    assert any(isinstance(step, Pivot) for step in around.way.steps)


def test_the_overlap_of_a_flush_place() -> None:
    table = draw("Pikes at 30,10 | Foe at 30,18 face 180", Pikes=TEN, Foe=TEN).touch("Pikes", "Foe", offset=3.0)
    assert field.frontage(table.footprint("Foe"), Arc.FRONT, table.footprint("Pikes")) == pytest.approx(2.0)


@pytest.mark.rule("aofr.command.musician")
def test_a_musician_lengthens_the_charge() -> None:
    piped = regiment(groups=[models(1, rules=["Musician"]), models(9)])
    line = "Pikes at 30,10 | Foe at 30,24.8 face 180"
    assert plan(draw(line, Pikes=piped, Foe=TEN)) is not None
    assert plan(draw(line, Pikes=TEN, Foe=TEN)) is None


@pytest.mark.parametrize(("foe", "told"), [("30,21", ["charge>1"]), ("30,40", [])])
def test_it_is_told_of_near_enemies_alone_why_they_cannot_be_charged(foe: str, told: list[str]) -> None:
    line = f"72x48 building 30,16 60x2 | Pikes at 30,11 | Foe at {foe} face 180"
    play = acts(draw(line, Pikes=TEN, Foe=TEN), "Pikes").activate("Pikes")
    assert list(play.denied) == told


@pytest.mark.rule("aofr.charge.move", "aofr.melee.valid_target")
@pytest.mark.parametrize("ground", ["", "forest 36,30 8x8 | "], ids=["in the open", "at the edge of a wood"])
@pytest.mark.parametrize("rules", [[], ["Flying"]], ids=["on foot", "flying"])
def test_a_target_that_only_a_corner_reaches_can_be_charged(ground: str, rules: list[str]) -> None:
    """8.5" away: after a turn of 63 degrees a corner of the front meets it at 11.6", and no way square to it is as
    short."""
    line = f"72x48 {ground}0 Wide at 27.261,12.289 face -74.42 | 1 Foe at 32.159,26.160 face 180"
    if not ground:
        line = line.replace("72x48 ", "72x48 | ")
    table = draw(line, Wide=regiment(10, base=(1.0, 2.0), rules=rules), Foe=regiment(5)).set("Wide", files=10)
    plan = charge.plan(table.battle, table.unit("Wide"), table.unit("Foe"))
    assert plan is not None
    assert plan.way.inches <= 12.0
    if not rules:
        assert plan.way.inches > 11.0
