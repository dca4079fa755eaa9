"""Bases of either form: circles among themselves, circles and rectangles, and what is near, inside or in the way.

These functions take round and square bases alike. Where both are rectangles they answer as `shapes` and `moves` do.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, inf, radians, sin, sqrt

from warhost.table.shapes import (
    contains_point,
    direction,
    distance,
    distance_to_point,
    from_local,
    grown,
    local,
    nearest_point,
    on_board,
    overlap_depth,
    polygon_contains,
    polygon_contains_rect,
    polygon_distance_to_point,
    polygon_overlaps_rect,
    rect,
    segment_crosses,
    segment_distance_to_point,
)
from warhost.table.values import TOLERANCE, Base, Circle, Point, Rect

_HAIR = 1e-9


def base_distance(a: Base, b: Base) -> float:
    """Between the closest points of two bases, 0 if they overlap."""
    if isinstance(a, Circle):
        return max(0.0, base_distance_to_point(b, a.x, a.y) - a.radius)
    if isinstance(b, Circle):
        return max(0.0, distance_to_point(a, b.x, b.y) - b.radius)
    return distance(a, b)


def base_distance_to_point(base: Base, x: float, y: float) -> float:
    """From the closest point of the base to the point, 0 inside."""
    if isinstance(base, Circle):
        return max(0.0, hypot(base.x - x, base.y - y) - base.radius)
    return distance_to_point(base, x, y)


def bases_within(a: Base, b: Base, limit: float) -> bool:
    """Whether the closest points are at most that far apart; far bases are told apart by their circles alone."""
    dx, dy = b.x - a.x, b.y - a.y
    reach = a.radius + b.radius + limit + TOLERANCE
    return dx * dx + dy * dy <= reach * reach and base_distance(a, b) <= limit + TOLERANCE


def base_overlap_depth(a: Base, b: Base) -> float:
    """How far one of the two must go, the shortest way, to be out of the other; negative or 0 if they are apart."""
    if isinstance(a, Circle):
        if isinstance(b, Circle):
            return a.radius + b.radius - hypot(a.x - b.x, a.y - b.y)
        return a.radius + _depth_in(b, a.x, a.y)
    if isinstance(b, Circle):
        return b.radius + _depth_in(a, b.x, b.y)
    return overlap_depth(a, b)


def _depth_in(shape: Rect, x: float, y: float) -> float:
    """How deep a point is in a rectangle; outside, the negative distance."""
    right, ahead = local(shape, x, y)
    side, end = shape.width / 2 - abs(right), shape.depth / 2 - abs(ahead)
    return min(side, end) if side >= 0.0 and end >= 0.0 else -hypot(min(side, 0.0), min(end, 0.0))


def bases_overlap(a: Base, b: Base) -> bool:
    """Whether the insides overlap; touching is not overlapping."""
    dx, dy = b.x - a.x, b.y - a.y
    reach = a.radius + b.radius
    return dx * dx + dy * dy < reach * reach and base_overlap_depth(a, b) > TOLERANCE


def bases_touch(a: Base, b: Base) -> bool:
    """Whether two bases are in contact without overlapping."""
    return bases_within(a, b, 0.0) and base_overlap_depth(a, b) <= TOLERANCE


def base_contains_point(base: Base, x: float, y: float) -> bool:
    """Whether the point is inside or on the rim."""
    if isinstance(base, Circle):
        return hypot(base.x - x, base.y - y) <= base.radius + TOLERANCE
    return contains_point(base, x, y)


def base_crossed(base: Base, start: Point, end: Point) -> bool:
    """Whether some of the segment lies inside the base; grazing its rim does not."""
    if isinstance(base, Circle):
        return segment_distance_to_point(start, end, base.x, base.y) < base.radius - TOLERANCE
    return segment_crosses(base, start, end)


def inches_inside(base: Base, start: Point, end: Point) -> float:
    """How many inches of the segment lie in the base."""
    low, high = span_inside(base, start, end)
    return high - low


def span_inside(base: Base, start: Point, end: Point) -> tuple[float, float]:
    """From where to where the segment lies in the base, in inches from its start; twice the same if it never does."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    if length == 0.0:
        return (0.0, 0.0)
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    if isinstance(base, Circle):
        low, high = _through_circle(base.x, base.y, base.radius, Circle(start[0], start[1], 0.0), (ux, uy))
    else:
        right, front = local(base, start[0], start[1])
        across, along = ux * base.rx + uy * base.ry, ux * base.fx + uy * base.fy
        low, high = _through_box(right, front, across, along, base.width / 2, base.depth / 2)
    low, high = max(low, 0.0), min(high, length)
    return (low, high) if low < high else (0.0, 0.0)


