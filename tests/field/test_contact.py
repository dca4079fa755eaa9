"""Contact: free places along a side, scores, shuffling into place, who stands opposite whom."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, hypot, radians, remainder, sin

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.table.shapes_at_random import sides
from warhost.field import (
    SURE_CONTACT,
    Formation,
    Ranks,
    Stretch,
    along,
    best_offsets,
    ease,
    flush_place,
    free_offsets,
    frontage,
    opposed,
    score_at,
    scored,
    shuffled_towards,
    struck_at,
    turned_flush,
    within_free,
)
from warhost.field.contact.places import (
    NO_TOUCH,
    _without,
    away_from,
    beside,
    ends_and_nearest,
    fighting_stretches,
    slid,
)
from warhost.table import (
    TOLERANCE,
    Arc,
    Board,
    Forward,
    Rect,
    apply,
    closest_points,
    distance,
    edge_length,
    flush,
    free_forward,
    on_board,
    overlaps,
    rect,
    touches,
)
from warhost.table import turned as turned_about

BOARD = Board(48.0, 48.0)
bodies = st.builds(rect, st.floats(6, 42), st.floats(6, 42), st.floats(0, 359), st.floats(1, 6), st.floats(1, 4))
turned = st.builds(rect, st.floats(18, 30), st.floats(18, 30), st.floats(0, 359), st.floats(1, 6), st.floats(1, 4))


@given(bodies, turned, sides, st.lists(turned, max_size=3), st.floats(0, 1))
def test_free_places_are_free_and_others_are_not(
    mover: Rect, target: Rect, side: Arc, blocks: list[Rect], share: float
) -> None:
    free = free_offsets(mover, target, side, blocks, BOARD)
    reach = edge_length(target, side) / 2 + mover.width / 2 - SURE_CONTACT
    for low, high in free:
        place = flush(mover, target, side, low + (high - low) * share)
        assert touches(place, target)
        assert on_board(place, BOARD.width, BOARD.depth)
        assert not any(overlaps(place, block) for block in blocks)
    offset = -reach + 2 * reach * share
    if not any(low - 0.01 <= offset <= high + 0.01 for low, high in free):
        place = flush(mover, target, side, offset)
        # A hair more than the tolerance: what only just overlaps may go either way.
        assert not on_board(place, BOARD.width, BOARD.depth) or any(
            touches(place, b) or overlaps(place, b) for b in blocks
        )


@given(turned, sides, bodies, st.floats(-5, 5))
def test_a_place_is_as_far_along_a_side_as_it_was_put(goal: Rect, side: Arc, shape: Rect, offset: float) -> None:
    place = flush(shape, goal, side, offset)
    assert along(goal, side, place) == pytest.approx(offset, abs=1e-6)
    most = min(shape.width, edge_length(goal, side))
    room = ease(goal, side, shape)
    assert frontage(goal, side, flush(shape, goal, side, room)) == pytest.approx(most)
    if abs(offset) > room + 0.01:
        assert frontage(goal, side, place) < most
    assert 0.0 <= frontage(goal, side, place) <= most + 1e-9


def test_scores_change_only_where_edges_meet() -> None:
    parts = scored([-2.0, 0.0, 2.0], lambda offset: 3 if offset == 0.0 else 2 if abs(offset) < 2.0 else 1)
    assert [part.score for part in parts] == [1, 2, 3, 2, 1]
    assert score_at(parts, 0.0) == 3
    assert score_at(parts, 1.0) == 2
    assert score_at(parts, 9.0) == 0
    assert best_offsets(parts) == [0.0]
    assert best_offsets([]) == []


def test_of_the_best_places_the_nearest_to_the_middle_comes_first() -> None:
    parts = [Stretch(-4.0, -2.0, 5), Stretch(-1.0, 3.0, 5), Stretch(3.0, 9.0, 4)]
    assert best_offsets(parts) == [0.0, -1.0, -2.0, 3.0, -4.0]
    assert within_free(parts, [(-3.0, -2.5), (2.0, 4.0)]) == [
        Stretch(-3.0, -2.5, 5),
        Stretch(2.0, 3.0, 5),
        Stretch(3.0, 4.0, 4),
    ]


@given(turned, sides, bodies)
def test_in_the_open_a_mover_stands_flush_with_all_the_front_it_can_have(goal: Rect, side: Arc, shape: Rect) -> None:
    place = flush_place(goal, side, shape, lambda _: True, 0.25)
    assert place is not None
    assert touches(place, goal)
    assert frontage(goal, side, place) == pytest.approx(min(shape.width, edge_length(goal, side)))
    here, room = along(goal, side, shape), ease(goal, side, shape)
    assert abs(along(goal, side, place) - here) == pytest.approx(max(0.0, abs(here) - room), abs=1e-6)


@given(turned, sides, bodies, turned)
def test_where_something_stands_the_place_beside_it_is_taken(goal: Rect, side: Arc, shape: Rect, block: Rect) -> None:
    place = flush_place(goal, side, shape, lambda one: not overlaps(one, block), 0.25)
    if place is not None:
        assert touches(place, goal)
        assert not overlaps(place, block)
    assert flush_place(goal, side, shape, lambda _: False, 0.25) is None


def test_a_target_shuffles_as_far_as_there_is_room() -> None:
    goal, charger = rect(20.0, 20.0, 0.0, 4.0, 2.0), rect(23.0, 22.0, 180.0, 4.0, 2.0)
    open_ground = shuffled_towards(goal, Arc.FRONT, charger, 2.0, lambda _: True, 0.25)
    assert open_ground is not None
    assert open_ground.x == pytest.approx(22.0)
    walled = shuffled_towards(goal, Arc.FRONT, charger, 2.0, lambda place: place.x < 21.1, 0.25)
    assert walled is not None
    assert walled.x == pytest.approx(21.0)
    assert shuffled_towards(goal, Arc.FRONT, charger, 2.0, lambda _: False, 0.25) is None


def test_a_target_turns_onto_the_charger_but_not_too_far() -> None:
    charger = rect(20.0, 22.0, 200.0, 4.0, 2.0)
    wanted = turned_flush(rect(20.0, 20.0, 0.0, 4.0, 2.0), Arc.FRONT, charger, lambda _: True, 45.0)
    assert wanted is not None
    assert wanted.facing == pytest.approx(20.0)
    assert touches(wanted, charger)
    assert turned_flush(rect(20.0, 20.0, 0.0, 4.0, 2.0), Arc.FRONT, charger, lambda _: True, 15.0) is None
    assert turned_flush(rect(20.0, 20.0, 0.0, 4.0, 2.0), Arc.FRONT, charger, lambda _: False, 45.0) is None


FULL, SHORT = Ranks(10, 5), Ranks(7, 5, 0)


def front_to(other: Ranks, side: Arc, offset: float, *, over_gaps: bool) -> tuple[list[tuple[int, int]], ...]:
    target = rect(0.0, 0.0, 0.0, 5.0, 2.0)
    place = flush(rect(0.0, 0.0, 0.0, 5.0, 2.0), target, side, offset)
    return opposed(FULL, place, Arc.FRONT, other, target, side, over_gaps=over_gaps)


def test_front_to_front_everybody_fights_and_corners_count() -> None:
    mine, yours = front_to(FULL, Arc.FRONT, 0.0, over_gaps=False)
    assert mine == [(0, file) for file in range(5)]
    assert yours == [(0, file) for file in range(5)]
    mine, yours = front_to(FULL, Arc.FRONT, 3.0, over_gaps=False)
    assert len(mine) == len(yours) == 3  # two files face each other, and one corner touches on each side
    mine, yours = front_to(FULL, Arc.FRONT, 3.5, over_gaps=False)
    assert len(mine) == len(yours) == 2


def test_a_short_last_rank_is_fought_over_its_gap_only_where_the_book_says_so() -> None:
    without = front_to(SHORT, Arc.REAR, 0.0, over_gaps=False)
    over = front_to(SHORT, Arc.REAR, 0.0, over_gaps=True)
    assert len(without[0]) == 3  # two behind each other and one at the corner
    assert without[1] == [(1, 0), (1, 1)]
    assert len(over[0]) == 5
    assert over[1] == [(0, 2), (0, 3), (0, 4), (1, 0), (1, 1)]


@given(st.integers(1, 20), st.integers(1, 5), sides, st.floats(-6, 6))
def test_who_fights_whom_is_mutual(count: int, files: int, side: Arc, offset: float) -> None:
    # Corners lie half an inch apart. Where two are apart by the tolerance itself, rounding decides whether they touch.
    assume(all(abs(remainder(offset + sign * TOLERANCE, 0.5)) > 1e-9 for sign in (-1, 1)))
    files = min(files, count)
    other = Ranks(count, files)
    target = rect(0.0, 0.0, 30.0, float(files), float(-(-count // files)))
    place = flush(rect(0.0, 0.0, 0.0, 5.0, 2.0), target, side, offset)
    mine, yours = opposed(FULL, place, Arc.FRONT, other, target, side, over_gaps=True)
    theirs, ours = opposed(other, target, side, FULL, place, Arc.FRONT, over_gaps=True)
    assert sorted(mine) == ours
    assert sorted(theirs) == yours
    assert bool(mine) == bool(yours)
    if touches(place, target) and abs(offset) < (5.0 + edge_length(target, side)) / 2 - 2 * TOLERANCE:
        assert mine


def test_places_beside_a_goal_touch_it_with_the_sides_that_are_wanted() -> None:
    shape, goal = rect(0.0, 0.0, 0.0, 4.0, 2.0), rect(20.0, 20.0, 30.0, 6.0, 3.0)
    places = list(beside(shape, (Arc.REAR, Arc.LEFT), goal, 0.5))
    assert len(places) == 2 * 4 * 3
    assert all(touches(place, goal) and not overlaps(place, goal) for place in places)
    assert len({(round(place.x, 6), round(place.y, 6), round(place.facing, 6)) for place in places}) == len(places)


@given(turned, st.floats(0, 359), st.floats(0.1, 5.0), st.floats(0.0, 6.0))
def test_a_shape_slides_as_far_as_it_is_free(shape: Rect, bearing: float, inches: float, room: float) -> None:
    direction = (sin(radians(bearing)), cos(radians(bearing)))

    def far(place: Rect) -> float:
        return hypot(place.x - shape.x, place.y - shape.y)

    moved, place = slid(shape, direction, inches, lambda there: far(there) <= room, 0.25)
    assert far(place) == pytest.approx(moved)
    assert moved <= min(inches, room) + 1e-9
    assert moved == inches or far(place) > room - 0.25 - 1e-9


def test_away_is_straight_back_for_who_stands_square_and_else_from_the_nearest_point() -> None:
    goal = rect(20.0, 20.0, 0.0, 6.0, 2.0)
    assert away_from(rect(22.0, 18.0, 0.0, 4.0, 2.0), goal) == pytest.approx((0.0, -1.0))
    assert away_from(rect(16.0, 20.0, 90.0, 4.0, 2.0), goal) == pytest.approx((-1.0, 0.0))
    askew = rect(20.0, 17.0, 20.0, 2.0, 2.0)
    dx, dy = away_from(askew, goal)
    assert hypot(dx, dy) == pytest.approx(1.0)
    assert dy < -0.5


def test_free_places_end_exactly_at_blocks_and_edges() -> None:
    """A wall at the side leaves the places left and right of it; the mover is 2 inches wide."""
    mover, target = rect(0.0, 0.0, 0.0, 2.0, 1.0), rect(20.0, 20.0, 0.0, 12.0, 2.0)
    reach = 6.0 + 1.0 - SURE_CONTACT
    assert free_offsets(mover, target, Arc.FRONT, [], BOARD) == [pytest.approx((-reach, reach))]
    wall = rect(21.0, 21.5, 0.0, 2.0, 1.0)  # from 0 to 2 to the right of the middle
    assert free_offsets(mover, target, Arc.FRONT, [wall], BOARD) == [
        pytest.approx((-reach, -1.0)),
        pytest.approx((3.0, reach)),
    ]
    # What only touches the band before the side, or lies behind it, is not in the way.
    for clear in (rect(21.0, 22.5, 0.0, 2.0, 1.0), rect(20.0, 18.0, 0.0, 2.0, 1.0), rect(21.0, 20.5, 0.0, 2.0, 1.0)):
        assert free_offsets(mover, target, Arc.FRONT, [clear], BOARD) == [pytest.approx((-reach, reach))]
    # A post that reaches through the whole band, with no corner in it.
    through = rect(21.0, 21.5, 0.0, 2.0, 9.0)
    assert free_offsets(mover, target, Arc.FRONT, [through], BOARD) == [
        pytest.approx((-reach, -1.0)),
        pytest.approx((3.0, reach)),
    ]
    assert free_offsets(mover, target, Arc.FRONT, [rect(20.0, 21.5, 0.0, 30.0, 1.0), wall], BOARD) == []
    # The edge of the board is two inches from the middle of the side.
    edge = rect(46.0, 20.0, 0.0, 12.0, 2.0)
    assert free_offsets(mover, edge, Arc.FRONT, [], BOARD) == [pytest.approx((-reach, 1.0))]
    assert free_offsets(mover, rect(20.0, 46.5, 0.0, 12.0, 2.0), Arc.FRONT, [], BOARD) == []
    assert free_offsets(mover, rect(20.0, 46.0, 0.0, 12.0, 2.0), Arc.FRONT, [], BOARD) != []


def test_what_is_left_of_free_places() -> None:
    free = [(-5.0, -1.0), (1.0, 5.0)]
    assert _without(free, -1.0, 1.0) == free
    assert _without(free, -2.0, 2.0) == [(-5.0, -2.0), (2.0, 5.0)]
    assert _without(free, 2.0, 3.0) == [(-5.0, -1.0), (1.0, 2.0), (3.0, 5.0)]
    assert _without(free, 0.0, 9.0) == [(-5.0, -1.0)]
    # A place that just fits is left.
    assert _without(free, 1.0, 9.0) == [(-5.0, -1.0), (1.0, 1.0)]
    assert _without(free, -9.0, 5.0) == [(5.0, 5.0)]


def test_stretches_leave_a_hair_before_edges_and_are_scored_in_their_middle() -> None:
    asked: list[float] = []

    def score(offset: float) -> int:
        asked.append(offset)
        return len(asked)

    parts = scored([4.0, 1.0, 4.003], score)
    assert asked == [1.0, 2.5, 4.0, 4.003]
    assert [(part.low, part.high) for part in parts] == [
        (1.0, 1.0),
        (1.0 + NO_TOUCH, 4.0 - NO_TOUCH),
        (4.0, 4.0),
        (4.003, 4.003),
    ]
    # A hair beside a stretch counts as on it, exactly a hair too; between them lies what neither touches.
    alone = [Stretch(1.0, 2.0, 5)]
    assert [score_at(alone, offset) for offset in (1.0 - NO_TOUCH, 2.0 + NO_TOUCH, 0.99, 2.01)] == [5, 5, 0, 0]
    assert score_at([Stretch(0.0, 3.0, 2), Stretch(1.0, 1.0, 9)], 1.0) == 9


def test_stretches_that_just_meet_a_free_place_are_kept() -> None:
    part = Stretch(-1.0, 2.0, 3)
    assert within_free([part], [(2.0, 5.0), (-4.0, -1.0), (-0.5, 0.5), (3.0, 4.0)]) == [
        Stretch(2.0, 2.0, 3),
        Stretch(-1.0, -1.0, 3),
        Stretch(-0.5, 0.5, 3),
    ]
    assert best_offsets([Stretch(-3.0, -1.0, 0)]) == [-1.0, -3.0]
    assert ends_and_nearest(Stretch(-3.0, -1.0, 4)) == (-1.0, -3.0, -1.0)
    assert ends_and_nearest(Stretch(1.0, 3.0, 4)) == (1.0, 1.0, 3.0)
    assert ends_and_nearest(Stretch(-1.0, 3.0, 4)) == (0.0, -1.0, 3.0)
    assert ends_and_nearest(Stretch(1.0, 1.0, 4)) == (1.0,)


@pytest.mark.parametrize("side", list(Arc))
def test_of_free_places_the_one_with_the_most_contact_is_taken_then_the_nearest(side: Arc) -> None:
    goal, shape = rect(20.0, 20.0, 0.0, 6.0, 6.0), rect(20.0, 30.0, 0.0, 2.0, 2.0)

    def offset(free: Callable[[float], bool], far: float = 0.0) -> float | None:
        moved = flush(shape, goal, side, far)
        place = flush_place(goal, side, moved, lambda one: free(along(goal, side, one)), 0.25)
        return None if place is None else along(goal, side, place)

    # All the front that there can be lies within 2 inches of the middle.
    assert offset(lambda at: True, 1.3) == pytest.approx(1.3)
    assert offset(lambda at: True, 3.0) == pytest.approx(2.0)
    assert offset(lambda at: at < 1.99, 3.0) == pytest.approx(1.751, abs=0.01)
    assert offset(lambda at: at < -1.9995, 3.0) == pytest.approx(-2.0)
    assert offset(lambda at: at > 1.9995, -3.0) == pytest.approx(2.0)
    # Beyond that there is less and less of it, up to where only corners would meet.
    assert offset(lambda at: abs(at) > 2.01) == pytest.approx(-2.249)
    assert offset(lambda at: at > 3.7) == pytest.approx(3.75)
    assert offset(lambda at: abs(at) > 3.76) is None


def test_a_target_shuffles_to_either_side_along_the_side_that_is_struck() -> None:
    goal = rect(20.0, 20.0, 30.0, 4.0, 2.0)
    for side in Arc:
        for far in (1.5, -1.5):
            charger = flush(rect(0.0, 0.0, 0.0, 4.0, 2.0), goal, side, far)
            moved = shuffled_towards(goal, side, charger, 1.0, lambda _: True, 0.3)
            assert moved is not None
            # The charger now stands an inch nearer to the middle of the side, and no nearer to its line.
            assert along(moved, side, charger) == pytest.approx(far - (1.0 if far > 0 else -1.0))
            assert touches(moved, charger)
            assert not overlaps(moved, charger)
    short = shuffled_towards(goal, Arc.FRONT, charger, 0.1, lambda _: True, 0.3)
    assert short is not None
    assert hypot(short.x - goal.x, short.y - goal.y) == pytest.approx(0.1)


def test_a_target_that_turns_keeps_all_the_contact_it_can_have() -> None:
    """It is laid on the charger's front where it stands, but not so far aside that contact is lost."""
    charger = rect(20.0, 22.0, 180.0, 6.0, 2.0)
    for x, expected in ((20.5, 20.5), (23.0, 21.0), (17.0, 19.0)):
        wanted = turned_flush(rect(x, 19.5, 10.0, 4.0, 2.0), Arc.FRONT, charger, lambda _: True, 45.0)
        assert wanted is not None
        assert (wanted.x, wanted.facing) == pytest.approx((expected, 0.0))
    # A turn of exactly so much is allowed.
    assert turned_flush(rect(20.0, 19.5, 10.0, 4.0, 2.0), Arc.FRONT, charger, lambda _: True, 10.0) is not None
    assert turned_flush(rect(20.0, 19.5, 10.0, 4.0, 2.0), Arc.FRONT, charger, lambda _: True, 9.0) is None


