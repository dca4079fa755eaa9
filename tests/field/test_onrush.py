"""Charges of loose bodies: the shortest way into contact, and all models against one target or several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot, inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.field.crowds import BOARD, REACH, scenes
from tests.properties import examples
from warhost.field.loose.bodies import gap_between, in_contact
from warhost.field.loose.charges import (
    Approach,
    Rush,
    box_round,
    nearest_first,
    rushed,
    set_apart,
    shortest_approach,
    straight_into,
    touching_both,
    towards,
)
from warhost.field.loose.cohesion import chains
from warhost.field.loose.marching import Gait
from warhost.field.loose.steps import Around, Way, length_of, may_stand
from warhost.field.loose.ways import Room
from warhost.table import Base, Circle, Point, base_distance, bases_overlap, rect

SLACK = 0.02
bases = st.one_of(
    st.builds(Circle, st.floats(0, 20), st.floats(0, 20), st.floats(0.1, 2)),
    st.builds(rect, st.floats(0, 20), st.floats(0, 20), st.floats(0, 359), st.floats(0.5, 4), st.floats(0.5, 4)),
)


def row(*xs: float, y: float = 10.0) -> tuple[Circle, ...]:
    return tuple(Circle(x, y, 0.5) for x in xs)


def rush(
    own: Sequence[Circle],
    theirs: Sequence[Base],
    *more: Base,
    gait: Gait | None = None,
    may_go: Callable[[Base, Point], bool] | None = None,
) -> Rush:
    """A body that goes for them past more walls."""
    around = Around(BOARD, (*theirs, *more))
    is_plain = gait is None and may_go is None
    return Rush(tuple(own), gait or Gait(), around, REACH, SLACK, may_go, is_plain)


def approach(one: Rush, theirs: Sequence[Base], most: float = 20.0) -> Approach | None:
    return shortest_approach(one, theirs, nearest_first(one.bases, theirs), most)


# Distances


@given(st.lists(bases, min_size=1, max_size=4), st.lists(bases, min_size=1, max_size=4))
def test_bodies_are_as_far_apart_as_their_closest_models(ones: list[Base], others: list[Base]) -> None:
    wanted = min(base_distance(one, other) for one in ones for other in others)
    assert gap_between(ones, others) == pytest.approx(wanted, abs=1e-9)


@given(st.lists(st.builds(Circle, st.floats(0, 20), st.floats(0, 20), st.just(0.5)), min_size=2, max_size=4))
def test_circles_of_one_size_are_measured_alike(ones: list[Base]) -> None:
    others = row(5.0, 9.0)
    wanted = min(base_distance(one, other) for one in ones for other in others)
    assert gap_between(ones, others) == pytest.approx(wanted, abs=1e-9)


def test_nobody_is_near_nobody() -> None:
    assert gap_between((), row(5.0)) == gap_between(row(5.0), ()) == inf


def test_contact_has_some_slack() -> None:
    assert in_contact(Circle(0.0, 0.0, 1.0), Circle(2.02, 0.0, 1.0), SLACK)
    assert not in_contact(Circle(0.0, 0.0, 1.0), Circle(2.021, 0.0, 1.0), SLACK)
    assert in_contact(Circle(0.0, 0.0, 1.0), rect(2.0, 0.0, 0.0, 2.0, 2.0), SLACK)
    assert not in_contact(Circle(0.0, 0.0, 1.0), rect(1.9, 1.9, 0.0, 2.0, 2.0), SLACK), "its corner is farther"


def test_the_nearest_come_first() -> None:
    assert nearest_first(row(9.0, 5.0, 7.0), row(2.0)) == [(2.0, 1), (4.0, 2), (6.0, 0)]


def test_the_way_leads_from_the_nearest_to_the_nearest() -> None:
    assert towards((*row(5.0), *row(9.0)), (Circle(9.0, 14.0, 1.0), Circle(5.0, 20.0, 0.5))) == (0.0, 1.0)
    assert towards(row(5.0), row(2.0)) == (-1.0, 0.0)
    assert towards(row(5.0), row(5.0)) == (0.0, 1.0)


def test_a_box_holds_all_places_in_contact() -> None:
    assert box_round(row(5.0), (Circle(9.0, 10.0, 2.0),)) == (2.5, 6.0, 13.0, 14.0)
    wide = (*row(5.0), Circle(5.0, 12.0, 1.0))
    assert box_round(wide, (Circle(9.0, 10.0, 2.0),)) == (1.0, 5.0, 14.0, 16.0)


# Places in contact


@given(st.builds(Circle, st.floats(0, 5), st.floats(0, 5), st.floats(0.2, 1)), bases)
def test_straight_into_contact_leads_there_and_no_farther(base: Circle, target: Base) -> None:
    spot = straight_into(base, target)
    if not bases_overlap(base, target):
        assert base_distance(spot, target) == pytest.approx(0.0, abs=1e-6)
        assert not bases_overlap(spot, target)
    elif isinstance(target, Circle):
        assert spot == base


@given(st.floats(0.1, 6), st.floats(0.2, 2), st.floats(0.2, 2), st.floats(0.2, 2), st.sampled_from([0.0, 0.6, 1.0]))
@examples(2)
def test_a_place_that_touches_both_touches_both(far: float, r: float, one: float, other: float, across: float) -> None:
    first, second = Circle(5.0, 5.0, one), Circle(5.0 + far * across, 5.0 + far * (1.0 - across**2) ** 0.5, other)
    found = touching_both(Circle(0.0, 0.0, r), first, second)
    assert len(found) == (2 if hypot(second.x - 5.0, second.y - 5.0) <= one + other + 2 * r else 0)
    # Where one base holds the other deep inside no place touches both.
    for spot in found if far > abs(one - other) else ():
        for target in (first, second):
            assert hypot(spot.x - target.x, spot.y - target.y) == pytest.approx(r + target.radius, abs=1e-5)


def test_walls_have_no_places_that_touch_both() -> None:
    assert touching_both(Circle(0.0, 0.0, 0.5), rect(5.0, 5.0, 0.0, 1.0, 1.0), Circle(6.0, 5.0, 0.5)) == []
    assert touching_both(Circle(0.0, 0.0, 0.5), Circle(6.0, 5.0, 0.5), Circle(6.0, 5.0, 0.5)) == []


# The shortest way


def test_the_nearest_model_goes_straight_at_the_nearest_target() -> None:
    theirs = row(5.0, y=15.0)
    found = approach(rush(row(3.0, 5.0), theirs), theirs)
    assert found == Approach(4.0, 1, ((5.0, 10.0), (5.0, 14.0)))
    assert approach(rush(row(3.0, 5.0), theirs), theirs, 4.0) == found
    assert approach(rush(row(3.0, 5.0), theirs), theirs, 3.9) is None


def test_of_several_targets_the_nearest_is_gone_at() -> None:
    theirs = row(9.0, 5.0, 1.0, y=15.0)
    assert approach(rush(row(5.0), theirs), theirs) == Approach(4.0, 0, ((5.0, 10.0), (5.0, 14.0)))


def test_where_the_nearest_is_barred_it_goes_beside_or_round() -> None:
    theirs = row(5.0, y=15.0)
    wall = rect(5.0, 12.5, 0.0, 3.0, 0.5)
    found = approach(rush(row(5.0), theirs, wall), theirs)
    assert found is not None
    assert found.inches > 4.0
    assert found.inches == pytest.approx(length_of(found.points))
    assert len(found.points) > 2
    assert in_contact(Circle(*found.points[-1], 0.5), theirs[0], SLACK)
    assert approach(rush(row(5.0), theirs, wall), theirs, found.inches - 0.5) is None
    flyer = approach(rush(row(5.0), theirs, wall, gait=Gait(flies=True)), theirs)
    assert flyer == Approach(4.0, 0, ((5.0, 10.0), (5.0, 14.0)))
    assert approach(rush(row(5.0), theirs, wall, gait=Gait(flies=True)), theirs, 3.9) is None


@pytest.mark.parametrize(("x", "y"), [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)])
def test_ways_round_are_as_short_in_every_direction(x: float, y: float) -> None:
    theirs = (Circle(15.0 + 7.0 * x, 12.0 + 7.0 * y, 0.5),)
    wall = rect(15.0 + 3.0 * x, 12.0 + 3.0 * y, 0.0, 1.0 + 2.0 * abs(y), 1.0 + 2.0 * abs(x))
    found = approach(rush((Circle(15.0, 12.0, 0.5),), theirs, wall), theirs)
    assert found is not None
    # To the first corner of the wall, past it and on to the target, with its base beside the wall.
    least = hypot(2.5, 2.0) + 1.0 + hypot(3.5, 2.0) - 1.0
    assert 6.0 < found.inches < least + 0.3


def test_one_of_those_behind_may_have_the_shorter_way() -> None:
    # The nearest would have to go through ground that costs three inches each.
    theirs = row(5.0, y=15.0)

    def price(way: Sequence[Point]) -> float:
        return length_of(way) * (3.0 if way[0][0] > 4.5 else 1.0)

    found = approach(rush(row(5.0, 3.0), theirs, gait=Gait(price=price)), theirs)
    assert found is not None
    assert found.model == 1
    assert found.inches == pytest.approx(hypot(2.0, 5.0) - 1.0)


def test_a_bent_way_is_taken_where_the_straight_one_is_costly() -> None:
    theirs = row(5.0, y=15.0)

    def price(way: Sequence[Point]) -> float:
        return length_of(way) + (9.0 if len(way) == 2 and way[1] == (5.0, 14.0) else 0.0)

    found = approach(rush(row(5.0), theirs, gait=Gait(price=price)), theirs)
    assert found is not None
    assert found.inches < 13.0
    assert found.points[-1] != (5.0, 14.0)
    assert in_contact(Circle(*found.points[-1], 0.5), theirs[0], SLACK)


def test_who_may_not_go_everywhere_goes_where_it_may_and_never_round() -> None:
    theirs = (*row(5.0, y=15.0), *row(11.0))

    def to_the_right(base: Base, end: Point) -> bool:
        return end[0] > base.x

    found = approach(rush(row(5.0), theirs, may_go=to_the_right), theirs)
    assert found == Approach(5.0, 0, ((5.0, 10.0), (10.0, 10.0)))
    wall = rect(8.0, 10.0, 0.0, 0.5, 3.0)
    assert approach(rush(row(5.0), theirs, wall, may_go=to_the_right), theirs) is None


def test_where_somebody_stands_in_contact_already_the_next_goes_beside() -> None:
    theirs, mate = row(5.0, y=15.0), Circle(5.2, 13.9, 0.5)
    one = Rush(row(5.0), Gait(), Around(BOARD, theirs, (mate,)), REACH, SLACK, is_plain=True)
    found = approach(one, theirs)
    assert found is not None
    assert len(found.points) == 2, "past mates it goes straight"
    end = Circle(*found.points[-1], 0.5)
    assert in_contact(end, theirs[0], SLACK)
    assert not bases_overlap(end, mate)
    assert found.inches == pytest.approx(length_of(found.points))
    flyer = approach(Rush(row(5.0), Gait(flies=True), one.around, REACH, SLACK), theirs)
    assert flyer == found, "nor does a flyer land on it"
    # A flyer for whom the straight way is too long does not look for one beside it.
    assert approach(rush(row(5.0), theirs, gait=Gait(flies=True)), theirs, 4.0 - 1e-5) is None


def test_flyers_and_those_who_may_not_go_everywhere_never_go_round() -> None:
    assert rush(row(5.0), row(9.0)).goes_round
    assert not rush(row(5.0), row(9.0), gait=Gait(flies=True)).goes_round
    assert not rush(row(5.0), row(9.0), may_go=lambda base, end: True).goes_round


def test_a_way_round_ends_where_nobody_stands() -> None:
    theirs, mates = row(5.0, y=15.0), (Circle(4.3, 14.2, 0.5), Circle(5.8, 14.2, 0.5))
    wall = rect(5.0, 12.5, 0.0, 3.0, 0.5)
    found = approach(Rush(row(5.0), Gait(), Around(BOARD, (*theirs, wall), mates), REACH, SLACK, is_plain=True), theirs)
    assert found is not None
    end = Circle(*found.points[-1], 0.5)
    assert in_contact(end, theirs[0], SLACK)
    assert not any(bases_overlap(end, mate) for mate in mates)


def test_what_a_straight_move_costs_is_told_only_where_it_is_not_its_length() -> None:
    def to_the_right(base: Base, end: Point) -> bool:
        return end[0] > base.x

    assert rush(row(5.0), row(9.0)).cost is None
    cost = rush(row(5.0), row(9.0), may_go=to_the_right).cost
    assert cost is not None
    assert cost(Circle(5.0, 10.0, 0.5), (8.0, 14.0)) == 5.0
    assert cost(Circle(5.0, 10.0, 0.5), (2.0, 14.0)) == inf


# All of them


@given(scenes(), st.lists(st.tuples(st.floats(1, 29), st.floats(1, 23)), min_size=1, max_size=3), st.floats(1, 14))
@examples(2)
def test_a_rush_is_sound(scene: tuple[tuple[Base, ...], Around], spots: list[Point], inches: float) -> None:
    body, around = scene
    own = tuple(base for base in body if isinstance(base, Circle))
    theirs = [Circle(*spot, 0.5) for spot in spots]
    stand = (*own, *around.walls, *around.mates, *around.foes)
    theirs = [one for one in theirs if not any(base_distance(one, other) < around.gap + 0.1 for other in stand)]
    if not own or not theirs:
        return
    whole = Around(around.board, (*around.walls, *theirs), around.mates, around.foes, around.gap)
    one = Rush(own, Gait(), whole, REACH, SLACK, is_plain=True)
    way = approach(one, theirs, inches)
    if way is None:
        return
    ends, ways = rushed(one, [theirs], [way], inches)
    assert ends[way.model] == Circle(*way.points[-1], own[way.model].radius)
    assert any(one.touches(end, theirs) for end in ends)
    assert len(chains(ends, REACH)) <= max(len(chains(own, REACH)), 1) + len(own)
    for number, (start, end, points) in enumerate(zip(own, ends, ways, strict=True)):
        assert (points[0], points[-1]) == ((start.x, start.y), (end.x, end.y))
        assert length_of(points) <= inches + 1e-3
        assert end == start or may_stand(end, whole)
        assert not any(bases_overlap(end, other) for other in ends[:number])


def test_all_models_close_up_behind_the_first() -> None:
    own, theirs = row(4.0, 5.0, 6.0), row(4.5, 5.5, y=15.0)
    one = rush(own, theirs)
    ends, ways = rushed(one, [theirs], [approach(one, theirs)], 8.0)
    assert sum(one.touches(end, theirs) for end in ends) == 3
    assert all(length_of(way) <= 8.0 for way in ways)


def test_each_target_is_touched_by_a_model_of_its_own() -> None:
    left, right = row(4.0, y=14.0), row(7.0, y=14.0)
    one = rush(row(5.0, 6.0), (*left, *right))
    ends, _ = rushed(one, [left, right], [approach(one, left), approach(one, right)], 8.0)
    assert one.touches(ends[0], left)
    assert one.touches(ends[1], right)


def test_a_target_without_a_known_way_is_gone_for_by_the_nearest_who_is_free() -> None:
    left, right = row(4.0, y=14.0), row(7.0, y=14.0)
    one = rush(row(5.0, 6.0), (*left, *right))
    ends, _ = rushed(one, [right, left], [approach(one, right), None], 8.0)
    assert one.touches(ends[1], right)
    assert one.touches(ends[0], left)


def test_a_single_model_stands_between_two_targets_if_it_can() -> None:
    left, right = row(4.4, y=14.0), row(5.6, y=14.0)
    one = rush(row(5.0), (*left, *right))
    ends, _ = rushed(one, [left, right], [approach(one, left), approach(one, right)], 8.0)
    assert one.touches(ends[0], left)
    assert one.touches(ends[0], right)
    short, _ = rushed(one, [left, right], [approach(one, left), approach(one, right)], 3.1)
    assert one.touches(short[0], left)
    assert not one.touches(short[0], right), "that place is too far"


def test_a_place_between_two_targets_is_none_where_the_way_there_is_barred() -> None:
    # The place is (5, 13.2): 0.6 aside of both and 0.8 before them.
    left, right = row(4.4, y=14.0), row(5.6, y=14.0)
    own, stone = (Circle(2.0, 10.5, 0.5),), rect(4.3, 11.9, 0.0, 0.4, 0.4)
    for walls, flies, between in (((), False, True), ((stone,), False, False), ((stone,), True, True)):
        one = rush(own, (*left, *right), *walls, gait=Gait(flies=flies))
        ends, _ = rushed(one, [left, right], [approach(one, left), None], 9.0)
        assert one.touches(ends[0], left)
        assert one.touches(ends[0], right) is between
        assert not between or (ends[0].x, ends[0].y) == pytest.approx((5.0, 13.2))


def test_a_place_between_two_targets_is_none_where_it_costs_too_much() -> None:
    # It is 3.2 inches away, straight into contact with one alone 3.05.
    left, right = row(4.4, y=14.0), row(5.6, y=14.0)
    one = rush(row(5.0), (*left, *right), gait=Gait(price=lambda way: 2.0 * length_of(way)))
    for inches, between in ((6.5, True), (6.3, False)):
        ends, _ = rushed(one, [left, right], [approach(one, left), None], inches)
        assert one.touches(ends[0], left)
        assert one.touches(ends[0], right) is between


def test_a_place_between_two_targets_is_none_where_a_mate_stands() -> None:
    # The first could stand at (5, 13.2), before the left and the right one, but for the second at (5.4, 12.5). That one
    # stands between the near and the right one instead.
    left, near, right = row(4.4, y=14.0), row(6.4, y=12.5), row(5.6, y=14.0)
    one = rush((Circle(3.0, 11.0, 0.5), Circle(2.0, 12.5, 0.5)), (*left, *near, *right))
    into = straight_into(one.bases[0], left[0])
    ways = [
        Approach(2.4, 0, ((3.0, 11.0), (into.x, into.y))),
        Approach(3.4, 1, ((2.0, 12.5), (5.4, 12.5))),
        None,
    ]
    ends, _ = rushed(one, [left, near, right], ways, 9.0)
    assert ends[0] == into
    assert one.touches(ends[1], near)
    assert one.touches(ends[1], right)
    assert not bases_overlap(*ends)


def test_who_has_one_target_does_not_leave_it_for_two_others() -> None:
    first, pair = row(2.0, y=14.0), row(6.4, 7.6, y=14.0)
    one = rush(row(4.5), (*first, *pair))
    ends, _ = rushed(one, [first, pair], [approach(one, first), None], 9.0)
    assert ends[0] == straight_into(one.bases[0], first[0])


def test_who_leads_already_leads_nowhere_else() -> None:
    # The second target is nearest to the first model, which has one; then to the second model.
    ahead, aside = row(5.0, y=14.0), row(6.2, y=14.0)
    one = rush(row(5.5, 7.5, 9.0), (*ahead, *aside))
    ends, _ = rushed(one, [ahead, aside], [approach(one, ahead), None], 8.0)
    assert ends[0] == straight_into(one.bases[0], ahead[0])
    assert ends[1] == straight_into(one.bases[1], aside[0])


def test_a_known_way_is_gone_by_its_model_though_another_is_nearer() -> None:
    theirs = row(5.0, y=15.0)
    one, way = rush(row(5.0, 3.0), theirs), ((3.0, 10.0), (4.0, 12.0), (5.0, 14.0))
    ends, ways = rushed(one, [theirs], [Approach(length_of(way), 1, way)], 8.0)
    assert ends[1] == Circle(5.0, 14.0, 0.5)
    assert ways[1] == way
    assert one.touches(ends[0], theirs)


def test_who_goes_for_one_target_does_not_stand_on_another() -> None:
    # Straight on the first would end at about (5.5, 13), where the other target is.
    left, right = row(5.4, y=14.0), row(6.2, y=13.0)
    one = rush(row(5.9, 9.0), (*left, *right))
    end = straight_into(one.bases[1], right[0])
    lead = Approach(1.0, 1, ((9.0, 10.0), (end.x, end.y)))
    ends, _ = rushed(one, [right, left], [lead, None], 8.0)
    assert one.touches(ends[0], left)
    assert ends[1] == end
    assert not any(bases_overlap(end, other) for end in ends for other in (*left, *right))


def test_who_cannot_follow_straight_goes_round() -> None:
    # The second model stands in a pen that is open on the left.
    theirs = row(12.0, y=16.0)
    pen = (rect(10.0, 11.5, 0.0, 3.0, 0.5), rect(11.25, 10.0, 0.0, 0.5, 3.5))
    one = rush(row(13.0, 10.0), theirs, *pen)
    lead = approach(one, theirs)
    assert lead is not None
    assert lead.model == 0
    ends, ways = rushed(one, [theirs], [lead], 12.0)
    assert gap_between(ends[:1], ends[1:]) <= REACH
    assert len(ways[1]) > 2
    assert (ways[1][0], ways[1][-1]) == ((10.0, 10.0), (ends[1].x, ends[1].y))
    assert length_of(ways[1]) <= 12.0


def test_ground_that_costs_more_keeps_models_back() -> None:
    def double(way: Sequence[Point]) -> float:
        return 2.0 * length_of(way)

    def cheapest(base: Base, end: Point, around: Around, most: float, room: Room) -> Way | None:
        return room.way((base.x, base.y), end, most / 2)

    own, theirs = row(4.0, 5.0), row(5.0, y=15.0)
    one = rush(own, theirs, gait=Gait(price=double, cheapest=cheapest))
    way = approach(one, theirs, 8.0)
    assert way is not None
    assert way.inches == pytest.approx(8.0)
    ends, ways = rushed(one, [theirs], [way], 8.0)
    assert all(double(points) <= 8.0 + 1e-6 for points in ways)
    assert not one.touches(ends[0], theirs)


# Afterwards


def test_who_would_stand_on_others_stands_beside_them_or_stays() -> None:
    starts = row(3.0, 5.0)
    free = set_apart(BOARD, starts, row(3.0, 5.0, y=14.0), row(9.0), 0.01)
    assert tuple(free) == row(3.0, 5.0, y=14.0)
    found = set_apart(BOARD, starts, row(3.0, 5.0, y=14.0), row(5.3, y=14.0), 0.01)
    assert found[0] == Circle(3.0, 14.0, 0.5)
    assert 0.0 < hypot(found[1].x - 5.0, found[1].y - 14.0) < 1.5
    assert hypot(found[1].x - 5.3, found[1].y - 14.0) >= 0.99
    onto_each_other = set_apart(BOARD, starts, row(5.0, 5.4, y=14.0), (), 0.01)
    assert hypot(onto_each_other[0].x - onto_each_other[1].x, onto_each_other[0].y - onto_each_other[1].y) >= 0.99
    crowd = [Circle(x / 2, y / 2, 0.5) for x in range(61) for y in range(22, 48)]
    assert set_apart(BOARD, row(3.0), row(3.0, y=20.0), crowd, 0.01) == list(row(3.0)), "there is no room"
    graze = set_apart(BOARD, starts, row(3.0, 5.0, y=14.0), row(5.995, y=14.0), 0.01)
    assert tuple(graze) == row(3.0, 5.0, y=14.0)


def test_who_touches_others_stands_on_none_of_them() -> None:
    assert tuple(set_apart(BOARD, row(3.0, 5.0), row(5.0, 6.0, y=14.0), row(7.0, y=14.0), 0.0)) == row(5.0, 6.0, y=14.0)


def test_nobody_steps_aside_onto_those_who_have_not_gone_yet() -> None:
    # Half an inch back there is room beside the other, unless somebody stands there before it goes itself.
    ends, other = (Circle(5.0, 14.0, 0.5), Circle(9.0, 14.0, 0.5)), row(5.0, y=13.5)
    free = set_apart(BOARD, row(3.0, 9.0), ends, other, 0.01)
    assert free == [Circle(5.0, 14.5, 0.5), ends[1]]
    taken = set_apart(BOARD, (*row(3.0), *row(5.0, y=15.0)), ends, other, 0.01)
    assert taken == [Circle(3.0, 10.0, 0.5), ends[1]]
