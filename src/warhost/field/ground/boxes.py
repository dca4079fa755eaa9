"""Upright boxes about bases: what is too far away to matter is left out by them before anybody measures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from warhost.table import Base

Box: TypeAlias = tuple[float, float, float, float]
"""Left, near, right and far."""


def box_of(bases: Sequence[Base], margin: float = 0.0) -> Box:
    """The upright box about bases, so much wider on each side."""
    return (
        min([base.x - base.radius for base in bases]) - margin,
        min([base.y - base.radius for base in bases]) - margin,
        max([base.x + base.radius for base in bases]) + margin,
        max([base.y + base.radius for base in bases]) + margin,
    )


def widened(box: Box, margin: float) -> Box:
    """The box with its sides so much farther out."""
    return (box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin)


def swept(box: Box, dx: float, dy: float) -> Box:
    """The box about everything between a box and where it is shifted to."""
    return (box[0] + min(dx, 0.0), box[1] + min(dy, 0.0), box[2] + max(dx, 0.0), box[3] + max(dy, 0.0))


def meets(box: Box, base: Base, margin: float = 0.0) -> bool:
    """Whether a base, so much wider, may reach into the box or touch it."""
    far = base.radius + margin
    return box[0] - far <= base.x <= box[2] + far and box[1] - far <= base.y <= box[3] + far


def reaches_into(base: Base, box: Box, margin: float = 0.0) -> bool:
    """Whether a base, so much wider, may reach into the box; one that can only touch it does not."""
    far = base.radius + margin
    return box[0] - far < base.x < box[2] + far and box[1] - far < base.y < box[3] + far


def boxes_meet(one: Box, other: Box, margin: float = 0.0) -> bool:
    """Whether two boxes are closer to each other than that."""
    return (
        one[0] - margin < other[2]
        and other[0] - margin < one[2]
        and one[1] - margin < other[3]
        and other[1] - margin < one[3]
    )
