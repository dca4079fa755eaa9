"""Shadows: how much of a straight edge is hidden from an eye by rectangles.

Everything is computed, nothing is sampled. A line that runs along the edge of a rectangle or through one of its
corners does not cross it: only what lies deeper than `TOLERANCE` counts as its inside where the difference matters.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf
from typing import TypeAlias

from warhost.table.shapes import segment_crosses
from warhost.table.sums import summed
from warhost.table.values import TOLERANCE, Point, Rect

Span: TypeAlias = tuple[float, float]
"""A part of a segment, from and to, as fractions of its length."""

_WHOLE: Span = (0.0, 1.0)


def hidden_spans(
    eye: Point, target: tuple[Point, Point], blockers: Sequence[Rect], inside_counts: bool = False
) -> list[Span]:
    """The parts of the target segment that the eye cannot see, in order and without overlaps.

    A point is hidden if the straight line to it crosses the inside of a blocker. With `inside_counts` the blockers
    are areas that also hide what stands on them, border included: a segment that lies on the near border of an area
    is hidden by it, but it is not by a plain blocker.
    """
    (ax, ay), (bx, by) = target
    spans: list[Span] = []
    for shape in blockers:
        span = _shadow(eye[0], eye[1], ax, ay, bx - ax, by - ay, shape)
        if span is not None:
            spans.append(span)
        if inside_counts:
            span = _part_on(ax, ay, bx - ax, by - ay, shape)
            if span is not None:
                spans.append(span)
    return _union(spans) if len(spans) > 1 else spans


def hidden_fraction(
    eye: Point,
    target: tuple[Point, Point],
    blockers: Sequence[Rect],
    areas: Sequence[Rect] = (),
    grounds: Sequence[Rect] = (),
) -> float:
    """How much of the target segment is hidden from the eye by blockers, areas and grounds together, from 0 to 1.

    Areas hide what stands on them or behind them, grounds only what stands on them.
    """
    spans = hidden_spans(eye, target, blockers)
    if areas:
        spans = _union(spans + hidden_spans(eye, target, areas, inside_counts=True))
    if grounds:
        spans = _union(spans + _spans_on(target, grounds))
    return summed([end - start for start, end in spans], 0.0)


def _spans_on(target: tuple[Point, Point], grounds: Sequence[Rect]) -> list[Span]:
    """The parts of the segment that lie on the grounds, borders included."""
    (ax, ay), (bx, by) = target
    found = (_part_on(ax, ay, bx - ax, by - ay, shape) for shape in grounds)
    return [span for span in found if span is not None]


def least_hidden(
    eyes: Sequence[Point], target: tuple[Point, Point], blockers: Sequence[Rect], areas: Sequence[Rect] = ()
) -> float:
    """The hidden fraction as seen from the eye that sees most."""
    least = 1.0
    for eye in eyes:
        least = min(least, hidden_fraction(eye, target, blockers, areas))
        if least <= 0.0:
            break
    return least


def widest_gap(spans: Sequence[Span]) -> float | None:
    """The middle of the longest part that no span covers; None if they cover everything."""
    reach, width, middle = 0.0, 1e-9, -1.0
    for start, end in spans:
        if start - reach > width:
            width, middle = start - reach, (start + reach) * 0.5
        reach = end
    if 1.0 - reach > width:
        middle = (1.0 + reach) * 0.5
    return middle if middle >= 0.0 else None


def _union(spans: list[Span]) -> list[Span]:
    """The same parts, sorted, with those that meet or overlap made one."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            if end > merged[-1][1]:
                merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged


def _shadow(ex: float, ey: float, ax: float, ay: float, dx: float, dy: float, shape: Rect) -> Span | None:
    """The shadow that one rectangle throws on the segment from (ax, ay) along (dx, dy)."""
    vx, vy = ex - shape.x, ey - shape.y
    over_side = abs(vx * shape.rx + vy * shape.ry) - shape.width * 0.5
    over_end = abs(vx * shape.fx + vy * shape.fy) - shape.depth * 0.5
    over = over_side if over_side > over_end else over_end
    if over < -TOLERANCE:
        return _WHOLE
    if over <= TOLERANCE:
        return _shadow_from_border(vx, vy, ax - shape.x, ay - shape.y, dx, dy, shape)
    length = hypot(dx, dy)
    if length <= TOLERANCE:
        return _WHOLE if segment_crosses(shape, (ex, ey), (ax + dx * 0.5, ay + dy * 0.5)) else None
    px, py = ax - ex, ay - ey
    area = px * dy - py * dx
    if abs(area) <= TOLERANCE * length:
        return _shadow_in_line(ex, ey, ax, ay, dx, dy, shape)

    # In these units the eye is at height 0 and the segment at height 1.
    height = (vy * dx - vx * dy) / area
    reach = abs(shape.fx * dy - shape.fy * dx) * shape.depth + abs(shape.rx * dy - shape.ry * dx) * shape.width
    reach *= 0.5 / abs(area)
    if height + reach <= 0.0 or height - reach >= 1.0 - TOLERANCE * length / abs(area):
        return None
    return _projection(ex, ey, px, py, dx, dy, area, shape)


