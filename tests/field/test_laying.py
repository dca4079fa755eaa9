"""Pieces of terrain and markers on a board: what they keep from each other, from edges, zones and walls."""

from __future__ import annotations

from itertools import pairwise
from math import hypot, inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warhost.dice import Chance
from warhost.field.ground import laying
from warhost.field.ground.laying import Footprint, Marking, Prop, Spot
from warhost.table import TOLERANCE, Board, Feature, Pose, Rect, rect, strip

BOARD = Board(48.0, 36.0)
shapes = st.builds(rect, st.floats(0, 48), st.floats(0, 36), st.floats(0, 359), st.floats(1, 8), st.floats(1, 8))


@given(shapes, shapes, st.floats(0.0, 9.0))
def test_pieces_are_apart_if_no_parts_are_nearer(one: Rect, other: Rect, inches: float) -> None:
    gap = laying.to_piece((one,), (other,))
    if gap > inches + 1e-6:
        assert laying.is_apart((one,), [other], inches)
    elif gap < inches - 1e-6:
        assert not laying.is_apart((one,), [other], inches)
    assert laying.to_piece((one, other), (other,)) == 0.0
    assert not laying.is_apart((one,), [one], 0.0)


def test_pieces_may_lie_exactly_as_far_apart_as_they_must() -> None:
    one, other = rect(10.0, 10.0, 0.0, 4.0, 4.0), rect(17.0, 10.0, 0.0, 4.0, 4.0)
    assert laying.is_apart((one,), [other], 3.0)
    assert laying.is_apart((one,), [other], 3.0 + TOLERANCE / 2)
    assert not laying.is_apart((one,), [other], 3.01)
    # On each other they are not apart, however little is asked for.
    assert not laying.is_apart((one,), [rect(12.0, 10.0, 0.0, 4.0, 4.0)], 0.0)


def test_a_piece_is_measured_from_its_nearest_part() -> None:
    piece = (rect(10.0, 10.0, 0.0, 4.0, 4.0), rect(20.0, 10.0, 0.0, 2.0, 2.0))
    assert laying.to_edge(BOARD, piece) == 8.0
    assert laying.to_point(piece, (24.0, 10.0)) == 3.0
    partly_off = (*piece, rect(47.5, 10.0, 0.0, 2.0, 2.0))
    assert (laying.lies_on(BOARD, piece), laying.lies_on(BOARD, partly_off)) == (True, False)


def test_a_board_in_sections_and_halves() -> None:
    parts, middles = laying.sections(BOARD, 3, 2), laying.section_centres(BOARD, 3, 2)
    assert list(middles) == [(8, 9), (24, 9), (40, 9), (8, 27), (24, 27), (40, 27)]
    assert all([part.contains_point(*at) for at in middles].count(True) == 1 for part in parts)
    assert len(parts) == 6
    assert set(laying.halves(BOARD)) == {"south-east", "north-west", "south-west", "north-east"}
    for name, (own, other) in laying.halves(BOARD).items():
        corner = (40.0 if "east" in name else 8.0, 30.0 if "north" in name else 6.0)
        assert (own.contains_point(*corner), other.contains_point(*corner)) == (True, False)
        # Both reach into the two corners of the board on the diagonal.
        shared = [(0.0, 36.0), (48.0, 0.0)] if name in ("south-west", "north-east") else [(0.0, 0.0), (48.0, 36.0)]
        assert all(half.contains_point(*end) for half in (own, other) for end in shared)


def test_poses_lie_all_over_a_board_both_ways_round() -> None:
    poses = list(laying.poses_over(BOARD, 12.0))
    assert len(poses) == 5 * 4 * 2
    assert {pose.facing for pose in poses} == {0.0, 90.0}
    assert {(pose.x, pose.y) for pose in poses} == {(12.0 * i, 12.0 * j) for i in range(5) for j in range(4)}


MARKING = Marking(
    board=BOARD,
    zones=(strip(0.0, 0.0, 48.0, 8.0), strip(0.0, 28.0, 48.0, 36.0)),
    markers=((24.0, 18.0),),
    walls=(rect(10.0, 18.0, 0.0, 6.0, 6.0),),
    outside_rule="outside",
    apart_rule="apart",
    wall_rule="wall",
)


