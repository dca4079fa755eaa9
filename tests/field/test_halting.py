"""Straight moves of a given length over any side: how far they go and what stops them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warhost.field import Body, Field, Piece, Terrain
from warhost.field.moves.halting import Halt, halt, straight
from warhost.table import TOLERANCE, Arc, Back, Board, Forward, Rect, Sidestep, apply, distance, overlap_depth, rect

BOARD = Board(36.0, 36.0)
START = rect(18.0, 18.0, 0.0, 4.0, 2.0)
GAP = 0.1

WAYS = {Arc.FRONT: (0, 1), Arc.REAR: (0, -1), Arc.LEFT: (-1, 0), Arc.RIGHT: (1, 0)}
"""The direction of every side of the mover, which looks to +y."""

HALF = {Arc.FRONT: 1.0, Arc.REAR: 1.0, Arc.LEFT: 2.0, Arc.RIGHT: 2.0}


def field_of(*others: Body, wall: Rect | None = None) -> Field:
    pieces = [] if wall is None else [Piece("the wall", wall, frozenset({"blocking"}))]
    return Field(Terrain(BOARD, pieces), (Body(0, 0, "Mover", START), *others))


def off(side: Arc, inches: float) -> Rect:
    """A shape of 1 by 1 that begins so many inches from that side of the mover."""
    dx, dy = WAYS[side]
    away = HALF[side] + inches + 0.5
    return rect(18.0 + dx * away, 18.0 + dy * away, 0.0, 1.0, 1.0)


def stop(field: Field, side: Arc, limit: float, *, gap: float = GAP, without: tuple[int, ...] = ()) -> Halt:
    return halt(field, 0, side, limit, gap=gap, barred="blocking", without=without)


@pytest.mark.parametrize("side", list(Arc))
def test_nothing_in_the_way(side: Arc) -> None:
    found = stop(field_of(), side, 5.0)
    assert found == Halt(5.0)
    assert found.name == ""


@pytest.mark.parametrize("side", list(Arc))
def test_friends_and_walls_stop_in_contact_and_enemies_before_it(side: Arc) -> None:
    friend, enemy = Body(1, 0, "Friend", off(side, 3.0)), Body(1, 1, "Enemy", off(side, 3.0))
    assert (stop(field_of(friend), side, 5.0).inches, stop(field_of(friend), side, 5.0).name) == (3.0, "Friend")
    met = stop(field_of(enemy), side, 5.0)
    assert met.inches == pytest.approx(3.0 - GAP, abs=1e-6)
    assert met.body == enemy
    assert stop(field_of(enemy), side, 5.0, gap=0.0).inches == 3.0
    assert stop(field_of(enemy), side, 5.0, without=(1,)).inches == 5.0
    walled = stop(field_of(wall=off(side, 2.0)), side, 5.0)
    assert (walled.inches, walled.name) == (2.0, "the wall")


@pytest.mark.parametrize("side", list(Arc))
def test_what_begins_just_where_the_mover_ends_does_not_stop_it(side: Arc) -> None:
    friend, enemy = Body(1, 0, "Friend", off(side, 5.0)), Body(1, 1, "Enemy", off(side, 5.0 + GAP))
    for field in (field_of(friend), field_of(enemy), field_of(wall=off(side, 5.0))):
        assert stop(field, side, 5.0) == Halt(5.0)
    corner = Body(1, 1, "Enemy", off(side, 5.0 + GAP - TOLERANCE / 2))
    assert stop(field_of(corner), side, 5.0) == Halt(5.0)


@pytest.mark.parametrize("side", list(Arc))
def test_the_edge_stops(side: Arc) -> None:
    found = stop(field_of(), side, 40.0)
    assert (found.inches, found.name) == (18.0 - HALF[side], "the edge of the table")


def test_the_nearest_thing_stops() -> None:
    near, far = Body(1, 0, "Near", off(Arc.FRONT, 2.0)), Body(2, 1, "Far", off(Arc.FRONT, 4.0))
    assert stop(field_of(far, near), Arc.FRONT, 6.0).name == "Near"
    assert stop(field_of(near, far), Arc.FRONT, 6.0).name == "Near"


def test_an_enemy_that_is_only_passed_stops_nobody_but_one_may_not_end_beside_it() -> None:
    """The enemy is half a gap to the right of the way."""
    beside = Body(1, 1, "Enemy", rect(18.0 + 2.0 + GAP / 2 + 0.5, 21.0, 0.0, 1.0, 1.0))
    assert stop(field_of(beside), Arc.FRONT, 8.0).inches == 8.0
    ends = stop(field_of(beside), Arc.FRONT, 2.0)
    assert ends.inches < 2.0
    assert distance(apply(START, Forward(ends.inches)), beside.shape) >= GAP - TOLERANCE


def test_steps_go_over_their_side() -> None:
    assert [straight(side, 2.0) for side in (Arc.FRONT, Arc.REAR, Arc.RIGHT, Arc.LEFT)] == [
        Forward(2.0),
        Back(2.0),
        Sidestep(2.0),
        Sidestep(-2.0),
    ]


others = st.builds(rect, st.floats(8, 28), st.floats(8, 28), st.floats(0, 359), st.floats(1, 5), st.floats(1, 5))


@given(others, st.sampled_from(list(Arc)), st.floats(0.5, 8), st.booleans())
def test_who_halts_stands_clear_of_everybody(shape: Rect, side: Arc, limit: float, enemy: bool) -> None:
    if distance(START, shape) < GAP:
        return
    found = stop(field_of(Body(1, int(enemy), "Other", shape)), side, limit)
    end = apply(START, straight(side, found.inches))
    assert 0.0 <= found.inches <= limit
    assert overlap_depth(end, shape) <= 4 * TOLERANCE
    if enemy:
        assert distance(end, shape) >= GAP - 4 * TOLERANCE
    assert (found.inches < limit - TOLERANCE) == (found.body is not None)
