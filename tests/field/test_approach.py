"""Ways into contact: by one wheel to a place flush on a side, by one pivot, and past what stands in the way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table.shapes_at_random import sides
from warhost.field import (
    Approach,
    Stretch,
    Surroundings,
    any_route,
    best_arrivals,
    flush_routes,
    past_walls,
    path_of,
    pivots_into,
    pivots_to_spot,
    rough_routes,
    runs_into,
    shared_turn,
    turned_targets,
)
from warhost.table import (
    TOLERANCE,
    Arc,
    Board,
    Pivot,
    Rect,
    arc_of,
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


def faces(shape: Rect, goal: Rect) -> bool:
    return arc_of(shape, goal.x, goal.y) is Arc.FRONT


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


@given(starts, targets)
def test_pivots_lead_into_contact_within_the_inches(start: Rect, goal: Rect) -> None:
    for steps in pivots_into(start, goal, 14.0, 90.0, faces):
        path = path_of(start, steps)
        assert path.inches <= 14.0 + TOLERANCE
        assert sum(isinstance(step, Pivot) for step in steps) <= 1
        assert all(abs(step.degrees) <= 90.0 + TOLERANCE for step in steps if isinstance(step, Pivot))
        assert distance(path.end, goal) <= 0.05


@given(starts, targets, sides, st.floats(-2, 2))
def test_pivots_to_a_spot_lead_into_contact_as_well(start: Rect, goal: Rect, side: Arc, offset: float) -> None:
    wanted = flush(start, goal, side, offset)
    for steps in pivots_to_spot(start, goal, (wanted.x, wanted.y), wanted.facing, 14.0, 90.0, faces):
        path = path_of(start, steps)
        assert path.inches <= 14.0 + TOLERANCE
        assert distance(path.end, goal) <= 0.05


def ground(*blocks: Rect) -> Surroundings:
    return Surroundings(walls=blocks, slow=(), shunned=(), slowed_to=6.0, board=BOARD)


@given(starts, targets, st.lists(walls, min_size=1, max_size=2))
def test_detours_miss_all_walls(start: Rect, goal: Rect, blocks: list[Rect]) -> None:
    if any(overlaps(start, block) or overlaps(goal, block) for block in blocks):
        return
    for steps in past_walls(start, goal, ground(*blocks), 14.0, 90.0):
        path = path_of(start, steps)
        assert distance(path.end, goal) <= 2 * TOLERANCE
        assert not any(runs_into(path, block) for block in blocks)
        assert path.inches <= 14.0 + TOLERANCE


def test_a_detour_is_found_where_every_simple_way_is_barred() -> None:
    start, goal = rect(30.0, 15.0, 0.0, 2.0, 1.0), rect(30.0, 24.0, 180.0, 16.0, 2.0)
    post = rect(30.0, 19.0, 0.0, 2.5, 0.5)
    simple = [path_of(start, steps) for steps in pivots_into(start, goal, 12.0, 90.0, faces)]
    past = [path_of(start, steps) for steps in past_walls(start, goal, ground(post), 12.0, 90.0)]
    assert past
    assert not any(runs_into(path, post) for path in past)
    assert any(runs_into(path, post) for path in simple)
