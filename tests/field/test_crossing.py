"""Ground that models touch on a move."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.field.crossing import STANDING, way_of, worst_crossed
from warhost.field.ranks import rank_shape
from warhost.table import Forward, Pivot, Rect, Step, Wheel, rect

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
