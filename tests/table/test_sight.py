"""Lines of sight and hidden fractions, by hand-made cases and against Shapely."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import hypot

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString, MultiPoint, Polygon

from tests.properties import examples
from warhost.table.shadow import hidden_fraction, hidden_spans, least_hidden
from warhost.table.shapes import arc_of, edge, from_local, rect
from warhost.table.sight import (
    blockers_between,
    can_see,
    can_see_point,
    clip_to_front_arc,
    clipped,
    free_line,
    in_front_arc,
    point_in_front_arc,
    sight_line,
)
from warhost.table.values import TOLERANCE, Arc, Point, Rect

EYE = (0.0, 0.0)
FAR_EDGE = ((-5.0, 10.0), (5.0, 10.0))

SKEW = [0.0, 17.0, 30.0, 61.0, 90.0, 200.0, 333.0]

coordinates = st.floats(-12, 12, allow_nan=False).map(lambda value: round(value, 3))
sizes = st.floats(0.5, 6, allow_nan=False).map(lambda value: round(value, 3))
facings = st.one_of(st.sampled_from([0.0, 45.0, 90.0, 180.0, 270.0]), st.integers(0, 359).map(float))
points = st.tuples(coordinates, coordinates)
rects = st.builds(rect, coordinates, coordinates, facings, sizes, sizes)
ahead = st.builds(rect, coordinates, st.floats(3, 14).map(lambda value: round(value, 3)), facings, sizes, sizes)


def polygon(shape: Rect) -> Polygon:
    return Polygon(shape.corners)


def front_arc(viewer: Rect) -> Polygon:
    (lx, ly), (rx, ry) = edge(viewer, Arc.FRONT)
    far_left = (lx + 60 * (viewer.fx - viewer.rx), ly + 60 * (viewer.fy - viewer.ry))
    far_right = (rx + 60 * (viewer.fx + viewer.rx), ry + 60 * (viewer.fy + viewer.ry))
    return Polygon([(lx, ly), far_left, far_right, (rx, ry)])


def spaced(a: Point, b: Point, count: int) -> list[Point]:
    return [(a[0] + (b[0] - a[0]) * i / (count - 1), a[1] + (b[1] - a[1]) * i / (count - 1)) for i in range(count)]


def turned(facing: float, right: float, forward: float, width: float, depth: float) -> Rect:
    """A rectangle placed and turned in a frame that looks that way from the origin."""
    x, y = from_local(rect(0, 0, facing, 1, 1), right, forward)
    return rect(x, y, facing, width, depth)


def flat(spans: list[tuple[float, float]]) -> list[float]:
    return [value for span in spans for value in span]


class TestHiddenSpans:
    def test_nothing_between_hides_nothing(self) -> None:
        assert hidden_spans(EYE, FAR_EDGE, [rect(0, 15, 0, 4, 4), rect(0, -5, 0, 4, 4), rect(9, 5, 0, 2, 2)]) == []

    def test_shadow_widens_with_the_distance_behind_the_near_edge(self) -> None:
        # The near edge, 2 wide and 4 off, throws a shadow 5 wide on a target 10 off.
        assert flat(hidden_spans(EYE, FAR_EDGE, [rect(0, 5, 0, 2, 2)])) == pytest.approx([0.25, 0.75])

    def test_target_may_run_either_way(self) -> None:
        a, b = FAR_EDGE
        spans = hidden_spans(EYE, (b, a), [rect(2, 5, 0, 2, 2)])
        assert flat(spans) == pytest.approx([0.0, 1 - (5 + 10 / 6) / 10])

    def test_shadows_that_overlap_are_one(self) -> None:
        spans = hidden_spans(EYE, FAR_EDGE, [rect(-1, 5, 0, 2, 2), rect(0, 5, 0, 2, 2), rect(4.5, 9.5, 0, 1, 1)])
        assert flat(spans) == pytest.approx([0.0, 0.75, 0.9, 1.0], abs=1e-9)

    def test_eye_inside_a_blocker_sees_nothing(self) -> None:
        assert hidden_spans(EYE, FAR_EDGE, [rect(0, 0, 20, 2, 2)]) == [(0.0, 1.0)]

    def test_eye_on_the_far_edge_of_a_blocker_looks_away_freely(self) -> None:
        assert hidden_spans(EYE, FAR_EDGE, [rect(0, -1, 0, 2, 2)]) == []

    def test_eye_on_the_near_edge_of_a_blocker_sees_nothing_through_it(self) -> None:
        assert hidden_spans(EYE, FAR_EDGE, [rect(0, 1, 0, 2, 2)]) == [(0.0, 1.0)]

    def test_eye_on_a_side_edge_looks_along_it(self) -> None:
        assert flat(hidden_spans(EYE, FAR_EDGE, [rect(1, 1, 0, 2, 4)])) == pytest.approx([0.5, 1.0])

    def test_eye_on_a_corner_sees_what_is_not_in_the_quarter_behind_it(self) -> None:
        assert flat(hidden_spans(EYE, ((-10, 5), (10, 5)), [rect(1, 1, 0, 2, 2)])) == pytest.approx([0.5, 1.0])

    def test_blocker_beside_the_eye_hides_to_the_very_end(self) -> None:
        assert flat(hidden_spans(EYE, ((0, 1), (100, 1)), [rect(2, 0, 0, 2, 1)])) == pytest.approx([0.02, 1.0])

    def test_target_seen_end_on_is_hidden_from_the_blocker_on(self) -> None:
        target = ((0.0, 2.0), (0.0, 12.0))
        assert flat(hidden_spans(EYE, target, [rect(0, 8, 0, 2, 2)])) == pytest.approx([0.5, 1.0])
        assert flat(hidden_spans((0, 20), target, [rect(0, 8, 0, 2, 2)])) == pytest.approx([0.0, 0.7])
        assert hidden_spans(EYE, target, [rect(1, 8, 0, 2, 2)]) == []
        assert hidden_spans(EYE, target, [rect(0, 8 + 2**0.5, 45, 2, 2), rect(0, -3, 0, 2, 2)]) != []
        assert hidden_spans(EYE, target, [rect(2**0.5, 8, 45, 2, 2), rect(0, -3, 0, 2, 2)]) == []

    @pytest.mark.parametrize("facing", SKEW)
    def test_target_seen_end_on_at_any_angle(self, facing: float) -> None:
        eye, near, far = (
            turned(facing, 0, 1, 1, 1).front,
            turned(facing, 0, 3, 1, 1).front,
            turned(facing, 0, 13, 1, 1).front,
        )
        assert flat(hidden_spans(eye, (near, far), [turned(facing, 0, 9.5, 2, 2)])) == pytest.approx([0.5, 1.0])
        assert hidden_spans(eye, (near, far), [turned(facing, 1, 9.5, 2, 2)]) == []

    @pytest.mark.parametrize("facing", SKEW)
    def test_eye_on_a_side_edge_sees_what_lies_on_the_line_of_that_edge(self, facing: float) -> None:
        wall = turned(facing, 3, 2, 2, 4)
        eye = turned(facing, 2, 0.7, 1, 1).front
        target = (turned(facing, 2, 8, 1, 1).front, turned(facing, 2, 11, 1, 1).front)
        assert hidden_spans(eye, target, [wall]) == []
        assert hidden_spans(eye, (target[0], turned(facing, 2.1, 8, 1, 1).front), [wall]) != []

    def test_target_of_no_length_is_hidden_or_not(self) -> None:
        assert hidden_spans(EYE, ((0, 9), (0, 9)), [rect(0, 5, 0, 2, 2)]) == [(0.0, 1.0)]
        assert hidden_spans(EYE, ((4, 9), (4, 9)), [rect(0, 5, 0, 2, 2)]) == []

    def test_blocker_flush_behind_the_target_hides_nothing_of_it(self) -> None:
        assert hidden_spans(EYE, FAR_EDGE, [rect(0, 11, 0, 10, 2)]) == []
        assert hidden_spans(EYE, FAR_EDGE, [rect(0, 11 - TOLERANCE / 2, 0, 10, 2)]) == []

    def test_area_hides_what_stands_on_it_even_on_its_near_border(self) -> None:
        wood = rect(2.5, 11, 0, 5, 2)
        assert flat(hidden_spans(EYE, FAR_EDGE, [wood], inside_counts=True)) == pytest.approx([0.5, 1.0])

    def test_area_hides_what_is_in_it_and_behind_it(self) -> None:
        # The target runs into the wood at x = 0 and the rest of it is inside.
        wood = rect(2.5, 10, 0, 5, 2)
        # Its near corner (0, 9) throws a shadow to x = 2.5 - 2.5 * 10 / 9.
        assert flat(hidden_spans((2.5, 0), FAR_EDGE, [wood], inside_counts=True)) == pytest.approx([0.75 - 2.5 / 9, 1])
        assert flat(hidden_spans((2.5, 0), FAR_EDGE, [rect(2.5, 5, 0, 5, 2)], inside_counts=True)) == pytest.approx(
            flat(hidden_spans((2.5, 0), FAR_EDGE, [rect(2.5, 5, 0, 5, 2)]))
        )


class TestHiddenFraction:
    def test_all_sources_count_together_and_only_once(self) -> None:
        rock, wood = rect(0, 5, 0, 2, 2), rect(0, 11, 0, 4, 2)
        assert hidden_fraction(EYE, FAR_EDGE, [rock]) == pytest.approx(0.5)
        assert hidden_fraction(EYE, FAR_EDGE, [rock], [wood]) == pytest.approx(0.5)
        assert hidden_fraction(EYE, FAR_EDGE, [rock], [rect(4, 11, 0, 2, 2)]) == pytest.approx(0.7)
        assert hidden_fraction(EYE, FAR_EDGE, [], [wood]) == pytest.approx(0.4)

    def test_grounds_hide_only_what_stands_on_them(self) -> None:
        wood = rect(0, 11, 0, 4, 2)
        assert hidden_fraction(EYE, FAR_EDGE, [], grounds=[wood]) == pytest.approx(0.4)
        assert hidden_fraction(EYE, FAR_EDGE, [], grounds=[rect(0, 5, 0, 4, 2)]) == 0.0
        assert hidden_fraction(EYE, FAR_EDGE, [rect(0, 5, 0, 2, 2)], grounds=[wood]) == pytest.approx(0.5)

    def test_nine_tenths(self) -> None:
        assert hidden_fraction(EYE, FAR_EDGE, [rect(0, 6, 0, 4.5, 2)]) == pytest.approx(0.9)

    def test_best_eye_counts(self) -> None:
        rock = rect(0, 5, 0, 2, 2)
        assert least_hidden([EYE, (4, 0)], FAR_EDGE, [rock]) == pytest.approx(hidden_fraction((4, 0), FAR_EDGE, [rock]))
        assert least_hidden([EYE, (30, 0)], FAR_EDGE, [rock]) == 0.0

    @examples(2)
    @given(points, points, points, st.lists(rects, max_size=4))
    def test_agrees_with_points_sampled_along_the_target(
        self, eye: Point, a: Point, b: Point, blockers: list[Rect]
    ) -> None:
        samples = spaced(a, b, 401)
        lines = shapely.linestrings([[eye, point] for point in samples])
        hidden = [False] * len(samples)
        for blocker in blockers:
            inside = shapely.length(shapely.intersection(lines, polygon(blocker).buffer(-1e-7, join_style="mitre")))
            hidden = [was or bool(now > 0) for was, now in zip(hidden, inside, strict=True)]
        share = hidden_fraction(eye, (a, b), blockers)
        edges = 2 * len(blockers) + 1
        near_border = any(
            polygon(blocker).exterior.distance(shapely.Point(eye)) <= 2 * TOLERANCE for blocker in blockers
        )
        edge_on = hypot(b[0] - a[0], b[1] - a[1]) < 0.1 or LineString([a, b]).distance(shapely.Point(eye)) < 0.01
        grazing = any(0 < _depth_before(eye, a, b, blocker) < 2 * TOLERANCE for blocker in blockers)
        if not near_border and not edge_on and not grazing:
            assert share == pytest.approx(sum(hidden) / len(samples), abs=edges * 1.5 / 400)


def fully_crosses(eye: tuple[int, int], point: tuple[Fraction, Fraction], block: tuple[int, int, int, int]) -> bool:
    """Whether a line crosses the open inside of an upright rectangle (x, y, width, depth), in exact arithmetic."""
    enters, leaves = Fraction(0), Fraction(1)
    for start, end, centre, size in zip(eye, point, block[:2], block[2:], strict=True):
        half = Fraction(size, 2)
        if end == start:
            if not -half < start - centre < half:
                return False
            continue
        first, last = sorted(((centre - half - start) / (end - start), (centre + half - start) / (end - start)))
        enters, leaves = max(enters, first), min(leaves, last)
    return enters < leaves


small = st.integers(-4, 4)
spots = st.tuples(small, small)
blocks = st.tuples(small, small, st.sampled_from([1, 2, 4]), st.sampled_from([1, 2, 4]))


@examples(4)
@given(spots, spots, spots, st.lists(blocks, min_size=1, max_size=3), st.booleans())
def test_hidden_spans_are_exact_where_corners_and_edges_line_up(
    eye: tuple[int, int],
    a: tuple[int, int],
    b: tuple[int, int],
    upright: list[tuple[int, int, int, int]],
    inside_counts: bool,
) -> None:
    shapes = [rect(x, y, 0, width, depth) for x, y, width, depth in upright]
    spans = hidden_spans(eye, (a, b), shapes, inside_counts)
    for number in range(40 if a != b else 0):
        share = Fraction(2 * number + 1, 80) + Fraction(1, 997)
        point = (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
        hidden = any(fully_crosses(eye, point, block) for block in upright)
        if inside_counts:
            hidden |= any(2 * abs(point[0] - x) <= w and 2 * abs(point[1] - y) <= d for x, y, w, d in upright)
        assert hidden == any(start < share < end for start, end in spans)


def _depth_before(eye: Point, a: Point, b: Point, blocker: Rect) -> float:
    """How far the blocker sticks out in front of the line of the target, on the eye's side."""
    nx, ny = a[1] - b[1], b[0] - a[0]
    length = hypot(nx, ny)
    if length == 0.0:
        return 0.0
    if (eye[0] - a[0]) * nx + (eye[1] - a[1]) * ny < 0:
        nx, ny = -nx, -ny
    return max(((x - a[0]) * nx + (y - a[1]) * ny) / length for x, y in blocker.corners)


