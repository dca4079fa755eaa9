"""Placing loose bodies: why a place is not legal, and legal ones in rows over a zone."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.field.crowds import BOARD, blocks, boulders
from warhost.field.ground.boxes import box_of
from warhost.field.ground.placing_loose import Layout, LooseGround, legal_poses, room_for, spots_in, why_not
from warhost.field.loose.bodies import drawn_up
from warhost.field.loose.cohesion import Bases
from warhost.table import Base, Circle, Pose, Rect, bases_overlap, rect, strip

ZONE = strip(0.0, 0.0, 30.0, 8.0)
GROUND = LooseGround(board=BOARD, zone=ZONE, away=1.0, told='1"', rule="tiny.setup", barred_rule="tiny.terrain")


def four(pose: Pose) -> Bases:
    """Four models in a square, a quarter of an inch apart."""
    return drawn_up("column", 4, Circle(0.0, 0.0, 0.5), pose, 0.25)


def layout(facing: float = 0.0) -> Layout:
    return Layout(four, facing, box_of(four(Pose(0.0, 0.0, facing))))


def told(pose: Pose, ground: LooseGround = GROUND) -> str:
    refused = why_not("The Pack", four(pose), ground)
    return "" if refused is None else str(refused)


def test_a_free_place_in_the_zone_is_legal() -> None:
    assert told(Pose(10.0, 5.0, 0.0)) == ""
    assert told(Pose(1.125, 1.125, 0.0)) == "", "right in the corner"


def test_each_reason_is_told_with_its_rule() -> None:
    assert told(Pose(1.1, 5.0, 0.0)) == "The Pack would stand over the table edge (tiny.setup)."
    assert told(Pose(10.0, 7.0, 0.0)) == "The Pack would stand outside the deployment zone (tiny.setup)."
    barred = replace(GROUND, barred=(rect(12.0, 5.0, 0.0, 2.0, 2.0),))
    assert told(Pose(10.0, 5.0, 0.0), barred) == "The Pack cannot be set up on that terrain (tiny.terrain)."
    assert told(Pose(9.8, 5.0, 0.0), barred) == ""
    friends = replace(GROUND, friends=(Circle(11.5, 5.6, 0.5),))
    assert told(Pose(10.0, 5.0, 0.0), friends) == "The Pack would stand on friends (tiny.setup)."
    assert told(Pose(9.7, 5.0, 0.0), friends) == ""
    foes = replace(GROUND, foes=(Circle(10.0, 8.5, 0.5),))
    assert told(Pose(10.0, 6.0, 0.0), foes) == 'The Pack would stand too near to the enemy: 1" away (tiny.setup).'
    assert told(Pose(10.0, 5.8, 0.0), foes) == ""


def test_exactly_as_far_as_that_is_too_near() -> None:
    alone = (Circle(10.0, 5.0, 0.5),)
    foes = replace(GROUND, foes=(Circle(10.0, 7.0, 0.5),))
    assert why_not("The Pack", alone, foes) is not None
    assert why_not("The Pack", alone, replace(foes, foes=(Circle(10.0, 7.001, 0.5),))) is None


def test_without_a_zone_a_body_is_set_up_anywhere_on_the_table() -> None:
    anywhere = replace(GROUND, zone=None)
    assert told(Pose(10.0, 20.0, 0.0), anywhere) == ""
    assert told(Pose(10.0, 23.0, 0.0), anywhere) == "The Pack would stand over the table edge (tiny.setup)."
    assert room_for(layout(), anywhere) == (1.125, 1.125, 28.875, 22.875)


def test_the_middle_of_a_body_stays_so_far_inside_its_zone() -> None:
    assert room_for(layout(), GROUND) == (1.125, 1.125, 28.875, 6.875)
    assert room_for(layout(), replace(GROUND, zone=strip(5.0, 5.0, 7.25, 7.25))) == (6.125, 6.125, 6.125, 6.125)
    assert room_for(layout(), replace(GROUND, zone=strip(5.0, 5.0, 7.2, 9.0))) is None
    assert room_for(layout(), replace(GROUND, zone=strip(5.0, 5.0, 9.0, 7.2))) is None


@pytest.mark.parametrize(
    ("facing", "first", "last"),
    [
        (0.0, (5.0, 6.0), (8.0, 0.0)),
        (180.0, (5.0, 0.0), (8.0, 6.0)),
        (90.0, (8.0, 3.0), (2.0, 6.0)),
        (270.0, (2.0, 3.0), (8.0, 6.0)),
    ],
)
def test_rows_begin_in_front_and_in_their_middle(
    facing: float, first: tuple[float, float], last: tuple[float, float]
) -> None:
    found = spots_in((2.0, 0.0, 8.0, 6.0), facing)
    assert (found[0], found[-1]) == (first, last)
    assert len(found) == len(set(found)) == 25
    back = spots_in((2.0, 0.0, 8.0, 6.0), facing, front_first=False)
    assert sorted(back) == sorted(found)
    along = 1 if facing in (0.0, 180.0) else 0
    assert back[0][along] == last[along]
    assert back[0][1 - along] == first[1 - along]


def test_places_are_about_a_step_apart_and_reach_both_ends() -> None:
    xs = sorted({x for x, _ in spots_in((2.0, 3.0, 12.0, 3.0), 0.0)})
    assert (xs[0], xs[-1]) == (2.0, 12.0)
    assert all(1.0 <= b - a <= 2.0 for a, b in pairwise(xs))
    assert spots_in((2.0, 3.0, 2.0, 3.0), 0.0) == [(2.0, 3.0)]


@given(st.lists(blocks, max_size=3), st.lists(boulders, max_size=3), st.lists(boulders, max_size=3))
def test_legal_poses_are_all_that_are_legal(barred: list[Rect], friends: list[Circle], foes: list[Circle]) -> None:
    ground = replace(GROUND, barred=tuple(barred), friends=tuple(friends), foes=tuple(foes))
    one = layout()
    box = room_for(one, ground)
    assert box is not None
    spots = spots_in(box, one.facing)
    found = list(legal_poses(one, ground, box, spots))
    poses = [Pose(round(x, 4), round(y, 4), 0.0) for x, y in spots]
    assert found == [pose for pose in poses if why_not("", four(pose), ground) is None]
    others: list[Base] = [*barred, *friends, *foes]
    for pose in found:
        assert not any(bases_overlap(base, other) for base in four(pose) for other in others)
