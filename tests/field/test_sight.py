"""Sight on the field: heights, walls and veils, whole ranks at once, cover by hidden shares."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table.shapes_at_random import rects
from warhost.field import Body, Field, Terrain
from warhost.field.ranks import rank_shape
from warhost.field.sight import (
    View,
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
