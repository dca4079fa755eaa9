"""Ways into contact by one wheel, to a place flush on a side."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table.shapes_at_random import sides
from warhost.field import (
    Approach,
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
    Rect,
    distance,
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