@pytest.mark.parametrize("quarter", [0.0, 90.0, 180.0, 270.0])
def test_square_is_square_with_any_side(quarter: float) -> None:
    goal = rect(20.0, 20.0, 30.0, 6.0, 2.0)
    shape = rect(20.0, 15.0, 30.0 + quarter, 4.0, 2.0)
    assert away_from(shape, goal) == (-shape.fx, -shape.fy)
    askew = rect(20.0, 14.0, 31.0 + quarter, 2.0, 2.0)
    assert away_from(askew, goal) != (-askew.fx, -askew.fy)


def test_every_offset_of_two_units_has_the_number_of_models_that_fight() -> None:
    """Three files of one-inch bases against two files of 1.5 inches: edges meet where their lines do."""
    three, two = Formation(Ranks(3, 3), 1.0, 1.0), Formation(Ranks(2, 2), 1.5, 1.5)
    parts = fighting_stretches(three, two, Arc.FRONT, lambda mine, theirs: True)
    edges = sorted({part.low for part in parts if part.low == part.high})
    assert edges == [-3.0, -2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 3.0]
    assert (score_at(parts, 0.0), score_at(parts, 3.0), score_at(parts, 2.5), score_at(parts, 1.25)) == (5, 2, 2, 4)
    assert [part.score for part in parts] == [part.score for part in reversed(parts)]
    # At the flank of two ranks: the side is as long as they are deep.
    deep = Formation(Ranks(4, 2), 1.5, 1.0)
    flank = fighting_stretches(three, deep, Arc.LEFT, lambda mine, theirs: True)
    assert (flank[0].low, flank[-1].high) == (-2.5, 2.5)
    assert score_at(flank, 0.0) == 5


