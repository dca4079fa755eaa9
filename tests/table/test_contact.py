"""Edge to edge: placing, judging and pairing what touches."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table.shapes_at_random import close, neighbours, pairs, rects, sides
from warhost.table import (
    TOLERANCE,
    Arc,
    Interval,
    Rect,
    align_rotation,
    along_edge,
    contact_span,
    distance,
    edge,
    edge_length,
    edge_midpoint,
    flush,
    flush_side,
    free_turn,
    opposite,
    outward,
    overlap_depth,
    project,
    rect,
    rotate_until_blocked,
    slide,
    touches,
    touching_sides,
    turned,
    turned_point,
)

TARGET = rect(10, 10, 0, 6, 2)
MOVER = rect(0, 0, 33, 4, 3)


@pytest.mark.parametrize(
    ("side", "offset", "pose"),
    [
        (Arc.FRONT, 0, (10, 12.5, 180)),
        (Arc.FRONT, 1, (11, 12.5, 180)),  # the target's right is +x
        (Arc.REAR, 1, (9, 7.5, 0)),  # looking out backwards, right is -x
        (Arc.RIGHT, 1, (14.5, 9, 270)),  # looking out to the right, right is -y
        (Arc.LEFT, 1, (5.5, 11, 90)),
    ],
)
def test_flush_faces_into_the_edge_at_the_offset(side: Arc, offset: float, pose: tuple[float, float, float]) -> None:
    placed = flush(MOVER, TARGET, side, offset)
    assert (placed.x, placed.y, placed.facing) == pose
    assert (placed.width, placed.depth) == (4, 3)


@pytest.mark.parametrize(
    ("own_side", "pose"),
    [(Arc.REAR, (11, 12.5, 0)), (Arc.RIGHT, (11, 13, 90)), (Arc.LEFT, (11, 13, 270))],
)
def test_another_side_may_lie_on_the_edge(own_side: Arc, pose: tuple[float, float, float]) -> None:
    placed = flush_side(MOVER, own_side, TARGET, Arc.FRONT, 1)
    assert (placed.x, placed.y, placed.facing) == pose


@given(rects, rects, sides, sides, st.floats(-1, 1))
def test_who_is_placed_flush_touches_with_those_sides(
    mover: Rect, target: Rect, own_side: Arc, side: Arc, share: float
) -> None:
    reach = (edge_length(mover, own_side) + edge_length(target, side)) / 2 - 0.01
    offset = share * reach
    placed = flush_side(mover, own_side, target, side, offset)
    assert touches(placed, target)
    assert touching_sides(placed, target) == (own_side, side)
    assert touching_sides(target, placed) == (side, own_side)
    half = edge_length(target, side) / 2
    half_own = edge_length(mover, own_side) / 2
    expected = (max(-half, offset - half_own), min(half, offset + half_own))
    assert contact_span(target, placed) == pytest.approx(expected, abs=1e-9)
    assert project(placed, target, side) == pytest.approx((offset - half_own, offset + half_own), abs=1e-9)


@given(neighbours())
def test_touching_sides_are_those_of_the_other_seen_in_a_mirror(pair: tuple[Rect, Rect]) -> None:
    a, b = pair
    there, back = touching_sides(a, b), touching_sides(b, a)
    assert (there is None) == (not touches(a, b))
    assert (there is None) == (back is None)
    span, span_back = contact_span(a, b), contact_span(b, a)
    if span is not None and span_back is not None:
        assert there == (back[1], back[0]) if back else False
        assert close(span[1] - span[0], span_back[1] - span_back[0], 1e-3)


def test_apart_or_inside_each_other_is_no_contact() -> None:
    assert touching_sides(rect(0, 0, 0, 2, 2), rect(0, 2.01, 0, 2, 2)) is None
    assert touching_sides(rect(0, 0, 0, 2, 2), rect(0, 1.9, 0, 2, 2)) is None
    assert contact_span(rect(0, 0, 0, 2, 2), rect(0, 2.01, 0, 2, 2)) is None


@pytest.mark.parametrize(("tilt", "own"), [(20, Arc.FRONT), (-20, Arc.FRONT), (60, Arc.LEFT), (-60, Arc.RIGHT)])
def test_at_an_angle_the_edge_turned_more_squarely_against_the_other_counts(tilt: float, own: Arc) -> None:
    """A mover that looks at the target's rear edge, tilted about the corner that touches it."""
    mover = rect(0, 0, tilt, 4, 3)
    nearest = max(mover.corners, key=lambda corner: corner[1])
    mover = slide(mover, 9 - nearest[1], (0, 1))
    mover = slide(mover, 10 - nearest[0], (1, 0))
    assert touches(mover, TARGET)
    assert touching_sides(mover, TARGET) == (own, Arc.REAR)
    assert touching_sides(TARGET, mover) == (Arc.REAR, own)
    assert contact_span(mover, TARGET) is None


def test_corner_to_corner_is_front_or_rear() -> None:
    assert touching_sides(rect(0, 0, 0, 2, 2), rect(2, 2, 0, 2, 2)) == (Arc.FRONT, Arc.REAR)
    assert touching_sides(rect(0, 0, 0, 2, 2), rect(2, 2, 180, 2, 2)) == (Arc.FRONT, Arc.FRONT)
    assert contact_span(rect(0, 0, 0, 2, 2), rect(2, 2, 0, 2, 2)) is None


def row(count: int, start: float, size: float = 1.0) -> list[Interval]:
    return [(start + i * size, start + (i + 1) * size) for i in range(count)]


