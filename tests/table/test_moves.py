"""Steps, their cost and their sweeps, by hand and against Shapely and dense sampling."""

from __future__ import annotations

import math

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import MultiPoint, unary_union

from tests.properties import examples
from tests.table.shapes_at_random import close, neighbours, pairs, rects, sides, sizes, solid
from warhost.table import (
    TOLERANCE,
    Arc,
    Back,
    Forward,
    Pivot,
    Rect,
    Sidestep,
    Step,
    Straight,
    Turn,
    Wheel,
    apply,
    cost,
    distance,
    edge,
    edge_midpoint,
    free_forward,
    free_towards,
    free_turn,
    free_wheel,
    front_on_board,
    gap_along,
    grown,
    keeps_clear,
    local,
    meeting_turns,
    on_board,
    outward,
    overlap_depth,
    overlaps,
    passes_through,
    rect,
    slide,
    stays_on_board,
    swept,
    turned,
    turning_point,
    walk,
    wheel_angle_for,
    wheel_cost,
    wheel_towards,
)

inches = st.floats(0, 10)
angles = st.one_of(st.floats(-180, 180), st.sampled_from([-90.0, -45.0, 30.0, 90.0, 180.0]))
straights: st.SearchStrategy[Straight] = st.one_of(
    st.builds(Forward, inches), st.builds(Back, inches), st.builds(Sidestep, st.floats(-10, 10))
)
turns: st.SearchStrategy[Turn] = st.one_of(st.builds(Wheel, angles), st.builds(Pivot, angles))
steps: st.SearchStrategy[Step] = st.one_of(straights, turns)

UNIT = rect(10, 10, 0, 4, 2)


def part(step: Step, share: float) -> Step:
    if isinstance(step, Wheel | Pivot):
        return type(step)(step.degrees * share)
    return type(step)(step.inches * share)


def moments(shape: Rect, step: Step, count: int) -> list[Rect]:
    return [apply(shape, part(step, i / count)) for i in range(count + 1)]


def farthest_travel(shape: Rect, step: Step) -> float:
    """The longest way that any point of the shape goes during the step."""
    if isinstance(step, Wheel | Pivot):
        x, y = turning_point(shape, step)
        return math.radians(abs(step.degrees)) * max(math.hypot(cx - x, cy - y) for cx, cy in shape.corners)
    return abs(step.inches)


@pytest.mark.parametrize(
    ("step", "pose"),
    [
        (Forward(3.5), (10, 13.5, 0)),
        (Back(2), (10, 8, 0)),
        (Sidestep(2), (12, 10, 0)),
        (Sidestep(-2), (8, 10, 0)),
        (Pivot(90), (10, 10, 90)),
        (Pivot(-90), (10, 10, 270)),
        (Wheel(90), (11, 13, 90)),  # about the front right corner (12, 11)
        (Wheel(-90), (9, 13, 270)),  # about the front left corner (8, 11)
    ],
)
def test_where_a_step_ends(step: Step, pose: tuple[float, float, float]) -> None:
    end = apply(UNIT, step)
    assert (end.x, end.y, end.facing) == pytest.approx(pose)
    assert (end.width, end.depth) == (4, 2)


def test_a_wheel_keeps_its_front_corner() -> None:
    assert apply(UNIT, Wheel(37)).corners[1] == pytest.approx(UNIT.corners[1])
    assert apply(UNIT, Wheel(-37)).corners[0] == pytest.approx(UNIT.corners[0])


def test_a_walk_lists_the_start_and_every_stop() -> None:
    stops = walk(UNIT, [Forward(2), Pivot(90), Forward(3)])
    assert [(stop.x, stop.y) for stop in stops] == [(10, 10), (10, 12), (10, 12), (13, 12)]


def test_steps_are_written_with_their_names() -> None:
    move: list[Step] = [Forward(3.5), Wheel(-30), Pivot(90), Sidestep(-1), Back(2)]
    text = msgspec.json.encode(move)
    assert text.startswith(b'[{"move":"forward","inches":3.5},{"move":"wheel","degrees":-30')
    assert msgspec.json.decode(text, type=list[Step]) == move


