"""Boxes above the table, and lines through them."""

from __future__ import annotations

import pytest

from warhost.field.ground.volumes import Box, part_within, passes_through
from warhost.table import rect

WALL = Box(rect(10.0, 10.0, 0.0, 4.0, 2.0), 0.0, 2.0)
"""From 8 to 12 across, from 9 to 11 ahead, 2 inches tall."""


@pytest.mark.parametrize(
    ("start", "end", "hits"),
    [
        ((10, 0, 1), (10, 20, 1), True),
        ((10, 0, 2), (10, 20, 2), True),
        ((10, 0, 2.1), (10, 20, 2.1), False),
        ((10, 0, 3), (10, 20, 0), True),
        ((10, 0, 5), (10, 20, 3), False),
        ((7, 0, 1), (7, 20, 1), False),
        ((8, 0, 1), (8, 20, 1), False),
        ((10, 0, 1), (10, 8, 1), False),
        ((10, 10, 1), (10, 20, 1), True),
    ],
)
def test_lines_pass_over_and_beside_a_box(
    start: tuple[float, float, float], end: tuple[float, float, float], hits: bool
) -> None:
    assert passes_through(WALL, start, end) == hits
    assert passes_through(WALL, end, start) == hits


def test_a_box_that_hangs_in_the_air_is_passed_below() -> None:
    bridge = Box(WALL.ground, 1.0, 2.0)
    assert not passes_through(bridge, (10, 0, 0.5), (10, 20, 0.5))
    assert passes_through(bridge, (10, 0, 1.5), (10, 20, 1.5))


def test_the_part_of_a_line_above_a_rectangle() -> None:
    assert part_within(WALL.ground, (10, 0, 0), (10, 20, 0)) == pytest.approx((0.45, 0.55))
    assert part_within(WALL.ground, (0, 0, 0), (4, 20, 0)) is None
    turned = rect(10.0, 10.0, 90.0, 4.0, 2.0)
    assert part_within(turned, (10, 0, 0), (10, 20, 0)) == pytest.approx((0.4, 0.6))


def test_the_spots_of_a_box_are_the_corners_of_its_top_and_its_centre() -> None:
    assert {spot[2] for spot in WALL.spots[:4]} == {2.0}
    assert {spot[:2] for spot in WALL.spots[:4]} == {(8, 9), (8, 11), (12, 9), (12, 11)}
    assert WALL.spots[-1] == (10.0, 10.0, 1.0)
