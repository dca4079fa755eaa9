"""Turning a rectangle about a point: where it ends, how near it comes to something, and what stops it.

Degrees are clockwise; a turn may go either way.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import atan2, hypot, pi, radians, sqrt
from math import degrees as to_degrees

from warhost.table.shapes import (
    direction,
    distance,
    distance_to_point,
    overlap_depth,
    point_on_board,
    rect,
    wrapped,
)
from warhost.table.values import TOLERANCE, Point, Rect

_FULL_TURN = 2 * pi
_HAIR = 1e-9


def turned(shape: Rect, around: Point, degrees: float) -> Rect:
    """The rectangle after a turn about the point."""
    x, y = turned_point((shape.x, shape.y), around, degrees)
    return rect(x, y, wrapped(shape.facing + degrees), shape.width, shape.depth)


def turned_point(point: Point, around: Point, degrees: float) -> Point:
    """The point after a turn about another."""
    sine, cosine = direction(degrees)
    dx, dy = point[0] - around[0], point[1] - around[1]
    return (around[0] + dx * cosine + dy * sine, around[1] - dx * sine + dy * cosine)


def turning_radius(shape: Rect, around: Point) -> float:
    """From the point to the farthest corner: nothing beyond it is touched by any turn about the point."""
    return max(hypot(x - around[0], y - around[1]) for x, y in shape.corners)


def gap_turning(shape: Rect, around: Point, degrees: float, obstacle: Rect) -> float:
    """The smallest distance to the obstacle at any moment of the turn, 0 if they meet. Exact, nothing is sampled.

    The point must lie in the rectangle or on its border. Then what the turn sweeps is the rectangle at its start
    and at its end, and for each corner the slice of a circle from the point out to that corner's arc. What is
    nearest to such an arc is a corner of the obstacle or the foot of the perpendicular on one of its edges.
    """
    best = min(distance(shape, obstacle), distance(turned(shape, around, degrees), obstacle))
    if best == 0.0:
        return 0.0
    reach = turning_radius(shape, around)
    arcs = _corner_arcs(shape, around)
    for radius, at in _nearest_on_edges(obstacle, around):
        if radius - reach >= best:
            continue
        for corner_radius, corner_at in arcs:
            gap = radius - corner_radius
            if gap < best and _turn_to(corner_at, at, degrees) <= abs(radians(degrees)):
                best = gap
    return max(0.0, best)


def free_turn(shape: Rect, around: Point, degrees: float, obstacle: Rect) -> float:
    """How far the turn goes until the rectangle touches the obstacle; all of it if it never does.

    The answer has the sign of the turn. Grazing (no deeper than the tolerance) does not stop it, so a rectangle
    that is already in contact may turn away. The point may lie anywhere.
    """
    if distance_to_point(obstacle, around[0], around[1]) >= turning_radius(shape, around):
        return degrees
    whole = abs(radians(degrees))
    moments = [0.0, *sorted(_meeting_turns(shape, around, degrees, obstacle)), whole]
    # Between two moments nothing meets or parts, so one look in the middle tells whether the shapes overlap. How
    # deep is also looked at where the part ends: from a flush edge the depth grows slowly at first.
    overlapping_since = -1.0
    for start, end in pairwise(moments):
        depth = _depth_after(shape, around, degrees, (start + end) / 2, obstacle)
        if depth <= _HAIR:
            overlapping_since = -1.0
            continue
        if overlapping_since < 0.0:
            overlapping_since = start
        if depth > TOLERANCE or _depth_after(shape, around, degrees, end, obstacle) > TOLERANCE:
            angle = to_degrees(overlapping_since)
            return angle if degrees >= 0 else 0.0 - angle
    return degrees


def meeting_turns(shape: Rect, around: Point, degrees: float, obstacle: Rect) -> list[float]:
    """The turns up to that one, signed like it, at which the two begin or cease to overlap, or might."""
    sign = 1.0 if degrees >= 0 else -1.0
    return [sign * to_degrees(turn) for turn in _meeting_turns(shape, around, degrees, obstacle)]


def corner_stays_on_board(corner: Point, around: Point, degrees: float, width: float, depth: float) -> bool:
    """Whether a corner that turns about the point is on the board all the way. Exact: it looks where the arc bulges."""
    x, y = around
    dx, dy = corner[0] - x, corner[1] - y
    radius = hypot(dx, dy)
    if radius <= min(x, y, width - x, depth - y):
        return True
    ends = (corner, turned_point(corner, around, degrees))
    if not all(point_on_board(end_x, end_y, width, depth) for end_x, end_y in ends):
        return False
    at = atan2(dx, dy)
    whole = abs(radians(degrees))
    for quarter, (ux, uy) in enumerate(((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))):
        bulges = _turn_to(at, quarter * pi / 2, degrees) <= whole
        if bulges and not point_on_board(x + ux * radius, y + uy * radius, width, depth):
            return False
    return True


def _depth_after(shape: Rect, around: Point, degrees: float, turn: float, obstacle: Rect) -> float:
    """How deep the shapes are in each other after that much of the turn (in radians, the way the degrees say)."""
    angle = to_degrees(turn)
    return overlap_depth(turned(shape, around, angle if degrees >= 0 else -angle), obstacle)


def _turn_to(start: float, goal: float, degrees: float) -> float:
    """How far to turn, the way the degrees say, from one bearing to another (radians, from 0 to a full turn)."""
    return (goal - start if degrees >= 0 else start - goal) % _FULL_TURN


def _corner_arcs(shape: Rect, around: Point) -> list[tuple[float, float]]:
    """For each corner that a turn about the point moves, how far it is from the point and on what bearing."""
    arcs = []
    for x, y in shape.corners:
        dx, dy = x - around[0], y - around[1]
        radius = hypot(dx, dy)
        if radius > _HAIR:
            arcs.append((radius, atan2(dx, dy)))
    return arcs


def _nearest_on_edges(shape: Rect, around: Point) -> Iterator[tuple[float, float]]:
    """The corners and the feet of perpendiculars from the point: how far from the point and on what bearing."""
    ax, ay = shape.corners[3][0] - around[0], shape.corners[3][1] - around[1]
    for x, y in shape.corners:
        bx, by = x - around[0], y - around[1]
        yield hypot(bx, by), atan2(bx, by)
        ex, ey = bx - ax, by - ay
        length = ex * ex + ey * ey
        along = -(ax * ex + ay * ey)
        if 0.0 < along < length:
            fx, fy = ax + ex * along / length, ay + ey * along / length
            yield hypot(fx, fy), atan2(fx, fy)
        ax, ay = bx, by


def _meeting_turns(shape: Rect, around: Point, degrees: float, obstacle: Rect) -> Iterator[float]:
    """The turns, in radians, after which a corner of the one lies on the border of the other."""
    whole = abs(radians(degrees))
    for radius, at in _corner_arcs(shape, around):
        for bearing in _border_at_radius(obstacle, around, radius):
            turn = _turn_to(at, bearing, degrees)
            if turn < whole:
                yield turn
    for radius, at in _corner_arcs(obstacle, around):
        for bearing in _border_at_radius(shape, around, radius):
            turn = _turn_to(bearing, at, degrees)
            if turn < whole:
                yield turn


def _border_at_radius(shape: Rect, around: Point, radius: float) -> Iterator[float]:
    """The bearings from the point at which the rectangle's border is exactly that far away."""
    ax, ay = shape.corners[3][0] - around[0], shape.corners[3][1] - around[1]
    for x, y in shape.corners:
        bx, by = x - around[0], y - around[1]
        ex, ey = bx - ax, by - ay
        length = hypot(ex, ey)
        if length > _HAIR:
            ex, ey = ex / length, ey / length
            foot = -(ax * ex + ay * ey)
            fx, fy = ax + ex * foot, ay + ey * foot
            aside = radius * radius - fx * fx - fy * fy
            if aside >= 0.0:
                half = sqrt(aside)
                for along in (foot - half, foot + half):
                    if -_HAIR <= along <= length + _HAIR:
                        yield atan2(ax + ex * along, ay + ey * along)
        ax, ay = bx, by
