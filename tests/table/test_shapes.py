"""Distances, overlaps, arcs and containment, by hand and against Shapely."""

from __future__ import annotations

import math

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import LineString
from shapely import Point as SolidPoint

from tests.table.shapes_at_random import close, hairs, pairs, places, rects, solid, solid_polygon
from warhost.table import (
    TOLERANCE,
    Arc,
    Point,
    Pose,
    Rect,
    arc_of,
    bearing,
    closest_points,
    contains_point,
    contains_rect,
    convex_contains,
    direction,
    distance,
    distance_to_point,
    distance_to_segment,
    edge,
    edge_length,
    edge_midpoint,
    flush_side,
    from_local,
    front_on_board,
    grown,
    inside_any,
    local,
    moved_to,
    nearest_point,
    on_board,
    outward,
    outward_facing,
    overlap_area,
    overlap_depth,
    overlaps,
    overlaps_any,
    polygon_area,
    polygon_centroid,
    polygon_contains,
    polygon_contains_rect,
    polygon_distance,
    polygon_distance_to_point,
    polygon_overlaps_rect,
    rect,
    rect_at,
    segment_crosses,
    slide,
    touches,
    turn_between,
    turned,
    within,
    wrapped,
)

L_SHAPE: list[Point] = [(0, 0), (0, 10), (4, 10), (4, 4), (10, 4), (10, 0)]
segments = st.tuples(places, places, places, places)


@st.composite
def stars(draw: st.DrawFn) -> list[Point]:
    """A simple polygon, mostly concave: corners at rising bearings around a point, at various distances."""
    x, y = draw(places), draw(places)
    count = draw(st.integers(3, 8))
    radii = [draw(st.floats(1, 8)) for _ in range(count)]
    return [
        (x + radius * direction(360 * i / count)[0], y + radius * direction(360 * i / count)[1])
        for i, radius in enumerate(radii)
    ]


def test_corners_run_from_front_left_clockwise() -> None:
    assert rect(10, 5, 0, 4, 2).corners == ((8, 6), (12, 6), (12, 4), (8, 4))
    assert rect(10, 5, 90, 4, 2).corners == ((11, 7), (11, 3), (9, 3), (9, 7))


def test_quarter_turns_are_exact() -> None:
    assert [direction(facing) for facing in (0, 90, 180, 270, -90, 360)] == [
        (0, 1), (1, 0), (0, -1), (-1, 0), (-1, 0), (0, 1),
    ]  # fmt: skip


def test_equal_places_give_the_same_bytes_whichever_was_asked_first() -> None:
    whole, negative_zero = rect(-0.0, 7, -0.0, 4, 2), rect(0.0, 7.0, 0.0, 4.0, 2.0)
    assert msgspec.json.encode(whole) == msgspec.json.encode(negative_zero)
    assert msgspec.json.encode(whole.pose) == b"[0.0,7.0,0.0]"


def test_rect_at_takes_a_pose() -> None:
    assert rect_at(Pose(1, 2, 30), 4, 2) == rect(1, 2, 30, 4, 2)