def test_corners_that_only_meet_over_a_gap_do_not_fight() -> None:
    mine, yours = front_to(SHORT, Arc.REAR, 2.0, over_gaps=True)
    assert mine == [(0, 1), (0, 2), (0, 3), (0, 4)]  # the first of them with its corner, at the rank that is there
    assert yours == [(0, 2), (1, 0), (1, 1)]
    touching = front_to(FULL, Arc.FRONT, 5.0, over_gaps=False)
    assert [len(side) for side in touching] == [1, 1]
    beyond = front_to(FULL, Arc.FRONT, 5.0 + 3 * TOLERANCE, over_gaps=False)
    assert [len(side) for side in beyond] == [0, 0]
    # Behind the short rank a file meets the next one only with its corner: that is no way straight over.
    over = front_to(SHORT, Arc.REAR, -3.0, over_gaps=True)
    assert [len(side) for side in over] == [2, 2]


@given(turned, sides, bodies, st.floats(-80, 80), st.floats(-1, 1))
def test_a_front_that_struck_a_side_turns_flush_about_the_contact(
    goal: Rect, side: Arc, shape: Rect, askew: float, share: float
) -> None:
    """It is laid against the side at an angle, and goes ahead until it touches."""
    offset = share * (edge_length(goal, side) / 2 - 0.1)
    place = flush(shape, goal, side, offset)
    back = rect(place.x - 8 * place.fx, place.y - 8 * place.fy, place.facing + askew, place.width, place.depth)
    came = apply(back, Forward(free_forward(back, goal, 40.0)))
    at = struck_at(came, goal, side)
    if distance(came, goal) > TOLERANCE:
        assert at is None
        return
    if at is not None:
        (_, contact), turn = closest_points(came, goal), -askew
        aligned = turned_about(came, contact, turn)
        wanted = flush(shape, goal, side, at)
        assert (aligned.x, aligned.y) == pytest.approx((wanted.x, wanted.y), abs=0.02)


