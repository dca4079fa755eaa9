"""What ways cost: spans of slow ground, steps that are paid at once, lanes, and ways round what is costly."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.field.crowds import BOARD, blocks
from warhost.field.loose.costs import (
    PLAIN,
    Stretch,
    cheapest_way,
    cut_by,
    enters,
    part_of,
    price_of,
    span,
    spans,
    split,
)
from warhost.field.loose.steps import Around, length_of
from warhost.field.loose.ways import Room, way_to
from warhost.table import Circle, Point, Rect, contains_point, grown, rect

MARSH = rect(10.0, 10.0, 0.0, 4.0, 4.0)
points = st.tuples(st.floats(0, 30), st.floats(0, 24))


def over(start: Point, end: Point, shapes: Sequence[Rect] = (MARSH,), lanes: Sequence[Rect] = ()) -> Sequence[Stretch]:
    """Straight ways over shapes in which an inch costs two."""
    return split(spans(shapes, start, end), spans(lanes, start, end), {}, 2.0)


def share(start: Point, end: Point, part: float) -> Point:
    return (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)


# Spans


def test_a_span_is_what_of_a_way_is_inside() -> None:
    assert span(MARSH, (5.0, 10.0), (15.0, 10.0)) == pytest.approx((0.3, 0.7))
    assert span(MARSH, (10.0, 10.0), (10.0, 20.0)) == pytest.approx((0.0, 0.2))
    assert span(MARSH, (5.0, 12.0), (15.0, 12.0)) is None, "along its edge"
    assert span(MARSH, (5.0, 13.0), (15.0, 13.0)) is None
    assert span(MARSH, (0.0, 10.0), (7.0, 10.0)) is None, "before it"
    assert span(MARSH, (20.0, 10.0), (13.0, 10.0)) is None
    assert span(MARSH, (10.0, 0.0), (10.0, 7.0)) is None
    assert span(MARSH, (10.0, 20.0), (10.0, 13.0)) is None


@pytest.mark.parametrize("spot", [(0.0, 10.0), (20.0, 10.0), (10.0, 0.0), (10.0, 20.0)])
def test_who_starts_inside_is_in_it_until_it_leaves(spot: Point) -> None:
    assert span(MARSH, (10.0, 10.0), spot) == pytest.approx((0.0, 0.2))
    assert span(MARSH, spot, (10.0, 10.0)) == pytest.approx((0.8, 1.0))
    assert span(MARSH, (10.0, 10.0), (10.0 + (spot[0] - 10.0) / 10.0, 10.0 + (spot[1] - 10.0) / 10.0)) == (0.0, 1.0)


@given(blocks, points, points, st.floats(0, 1))
def test_a_point_of_a_way_is_inside_just_in_the_span(shape: Rect, start: Point, end: Point, part: float) -> None:
    found = span(shape, start, end)
    low, high = (2.0, -1.0) if found is None else found
    if min(abs(part - low), abs(part - high)) > 0.01:
        held = contains_point(shape, *share(start, end, part))
        # A short way along a rim counts as outside, and as inside to those who look at points.
        assert not (low < part < high) or held
        assert found is None or held == (low < part < high)


def test_spans_are_those_of_the_shapes_that_are_met() -> None:
    other = rect(20.0, 10.0, 0.0, 2.0, 2.0)
    assert spans((MARSH, other), (0.0, 10.0), (15.0, 10.0)) == [span(MARSH, (0.0, 10.0), (15.0, 10.0))]


# Stretches


def test_a_way_is_cut_where_its_cost_changes() -> None:
    assert split([], [], {}, 2.0) == split([], [(0.2, 0.4)], {}, 2.0) == PLAIN
    assert split([(0.2, 0.6)], [(0.5, 0.8)], {0.9: 3.0}, 2.0) == [
        Stretch(0.0, 0.2),
        Stretch(0.2, 0.5, 2.0),
        Stretch(0.5, 0.6),
        Stretch(0.6, 0.8),
        Stretch(0.8, 0.9),
        Stretch(0.9, 1.0, 1.0, 3.0),
    ]


def test_slow_ground_costs_more_by_the_inch() -> None:
    way = ((5.0, 10.0), (15.0, 10.0), (15.0, 14.0))
    assert price_of(way) == 14.0
    assert price_of(way, over) == pytest.approx(18.0)
    assert price_of(way, partial(over, lanes=(rect(9.0, 10.0, 0.0, 2.0, 1.0),))) == pytest.approx(16.0)
    assert price_of(((5.0, 10.0),), over) == 0.0


def test_a_way_that_cannot_be_gone_is_dearer_than_anything() -> None:
    def never(start: Point, end: Point) -> Sequence[Stretch] | None:
        return None if end[0] > 10.0 else PLAIN

    way = ((5.0, 10.0), (8.0, 10.0), (15.0, 10.0))
    assert price_of(way, never) == inf
    assert part_of(way, 99.0, never) == way[:2], "as far as the last corner before it"


def test_inches_pay_for_a_part_of_a_way() -> None:
    way = ((5.0, 10.0), (15.0, 10.0), (15.0, 14.0))
    assert part_of(way, 4.0) == ((5.0, 10.0), (9.0, 10.0))
    assert part_of(way, 12.0) == ((5.0, 10.0), (15.0, 10.0), (15.0, 12.0))
    assert part_of(way, 99.0) == part_of(way, 99.0, over) == way
    # Three inches to the marsh, then two for each.
    assert part_of(way, 5.0, over)[-1] == pytest.approx((9.0, 10.0))
    assert part_of(way, 12.0, over)[-1] == pytest.approx((13.0, 10.0))


def test_a_step_is_paid_before_what_follows_it() -> None:
    def steps(start: Point, end: Point) -> Sequence[Stretch]:
        return split([], [], {0.5: 3.0}, 2.0)

    way = ((0.0, 10.0), (10.0, 10.0))
    assert price_of(way, steps) == 13.0
    assert part_of(way, 7.0, steps)[-1] == (5.0, 10.0), "it cannot pay for the step"
    assert part_of(way, 9.0, steps)[-1] == pytest.approx((6.0, 10.0))


@given(points, points, st.floats(0, 40))
def test_what_inches_pay_for_costs_no_more_than_them(start: Point, end: Point, inches: float) -> None:
    way = (start, end)
    part = part_of(way, inches, over)
    assert price_of(part, over) <= inches + 0.01
    assert part == way or price_of(part, over) == pytest.approx(min(inches, price_of(way, over)), abs=0.01)
    assert length_of(way) - 1e-9 <= price_of(way, over) <= 2.0 * length_of(way) + 1e-9


@given(points, points, st.floats(0, 1))
def test_the_price_of_parts_adds_up_to_the_price_of_the_whole(start: Point, end: Point, part: float) -> None:
    whole, spot = price_of((start, end), over), share(start, end, part)
    there, back = price_of((start, spot), over), price_of((end, spot), over)
    assert price_of((start, spot, end), over) == pytest.approx(there + back)
    assert there + back == pytest.approx(whole, abs=1e-6)


# Areas and lanes


def test_a_way_enters_an_area_other_than_on_a_lane() -> None:
    way = ((5.0, 10.0), (15.0, 10.0))
    road, half = rect(10.0, 10.0, 0.0, 12.0, 1.0), rect(8.0, 10.0, 0.0, 6.0, 1.0)
    assert enters([MARSH], [], way)
    assert not enters([MARSH], [road], way)
    assert enters([MARSH], [half], way)
    assert enters([MARSH], [rect(12.0, 10.0, 0.0, 6.0, 1.0)], way), "before the lane begins"
    assert not enters([MARSH], [], ((5.0, 13.0), (15.0, 13.0)))
    assert not enters([], [], way)
    assert enters([MARSH], [], ((5.0, 13.0), (15.0, 13.0), (10.0, 10.0))), "its last leg does"


def test_a_lane_cuts_an_area_into_what_is_left_of_it() -> None:
    found = cut_by(MARSH, [rect(10.0, 10.0, 0.0, 12.0, 1.0)])
    assert [(one.x, one.y, one.width, one.depth) for one in found] == [(10.0, 8.75, 4.0, 1.5), (10.0, 11.25, 4.0, 1.5)]
    found = cut_by(MARSH, [rect(10.0, 10.0, 0.0, 1.0, 12.0)])
    assert [(one.x, one.y, one.width, one.depth) for one in found] == [(8.75, 10.0, 1.5, 4.0), (11.25, 10.0, 1.5, 4.0)]
    assert cut_by(MARSH, [rect(20.0, 10.0, 0.0, 2.0, 2.0)]) == [MARSH]
    for beside in ((10.0, 20.0), (10.0, 0.0), (0.0, 10.0)):
        assert cut_by(MARSH, [rect(*beside, 0.0, 2.0, 2.0)]) == [MARSH]
    hole = cut_by(MARSH, [rect(10.0, 10.0, 0.0, 2.0, 2.0)])
    assert sum(one.width * one.depth for one in hole) == pytest.approx(12.0)
    assert len(hole) == 4
    assert cut_by(MARSH, [rect(10.0, 10.0, 0.0, 9.0, 9.0)]) == []
    crossing = cut_by(MARSH, [rect(10.0, 10.0, 0.0, 12.0, 1.0), rect(10.0, 10.0, 0.0, 1.0, 12.0)])
    assert sum(one.width * one.depth for one in crossing) == pytest.approx(9.0)


@given(blocks, blocks, points)
def test_what_is_left_of_an_area_is_in_it_and_off_the_lane(area: Rect, lane: Rect, spot: Point) -> None:
    for part in cut_by(area, [lane]):
        if contains_point(part, *spot):
            assert contains_point(grown(area, 0.01), *spot)
            assert not contains_point(grown(lane, -0.01), *spot)


# Round it


def cheapest(most: float, margin: float = 0.5) -> tuple[Point, ...] | None:
    base, around = Circle(10.0, 5.0, 0.5), Around(BOARD)
    price = partial(price_of, stretches=over)
    way = cheapest_way(base, (10.0, 15.0), around, most, Room(base, around), price, lambda: {MARSH: margin})
    return None if way is None else way.points


def test_the_shortest_way_is_taken_where_inches_pay_for_it() -> None:
    assert cheapest(14.0) == ((10.0, 5.0), (10.0, 15.0))
    assert cheapest(9.0) is None


def test_where_they_do_not_it_leads_round_the_ground() -> None:
    way = cheapest(12.5)
    assert way is not None
    assert len(way) > 2
    assert price_of(way, over) <= 12.5
    assert not any(contains_point(rect(10.0, 10.0, 0.0, 3.9, 3.9), *spot) for spot in way)
    assert cheapest(10.5) is None
    assert cheapest(11.5, 0.0) is None, "with its whole base outside it is a longer way"


def test_who_stands_on_it_cannot_go_round_it() -> None:
    base, around = Circle(10.0, 10.0, 0.5), Around(BOARD)
    price = partial(price_of, stretches=over)
    assert cheapest_way(base, (10.0, 15.0), around, 6.0, Room(base, around), price, lambda: {MARSH: 0.5}) is None


def test_a_way_round_it_may_cost_just_what_there_is() -> None:
    base, around = Circle(10.0, 5.0, 0.5), Around(BOARD)

    def price(way: Sequence[Point]) -> float:
        return 99.0 if len(way) == 2 else 12.5

    for most, found in ((12.5, True), (12.4, False)):
        way = cheapest_way(base, (10.0, 15.0), around, most, Room(base, around), price, lambda: {MARSH: 0.5})
        assert (way is not None) is found


def test_a_way_may_lead_round_one_piece_and_through_another() -> None:
    base, around = Circle(10.0, 3.0, 0.5), Around(BOARD)
    brook = rect(10.0, 15.0, 0.0, 19.0, 1.0)
    price = partial(price_of, stretches=partial(over, shapes=(MARSH, brook)))
    # Straight on it costs 14, four for the marsh and one for the brook; round both it is longer than that.
    for most, found in ((19.0, 2), (17.0, 3), (14.5, 0)):
        way = cheapest_way(
            base, (10.0, 17.0), around, most, Room(base, around), price, lambda: {brook: 0.5, MARSH: 0.5}
        )
        assert (0 if way is None else min(len(way.points), 3)) == found


@pytest.mark.parametrize(("width", "depth"), [(2.0, 4.0), (4.0, 2.0)])
def test_of_ground_that_is_narrower_than_its_rims_a_little_is_left(width: float, depth: float) -> None:
    base, around = Circle(10.0, 5.0, 0.5), Around(BOARD)
    ground = rect(10.0, 10.0, 0.0, width, depth)
    # A rim of 0.99 leaves two hundredths of the two inches.
    core = rect(10.0, 10.0, 0.0, width - 1.98, depth - 1.98)

    def price(way: Sequence[Point]) -> float:
        return 99.0 if len(way) == 2 else length_of(way)

    way = cheapest_way(base, (10.0, 15.0), around, 14.0, Room(base, around), price, lambda: {ground: 3.0})
    wanted = way_to(base, (10.0, 15.0), Around(BOARD, (core,)), 14.0)
    assert way is not None
    assert wanted is not None
    assert way.inches == pytest.approx(wanted.inches)
    assert way.inches < 10.5
