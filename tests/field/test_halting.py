"""Straight moves over any side: how far they go, and what stops them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table.shapes_at_random import sides
from warhost.field import Body, Field, Piece, Terrain, inches_to_edge
from warhost.field.halting import Halt, halt, straight
from warhost.table import (
    TOLERANCE,
    Arc,
    Back,
    Board,
    Forward,
    Rect,
    Sidestep,
    apply,
    distance,
    free_towards,
    on_board,
    outward,
    overlaps,
    rect,
    slide,
)

BOARD = Board(48.0, 36.0)
OWN = rect(24.0, 18.0, 0.0, 4.0, 2.0)


def field(*others: tuple[int, Rect], own: Rect = OWN, rocks: tuple[Rect, ...] = ()) -> Field:
    """The mover of seat 0 and others, each with its seat."""
    pieces = (Piece("the rocks", shape, frozenset({"rock"})) for shape in rocks)
    bodies = (Body(number, seat, f"Body {number}", shape) for number, (seat, shape) in enumerate(others, 1))
    return Field(Terrain(BOARD, pieces), (Body(0, 0, "Mover", own), *bodies))


def stopped(
    here: Field, side: Arc = Arc.FRONT, limit: float = 8.0, gap: float = 1.0, without: tuple[int, ...] = ()
) -> Halt:
    return halt(here, 0, side, limit, gap=gap, barred="rock", without=without)


def test_a_step_goes_out_over_its_side() -> None:
    assert [straight(side, 2.0) for side in (Arc.FRONT, Arc.REAR, Arc.RIGHT, Arc.LEFT)] == [
        Forward(2.0),
        Back(2.0),
        Sidestep(2.0),
        Sidestep(-2.0),
    ]


def test_in_the_open_it_goes_all_the_way_or_to_the_edge() -> None:
    assert stopped(field()) == Halt(8.0)
    assert stopped(field()).name == ""
    at_edge = stopped(field(), Arc.REAR, 20.0)
    assert (at_edge.inches, at_edge.edge, at_edge.name) == (17.0, True, "the edge of the table")
    assert stopped(field(), Arc.REAR, 17.0) == Halt(17.0)


def test_it_stops_at_friends_and_rocks_and_a_gap_before_enemies() -> None:
    ahead = rect(24.0, 24.0, 0.0, 4.0, 2.0)  # four inches before its front
    friend = stopped(field((0, ahead)))
    assert friend.inches == pytest.approx(4.0)
    assert (friend.name, friend.edge) == ("Body 1", False)
    enemy = stopped(field((1, ahead)))
    assert enemy.inches == pytest.approx(3.0, abs=1e-6)
    assert enemy.name == "Body 1"
    assert stopped(field((1, ahead)), gap=0.0).inches == pytest.approx(4.0)
    assert stopped(field((1, ahead)), without=(1,)) == Halt(8.0)
    rocks = stopped(field(rocks=(ahead,)))
    assert rocks.inches == pytest.approx(4.0)
    assert rocks.name == "the rocks"
    # The nearest of all stops it.
    near = rect(24.0, 22.0, 0.0, 1.0, 1.0)
    assert stopped(field((0, ahead), (0, near))).body == field((0, ahead), (0, near))[2]
    assert stopped(field((0, ahead), rocks=(near,))).piece is not None


def test_an_enemy_that_is_only_passed_does_not_stop_it() -> None:
    beside = rect(27.0, 21.0, 0.0, 1.0, 1.0)  # half an inch beside its way
    assert stopped(field((1, beside)), limit=8.0) == Halt(8.0)
    # To end that near is not to pass.
    assert stopped(field((1, beside)), limit=2.0).inches == pytest.approx(20.5 - 19.0 - 0.75**0.5, abs=1e-6)


places = st.builds(rect, st.floats(8, 40), st.floats(8, 28), st.floats(0, 359), st.floats(1, 5), st.floats(1, 4))


@given(places, st.lists(st.tuples(st.integers(0, 1), places), max_size=3), st.lists(places, max_size=1), sides)
def test_it_goes_as_far_as_nothing_stops_it_and_no_farther(
    own: Rect, others: list[tuple[int, Rect]], rocks: list[Rect], side: Arc
) -> None:
    if any(distance(own, shape) < 1.1 for _, shape in others) or any(overlaps(own, rock) for rock in rocks):
        return
    here = field(*others, own=own, rocks=tuple(rocks))
    for gap in (0.0, 1.0):
        found = stopped(here, side, 9.0, gap)
        end = apply(own, straight(side, found.inches))
        assert on_board(end, BOARD.width, BOARD.depth)
        assert not any(overlaps(end, shape) for shape in (*rocks, *(shape for _, shape in others)))
        assert all(distance(end, shape) >= gap - 2 * TOLERANCE for seat, shape in others if seat == 1)
        way = [free_towards(own, side, shape, 9.0) for shape in (*rocks, *(shape for _, shape in others))]
        most = min([inches_to_edge(own, BOARD, side, limit=9.0), *way])
        assert found.inches <= most + 2 * TOLERANCE
        if gap == 0.0:
            assert found.inches == pytest.approx(most, abs=2 * TOLERANCE)
        assert (found.name == "") == (found.inches >= 9.0 - TOLERANCE)
        if found.body is not None and gap:
            # A little farther it would touch a friend, or come nearer to the enemy than it may.
            beyond = slide(own, found.inches + 0.02, outward(own, side))
            kept = gap if found.body.seat else TOLERANCE
            assert distance(beyond, found.body.shape) < kept