def base_on_board(base: Base, width: float, depth: float) -> bool:
    """Whether the whole base lies on a board whose near left corner is (0, 0); its edges belong to the board."""
    if isinstance(base, Circle):
        r = base.radius - TOLERANCE
        return r <= base.x <= width - r and r <= base.y <= depth - r
    return on_board(base, width, depth)


def polygon_contains_base(polygon: Sequence[Point], base: Base) -> bool:
    """Whether the base lies wholly in the polygon, border included."""
    if isinstance(base, Circle):
        inside = polygon_contains(polygon, base.x, base.y)
        return inside and _to_outline(polygon, base.x, base.y) >= base.radius - TOLERANCE
    return polygon_contains_rect(polygon, base)


def polygon_overlaps_base(polygon: Sequence[Point], base: Base) -> bool:
    """Whether some of the base's inside lies in the polygon; touching is not overlapping."""
    if isinstance(base, Circle):
        return polygon_distance_to_point(polygon, base.x, base.y) < base.radius - TOLERANCE
    return polygon_overlaps_rect(polygon, base)


def shifted(base: Base, dx: float, dy: float) -> Base:
    """The base shifted so far, facing unchanged."""
    if isinstance(base, Circle):
        return Circle(base.x + dx, base.y + dy, base.radius)
    return rect(base.x + dx, base.y + dy, base.facing, base.width, base.depth)


def centred_at(base: Base, x: float, y: float) -> Base:
    """The base with its centre there, facing unchanged."""
    if isinstance(base, Circle):
        return Circle(x, y, base.radius)
    return rect(x, y, base.facing, base.width, base.depth)


def widened(base: Base, margin: float) -> Base:
    """The base with its rim moved outwards by the margin; the corners of a rectangle stay square."""
    if isinstance(base, Circle):
        return Circle(base.x, base.y, base.radius + margin)
    return grown(base, margin)


def rect_around(base: Base) -> Rect:
    """The rectangle itself; for a circle the upright square around it."""
    return rect(base.x, base.y, 0.0, 2 * base.radius, 2 * base.radius) if isinstance(base, Circle) else base


def rim_point(base: Base, facing: float) -> Point:
    """The point of the rim that somebody in the middle of the base sees in that direction."""
    ux, uy = direction(facing)
    if isinstance(base, Circle):
        return (base.x + ux * base.radius, base.y + uy * base.radius)
    right, ahead = abs(ux * base.rx + uy * base.ry), abs(ux * base.fx + uy * base.fy)
    reach = min(base.width / 2 / right if right else inf, base.depth / 2 / ahead if ahead else inf)
    return (base.x + ux * reach, base.y + uy * reach)


def rim_points(base: Base, count: int = 8) -> tuple[Point, ...]:
    """Points all round the rim; eight of a rectangle are its corners and the middles of its sides."""
    if isinstance(base, Circle):
        turns = [radians(360.0 * number / count) for number in range(count)]
        return tuple((base.x + base.radius * sin(turn), base.y + base.radius * cos(turn)) for turn in turns)
    if count == 8:
        hw, hd = base.width / 2, base.depth / 2
        spots = ((0, hd), (hw, hd), (hw, 0), (hw, -hd), (0, -hd), (-hw, -hd), (-hw, 0), (-hw, hd))
        return tuple(from_local(base, right, ahead) for right, ahead in spots)
    return tuple(rim_point(base, base.facing + 360.0 * number / count) for number in range(count))


def nearest_on(base: Base, x: float, y: float) -> Point:
    """The point of the base that is nearest to the given one: that one itself if it lies inside."""
    if isinstance(base, Circle):
        away = hypot(x - base.x, y - base.y)
        if away <= base.radius:
            return (x, y)
        share = base.radius / away
        return (base.x + (x - base.x) * share, base.y + (y - base.y) * share)
    return nearest_point(base, x, y)


def free_glide(mover: Base, ahead: Point, obstacle: Base, limit: float = inf) -> float:
    """How far a base can go straight along a unit vector, facing unchanged, until it touches the obstacle.

    The limit if it never does, 0 if they overlap already. Grazing past the obstacle (no deeper than the tolerance) does
    not stop it, so that a base in contact may slide along or leave.
    """
    dx, dy = obstacle.x - mover.x, obstacle.y - mover.y
    reach = mover.radius + obstacle.radius
    if abs(dx * ahead[1] - dy * ahead[0]) >= reach or dx * ahead[0] + dy * ahead[1] <= -reach:
        return limit
    low, high = _met(obstacle, mover, ahead, shrunk=TOLERANCE)
    if low >= high or high <= _HAIR or low >= limit:
        return limit
    low, _ = _met(obstacle, mover, ahead)
    return min(limit, max(0.0, low))


