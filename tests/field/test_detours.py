"""Ways past what stands in the way: they miss it, and one is found where there is one."""

from __future__ import annotations

from math import asin, atan2, degrees, hypot

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tests.properties import examples
from warhost.field import Surroundings, past_walls, path_of, pivots_into, runs_into, shortest_turns
from warhost.field.moves.detours import (
    CLEAR,
    _Corridor,
    _points,
    _turns_at_corners,
    _turns_past,
    _ways_by,
    _with_middles,
)
from warhost.table import (
    TOLERANCE,
    Arc,
    Board,
    Forward,
    Pivot,
    Rect,
    Step,
    apply,
    arc_of,
    distance,
    distance_to_point,
    free_forward,
    local,
    overlaps,
    rect,
    swept,
)

BOARD = Board(60.0, 60.0)
INCHES = 12.0

facings = st.one_of(st.sampled_from([0.0, 90.0]), st.floats(0, 359))
movers = st.builds(rect, st.floats(28, 32), st.floats(12, 16), st.floats(-30, 30), st.floats(1, 5), st.floats(1, 2))
goals = st.builds(rect, st.floats(24, 36), st.floats(20, 26), facings, st.floats(1, 6), st.floats(1, 3))
posts = st.builds(rect, st.floats(24, 36), st.floats(15, 24), facings, st.floats(0.5, 6), st.floats(0.5, 2))


def ground(
    *walls: Rect,
    slow: tuple[Rect, ...] = (),
    slowed_to: float = 6.0,
    board: Board = BOARD,
    shunned: tuple[Rect, ...] = (),
) -> Surroundings:
    return Surroundings(walls=walls, slow=slow, shunned=shunned, slowed_to=slowed_to, board=board)


def faces(shape: Rect, goal: Rect) -> bool:
    return arc_of(shape, goal.x, goal.y) is Arc.FRONT


@given(movers, goals, st.lists(posts, min_size=1, max_size=3), st.lists(posts, max_size=1))
def test_detours_miss_all_walls_and_go_far_only_round_slow_ground(
    start: Rect, goal: Rect, walls: list[Rect], slow: list[Rect]
) -> None:
    assume(not any(overlaps(start, wall) or overlaps(goal, wall) for wall in walls))
    for steps in past_walls(start, goal, ground(*walls, slow=tuple(slow)), INCHES, 90.0):
        path = path_of(start, steps)
        assert distance(path.end, goal) <= 2 * TOLERANCE
        assert not any(runs_into(path, wall) for wall in walls)
        assert path.inches <= INCHES + TOLERANCE
        assert sum(isinstance(step, Pivot) for step in steps) == 1
        assert all(abs(step.degrees) <= 90.0 + 1e-6 for step in steps if isinstance(step, Pivot))
        straights = [swept(shape, step) for shape, step in path.straights()]
        if path.inches > 6.0 + TOLERANCE:
            assert not any(overlaps(part, one) for part in straights for one in slow)


def by_trying(start: Rect, goal: Rect, walls: list[Rect]) -> bool:
    """Whether some turn of whole fives of degrees, at once or after some inches, leads to the goal past all walls."""
    for length in (0.0, 0.5, *range(1, int(INCHES))):
        shape = apply(start, Forward(length))
        for turn in range(-90, 91, 5):
            turned = apply(shape, Pivot(turn))
            ahead = free_forward(turned, goal, INCHES - length)
            if length + ahead > INCHES - 0.01 or overlaps(turned, goal):
                continue
            path = path_of(start, (Forward(length), Pivot(turn), Forward(ahead)))
            if not runs_into(path, goal) and not any(runs_into(path, wall) for wall in walls):
                return True
    return False