def test_bases_opposite_each_other_share_some_of_the_line() -> None:
    assert opposite(row(2, 0.5), row(3, 0), (0.5, 2.5), (0, 3)) == [(0, 0), (0, 1), (1, 1), (1, 2)]


def test_a_shared_corner_is_enough() -> None:
    assert opposite(row(2, 0), row(2, 2), (0, 2), (2, 4)) == [(1, 0)]
    assert opposite(row(2, 0), row(2, 2 + TOLERANCE / 2), (0, 2), (2, 4)) == [(1, 0)]
    assert opposite(row(2, 0), row(2, 2 + 2 * TOLERANCE), (0, 2), (2.002, 4.002)) == []


def test_over_a_gap_the_nearest_base_counts() -> None:
    """Five models face the rear of a side 5 wide whose last rank holds a single model on the left."""
    assert opposite(row(5, 0), [(0, 1)], (0, 5), (0, 5)) == [(i, 0) for i in range(5)]


def test_over_a_gap_between_two_bases_both_may_be_nearest() -> None:
    assert opposite([(2.1, 2.9)], [(0, 1), (4, 5)], (2.1, 2.9), (0, 5)) == [(0, 0), (0, 1)]
    assert opposite([(1.5, 2.5)], [(0, 1), (4, 5)], (1.5, 2.5), (0, 5)) == [(0, 0)]


def test_beyond_the_end_of_the_other_side_nobody_is_faced() -> None:
    assert opposite(row(4, 0), [(0, 1)], (0, 4), (0, 2)) == [(0, 0), (1, 0), (2, 0)]
    assert opposite(row(4, 0), [(0, 1)], (0, 4), (0, 1.5)) == [(0, 0), (1, 0)]


intervals = st.lists(st.tuples(st.floats(-5, 5), st.floats(0.5, 2)).map(lambda pair: (pair[0], sum(pair))), max_size=5)


@given(intervals, intervals)
def test_being_opposite_is_mutual(row_a: list[Interval], row_b: list[Interval]) -> None:
    span_a = (min((lo for lo, _ in row_a), default=0.0), max((hi for _, hi in row_a), default=0.0))
    span_b = (min((lo for lo, _ in row_b), default=0.0), max((hi for _, hi in row_b), default=0.0))
    there, back = opposite(row_a, row_b, span_a, span_b), opposite(row_b, row_a, span_b, span_a)
    assert there == sorted((i, j) for j, i in back)


@given(rects, st.floats(-5, 5), st.floats(-5, 5), st.floats(0, 359))
def test_aligning_turns_about_the_point_to_the_facing(shape: Rect, x: float, y: float, facing: float) -> None:
    end = align_rotation(shape, (x, y), facing)
    assert end.facing == facing
    assert close(math.hypot(end.x - x, end.y - y), math.hypot(shape.x - x, shape.y - y))
    assert turned_point((shape.x, shape.y), (x, y), facing - shape.facing) == pytest.approx((end.x, end.y), abs=1e-6)


def test_a_charger_that_turns_about_its_contact_point_ends_flush() -> None:
    """Touching the target's rear edge with its front right corner, tilted by 20 degrees to the left."""
    mover = rect(0, 0, -20, 4, 3)
    point = mover.corners[1]
    mover = slide(slide(mover, 9 - point[1], (0, 1)), 10 - point[0], (1, 0))
    assert touching_sides(mover, TARGET) == (Arc.FRONT, Arc.REAR)
    aligned = align_rotation(mover, (10, 9), 0)
    assert contact_span(TARGET, aligned) == pytest.approx((0, 3))
    assert free_turn(mover, (10, 9), 90, TARGET) == pytest.approx(20)


@given(rects, rects, rects, st.floats(-90, 90))
def test_a_turn_is_blocked_by_the_first_obstacle(shape: Rect, first: Rect, second: Rect, degrees: float) -> None:
    around = edge_midpoint(shape, Arc.FRONT)
    free = rotate_until_blocked(shape, around, degrees, [first, second])
    alone = [free_turn(shape, around, degrees, obstacle) for obstacle in (first, second)]
    assert abs(free) == pytest.approx(min(abs(angle) for angle in alone), abs=0.01)
    assert rotate_until_blocked(shape, around, degrees, []) == degrees


@given(pairs, st.floats(1, 60))
def test_a_turn_about_a_point_outside_is_blocked_too(pair: tuple[Rect, Rect], degrees: float) -> None:
    shape, obstacle = pair
    around = (shape.x + 7, shape.y + 7)
    free = rotate_until_blocked(shape, around, degrees, [obstacle])
    depths = [overlap_depth(turned(shape, around, free * i / 50), obstacle) for i in range(51)]
    assert free == 0 or max(depths) <= 2 * TOLERANCE
    if 0 < free < degrees:
        assert distance(turned(shape, around, free), obstacle) <= TOLERANCE


@given(rects, sides, st.floats(-5, 5))
def test_sliding_along_an_edge_moves_by_the_offset(shape: Rect, side: Arc, inches: float) -> None:
    dx, dy = along_edge(shape, side)
    (ax, ay), (bx, by) = edge(shape, side)
    length = edge_length(shape, side)
    assert ((bx - ax) / length, (by - ay) / length) == pytest.approx((dx, dy))
    assert (dx * outward(shape, side)[0] + dy * outward(shape, side)[1]) == pytest.approx(0)
    moved = slide(flush(MOVER, shape, side), inches, (dx, dy))
    there = flush(MOVER, shape, side, inches)
    assert (moved.x, moved.y) == pytest.approx((there.x, there.y), abs=1e-9)