MAN = rect(0, 0, 0, 1, 1)


class TestFrontArc:
    def test_target_ahead_is_in_the_arc(self) -> None:
        assert in_front_arc(MAN, rect(0, 8, 180, 4, 2))

    def test_target_behind_is_not(self) -> None:
        assert not in_front_arc(MAN, rect(0, -8, 0, 4, 2))

    def test_target_beside_is_not(self) -> None:
        assert not in_front_arc(MAN, rect(8, 0, 0, 4, 4))

    def test_one_corner_in_the_arc_is_enough(self) -> None:
        # The ray from the front right corner (0.5, 0.5) passes (5.5, 5.5).
        assert in_front_arc(MAN, rect(6.5, 4.6, 0, 2, 2))
        assert in_front_arc(MAN, rect(6.5, 4.5, 0, 2, 2))
        assert not in_front_arc(MAN, rect(6.5, 4.4, 0, 2, 2))

    def test_wide_target_with_no_corner_in_the_arc(self) -> None:
        assert in_front_arc(MAN, rect(0, 4, 0, 40, 1))

    def test_clipping_cuts_along_the_rays(self) -> None:
        clipped = clip_to_front_arc(MAN, rect(0, 4, 0, 40, 1).corners)
        assert sorted(clipped) == [
            pytest.approx(corner, abs=2 * TOLERANCE) for corner in [(-4.5, 4.5), (-3.5, 3.5), (3.5, 3.5), (4.5, 4.5)]
        ]

    @given(rects, rects)
    def test_a_point_is_in_the_arc_where_clipping_leaves_it(self, viewer: Rect, shape: Rect) -> None:
        for point in (*shape.corners, *viewer.corners):
            assert point_in_front_arc(viewer, *point) == bool(clip_to_front_arc(viewer, (point,)))

    @given(rects, rects)
    def test_clipping_agrees_with_shapely(self, viewer: Rect, shape: Rect) -> None:
        arc = front_arc(viewer)
        shared = polygon(shape).intersection(arc).area
        clipped = clip_to_front_arc(viewer, shape.corners)
        assert MultiPoint(clipped).convex_hull.area == pytest.approx(shared, abs=0.1)
        assert all(arc.distance(shapely.Point(point)) <= 2 * TOLERANCE for point in clipped)


