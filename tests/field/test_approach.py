"""Ways into contact by one wheel, to a place flush on a side."""

from __future__ import annotations

from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table.shapes_at_random import sides
from warhost.field import (
    Approach,
    Route,
    Stretch,
    any_route,
    best_arrivals,
    flush_routes,
    path_of,
    rough_routes,
    runs_into,
    shared_turn,
    turned_targets,
)
from warhost.table import (
    TOLERANCE,
    Arc,
    Board,
    Forward,
    Rect,
    Wheel,
    distance,
    distance_to_point,
    edge_length,
    flush,
    front_on_board,
    on_board,
    overlaps,
    rect,
    touches,
    turn_between,
    turned,
    walk,
)

BOARD = Board(60.0, 60.0)
starts = st.builds(rect, st.floats(26, 34), st.floats(14, 20), st.floats(-40, 40), st.floats(2, 6), st.floats(1, 3))
targets = st.builds(rect, st.floats(24, 36), st.floats(28, 36), st.floats(0, 359), st.floats(2, 6), st.floats(1, 4))
walls = st.builds(rect, st.floats(20, 40), st.floats(20, 30), st.floats(0, 359), st.floats(0.5, 4), st.floats(0.5, 2))


def approach(start: Rect, target: Rect, side: Arc, *blocks: Rect, flies: bool = False) -> Approach:
    return Approach(BOARD, start, target, side, blocks, most_wheel=90.0, flies=flies)


@given(starts, targets, sides, st.lists(walls, max_size=2))
def test_a_route_leads_with_one_wheel_into_the_side_and_then_flush_onto_it(
    start: Rect, target: Rect, side: Arc, blocks: list[Rect]
) -> None:
    if any(overlaps(start, block) for block in blocks):
        return
    way = approach(start, target, side, *blocks)
    for bearing in way.bearings((0.0, 30.0, -30.0)):
        for route in flush_routes(way, bearing, way.free):
            stops = walk(start, route.steps)
            end = stops[-1]
            assert distance(end, target) <= 2 * TOLERANCE
            assert (end.x, end.y) == pytest.approx((route.arrived.x, route.arrived.y), abs=1e-6)
            assert abs(route.wheel) <= 90.0 + 1e-6
            assert not any(runs_into(path_of(start, route.steps), block) for block in blocks)
            assert all(front_on_board(stop, BOARD.width, BOARD.depth) for stop in stops)
            place = way.place(route.offset)
            aligned = turned(route.arrived, route.contact, route.turn)
            assert (aligned.x, aligned.y) == pytest.approx((place.x, place.y), abs=0.01)
            assert way.is_free(route.offset)
            assert not any(overlaps(place, block) for block in blocks)
            break


@given(starts, targets, sides, st.lists(walls, max_size=2))
def test_arrivals_are_reached_places_of_the_highest_score(
    start: Rect, target: Rect, side: Arc, blocks: list[Rect]
) -> None:
    if any(overlaps(start, block) for block in blocks):
        return
    way = approach(start, target, side, *blocks)
    reach = edge_length(target, side) / 2 + start.width / 2
    parts = [Stretch(-reach, -1.0, 1), Stretch(-1.0, 1.0, 3), Stretch(1.0, reach, 2)]
    found = best_arrivals(way, parts)
    assert len(found) <= 3
    assert len({score for _, _, score in found}) <= 1
    for offset, route, score in found:
        assert way.is_free(offset)
        assert any(part.low - 1e-6 <= offset <= part.high + 1e-6 for part in parts if part.score == score)
        assert way.aligns(route)
    if not any_route(way):
        assert found == []


def test_in_the_open_the_middle_is_reached_first() -> None:
    way = approach(rect(30.0, 15.0, 0.0, 4.0, 2.0), rect(31.0, 30.0, 180.0, 6.0, 2.0), Arc.FRONT)
    (offset, route, score), *_ = best_arrivals(way, [Stretch(-5.0, 5.0, 7)])
    assert offset == pytest.approx(0.0)
    assert score == 7
    assert flush(way.start, way.target, Arc.FRONT).x == pytest.approx(31.0)
    assert distance(path_of(way.start, route.steps).end, way.target) <= TOLERANCE


