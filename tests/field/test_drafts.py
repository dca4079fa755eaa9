"""Drafts of moves: towards goals, at random, as far as the way is free."""

from __future__ import annotations

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
    offered,
    random_pivot,
    random_wheel,
    turn_to,
    turns_to,
    wheels_to,
)
from warhost.field.drafts import pivoting_drafts, random_pivoting, steps_into_sight
from warhost.play.questions import Kind, Moved, Turning
from warhost.play.script import Refused
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
    local,
    outward,
    overlaps,
    rect,
    slide,
    walk,
)

BOARD = Board(48.0, 48.0)
MARCH = Kind("march", 8.0, turns=(Turning("corner", 90.0, costs=True),))


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
    assert all(TOLERANCE < abs(one.degrees) <= most for one in turns)
    assert len(turns) == len(set(turns))


@given(rects, st.tuples(st.floats(-30, 30), st.floats(-30, 30)))
def test_wheels_use_no_more_than_the_move_has(shape: Rect, goal: tuple[float, float]) -> None:
    for steps in wheels_to(shape, MARCH, goal):
        assert sum(cost(shape, step) for step in steps) <= 8.0 + TOLERANCE
    assert wheels_to(shape, Kind("run", 8.0), goal) == []


@pytest.mark.parametrize("most", [45.0, 90.0, 180.0])
def test_random_turns_go_both_ways_and_no_further(most: float) -> None:
    chance = Chance("turns")
    turns = [random_pivot(chance, most).degrees for _ in range(200)]
    assert -most <= min(turns) < -most / 2
    assert most / 2 < max(turns) <= most
    shape = rect(0.0, 0.0, 0.0, 4.0, 2.0)
    wheels = [random_wheel(shape, MARCH, 3.0, chance) for _ in range(200)]
    assert all(cost(shape, wheel) <= 3.0 + TOLERANCE for wheel in wheels)
    assert {wheel.degrees > 0 for wheel in wheels} == {True, False}


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
    assert walk(own, ())[-1] == own


def test_a_move_into_sight_turns_as_far_as_it_may_and_stops_just_near_enough() -> None:
    here, there = rect(0.0, 0.0, 0.0, 1.0, 1.0), rect(20.0, 0.0, 0.0, 1.0, 1.0)
    assert list(steps_into_sight(here, there, 6.0, 15.0)) == [
        (Pivot(90.0), Forward(4.5)),
        (Pivot(90.0), Forward(6.0)),
    ]
    assert list(steps_into_sight(here, there, 2.0, 15.0, turn=45.0)) == [(Pivot(45.0), Forward(2.0))]


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


@given(st.integers(0, 500), st.floats(0.5, 9.0))
def test_moves_with_a_pivot_at_random_stay_within_what_is_free(number: int, room: float) -> None:
    here = rect(24.0, 24.0, 0.0, 4.0, 2.0)
    steps = random_pivoting(here, PIVOTING, lambda shape, limit, side: min(limit, room), Chance(str(number)))
    lengths = [abs(step.inches) for step in steps if not isinstance(step, Pivot | Wheel)]
    assert sum(lengths) <= 6.0 + 1e-9
    assert all(length <= room for length in lengths)
    assert sum(isinstance(step, Pivot) for step in steps) <= 1
