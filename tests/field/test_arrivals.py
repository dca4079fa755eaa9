"""Where a mover ends flush on a side: the places that are tried, those that are chosen, and sliding along the side."""

from __future__ import annotations

from typing import cast

import pytest

from warhost.field import (
    Approach,
    Route,
    Stretch,
    best_arrivals,
    flush_routes,
    rough_routes,
    sample_offsets,
    shared_turn,
    turned_targets,
)
from warhost.field.contact.arrivals import _any_slide, _inside, three_offsets
from warhost.field.contact.wheel_in import COARSE
from warhost.table import Arc, Board, Rect, distance_to_point, rect, turn_between, turned

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


def test_who_cannot_align_has_no_way() -> None:
    """Straight ahead the mover meets a front that is turned by 30 degrees; a post stands where it would turn."""
    target = rect(30.0, 30.0, 210.0, 6.0, 2.0)

    def straight(*blocks: Rect) -> list[Route]:
        way = approach(*blocks, most_wheel=0.0, target=target)
        return [route for bearing in way.bearings(()) for route in flush_routes(way, bearing, [(-9.0, 9.0)])]

    (route,) = {round(one.offset, 6): one for one in straight()}.values()
    half = turned(route.arrived, route.contact, 15.0)
    corner = max(half.corners, key=lambda point: distance_to_point(route.arrived, *point))
    assert straight(rect(*corner, 0.0, 0.1, 0.1)) == []


def test_stretches_lie_in_a_free_place_if_they_just_meet_it() -> None:
    part = Stretch(-1.0, 2.0, 1)
    free = [(2.0, 3.0), (-3.0, -1.0), (0.0, 1.0), (2.1, 3.0), (-3.0, -1.1)]
    assert [_inside(part, one) for one in free] == [True, True, True, False, False]


def test_a_better_place_that_is_not_free_does_not_count() -> None:
    """Right of the post the score is highest, but left of it alone is the mover let in: its best place there."""
    post = rect(26.0, 28.5, 0.0, 0.5, 1.0)
    way = approach(post, most_wheel=0.0)
    (_, high), (low, _) = sorted(way.free)
    assert high < 4.0 < low
    parts = (Stretch(3.0, 6.0, 9), Stretch(-2.0, -1.0, 5), Stretch(6.5, 7.0, 5))
    assert places(way, *parts) == [(-1.0, 5)]


def test_of_two_ways_that_slide_the_shorter_slide_is_taken() -> None:
    """Wheels of up to 10 degrees come to places near the middle; the wanted ones lie beyond, left and right."""
    way = approach(most_wheel=10.0)
    ends = [end for bearing in way.bearings(COARSE) for end in (bearing.low, bearing.high)]
    left, right = min(ends), max(ends)
    assert -12.0 < left < right < 12.0
    for wanted, near in ((Stretch(right + 0.5, right + 0.6, 5), right), (Stretch(left - 0.6, left - 0.5, 5), left)):
        ((offset, route, _),) = best_arrivals(way, [wanted])
        assert route.offset == pytest.approx(near, abs=1e-5)
        assert abs(offset - route.offset) == pytest.approx(0.5, abs=1e-5)
    both = [Stretch(right + 0.5, right + 0.6, 5), Stretch(left - 0.4, left - 0.3, 5)]
    for parts in (both, both[::-1]):
        ((offset, route, _),) = best_arrivals(way, parts)
        assert (offset, route.offset) == pytest.approx((left - 0.3, left), abs=1e-5)


def test_a_slide_of_any_way_at_all_ends_at_the_nearest_wanted_place() -> None:
    way = approach(most_wheel=0.0)
    free = way.free[0]
    wanted = [Stretch(2.0, 3.0, 5), Stretch(-1.5, -1.0, 5), Stretch(-9.0, -5.0, 5)]
    slide = _any_slide(way, [free], wanted)
    assert slide is not None
    assert (slide[0], slide[1], slide[2].offset) == pytest.approx((1.0, -1.0, 0.0), abs=1e-6)
    assert _any_slide(way, [free], [Stretch(2.0, 3.0, 5)]) is not None
    # None of the wanted places lies in that interval.
    assert _any_slide(way, [(-5.0, 5.0)], [Stretch(7.0, 8.0, 5)]) is None
    assert _any_slide(way, [(1.0, 5.0)], [Stretch(2.0, 3.0, 5)]) is None


@pytest.mark.parametrize(("facing", "sign"), [(210.0, 1.0), (150.0, -1.0)])
def test_the_target_turns_by_the_least_whole_degrees_that_help(facing: float, sign: float) -> None:
    """It meets a front turned by 30 degrees to either side. Nothing stops it, so one degree is the least to share."""
    way = approach(most_wheel=45.0, target=rect(30.0, 30.0, facing, 6.0, 2.0))
    straight = [route for route in rough_routes(way) if route.wheel == 0.0]

    def turning(mover_least: float, target_least: float) -> float:
        found = shared_turn(
            way,
            straight,
            lambda place: abs(turn_between(place.facing, START.facing)) <= 30.0 - mover_least + 1e-6,
            lambda place: abs(turn_between(place.facing, facing)) >= target_least - 1e-6,
        )
        assert found is not None
        _, place, stands = found
        assert turn_between(place.facing, stands.facing + 180.0) == pytest.approx(0.0, abs=1e-6)
        assert turn_between(START.facing, place.facing) * sign >= -1e-6
        return abs(turn_between(stands.facing, facing))

    assert turning(0.0, 0.0) == pytest.approx(1.0)
    assert turning(12.0, 0.0) == pytest.approx(12.0)
    assert turning(0.0, 7.5) == pytest.approx(8.0)
    assert turning(0.0, 29.5) == pytest.approx(30.0)
    assert shared_turn(way, straight, lambda _: True, lambda _: False) is None


def test_of_several_ways_the_one_with_the_least_turn_is_shared() -> None:
    target = rect(30.0, 30.0, 210.0, 6.0, 2.0)
    way = approach(target=target)
    ways = rough_routes(way)
    assert len({round(route.turn) for route in ways}) > 3
    found = shared_turn(way, ways, lambda _: True, lambda place: abs(turn_between(place.facing, 210.0)) >= 4.5)
    assert found is not None
    assert abs(turn_between(found[2].facing, 210.0)) == pytest.approx(5.0)
