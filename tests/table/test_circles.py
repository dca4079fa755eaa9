"""Round bases: distances, overlaps, contact and free ways, by hand and against Shapely."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from shapely import LineString
from shapely import Point as SolidPoint

from tests.table.shapes_at_random import close, facings, places, rects, solid
from warhost.table import (
    TOLERANCE,
    Base,
    Circle,
    Rect,
    base_contains_point,
    base_crossed,
    base_distance,
    base_distance_to_point,
    base_on_board,
    base_overlap_depth,
    bases_overlap,
    bases_touch,
    bases_within,
    centred_at,
    direction,
    distance,
    free_forward,
    free_glide,
    inches_inside,
    nearest_on,
    overlap_depth,
    polygon_contains_base,
    polygon_overlaps_base,
    rect,
    rect_around,
    rim_point,
    rim_points,
    shifted,
    widened,
)

radii = st.one_of(st.floats(0.25, 3), st.sampled_from([0.5, 1.0]))
circles = st.builds(Circle, places, places, radii)
bases = st.one_of(rects, circles)

SQUARE = ((0.0, 0.0), (0.0, 6.0), (6.0, 6.0), (6.0, 0.0))


def gap_by_shapely(a: Base, b: Base) -> float:
    solids = [SolidPoint(one.x, one.y) if isinstance(one, Circle) else solid(one) for one in (a, b)]
    rims = sum(one.radius for one in (a, b) if isinstance(one, Circle))
    return max(0.0, float(solids[0].distance(solids[1])) - rims)


@given(bases, bases)
def test_distances_agree_with_shapely_and_are_the_same_both_ways(a: Base, b: Base) -> None:
    assert close(base_distance(a, b), gap_by_shapely(a, b))
    assert close(base_distance(a, b), base_distance(b, a))


@given(rects, rects)
def test_square_bases_answer_as_rectangles_do(a: Rect, b: Rect) -> None:
    assert base_distance(a, b) == distance(a, b)
    assert base_overlap_depth(a, b) == overlap_depth(a, b)


@given(bases, bases)
def test_two_bases_are_apart_or_touch_or_overlap(a: Base, b: Base) -> None:
    apart = not bases_within(a, b, 0.0)
    assert [apart, bases_touch(a, b), bases_overlap(a, b)].count(True) == 1
    assert bases_overlap(a, b) == bases_overlap(b, a)


@given(bases, bases, st.floats(0, 10))
def test_within_is_a_distance_of_at_most_that(a: Base, b: Base, limit: float) -> None:
    gap = gap_by_shapely(a, b)
    assume(abs(gap - limit - TOLERANCE) > 1e-6)
    assert bases_within(a, b, limit) == (gap <= limit + TOLERANCE)


@given(bases, st.floats(-1, 1), st.floats(-1, 1), radii)
def test_no_way_out_is_shorter_than_the_overlap_is_deep(other: Base, dx: float, dy: float, radius: float) -> None:
    one = Circle(other.x + dx, other.y + dy, radius)
    depth = base_overlap_depth(one, other)
    assume(depth > 0.01)
    ends = [shifted(one, *(0.99 * depth * u for u in direction(turn))) for turn in range(0, 360, 5)]
    assert min(base_overlap_depth(end, other) for end in ends) > 0.0


def test_a_base_inside_another_is_as_deep_as_its_shortest_way_out() -> None:
    assert base_overlap_depth(Circle(0.0, 0.0, 1.0), Circle(0.5, 0.0, 3.0)) == pytest.approx(3.5)
    assert base_overlap_depth(Circle(0.0, 0.5, 1.0), rect(0.0, 0.0, 0.0, 8.0, 4.0)) == pytest.approx(2.5)
    assert base_overlap_depth(rect(0.0, 0.0, 90.0, 4.0, 8.0), Circle(0.0, 0.5, 1.0)) == pytest.approx(2.5)


def test_a_hair_apart_is_contact_and_a_gap_is_not() -> None:
    one = Circle(0.0, 0.0, 0.5)
    assert bases_touch(one, Circle(1.0005, 0.0, 0.5))
    assert not bases_touch(one, Circle(1.02, 0.0, 0.5))
    assert not bases_touch(one, Circle(0.95, 0.0, 0.5))
    assert bases_overlap(one, Circle(0.95, 0.0, 0.5))
    assert bases_touch(one, rect(0.0, 1.5, 0.0, 4.0, 2.0))
    assert bases_touch(rect(0.0, 1.5, 0.0, 4.0, 2.0), one)


@example(Circle(0.4985, -5.0, 0.25), Circle(0.0, 0.0, 0.25), 0.0)  # so little in the way that it is soon past it
@given(bases, bases, facings)
def test_a_free_way_ends_in_contact_or_never(mover: Base, obstacle: Base, facing: float) -> None:
    ahead = direction(facing)
    assume(not bases_overlap(mover, obstacle))
    way = free_glide(mover, ahead, obstacle, limit=40.0)
    assert 0.0 <= way <= 40.0
    for share in (0.0, 0.3, 0.7, 1.0):
        at = shifted(mover, ahead[0] * way * share, ahead[1] * way * share)
        assert base_overlap_depth(at, obstacle) <= TOLERANCE + 1e-6
    if way < 40.0:
        end = shifted(mover, ahead[0] * way, ahead[1] * way)
        assert base_distance(end, obstacle) <= TOLERANCE
        assert deepest(mover, ahead, obstacle, way, 80.0) > TOLERANCE - 1e-6
    else:
        assert deepest(mover, ahead, obstacle, 0.0, 40.0) <= TOLERANCE + 1e-6


def deepest(mover: Base, ahead: tuple[float, float], obstacle: Base, low: float, high: float) -> float:
    """How deep in the obstacle the mover would come between so and so many inches ahead.

    Both are convex, so it comes deeper and deeper and then less and less deep: the most lies between thirds.
    """

    def depth(inches: float) -> float:
        return base_overlap_depth(shifted(mover, ahead[0] * inches, ahead[1] * inches), obstacle)

    for _ in range(60):
        third = (high - low) / 3
        if depth(low + third) < depth(high - third):
            low += third
        else:
            high -= third
    return depth((low + high) / 2)


@given(rects, rects)
def test_a_square_base_goes_ahead_as_far_as_a_unit_does(mover: Rect, obstacle: Rect) -> None:
    assume(overlap_depth(mover, obstacle) < -0.01)
    assert free_glide(mover, (mover.fx, mover.fy), obstacle, 30.0) == pytest.approx(
        free_forward(mover, obstacle, 30.0), abs=0.05
    )


def test_a_base_in_contact_may_slide_along_or_leave_but_not_enter() -> None:
    one, wall = Circle(0.0, 0.0, 0.5), rect(0.0, 1.5, 0.0, 6.0, 2.0)
    assert free_glide(one, (1.0, 0.0), wall, 9.0) == 9.0
    assert free_glide(one, (0.0, -1.0), wall, 9.0) == 9.0
    assert free_glide(one, (0.0, 1.0), wall, 9.0) == pytest.approx(0.0)
    assert free_glide(Circle(0.0, -2.0, 0.5), (0.0, 1.0), wall, 9.0) == pytest.approx(2.0)


def test_a_round_base_meets_a_corner_later_than_a_side() -> None:
    wall = rect(0.0, 0.0, 0.0, 2.0, 2.0)
    aside = 1.0 + math.sqrt(0.5)
    met = free_glide(Circle(aside, -5.0, 1.0), (0.0, 1.0), wall, 9.0)
    assert met == pytest.approx(4.0 - math.sqrt(0.5))


@given(bases, places, places, places, places)
def test_a_segment_that_runs_inside_crosses(base: Base, ax: float, ay: float, bx: float, by: float) -> None:
    shape = SolidPoint(base.x, base.y).buffer(base.radius, quad_segs=512) if isinstance(base, Circle) else solid(base)
    inside = shape.intersection(LineString([(ax, ay), (bx, by)])).length
    assert inches_inside(base, (ax, ay), (bx, by)) == pytest.approx(
        inside, abs=0.2 if isinstance(base, Circle) else 1e-6
    )
    if inside > 0.3:
        assert base_crossed(base, (ax, ay), (bx, by))
    if shape.distance(LineString([(ax, ay), (bx, by)])) > 0.001:
        assert not base_crossed(base, (ax, ay), (bx, by))


@given(bases, facings)
def test_the_rim_is_neither_inside_nor_outside(base: Base, facing: float) -> None:
    x, y = rim_point(base, facing)
    assert base_distance_to_point(base, x, y) == pytest.approx(0.0, abs=1e-9)
    assert base_contains_point(base, x, y)
    ux, uy = direction(facing)
    assert base_distance_to_point(base, x + 0.1 * ux, y + 0.1 * uy) > 0.005
    assert base_distance_to_point(base, x - 0.1 * ux, y - 0.1 * uy) == 0.0


@pytest.mark.parametrize("count", [8, 12])
@given(bases)
def test_rim_points_lie_on_the_rim_all_round(count: int, base: Base) -> None:
    points = rim_points(base, count)
    assert len(set(points)) == count
    for x, y in points:
        assert base_overlap_depth(Circle(x, y, 0.0), base) == pytest.approx(0.0, abs=1e-9)


@given(bases, places, places)
def test_the_nearest_point_is_as_far_as_the_base(base: Base, x: float, y: float) -> None:
    px, py = nearest_on(base, x, y)
    assert math.hypot(px - x, py - y) == pytest.approx(base_distance_to_point(base, x, y), abs=1e-9)
    assert base_contains_point(base, px, py)


@pytest.mark.parametrize(
    ("base", "on"),
    [
        (Circle(0.5, 0.5, 0.5), True),
        (Circle(0.49, 0.5, 0.5), False),
        (Circle(9.5, 7.5, 0.5), True),
        (Circle(9.5, 7.52, 0.5), False),
        (rect(9.0, 1.0, 0.0, 2.0, 2.0), True),
        (rect(9.1, 1.0, 0.0, 2.0, 2.0), False),
    ],
)
def test_a_base_is_on_the_board_with_its_whole_rim(base: Base, on: bool) -> None:
    assert base_on_board(base, 10.0, 8.0) is on


@pytest.mark.parametrize(
    ("base", "inside", "overlaps"),
    [
        (Circle(1.0, 3.0, 1.0), True, True),
        (Circle(0.9, 3.0, 1.0), False, True),
        (Circle(-1.0, 3.0, 1.0), False, False),
        (Circle(6.6, 6.6, 1.0), False, True),
        (Circle(6.8, 6.8, 1.0), False, False),
        (rect(1.0, 1.0, 0.0, 2.0, 2.0), True, True),
        (rect(-1.0, 1.0, 0.0, 2.0, 2.0), False, False),
    ],
)
def test_a_zone_holds_a_base_wholly_partly_or_not(base: Base, inside: bool, overlaps: bool) -> None:
    assert polygon_contains_base(SQUARE, base) is inside
    assert polygon_overlaps_base(SQUARE, base) is overlaps


def test_bases_are_shifted_put_down_and_widened_without_turning() -> None:
    square, round_one = rect(1.0, 2.0, 30.0, 1.0, 2.0), Circle(1.0, 2.0, 0.5)
    assert shifted(square, 1.0, -1.0) == rect(2.0, 1.0, 30.0, 1.0, 2.0)
    assert shifted(round_one, 1.0, -1.0) == Circle(2.0, 1.0, 0.5)
    assert centred_at(square, 0.0, 0.0) == rect(0.0, 0.0, 30.0, 1.0, 2.0)
    assert centred_at(round_one, 0.0, 0.0) == Circle(0.0, 0.0, 0.5)
    assert widened(round_one, 0.25) == Circle(1.0, 2.0, 0.75)
    assert widened(square, 0.25) == rect(1.0, 2.0, 30.0, 1.5, 2.5)
    assert rect_around(round_one) == rect(1.0, 2.0, 0.0, 1.0, 1.0)
    assert rect_around(square) is square