@pytest.mark.parametrize(
    ("side", "ends", "out", "facing", "length"),
    [
        (Arc.FRONT, ((-2, 1), (2, 1)), (0, 1), 0, 4),
        (Arc.RIGHT, ((2, 1), (2, -1)), (1, 0), 90, 2),
        (Arc.REAR, ((2, -1), (-2, -1)), (0, -1), 180, 4),
        (Arc.LEFT, ((-2, -1), (-2, 1)), (-1, 0), 270, 2),
    ],
)
def test_an_edge_runs_from_left_to_right_looking_out(
    side: Arc, ends: tuple[Point, Point], out: Point, facing: float, length: float
) -> None:
    shape = rect(0, 0, 0, 4, 2)
    assert edge(shape, side) == ends
    assert outward(shape, side) == out
    assert outward_facing(shape, side) == facing
    assert edge_length(shape, side) == length
    assert edge_midpoint(shape, side) == ((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2)


@pytest.mark.parametrize(
    ("x", "y", "arc"),
    [
        (3.5, 3, Arc.FRONT),
        (5, 3, Arc.RIGHT),
        (4, 3, Arc.FRONT),  # on the border
        (-4, -3, Arc.REAR),  # on the border
        (-5, 0, Arc.LEFT),
        (0, -5, Arc.REAR),
    ],
)
def test_arcs_open_at_45_degrees_from_the_corners(x: float, y: float, arc: Arc) -> None:
    assert arc_of(rect(0, 0, 0, 4, 2), x, y) is arc


@given(rects, places, places)
def test_local_and_back_is_the_same_point(shape: Rect, x: float, y: float) -> None:
    right, ahead = local(shape, x, y)
    assert from_local(shape, right, ahead) == pytest.approx((x, y), abs=1e-9)


@given(pairs)
def test_distance_is_that_of_shapely(pair: tuple[Rect, Rect]) -> None:
    a, b = pair
    assert close(distance(a, b), solid(a).distance(solid(b)))


@pytest.mark.parametrize("side", list(Arc))
@pytest.mark.parametrize("own_side", list(Arc))
def test_edge_to_edge_at_any_angle_is_no_distance(own_side: Arc, side: Arc) -> None:
    """Rounding decides here which edge seems to stick out; the corners that are looked at must not depend on it."""
    for tenth in range(1, 3600, 37):
        target = rect(0, 0, tenth / 10, 4.8125, 2)
        mover = flush_side(rect(0, 0, 0, 1, 4), own_side, target, side, 0.55)
        assert distance(mover, target) < 1e-9
        assert distance(target, mover) < 1e-9


@given(pairs)
def test_distance_is_symmetric(pair: tuple[Rect, Rect]) -> None:
    a, b = pair
    assert close(distance(a, b), distance(b, a), 1e-12)
    assert close(overlap_depth(a, b), overlap_depth(b, a), 1e-9)


@given(pairs, st.floats(-360, 360), places, places)
def test_distance_and_depth_do_not_care_how_the_table_is_turned(
    pair: tuple[Rect, Rect], degrees: float, x: float, y: float
) -> None:
    a, b = (turned(shape, (x, y), degrees) for shape in pair)
    assert close(distance(a, b), distance(*pair))
    assert close(overlap_depth(a, b), overlap_depth(*pair))


@given(pairs)
def test_overlap_is_that_of_shapely(pair: tuple[Rect, Rect]) -> None:
    a, b = pair
    depth = overlap_depth(a, b)
    assume(abs(depth) > 1e-8)
    assert (depth > 0) == solid(a).intersects(solid(b))
    assert overlaps(a, b) == (depth > TOLERANCE)
    assert touches(a, b) == (distance(a, b) <= TOLERANCE and depth <= TOLERANCE)


@given(rects, st.lists(rects, max_size=4))
def test_one_among_many_is_found_as_if_each_were_asked(shape: Rect, others: list[Rect]) -> None:
    assert overlaps_any(shape, others) == any(overlaps(shape, other) for other in others)
    assert inside_any(shape, others) == any(contains_rect(other, shape) for other in others)
    assert inside_any(shape, [*others, grown(shape, 0.5)])
    assert overlaps_any(shape, [*others, grown(shape, -0.1)])


@given(pairs)
def test_the_shared_area_is_that_of_shapely(pair: tuple[Rect, Rect]) -> None:
    a, b = pair
    assume(not 0.0 < overlap_depth(a, b) <= TOLERANCE)
    assert overlap_area(a, b) == pytest.approx(solid(a).intersection(solid(b)).area, abs=1e-6, rel=1e-9)


@given(pairs, st.floats(0, 12))
def test_within_is_a_distance_of_at_most_the_limit(pair: tuple[Rect, Rect], limit: float) -> None:
    assert within(*pair, limit) == (distance(*pair) <= limit + TOLERANCE)


@given(rects, rects)
def test_the_depth_is_the_shortest_way_out_along_the_sides(a: Rect, b: Rect) -> None:
    a = rect(b.x + a.x / 24, b.y + a.y / 24, a.facing, a.width, a.depth)
    depth = overlap_depth(a, b)
    assume(depth > 0.01)
    ways = [outward(shape, side) for shape in (a, b) for side in Arc]
    assert any(overlap_depth(slide(a, depth + 1e-9, way), b) <= 0 for way in ways)
    assert all(overlap_depth(slide(a, depth - 0.001, way), b) > 0 for way in ways)


def test_touching_at_one_corner_is_touching() -> None:
    assert touches(rect(0.5, 0.5, 0, 1, 1), rect(1.5, 1.5, 0, 1, 1))
    assert not touches(rect(0.5, 0.5, 0, 1, 1), rect(1.502, 1.502, 0, 1, 1))
    assert not touches(rect(0.5, 0.5, 0, 1, 1), rect(1.4, 1.4, 0, 1, 1))


@given(pairs)
def test_closest_points_lie_on_their_shapes_and_are_as_far_apart_as_the_shapes(pair: tuple[Rect, Rect]) -> None:
    a, b = pair
    assume(distance(a, b) > 0)
    (ax, ay), (bx, by) = closest_points(a, b)
    assert contains_point(a, ax, ay)
    assert contains_point(b, bx, by)
    assert close(math.hypot(ax - bx, ay - by), distance(a, b))


@given(rects, places, places)
def test_distance_to_a_point_is_that_of_shapely(shape: Rect, x: float, y: float) -> None:
    gap = solid(shape).distance(SolidPoint(x, y))
    assert close(distance_to_point(shape, x, y), gap)
    near_x, near_y = nearest_point(shape, x, y)
    assert close(math.hypot(near_x - x, near_y - y), gap)
    assert contains_point(shape, near_x, near_y)


@given(rects, segments)
def test_distance_to_a_segment_is_that_of_shapely(shape: Rect, ends: tuple[float, float, float, float]) -> None:
    start, end = ends[:2], ends[2:]
    assert close(distance_to_segment(shape, start, end), solid(shape).distance(LineString([start, end])))


@given(rects, segments)
def test_a_segment_crosses_if_some_of_it_is_well_inside(shape: Rect, ends: tuple[float, float, float, float]) -> None:
    start, end = ends[:2], ends[2:]
    line = LineString([start, end])
    if solid(grown(shape, -1.01 * TOLERANCE)).intersects(line):
        assert segment_crosses(shape, start, end)
    if not solid(grown(shape, -0.99 * TOLERANCE)).intersects(line):
        assert not segment_crosses(shape, start, end)


def test_a_segment_along_an_edge_or_through_a_corner_does_not_cross() -> None:
    shape = rect(0, 0, 0, 4, 2)
    assert not segment_crosses(shape, (-5, 1), (5, 1))
    assert not segment_crosses(shape, (1, 2), (3, 0))
    assert segment_crosses(shape, (0.9, 2), (2.9, 0))
    assert segment_crosses(shape, (0, 0), (0, 0))


@given(rects, rects)
def test_containment_is_that_of_shapely(outer: Rect, inner: Rect) -> None:
    inner = rect(outer.x + inner.x / 10, outer.y + inner.y / 10, inner.facing, inner.width / 3, inner.depth / 3)
    if solid(grown(outer, 0.9 * TOLERANCE)).covers(solid(inner)):
        assert contains_rect(outer, inner)
    if not solid(grown(outer, 1.5 * TOLERANCE)).covers(solid(inner)):
        assert not contains_rect(outer, inner)


@given(rects, places, places)
def test_a_rectangle_that_is_moved_is_one_that_was_made_there(shape: Rect, x: float, y: float) -> None:
    made = rect(x, y, shape.facing, shape.width, shape.depth)
    assert msgspec.json.encode(moved_to(shape, x, y)) == msgspec.json.encode(made)


@given(rects, rects, hairs)
def test_an_upright_zone_holds_what_any_polygon_of_its_shape_holds(box: Rect, shape: Rect, hair: float) -> None:
    box = rect(box.x, box.y, 90.0 * round(box.facing / 90.0), box.width, box.depth)
    left, near = (min(corner[axis] for corner in box.corners) for axis in (0, 1))
    # Into the near left corner of the box, a hair off it.
    low = [min(corner[axis] for corner in shape.corners) for axis in (0, 1)]
    beside = rect(
        shape.x + left - low[0] + hair, shape.y + near - low[1] + hair, shape.facing, shape.width, shape.depth
    )
    (ax, ay), (bx, by), *rest = box.corners
    with_a_fifth = ((ax, ay), ((ax + bx) / 2, (ay + by) / 2), (bx, by), *rest)
    for one in (shape, beside):
        assert polygon_contains_rect(box.corners, one) == polygon_contains_rect(with_a_fifth, one)


def test_a_board_includes_its_edges() -> None:
    assert on_board(rect(2, 1, 0, 4, 2), 48, 36)
    assert not on_board(rect(1.99, 1, 0, 4, 2), 48, 36)
    assert on_board(rect(46, 35, 0, 4, 2), 48, 36)
    assert not on_board(rect(46, 35.01, 0, 4, 2), 48, 36)


def test_a_front_may_be_on_the_board_when_the_rear_is_not() -> None:
    assert front_on_board(rect(10, 0, 0, 4, 2), 48, 36)
    assert not on_board(rect(10, 0, 0, 4, 2), 48, 36)
    assert not front_on_board(rect(10, 0, 180, 4, 2), 48, 36)


@pytest.mark.parametrize(
    ("to", "facing"), [((0, 1), 0), ((1, 1), 45), ((1, 0), 90), ((0, -1), 180), ((-1, 0), 270), ((-1e-30, 1), 0)]
)
def test_bearings_are_clockwise_from_ahead(to: Point, facing: float) -> None:
    assert bearing(0, 0, *to) == pytest.approx(facing)


def test_the_shorter_turn_between_facings() -> None:
    assert turn_between(350, 20) == 30
    assert turn_between(20, 350) == -30
    assert turn_between(0, 180) == 180
    assert turn_between(90, 270) == 180


@given(st.floats(-1e4, 1e4))
def test_wrapped_facings_are_from_0_to_below_360(facing: float) -> None:
    assert 0 <= wrapped(facing) < 360
    assert direction(wrapped(facing)) == pytest.approx(direction(facing), abs=1e-9)


@given(rects, places, places)
def test_a_convex_polygon_holds_what_its_rectangle_holds(shape: Rect, x: float, y: float) -> None:
    assume(abs(distance_to_point(shape, x, y) - TOLERANCE) > TOLERANCE)
    assert convex_contains(shape.corners, x, y) == contains_point(shape, x, y)
    assert polygon_contains(shape.corners, x, y) == contains_point(shape, x, y)


@given(stars(), places, places)
def test_points_in_polygons_are_those_of_shapely(corners: list[Point], x: float, y: float) -> None:
    area, point = solid_polygon(corners), SolidPoint(x, y)
    assume(area.exterior.distance(point) > 2 * TOLERANCE)
    assert polygon_contains(corners, x, y) == area.contains(point)
    assert polygon_contains(corners[::-1], x, y) == area.contains(point)
    assert close(polygon_distance_to_point(corners, x, y), area.distance(point))


@given(stars(), rects)
def test_rectangles_and_polygons_are_as_shapely_sees_them(corners: list[Point], shape: Rect) -> None:
    area, body = solid_polygon(corners), solid(shape)
    gap = polygon_distance(corners, shape)
    assert abs(gap - area.distance(body)) <= TOLERANCE
    if not area.intersects(body):
        assert not polygon_overlaps_rect(corners, shape)
    if area.intersects(solid(grown(shape, -2 * TOLERANCE))):
        assert polygon_overlaps_rect(corners, shape)
    if area.covers(body):
        assert polygon_contains_rect(corners, shape)
    if not area.buffer(2 * TOLERANCE).covers(body):
        assert not polygon_contains_rect(corners, shape)


@given(stars())
def test_area_and_centroid_are_those_of_shapely(corners: list[Point]) -> None:
    area = solid_polygon(corners)
    assert close(polygon_area(corners), area.area)
    assert polygon_centroid(corners) == pytest.approx((area.centroid.x, area.centroid.y), abs=1e-6)


def test_a_rectangle_across_the_notch_of_an_l_is_not_in_it() -> None:
    across = rect(5, 5, 45, 8.4, 0.5)
    assert all(polygon_contains(L_SHAPE, x, y) for x, y in across.corners)
    assert not polygon_contains_rect(L_SHAPE, across)
    assert polygon_overlaps_rect(L_SHAPE, across)
    assert polygon_contains_rect(L_SHAPE, rect(2, 7, 0, 4, 6))


def test_a_rectangle_in_the_notch_of_an_l_is_outside() -> None:
    assert polygon_distance(L_SHAPE, rect(7, 7, 0, 2, 2)) == 2
    assert not polygon_overlaps_rect(L_SHAPE, rect(6, 6, 0, 4, 4))
    assert polygon_centroid(((1, 1), (2, 2), (3, 3))) == (2, 2)
