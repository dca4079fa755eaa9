"""Paths: their stops and length, what they run into, how far the edge of the board is."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table.shapes_at_random import rects, sides
from warhost.field import inches_inside, inches_to_edge, is_on_board, path_of, runs_into, side_of, turns_freely
from warhost.table import (
    TOLERANCE,
    Arc,
    Back,
    Board,
    Forward,
    Pivot,
    Rect,
    Sidestep,
    Step,
    Wheel,
    apply,
    distance,
    front_on_board,
    on_board,
    outward,
    overlaps,
    rect,
    slide,
    walk,
    wheel_cost,
)

BOARD = Board(36.0, 48.0)

steps: st.SearchStrategy[Step] = st.one_of(
    st.builds(Forward, st.floats(0, 8)),
    st.builds(Back, st.floats(0, 8)),
    st.builds(Sidestep, st.floats(-8, 8)),
    st.builds(Wheel, st.floats(-90, 90)),
    st.builds(Pivot, st.floats(-180, 180)),
)
paths = st.builds(path_of, rects, st.lists(steps, max_size=4))
on_boards = st.builds(rect, st.floats(8, 28), st.floats(8, 40), st.floats(0, 359), st.floats(0.5, 6), st.floats(0.5, 4))


@given(rects, st.lists(steps, max_size=4))
def test_the_stops_of_a_path_are_those_of_its_steps(start: Rect, made: list[Step]) -> None:
    path = path_of(start, made)
    assert list(path.stops) == walk(start, made)
    assert (path.start, path.end) == (start, path.stops[-1])
    assert [part[1] for part in path.parts()] == made
    assert all(apply(before, step) == after for before, step, after in path.parts())


def test_pivots_are_free_and_wheels_cost_the_way_of_the_outer_corner() -> None:
    start = rect(10.0, 10.0, 0.0, 4.0, 2.0)
    path = path_of(start, (Forward(2.0), Pivot(70.0), Sidestep(-1.5), Wheel(60.0)))
    assert path.inches == pytest.approx(3.5 + wheel_cost(4.0, 60.0))
    assert [type(step) for _, step in path_of(start, (Forward(0.0), Back(1.0), Pivot(9.0))).straights()] == [Back]


def test_the_reach_adds_up_the_way_of_the_centre_in_both_directions() -> None:
    start = rect(10.0, 10.0, 0.0, 8.0, 6.0)
    assert path_of(start, ()).reach == pytest.approx(5.0)
    there = path_of(start, (Forward(3.0), Back(2.0), Sidestep(-4.0)))
    assert there.reach == pytest.approx(5.0 + 3.0 + 2.0 + 4.0)
    aslant = path_of(rect(10.0, 10.0, 30.0, 8.0, 6.0), (Forward(2.0),))
    assert aslant.reach == pytest.approx(7.0)


@given(rects, st.lists(steps, max_size=4), rects)
def test_nothing_beyond_its_reach_is_met(start: Rect, made: list[Step], other: Rect) -> None:
    path = path_of(start, made)
    far = distance(rect(start.x, start.y, 0.0, 0.0, 0.0), other)
    if far > path.reach + TOLERANCE:
        assert not runs_into(path, other)


@given(rects, st.lists(steps, max_size=3), rects)
def test_who_flies_runs_only_into_what_is_at_the_end(start: Rect, made: list[Step], other: Rect) -> None:
    path = path_of(start, made)
    assert runs_into(path, other, flies=True) == overlaps(path.end, other)
    if overlaps(path.end, other):
        assert runs_into(path, other)


def test_a_path_runs_into_what_stands_in_it_but_turns_over_it() -> None:
    start, post = rect(10.0, 10.0, 0.0, 6.0, 1.0), rect(10.0, 12.0, 0.0, 0.5, 0.5)
    assert runs_into(path_of(start, (Forward(5.0),)), post)
    # A pivot sweeps over the post and does not end on it.
    assert not runs_into(path_of(start, (Pivot(180.0),)), post)
    assert runs_into(path_of(start, (Pivot(90.0),)), post)


@given(on_boards, sides, st.booleans())
def test_the_edge_is_as_far_as_the_shape_can_go(shape: Rect, side: Arc, front: bool) -> None:
    inside = front_on_board if front else on_board
    far = inches_to_edge(shape, BOARD, side, front_only=front, parallel=1e-9)
    there = slide(shape, far, outward(shape, side))
    assert inside(there, BOARD.width, BOARD.depth)
    assert not inside(slide(shape, far + 0.01, outward(shape, side)), BOARD.width, BOARD.depth) or far > 1000
    assert inches_to_edge(shape, BOARD, side, limit=1.0, front_only=front) <= 1.0


@pytest.mark.parametrize(("facing", "inches"), [(0, 37), (90, 19), (180, 9), (270, 15), (45, 20 * 2**0.5 - 3)])
def test_the_edge_stops_the_first_corner(facing: float, inches: float) -> None:
    # Four inches wide and two deep around (16, 10), on a board of 36 by 48.
    assert inches_to_edge(rect(16, 10, facing, 4, 2), BOARD) == pytest.approx(inches)


def test_who_goes_along_an_edge_is_not_stopped_by_it() -> None:
    along = rect(18.0, 1.0, 90.0, 2.0, 4.0)
    assert inches_to_edge(along, BOARD) == pytest.approx(16.0)
    nearly = rect(18.0, 1.0, 90.0 + 0.01, 2.0, 4.0)
    assert inches_to_edge(nearly, BOARD) == pytest.approx(16.0, abs=0.01)
    assert inches_to_edge(nearly, BOARD, parallel=1e-9) == 0.0


@pytest.mark.parametrize(
    ("ahead", "inches"),
    [
        ((1.0, 0.0), 3.0),
        ((-1.0, 0.0), 1.0),
        ((0.0, 1.0), 6.0),
        ((0.0, -1.0), 2.0),
        ((0.6, 0.8), 5.0),
        ((-0.8, -0.6), 1.25),
    ],
)
def test_points_go_on_until_the_first_is_at_a_side_of_the_area(ahead: tuple[float, float], inches: float) -> None:
    points = ((2.0, 4.0), (4.0, 3.0))
    assert inches_inside(points, ahead, (1.0, 1.0), (7.0, 10.0)) == pytest.approx(inches)


def test_points_that_near_no_side_go_on_for_ever_and_those_outside_would_have_to_go_back() -> None:
    assert inches_inside(((2.0, 2.0),), (0.0, 1e-9), (0.0, 0.0), (4.0, 4.0)) == inf
    assert inches_inside(((5.0, 2.0),), (1.0, 0.0), (0.0, 0.0), (4.0, 4.0)) == -1.0
    assert inches_inside((), (1.0, 0.0), (0.0, 0.0), (4.0, 4.0)) == inf


@given(on_boards, st.floats(-180, 180))
def test_who_turns_freely_stays_on_the_board(shape: Rect, degrees: float) -> None:
    if turns_freely(shape, BOARD):
        assert is_on_board(path_of(shape, (Pivot(degrees),)), BOARD)


def test_a_corner_that_swings_over_the_edge_is_not_on_the_board() -> None:
    shape = rect(18.0, 1.5, 0.0, 6.0, 2.0)
    assert on_board(apply(shape, Pivot(180.0)), BOARD.width, BOARD.depth)
    assert not is_on_board(path_of(shape, (Pivot(180.0),)), BOARD)


def test_every_step_has_to_stay_on_the_board() -> None:
    near = rect(18.0, 46.0, 0.0, 4.0, 2.0)
    assert is_on_board(path_of(near, (Forward(1.0), Sidestep(2.0))), BOARD)
    assert not is_on_board(path_of(near, (Sidestep(2.0), Forward(1.5))), BOARD)
    assert not is_on_board(path_of(near, (Forward(1.5), Sidestep(2.0))), BOARD)


def test_straight_steps_go_over_a_side() -> None:
    made = (Forward(1.0), Back(1.0), Sidestep(1.0), Sidestep(-1.0))
    assert [side_of(step) for step in made] == [Arc.FRONT, Arc.REAR, Arc.RIGHT, Arc.LEFT]


def test_a_step_of_hardly_any_length_is_no_straight_part() -> None:
    start = rect(10.0, 10.0, 0.0, 4.0, 2.0)
    made = (Forward(TOLERANCE / 2), Sidestep(-2 * TOLERANCE), Back(1.0), Wheel(30.0))
    assert [step for _, step in path_of(start, made).straights()] == [made[1], made[2]]
    assert path_of(start, ()).inches == 0.0
    assert side_of(Sidestep(0.5)) is Arc.RIGHT
    assert side_of(Sidestep(-0.5)) is Arc.LEFT
    assert side_of(Sidestep(0.0)) is Arc.RIGHT


@pytest.mark.parametrize(
    ("x", "y", "freely"),
    [
        (18.0, 24.0, True),
        (5.0, 24.0, True),
        (4.9, 24.0, False),
        (31.1, 24.0, False),
        (18.0, 4.9, False),
        (18.0, 43.1, False),
    ],
)
def test_a_turn_is_free_where_no_edge_is_nearer_than_the_corners(x: float, y: float, freely: bool) -> None:
    assert turns_freely(rect(x, y, 0.0, 8.0, 6.0), BOARD) is freely