class TestCanSee:
    def test_target_straight_ahead(self) -> None:
        assert can_see(MAN, rect(0, 8, 180, 4, 2), [])

    def test_target_straight_behind(self) -> None:
        assert not can_see(MAN, rect(0, -8, 0, 4, 2), [])

    def test_target_in_the_flank_only(self) -> None:
        assert not can_see(MAN, rect(8, 0, 0, 4, 4), [])

    def test_part_in_the_arc_is_seen_unless_that_part_is_hidden(self) -> None:
        target = rect(10, 5, 0, 14, 2)
        assert can_see(MAN, target, [])
        assert not can_see(MAN, target, [rect(4, 3.5, 0, 5, 0.5)])
        assert can_see(MAN, target, [rect(8, 3, 0, 5, 0.5)])

    def test_wall_hides_all(self) -> None:
        assert not can_see(MAN, rect(0, 8, 180, 4, 2), [rect(0, 4, 0, 12, 1)])

    def test_blocker_over_nine_tenths_leaves_sight(self) -> None:
        target, rock = rect(0, 11, 180, 10, 2), rect(-1, 8, 0, 9, 1)
        assert least_hidden([(-0.5, 0.5), (0, 0.5), (0.5, 0.5)], edge(target, Arc.FRONT), [rock]) > 0.9
        assert can_see(MAN, target, [rock])

    def test_only_the_end_of_the_front_edge_sees_past(self) -> None:
        wall = rect(-5.4, 1.5, 0, 11.6, 1)
        assert can_see(MAN, rect(0, 8, 0, 1, 1), [wall])
        assert not can_see(MAN, rect(0, 8, 0, 1, 1), [wall, rect(1.2, 2.5, 0, 2, 1)])

    def test_slit_seen_only_from_within_the_front_edge(self) -> None:
        line = rect(0, 0, 0, 6, 1)
        left, right = rect(-4, 4, 0, 9.8, 6), rect(6, 4, 0, 9.8, 6)
        target = rect(1, 12, 0, 20, 2)
        found = sight_line(line, target, [left, right])
        assert found is not None
        (start, _), _ = found
        assert 0.85 <= start <= 1.15
        assert not can_see(line, target, [left, right, rect(1, 8, 0, 0.6, 0.6)])
        for place in (-3.0, 0.0, 3.0):
            assert hidden_fraction((place, 0.5), edge(target, Arc.REAR), [left, right]) == pytest.approx(1.0)

    def test_slit_between_slanted_blockers(self) -> None:
        line = rect(0, 0, 0, 6, 1)
        target = rect(8, 12, 0, 30, 2)
        left, right = rect(-2.1, 5, 30, 9, 4), rect(8.4, 3, 30, 11, 4)
        assert can_see(line, target, [left, right])
        assert not can_see(line, target, [left, right, rect(2.5, 4.0, 30, 1.6, 1)])

    def test_line_exactly_along_an_edge_is_free(self) -> None:
        column = [rect(0, 4, 0, 5, 2), rect(0, 8, 0, 5, 2)]
        viewer, target = rect(0, 0, 0, 5, 1), rect(0, 12, 0, 5, 2)
        assert can_see(viewer, target, column)
        assert not can_see(viewer, target, [rect(0, 4, 0, 5.01, 2)])

    @pytest.mark.parametrize("facing", SKEW)
    def test_line_along_an_edge_is_free_at_any_angle(self, facing: float) -> None:
        assert can_see(turned(facing, 0, 0, 5, 1), turned(facing, 0, 12, 5, 2), [turned(facing, 0, 4, 5, 2)])
        assert not can_see(turned(facing, 0, 0, 5, 1), turned(facing, 0, 12, 5, 2), [turned(facing, 0, 4, 5.01, 2)])

    def test_gap_beside_the_middle_seen_by_the_whole_front_edge(self) -> None:
        target = rect(0, 12, 0, 60, 2)
        left, right = rect(-13, 6, 0, 30, 1), rect(18.2, 6, 0, 30, 1)
        assert can_see(MAN, target, [left, right])
        assert can_see(MAN, target, [left, right, rect(0, 13, 0, 60, 1)])
        assert not can_see(MAN, target, [left, right, rect(3, 8, 0, 3, 1)])

    def test_slit_seen_from_a_front_edge_that_is_partly_inside_a_blocker(self) -> None:
        # The corridor slants to the right, and the middle of what sees through it is in the blocker.
        line, target = rect(0, 0, 0, 6, 1), rect(4, 14, 0, 60, 2)
        aim = rect(-0.6, 0.5, 30, 1, 1)
        corridor = [rect(*from_local(aim, side * 20.1, 6), 30, 40, 6) for side in (-1, 1)]
        assert can_see(line, target, corridor)
        assert can_see(line, target, [*corridor, rect(-5.5, -3, 0, 10, 7.4)])
        assert not can_see(line, target, [*corridor, rect(-5.3, -3, 0, 10, 7.4)])

    def test_slit_that_shows_a_target_partly_inside_a_blocker(self) -> None:
        line, target = rect(0, 0, 0, 12, 1), rect(-6, 14, 0, 60, 2)
        aim = rect(3, 0.5, -30, 1, 1)
        corridor = [rect(*from_local(aim, side * 20.1, 6), -30, 40, 6) for side in (-1, 1)]
        end = 3 - 12.5 * 3**-0.5
        assert can_see(line, target, corridor)
        assert can_see(line, target, [*corridor, rect(end + 0.25 - 15, 15, 0, 30, 5)])
        assert not can_see(line, target, [*corridor, rect(end + 0.6 - 15, 15, 0, 30, 5)])

    @pytest.mark.parametrize("facing", SKEW)
    def test_seam_between_two_touching_blockers_is_free(self, facing: float) -> None:
        viewer, target = turned(facing, 0, 0, 3, 1), turned(facing, 0, 9, 3, 2)
        left, right = turned(facing, -4.7, 4, 10, 2), turned(facing, 5.3, 4, 10, 2)
        assert can_see(viewer, target, [left, right])
        assert not can_see(viewer, target, [left, turned(facing, 5.2, 4, 10, 2)])

    def test_target_half_inside_a_blocker_is_seen_by_its_free_half(self) -> None:
        assert can_see(MAN, rect(0, 8, 0, 6, 2), [rect(-2, 8, 0, 4.2, 6)])
        assert not can_see(MAN, rect(0, 8, 0, 6, 2), [rect(0, 8, 0, 9, 6)])

    def test_front_edge_half_inside_a_blocker_sees_with_its_free_half(self) -> None:
        assert can_see(rect(0, 0, 0, 4, 1), rect(-1, 9, 0, 1, 1), [rect(-2, 1, 0, 4, 4)])
        assert not can_see(rect(0, 0, 0, 4, 1), rect(-1, 9, 0, 1, 1), [rect(0, 1, 0, 6, 4)])

    def test_blockers_beyond_the_target_do_not_matter(self) -> None:
        assert can_see(MAN, rect(0, 8, 0, 2, 2), [rect(0, 11, 0, 20, 2)])

    def test_line_of_sight_ends_in_the_arc(self) -> None:
        found = sight_line(MAN, rect(10, 5, 0, 14, 2), [])
        assert found is not None
        assert arc_of(MAN, *found[1]) is Arc.FRONT