def test_a_written_step_forward_cannot_go_backwards() -> None:
    with pytest.raises(msgspec.ValidationError, match=r">= 0\.0"):
        msgspec.json.decode(b'{"move":"forward","inches":-1}', type=Step)


def test_a_wheel_costs_the_chord_of_its_outer_corner() -> None:
    assert cost(UNIT, Wheel(90)) == pytest.approx(math.sqrt(32))
    assert cost(UNIT, Wheel(-60)) == pytest.approx(4)
    assert cost(UNIT, Pivot(90)) == 0
    assert cost(UNIT, Sidestep(-3)) == 3
    assert cost(UNIT, Back(2)) == 2


@given(rects, st.floats(-180, 180))
def test_the_cost_of_a_wheel_is_how_far_the_outer_corner_gets(shape: Rect, degrees: float) -> None:
    outer = 0 if degrees >= 0 else 1
    (ax, ay), (bx, by) = shape.corners[outer], apply(shape, Wheel(degrees)).corners[outer]
    assert close(cost(shape, Wheel(degrees)), math.hypot(bx - ax, by - ay))


def test_wheeling_past_half_a_circle_gives_nothing_back() -> None:
    assert wheel_cost(4, 270) == pytest.approx(8 + wheel_cost(4, 90))
    assert wheel_cost(4, 360) == pytest.approx(16)


@given(sizes, st.floats(0, 180))
def test_the_angle_for_a_chord_undoes_the_cost(width: float, degrees: float) -> None:
    # At half a circle the chord hardly grows any more, so its angle is only known to a few digits.
    assert wheel_angle_for(width, wheel_cost(width, degrees)) == pytest.approx(degrees, abs=1e-5)


def test_no_wheel_for_no_chord_and_half_a_circle_at_most() -> None:
    assert wheel_angle_for(4, 0) == 0
    assert wheel_angle_for(4, 9) == 180


@given(rects, steps)
def test_a_step_and_its_inverse_end_where_they_began(shape: Rect, step: Step) -> None:
    after = apply(shape, step)
    match step:
        case Forward(length):
            back = apply(after, Back(length))
        case Back(length):
            back = apply(after, Forward(length))
        case Sidestep(length):
            back = apply(after, Sidestep(-length))
        case Pivot(degrees):
            back = apply(after, Pivot(-degrees))
        case Wheel(degrees):
            back = turned(after, after.corners[1 if degrees >= 0 else 0], -degrees)
    assert (back.x, back.y) == pytest.approx((shape.x, shape.y), abs=1e-9)
    assert math.cos(math.radians(back.facing - shape.facing)) == pytest.approx(1)


@given(rects, st.floats(-14, 14), st.floats(-14, 14))
def test_after_wheeling_towards_a_point_it_lies_ahead(shape: Rect, x: float, y: float) -> None:
    degrees = wheel_towards(shape, x, y)
    right, ahead = local(apply(shape, Wheel(degrees)), x, y)
    near = min(math.hypot(x - cx, y - cy) for cx, cy in shape.corners[:2])
    assume(near > shape.width / 2 + TOLERANCE)
    assert abs(right) <= 2 * TOLERANCE
    assert ahead >= -TOLERANCE


def test_wheeling_towards_a_point_on_either_hand() -> None:
    assert wheel_towards(UNIT, 10, 20) == 0
    assert wheel_towards(UNIT, 20, 13) == pytest.approx(90)
    assert wheel_towards(UNIT, 0, 13) == pytest.approx(-90)
    assert wheel_towards(UNIT, 12.5, 11.5) == 0


@given(rects, straights)
def test_a_straight_sweep_covers_start_and_end_and_no_more(shape: Rect, step: Straight) -> None:
    hull = MultiPoint([*shape.corners, *apply(shape, step).corners]).convex_hull
    whole = solid(swept(shape, step))
    assert whole.buffer(1e-6).covers(hull)
    assert hull.buffer(1e-6).covers(whole)


@given(pairs, straights)
def test_the_gap_along_a_straight_step_is_that_of_shapely(pair: tuple[Rect, Rect], step: Straight) -> None:
    shape, obstacle = pair
    hull = MultiPoint([*shape.corners, *apply(shape, step).corners]).convex_hull
    assert close(gap_along(shape, step, obstacle), hull.distance(solid(obstacle)))