def test_a_wall_across_the_way_is_flown_over_and_not_walked_through() -> None:
    start, target = rect(30.0, 15.0, 0.0, 4.0, 2.0), rect(30.0, 30.0, 180.0, 4.0, 2.0)
    wall = rect(30.0, 22.0, 0.0, 60.0, 1.0)
    assert not any_route(approach(start, target, Arc.FRONT, wall))
    assert any_route(approach(start, target, Arc.FRONT, wall, flies=True))
    assert any_route(approach(start, target, Arc.FRONT))


@given(starts, targets, st.lists(walls, max_size=2))
def test_a_target_turns_by_what_the_mover_cannot(start: Rect, target: Rect, blocks: list[Rect]) -> None:
    if any(overlaps(start, block) or overlaps(target, block) for block in blocks):
        return
    way = approach(start, target, Arc.FRONT, *blocks)

    def free(place: Rect) -> bool:
        return on_board(place, BOARD.width, BOARD.depth) and not any(overlaps(place, block) for block in blocks)

    shared = shared_turn(way, rough_routes(way), free, free)
    if shared is not None:
        _, place, stands = shared
        assert free(place)
        assert free(stands)
        # Front to front: they look straight at each other.
        assert abs(turn_between(place.facing, stands.facing + 180.0)) <= 1e-6
        assert touches(place, stands)
    for stands in turned_targets(way, free):
        assert (stands.x, stands.y) == (target.x, target.y)
        assert free(stands)


# One wheel by hand: about its right front corner (32, 16) by 45 degrees, then 10 inches ahead into a front.

START = rect(30.0, 15.0, 0.0, 4.0, 2.0)
WHEELED_INTO = rect(30.0 + 8.3640, 25.1924, 225.0, 6.0, 2.0)


def mirrored(shape: Rect) -> Rect:
    return rect(60.0 - shape.x, shape.y, -shape.facing % 360.0, shape.width, shape.depth)


def at_once(way: Approach) -> Route | None:
    """The way square onto the side that wheels at once."""
    bearing = next(way.bearings(()))
    return way.path(bearing, bearing.offset_of(0.0))


@pytest.mark.parametrize("left", [False, True])
def test_a_wheel_meets_what_its_outer_corners_sweep_over_unless_it_flies(left: bool) -> None:
    def route(*blocks: Rect, flies: bool = False) -> Route | None:
        shapes = (START, WHEELED_INTO, *blocks)
        start, target, *rest = map(mirrored, shapes) if left else shapes
        return at_once(approach(start, target, Arc.FRONT, *rest, flies=flies))

    free = route()
    assert free is not None
    assert (free.ahead, abs(free.wheel), free.onward) == pytest.approx((0.0, 45.0, 10.0), abs=0.001)
    assert (free.wheel < 0.0) == left
    assert abs(free.turn) < 1e-6
    # The rear corner is farthest out, 4.47 inches from where it wheels about, half way: neither before nor after.
    half_way, at_the_end, behind = ((27.62, 16.0), (28.45, 17.6), (35.6, 14.4))
    for x, y in (half_way, at_the_end):
        post = rect(x, y, 0.0, 0.1, 0.1)
        assert route(post) is None
        assert route(post, flies=True) == free
    assert route(rect(*behind, 0.0, 0.1, 0.1)) == free


