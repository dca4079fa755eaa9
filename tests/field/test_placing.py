"""Placing on the field: zones, bands, distances to keep, free places, facings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from warhost.dice import Chance
from warhost.field import Body, Field, Piece, Terrain
from warhost.field.placing import (
    Ground,
    Newcomer,
    Room,
    edge_distance,
    edge_strips,
    facing_inwards,
    facing_outwards,
    facing_zone,
    nearest_in,
    nearest_room,
    random_place,
    random_pose,
    rows_of_places,
    sensible_places,
    why_no_room,
    why_not,
)
from warhost.table import Board, Pose, Rect, distance, on_board, overlaps, rect, rect_at, strip

BOARD = Board(48.0, 36.0)
ROCKS = Piece("the rocks", rect(24.0, 18.0, 0.0, 6.0, 4.0), frozenset({"impassable"}))
ROOM = Room(1.0, "tiny.gap", ("impassable",), "tiny.rocks")
ZONE = strip(0.0, 0.0, 48.0, 9.0)


def newcomer(width: float = 4.0, depth: float = 2.0) -> Newcomer:
    def shape(pose: Pose) -> Rect:
        return rect_at(pose, width, depth)

    return Newcomer(9, 0, "The Guard", shape, lambda pose: (shape(pose),), lambda pose: (shape(pose),))


def field(*bodies: tuple[int, float, float]) -> Field:
    standing = (
        Body(number, seat, f"Body {number}", rect(x, y, 0.0, 4.0, 2.0)) for number, (seat, x, y) in enumerate(bodies)
    )
    return Field(Terrain(BOARD, (ROCKS,)), standing)


def test_without_a_gap_bodies_may_touch_but_not_overlap() -> None:
    room = Room(0.0, "tiny.overlap")
    beside, on_it = rect(24.0, 5.0, 0.0, 4.0, 2.0), rect(23.9, 5.0, 0.0, 4.0, 2.0)
    assert why_no_room(field((0, 20.0, 5.0)), newcomer(), beside, room) is None
    found = why_no_room(field((0, 20.0, 5.0)), newcomer(), on_it, room)
    assert found is not None
    assert (str(found), found.rule) == ("The Guard would overlap Body 0 (tiny.overlap).", "tiny.overlap")


def refusal(pose: Pose, ground: Ground, *bodies: tuple[int, float, float]) -> str:
    found = why_not(field(*bodies), newcomer(), pose, ground, ROOM)
    return "" if found is None else str(found)


@pytest.mark.parametrize(
    ("y", "says"),
    [
        (1.0, ""),
        (8.0, ""),
        (8.1, "The Guard must be fully inside the deployment zone (tiny.zone)."),
        (0.9, "The Guard would not be completely on the table (tiny.zone)."),
    ],
)
def test_a_body_stands_wholly_in_its_zone(y: float, says: str) -> None:
    assert refusal(Pose(10.0, y, 0.0), Ground(rule="tiny.zone", parts=(ZONE,))) == says


@pytest.mark.parametrize(
    ("fully", "y", "legal"), [(True, 5.0, True), (True, 5.1, False), (False, 7.0, True), (False, 7.1, False)]
)
def test_a_band_along_the_edges_holds_all_of_a_body_or_its_closest_model(fully: bool, y: float, legal: bool) -> None:
    ground = Ground(rule="tiny.band", band=6.0, fully=fully)
    assert (refusal(Pose(20.0, y, 0.0), ground) == "") is legal
    if not legal:
        assert 'within 6" of a table edge' in refusal(Pose(20.0, y, 0.0), ground)


def test_a_body_across_a_corner_may_not_have_its_middle_out_of_the_band() -> None:
    def middle(pose: Pose) -> tuple[Rect, ...]:
        return (rect(pose.x, pose.y, 0.0, 1.0, 1.0),)

    ends = Newcomer(9, 0, "The Guard", newcomer().shape, lambda pose: (), middle)
    pose, ground = Pose(6.4, 6.4, 315.0), Ground(rule="tiny.band", band=6.0)
    assert why_not(field(), ends, pose, ground, ROOM) is not None


@pytest.mark.parametrize(
    ("fully", "x", "legal"), [(True, 33.9, True), (True, 34.1, False), (False, 38.0, True), (False, 38.1, False)]
)
def test_a_reach_round_a_point_holds_all_of_a_body_or_its_closest_model(fully: bool, x: float, legal: bool) -> None:
    ground = Ground(rule="tiny.point", around=(30.0, 30.0), reach=6.0, fully=fully)
    assert (refusal(Pose(x, 30.0, 0.0), ground) == "") is legal


@pytest.mark.parametrize(
    ("ground", "x", "says"),
    [
        (Ground(rule="r", enemies=9.0), 23.0, 'more than 9" from Body 0'),
        (Ground(rule="r", enemies=9.0), 23.1, ""),
        (Ground(rule="r", away=((0, 9.0),)), 23.0, 'more than 9" from Body 0'),
        (Ground(rule="r", away=((7, 9.0),)), 23.0, ""),
        (Ground(rule="r", points=((20.0, 5.0),), clear=3.0), 25.0, 'more than 3" from the marker'),
        (Ground(rule="r", points=((20.0, 5.0),), clear=3.0), 25.1, ""),
        (Ground(rule="r", friends=6.0), 33.9, 'within 6" of a friendly unit'),
        (Ground(rule="r", friends=6.0), 34.0, ""),
    ],
)
def test_distances_are_kept_from_enemies_bodies_points_and_friends(ground: Ground, x: float, says: str) -> None:
    told = refusal(Pose(x, 5.0, 0.0), ground, (1, 10.0, 5.0), (0, 44.0, 5.0))
    assert says in told if says else told == ""


def test_friends_need_not_be_near_before_there_is_one() -> None:
    assert refusal(Pose(10.0, 5.0, 0.0), Ground(rule="r", friends=6.0), (1, 30.0, 30.0)) == ""


@pytest.mark.parametrize(
    ("x", "y", "says"),
    [
        (15.0, 5.0, ""),
        (14.9, 5.0, 'The Guard would be less than 1" from Body 0 (tiny.gap).'),
        (24.0, 15.5, "The Guard cannot be placed in the rocks (tiny.rocks)."),
        (24.0, 15.0, ""),
    ],
)
def test_room_is_a_gap_to_others_and_ground_that_is_not_barred(x: float, y: float, says: str) -> None:
    found = why_no_room(field((1, 10.0, 5.0)), newcomer(), rect(x, y, 0.0, 4.0, 2.0), ROOM)
    assert (str(found) if found else "") == says


bodies = st.lists(st.tuples(st.integers(0, 1), st.floats(3, 45), st.floats(3, 33)), max_size=5)
grounds = st.sampled_from(
    [
        Ground(rule="r", parts=(ZONE,)),
        Ground(rule="r", band=6.0),
        Ground(rule="r", band=3.0, fully=False),
        Ground(rule="r", around=(30.0, 24.0), reach=6.0),
        Ground(rule="r", around=(30.0, 24.0), reach=2.0, fully=False),
        Ground(rule="r", enemies=6.0),
    ]
)


@examples(0.3)
@given(bodies, grounds, st.integers(0, 99))
def test_places_that_are_found_are_legal_and_keep_their_distance(
    others: list[tuple[int, float, float]], ground: Ground, seed: int
) -> None:
    stands, body = field(*others), newcomer()

    def inwards(x: float, y: float) -> float:
        return facing_inwards(BOARD, x, y)

    places = sensible_places(stands, body, ground, ROOM, inwards)
    assert sensible_places(stands, body, ground, ROOM, inwards, enough=1) == places[:1]
    if places:
        places.append(random_place(stands, body, ground, ROOM, inwards, Chance(seed)))
    for pose in places:
        shape = body.shape(pose)
        assert why_not(stands, body, pose, ground, ROOM) is None
        assert on_board(shape, BOARD.width, BOARD.depth)
        assert not overlaps(shape, ROCKS.shape)
        assert all(distance(shape, other.shape) >= 1.0 - 0.003 for other in stands.bodies)


def test_where_looking_ahead_leaves_no_room_other_facings_are_tried() -> None:
    lane = Ground(rule="r", parts=(strip(0.0, 0.0, 2.5, 20.0),))
    places = sensible_places(field(), newcomer(), lane, ROOM, lambda x, y: 0.0)
    assert places
    assert {pose.facing for pose in places} <= {90.0, 270.0}


def test_the_nearest_room_is_looked_for_aside_and_back() -> None:
    wanted = rect(10.0, 10.0, 0.0, 2.0, 2.0)
    rock = rect(9.0, 10.0, 0.0, 2.0, 2.0)
    assert nearest_room(wanted, lambda place: not overlaps(place, rock), 0.25, 48) == rect(11.0, 10.0, 0.0, 2.0, 2.0)
    assert nearest_room(wanted, lambda place: True, 0.25, 48) == wanted
    assert nearest_room(wanted, lambda place: False, 0.25, 48) == wanted


def test_edges_and_their_strips() -> None:
    assert edge_distance(BOARD, 10.0, 30.0) == 6.0
    near, far, left, right = edge_strips(BOARD, 6.0)
    assert near.contains_point(24.0, 6.0)
    assert far.contains_point(24.0, 30.0)
    assert left.contains_point(6.0, 18.0)
    assert right.contains_point(42.0, 18.0)
    assert not any(area.contains_point(24.0, 18.0) for area in (near, far, left, right))


def test_facings_look_at_a_zone_away_from_an_edge_and_outwards() -> None:
    far_zone = strip(0.0, 27.0, 48.0, 36.0)
    assert facing_zone((far_zone,), 10.0, 5.0) == 0.0
    assert facing_zone((strip(40.0, 0.0, 48.0, 36.0),), 10.0, 5.0) == 90.0
    assert facing_zone((far_zone,), 10.0, 30.0) == 0.0
    assert facing_inwards(BOARD, 24.0, 35.0) == 180.0
    assert facing_inwards(BOARD, 1.0, 18.0) == 90.0
    assert facing_outwards((24.0, 18.0), 40.0, 20.0) == 90.0
    assert nearest_in(far_zone, 10.0, 5.0) == (10.0, 27.0)
    assert nearest_in(far_zone, 10.0, 30.0) == (10.0, 30.0)


def test_rows_of_places_keep_the_gap_and_fill_the_zone() -> None:
    zone = strip(0.0, 27.0, 48.0, 36.0)
    places = rows_of_places(zone, 180.0, (4.0, 2.0), [rect(24.0, 31.5, 0.0, 4.0, 2.0)], 1.0)
    assert {pose.y for pose in places} == {28.0, 31.5, 35.0}
    assert {pose.facing for pose in places} == {180.0}
    assert {pose.x for pose in places} == {2.0 + column for column in range(45)}
    assert all(distance(rect_at(pose, 4.0, 2.0), rect(24.0, 31.5, 0.0, 4.0, 2.0)) >= 1.0 for pose in places)
    assert len(places) == 3 * 45 - 9


def test_a_pose_at_random_lies_in_the_area() -> None:
    chance = Chance("poses")
    for _ in range(50):
        pose = random_pose(ZONE, chance)
        assert ZONE.contains_point(pose.x, pose.y)
        assert 0.0 <= pose.facing < 360.0