@examples(2)
@given(pairs, turns)
def test_the_gap_along_a_turn_agrees_with_dense_sampling(pair: tuple[Rect, Rect], step: Turn) -> None:
    """The exact gap is never above a sampled one, and below it by no more than can happen between two samples."""
    shape, obstacle = pair
    count = 100
    gap = gap_along(shape, step, obstacle)
    sampled = min(distance(moment, obstacle) for moment in moments(shape, step, count))
    assert gap <= sampled + 1e-9
    assert gap >= sampled - farthest_travel(shape, step) / count / 2 - 1e-9


@given(rects, rects, turns)
def test_the_gap_along_a_turn_is_that_of_the_swept_area(shape: Rect, obstacle: Rect, step: Turn) -> None:
    area = unary_union([solid(moment) for moment in moments(shape, step, 60)])
    slack = farthest_travel(shape, step) ** 2 / 60**2
    assert abs(gap_along(shape, step, obstacle) - area.distance(solid(obstacle))) <= slack + 0.05


def test_the_bulge_of_a_wheel_counts() -> None:
    """Only on its way does the rear left corner, root 20 from the pivot (12, 11), come near the post."""
    reach = math.sqrt(20)
    post = rect(12 - (reach + 0.3) * math.sqrt(0.5) - 0.5, 11 + (reach + 0.3) * math.sqrt(0.5) + 0.5, 0, 1, 1)
    assert distance(UNIT, post) > 3
    assert distance(apply(UNIT, Wheel(90)), post) > 0.5
    assert gap_along(UNIT, Wheel(90), post) == pytest.approx(0.3)
    assert gap_along(UNIT, Wheel(60), post) == pytest.approx(distance(apply(UNIT, Wheel(60)), post))
    assert gap_along(UNIT, Wheel(60), post) > 0.5


@given(pairs, steps, st.floats(0, 3))
def test_keeping_clear_is_a_gap_of_at_least_that_much(pair: tuple[Rect, Rect], step: Step, gap: float) -> None:
    shape, obstacle = pair
    assert keeps_clear(shape, step, obstacle, gap) == (gap_along(shape, step, obstacle) >= gap - TOLERANCE)


@pytest.mark.parametrize("step", [Forward(1), Wheel(20), Pivot(5)])
def test_keeping_clear_looks_as_far_as_the_gap(step: Step) -> None:
    post = rect(10, 18, 0, 1, 1)
    gap = gap_along(UNIT, step, post)
    assert gap > 4
    assert keeps_clear(UNIT, step, post, gap)
    assert not keeps_clear(UNIT, step, post, gap + 0.01)


@examples(2)
@given(pairs, steps)
def test_passing_through_is_an_overlap_at_some_moment(pair: tuple[Rect, Rect], step: Step) -> None:
    shape, obstacle = pair
    deepest = max(overlap_depth(moment, obstacle) for moment in moments(shape, step, 100))
    if deepest > TOLERANCE:
        assert passes_through(shape, step, obstacle)
    if passes_through(shape, step, obstacle):
        assert deepest > -farthest_travel(shape, step) / 100


def test_sliding_along_an_edge_is_not_passing_through() -> None:
    assert not passes_through(UNIT, Forward(10), rect(13, 16, 0, 2, 4))
    assert passes_through(UNIT, Forward(10), rect(12.99, 16, 0, 2, 4))
    assert not passes_through(UNIT, Wheel(-90), rect(7, 12, 0, 2, 2))
    assert passes_through(UNIT, Wheel(-91), rect(7, 12, 0, 2, 2))
    assert passes_through(UNIT, Pivot(90), rect(13, 10, 0, 2, 2))


@given(rects, rects, sides, st.floats(0.01, 12), st.floats(-0.99, 0.99))
def test_the_free_way_ends_in_contact(shape: Rect, obstacle: Rect, side: Arc, away: float, aside: float) -> None:
    (ax, ay), (bx, by) = edge(shape, side)
    x, y = ax + (bx - ax) * (aside + 1) / 2, ay + (by - ay) * (aside + 1) / 2
    nx, ny = outward(shape, side)
    gap = away + obstacle.radius
    obstacle = rect(x + nx * gap, y + ny * gap, obstacle.facing, obstacle.width, obstacle.depth)
    free = free_towards(shape, side, obstacle, 50.0)
    assert away - TOLERANCE <= free < away + obstacle.radius
    there = slide(shape, free, (nx, ny))
    assert distance(there, obstacle) <= 2 * TOLERANCE
    assert overlap_depth(there, obstacle) <= 2 * TOLERANCE


