"""Shapes on the table: oriented rectangles and convex polygons, and what is near, inside or overlapping.

Inches, x to the right, y away from the first player, facing in degrees clockwise from +y.
Every comparison of lengths goes through `TOLERANCE`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, cos, degrees, hypot, radians, sin

from warhost.table.values import TOLERANCE, Arc, Point, Pose, Rect


@lru_cache(maxsize=1 << 16)
def rect(x: float, y: float, facing: float, width: float, depth: float) -> Rect:
    """The rectangle with its centre at (x, y)."""
    angle = radians(facing)
    fx, fy = sin(angle), cos(angle)
    rx, ry = fy, -fx
    hw, hd = width / 2, depth / 2
    ax, ay = fx * hd, fy * hd
    bx, by = rx * hw, ry * hw
    corners = (
        (x + ax - bx, y + ay - by),
        (x + ax + bx, y + ay + by),
        (x - ax + bx, y - ay + by),
        (x - ax - bx, y - ay - by),
    )
    return Rect(x, y, facing, width, depth, fx, fy, rx, ry, corners)


def rect_at(pose: Pose, width: float, depth: float) -> Rect:
    return rect(pose.x, pose.y, pose.facing, width, depth)


def edge(shape: Rect, side: Arc) -> tuple[Point, Point]:
    """The edge on that side, from left to right as seen by somebody standing on it and looking outwards."""
    front_left, front_right, rear_right, rear_left = shape.corners
    if side is Arc.FRONT:
        return front_left, front_right
    if side is Arc.RIGHT:
        return front_right, rear_right
    if side is Arc.REAR:
        return rear_right, rear_left
    return rear_left, front_left


def outward(shape: Rect, side: Arc) -> Point:
    """The unit vector that points out of the rectangle on that side."""
    if side is Arc.FRONT:
        return (shape.fx, shape.fy)
    if side is Arc.RIGHT:
        return (shape.rx, shape.ry)
    if side is Arc.REAR:
        return (-shape.fx, -shape.fy)
    return (-shape.rx, -shape.ry)


def local(shape: Rect, x: float, y: float) -> Point:
    """A point seen from the rectangle: how far to its right and how far ahead of its centre."""
    dx, dy = x - shape.x, y - shape.y
    return (dx * shape.rx + dy * shape.ry, dx * shape.fx + dy * shape.fy)


def arc_of(shape: Rect, x: float, y: float) -> Arc:
    """The arc of the rectangle that holds the point: rays at 45 degrees outward from each corner.

    Front and rear include their borders, the flanks do not.
    """
    right, ahead = local(shape, x, y)
    over_side = abs(right) - shape.width / 2
    over_end = abs(ahead) - shape.depth / 2
    if over_end >= over_side - TOLERANCE:
        return Arc.FRONT if ahead >= 0 else Arc.REAR
    return Arc.RIGHT if right > 0 else Arc.LEFT


def distance(a: Rect, b: Rect) -> float:
    """Between the closest points of two rectangles, 0 if they overlap."""
    if overlap_depth(a, b) >= 0.0:
        return 0.0
    best = 1e18
    for px, py in a.corners:
        best = min(best, _squared_to_rect(b, px, py))
    for px, py in b.corners:
        best = min(best, _squared_to_rect(a, px, py))
    return best**0.5


def distance_to_point(shape: Rect, x: float, y: float) -> float:
    """From the closest point of the rectangle to the point, 0 inside."""
    return _squared_to_rect(shape, x, y) ** 0.5


def _squared_to_rect(shape: Rect, x: float, y: float) -> float:
    dx, dy = x - shape.x, y - shape.y
    right = abs(dx * shape.rx + dy * shape.ry) - shape.width * 0.5
    ahead = abs(dx * shape.fx + dy * shape.fy) - shape.depth * 0.5
    if right <= 0.0:
        return ahead * ahead if ahead > 0.0 else 0.0
    if ahead <= 0.0:
        return right * right
    return right * right + ahead * ahead


def overlap_depth(a: Rect, b: Rect) -> float:
    """How deep two rectangles are in each other along the best separating axis; negative if they are apart."""
    dx, dy = b.x - a.x, b.y - a.y
    ff = abs(a.fx * b.fx + a.fy * b.fy)
    fr = abs(a.fx * b.rx + a.fy * b.ry)
    aw, ad, bw, bd = a.width * 0.5, a.depth * 0.5, b.width * 0.5, b.depth * 0.5
    return min(
        ad + bd * ff + bw * fr - abs(dx * a.fx + dy * a.fy),
        aw + bw * ff + bd * fr - abs(dx * a.rx + dy * a.ry),
        bd + ad * ff + aw * fr - abs(dx * b.fx + dy * b.fy),
        bw + aw * ff + ad * fr - abs(dx * b.rx + dy * b.ry),
    )


def overlaps(a: Rect, b: Rect) -> bool:
    """Whether the insides overlap; touching is not overlapping."""
    return overlap_depth(a, b) > TOLERANCE


def touches(a: Rect, b: Rect) -> bool:
    """Whether the boundaries touch, a shared corner included, without overlapping."""
    return not overlaps(a, b) and distance(a, b) <= TOLERANCE


def contains_point(shape: Rect, x: float, y: float) -> bool:
    """Whether the point is inside or on the border."""
    return _squared_to_rect(shape, x, y) <= TOLERANCE * TOLERANCE


def bearing(from_x: float, from_y: float, to_x: float, to_y: float) -> float:
    """The facing, in degrees, of somebody who looks from one point at the other."""
    return degrees(atan2(to_x - from_x, to_y - from_y)) % 360.0


def convex_contains(polygon: Sequence[Point], x: float, y: float) -> bool:
    """Whether a convex polygon (corners clockwise as on a map) holds the point, border included."""
    ax, ay = polygon[-1]
    for bx, by in polygon:
        length = hypot(bx - ax, by - ay)
        if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > TOLERANCE * length:
            return False
        ax, ay = bx, by
    return True