class TestCanSeePoint:
    def test_point_ahead_and_behind(self) -> None:
        assert can_see_point(MAN, 0, 8, [])
        assert not can_see_point(MAN, 0, -8, [])
        assert not can_see_point(MAN, 6, 1, [])

    def test_point_seen_past_a_narrow_blocker(self) -> None:
        assert can_see_point(MAN, 0, 2, [rect(0, 1, 0, 0.5, 0.2)])
        assert not can_see_point(MAN, 0, 2, [rect(0, 1, 0, 0.8, 0.2)])

    def test_point_in_a_blocker(self) -> None:
        assert not can_see_point(MAN, 0, 8, [rect(0, 8, 0, 2, 2)])
        assert can_see_point(MAN, 0, 7, [rect(0, 8, 0, 2, 2)])


def test_a_free_line_runs_from_an_edge_to_a_region_outside_any_arc() -> None:
    region = [(8.0, 1.0), (9.0, 1.0), (9.0, 2.0), (8.0, 2.0)]
    left, right = (-1.0, 0.0), (1.0, 0.0)
    assert free_line(left, right, region, []) == ((0.0, 0.0), (8.5, 1.5))
    wall = rect(4.0, 0.75, 0.0, 1.0, 3.0)
    assert free_line(left, right, region, [wall]) is None
    found = free_line(left, right, region, [rect(4.0, 0.3, 0.0, 1.0, 1.0)])
    assert found is not None
    (_, y), (_, end) = found
    assert y == 0.0
    assert 1.0 <= end <= 2.0