def test_a_side_is_struck_by_a_front_that_looks_at_it() -> None:
    goal = rect(20.0, 20.0, 0.0, 6.0, 2.0)
    square = flush(rect(0.0, 0.0, 0.0, 4.0, 2.0), goal, Arc.FRONT, 1.5)
    assert struck_at(square, goal, Arc.FRONT) == pytest.approx(1.5)
    assert [struck_at(square, goal, side) for side in (Arc.LEFT, Arc.RIGHT, Arc.REAR)] == [None] * 3
    away = rect(square.x, square.y + 0.1, square.facing, 4.0, 2.0)
    assert struck_at(away, goal, Arc.FRONT) is None
    # Its right corner first, at the middle of the side: it will stand half its width to the right of it, as one looks
    # out over the side; its left corner first, to the left.
    for facing, offset in ((170.0, -2.0), (190.0, 2.0)):
        above = rect(20.0, 30.0, facing, 4.0, 2.0)
        corner = min(above.corners[:2], key=lambda point: point[1])
        touching = rect(above.x + 20.0 - corner[0], above.y + 21.0 - corner[1], facing, 4.0, 2.0)
        assert abs(struck_at(touching, goal, Arc.FRONT) or 0.0) == pytest.approx(abs(offset))


def test_free_places_keep_as_much_contact_as_they_must() -> None:
    mover, target = rect(0.0, 0.0, 0.0, 2.0, 1.0), rect(20.0, 20.0, 0.0, 12.0, 2.0)
    assert free_offsets(mover, target, Arc.FRONT, [], BOARD, 0.5) == [(-6.5, 6.5)]
