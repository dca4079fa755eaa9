"""Contact: putting rectangles edge to edge, which sides meet, and who stands opposite whom.

Places along an edge are inches from its midpoint, positive to the right of somebody who stands on the edge and
looks outwards over it. The offsets of `flush`, the spans and the rows all use this scale.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from warhost.table.shapes import (
    arc_of,
    closest_points,
    edge,
    edge_length,
    edge_midpoint,
    outward,
    outward_facing,
    quarter_turns,
    rect,
    touches,
    turn_between,
    wrapped,
)
from warhost.table.turning import free_turn, turned_point
from warhost.table.values import TOLERANCE, Arc, Point, Rect

Interval: TypeAlias = tuple[float, float]

_SIDES = (Arc.FRONT, Arc.RIGHT, Arc.REAR, Arc.LEFT)


def flush(mover: Rect, target: Rect, side: Arc, offset: float = 0.0) -> Rect:
    """The mover with its front edge on that edge of the target, facing into it.

    Its centre line meets the edge `offset` inches from the edge's midpoint, positive to the right as the target
    sees it when it looks out over that edge.
    """
    return flush_side(mover, Arc.FRONT, target, side, offset)


def flush_side(mover: Rect, own_side: Arc, target: Rect, side: Arc, offset: float = 0.0) -> Rect:
    """The mover with the given one of its own edges on that edge of the target; the offset is the one of `flush`."""
    nx, ny = outward(target, side)
    mx, my = edge_midpoint(target, side)
    facing = wrapped(outward_facing(target, side) + 180.0 - quarter_turns(own_side))
    reach = (mover.depth if own_side is Arc.FRONT or own_side is Arc.REAR else mover.width) / 2
    return rect(mx + ny * offset + nx * reach, my - nx * offset + ny * reach, facing, mover.width, mover.depth)


def project(shape: Rect, onto: Rect, side: Arc) -> Interval:
    """The shadow that a rectangle throws straight onto the line of an edge: from where to where along it."""
    nx, ny = outward(onto, side)
    mx, my = edge_midpoint(onto, side)
    places = [(x - mx) * ny - (y - my) * nx for x, y in shape.corners]
    return (min(places), max(places))


def touching_sides(a: Rect, b: Rect) -> tuple[Arc, Arc] | None:
    """Which side of a meets which side of b; None unless they touch.

    Edge to edge, these are the two edges. Where a corner of one touches an edge of the other at an angle, it is
    that edge, and of the two edges at the corner the one turned more squarely against it (front and rear before
    the flanks if both are turned alike). Where only two corners touch, each side is the arc the point lies in,
    which for a corner means front or rear.
    """
    meeting = _meeting_edges(a, b)
    if meeting is not None:
        return meeting[:2]
    if not touches(a, b):
        return None
    on_a, on_b = closest_points(a, b)
    corner_of_a, corner_of_b = _is_corner(a, on_a), _is_corner(b, on_b)
    side_a, side_b = arc_of(a, on_a[0], on_a[1]), arc_of(b, on_b[0], on_b[1])
    if corner_of_a and not corner_of_b:
        side_a = _squarest_side(a, on_a, outward(b, side_b))
    elif corner_of_b and not corner_of_a:
        side_b = _squarest_side(b, on_b, outward(a, side_a))
    return (side_a, side_b)


def contact_span(a: Rect, b: Rect) -> Interval | None:
    """From where to where, along a's edge, the edges of two rectangles meet; None unless they are edge to edge."""
    meeting = _meeting_edges(a, b)
    return meeting[2] if meeting is not None else None


def opposite(
    row_a: Sequence[Interval], row_b: Sequence[Interval], span_a: Interval, span_b: Interval
) -> list[tuple[int, int]]:
    """Who stands opposite whom along a line of contact, as pairs of indices into the two rows, in order.

    Each row lists where its bases begin and end along the line, each span where its whole side begins and ends,
    all on one scale (see `project`). Bases are opposite each other if they share any of the line; a single point,
    such as a corner, is enough. A base that faces the other side's span, but there only a gap, counts against
    the nearest base of that side, or both where two are equally near. A base beyond the end of the other side's
    span faces nobody.
    """
    pairs = {
        (i, j) for i, first in enumerate(row_a) for j, second in enumerate(row_b) if _apart(first, second) <= TOLERANCE
    }
    met_a, met_b = {i for i, _ in pairs}, {j for _, j in pairs}
    for i, base in enumerate(row_a):
        if i not in met_a and _apart(base, span_b) <= TOLERANCE:
            pairs.update((i, j) for j in _nearest(base, row_b))
    for j, base in enumerate(row_b):
        if j not in met_b and _apart(base, span_a) <= TOLERANCE:
            pairs.update((i, j) for i in _nearest(base, row_a))
    return sorted(pairs)