def test_a_polygon_is_clipped_to_one_side_of_a_line() -> None:
    square = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
    assert sorted(clipped(square, 0.0, 1.0, 1.5)) == [(0.0, 1.5), (0.0, 2.0), (2.0, 1.5), (2.0, 2.0)]
    assert clipped(square, 0.0, 1.0, 3.0) == []
    assert clipped([], 0.0, 1.0, 3.0) == []


def test_blockers_far_from_the_line_are_left_out() -> None:
    near, far, behind = rect(0, 5, 0, 2, 2), rect(20, 5, 0, 2, 2), rect(0, -9, 0, 2, 2)
    assert blockers_between(MAN, rect(0, 10, 0, 4, 2), [near, far, behind]) == [near]


viewers = st.builds(rect, st.just(0.0), st.just(0.0), st.sampled_from([0.0, 10.0, -20.0]), sizes, st.just(1.0))


@examples(3)
@given(viewers, ahead, st.lists(ahead, max_size=5))
def test_line_of_sight_is_free_and_in_the_arc(viewer: Rect, target: Rect, blockers: list[Rect]) -> None:
    found = sight_line(viewer, target, blockers)
    if found is None:
        return
    start, end = found
    line = LineString([start, end])
    assert LineString(edge(viewer, Arc.FRONT)).distance(shapely.Point(start)) < 1e-9
    assert polygon(target).distance(shapely.Point(end)) < 1e-9
    assert front_arc(viewer).distance(shapely.Point(end)) <= 2 * TOLERANCE
    for blocker in blockers:
        assert line.intersection(polygon(blocker).buffer(-2 * TOLERANCE, join_style="mitre")).length < 1e-9


