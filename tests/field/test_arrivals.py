"""Where a mover ends flush on a side: the places that are tried, those that are chosen, and sliding along the side."""

from __future__ import annotations

from typing import cast

import pytest

from warhost.field import Approach, Stretch, best_arrivals, flush_routes, sample_offsets, turned_targets
from warhost.field.arrivals import three_offsets
from warhost.table import Arc, Board, Rect, rect

BOARD = Board(60.0, 60.0)
START = rect(30.0, 15.0, 0.0, 4.0, 2.0)
WIDE = rect(30.0, 30.0, 180.0, 20.0, 2.0)


def approach(*blocks: Rect, most_wheel: float = 90.0, target: Rect = WIDE) -> Approach:
    return Approach(BOARD, START, target, Arc.FRONT, blocks, most_wheel=most_wheel)


def places(way: Approach, *stretches: Stretch) -> list[tuple[float, int]]:
    return [
        (cast("float", pytest.approx(offset, abs=1e-6)), score) for offset, _, score in best_arrivals(way, stretches)
    ]


@pytest.mark.parametrize(
    ("low", "high", "offsets"),
    [(-1.0, 2.0, [0.0, -1.0, 2.0]), (1.0, 3.0, [1.0, 1.0, 3.0]), (-3.0, -2.0, [-2.0, -3.0, -2.0]), (1.0, 1.0, [1.0])],
)
def test_the_middle_and_both_ends_are_tried_first(low: float, high: float, offsets: list[float]) -> None:
    assert list(three_offsets(low, high)) == offsets
    assert list(sample_offsets(low, high))[: len(offsets)] == offsets


def test_then_places_in_small_even_steps_between() -> None:
    # 1.6 inches in steps of at most half an inch: four pieces, so three places between.
    assert list(sample_offsets(1.0, 2.6))[3:] == pytest.approx([1.4, 1.8, 2.2])


def test_of_the_best_places_the_middle_the_leftmost_and_the_rightmost_are_offered() -> None:
    assert places(approach(), Stretch(-3.0, 4.0, 5), Stretch(-6.0, 6.0, 2)) == [(0.0, 5), (-3.0, 5), (4.0, 5)]
    assert places(approach(), Stretch(1.0, 2.0, 5), Stretch(3.0, 4.0, 5)) == [(1.0, 5), (4.0, 5)]


def test_places_that_are_nearly_the_same_are_offered_once() -> None:
    assert places(approach(), Stretch(0.0, 0.05, 5)) == [(0.0, 5)]
    assert places(approach(), Stretch(0.0, 0.2, 5)) == [(0.0, 5), (0.2, 5)]


@pytest.mark.parametrize(
    ("stretches", "offset"),
    [
        ([Stretch(2.0, 3.0, 5)], 2.0),
        ([Stretch(-3.0, -2.0, 5)], -2.0),
        ([Stretch(2.0, 3.0, 5), Stretch(-1.5, -1.0, 5)], -1.0),
        ([Stretch(-1.5, -1.0, 5), Stretch(2.0, 3.0, 5)], -1.0),
        ([Stretch(2.0, 3.0, 5), Stretch(-1.0, 1.0, 4)], 2.0),
    ],
)
def test_who_cannot_come_to_the_best_place_slides_by_the_least_that_leads_there(
    stretches: list[Stretch], offset: float
) -> None:
    """Without a wheel the mover comes straight to the middle of the side and nowhere else."""
    ((found, route, score),) = best_arrivals(approach(most_wheel=0.0), stretches)
    assert (found, route.offset, score) == pytest.approx((offset, 0.0, 5), abs=1e-6)


def test_nobody_slides_past_what_stands_on_the_side() -> None:
    """A post at the side splits it: the mover comes to the left part of it, so the right one is out of reach."""
    post = rect(26.0, 28.5, 0.0, 0.5, 1.0)  # 4 inches to the right of the target's middle, as the target looks
    way = approach(post, most_wheel=0.0)
    assert len(way.free) == 2
    assert places(way, Stretch(7.0, 8.0, 9), Stretch(-3.0, -2.0, 5)) == [(-2.0, 5)]
    assert places(way, Stretch(7.0, 8.0, 9)) == []
    assert places(approach(most_wheel=0.0), Stretch(7.0, 8.0, 9), Stretch(-3.0, -2.0, 5)) == [(7.0, 9)]


def test_routes_lead_only_to_places_that_the_wheel_comes_to_and_that_are_free() -> None:
    way = approach(most_wheel=0.0)
    bearing = next(way.bearings(()))
    assert [route.offset for route in flush_routes(way, bearing, [(-5.0, 5.0)])] == pytest.approx([0.0], abs=1e-6)
    assert list(flush_routes(way, bearing, [(1.0, 5.0), (-5.0, -1.0)])) == []


def test_a_target_turns_only_to_where_it_is_free() -> None:
    target = rect(34.0, 30.0, 150.0, 6.0, 2.0)
    way = approach(target=target)
    turned = list(turned_targets(way, lambda place: True))
    assert turned
    assert all((place.x, place.y) == (34.0, 30.0) for place in turned)
    assert list(turned_targets(way, lambda place: False)) == []
    assert list(turned_targets(way, lambda place: place == turned[-1])) == [turned[-1]]
