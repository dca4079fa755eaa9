"""The plain values of the table: points, poses, rectangles, circles, arcs, the steps of a move.

They have no behaviour beyond their fields and stay plain Python where the geometry is compiled.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, TypeAlias

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


class Pose(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Where a rectangle's centre is and where it faces (degrees clockwise from +y)."""

    x: float
    y: float
    facing: float


class Rect(msgspec.Struct, frozen=True, gc=False):
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


class Circle(msgspec.Struct, frozen=True, gc=False):
    """A round base, or whatever else is round on the table."""

    x: float
    y: float
    radius: float


Base: TypeAlias = Rect | Circle
"""What one model stands on: a square or oblong base, or a round one."""


_Inches: TypeAlias = Annotated[float, msgspec.Meta(ge=0.0)]


class Forward(msgspec.Struct, frozen=True, tag_field="move", tag="forward", gc=False):
    """Straight ahead."""

    inches: _Inches


class Back(msgspec.Struct, frozen=True, tag_field="move", tag="back", gc=False):
    """Straight backwards, facing unchanged."""

    inches: _Inches


class Wheel(msgspec.Struct, frozen=True, tag_field="move", tag="wheel", gc=False):
    """A turn forwards about a front corner: positive clockwise about the right one, negative about the left one."""

    degrees: float


class Pivot(msgspec.Struct, frozen=True, tag_field="move", tag="pivot", gc=False):
    """On the spot about the centre, positive clockwise."""

    degrees: float


class Sidestep(msgspec.Struct, frozen=True, tag_field="move", tag="sidestep", gc=False):
    """Straight to the side, facing unchanged: positive to the right, negative to the left."""

    inches: float


Straight: TypeAlias = Forward | Back | Sidestep
Turn: TypeAlias = Wheel | Pivot
Step: TypeAlias = Forward | Back | Wheel | Pivot | Sidestep

TURNS = (Wheel, Pivot)
"""The classes of turns, for `isinstance`: a union would be made anew each time."""