@examples(3)
@given(viewers, ahead, st.lists(ahead, min_size=1, max_size=5))
def test_whatever_dense_sampling_sees_is_seen(viewer: Rect, target: Rect, blockers: list[Rect]) -> None:
    if can_see(viewer, target, blockers):
        return
    left, right = edge(viewer, Arc.FRONT)
    corners = [*target.corners, target.corners[0]]
    ends = [point for a, b in pairwise(corners) for point in spaced(a, b, 25)]
    arc = front_arc(viewer)
    ends = [point for point in ends if arc.intersects(shapely.Point(point))]
    pairs = [[start, end] for start in spaced(left, right, 25) for end in ends]
    if pairs:
        lines = shapely.linestrings(pairs)
        solid = shapely.union_all([polygon(blocker) for blocker in blockers])
        assert shapely.length(shapely.intersection(lines, solid)).min() > 0


@given(viewers, ahead, st.lists(ahead, max_size=5))
def test_more_blockers_never_open_a_view(viewer: Rect, target: Rect, blockers: list[Rect]) -> None:
    seen = [can_see(viewer, target, blockers[:count]) for count in range(len(blockers) + 1)]
    assert seen == sorted(seen, reverse=True)


@given(viewers, ahead, st.lists(ahead, max_size=5))
def test_leaving_out_far_blockers_changes_nothing(viewer: Rect, target: Rect, blockers: list[Rect]) -> None:
    between = blockers_between(viewer, target, blockers)
    assert can_see(viewer, target, between) == can_see(viewer, target, blockers)
    for blocker in blockers:
        if blocker not in between:
            hull = MultiPoint([*viewer.corners, *target.corners]).convex_hull
            assert hull.intersection(polygon(blocker)).area < 1e-9
