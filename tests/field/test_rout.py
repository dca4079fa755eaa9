"""Routs: models that are driven slide along what they meet, fly over it, are pulled along, and may leave the table."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.field.crowds import BOARD, REACH, scenes
from tests.field.packs import FLIES, WALKS, Pack, row
from tests.properties import examples
from warhost.field.loose.cohesion import Bases, in_cohesion
from warhost.field.loose.rout import HOLD, driven, leaves_board
from warhost.field.loose.steps import Around, may_stand
from warhost.table import Circle, Point, bases_overlap, direction, rect

NORTH, EAST, WEST = (0.0, 1.0), (1.0, 0.0), (-1.0, 0.0)


@examples(2)
@given(scenes(), st.floats(0, 360), st.floats(0, 9), st.booleans())
def test_a_rout_is_sound_wherever_it_goes(
    scene: tuple[Bases, Around], facing: float, inches: float, flies: bool
) -> None:
    bases, around = scene
    bases = tuple(base for base in bases if isinstance(base, Circle))
    if not bases:
        return
    body = Pack(bases, around, [FLIES if flies else WALKS])
    march = driven(body, direction(facing), inches)
    for number, (start, end) in enumerate(zip(bases, march.ends, strict=True)):
        assert end == start or may_stand(end, Around(BOARD, around.walls, around.mates, around.foes))
        assert not any(bases_overlap(end, other) for other in march.ends[:number])
        assert march.ways[number] == ((start.x, start.y), (end.x, end.y))
        assert flies or hypot(end.x - start.x, end.y - start.y) <= inches + 1e-3


def test_in_the_open_all_go_by_the_same_vector() -> None:
    march = driven(Pack(row(5.0, 6.0, 7.0)), EAST, 4.0)
    assert march.ends == row(9.0, 10.0, 11.0)
    assert march.inches == 4.0


def test_who_meets_something_slides_along_it() -> None:
    slope = rect(10.0, 14.0, 45.0, 0.5, 8.0)
    (end,) = driven(Pack(row(10.0), Around(BOARD, (slope,))), NORTH, 8.0).ends
    assert end.y > 13.0
    assert abs(end.x - 10.0) > 1.0


def test_who_flies_lands_on_nobody_and_on_the_table() -> None:
    around = Around(BOARD, (rect(10.0, 14.0, 0.0, 30.0, 2.0),), row(10.0, y=18.0), row(12.0, y=18.0))
    assert driven(Pack(row(10.0), around, [FLIES]), NORTH, 6.5).ends == row(10.0, y=16.5)
    (aside,) = driven(Pack(row(10.0), around, [FLIES]), NORTH, 8.0).ends
    assert 0.9 < hypot(aside.x - 10.0, aside.y - 18.0) < 1.6
    (off,) = driven(Pack(row(29.0), Around(BOARD), [FLIES]), EAST, 8.0).ends
    assert (off.x, off.y) == (29.5, 10.0)
    walled = Around(BOARD, (rect(15.0, 20.0, 0.0, 30.0, 14.0),))
    assert driven(Pack(row(10.0), walled, [FLIES]), NORTH, 10.0).ends == row(10.0), "there is no room near"


def test_who_was_held_up_is_pulled_after_the_others() -> None:
    # A short wall stops the left one; the others run on, and it goes after them with what it has left.
    wall = rect(5.0, 11.0, 0.0, 0.9, 0.5)
    body = Pack(row(5.0, 6.5, 8.0), Around(BOARD, (wall,)))
    march = driven(body, NORTH, 6.0)
    assert march.ends[1:] == row(6.5, 8.0, y=16.0)
    assert march.ends[0] != body.bases[0]
    assert in_cohesion(march.ends, REACH) or march.inches == 6.0
    corner = (rect(5.0, 11.0, 0.0, 4.0, 0.5), rect(5.75, 9.5, 0.0, 0.3, 3.0), rect(3.0, 9.5, 0.0, 0.3, 3.0))
    caught = driven(Pack(row(5.0, 6.5, 8.0), Around(BOARD, corner)), NORTH, 6.0)
    assert caught.ends[0].y <= 10.25 + 1e-6, "it cannot get out"


def test_who_is_pulled_comes_as_near_as_it_has_to_and_a_little_nearer() -> None:
    # The first stands at the right edge, and stays there. The second reaches the edge after five inches, at (29.5, 9),
    # the third after seven, at (29.5, 10.6): from (29.5, 5.4) it is 0.6 too far to the nearer one of them.
    body = Pack((Circle(29.5, 5.4, 0.5), Circle(26.5, 5.0, 0.5), Circle(25.3, 5.0, 0.5)))
    ends = driven(body, (0.6, 0.8), 10.0).ends
    assert [(end.x, end.y) for end in ends] == [
        pytest.approx((29.5, 5.4 + 0.6 + HOLD)),
        pytest.approx((29.5, 9.0)),
        pytest.approx((29.5, 10.6)),
    ]
    assert in_cohesion(ends, REACH)


def test_who_is_pulled_goes_straight_at_the_nearest_of_the_others() -> None:
    # These end at (26.5, 9) and (25.5, 9), and the first one stays at (29.5, 5), five inches away: two too many.
    body = Pack((Circle(29.5, 5.0, 0.5), Circle(20.5, 1.0, 0.5), Circle(19.5, 1.0, 0.5)))
    end = driven(body, (0.6, 0.8), 10.0).ends[0]
    assert (end.x, end.y) == pytest.approx((29.5 - 0.6 * (2.0 + HOLD), 5.0 + 0.8 * (2.0 + HOLD)))


@pytest.mark.parametrize("left", [True, False])
def test_who_is_pulled_goes_no_farther_than_its_inches(left: bool) -> None:
    # All reach the far edge. The one aside has 2.5 of its 6 inches left then, and never gets farther than these.
    xs = (2.0, 12.0, 13.0) if left else (28.0, 18.0, 17.0)
    ends = driven(Pack(row(*xs, y=20.0)), NORTH, 6.0).ends
    assert ends[1:] == row(*xs[1:], y=23.5)
    far = abs(ends[0].x - xs[0])
    assert 2.5 < far <= (6.0**2 - 3.5**2) ** 0.5
    assert (ends[0].x < 15.0) is left
    assert ends[0].y == 23.5
    # It is 3.05 from where it has to be: what the 2.5 inches do not pay for it goes when it is pulled again.
    xs = (8.0, 14.0, 15.0) if left else (22.0, 16.0, 15.0)
    near = driven(Pack(row(*xs, y=20.0)), NORTH, 6.0).ends
    assert abs(near[0].x - xs[1]) == pytest.approx(1.0 + REACH - HOLD)


def test_those_who_have_no_inches_left_are_not_pulled() -> None:
    body = Pack(row(3.0, 12.0, 13.0))
    assert driven(body, NORTH, 4.0).ends == row(3.0, 12.0, 13.0, y=14.0)
    assert driven(body, NORTH, 0.0).ends == body.bases


def test_all_smaller_parts_are_pulled_to_the_largest() -> None:
    # Four inches of the twenty bring all of them to the far edge, where the two outer ones are 5.05 from the others.
    ends = driven(Pack(row(3.0, 10.0, 11.0, 18.0, y=19.5)), NORTH, 20.0).ends
    assert [end.x for end in ends] == pytest.approx([7.0 + HOLD, 10.0, 11.0, 14.0 - HOLD])
    assert {end.y for end in ends} == {23.5}


def test_who_is_pulled_stands_on_nobody() -> None:
    # Both would come to 7.05, where there is room for one of them.
    ends = driven(Pack(row(3.0, 4.0, 10.0, 11.0, 12.0, y=19.5)), NORTH, 20.0).ends
    assert in_cohesion(ends, REACH)
    assert not any(bases_overlap(one, other) for one, other in combinations(ends, 2))


def test_those_in_front_go_first_so_that_nobody_is_in_the_way() -> None:
    for ahead in (NORTH, EAST, WEST, (0.6, 0.8), (-0.8, 0.6), (0.6, -0.8)):
        column = tuple(Circle(15.0 + ahead[0] * far, 12.0 + ahead[1] * far, 0.5) for far in (1.0, 3.0, 0.0, 2.0))
        march = driven(Pack(column), ahead, 0.5)
        assert [hypot(x - a, y - b) for (a, b), (x, y) in march.ways] == pytest.approx([0.5] * 4)


@pytest.mark.parametrize(
    ("ahead", "spot"), [(EAST, (29.4, 12.0)), (WEST, (0.6, 12.0)), (NORTH, (15.0, 23.4)), ((0.0, -1.0), (15.0, 0.6))]
)
def test_who_flies_comes_down_at_the_edge_that_it_would_cross(ahead: Point, spot: Point) -> None:
    (end,) = driven(Pack((Circle(15.0, 12.0, 0.6),), Around(BOARD), [FLIES]), ahead, 40.0).ends
    assert (end.x, end.y) == pytest.approx(spot)


@pytest.mark.parametrize(("inches", "gone"), [(24.4, False), (24.6, True)])
def test_whom_inches_carry_across_the_edge_leaves_the_table(inches: float, gone: bool) -> None:
    assert leaves_board(Pack(row(5.0, 3.0)), EAST, inches) is gone
    assert leaves_board(Pack(row(5.0, 27.0)), WEST, inches + 2.0) is True


@pytest.mark.parametrize(("x", "y", "ahead"), [(2.0, 12.0, WEST), (15.0, 2.0, (0.0, -1.0)), (28.0, 12.0, EAST)])
def test_every_edge_is_one(x: float, y: float, ahead: Point) -> None:
    body = Pack((Circle(x, y, 0.5),))
    assert leaves_board(body, ahead, 1.6)
    assert not leaves_board(body, ahead, 1.4)


def test_what_stops_it_keeps_it_on_the_table_unless_it_flies() -> None:
    wall = rect(29.0, 12.0, 0.0, 1.0, 24.0)
    foe = Circle(28.0, 10.0, 0.5)
    for around in (Around(BOARD, (wall,)), Around(BOARD, (rect(28.0, 12.0, 0.0, 0.5, 24.0),), foes=(foe,))):
        assert not leaves_board(Pack(row(20.0), around), EAST, 20.0)
        assert leaves_board(Pack(row(20.0), around, [FLIES]), EAST, 20.0)
        assert not leaves_board(Pack(row(20.0), around, [FLIES]), EAST, 9.0), "it lands before the edge"
    assert leaves_board(Pack(row(20.0), Around(BOARD, mates=(foe,))), EAST, 20.0), "mates let it pass"