@pytest.mark.parametrize(("shift", "there"), [(0.0, False), (1.0, True)])
@pytest.mark.parametrize(("flies", "left"), [(True, False), (False, False), (False, True)])
def test_the_outer_corner_stays_on_the_board_all_along_the_wheel(
    shift: float, there: bool, flies: bool, left: bool
) -> None:
    """It begins and ends 0.67 inches from the edge; in between it is 4 inches left of a corner that is 3.5 away."""
    start = rect(2.7929 + shift, 27.8787, 315.0, 4.0, 2.0)
    target = rect(9.8640 + shift, 39.1924, 225.0, 6.0, 2.0)
    if left:
        start, target = mirrored(start), mirrored(target)
    assert (at_once(approach(start, target, Arc.FRONT, flies=flies)) is not None) == there


def test_straight_ahead_it_goes_to_the_next_obstacle_or_to_the_edge() -> None:
    far, near = rect(10.0, 50.0, 180.0, 4.0, 2.0), rect(30.0, 25.0, 180.0, 4.0, 2.0)
    post, aside = rect(30.0, 20.0, 0.0, 1.0, 2.0), rect(40.0, 18.0, 0.0, 1.0, 2.0)
    assert approach(START, far, Arc.FRONT).limit == pytest.approx(44.0)
    assert approach(START, near, Arc.FRONT, aside).limit == pytest.approx(8.0)
    assert approach(START, near, Arc.FRONT, aside, post).limit == pytest.approx(3.0)
    assert approach(START, near, Arc.FRONT, post, flies=True).limit == pytest.approx(44.0)
    assert approach(START, near, Arc.FRONT, rect(30.0, 16.5, 0.0, 1.0, 1.0)).limit == pytest.approx(0.0)
    # Only its front has to be on the board.
    over = rect(30.0, 1.0, 0.0, 4.0, 4.0)
    assert approach(over, near, Arc.FRONT).limit == pytest.approx(21.0)


def test_what_lies_far_from_the_way_is_left_out() -> None:
    target = rect(30.0, 35.0, 180.0, 4.0, 2.0)
    between, far = rect(30.0, 25.0, 0.0, 2.0, 2.0), rect(50.0, 25.0, 0.0, 2.0, 2.0)
    assert approach(START, target, Arc.FRONT, between, far).blocks == [between]
    # The circle has its middle half way, 10 inches from both, and holds what either of them covers when it turns.
    reach = 10.0 + 2 * START.radius + target.radius
    beside = rect(30.0 + reach, 25.0, 0.0, 1.0, 1.0)
    beyond = rect(30.0 + reach + 1.0, 25.0, 0.0, 1.0, 1.0)
    assert approach(START, target, Arc.FRONT, beside, beyond).blocks == [beside]


def test_it_turns_about_the_contact_as_far_as_nothing_stops_it() -> None:
    target = rect(30.0, 30.0, 210.0, 6.0, 2.0)

    def straight(*blocks: Rect, flies: bool = False) -> tuple[Approach, Route]:
        way = approach(START, target, Arc.FRONT, *blocks, flies=flies)
        bearing = next(found for found in way.bearings(()) if found.turned == START)
        route = way.path(bearing, bearing.offset_of(0.0))
        assert route is not None
        return way, route

    way, route = straight()
    assert route.turn == pytest.approx(30.0)
    assert way.aligns(route)
    half = turned(route.arrived, route.contact, 15.0)
    corner = max(half.corners, key=lambda point: distance_to_point(route.arrived, *point))
    post = rect(*corner, 0.0, 0.1, 0.1)
    assert not overlaps(post, route.arrived)
    hindered, same = straight(post)
    assert same == route
    assert 0.0 < hindered.free_align(route) < 15.0
    assert not hindered.aligns(route)
    flying, _ = straight(post, flies=True)
    assert flying.aligns(route)


def test_places_beyond_the_free_ones_are_not_free() -> None:
    way = approach(START, rect(30.0, 30.0, 180.0, 6.0, 2.0), Arc.FRONT, rect(24.0, 28.5, 0.0, 4.0, 1.0))
    ((low, high),) = way.free
    assert way.is_free(low)
    assert way.is_free(high)
    assert not way.is_free(low - 0.01)
    assert not way.is_free(high + 0.01)


