"""Routs: models that are driven slide along what they meet, fly over it, are pulled along, and may leave the table."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.field.crowds import BOARD, REACH, scenes
from tests.field.packs import FLIES, WALKS, Pack, row
from tests.properties import examples
from warhost.field.cohesion import Bases, in_cohesion
from warhost.field.rout import driven, leaves_board
from warhost.field.walking import Around, may_stand
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
    assert leaves_board(Pack(row(20.0), Around(BOARD, mates=(foe,))), EAST, 20.0), "mates let it pass"
