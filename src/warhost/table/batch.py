"""Many poses of one rectangle at once, for searches that try hundreds: corners, distances, overlaps, arcs.

The one module of the table that needs numpy, so it is imported by its own name and not with the package. Its
figures agree with those of `shapes` to the last few digits, not to the last bit: what is chosen with it should
be settled with the exact functions.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

from warhost.table.shapes import rect
from warhost.table.values import TOLERANCE, Arc, Rect

__all__ = [
    "ARCS",
    "Poses",
    "arcs_of_point",
    "arcs_of_points",
    "corners",
    "distances",
    "keep",
    "on_board_mask",
    "overlap_depths",
    "overlap_mask",
    "poses",
    "rect_of",
]

Floats: TypeAlias = NDArray[np.float64]
Mask: TypeAlias = NDArray[np.bool_]
Indices: TypeAlias = NDArray[np.int8]

ARCS = (Arc.FRONT, Arc.RIGHT, Arc.REAR, Arc.LEFT)
"""The order in which arcs are numbered in the arrays of this module."""


class Poses(msgspec.Struct, frozen=True):
    """N poses of one width and depth, with their directions as in `Rect`. Make them with `poses(...)`."""

    x: Floats
    y: Floats
    facing: Floats
    width: float
    depth: float
    fx: Floats
    fy: Floats
    rx: Floats
    ry: Floats

    def __len__(self) -> int:
        return len(self.x)


def poses(x: ArrayLike, y: ArrayLike, facing: ArrayLike, width: float, depth: float) -> Poses:
    """The poses with those centres and facings; single numbers go with every entry of the arrays."""
    arrays = (np.asarray(x, np.float64), np.asarray(y, np.float64), np.asarray(facing, np.float64))
    xs, ys, facings = (np.atleast_1d(array) for array in np.broadcast_arrays(*arrays))
    angles = np.radians(facings)
    fx, fy = np.sin(angles), np.cos(angles)
    return Poses(xs, ys, facings, width, depth, fx, fy, fy, -fx)


def rect_of(many: Poses, index: int) -> Rect:
    """One of the poses as an exact rectangle."""
    return rect(float(many.x[index]), float(many.y[index]), float(many.facing[index]), many.width, many.depth)


def keep(many: Poses, mask: Mask) -> Poses:
    """The poses that the mask marks."""
    return poses(many.x[mask], many.y[mask], many.facing[mask], many.width, many.depth)


def corners(many: Poses) -> Floats:
    """All corners, shaped (N, 4, 2): front left, front right, rear right, rear left."""
    ax, ay = many.fx * (many.depth / 2), many.fy * (many.depth / 2)
    bx, by = many.rx * (many.width / 2), many.ry * (many.width / 2)
    xs = np.stack((many.x + ax - bx, many.x + ax + bx, many.x - ax + bx, many.x - ax - bx), axis=1)
    ys = np.stack((many.y + ay - by, many.y + ay + by, many.y - ay + by, many.y - ay - by), axis=1)
    return np.stack((xs, ys), axis=2)


def overlap_depths(many: Poses, other: Rect) -> Floats:
    """How deep each pose is in the rectangle along the best separating axis; negative if they are apart."""
    dx, dy = other.x - many.x, other.y - many.y
    ff = np.abs(many.fx * other.fx + many.fy * other.fy)
    fr = np.abs(many.fx * other.rx + many.fy * other.ry)
    aw, ad, bw, bd = many.width / 2, many.depth / 2, other.width / 2, other.depth / 2
    depths = np.stack(
        (
            ad + bd * ff + bw * fr - np.abs(dx * many.fx + dy * many.fy),
            aw + bw * ff + bd * fr - np.abs(dx * many.rx + dy * many.ry),
            bd + ad * ff + aw * fr - np.abs(dx * other.fx + dy * other.fy),
            bw + aw * ff + ad * fr - np.abs(dx * other.rx + dy * other.ry),
        )
    )
    return np.asarray(depths.min(axis=0), np.float64)


def overlap_mask(many: Poses, other: Rect) -> Mask:
    """Which poses overlap the rectangle; touching is not overlapping."""
    return overlap_depths(many, other) > TOLERANCE


def distances(many: Poses, other: Rect) -> Floats:
    """Between the closest points of each pose and the rectangle, 0 where they overlap."""
    own = corners(many)
    dx, dy = own[:, :, 0] - other.x, own[:, :, 1] - other.y
    to_other = _squared(
        np.abs(dx * other.rx + dy * other.ry) - other.width / 2,
        np.abs(dx * other.fx + dy * other.fy) - other.depth / 2,
    )
    theirs = np.asarray(other.corners)
    dx, dy = theirs[None, :, 0] - many.x[:, None], theirs[None, :, 1] - many.y[:, None]
    from_other = _squared(
        np.abs(dx * many.rx[:, None] + dy * many.ry[:, None]) - many.width / 2,
        np.abs(dx * many.fx[:, None] + dy * many.fy[:, None]) - many.depth / 2,
    )
    gaps = np.sqrt(np.minimum(to_other.min(axis=1), from_other.min(axis=1)))
    return np.where(overlap_depths(many, other) >= 0.0, 0.0, gaps)


def on_board_mask(many: Poses, width: float, depth: float) -> Mask:
    """Which poses lie wholly on the board, its edges included."""
    half_x = np.abs(many.fx) * (many.depth / 2) + np.abs(many.rx) * (many.width / 2) - TOLERANCE
    half_y = np.abs(many.fy) * (many.depth / 2) + np.abs(many.ry) * (many.width / 2) - TOLERANCE
    return np.asarray(
        (many.x >= half_x) & (many.x <= width - half_x) & (many.y >= half_y) & (many.y <= depth - half_y), np.bool_
    )


def arcs_of_point(many: Poses, x: float, y: float) -> Indices:
    """In which arc of each pose the one point lies, as indices into `ARCS`; borders as in `arc_of`."""
    dx, dy = x - many.x, y - many.y
    return _arcs(dx * many.rx + dy * many.ry, dx * many.fx + dy * many.fy, many.width, many.depth)


def arcs_of_points(shape: Rect, x: ArrayLike, y: ArrayLike) -> Indices:
    """In which arc of the one rectangle each point lies, as indices into `ARCS`; borders as in `arc_of`."""
    dx, dy = np.asarray(x, np.float64) - shape.x, np.asarray(y, np.float64) - shape.y
    return _arcs(dx * shape.rx + dy * shape.ry, dx * shape.fx + dy * shape.fy, shape.width, shape.depth)


def _arcs(right: Floats, ahead: Floats, width: float, depth: float) -> Indices:
    ends = np.abs(ahead) - depth / 2 >= np.abs(right) - width / 2 - TOLERANCE
    return np.where(ends, np.where(ahead >= 0, 0, 2), np.where(right > 0, 1, 3)).astype(np.int8)


def _squared(u: Floats, v: Floats) -> Floats:
    u, v = np.maximum(u, 0.0), np.maximum(v, 0.0)
    return np.asarray(u * u + v * v, np.float64)