def _met(obstacle: Base, mover: Base, ahead: Point, shrunk: float = 0.0) -> tuple[float, float]:
    """From when to when a base that goes straight ahead overlaps the obstacle, in inches; low >= high if never.

    `shrunk` is how deep an overlap does not count yet.
    """
    if isinstance(mover, Circle):
        if isinstance(obstacle, Circle):
            return _through_circle(obstacle.x, obstacle.y, obstacle.radius + mover.radius - shrunk, mover, ahead)
        return _through_rounded(obstacle, mover, ahead, mover.radius - shrunk)
    if isinstance(obstacle, Circle):
        # Seen from the mover, the obstacle comes towards it.
        return _through_rounded(mover, obstacle, (-ahead[0], -ahead[1]), obstacle.radius - shrunk)
    return _through_rect(obstacle, mover, ahead, shrunk)


def _through_circle(x: float, y: float, radius: float, mover: Base, ahead: Point) -> tuple[float, float]:
    dx, dy = x - mover.x, y - mover.y
    along, aside = dx * ahead[0] + dy * ahead[1], dx * ahead[1] - dy * ahead[0]
    square = radius * radius - aside * aside
    if radius <= 0.0 or square <= 0.0:
        return (inf, -inf)
    half = sqrt(square)
    return (along - half, along + half)


def _through_rounded(shape: Rect, mover: Base, ahead: Point, radius: float) -> tuple[float, float]:
    """The way of a point through a rectangle that is grown by a radius, its corners rounded.

    That is a convex shape, made of two boxes and four circles: the way through it begins where the first of them is
    entered and ends where the last one is left.
    """
    right, front = local(shape, mover.x, mover.y)
    ux, uy = ahead[0] * shape.rx + ahead[1] * shape.ry, ahead[0] * shape.fx + ahead[1] * shape.fy
    hw, hd = shape.width / 2, shape.depth / 2
    if radius < 0.0:
        # A point that moves on: only what is deeper than the tolerance counts.
        return _through_box(right, front, ux, uy, hw + radius, hd + radius)
    at, way = Circle(right, front, 0.0), (ux, uy)
    spans = [_through_box(right, front, ux, uy, hw + radius, hd), _through_box(right, front, ux, uy, hw, hd + radius)]
    spans += [_through_circle(x, y, radius, at, way) for x in (-hw, hw) for y in (-hd, hd)]
    met = [span for span in spans if span[0] < span[1]]
    return (min(low for low, _ in met), max(high for _, high in met)) if met else (inf, -inf)


def _through_box(x: float, y: float, ux: float, uy: float, half_x: float, half_y: float) -> tuple[float, float]:
    low, high = -inf, inf
    for at, along, half in ((x, ux, half_x), (y, uy, half_y)):
        if abs(along) < 1e-12:
            if abs(at) >= half:
                return (inf, -inf)
            continue
        first, last = (-half - at) / along, (half - at) / along
        low, high = max(low, min(first, last)), min(high, max(first, last))
    return (low, high)


def _through_rect(obstacle: Rect, mover: Rect, ahead: Point, shrunk: float) -> tuple[float, float]:
    """Two rectangles overlap while their shadows do on the axes of both."""
    dx, dy = mover.x - obstacle.x, mover.y - obstacle.y
    low, high = -inf, inf
    for ax, ay in ((obstacle.rx, obstacle.ry), (obstacle.fx, obstacle.fy), (mover.rx, mover.ry), (mover.fx, mover.fy)):
        reach = _half_shadow(obstacle, ax, ay) + _half_shadow(mover, ax, ay) - shrunk
        first, last = _through_box(dx * ax + dy * ay, 0.0, ahead[0] * ax + ahead[1] * ay, 0.0, reach, inf)
        low, high = max(low, first), min(high, last)
    return (low, high)


def _half_shadow(shape: Rect, ax: float, ay: float) -> float:
    across, along = abs(shape.rx * ax + shape.ry * ay), abs(shape.fx * ax + shape.fy * ay)
    return across * shape.width / 2 + along * shape.depth / 2


def _to_outline(polygon: Sequence[Point], x: float, y: float) -> float:
    """From a point to the nearest border of a polygon."""
    return min(segment_distance_to_point(polygon[number - 1], polygon[number], x, y) for number in range(len(polygon)))