@pytest.mark.parametrize("x", [20.0, 40.0])
def test_the_likely_wheels_come_first_towards_either_side(x: float) -> None:
    way = approach(START, rect(x, 30.0, 180.0, 20.0, 2.0), Arc.FRONT)
    wheels = [turn_between(START.facing, bearing.turned.facing) for bearing in way.bearings(())]
    # Square onto the front is straight ahead here, so it comes twice; then to the middle of the front.
    assert wheels[:2] == [0.0, 0.0]
    assert len(wheels) == 3
    assert (wheels[2] > 0.0) == (x > 30.0)
    assert abs(wheels[2]) < 90.0


@given(starts, targets, sides)
def test_the_line_to_a_place_leads_to_that_place(start: Rect, target: Rect, side: Arc) -> None:
    way = approach(start, target, side)
    for bearing in way.bearings((0.0, 40.0, -40.0)):
        for share in (0.0, 0.25, 0.5, 0.75, 1.0):
            offset = bearing.low + (bearing.high - bearing.low) * share
            line, _, at = bearing.line_to(offset)
            assert bearing.offset_of(line) == pytest.approx(offset, abs=1e-6)
            assert abs(at) <= way.length / 2 + 1e-6
            # From one end of the wheel's room to the other the front still lies against the side.
            assert abs(offset) <= (way.length + start.width) / 2


def test_a_place_for_which_it_would_have_to_back_up_first_has_no_way() -> None:
    way = approach(START, WHEELED_INTO, Arc.FRONT)
    bearing = next(way.bearings(()))

    def after(inches: float) -> Route | None:
        return way.path(bearing, bearing.offset_of(inches * bearing.aside))

    ahead = after(1.0)
    assert ahead is not None
    assert ahead.ahead == pytest.approx(1.0)
    assert after(-1.0) is None
    # Nor one for which it would have to go on beyond the limit, or past the target and back.
    post = rect(27.9, 17.5, 0.0, 0.2, 0.2)
    way = approach(START, WHEELED_INTO, Arc.FRONT, post)
    assert way.limit == pytest.approx(44.0)
    assert after(30.0) is None


def test_what_stopped_a_way_is_looked_at_first_from_then_on() -> None:
    target = rect(30.0, 30.0, 180.0, 4.0, 2.0)
    aside, across = rect(25.0, 22.0, 0.0, 1.0, 1.0), rect(30.0, 24.0, 0.0, 1.0, 1.0)
    way = approach(START, target, Arc.FRONT, aside, across)
    assert at_once(way) is None
    assert way.blocks == [across, aside]
    assert at_once(way) is None
    assert way.blocks == [across, aside]
    assert way.free is way.free


def test_a_way_without_a_wheel_is_one_step() -> None:
    way = approach(START, rect(30.0, 30.0, 180.0, 4.0, 2.0), Arc.FRONT)
    route = at_once(way)
    assert route is not None
    assert route.steps == (Forward(cast("float", pytest.approx(13.0))),)
    wheeled = at_once(approach(START, WHEELED_INTO, Arc.FRONT))
    assert wheeled is not None
    assert [type(step) for step in wheeled.steps] == [Forward, Wheel, Forward]


def test_even_a_small_turn_is_stopped() -> None:
    target = rect(30.0, 30.0, 180.5, 6.0, 2.0)
    free = approach(START, target, Arc.FRONT)
    bearing = next(found for found in free.bearings(()) if found.turned == START)
    route = free.path(bearing, bearing.offset_of(0.0))
    assert route is not None
    assert route.turn == pytest.approx(0.5)
    # The left end of its front would come forward by 0.035 inches; the post is half as far away.
    post = rect(28.2, route.arrived.y + 1.0 + 0.0175 + 0.05, 0.0, 0.2, 0.1)
    hindered = approach(START, target, Arc.FRONT, post)
    assert 0.2 < hindered.free_align(route) < 0.4
    assert not hindered.aligns(route)
