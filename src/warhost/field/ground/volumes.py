"""Boxes above the table: rectangles with a bottom and a top, and lines through them."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from warhost.table import TOLERANCE, Rect, local

Spot: TypeAlias = tuple[float, float, float]
"""A point above the table: x, y and how high."""


class Box(msgspec.Struct, frozen=True, gc=False):
    """What something fills: the ground that it covers, from one height to another."""

    ground: Rect
    bottom: float
    top: float

    @property
    def spots(self) -> tuple[Spot, ...]:
        """The corners of its top, and its centre.

        Where nothing hangs in the air, lines between corners of bottoms are free only if those above them are.
        """
        top = ((x, y, self.top) for x, y in self.ground.corners)
        return (*top, (self.ground.x, self.ground.y, (self.bottom + self.top) / 2))


def part_within(ground: Rect, start: Spot, end: Spot) -> tuple[float, float] | None:
    """From which to which part of a line, of 0 to 1, it is above the rectangle; None if it never is.

    Lines along an edge, or through a corner alone, pass by.
    """
    x0, y0 = local(ground, start[0], start[1])
    x1, y1 = local(ground, end[0], end[1])
    first, last = 0.0, 1.0
    for here, there, half in ((x0, x1, ground.width / 2), (y0, y1, ground.depth / 2)):
        step = there - here
        if abs(step) <= TOLERANCE:
            if abs(here) >= half - TOLERANCE:
                return None
            continue
        enters, leaves = sorted(((-half - here) / step, (half - here) / step))
        first, last = max(first, enters), min(last, leaves)
    return (first, last) if last - first > TOLERANCE else None


def passes_through(box: Box, start: Spot, end: Spot) -> bool:
    """Whether a straight line passes through a box; one that runs along its top or its bottom does."""
    part = part_within(box.ground, start, end)
    if part is None:
        return False
    heights = sorted(start[2] + (end[2] - start[2]) * share for share in part)
    return heights[0] <= box.top + TOLERANCE and heights[1] >= box.bottom - TOLERANCE