@given(pairs, st.floats(0.1, 20))
def test_the_free_way_forward_agrees_with_the_swept_area(pair: tuple[Rect, Rect], limit: float) -> None:
    shape, obstacle = pair
    free = free_forward(shape, obstacle, limit)
    assert 0 <= free <= limit
    if free > 0:
        assert solid(grown(swept(shape, Forward(free)), -2 * TOLERANCE)).disjoint(solid(obstacle))
    if free < limit:
        assert solid(swept(shape, Forward(free + 2 * TOLERANCE))).intersects(solid(obstacle))


def test_the_free_way_forward_is_exact() -> None:
    assert free_forward(UNIT, rect(10, 20, 0, 4, 2), 12) == 8
    assert free_forward(UNIT, rect(10, 20, 45, 2, 2), 12) == pytest.approx(9 - math.sqrt(2))
    assert free_forward(UNIT, rect(10, 20, 0, 4, 2), 5) == 5
    assert free_forward(UNIT, rect(14, 20, 0, 4, 2), 12) == 12  # past its edge
    assert free_forward(UNIT, rect(10, 8, 0, 4, 2), 12) == 12  # it stands behind, touching
    assert free_forward(UNIT, rect(10, 8.0005, 0, 4, 2), 12) == 12  # a hair of overlap is touching
    assert free_forward(UNIT, rect(10, 12, 0, 4, 2), 12) == 0
    assert free_forward(UNIT, rect(10, 11, 0, 4, 2), 12) == 0
    assert free_forward(UNIT, rect(20, 10, 0, 4, 2)) == math.inf
    assert free_towards(UNIT, Arc.RIGHT, rect(20, 10, 0, 4, 2)) == 6
    assert free_towards(UNIT, Arc.REAR, rect(10, 5, 0, 4, 2)) == 3


@examples(2)
@given(pairs, angles)
def test_a_free_wheel_ends_in_contact_and_meets_nothing_before(pair: tuple[Rect, Rect], degrees: float) -> None:
    shape, obstacle = pair
    free = free_wheel(shape, degrees, obstacle)
    assert abs(free) <= abs(degrees)
    assert free * degrees >= 0
    if abs(free) > 0:
        depths = [overlap_depth(moment, obstacle) for moment in moments(shape, Wheel(free), 60)]
        assert max(depths) <= 2 * TOLERANCE
    if free != degrees:
        around = turning_point(shape, Wheel(degrees))
        assert distance(turned(shape, around, free), obstacle) <= TOLERANCE
        rest = [degrees * i / 400 for i in range(401) if abs(degrees * i / 400) >= abs(free)]
        deepest = max(overlap_depth(turned(shape, around, angle), obstacle) for angle in [*rest, free + 1e-4])
        assert deepest > -math.radians(180) * 12 / 400


def test_the_first_touch_of_a_wheel_is_exact() -> None:
    """The outer corner, 4 inches from the pivot, meets a wall 2 inches ahead after 30 degrees."""
    wall = rect(10, 14, 0, 20, 2)
    assert free_wheel(UNIT, 90, wall) == pytest.approx(30)
    assert free_wheel(UNIT, -90, wall) == pytest.approx(-30)
    assert free_wheel(UNIT, 20, wall) == 20
    assert free_wheel(UNIT, 90, rect(30, 30, 0, 2, 2)) == 90


def test_an_obstacle_may_hit_the_middle_of_a_wheeling_front() -> None:
    """The spike's point is 2 inches left of the pivot and 2 ahead: the front edge meets it after 45 degrees."""
    spike = rect(10, 13 + math.sqrt(2) / 2, 45, 1, 1)
    assert free_wheel(UNIT, 90, spike) == pytest.approx(45)


