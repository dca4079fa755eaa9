"""Ground that models touch on a move."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from warhost.field.moves.crossing import STANDING, way_of, worst_crossed
from warhost.field.ranks import rank_shape
from warhost.table import TOLERANCE, Forward, Pivot, Rect, Sidestep, Step, Wheel, apply, overlap_depth, rect, walk

START = rect(18.0, 10.0, 0.0, 4.0, 2.0)
"""Two ranks, each of which counts as a model."""


def ranks(whole: Rect) -> list[Rect]:
    return [rank_shape(whole, rank, 10, 5) for rank in range(2)]


def crossed(*areas: Rect, steps: Sequence[Step], flies: bool = False, end: Rect | None = None) -> dict[int, int]:
    return worst_crossed(way_of(START, steps, end), ranks, list(enumerate(areas)), flies=flies)


AHEAD = rect(18.0, 14.0, 0.0, 4.0, 1.0)
BESIDE = rect(22.5, 12.0, 0.0, 1.0, 4.0)


def test_models_touch_what_they_go_over() -> None:
    assert crossed(AHEAD, steps=(Forward(2.0),)) == {}
    assert crossed(AHEAD, steps=(Forward(3.0),)) == {0: 1}
    assert crossed(AHEAD, steps=(Forward(8.0),)) == {0: 2}
    assert crossed(BESIDE, steps=(Forward(8.0),)) == {}
    left = rect(16.3, 12.8, 0.0, 0.4, 0.4)
    assert crossed(left, steps=(Wheel(60.0),)) == {0: 2}
    assert crossed(left, steps=(Wheel(-60.0),)) == {}


def test_a_model_counts_once_for_the_first_ground_that_it_touched() -> None:
    assert crossed(AHEAD, AHEAD, steps=(Forward(8.0),)) == {0: 2}
    farther = rect(18.0, 17.5, 0.0, 4.0, 1.0)
    assert crossed(farther, AHEAD, steps=(Forward(6.5),)) == {0: 1, 1: 1}


def test_a_pivot_is_lifted_over_everything() -> None:
    near = rect(18.0, 11.5, 0.0, 0.4, 0.8)
    assert crossed(near, steps=(Pivot(90.0),)) == {}
    assert crossed(near, steps=(Pivot(90.0), Forward(1.0))) == {0: 2}


def test_who_flies_touches_only_where_it_starts_and_ends() -> None:
    assert crossed(AHEAD, steps=(Forward(8.0),), flies=True) == {}
    assert crossed(AHEAD, steps=(Forward(4.0),), flies=True) == {0: 2}
    assert crossed(rect(18.0, 10.0, 0.0, 4.0, 4.0), steps=(Forward(8.0),), flies=True) == {0: 2}


def test_where_a_move_ends_may_count_by_itself() -> None:
    assert crossed(BESIDE, steps=(Forward(1.0),), end=rect(20.5, 11.0, 0.0, 4.0, 2.0)) == {0: 2}
    assert way_of(START, (), AHEAD) == [(AHEAD, STANDING)]


def test_a_wheel_touches_what_its_end_covers_all_round() -> None:
    single = rect(18.0, 10.0, 0.0, 4.0, 2.0)
    after = apply(single, Wheel(60.0))
    # The post is hidden in the footprint at the end of the wheel.
    post = rect(after.x, after.y, after.facing, 0.2, 0.2)
    assert worst_crossed(way_of(single, (Wheel(60.0),)), lambda whole: [whole], [(7, post)], flies=False) == {7: 1}


def test_the_way_before_the_end_counts_too() -> None:
    assert crossed(AHEAD, steps=(Forward(8.0),), end=rect(18.0, 30.0, 0.0, 4.0, 2.0)) == {0: 2}
    assert way_of(START, (Forward(2.0),), AHEAD) == [(START, Forward(2.0)), (AHEAD, STANDING)]


starts = st.builds(rect, st.floats(8, 16), st.floats(8, 16), st.floats(0, 359), st.floats(1, 5), st.floats(1, 3))
areas = st.builds(rect, st.floats(2, 28), st.floats(2, 28), st.floats(0, 359), st.floats(0.5, 4), st.floats(0.5, 4))
moves = st.lists(
    st.one_of(
        st.builds(Forward, st.floats(0, 6)),
        st.builds(Sidestep, st.floats(-3, 3)),
        st.builds(Wheel, st.one_of(st.floats(5, 90), st.floats(-90, -5))),
        st.builds(Pivot, st.floats(-90, 90)),
    ),
    min_size=1,
    max_size=3,
).map(tuple)


@given(starts, areas, moves)
def test_a_single_base_touches_what_its_footprint_overlaps_on_the_way(
    start: Rect, area: Rect, steps: tuple[Step, ...]
) -> None:
    way = way_of(start, steps)
    found = worst_crossed(way, lambda whole: [whole], [(0, area)], flies=False)
    stops = [
        apply(shape, fraction(step, share / 10))
        for shape, step in way
        if not isinstance(step, Pivot)
        for share in range(11)
    ]
    deepest = max((overlap_depth(stop, area) for stop in stops), default=-1.0)
    if deepest > 2 * TOLERANCE:
        assert found == {0: 1}
    elif deepest < -0.8:  # between two stops it moves by less
        assert found == {}
    flown = worst_crossed(way, lambda whole: [whole], [(0, area)], flies=True)
    ends = max(overlap_depth(start, area), overlap_depth(walk(start, steps)[-1], area))
    if abs(ends - TOLERANCE) > 1e-6:
        assert (flown == {0: 1}) == (ends > TOLERANCE)


def fraction(step: Step, share: float) -> Step:
    """The first part of a step."""
    if isinstance(step, Wheel):
        return Wheel(step.degrees * share)
    assert isinstance(step, Forward | Sidestep)
    return type(step)(step.inches * share)