@pytest.mark.parametrize(
    ("point", "spot", "rule"),
    [
        ((49.0, 18.0), Spot(rule="own"), "own"),
        ((20.0, 7.9), Spot(rule="own", outside=True), "outside"),
        ((20.0, 8.1), Spot(rule="own", outside=True), None),
        ((20.0, 11.9), Spot(rule="own", clear=4.0), "own"),
        ((3.9, 18.0), Spot(rule="own", clear=4.0), "own"),
        ((20.0, 12.1), Spot(rule="own", clear=4.0), None),
        ((33.0, 18.0), Spot(rule="own", apart=9.0), "apart"),
        ((33.1, 18.0), Spot(rule="own", apart=9.0), None),
        ((31.0, 20.1), Spot(rule="own", around=(31.0, 16.0), reach=4.0), "own"),
        ((31.0, 20.0), Spot(rule="own", around=(31.0, 16.0), reach=4.0), None),
        ((41.9, 18.0), Spot(rule="own", band=6.0), "own"),
        ((42.0, 18.0), Spot(rule="own", band=6.0), None),
        ((10.0, 18.0), Spot(rule="own"), "wall"),
        ((13.1, 18.0), Spot(rule="own"), None),
        # Exactly as far as told is too near, and near enough.
        ((20.0, 8.0), Spot(rule="own", outside=True), "outside"),
        ((20.0, 12.0), Spot(rule="own", clear=4.0), "own"),
        ((4.0, 18.0), Spot(rule="own", clear=4.0), "own"),
        ((13.0, 18.0), Spot(rule="own"), "wall"),
    ],
)
def test_a_marker_keeps_what_its_spot_says(point: tuple[float, float], spot: Spot, rule: str | None) -> None:
    refused = MARKING.why_not(*point, spot)
    assert (refused.rule if refused is not None else None) == rule


def test_a_marker_lies_where_somebody_could_come_near() -> None:
    walls = tuple(rect(x, y, 0.0, 6.0, 6.0) for x in (18.0, 24.1, 30.2) for y in (12.0, 18.1, 24.2))
    walled = Marking(board=BOARD, walls=walls)
    assert not walled.is_reachable(21.05, 15.05)
    assert walled.is_reachable(34.0, 18.0)
    assert MARKING.to_marker(27.0, 22.0) == 5.0
    assert Marking(board=BOARD, markers=((24.0, 18.0), (40.0, 18.0))).to_marker(27.0, 22.0) == 5.0
    assert Marking(board=BOARD).to_marker(27.0, 22.0) == inf
    two = Marking(board=BOARD, walls=(rect(10.0, 18.0, 0.0, 6.0, 6.0), rect(30.0, 18.0, 0.0, 6.0, 6.0)))
    assert [two.is_reachable(x, 18.0) for x in (10.0, 20.0, 30.0)] == [False, True, False]


@pytest.mark.parametrize(("room", "reachable"), [(2.0, True), (1.9, False)])
def test_a_disc_just_fits_between_walls_and_edges(room: float, reachable: bool) -> None:
    """A strip of table of so many inches along its edge, closed by a wall at both ends."""
    walls = (rect(24.0, room + 1.0, 0.0, 20.0, 2.0), rect(16.0, 1.0, 0.0, 4.0, 2.0), rect(32.0, 1.0, 0.0, 4.0, 2.0))
    assert Marking(board=BOARD, walls=walls, near=0.0).is_reachable(24.0, room / 2) is reachable


def test_room_is_looked_for_up_to_as_far_as_it_may_be() -> None:
    """The marker lies before a gap that is too narrow; the nearest room is some inches ahead of it."""
    walls = (rect(19.0, 6.0, 0.0, 10.0, 12.0), rect(30.0, 6.0, 0.0, 10.0, 12.0))  # an inch apart, up to y = 12
    for near, reachable in ((3.0, False), (6.0, True)):
        marking = Marking(board=BOARD, walls=walls, near=near)
        assert marking.is_reachable(24.5, 8.0) is reachable
    shifts = laying._around(3.0)
    assert {round(hypot(dx, dy), 6) for dx, dy in shifts} == {0.0, 1.0, 2.0, 3.0}
    assert {(round(dx, 6), round(dy, 6)) for dx, dy in shifts} >= {(0.0, 3.0), (3.0, 0.0), (0.0, -3.0), (-3.0, 0.0)}


def test_points_lie_all_over_the_board_with_the_middle_first() -> None:
    points = laying._from_the_middle(6.0, 4.0, 2.0)
    assert points[0] == (3.0, 2.0)
    assert sorted(points) == [(x, y) for x in (1.0, 3.0, 5.0) for y in (0.0, 2.0, 4.0)]


