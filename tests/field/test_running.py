"""Running straight ahead: clear of others, off the table, into somebody; and a wheel before that."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warhost.field import Body, Field, Piece, Terrain
from warhost.field.moves.running import (
    Met,
    ahead,
    clear_ahead,
    first_met,
    inches_to_gap,
    leaves_after,
    met_on_foot,
    met_on_landing,
    taken_back,
    wheel_and_ahead,
)
from warhost.table import (
    TOLERANCE,
    Board,
    Forward,
    Rect,
    Wheel,
    cost,
    distance,
    free_forward,
    on_board,
    rect,
    walk,
)

BOARD = Board(36.0, 48.0)
START = rect(18.0, 10.0, 0.0, 4.0, 2.0)
shapes = st.builds(rect, st.floats(10, 26), st.floats(12, 40), st.floats(0, 359), st.floats(1, 6), st.floats(1, 4))


@given(st.lists(shapes, max_size=4), st.floats(2, 12), st.floats(0.25, 2))
def test_a_runner_goes_on_until_it_is_clear_of_everything(others: list[Rect], inches: float, gap: float) -> None:
    length = clear_ahead(START, inches, others, gap)
    assert length >= inches
    assert all(distance(ahead(START, length), other) >= gap - 2 * TOLERANCE for other in others)
    if length > inches:
        # A little less is too near to something.
        near = ahead(START, length - 0.01)
        assert any(distance(near, other) < gap for other in others)


@pytest.mark.parametrize(
    ("start", "inches", "after"),
    [
        (rect(18, 40, 0, 4, 2), 6.0, None),
        (rect(18, 40, 0, 4, 2), 7.0, 7.0),
        (rect(18, 40, 0, 4, 2), 12.0, 7.0),
        (rect(18, 40, 180, 4, 2), 12.0, None),
        (rect(34, 20, 0, 4, 2), 12.0, None),
        (rect(18, 47.5, 0, 4, 2), 3.0, 0.0),
    ],
)
def test_a_runner_leaves_the_table_where_it_touches_the_edge(start: Rect, inches: float, after: float | None) -> None:
    found = leaves_after(start, inches, BOARD)
    assert found is None if after is None else found == pytest.approx(after)


def field(*bodies: tuple[int, int, float, float], rocks: tuple[Rect, ...] = ()) -> Field:
    pieces = (Piece("rocks", shape, frozenset({"rock"})) for shape in rocks)
    standing = (Body(number, seat, "", rect(x, y, 0.0, 4.0, 2.0)) for number, seat, x, y in bodies)
    return Field(Terrain(BOARD, pieces), standing)


def met(here: Field, limit: float = 12.0, through: tuple[int, ...] = (0,), foes: tuple[int, ...] = (1,)) -> Met | None:
    found = met_on_foot(here, START, limit, through=through, foes=foes, before=0.1, barred="rock", gap=1.0)
    return first_met(found)


def test_a_runner_meets_the_nearest_and_stops_just_before_whom_it_does_not_charge() -> None:
    friend, foe = (2, 0, 18.0, 15.0), (1, 1, 18.0, 18.0)
    assert met(field(friend, foe)) == pytest.approx(Met(3.0, 2.9))
    assert met(field(friend, foe), through=(0, 2)) == Met(6.0, 6.0 - 0.1, 1)
    assert met(field(friend, foe), through=(0, 2), foes=()) == Met(6.0, 6.0 - 0.1)
    assert met(field(foe), limit=6.0) is None
    rock = rect(18.0, 16.0, 0.0, 4.0, 2.0)
    stopped = met(field(foe, rocks=(rock,)))
    assert stopped is not None
    assert stopped == pytest.approx(Met(3.0, 3.0))


def test_an_obstruction_is_met_before_an_enemy_at_the_same_distance() -> None:
    assert first_met([Met(3.0, 2.9, 0), Met(3.0, 2.9), Met(4.0, 3.9, 1)]) == Met(3.0, 2.9)
    assert first_met([]) is None


def test_who_flies_meets_only_the_foe_on_whom_it_comes_down() -> None:
    here = field((2, 0, 18.0, 15.0), (1, 1, 18.0, 21.0))
    (landed,) = met_on_landing(here, START, 10.0, (1,))
    assert (landed.enemy, landed.stop) == (1, 10.0)
    assert not list(met_on_landing(here, START, 5.0, (1,)))
    assert not list(met_on_landing(here, START, 10.0, ()))


@given(shapes, st.floats(1, 20))
def test_a_runner_stops_as_near_to_terrain_as_it_may_come(shape: Rect, limit: float) -> None:
    stop = inches_to_gap(START, shape, limit, 1.0, 0.1)
    assert 0.0 <= stop <= limit
    if distance(START, shape) < 1.0 - TOLERANCE:
        assert stop == limit or stop == pytest.approx(max(0.0, free_forward(START, shape) - 0.1))
        return
    # A gap that is short by no more than the tolerance is kept.
    assert distance(ahead(START, stop), shape) >= 1.0 - TOLERANCE - 1e-4
    if stop < limit - 0.01:
        assert distance(ahead(START, stop + 0.01), shape) < 1.0


def test_an_illegal_end_is_taken_back_step_by_step() -> None:
    found = taken_back(START, 2.0, 0.5, lambda place: place.y < 11.6)
    assert found is not None
    assert (found[0].y, found[1]) == (11.5, 1.5)
    assert taken_back(START, 2.0, 0.5, lambda place: place.y <= 10.0) == (START, 0.0)
    assert taken_back(START, 2.0, 0.5, lambda place: False) is None


@given(st.floats(0, 36), st.floats(0, 48), st.floats(1, 8), st.lists(shapes, max_size=3), st.booleans())
def test_a_wheel_and_a_move_ahead_cost_no_more_than_there_is_and_run_into_nothing(
    x: float, y: float, inches: float, others: list[Rect], flies: bool
) -> None:
    others = [shape for shape in others if distance(START, shape) > 0.1]
    steps = wheel_and_ahead(BOARD, START, inches, (x, y), others, most_wheel=90.0, flies=flies, back=0.1)
    assert [type(step) for step in steps] in ([], [Wheel], [Forward], [Wheel, Forward])
    assert sum(cost(START, step) for step in steps) <= inches + TOLERANCE
    assert all(abs(step.degrees) <= 90.0 for step in steps if isinstance(step, Wheel))
    end = walk(START, steps)[-1]
    assert on_board(end, BOARD.width, BOARD.depth)
    assert all(distance(end, shape) >= 0.0 for shape in others)


def test_a_wheel_leads_towards_the_point_and_the_rest_goes_straight_on() -> None:
    wheel, forward = wheel_and_ahead(BOARD, START, 8.0, (24.0, 24.0), (), most_wheel=90.0, flies=False, back=0.1)
    assert isinstance(wheel, Wheel)
    assert 0.0 < wheel.degrees < 45.0
    assert cost(START, wheel) + cost(START, forward) == pytest.approx(8.0)
    wall = rect(18.0, 14.0, 0.0, 10.0, 1.0)
    stopped = wheel_and_ahead(BOARD, START, 8.0, (18.0, 40.0), (wall,), most_wheel=90.0, flies=False, back=0.1)
    assert [cost(START, step) for step in stopped] == pytest.approx([2.5])
    over = wheel_and_ahead(BOARD, START, 8.0, (18.0, 40.0), (wall,), most_wheel=90.0, flies=True, back=0.1)
    assert [cost(START, step) for step in over] == pytest.approx([8.0])


def test_a_long_column_runs_past_a_small_post_until_its_rear_is_clear() -> None:
    column, post = rect(18.0, 10.0, 0.0, 2.0, 12.0), rect(18.0, 22.0, 0.0, 0.5, 0.5)
    # Its rear, 6 inches behind the middle, comes to lie an inch beyond the post's far side at 22.25.
    assert clear_ahead(column, 10.0, [post], 1.0) == pytest.approx(19.25, abs=1e-4)
    assert clear_ahead(column, 3.0, [post], 1.0) == 3.0


def test_who_is_over_a_side_edge_has_left_already() -> None:
    assert leaves_after(rect(35.0, 20.0, 0.0, 4.0, 2.0), 5.0, BOARD) == 0.0
    # The rear alone over an edge is no matter if all of it is on the table at the end.
    assert leaves_after(rect(18.0, 0.5, 0.0, 4.0, 2.0), 5.0, BOARD) is None
    assert leaves_after(rect(18.0, 0.5, 0.0, 4.0, 2.0), 0.2, BOARD) == pytest.approx(0.2)


def test_who_touches_somebody_already_does_not_start() -> None:
    assert met(field((2, 0, 18.0, 12.0))) == Met(0.0, 0.0)
    assert met(field((2, 0, 18.0, 12.05))) == pytest.approx(Met(0.05, 0.0))


def test_terrain_that_is_passed_late_and_aside_stops_where_the_gap_ends() -> None:
    """Two fifths of an inch aside and far ahead; at the end of the way it would be clear of it again."""
    post = rect(20.9, 26.0, 0.0, 1.0, 1.0)
    assert inches_to_gap(START, post, 20.0, 1.0, 0.1) == pytest.approx(25.5 - 11.0 - (1.0 - 0.16) ** 0.5, abs=1e-6)
    assert inches_to_gap(START, rect(21.5, 26.0, 0.0, 1.0, 1.0), 20.0, 1.0, 0.1) == 20.0
    # Exactly a gap away is not nearer.
    assert inches_to_gap(START, rect(18.0, 13.0, 0.0, 4.0, 2.0), 5.0, 1.0, 0.1) == pytest.approx(0.0, abs=1e-6)
    assert inches_to_gap(START, rect(18.0, 12.5, 0.0, 4.0, 2.0), 5.0, 1.0, 0.1) == pytest.approx(0.4)


def test_terrain_that_is_passed_in_the_second_half_of_a_long_way_is_not_missed() -> None:
    post = rect(20.9, 36.0, 0.0, 1.0, 1.0)
    assert inches_to_gap(START, post, 40.0, 1.0, 0.1) == pytest.approx(35.5 - 11.0 - (1.0 - 0.16) ** 0.5, abs=1e-6)


def test_a_short_way_is_taken_back_as_well() -> None:
    found = taken_back(START, 2.0, 0.5, lambda place: place.y < 10.6)
    assert found is not None
    assert (found[0].y, found[1]) == (10.5, 0.5)


@pytest.mark.parametrize("flies", [False, True])
def test_a_point_to_the_left_is_wheeled_to_the_left(flies: bool) -> None:
    (wheel, forward) = wheel_and_ahead(BOARD, START, 8.0, (12.0, 24.0), (), most_wheel=90.0, flies=flies, back=0.1)
    assert isinstance(wheel, Wheel)
    assert -45.0 < wheel.degrees < 0.0
    assert cost(START, wheel) + cost(START, forward) == pytest.approx(8.0)
    (short, *_) = wheel_and_ahead(BOARD, START, 8.0, (2.0, 10.0), (), most_wheel=20.0, flies=flies, back=0.1)
    assert short == Wheel(-20.0)


def test_who_flies_comes_down_before_what_leaves_no_room_behind_it() -> None:
    wall = rect(18.0, 21.0, 0.0, 10.0, 18.0)  # from an inch before its front to far beyond
    (forward,) = wheel_and_ahead(BOARD, START, 8.0, (18.0, 40.0), (wall,), most_wheel=90.0, flies=True, back=0.1)
    assert isinstance(forward, Forward)
    assert 0.85 < forward.inches < 1.0
    near_edge = rect(18.0, 44.0, 0.0, 4.0, 2.0)
    (last,) = wheel_and_ahead(BOARD, near_edge, 8.0, (18.0, 60.0), (), most_wheel=90.0, flies=True, back=0.1)
    assert last == Forward(3.0)


def test_a_wheel_over_the_edge_is_made_only_as_far_as_it_stays_on_the_table() -> None:
    """Two inches before the edge a front of 4 inches can wheel by 30 degrees: of 90 so many tenths as that allows."""
    near = rect(18.0, 45.0, 0.0, 4.0, 2.0)
    for flies in (False, True):
        steps = wheel_and_ahead(BOARD, near, 8.0, (40.0, 46.0), (), most_wheel=90.0, flies=flies, back=0.1)
        assert isinstance(steps[0], Wheel)
        assert steps[0].degrees == pytest.approx(27.0, abs=1.0)
        assert on_board(walk(near, steps)[-1], BOARD.width, BOARD.depth)