@examples(2)
# Of the goal only a corner is in reach, and only with a turn that hardly catches it.
@example(
    start=rect(28.0, 12.0, 0.0, 1.0, 1.625),
    goal=rect(24.0, 25.4375, 0.0, 2.0, 2.0),
    walls=[rect(24.0, 15.0, 0.0, 1.0, 1.0)],
)
# Where the near corner of the goal is not caught, a wall stands behind it.
@example(
    start=rect(30.6821, 15.4267, 21.8186, 4.8892, 1.3581),
    goal=rect(26.1224, 22.6316, 90.0, 3.0811, 1.6401),
    walls=[rect(24.6049, 17.8731, 113.5823, 4.4522, 0.8253), rect(31.3993, 21.5229, 157.0508, 3.8432, 0.5113)],
)
@given(movers, goals, st.lists(posts, min_size=1, max_size=4))
def test_a_way_is_found_where_trying_every_turn_finds_one(start: Rect, goal: Rect, walls: list[Rect]) -> None:
    assume(not any(overlaps(start, wall) or overlaps(goal, wall) for wall in walls) and not overlaps(start, goal))
    # A way that only just fits may be missed by a hair: a wall that is a little larger is no excuse.
    larger = [rect(wall.x, wall.y, wall.facing, wall.width + 0.05, wall.depth + 0.05) for wall in walls]
    if by_trying(start, goal, larger):
        assert next(past_walls(start, goal, ground(*walls), INCHES, 90.0), None) is not None


@examples(2)
@given(movers, goals, st.lists(posts, min_size=1, max_size=4))
def test_no_turn_is_spared_that_would_lead_past_everything(shape: Rect, goal: Rect, walls: list[Rect]) -> None:
    near = ground(*walls).near(shape, INCHES).walls
    corridor = _Corridor(shape, goal, map(_points, walls))
    for turn in range(-90, 91, 10):
        turned = apply(shape, Pivot(turn))
        ahead = free_forward(turned, goal, INCHES)
        if ahead >= INCHES or overlaps(turned, goal):
            continue
        hit = [wall for wall in walls if overlaps(swept(turned, Forward(ahead)), wall)]
        assert all(wall in near for wall in hit)
        assert hit or list(corridor.open([turn])) == [turn]


def test_most_turns_into_a_wall_are_spared() -> None:
    start, goal = rect(30.0, 14.0, 0.0, 3.0, 1.0), rect(30.0, 24.0, 0.0, 6.0, 2.0)
    corridor = _Corridor(start, goal, [_points(rect(30.0, 19.0, 0.0, 3.0, 1.0))])
    assert [*corridor.open(range(-60, 61, 10))] == [-60, -50, -40, 40, 50, 60]
    # Behind its back, beyond the goal and beside its way nothing is in the way.
    for wall in (rect(30.0, 12.5, 0.0, 3.0, 1.0), rect(30.0, 27.0, 0.0, 3.0, 1.0), rect(34.0, 18.0, 0.0, 3.0, 1.0)):
        assert [*_Corridor(start, goal, [_points(wall)]).open([0.0])] == [0.0]


def test_a_detour_is_found_where_every_simple_way_is_barred() -> None:
    start, goal = rect(30.0, 15.0, 0.0, 2.0, 1.0), rect(30.0, 24.0, 180.0, 16.0, 2.0)
    post = rect(30.0, 19.0, 0.0, 2.5, 0.5)
    simple = [path_of(start, steps) for steps in pivots_into(start, goal, 12.0, 90.0, faces)]
    past = [path_of(start, steps) for steps in past_walls(start, goal, ground(post), 12.0, 90.0)]
    assert past
    assert not any(runs_into(path, post) for path in past)
    assert any(runs_into(path, post) for path in simple)


def test_the_way_ahead_ends_at_a_wall_and_no_turn_is_tried_behind_it() -> None:
    start, goal = rect(30.0, 14.0, 0.0, 2.0, 1.0), rect(38.0, 20.0, 90.0, 4.0, 2.0)

    def lengths(*walls: Rect) -> set[float]:
        found = past_walls(start, goal, ground(*walls), 14.0, 90.0)
        return {steps[0].inches if isinstance(steps[0], Forward) else 0.0 for steps in found}

    # After 7 inches the goal is 6.5 to the side, after 8 that would be more than the 14 that it has.
    assert max(lengths()) == 7.0
    # Close before the wall, after 3 inches, there is no room to turn.
    assert max(lengths(rect(30.0, 18.0, 0.0, 2.0, 1.0))) == 2.0


