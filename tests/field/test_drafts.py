"""Drafts of moves: towards goals, at random, as far as the way is free."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table.shapes_at_random import rects, sides
from warhost.dice import Chance
from warhost.field import (
    Body,
    Field,
    Piece,
    Terrain,
    drawn,
    free_inches,
    inches_to_edge,
    offered,
    path_of,
    random_pivot,
    random_wheel,
    turn_to,
    turns_to,
    wheels_to,
)
from warhost.field.moves.drafts import ask_drawn, pivoting_drafts, random_pivoting, steps_into_sight
from warhost.play.questions import Kind, Manoeuvre, Moved, Turning
from warhost.play.script import Ask, Refused
from warhost.table import (
    TOLERANCE,
    Arc,
    Back,
    Board,
    Forward,
    Pivot,
    Rect,
    Sidestep,
    Wheel,
    apply,
    cost,
    distance,
    free_towards,
    grown,
    local,
    outward,
    overlaps,
    rect,
    slide,
)

BOARD = Board(48.0, 48.0)
MARCH = Kind("march", 8.0, turns=(Turning("corner", 90.0, costs=True),))


def about(figure: float) -> float:
    """A figure that equals others but for rounding."""
    return cast("float", pytest.approx(figure))


def even(moved: Moved) -> None:
    if any(isinstance(step, Forward) and step.inches % 2 for step in moved.steps):
        raise Refused("Odd.", "odd")


def test_legal_drafts_are_offered_once_and_to_stay_comes_first() -> None:
    drafts = [Moved("go", (Forward(inches),)) for inches in (2.0, 3.0, 2.0, 4.0)]
    assert offered(even, drafts) == [Moved(), drafts[0], drafts[3]]
    assert offered(even, []) == [Moved()]


def test_a_move_is_drawn_until_one_is_legal_or_the_tries_are_over() -> None:
    inches = iter((1.0, 3.0, 4.0, 5.0))
    assert drawn(even, lambda: Moved("go", (Forward(next(inches)),)), 3) == Moved("go", (Forward(4.0),))
    assert drawn(even, lambda: Moved("go", (Forward(1.0),)), 3) == Moved()
    assert drawn(even, Moved, 3) == Moved()
    # To stay is never asked about: a check may know moves alone.
    assert drawn(lambda moved: even(moved) if moved.kind else 1 / 0, Moved, 1) == Moved()
    stays = iter((Moved(), Moved("go", (Forward(2.0),))))
    assert drawn(even, lambda: next(stays), 2) == Moved()


@given(rects, st.tuples(st.floats(-20, 20), st.floats(-20, 20)), st.floats(10, 180))
def test_turns_look_at_the_goal_as_far_as_they_may(shape: Rect, goal: tuple[float, float], most: float) -> None:
    turn = turn_to(shape, goal, most)
    assert abs(turn) <= most
    after = apply(shape, Pivot(turn))
    if abs(turn) < most - 1e-6:
        right, ahead = local(after, *goal)
        assert abs(right) <= 1e-6
        assert ahead >= -1e-9
    turns = turns_to(shape, [goal], most)
    assert {max(-most, min(most, one)) for one in (-90.0, 90.0, 180.0)} <= {one.degrees for one in turns}
    assert all(TOLERANCE < abs(one.degrees) <= most for one in turns)
    assert len(turns) == len(set(turns))


@given(rects, st.tuples(st.floats(-30, 30), st.floats(-30, 30)))
def test_wheels_use_no_more_than_the_move_has(shape: Rect, goal: tuple[float, float]) -> None:
    for steps in wheels_to(shape, MARCH, goal):
        assert sum(cost(shape, step) for step in steps) <= 8.0 + TOLERANCE
    assert wheels_to(shape, Kind("run", 8.0), goal) == []


def test_a_wheel_looks_at_the_goal_and_what_is_left_is_gone_straight_on_all_or_half() -> None:
    shape, east = rect(20.0, 20.0, 0.0, 2.0, 2.0), (40.0, 21.0)
    # About the right corner of the front, at (21, 21): a quarter turn of a front of 2 inches.
    left = 8.0 - cost(shape, Wheel(90.0))
    assert wheels_to(shape, MARCH, east) == [
        (Wheel(about(90.0)), Forward(about(left))),
        (Wheel(about(90.0)), Forward(about(left / 2))),
    ]
    assert wheels_to(shape, MARCH, (20.0, 40.0)) == []
    # A move that is just long enough for a part of the wheel ends with it.
    short = Kind("shuffle", 1.0, turns=MARCH.turns)
    ((wheel,),) = wheels_to(shape, short, east)
    assert cost(shape, wheel) == pytest.approx(1.0)


@pytest.mark.parametrize("most", [45.0, 90.0, 180.0])
def test_random_turns_go_both_ways_and_no_further(most: float) -> None:
    chance = Chance("turns")
    turns = [random_pivot(chance, most).degrees for _ in range(200)]
    assert -most <= min(turns) < -most / 2
    assert most / 2 < max(turns) <= most
    assert all(turn == round(turn, 2) for turn in turns)
    assert any(turn != round(turn, 1) for turn in turns)
    shape = rect(0.0, 0.0, 0.0, 4.0, 2.0)
    wheels = [random_wheel(shape, MARCH, 3.0, chance) for _ in range(200)]
    assert all(cost(shape, wheel) <= 3.0 + TOLERANCE for wheel in wheels)
    rights = sum(wheel.degrees > 0 for wheel in wheels)
    assert 70 <= rights <= 130


places = st.builds(rect, st.floats(8, 40), st.floats(8, 40), st.floats(0, 359), st.floats(1, 5), st.floats(1, 4))


@given(places, st.lists(places, max_size=4), st.lists(places, max_size=2), sides, st.booleans())
def test_the_way_is_free_as_far_as_is_told(
    own: Rect, others: list[Rect], rocks: list[Rect], side: Arc, flies: bool
) -> None:
    if any(distance(own, other) < 1.5 for other in others) or any(overlaps(own, rock) for rock in rocks):
        return
    pieces = [Piece("rock", rock, frozenset({"rock"})) for rock in rocks]
    bodies = [Body(number, 0, str(number), shape) for number, shape in enumerate((own, *others))]
    here = Field(Terrain(BOARD, pieces), bodies)
    free = free_inches(here, 0, own, 12.0, side, gap=1.0, barred="rock", flies=flies)
    assert 0.0 <= free <= 12.0
    for share in (0.25, 0.5, 0.75, 1.0):
        there = slide(own, free * share, outward(own, side))
        if not flies:
            assert all(distance(there, other) >= 1.0 - 2 * TOLERANCE for other in others)
            assert not any(overlaps(there, rock) for rock in rocks)
    # Nothing that is far away or the mover itself stops it: it goes to the edge or to the first of all others.
    ends = [inches_to_edge(own, BOARD, side, limit=12.0)]
    if not flies:
        ends += [free_towards(own, side, grown(other, 1.0), 12.0) for other in others]
        ends += [free_towards(own, side, rock, 12.0) for rock in rocks]
    assert free == pytest.approx(max(0.0, min(ends)))


def test_the_way_ends_a_gap_before_others_and_at_barred_ground_but_not_for_who_flies() -> None:
    own, ahead = rect(20.0, 20.0, 0.0, 4.0, 2.0), rect(20.0, 30.0, 0.0, 4.0, 2.0)
    rock = Piece("rock", rect(12.0, 20.0, 0.0, 2.0, 2.0), frozenset({"rock"}))
    here = Field(Terrain(BOARD, [rock]), [Body(0, 0, "own", own), Body(1, 1, "ahead", ahead)])

    def free(side: Arc, limit: float = 12.0, *, flies: bool = False, barred: str = "rock") -> float:
        return free_inches(here, 0, own, limit, side, gap=1.0, barred=barred, flies=flies)

    assert free(Arc.FRONT) == pytest.approx(7.0)
    assert free(Arc.LEFT) == pytest.approx(5.0)
    assert free(Arc.LEFT, barred="water") == 12.0
    assert free(Arc.LEFT, 3.0) == 3.0
    assert (free(Arc.FRONT, flies=True), free(Arc.LEFT, flies=True)) == (12.0, 12.0)
    assert free(Arc.REAR, 40.0) == pytest.approx(19.0)
    # Who stands nearer than the gap already goes nowhere towards it.
    near = Field(Terrain(BOARD), [Body(0, 0, "own", own), Body(1, 1, "ahead", rect(20.0, 22.5, 0.0, 4.0, 2.0))])
    assert free_inches(near, 0, own, 6.0, Arc.FRONT, gap=1.0, barred="", flies=False) == 0.0


def test_a_move_into_sight_turns_as_far_as_it_may_and_stops_just_near_enough() -> None:
    here, there = rect(0.0, 0.0, 0.0, 1.0, 1.0), rect(20.0, 0.0, 0.0, 1.0, 1.0)
    assert list(steps_into_sight(here, there, 6.0, 15.0)) == [
        (Pivot(90.0), Forward(4.5)),
        (Pivot(90.0), Forward(6.0)),
    ]
    assert list(steps_into_sight(here, there, 2.0, 15.0, turn=45.0)) == [(Pivot(45.0), Forward(2.0))]
    ahead = rect(0.0, 20.0, 0.0, 1.0, 1.0)
    assert list(steps_into_sight(here, ahead, 6.0, 15.0)) == [(Forward(4.5),), (Forward(6.0),)]
    # Within reach already: half an inch is enough to look again.
    assert list(steps_into_sight(here, ahead, 6.0, 30.0)) == [(Forward(0.5),), (Forward(6.0),)]


PIVOTING = Kind("advance", 6.0, 3.0, 3.0, (Turning("centre", 90.0, most=1),))


def no_halts(shape: Rect, far: float) -> list[float]:
    return []


@given(st.floats(0, 359), st.lists(st.tuples(st.floats(0, 48), st.floats(0, 48)), max_size=3), st.floats(0.5, 9.0))
def test_drafts_with_a_pivot_go_no_farther_than_is_free(
    facing: float, goals: list[tuple[float, float]], room: float
) -> None:
    here = rect(24.0, 24.0, facing, 4.0, 2.0)
    drafts = list(pivoting_drafts(here, PIVOTING, goals, lambda shape, limit, side: min(limit, room), no_halts))
    for steps in drafts:
        turns = [step.degrees for step in steps if isinstance(step, Pivot)]
        assert len(turns) <= 1
        assert all(abs(turn) <= 90.0 for turn in turns)
        assert sum(abs(step.inches) for step in steps if not isinstance(step, Pivot | Wheel)) <= 6.0 + 1e-9
    assert drafts[0] == (Forward(min(6.0, room)),)
    assert drafts[-3:] == [(Back(min(3.0, room)),), (Sidestep(min(3.0, room)),), (Sidestep(-min(3.0, room)),)]


def test_drafts_stop_at_the_goal_and_where_the_ground_is_worth_a_halt() -> None:
    here = rect(24.0, 24.0, 0.0, 4.0, 2.0)
    drafts = list(pivoting_drafts(here, PIVOTING, [(28.0, 24.0)], lambda *_: 6.0, lambda shape, far: [5.0]))
    assert (Pivot(90.0), Forward(4.0)) in drafts
    assert (Pivot(90.0), Forward(5.0)) in drafts
    assert (Forward(5.0),) in drafts
    late = Pivot(about(turn_to(rect(24.0, 27.0, 0.0, 4.0, 2.0), (28.0, 24.0), 90.0)))
    assert (Forward(3.0), late) in drafts
    assert any(steps[:2] == (Forward(3.0), late) and isinstance(steps[2], Forward) for steps in drafts if steps[2:])


def test_a_goal_straight_ahead_needs_no_turn() -> None:
    here = rect(24.0, 24.0, 0.0, 4.0, 2.0)
    straight = list(pivoting_drafts(here, PIVOTING, [(24.0, 40.0)], lambda _, limit, __: limit, no_halts))
    assert straight == [(Forward(6.0),), (Forward(3.0),), (Back(3.0),), (Sidestep(3.0),), (Sidestep(-3.0),)]
    fixed = Kind("charge", 6.0)
    aside = list(pivoting_drafts(here, fixed, [(40.0, 24.0)], lambda _, limit, __: limit, no_halts))
    assert aside == [(Forward(6.0),), (Forward(3.0),)]
    # Half way there the goal lies just beside: a turn before is worth a draft, none after.
    beside = (here.x + 3.0, here.y + 3.0)
    drafts = list(pivoting_drafts(here, PIVOTING, [beside], lambda _, limit, __: limit, no_halts))
    assert (Forward(3.0), Pivot(about(90.0))) in drafts


@given(st.integers(0, 500), st.floats(0.5, 9.0))
def test_moves_with_a_pivot_at_random_stay_within_what_is_free(number: int, room: float) -> None:
    here = rect(24.0, 24.0, 0.0, 4.0, 2.0)
    steps = random_pivoting(here, PIVOTING, lambda shape, limit, side: min(limit, room), Chance(str(number)))
    lengths = [abs(step.inches) for step in steps if not isinstance(step, Pivot | Wheel)]
    assert sum(lengths) <= 6.0 + 1e-9
    assert all(length <= room for length in lengths)
    assert sum(isinstance(step, Pivot) for step in steps) <= 1


def test_moves_with_a_pivot_at_random_are_of_every_shape() -> None:
    """Ahead, a turn first, a turn between, back and to both sides: each comes up, mostly ways ahead."""
    here, chance = rect(24.0, 24.0, 0.0, 4.0, 2.0), Chance("shapes")
    asked: list[Arc] = []

    def free(shape: Rect, limit: float, side: Arc) -> float:
        asked.append(side)
        return limit

    drafts = [random_pivoting(here, PIVOTING, free, chance) for _ in range(400)]
    shapes = [tuple(type(step) for step in steps) for steps in drafts]
    assert set(shapes) == {(Forward,), (Pivot, Forward), (Forward, Pivot, Forward), (Back,), (Sidestep,)}
    assert 30 <= shapes.count((Back,)) <= 70
    asides = [step.inches for steps in drafts for step in steps if isinstance(step, Sidestep)]
    assert 30 <= len(asides) <= 70
    assert 0.25 <= sum(inches > 0.0 for inches in asides) / len(asides) <= 0.75
    # What is asked about is the side over which it goes.
    assert (asked.count(Arc.RIGHT), asked.count(Arc.LEFT)) == (
        sum(inches > 0.0 for inches in asides),
        sum(inches < 0.0 for inches in asides),
    )
    assert asked.count(Arc.REAR) == shapes.count((Back,))
    for length in range(1, 4):
        assert sum(len(steps) == length for steps in drafts) >= 70
    forwards = [random_pivoting(here, Kind("charge", 6.0), free, chance) for _ in range(60)]
    assert all(isinstance(step, Forward | Pivot) for steps in forwards for step in steps)
    assert {step.degrees for steps in forwards for step in steps if isinstance(step, Pivot)} == {0.0}


def test_a_question_for_a_move_offers_legal_drafts_and_draws_a_legal_move_or_none() -> None:
    question = Manoeuvre(seat=0, topic="move", text="How?", unit=0, kinds=(MARCH,), rules=("tiny.move",))
    drafts = [Moved("march", (Forward(inches),)) for inches in (2.0, 3.0, 4.0)]
    checks = {"march": lambda steps: even(Moved("march", tuple(steps)))}

    def asked(draw: Callable[[Chance], Moved] | None = None) -> Ask:
        ask = next(ask_drawn(question, checks, lambda: drafts, draw))
        assert isinstance(ask, Ask)
        return ask

    assert list(asked().suggestions()) == [Moved(), drafts[0], drafts[2]]
    with pytest.raises(Refused):
        asked().check(drafts[1])
    chance = Chance("moves")
    assert asked(lambda _: drafts[2]).sample(chance) == drafts[2]
    # Only one move is drawn: one that is not legal is none.
    drawn_ones = iter(drafts[1:])
    assert asked(lambda _: next(drawn_ones)).sample(chance) == Moved()
    assert {asked().sample(chance) for _ in range(40)} == {Moved(), drafts[0], drafts[2]}


def test_turns_to_the_sides_and_about_face_need_no_goal() -> None:
    shape = rect(0.0, 0.0, 0.0, 4.0, 2.0)
    assert turns_to(shape, [], 360.0) == [Pivot(-90.0), Pivot(90.0), Pivot(180.0)]
    assert turns_to(shape, [(0.0, 9.0)], 45.0) == [Pivot(-45.0), Pivot(45.0)]


def test_with_a_second_pivot_a_unit_may_go_aside_and_look_ahead_again() -> None:
    twice = Kind("advance", 6.0, turns=(Turning("centre", 90.0, most=2),))
    here = rect(18.0, 18.0, 0.0, 2.0, 2.0)
    drafts = list(pivoting_drafts(here, twice, [(28.0, 24.0)], lambda *_: 6.0, no_halts))
    back = [steps for steps in drafts if len(steps) == 3 and isinstance(steps[2], Pivot)]
    assert back
    assert all(path_of(here, steps).end.facing == pytest.approx(0.0) for steps in back if isinstance(steps[0], Pivot))
    once = Kind("advance", 6.0, turns=(Turning("centre", 90.0, most=1),))
    assert all(
        sum(isinstance(step, Pivot) for step in steps) < 2
        for steps in pivoting_drafts(here, once, [(28.0, 24.0)], lambda *_: 6.0, no_halts)
    )
    ends = [random_pivoting(here, twice, lambda *_: 6.0, Chance(str(n)))[-1] for n in range(40)]
    assert any(isinstance(step, Pivot) for step in ends)


def test_bodies_that_are_passed_do_not_shorten_the_way() -> None:
    own = rect(18.0, 18.0, 0.0, 2.0, 2.0)
    here = Field(Terrain(Board(48.0, 48.0)), [Body(0, 0, "a", own), Body(1, 0, "b", rect(18.0, 22.0, 0.0, 2.0, 2.0))])
    ways = [
        free_inches(here, 0, own, 6.0, Arc.FRONT, gap=0.5, barred="", flies=False, without=without)
        for without in ((), (1,))
    ]
    assert ways == [pytest.approx(1.5), 6.0]
