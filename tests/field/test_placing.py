"""Placing on the field: zones, bands, distances to keep, free places, facings."""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, degrees, hypot
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from warhost.dice import Chance
from warhost.field import Body, Field, Piece, Terrain
from warhost.field.ground.placing import (
    Ground,
    Newcomer,
    Room,
    _boxes,
    _drawn_in,
    _spread,
    edge_distance,
    edge_strips,
    facing_inwards,
    facing_outwards,
    facing_zone,
    farthest_moved,
    nearest_in,
    nearest_room,
    random_place,
    random_pose,
    ring_of_poses,
    rows_of_places,
    sensible_places,
    shifted,
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
        (Ground(rule="r", away=((0, 9.0),)), 23.1, ""),
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


def test_a_body_of_several_parts_is_as_near_as_its_nearest_part() -> None:
    def parts(pose: Pose) -> tuple[Rect, ...]:
        return (rect(pose.x - 6.0, pose.y, 0.0, 2.0, 2.0), rect(pose.x + 6.0, pose.y, 0.0, 2.0, 2.0))

    loose = Newcomer(9, 0, "The Guard", lambda pose: rect_at(pose, 14.0, 2.0), parts, parts)

    def legal(pose: Pose, ground: Ground, *bodies: tuple[int, float, float]) -> bool:
        return why_not(field(*bodies), loose, pose, ground, ROOM) is None

    near = Ground(rule="r", around=(12.0, 30.0), reach=3.0, fully=False)
    assert legal(Pose(22.0, 30.0, 0.0), near)
    assert not legal(Pose(23.0, 30.0, 0.0), near)
    # From the enemy at 10: its right edge is at 12, the left part's left edge 7 inches left of the middle.
    assert legal(Pose(28.1, 5.0, 0.0), Ground(rule="r", enemies=9.0), (1, 10.0, 5.0))
    assert not legal(Pose(28.0, 5.0, 0.0), Ground(rule="r", enemies=9.0), (1, 10.0, 5.0))
    assert not legal(Pose(20.5, 5.0, 0.0), Ground(rule="r", away=((0, 9.0),)), (1, 10.0, 5.0))
    band = Ground(rule="r", band=4.0)
    assert not legal(Pose(24.0, 9.0, 0.0), band)
    assert legal(Pose(24.0, 3.0, 0.0), band)
    # One part at an edge is enough where the closest model counts.
    assert legal(Pose(12.0, 18.0, 0.0), Ground(rule="r", band=5.0, fully=False))
    assert not legal(Pose(12.0, 18.0, 0.0), Ground(rule="r", band=4.9, fully=False))


def test_a_refusal_says_where_it_must_be() -> None:
    point = Ground(rule="r", around=(30.0, 30.0), reach=6.0)
    assert refusal(Pose(10.0, 10.0, 0.0), point) == 'The Guard must be fully within 6" of that point (r).'
    near = Ground(rule="r", around=(30.0, 30.0), reach=6.0, fully=False)
    assert refusal(Pose(10.0, 10.0, 0.0), near) == 'The Guard must be within 6" of that point (r).'
    band = Ground(rule="r", band=6.0)
    assert refusal(Pose(24.0, 12.0, 0.0), band) == 'The Guard must be fully within 6" of a table edge (r).'


def test_all_parts_stay_in_the_band_whatever_the_models_are() -> None:
    body = newcomer()
    hollow = Newcomer(9, 0, "The Guard", body.shape, body.parts, lambda pose: ())
    assert why_not(field(), hollow, Pose(20.0, 12.0, 0.0), Ground(rule="r", band=6.0), ROOM) is not None
    assert why_not(field(), hollow, Pose(20.0, 4.0, 0.0), Ground(rule="r", band=6.0), ROOM) is None


def test_who_is_placed_again_does_not_stand_in_its_own_way() -> None:
    again = Newcomer(0, 0, "Body 0", newcomer().shape, newcomer().parts, newcomer().models)
    assert why_no_room(field((0, 10.0, 5.0)), again, rect(10.5, 5.0, 0.0, 4.0, 2.0), ROOM) is None
    assert why_no_room(field((0, 10.0, 5.0)), newcomer(), rect(10.5, 5.0, 0.0, 4.0, 2.0), ROOM) is not None


def test_points_are_spread_from_end_to_end() -> None:
    assert _spread(2.0, 8.0, 2.0) == [2.0, 4.0, 6.0, 8.0]
    assert _spread(2.0, 8.0, 2.5) == [2.0, 4.0, 6.0, 8.0]
    assert _spread(2.0, 8.0, 9.0) == [2.0, 8.0]
    assert _spread(2.0, 2.0, 1.0) == [2.0, 2.0]


@given(st.floats(5, 43), st.floats(5, 31), st.sampled_from([0.0, 90.0, 180.0, 45.0]), st.floats(0.0, 8.0))
def test_a_body_is_drawn_into_a_box_by_the_least(x: float, y: float, facing: float, shift: float) -> None:
    body, box = newcomer(), (10.0, 6.0, 24.0 + shift, 20.0 + shift)
    at = _drawn_in(body, x, y, facing, box)
    shape = body.shape(Pose(*at, facing))
    left, near = min(cx for cx, _ in shape.corners), min(cy for _, cy in shape.corners)
    right, far = max(cx for cx, _ in shape.corners), max(cy for _, cy in shape.corners)
    assert (left >= box[0] - 1e-9, near >= box[1] - 1e-9, right <= box[2] + 1e-9, far <= box[3] + 1e-9) == (True,) * 4
    # It is moved only so far that it touches the border over which it stood.
    assert at[0] == x or left == pytest.approx(box[0]) or right == pytest.approx(box[2])
    assert at[1] == y or near == pytest.approx(box[1]) or far == pytest.approx(box[3])


def test_places_are_looked_for_in_boxes_around_the_ground() -> None:
    body, beyond = newcomer(), hypot(4.0, 2.0)
    assert _boxes(BOARD, body, Ground(rule="r")) == [(0.0, 0.0, 48.0, 36.0)]
    assert _boxes(BOARD, body, Ground(rule="r", parts=(ZONE,))) == [(0.0, 0.0, 48.0, 9.0)]
    point = Ground(rule="r", around=(20.0, 15.0), reach=6.0)
    assert _boxes(BOARD, body, point) == [(14.0, 9.0, 26.0, 21.0)]
    corner = Ground(rule="r", around=(2.0, 3.0), reach=6.0)
    assert _boxes(BOARD, body, corner) == [(0.0, 0.0, 8.0, 9.0)]
    far_corner = Ground(rule="r", around=(46.0, 33.0), reach=6.0)
    assert _boxes(BOARD, body, far_corner) == [(40.0, 27.0, 48.0, 36.0)]
    near = Ground(rule="r", around=(20.0, 15.0), reach=6.0, fully=False)
    assert _boxes(BOARD, body, near) == [
        pytest.approx((14.0 - beyond, 9.0 - beyond, 26.0 + beyond, 21.0 + beyond)),
    ]
    strips = [(0.0, 0.0, 48.0, 6.0), (0.0, 30.0, 48.0, 36.0), (0.0, 0.0, 6.0, 36.0), (42.0, 0.0, 48.0, 36.0)]
    assert _boxes(BOARD, body, Ground(rule="r", band=6.0)) == strips
    assert _boxes(BOARD, body, Ground(rule="r", band=99.0))[2] == (0.0, 0.0, 36.0, 36.0)


def test_there_are_as_many_sensible_places_wherever_the_ground_lies() -> None:
    grounds = [Ground(rule="r", parts=(strip(x, y, x + 14.0, y + 9.0),)) for x, y in ((0.0, 0.0), (33.0, 26.0))]
    near, far = [sensible_places(field(), newcomer(), ground, ROOM, lambda x, y: 0.0) for ground in grounds]
    moved = [(pose.x + 33.0, pose.y + 26.0) for pose in near]
    assert [(pose.x, pose.y) for pose in far] == [(about(x), about(y)) for x, y in moved]


def test_sensible_places_are_all_over_the_ground() -> None:
    places = sensible_places(field(), newcomer(), Ground(rule="r", parts=(ZONE,)), ROOM, lambda x, y: 0.0)
    assert 150 <= len(places) <= 250
    assert {pose.facing for pose in places} == {0.0}
    xs, ys = {pose.x for pose in places}, {pose.y for pose in places}
    assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((2.0, 46.0, 1.0, 8.0))
    # Closer together only where nothing was found; then in every direction.
    hole = Ground(rule="r", parts=(strip(10.0, 10.0, 12.0, 14.0),))
    closer = sensible_places(field(), newcomer(), hole, ROOM, lambda x, y: 0.0)
    assert {pose.facing for pose in closer} == {90.0, 270.0}
    square = Ground(rule="r", parts=(strip(10.0, 10.0, 14.0, 14.0),))
    askew = sensible_places(field(), newcomer(), square, ROOM, lambda x, y: 45.0)
    assert {pose.facing for pose in askew} == {0.0, 90.0, 180.0, 270.0}


def test_places_at_random_look_ahead_half_of_the_time() -> None:
    chance, ground = Chance("places"), Ground(rule="r", parts=(ZONE,))
    poses = [random_place(field(), newcomer(), ground, ROOM, lambda x, y: 33.0, chance) for _ in range(200)]
    assert 85 <= sum(pose.facing == 33.0 for pose in poses) <= 118
    anywhere = [pose.facing for pose in poses if pose.facing != 33.0]
    assert len({round(facing / 90.0) for facing in anywhere}) == 5
    assert all(0.0 <= facing < 360.0 for facing in anywhere)
    assert (min(pose.x for pose in poses) < 12.0, max(pose.x for pose in poses) > 36.0) == (True, True)


def test_poses_at_random_lie_all_over_the_box_and_look_everywhere() -> None:
    chance, area = Chance("poses"), strip(10.0, 20.0, 14.0, 30.0)
    poses = [random_pose(area, chance) for _ in range(200)]
    assert all(area.contains_point(pose.x, pose.y) for pose in poses)
    xs, ys = [pose.x for pose in poses], [pose.y for pose in poses]
    assert (max(xs) - min(xs) > 3.5, max(ys) - min(ys) > 9.0) == (True, True)
    facings = [pose.facing for pose in poses]
    assert min(facings) < 20.0
    assert 340.0 < max(facings) < 360.0


def test_the_nearest_room_is_found_in_all_four_directions() -> None:
    wanted = rect(10.0, 10.0, 90.0, 2.0, 2.0)

    def found(has_room: Callable[[Rect], bool]) -> tuple[float, float]:
        place = nearest_room(wanted, has_room, 0.5, 5)
        return round(place.x, 6), round(place.y, 6)

    # Looking east, right is south and back is west.
    assert found(lambda place: place.y < 9.4) == (10.0, 9.0)
    assert found(lambda place: place.y > 10.6) == (10.0, 11.0)
    assert found(lambda place: place.x < 9.4) == (9.0, 10.0)
    assert found(lambda place: place.x > 10.6) == (11.0, 10.0)
    assert found(lambda place: place.x > 11.9) == (12.0, 10.0)
    assert found(lambda place: place.x > 12.1) == (10.0, 10.0)
    # At the same distance to the right first.
    assert found(lambda place: (place.x, place.y) != (10.0, 10.0)) == (10.0, 9.5)


def test_strips_reach_along_the_whole_edges() -> None:
    near, far, left, right = edge_strips(BOARD, 6.0)
    for area, ends in (
        (near, [(0.0, 0.0), (48.0, 6.0)]),
        (far, [(0.0, 30.0), (48.0, 36.0)]),
        (left, [(0.0, 0.0), (6.0, 36.0)]),
        (right, [(42.0, 0.0), (48.0, 36.0)]),
    ):
        assert sorted(area.corners)[:: len(area.corners) - 1] == ends


@pytest.mark.parametrize(
    ("at", "inwards", "outwards"),
    [((24.0, 1.0), 0.0, 180.0), ((24.0, 35.0), 180.0, 0.0), ((1.0, 18.0), 90.0, 270.0), ((47.0, 18.0), 270.0, 90.0)],
)
def test_inwards_and_outwards_at_every_edge(at: tuple[float, float], inwards: float, outwards: float) -> None:
    assert facing_inwards(BOARD, *at) == inwards
    assert facing_outwards((24.0, 18.0), *at) == outwards


def test_outwards_is_the_nearest_quarter_and_a_full_turn_is_none() -> None:
    assert facing_outwards((24.0, 18.0), 34.0, 27.93) == 90.0
    assert facing_outwards((24.0, 18.0), 34.0, 28.07) == 0.0
    assert facing_outwards((24.0, 18.0), 23.9, 30.0) == 0.0


def test_a_zone_is_looked_at_where_it_is_nearest() -> None:
    far, aside = strip(0.0, 27.0, 48.0, 36.0), strip(40.0, 0.0, 48.0, 10.0)
    assert facing_zone((far, aside), 30.0, 5.0) == 90.0
    assert facing_zone((far, aside), 10.0, 20.0) == 0.0
    # At its corner, exactly to six decimals.
    assert facing_zone((aside,), 33.0, 20.0) == pytest.approx(degrees(atan2(7.0, -10.0)), abs=1e-6)
    assert facing_zone((aside,), 33.0, 20.0) == round(facing_zone((aside,), 33.0, 20.0), 6)


def test_a_ring_of_poses_lies_all_round_and_looks_the_same_way() -> None:
    start = Pose(20.0, 15.0, 90.0)
    assert shifted(start, 2.0, 0.0) == Pose(about(22.0), about(15.0), 90.0)
    assert shifted(start, 2.0, 90.0) == Pose(about(20.0), about(13.0), 90.0)
    ring = ring_of_poses(start, 4.0)
    assert len(ring) == 48
    assert {round(hypot(pose.x - 20.0, pose.y - 15.0), 6) for pose in ring} == {4.0, 3.0, 2.0, 1.0}
    assert {pose.facing for pose in ring} == {90.0}
    assert len({(round(pose.x, 6), round(pose.y, 6)) for pose in ring}) == 48
    assert [ring[0], ring[3]] == [Pose(about(24.0), about(15.0), 90.0), Pose(about(20.0), about(11.0), 90.0)]


def test_the_base_that_is_moved_most_counts() -> None:
    before = [rect(0.0, 0.0, 0.0, 1.0, 1.0), rect(2.0, 0.0, 0.0, 1.0, 1.0)]
    after = [rect(1.0, 0.0, 0.0, 1.0, 1.0), rect(5.0, 4.0, 90.0, 1.0, 1.0)]
    assert farthest_moved(before, after) == 5.0
    assert farthest_moved(after, before) == 5.0
    assert farthest_moved([rect(1.0, 2.0, 0.0, 1.0, 1.0)], [rect(1.0, 5.0, 0.0, 1.0, 1.0)]) == 3.0
    with pytest.raises(ValueError, match="shorter"):
        farthest_moved(before, after[:1])


def about(figure: float) -> float:
    """A figure that equals others but for rounding."""
    return cast("float", pytest.approx(figure))