@pytest.mark.parametrize(("slowed_to", "there"), [(6.0, False), (9.0, True)])
def test_slow_ground_ends_a_longer_move(slowed_to: float, there: bool) -> None:
    start, goal = rect(30.0, 14.0, 0.0, 2.0, 1.0), rect(30.0, 23.0, 0.0, 2.0, 1.0)
    mud = rect(30.0, 18.0, 0.0, 40.0, 1.0)
    assert bool(list(past_walls(start, goal, ground(slow=(mud,), slowed_to=slowed_to), 12.0, 20.0))) == there
    assert list(past_walls(start, goal, ground(shunned=(mud,)), 12.0, 20.0))


def test_nobody_turns_over_the_edge_of_the_board() -> None:
    start, goal = rect(1.6, 10.0, 0.0, 3.0, 1.0), rect(8.0, 10.0, 90.0, 4.0, 1.0)
    wide = rect(2.6, 10.0, 0.0, 3.0, 1.0)

    def turns(shape: Rect, board: Board) -> list[tuple[Step, ...]]:
        return [steps for steps in past_walls(shape, goal, ground(board=board), 9.0, 90.0) if len(steps) == 2]

    assert turns(start, Board(60.0, 60.0)) == turns(start, Board(60.0, 40.0)) != []
    narrow = rect(1.0, 10.0, 0.0, 2.0, 4.0)
    assert turns(narrow, BOARD) == []
    assert turns(wide, BOARD) != []


@given(movers, facings, st.floats(-6.0, 6.0), st.floats(0.0, 3.0))
def test_no_turn_of_a_quarter_leads_to_what_lies_wholly_behind(
    start: Rect, facing: float, aside: float, beyond: float
) -> None:
    back = start.radius + 4.0 + beyond
    goal = rect(
        start.x + aside * start.rx - back * start.fx, start.y + aside * start.ry - back * start.fy, facing, 5, 3
    )
    assert not list(past_walls(start, goal, ground(), INCHES, 90.0))
    for turns in (_turns_past, _turns_at_corners):
        assert not list(_ways_by(turns, start, goal, ground(), INCHES, 90.0))


def test_what_is_too_far_away_is_left_out() -> None:
    shape = rect(30.0, 30.0, 0.0, 8.0, 6.0)  # 5 inches from its centre to a corner
    near, far = rect(30.0, 46.9, 0.0, 6.0, 8.0), rect(47.1, 30.0, 0.0, 6.0, 8.0)
    kept = ground(near, far, slow=(far,), shunned=(near, far)).near(shape, 7.0)
    assert (kept.walls, kept.slow, kept.shunned) == ((near,), (), (near,))
    assert kept.all == (near, near)


def test_the_shortest_turns_are_square_to_a_side_or_bring_a_corner_of_the_front_first() -> None:
    shape, goal = rect(30.0, 14.0, 0.0, 4.0, 1.0), rect(30.0, 24.0, 180.0, 6.0, 2.0)
    found = sorted(round(turn, 6) for turn in shortest_turns(shape, goal))
    aside = round(degrees(asin(2.0 / 9.0)), 6)
    assert {0.0, aside, -aside} <= set(found)
    assert {90.0, -90.0} <= set(found)
    # Only before the front, which is 9 inches away, is the mover; to the flanks it stands behind their line.
    assert len(found) == 6


