"""The plain values of the table: points, poses, rectangles, arcs. No behaviour beyond their fields."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

import msgspec

TOLERANCE = 0.001
"""Lengths closer than this are the same length: the one tolerance for contact, "within" and overlap."""

MM_PER_INCH = 25.4

Point: TypeAlias = tuple[float, float]


class Arc(StrEnum):
    """The four arcs of a rectangle, and the edges (facings) that belong to them."""

    FRONT = "front"
    RIGHT = "right"
    REAR = "rear"
    LEFT = "left"


class Pose(msgspec.Struct, frozen=True, array_like=True):
    """Where a rectangle's centre is and where it faces (degrees clockwise from +y)."""

    x: float
    y: float
    facing: float


class Rect(msgspec.Struct, frozen=True):
    """An oriented rectangle, its directions and corners worked out once. Make one with `rect(...)`.

    (fx, fy) is the unit vector to its front, (rx, ry) the one to its right.
    Corners run front left, front right, rear right, rear left; radius reaches from the centre to any of them.
    """

    x: float
    y: float
    facing: float
    width: float
    depth: float
    fx: float
    fy: float
    rx: float
    ry: float
    corners: tuple[Point, Point, Point, Point]
    radius: float

    @property
    def pose(self) -> Pose:
        return Pose(self.x, self.y, self.facing)

    @property
    def front(self) -> Point:
        """The midpoint of the front edge."""
        return (self.x + self.fx * self.depth / 2, self.y + self.fy * self.depth / 2)