@given(neighbours(), st.floats(0.5, 20))
def test_who_touches_may_turn_away(pair: tuple[Rect, Rect], degrees: float) -> None:
    shape, obstacle = pair
    assume(overlap_depth(shape, obstacle) <= TOLERANCE and distance(shape, obstacle) == 0)
    away = edge_midpoint(shape, Arc.FRONT)
    for angle in (degrees, -degrees):
        free = free_turn(shape, away, angle, obstacle)
        assert overlap_depth(turned(shape, away, free), obstacle) <= 2 * TOLERANCE


def test_turning_away_from_contact_is_free_and_into_it_is_not() -> None:
    wall = rect(10, 12, 0, 20, 2)
    corner = UNIT.corners[1]
    assert free_turn(rect(10, 10, 0, 4, 2), corner, 90, wall) == 0
    assert free_turn(rect(10, 10, 0, 4, 2), corner, -30, wall) == -30


def test_turning_slowly_into_a_flush_edge_is_blocked_at_once() -> None:
    """The corner below the point starts along the wall, so its depth grows with the square of the angle."""
    shape, wall = rect(0, 1, 0, 1, 2), rect(0, 3, 0, 20, 2)
    around = (0.5, 9.0)
    assert 0 < overlap_depth(turned(shape, around, -0.6), wall) < TOLERANCE
    assert overlap_depth(turned(shape, around, -1.2), wall) > TOLERANCE
    assert free_turn(shape, around, -0.6, wall) == -0.6
    assert free_turn(shape, around, -1.2, wall) == 0


@given(rects, steps, st.booleans())
def test_staying_on_the_board_agrees_with_dense_sampling(shape: Rect, step: Step, front_only: bool) -> None:
    shape = rect(shape.x + 12, shape.y + 12, shape.facing, shape.width, shape.depth)
    stays = stays_on_board(shape, step, 24, 24, front_only)
    on = front_on_board if front_only else on_board
    seen = moments(shape, step, 100)
    if stays:
        assert all(on(moment, 24, 24) for moment in seen)
    else:
        # Between two samples an arc bulges by no more than this beyond both.
        bulge = farthest_travel(shape, step) / 100
        corners = [corner for moment in seen for corner in (moment.corners[:2] if front_only else moment.corners)]
        assert not all(bulge <= x <= 24 - bulge and bulge <= y <= 24 - bulge for x, y in corners)


def test_a_rear_corner_may_swing_over_the_edge_where_only_the_front_counts() -> None:
    """Wheeling right about (4, 12), the rear left corner passes 5 inches left of it: off the board by 1."""
    unit = rect(2, 10.5, 0, 4, 3)
    assert on_board(unit, 48, 36)
    assert on_board(apply(unit, Wheel(90)), 48, 36)
    assert not stays_on_board(unit, Wheel(90), 48, 36)
    assert stays_on_board(unit, Wheel(90), 48, 36, front_only=True)


def test_a_front_corner_may_not_swing_over_the_edge() -> None:
    """Wheeling left, the front right corner passes straight ahead of the left one, 4 inches from it."""
    unit = rect(24, 24, 300, 4, 2)
    corner = unit.corners[0]
    assert front_on_board(unit, 48, corner[1] + 3.99)
    assert front_on_board(apply(unit, Wheel(-60)), 48, corner[1] + 3.99)
    assert not stays_on_board(unit, Wheel(-60), 48, corner[1] + 3.99, front_only=True)
    assert stays_on_board(unit, Wheel(-60), 48, corner[1] + 4.01, front_only=True)


def test_meeting_turns_tell_when_a_turning_rectangle_meets_and_leaves_another() -> None:
    bar, post = rect(10, 10, 0, 6, 1), rect(10, 12.5, 0, 1, 1)
    turns = sorted(meeting_turns(bar, (10, 10), 180, post))
    meets = [turn for turn in turns if overlaps(apply(bar, Pivot(turn + 0.1)), post)]
    assert free_turn(bar, (10, 10), 180, post) == pytest.approx(turns[0])
    assert meets == turns[: len(meets)]
    assert not overlaps(apply(bar, Pivot(turns[-1] + 0.1)), post)
    assert sorted(-turn for turn in meeting_turns(bar, (10, 10), -180, post)) == pytest.approx(turns)