@given(movers, goals, st.lists(posts, min_size=1, max_size=3))
def test_the_quick_look_sees_the_points_of_walls_that_lie_in_the_way(
    shape: Rect, goal: Rect, walls: list[Rect]
) -> None:
    corridor = _Corridor(shape, goal, map(_points, walls))
    far = distance_to_point(goal, shape.x, shape.y)
    # As far as the front surely gets before it meets the goal, wherever on the front that may be.
    ahead = max(0.0, max(0.0, far**2 - (shape.width / 2) ** 2) ** 0.5 - shape.depth / 2) + shape.depth / 2
    for turn in range(-90, 91, 15):
        turned = apply(shape, Pivot(turn))
        spots = [local(turned, *point) for wall in walls for point in _points(wall)]
        rooms = [min(shape.width / 2 - abs(right), on + shape.depth / 2, ahead - on) for right, on in spots]
        deepest = max(rooms)
        if abs(deepest - 2 * TOLERANCE) > 1e-6:
            assert (not [*corridor.open([turn])]) == (deepest > 2 * TOLERANCE)


def test_the_points_of_a_wall_are_its_middle_its_corners_and_those_half_way_between() -> None:
    points = {(round(x, 6), round(y, 6)) for x, y in _points(rect(10.0, 20.0, 0.0, 4.0, 8.0))}
    outer = {(x, y) for x in (8.0, 10.0, 12.0) for y in (16.0, 20.0, 24.0)}
    assert points == outer | {(x, y) for x in (9.0, 11.0) for y in (18.0, 22.0)}


def test_turns_lie_within_bounds_and_half_way_between() -> None:
    assert _with_middles([5.0, -2.0, 0.0, 4.0, 0.0000001], -2.0, 4.0) == [-2.0, 0.0, 4.0, -1.0, 2.0]


def test_turns_begin_and_end_where_the_goal_is_missed() -> None:
    """A goal 10 inches ahead: turns that miss it are not tried, those that graze a post between are."""
    shape, goal = rect(30.0, 14.0, 0.0, 2.0, 1.0), rect(30.0, 25.0, 0.0, 2.0, 2.0)
    post = rect(30.5, 19.0, 0.0, 0.5, 0.5)
    farthest = max(degrees(atan2(1.0, corner) + asin((1.0 - CLEAR) / hypot(1.0, corner))) for corner in (10.0, 12.0))
    turns = _turns_past(shape, goal, ground(post), 90.0)
    assert (min(turns), max(turns)) == pytest.approx((-farthest, farthest), abs=1e-5)
    grazing = degrees(atan2(0.25, 4.75) - asin((1.0 + CLEAR) / hypot(0.25, 4.75)))
    assert any(turn == pytest.approx(grazing, abs=1e-5) for turn in turns)
    few = _turns_past(shape, goal, ground(post), 5.0)
    assert (min(few), max(few)) == (-5.0, 5.0)
    # Where it just catches a corner of the goal it looks only if nothing else leads there; never twice.
    later = _turns_at_corners(shape, goal, ground(post), 90.0)
    catching = degrees(atan2(1.0, 12.0) + asin((1.0 - CLEAR) / hypot(1.0, 12.0)))
    assert any(turn == pytest.approx(catching, abs=1e-5) for turn in later)
    assert not set(later) & set(turns)
    assert len(later) > 2 * len(goal.corners)  # and half way to their neighbours


def test_turns_at_corners_are_left_alone_where_others_lead_there() -> None:
    start, goal = rect(30.0, 15.0, 0.0, 2.0, 1.0), rect(30.0, 24.0, 180.0, 6.0, 2.0)
    near = ground(rect(30.0, 19.0, 0.0, 1.0, 0.5))
    found = list(past_walls(start, goal, near, 12.0, 90.0))
    assert found
    assert found == list(_ways_by(_turns_past, start, goal, near, 12.0, 90.0))
    # A corner that is hardly in reach: only such a turn catches it.
    start, goal, near = rect(28.0, 12.0, 0.0, 1.0, 1.625), rect(24.0, 25.4375, 0.0, 2.0, 2.0), ground()
    assert list(_ways_by(_turns_past, start, goal, near, 12.0, 90.0)) == []
    assert list(past_walls(start, goal, near, 12.0, 90.0))
