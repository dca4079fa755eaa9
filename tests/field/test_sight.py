"""Sight on the field: heights, walls and veils, whole ranks at once, cover by hidden shares."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table.shapes_at_random import rects
from warhost.field import Body, Field, Terrain
from warhost.field.ranks import rank_shape
from warhost.field.sight.lines import (
    View,
    _is_hidden,
    _is_only_crossed,
    beside,
    bodies_between,
    has_line,
    hidden_by,
    holding,
    is_behind,
    is_covered,
    is_mostly_behind,
    is_mostly_inside,
    is_outside_all_arcs,
    line_passes,
    not_overlooked,
    points_of,
    rank_sees,
    sees_a_base,
)
from warhost.table import (
    Board,
    Circle,
    Pose,
    Rect,
    block,
    can_see,
    in_front_arc,
    overlaps,
    rect,
    rim_points,
)

EYE, GOAL = (0.0, 0.0), (0.0, 10.0)
WALL = rect(0.0, 5.0, 0.0, 2.0, 1.0)


def body(number: int, x: float, y: float, height: float = 0.0) -> Body:
    return Body(number, number % 2, f"Body {number}", rect(x, y, 0.0, 2.0, 2.0), height=height)


def test_only_what_may_stand_in_between_is_looked_at() -> None:
    field = Field(Terrain(Board(40.0, 40.0)), [body(0, 5, 5), body(1, 5, 25), body(2, 5, 15), body(3, 30, 15)])
    found = bodies_between(field, field[0].shape, field[1].shape, (0, 1))
    assert [one.id for one in found] == [2]
    assert bodies_between(field, field[0].shape, field[1].shape, (0, 1, 2)) == []


@pytest.mark.parametrize(
    ("viewer", "target", "by", "blocking"),
    [
        (2.0, 2.0, 0.0, [2, 3]),
        (3.0, 2.0, 0.0, [3]),
        (2.0, 3.0, 0.0, [3]),
        (4.0, 2.0, 0.0, []),
        (5.0, 2.0, 2.0, [3]),
        (6.0, 2.0, 2.0, []),
    ],
)
def test_who_is_higher_looks_over_bodies_and_is_seen_over_them(
    viewer: float, target: float, by: float, blocking: list[int]
) -> None:
    bodies = [body(2, 5, 10, height=2.0), body(3, 5, 15, height=3.0)]
    assert [one.id for one in not_overlooked(bodies, viewer, target, by=by)] == blocking


def test_a_wall_stops_a_line_and_a_spare_one_does_not() -> None:
    assert not line_passes(EYE, GOAL, [WALL])
    assert line_passes(EYE, GOAL, [WALL], spare=1)
    assert not line_passes(EYE, GOAL, [WALL, rect(0.0, 8.0, 0.0, 2.0, 1.0)], spare=1)
    assert not line_passes(EYE, GOAL, [Circle(0.4, 5.0, 0.5)])
    assert line_passes(EYE, GOAL, [Circle(0.5, 5.0, 0.5)])


@pytest.mark.parametrize(("y", "passes"), [(5.0, False), (9.5, True), (0.5, True)])
def test_one_sees_into_a_veil_and_out_of_it_but_not_through(y: float, passes: bool) -> None:
    veil = rect(0.0, y, 0.0, 4.0, 2.0)
    assert line_passes(EYE, GOAL, [], [veil]) is passes
    assert line_passes(EYE, GOAL, [], [veil], spare=1)


@pytest.mark.parametrize(("inside", "passes"), [(1.5, True), (1.6, False)])
def test_a_deep_veil_hides_by_the_inches_that_a_line_runs_in_it(inside: float, passes: bool) -> None:
    wood = rect(0.0, 10.0 - inside + 2.0, 0.0, 6.0, 4.0)
    assert line_passes(EYE, GOAL, [], [wood], deepest=1.575) is passes
    halves = [rect(0.0, 3.0, 0.0, 6.0, inside / 2), rect(0.0, 7.0, 0.0, 6.0, inside / 2)]
    assert line_passes(EYE, GOAL, [], halves, deepest=1.575) is passes


def test_one_free_line_between_two_round_bases_is_enough() -> None:
    viewer, target = Circle(0.0, 0.0, 0.5), Circle(0.0, 10.0, 0.5)
    starts = [(viewer.x, viewer.y), *rim_points(viewer)]
    ends = [(target.x, target.y), *rim_points(target)]
    assert has_line(starts, ends, [rect(0.0, 5.0, 0.0, 0.9, 1.0)])
    assert not has_line(starts, ends, [rect(0.0, 5.0, 0.0, 1.1, 1.0)])
    assert not has_line(starts, ends, [rect(0.0, 5.0, 0.0, 0.9, 1.0)], [rect(0.0, 7.0, 0.0, 9.0, 1.0)])


@given(rects, rects, st.lists(rects, max_size=4), st.integers(1, 5), st.integers(1, 12))
def test_a_rank_sees_what_one_of_its_models_sees(
    place: Rect, target: Rect, blockers: list[Rect], files: int, count: int
) -> None:
    files = min(files, count)
    blockers = [one for one in blockers if not overlaps(one, target)]
    models = block(Pose(place.x, place.y, place.facing), count, files, 0, 0.8, 0.8)
    deep = models[-1].rank + 1
    whole = rect(place.x, place.y, place.facing, files * 0.8, deep * 0.8)
    for rank in range(deep):
        row = [model for model in models if model.rank == rank]
        seen = any(can_see(model.base, target, blockers) for model in row)
        shape = rank_shape(whole, rank, count, files)
        if rank_sees(shape, partial(list, row), target, blockers) != seen:
            # Only a line that runs along the border between two models can be seen by their rank and by neither.
            assert not seen
            assert blockers


@given(rects, rects, st.integers(1, 4))
def test_what_is_outside_all_arcs_is_in_no_models_arc(own: Rect, target: Rect, deep: int) -> None:
    if is_outside_all_arcs(own, own.depth / deep, target):
        models = block(own.pose, 3 * deep, 3, 0, own.width / 3, own.depth / deep)
        assert not any(in_front_arc(model.base, target) for model in models)


@pytest.mark.parametrize(("width", "share", "covered"), [(2.0, 0.5, True), (1.98, 0.5, False), (1.0, 0.25, True)])
def test_cover_is_a_share_of_the_facing_that_the_first_eye_is_in(width: float, share: float, covered: bool) -> None:
    target = rect(0.0, 11.0, 180.0, 4.0, 2.0)
    # Right before the target, so that it hides as much as it is wide.
    screen = rect(-2.0 + width / 2, 9.75, 0.0, width, 0.5)
    assert is_covered([(0.0, -1e6)], target, [screen], share=share) is covered


def test_cover_counts_from_the_eye_that_sees_most() -> None:
    target = rect(0.0, 11.0, 180.0, 4.0, 2.0)
    screen = rect(0.0, 2.0, 0.0, 2.0, 0.5)
    assert is_covered([(0.0, 0.0)], target, [screen])
    assert not is_covered([(0.0, 0.0), (6.0, 0.0)], target, [screen])
    assert is_covered([(0.0, 0.0)], target, [], [rect(0.0, 10.0, 0.0, 9.0, 1.0)])


def test_a_base_sees_a_base_within_its_reach_past_what_is_in_between() -> None:
    viewer, near, far = rect(0.0, 0.0, 0.0, 1.0, 1.0), rect(0.0, 8.0, 0.0, 1.0, 1.0), rect(1.0, 8.0, 0.0, 1.0, 1.0)
    whole = rect(0.5, 8.0, 0.0, 2.0, 1.0)
    fence = rect(0.0, 4.0, 0.0, 9.0, 1.0)
    assert sees_a_base(viewer, View(whole, (near, far)))
    assert not sees_a_base(viewer, View(whole, (near, far)), reach=6.0)
    assert not sees_a_base(viewer, View(whole, (near, far), walls=(fence,)))
    assert not sees_a_base(viewer, View(whole, (near, far), veils=(fence,)))
    assert sees_a_base(viewer, View(whole, (near, far), walls=(fence,), lookouts=(viewer,)))
    assert not sees_a_base(rect(0.0, 0.0, 180.0, 1.0, 1.0), View(whole, (near, far)))


def test_who_is_inside_or_behind_has_cover() -> None:
    base = rect(0.0, 10.0, 0.0, 2.0, 2.0)
    assert is_behind((0.0, 10.0), EYE, [WALL])
    assert not is_behind((0.0, 10.0), EYE, [rect(0.0, 10.0, 0.0, 4.0, 4.0)])
    assert is_mostly_inside(base, [rect(-0.9, 10.0, 0.0, 2.0, 2.0)])
    assert not is_mostly_inside(base, [rect(-1.0, 10.0, 0.0, 2.0, 2.0)])
    assert is_mostly_behind(base, EYE, [WALL])
    assert not is_mostly_behind(base, EYE, [rect(1.2, 5.0, 0.0, 2.0, 1.0)])
    assert len(set(points_of(base))) == 9


def test_the_piece_under_a_point_and_the_pieces_near_a_shape() -> None:
    hills = (rect(5.0, 5.0, 0.0, 4.0, 4.0), rect(20.0, 5.0, 0.0, 4.0, 4.0))
    assert holding(hills, 19.0, 6.0) is hills[1]
    assert holding(hills, 12.0, 6.0) is None
    assert beside(hills, rect(8.0, 5.0, 0.0, 2.0, 2.0)) == [hills[0]]


def test_what_hides_a_target_is_named() -> None:
    viewer, target = rect(0.0, 0.0, 0.0, 2.0, 1.0), rect(0.0, 10.0, 0.0, 2.0, 1.0)
    wide, left, right = rect(0.0, 5.0, 0.0, 20.0, 1.0), rect(-6.0, 5.0, 0.0, 12.0, 1.0), rect(6.0, 5.0, 0.0, 12.0, 1.0)
    assert hidden_by(viewer, target, [("Rocks", wide), ("Bush", left)]) == ("Rocks",)
    assert hidden_by(viewer, target, [("West", left), ("East", right), ("Far", rect(30.0, 5.0, 0.0, 1.0, 1.0))]) == (
        "West",
        "East",
    )
    assert hidden_by(rect(0.0, 0.0, 180.0, 2.0, 1.0), target, [("Rocks", wide)]) == ()


def test_all_that_stand_in_between_are_found() -> None:
    field = Field(Terrain(Board(40.0, 40.0)), [body(0, 5, 5), body(1, 5, 35), body(2, 5, 15), body(3, 5.5, 25)])
    assert [one.id for one in bodies_between(field, field[0].shape, field[1].shape, (0, 1))] == [2, 3]


def test_what_is_beside_a_line_does_not_stop_it() -> None:
    aside = rect(5.0, 5.0, 0.0, 2.0, 2.0)
    assert line_passes(EYE, GOAL, [aside], [aside])
    assert line_passes(EYE, GOAL, [aside], [aside, rect(-5.0, 5.0, 0.0, 2.0, 2.0)])
    assert is_behind((0.0, 10.0), EYE, [aside, WALL])
    assert not is_behind((0.0, 10.0), EYE, [aside])


def test_one_obstacle_hides_a_target_only_if_it_hides_all_of_it() -> None:
    target = rect(0.0, 8.0, 0.0, 2.0, 1.0)
    starts = ((0.0, 0.5), (-0.5, 0.5), (0.5, 0.5))
    wide, narrow, aside = rect(0.0, 4.0, 0.0, 9.0, 1.0), rect(0.0, 4.0, 0.0, 1.0, 1.0), rect(6.0, 4.0, 0.0, 1.0, 1.0)

    def hidden(walls: tuple[Rect, ...] = (), veils: tuple[Rect, ...] = ()) -> bool:
        return _is_hidden(starts, View(target, (target,), walls, veils))

    assert hidden((wide,))
    assert hidden((aside, wide))
    assert hidden((), (wide,))
    assert hidden((aside,), (aside, wide))
    assert not hidden((narrow, aside), (narrow,))
    assert not hidden()
    # Two that hide it only together are left to the lines.
    halves = (rect(-2.5, 4.0, 0.0, 5.0, 1.0), rect(2.5, 4.0, 0.0, 5.0, 1.0))
    assert not hidden(halves)
    # Into a veil and out of it one sees.
    assert not hidden((), (rect(0.0, 7.0, 0.0, 9.0, 3.0),))
    assert not hidden((), (rect(0.0, 1.0, 0.0, 9.0, 3.0),))
    assert _is_only_crossed(wide, starts, target)
    assert not _is_only_crossed(rect(0.0, 7.0, 0.0, 9.0, 1.0), starts, target)  # it touches the target
    assert not _is_only_crossed(rect(3.45, 0.5, 0.0, 6.0, 1.0), starts, target)  # one of the starts is in it


def test_a_base_sees_past_what_hides_a_part() -> None:
    viewer, target = rect(0.0, 0.0, 0.0, 1.0, 1.0), rect(0.0, 8.0, 0.0, 1.0, 1.0)
    aside, narrow = rect(3.0, 4.0, 0.0, 1.0, 1.0), rect(0.0, 4.0, 0.0, 0.4, 0.4)
    for shape in (aside, narrow):
        assert sees_a_base(viewer, View(target, (target,), walls=(shape,)))
        assert sees_a_base(viewer, View(target, (target,), veils=(shape,)))
    halves = (rect(-2.4, 4.0, 0.0, 5.0, 1.0), rect(2.4, 4.0, 0.0, 5.0, 1.0))
    assert not sees_a_base(viewer, View(target, (target,), walls=halves))
    # Who looks, or is looked at, from within a veil sees and is seen.
    assert sees_a_base(viewer, View(target, (target,), veils=(rect(0.0, 7.5, 0.0, 9.0, 3.0),)))
    assert sees_a_base(viewer, View(target, (target,), veils=(rect(0.0, 0.5, 0.0, 9.0, 3.0),)))
    # Of two bases the one within reach counts.
    far = rect(0.0, 20.0, 0.0, 1.0, 1.0)
    assert sees_a_base(viewer, View(far, (far, target), walls=(aside,)), reach=7.0)
    assert not sees_a_base(viewer, View(far, (far, target), walls=(aside,)), reach=6.9)


def test_the_points_of_a_base_are_its_centre_corners_and_midpoints() -> None:
    around = {(x, y) for x in (-1.0, 0.0, 1.0) for y in (8.0, 10.0, 12.0)}
    assert set(points_of(rect(0.0, 10.0, 0.0, 2.0, 4.0))) == around
    slanted = points_of(rect(0.0, 10.0, 33.0, 2.0, 4.0))
    assert slanted[0] == (0.0, 10.0)
    assert all((x, y) == (round(x, 6), round(y, 6)) for x, y in slanted)
    assert any((x, y) != (round(x, 5), round(y, 5)) for x, y in slanted)


@pytest.mark.parametrize(("y", "behind"), [(9.5, True), (10.5, False)])
def test_more_than_half_of_the_points_are_behind(y: float, behind: bool) -> None:
    """A wall hides the middle column of three times three points, a post those of the right one that are behind it."""
    base, eye = rect(0.0, 10.0, 0.0, 2.0, 2.0), (0.0, -10000.0)
    shelters = [rect(0.0, 5.0, 0.0, 1.0, 1.0), rect(1.0, y, 0.0, 0.4, 0.2)]
    assert is_mostly_behind(base, eye, shelters) is behind


def test_a_small_base_is_mostly_inside_by_its_own_ground() -> None:
    base = rect(0.0, 0.0, 0.0, 0.5, 0.5)
    assert not is_mostly_inside(base, [rect(0.25, 0.0, 0.0, 0.2, 1.0)])
    assert is_mostly_inside(base, [rect(0.25, 0.0, 0.0, 0.6, 1.0)])
    # Parts in several areas add up.
    assert is_mostly_inside(base, [rect(0.25, 0.0, 0.0, 0.3, 1.0), rect(-0.25, 0.0, 0.0, 0.3, 1.0)])


def test_cover_that_is_nearly_enough_is_not() -> None:
    target = rect(0.0, 11.0, 180.0, 4.0, 2.0)
    screen = rect(-2.0 + 1.99 / 2, 9.75, 0.0, 1.99, 0.5)
    assert not is_covered([(0.0, -1e6)], target, [screen])


def test_lines_begin_at_the_front_edge_and_not_behind_it() -> None:
    """A post beside a deep viewer is in no line from its front edge, though one from its rear would meet it."""
    viewer, target = rect(0.0, 0.0, 0.0, 1.0, 6.0), rect(3.0, 10.0, 0.0, 1.0, 1.0)
    post = rect(1.27, 1.0, 0.0, 0.3, 0.3)
    assert hidden_by(viewer, target, [("Post", post)]) == ()
    assert hidden_by(viewer, target, [("Post", rect(1.5, 6.0, 0.0, 1.0, 0.3))]) == ("Post",)
