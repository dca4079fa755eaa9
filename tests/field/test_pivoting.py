"""Ways into contact by one pivot: which ones are found, in which order, and where they end."""

from __future__ import annotations

from math import atan2, cos, degrees, radians, sin
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table.shapes_at_random import sides
from warhost.field import path_of, pivots_into, pivots_to_spot
from warhost.field.contact.pivot_in import _later_turns, _length_before, _turns
from warhost.table import (
    TOLERANCE,
    Arc,
    Forward,
    Pivot,
    Rect,
    Step,
    apply,
    arc_of,
    distance,
    flush,
    rect,
)

starts = st.builds(rect, st.floats(26, 34), st.floats(14, 20), st.floats(-40, 40), st.floats(2, 6), st.floats(1, 3))
goals = st.builds(rect, st.floats(24, 36), st.floats(28, 36), st.floats(0, 359), st.floats(2, 6), st.floats(1, 4))

START = rect(30.0, 15.0, 0.0, 4.0, 2.0)


def near(inches: float) -> float:
    """So many inches, give or take what floats do."""
    return cast("float", pytest.approx(inches))


def faces(shape: Rect, goal: Rect) -> bool:
    return arc_of(shape, goal.x, goal.y) is Arc.FRONT


def ways(start: Rect, goal: Rect, inches: float, most_turn: float = 90.0) -> list[tuple[Step, ...]]:
    return list(pivots_into(start, goal, inches, most_turn, faces))


@given(starts, goals)
def test_pivots_lead_into_contact_within_the_inches(start: Rect, goal: Rect) -> None:
    for steps in ways(start, goal, 14.0):
        path = path_of(start, steps)
        assert path.inches <= 14.0 + TOLERANCE
        assert sum(isinstance(step, Pivot) for step in steps) <= 1
        assert all(abs(step.degrees) <= 90.0 + TOLERANCE for step in steps if isinstance(step, Pivot))
        assert distance(path.end, goal) <= 0.05


@given(starts, goals, sides, st.floats(-2, 2))
def test_pivots_to_a_spot_lead_into_contact_as_well(start: Rect, goal: Rect, side: Arc, offset: float) -> None:
    wanted = flush(start, goal, side, offset)
    for steps in pivots_to_spot(start, goal, (wanted.x, wanted.y), wanted.facing, 14.0, 90.0, faces):
        path = path_of(start, steps)
        assert path.inches <= 14.0 + TOLERANCE
        assert distance(path.end, goal) <= 0.05


def test_straight_ahead_comes_first() -> None:
    first, *others = ways(START, rect(30.0, 25.0, 180.0, 4.0, 2.0), 10.0)
    assert first == (Forward(near(8.0)),)
    assert all(any(isinstance(step, Pivot) for step in steps) for steps in others)


@pytest.mark.parametrize(("inches", "there"), [(7.9, False), (8.0, True), (8.1, True)])
def test_a_way_that_ends_where_the_move_does_counts_if_it_touches(inches: float, there: bool) -> None:
    assert any(len(steps) == 1 for steps in ways(START, rect(30.0, 25.0, 180.0, 4.0, 2.0), inches)) == there


def test_who_touches_already_needs_no_step() -> None:
    assert ways(START, rect(30.0, 17.0, 180.0, 4.0, 2.0), 6.0)[0] == ()


def test_a_goal_to_the_side_is_met_after_a_turn_square_to_it() -> None:
    goal = rect(42.0, 15.0, 270.0, 4.0, 2.0)
    found = ways(START, goal, 12.0)
    assert (Pivot(90.0), Forward(near(10.0))) in found
    assert not any(len(steps) == 1 for steps in found)
    assert ways(START, goal, 9.0) == []


def test_nobody_turns_by_more_than_the_most() -> None:
    goal = rect(42.0, 15.0, 270.0, 4.0, 2.0)
    assert ways(START, goal, 12.0, most_turn=45.0) == []
    turns = [abs(step.degrees) for steps in ways(START, goal, 14.0, 80.0) for step in steps if isinstance(step, Pivot)]
    # It turns as far as it can where it would like to turn further.
    assert max(turns) == 80.0


def test_a_goal_ahead_and_aside_is_met_by_a_turn_on_the_way() -> None:
    goal = rect(36.0, 23.0, 270.0, 4.0, 2.0)
    assert (Forward(near(8.0)), Pivot(90.0), Forward(near(4.0))) in ways(START, goal, 12.0)
    assert not any(isinstance(steps[0], Forward) and len(steps) == 3 for steps in ways(START, goal, 3.0))


@pytest.mark.parametrize("before", [True, False])
def test_who_meets_a_goal_before_it_while_turning_stops_there(before: bool) -> None:
    """The right corner of the front swings out to 32.24 and meets the goal at 32.1; it would turn on to its end."""
    goal = rect(32.9, 14.1, 90.0, 10.0, 1.6)
    found = [steps for steps in pivots_into(START, goal, 6.0, 90.0, lambda shape, other: before) if len(steps) == 1]
    assert bool(found) == before
    for (turn,) in found:
        assert isinstance(turn, Pivot)
        assert distance(apply(START, turn), goal) <= 2 * TOLERANCE
        assert 0.0 < turn.degrees < 20.0