def test_places_at_random_lie_all_over_the_board_or_all_round_their_point() -> None:
    chance, open_board = Chance("spots"), Marking(board=BOARD)
    found = [open_board.random_spot(Spot(rule="own"), chance, 1) for _ in range(200)]
    xs, ys = zip(*(point for point in found if point is not None), strict=True)
    assert (min(xs) < 8.0, max(xs) > 40.0, min(ys) < 6.0, max(ys) > 30.0) == (True,) * 4
    near = Spot(rule="own", around=(20.0, 18.0), reach=4.0)
    tried = [open_board.random_spot(near, chance, 1) for _ in range(200)]
    xs, ys = zip(*(point for point in tried if point is not None), strict=True)
    assert 16.0 <= min(xs) < 17.5
    assert 22.5 < max(xs) <= 24.0
    assert 14.0 <= min(ys) < 15.5
    assert 20.5 < max(ys) <= 22.0
    # Of a square around the point, the circle in it is legal: three quarters and a bit.
    assert 130 <= len(xs) <= 180


@given(st.integers(0, 1000))
def test_places_are_legal_and_the_middle_comes_first(number: int) -> None:
    spot = Spot(rule="own", outside=True, apart=6.0)
    found = list(MARKING.spots(spot, 3.0))
    far = [hypot(x - 24.0, y - 18.0) for x, y in found]
    assert found
    assert far == sorted(far)
    assert all(MARKING.why_not(*point, spot) is None for point in found)
    drawn = MARKING.random_spot(spot, Chance(str(number)), 24)
    assert drawn is None or MARKING.why_not(*drawn, spot) is None
    near = Spot(rule="own", around=(40.0, 18.0), reach=2.0)
    drawn = MARKING.random_spot(near, Chance(str(number)), 24)
    assert drawn is not None
    assert hypot(drawn[0] - 40.0, drawn[1] - 18.0) <= 2.0 + TOLERANCE
    assert MARKING.random_spot(Spot(rule="own", around=(10.0, 18.0), reach=1.0), Chance(str(number)), 8) is None


def test_a_piece_of_several_parts_keeps_its_shape_wherever_it_lies() -> None:
    piece = Prop("rock_group", (Footprint(-2.0, 0.0, 2.0, 1.0), Footprint(2.0, 1.0, 2.0, 1.0)))
    assert piece.name == "rock group"
    left, right = piece.at(Pose(10.0, 10.0, 90.0))
    assert (left.x, left.y, right.x, right.y) == pytest.approx((10.0, 12.0, 11.0, 8.0))
    features = piece.features(Pose(10.0, 10.0, 90.0), "rock 1")
    assert [(one.kind, one.name, one.facing) for one in features] == [("rock_group", "rock 1", 90.0)] * 2
    alone = Feature("wall", 30.0, 30.0, 2.0, 2.0)
    assert laying.pieces_of((*features, alone)) == [(0, 1), (2,)]
    assert [len(shapes) for shapes in laying.shapes_of((*features, alone))] == [2, 1]
    assert laying.pieces_of((alone, alone, *features)) == [(0,), (1,), (2, 3)]
    # Rounding leaves no tails in what is written down.
    slanted = piece.features(Pose(10.0, 10.0, 33.0), "rock 2")
    assert all((one.x, one.y) == (round(one.x, 9), round(one.y, 9)) for one in slanted)
    assert any((one.x, one.y) != (round(one.x, 8), round(one.y, 8)) for one in slanted)


@pytest.mark.parametrize(("width", "gaps", "parts"), [(10.0, 0, 1), (30.0, 0, 3), (30.0, 2, 3), (10.0, 1, 2)])
def test_a_long_piece_is_laid_out_in_equal_parts(width: float, gaps: int, parts: int) -> None:
    found = laying.stretches(width, 3.0, 12.0, gaps, 2.0)
    assert len(found) == parts
    assert {(part.ahead, part.depth) for part in found} == {(0.0, 3.0)}
    assert found[0].right - found[0].width / 2 == pytest.approx(-width / 2)
    assert found[-1].right + found[-1].width / 2 == pytest.approx(width / 2)
    for one, other in pairwise(found):
        open_strip = other.right - one.right - (one.width + other.width) / 2
        assert open_strip == pytest.approx(2.0 if gaps else 0.0)