def align_rotation(shape: Rect, around: Point, to_facing: float) -> Rect:
    """The rectangle turned about the point, the shorter way, until it has exactly that facing."""
    x, y = turned_point((shape.x, shape.y), around, turn_between(shape.facing, to_facing))
    return rect(x, y, wrapped(to_facing), shape.width, shape.depth)


def rotate_until_blocked(shape: Rect, around: Point, degrees: float, obstacles: Iterable[Rect]) -> float:
    """How far of a turn about the point, signed like it, can be made until the first of the obstacles is touched."""
    for obstacle in obstacles:
        # What one obstacle allows is all that the next has to be asked about.
        degrees = free_turn(shape, around, degrees, obstacle)
    return degrees


def slide(shape: Rect, inches: float, direction: Point) -> Rect:
    """The rectangle moved that far along a unit vector, facing unchanged."""
    return rect(
        shape.x + direction[0] * inches, shape.y + direction[1] * inches, shape.facing, shape.width, shape.depth
    )


def along_edge(shape: Rect, side: Arc) -> Point:
    """The unit vector along an edge to the right, as seen looking outwards over it: what offsets count along."""
    nx, ny = outward(shape, side)
    return (ny, -nx)


def _meeting_edges(a: Rect, b: Rect) -> tuple[Arc, Arc, Interval] | None:
    """The edges that lie on each other and the part of a's that both share; the longest such part, if several."""
    best: tuple[Arc, Arc, Interval] | None = None
    longest = TOLERANCE
    if not touches(a, b):
        return None
    for side_a in _SIDES:
        nx, ny = outward(a, side_a)
        mx, my = edge_midpoint(a, side_a)
        half = edge_length(a, side_a) / 2
        for side_b in _SIDES:
            ox, oy = outward(b, side_b)
            if nx * ox + ny * oy >= 0.0:
                continue
            (rx, ry), (lx, ly) = edge(b, side_b)
            right, left = (rx - mx) * ny - (ry - my) * nx, (lx - mx) * ny - (ly - my) * nx
            low, high = max(-half, left), min(half, right)
            if high - low <= longest or right <= left:
                continue
            # How far b's edge stands off a's line where the shared part begins and where it ends.
            at_left, at_right = (lx - mx) * nx + (ly - my) * ny, (rx - mx) * nx + (ry - my) * ny
            slope = (at_right - at_left) / (right - left)
            begins, ends = at_left + slope * (low - left), at_left + slope * (high - left)
            if abs(begins) <= TOLERANCE and abs(ends) <= TOLERANCE:
                best, longest = (side_a, side_b, (low, high)), high - low
    return best


def _is_corner(shape: Rect, point: Point) -> bool:
    return any(abs(x - point[0]) <= TOLERANCE and abs(y - point[1]) <= TOLERANCE for x, y in shape.corners)


def _squarest_side(shape: Rect, corner: Point, against: Point) -> Arc:
    """Of the two edges that meet at a corner, the one that looks more squarely against the given direction."""
    ends = [side for side in (Arc.FRONT, Arc.REAR) if _on_edge(shape, side, corner)]
    flanks = [side for side in (Arc.RIGHT, Arc.LEFT) if _on_edge(shape, side, corner)]

    def turned_away(side: Arc) -> float:
        nx, ny = outward(shape, side)
        return nx * against[0] + ny * against[1]

    end, flank = min(ends, key=turned_away), min(flanks, key=turned_away)
    return end if turned_away(end) <= turned_away(flank) + TOLERANCE else flank


def _on_edge(shape: Rect, side: Arc, point: Point) -> bool:
    nx, ny = outward(shape, side)
    mx, my = edge_midpoint(shape, side)
    return abs((point[0] - mx) * nx + (point[1] - my) * ny) <= 2 * TOLERANCE


def _apart(first: Interval, second: Interval) -> float:
    """How long the gap between two intervals is; 0 or less if they share anything."""
    return max(first[0], second[0]) - min(first[1], second[1])


def _nearest(base: Interval, row: Sequence[Interval]) -> list[int]:
    gaps = [_apart(base, other) for other in row]
    return [j for j, gap in enumerate(gaps) if gap <= min(gaps) + TOLERANCE]
