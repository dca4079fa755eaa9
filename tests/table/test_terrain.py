"""Boards, features and zones, and the sentences about a bad board."""

from __future__ import annotations

import math

import msgspec
import pytest

from warhost.table import Area, Board, Feature, board_problems, feature_rect, rect, strip


def test_a_feature_covers_an_oriented_rectangle() -> None:
    assert feature_rect(Feature("hill", 10, 12, 6, 4, 30)) == rect(10, 12, 30, 6, 4)


def test_a_board_can_be_written_and_read() -> None:
    board = Board(48, 36, (Feature("wood", 10, 12, 6, 4, 30, "Old Wood"), Feature("hill", 30, 12, 6, 4)), ((24, 18),))
    assert msgspec.json.decode(msgspec.json.encode(board), type=Board) == board


def test_a_zone_holds_what_lies_wholly_in_it() -> None:
    zone = strip(0, 0, 48, 12)
    assert zone.contains_rect(rect(10, 10, 0, 4, 4))
    assert not zone.contains_rect(rect(10, 10.01, 0, 4, 4))
    assert zone.overlaps_rect(rect(10, 13.9, 0, 4, 4))
    assert not zone.overlaps_rect(rect(10, 14, 0, 4, 4))
    assert zone.distance(rect(10, 15, 0, 4, 4)) == 1
    assert zone.contains_point(48, 12)
    assert not zone.contains_point(48, 12.01)
    assert zone.distance_to_point(51, 16) == 5


def test_a_zone_may_be_concave() -> None:
    corner = Area(((0, 0), (0, 24), (12, 24), (12, 12), (24, 12), (24, 0)))
    assert corner.contains_rect(rect(6, 18, 0, 12, 12))
    assert not corner.overlaps_rect(rect(18, 18, 0, 12, 12))
    assert not corner.contains_rect(rect(12, 12, 0, 2, 2))


def test_a_good_board_has_no_problems() -> None:
    """Features may touch each other and the edge, and a turned one may stand in the corner that it leaves free."""
    features = (Feature("hill", 3, 2, 6, 4), Feature("wood", 9, 2, 6, 4), Feature("rock", 30, 30, 4, 4, 45))
    assert board_problems(Board(48, 36, features, ((0, 0), (48, 36)))) == []


def test_all_problems_of_a_board_are_told_at_once() -> None:
    features = (
        Feature("hill", 2, 2, 6, 4),
        Feature("wood", 20, 20, 6, 4, name="Old Wood"),
        Feature("rock", 22, 22, 4, 4, 45),
        Feature("pond", 40, 20, 0, 4),
        Feature("wall", math.nan, 20, 1, 4),
    )
    assert board_problems(Board(48, 36, features, ((24, 37),))) == [
        "Feature 1 (hill) at (2, 2) is not wholly on the 48x36 board.",
        "Feature 4 (pond) cannot measure 0x4: both sides must be more than 0.",
        "Feature 5 (wall) has no place: (nan, 20) facing 0.",
        "Feature 2 (Old Wood) overlaps Feature 3 (rock); move one of them.",
        "Marker 1 at (24, 37) is off the 48x36 board.",
    ]


@pytest.mark.parametrize("size", [(0, 36), (48, -1), (math.inf, 36)])
def test_a_board_needs_a_size(size: tuple[float, float]) -> None:
    problems = board_problems(Board(*size, (Feature("hill", 2, 2, 4, 4),)))
    assert len(problems) == 1
    assert problems[0].startswith("The board cannot measure")