def _projection(
    ex: float, ey: float, px: float, py: float, dx: float, dy: float, area: float, shape: Rect
) -> Span | None:
    """What lies between the eye and the segment, projected on the segment.

    Each corner becomes (height, shift): height 0 at the eye and 1 at the segment, shift / height its place on the
    segment. The map is linear, so the rectangle is clipped to heights 0 to 1 edge by edge.
    """
    low, high = inf, -inf
    x, y = shape.corners[3]
    h0 = ((x - ex) * dy - (y - ey) * dx) / area
    s0 = (px * (y - ey) - py * (x - ex)) / area
    for x, y in shape.corners:
        h1 = ((x - ex) * dy - (y - ey) * dx) / area
        s1 = (px * (y - ey) - py * (x - ex)) / area
        if 0.0 < h1 <= 1.0:
            place = s1 / h1
            if place < low:
                low = place
            if place > high:
                high = place
        if (h0 > 0.0) != (h1 > 0.0):
            # The edge passes beside the eye: the shadow has no end on that side.
            if (s0 * h1 - s1 * h0) / (h1 - h0) > 0.0:
                high = inf
            else:
                low = -inf
        if (h0 > 1.0) != (h1 > 1.0):
            place = s0 + (s1 - s0) * (1.0 - h0) / (h1 - h0)
            if place < low:
                low = place
            if place > high:
                high = place
        h0, s0 = h1, s1
    if low < 0.0:
        low = 0.0
    if high > 1.0:
        high = 1.0
    return (low, high) if low < high else None


def _shadow_from_border(vx: float, vy: float, ax: float, ay: float, dx: float, dy: float, shape: Rect) -> Span | None:
    """The shadow for an eye on the rectangle's border: whatever lies inwards of the edges it is on.

    All points are given as seen from the rectangle's centre.
    """
    low, high = 0.0, 1.0
    for ux, uy, half in ((shape.rx, shape.ry, shape.width * 0.5), (shape.fx, shape.fy, shape.depth * 0.5)):
        at = vx * ux + vy * uy
        if abs(at) < half - TOLERANCE:
            continue
        if at < 0.0:
            ux, uy = -ux, -uy
        start = half - (ax * ux + ay * uy)
        end = start - (dx * ux + dy * uy)
        if start <= TOLERANCE and end <= TOLERANCE:
            return None
        if start < 0.0:
            low = max(low, start / (start - end))
        elif end < 0.0:
            high = min(high, start / (start - end))
    return (low, high) if low < high else None


def _shadow_in_line(ex: float, ey: float, ax: float, ay: float, dx: float, dy: float, shape: Rect) -> Span | None:
    """The shadow for an eye that looks along the segment: all that is farther off than the rectangle's near side."""
    inside = _line_inside(ax, ay, dx, dy, shape)
    if inside is None:
        return None
    start, end = inside
    if start >= ((ex - ax) * dx + (ey - ay) * dy) / (dx * dx + dy * dy):
        hit, low, high = segment_crosses(shape, (ex, ey), (ax + dx, ay + dy)), max(start, 0.0), 1.0
    else:
        hit, low, high = segment_crosses(shape, (ex, ey), (ax, ay)), 0.0, min(end, 1.0)
    return (low, high) if hit and low < high else None


def _part_on(ax: float, ay: float, dx: float, dy: float, shape: Rect) -> Span | None:
    """The part of the segment that lies on the rectangle, border included."""
    inside = _line_inside(ax, ay, dx, dy, shape)
    if inside is None:
        return None
    low, high = max(inside[0], 0.0), min(inside[1], 1.0)
    return (low, high) if low < high else None


def _line_inside(ax: float, ay: float, dx: float, dy: float, shape: Rect) -> Span | None:
    """Where the endless line from (ax, ay) along (dx, dy) is in the rectangle, a line along its border included."""
    cx, cy = ax - shape.x, ay - shape.y
    low, high = -inf, inf
    for ux, uy, half in ((shape.rx, shape.ry, shape.width * 0.5), (shape.fx, shape.fy, shape.depth * 0.5)):
        at = cx * ux + cy * uy
        along = dx * ux + dy * uy
        if abs(along) <= TOLERANCE:
            if abs(at + along * 0.5) > half + TOLERANCE:
                return None
        else:
            first, last = (-half - at) / along, (half - at) / along
            low, high = max(low, min(first, last)), min(high, max(first, last))
    return (low, high) if low < high else None