@pytest.mark.parametrize("turn", [30.0, -30.0])
def test_a_spot_is_come_to_in_the_wanted_direction(turn: float) -> None:
    """Ahead, a turn square to the side, ahead: the mover ends exactly on the spot."""
    facing = turn
    centre = (30.0 + 3.0 * sin(radians(turn)), 18.0 + 3.0 * cos(radians(turn)))
    goal = rect(centre[0] + 2.0 * sin(radians(turn)), centre[1] + 2.0 * cos(radians(turn)), turn + 180.0, 4.0, 2.0)
    ends = [
        path_of(START, steps).end
        for steps in pivots_to_spot(START, goal, centre, facing, 10.0, 90.0, faces)
        if len(steps) == 3
    ]
    assert any((end.x, end.y) == pytest.approx(centre, abs=0.01) and end.facing % 360 == turn % 360 for end in ends)


def test_a_spot_is_not_come_to_by_more_inches_or_degrees_than_there_are() -> None:
    goal = rect(42.0, 15.0, 270.0, 4.0, 2.0)
    spot = (40.0, 15.0)
    assert list(pivots_to_spot(START, goal, spot, 90.0, 12.0, 90.0, faces))
    assert list(pivots_to_spot(START, goal, spot, 90.0, 12.0, 30.0, faces)) == []
    assert list(pivots_to_spot(START, goal, spot, 90.0, 8.0, 90.0, faces)) == []


def test_how_far_to_go_before_a_turn() -> None:
    assert _length_before(START, (36.0, 19.0), 90.0) == pytest.approx(4.0)
    assert _length_before(START, (26.0, 19.0), -90.0) == pytest.approx(4.0)
    assert _length_before(START, (36.0, 25.0), 45.0) == pytest.approx(4.0)
    assert _length_before(START, (36.0, 11.0), 90.0) == pytest.approx(-4.0)
    assert _length_before(START, (36.0, 19.0), 0.0) == 0.0
    assert _length_before(START, (36.0, 19.0), 180.0) == 0.0


def test_turns_look_at_the_goal_its_corners_and_square_at_its_sides() -> None:
    goal = rect(40.0, 25.0, 180.0, 4.0, 2.0)
    expected = {45.0, -90.0, 90.0, 180.0}
    expected |= {round(degrees(atan2(x - 30.0, y - 15.0)), 6) for x, y in goal.corners}
    expected |= {round(degrees(atan2(38.0 - 30.0, 24.0 - 15.0)), 6)}  # its nearest point, a corner
    assert set(_turns(START, goal, 180.0)) == expected
    # What would lead further is turned as far as may be; square turns are made wholly or not at all.
    few = _turns(START, goal, 44.0)
    assert 44.0 in few
    assert all(abs(turn) <= 44.0 for turn in few)
    assert -44.0 not in few


def test_turns_are_made_after_shares_of_the_way_too() -> None:
    goal = rect(36.0, 23.0, 270.0, 4.0, 2.0)
    later = list(_later_turns(START, goal, [90.0], 10.0, 80.0))
    assert [turn for _, turn in later[:3]] == [90.0, 80.0, -80.0]
    assert later[0][0] == pytest.approx(8.0)
    assert sorted({length for length, _ in later[3:]}) == [1.5, 3.0, 5.0, 7.0]
    for length in (1.5, 3.0, 5.0, 7.0):
        there = apply(START, Forward(length))
        assert [turn for far, turn in later[3:] if far == length] == _turns(there, goal, 80.0)
    # Such a turn is part of a way: nothing else leads there after exactly 15 parts of a hundred.
    assert any(steps[0] == Forward(1.5) for steps in ways(START, goal, 10.0))


def test_drafts_to_a_spot_aim_at_it_at_once_and_turn_square_or_half_or_by_45() -> None:
    goal, spot = rect(36.0, 25.0, 225.0, 4.0, 2.0), (36.0, 25.0)
    made = list(pivots_to_spot(START, goal, spot, 45.0, 20.0, 90.0, faces))
    aimed = degrees(atan2(6.0, 10.0))
    half = _length_before(START, spot, 22.5)
    assert half < 0.0
    assert [steps[:-1] for steps in made] == [
        (Pivot(near(aimed)),),
        (Pivot(45.0),),
        (Forward(near(4.0)), Pivot(45.0)),
        (Forward(near(4.0)), Pivot(45.0)),
    ]
    # By 45 degrees to either side, however the side is turned.
    left = list(pivots_to_spot(START, rect(24.0, 25.0, 190.0, 4.0, 2.0), (24.0, 25.0), 10.0, 20.0, 90.0, faces))
    assert any(len(steps) == 3 and steps[1] == Pivot(-45.0) for steps in left)
    right = list(pivots_to_spot(START, rect(36.0, 25.0, 170.0, 4.0, 2.0), (36.0, 25.0), -10.0, 20.0, 90.0, faces))
    assert any(len(steps) == 3 and steps[1] == Pivot(45.0) for steps in right)


def test_who_stands_in_the_goal_already_does_not_turn_into_it() -> None:
    inside = rect(30.5, 15.5, 0.0, 4.0, 2.0)
    assert not any(len(steps) == 1 and isinstance(steps[0], Pivot) for steps in ways(START, inside, 6.0))
