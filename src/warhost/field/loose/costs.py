"""What ways of a point cost over ground that costs more: stretch by stretch, and round it where that is cheaper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import hypot, inf
from typing import TypeAlias

import msgspec

from warhost.field.loose.steps import Around, Way
from warhost.field.loose.ways import Room, way_to
from warhost.table import TOLERANCE, Base, Point, Rect, contains_point, from_local, grown, local, rect, summed

Span: TypeAlias = tuple[float, float]
"""From which share of a straight way to which."""


class Stretch(msgspec.Struct, frozen=True, gc=False):
    """A part of a straight way by its shares, what an inch of it costs, and what has to be paid before it begins."""

    low: float
    high: float
    rate: float = 1.0
    before: float = 0.0


PLAIN = (Stretch(0.0, 1.0),)
"""A straight way whose inches cost one each."""

Stretches: TypeAlias = Callable[[Point, Point], Sequence[Stretch] | None]
"""A straight way by what its parts cost; None where it cannot be gone at all."""


def span(shape: Rect, start: Point, end: Point) -> Span | None:
    """From which share of a straight way to which it is inside a rectangle; None if it never is."""
    x, y, reach = shape.x, shape.y, shape.radius
    if (start[0] < x - reach and end[0] < x - reach) or (start[0] > x + reach and end[0] > x + reach):
        return None
    if (start[1] < y - reach and end[1] < y - reach) or (start[1] > y + reach and end[1] > y + reach):
        return None
    ax, ay = local(shape, *start)
    bx, by = local(shape, *end)
    low, high = 0.0, 1.0
    for at, to, half in ((ax, bx, shape.width / 2), (ay, by, shape.depth / 2)):
        along = to - at
        if abs(along) < 1e-12:
            if abs(at) >= half - TOLERANCE:
                return None
            continue
        one, other = (-half - at) / along, (half - at) / along
        low, high = max(low, min(one, other)), min(high, max(one, other))
    return (low, high) if high - low > 1e-9 else None


def spans(shapes: Iterable[Rect], start: Point, end: Point) -> list[Span]:
    """The spans of a straight way that are inside of rectangles."""
    return [found for shape in shapes if (found := span(shape, start, end)) is not None]


def split(slow: Sequence[Span], free: Sequence[Span], steps: Mapping[float, float], rate: float) -> Sequence[Stretch]:
    """A straight way cut where its cost changes: slow spans cost so much an inch but where others are free, and at
    single steps something is paid at once."""
    if not slow and not steps:
        return PLAIN
    cuts = sorted({0.0, 1.0, *steps, *(share for pair in (*slow, *free) for share in pair)})
    parts = []
    for low, high in pairwise(cuts):
        middle = (low + high) / 2
        is_slow = any(a < middle < b for a, b in slow) and not any(a < middle < b for a, b in free)
        parts.append(Stretch(low, high, rate if is_slow else 1.0, steps.get(low, 0.0)))
    return parts


def price_of(way: Sequence[Point], stretches: Stretches | None = None) -> float:
    """What a way costs, corner by corner; without stretches its length. No number of inches is enough where it cannot
    be gone."""
    total = 0.0
    for start, end in pairwise(way):
        length = hypot(end[0] - start[0], end[1] - start[1])
        if stretches is None:
            total += length
            continue
        parts = stretches(start, end)
        if parts is None:
            return inf
        total += summed(one.before + (one.high - one.low) * length * one.rate for one in parts)
    return total


def part_of(way: Sequence[Point], inches: float, stretches: Stretches | None = None) -> tuple[Point, ...]:
    """As much of a way as so many inches pay for, corner by corner."""
    done = [way[0]]
    for start, end in pairwise(way):
        length = hypot(end[0] - start[0], end[1] - start[1])
        parts = PLAIN if stretches is None else stretches(start, end)
        if parts is None:
            return tuple(done)
        for one in parts:
            whole = (one.high - one.low) * length * one.rate
            left = inches - one.before
            if left < -TOLERANCE:
                return (*done, _at(start, end, one.low))
            if whole > left + TOLERANCE:
                return (*done, _at(start, end, one.low + max(0.0, left) / (length * one.rate)))
            inches = left - whole
        done.append(end)
    return tuple(done)


def _at(start: Point, end: Point, share: float) -> Point:
    return (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)


def enters(shapes: Sequence[Rect], lanes: Sequence[Rect], way: Sequence[Point]) -> bool:
    """Whether a way leads through one of the areas, other than on a lane."""
    if not shapes:
        return False
    for start, end in pairwise(way):
        met = spans(shapes, start, end)
        paved = spans(lanes, start, end) if met else []
        if any(not any(a <= low and high <= b for a, b in paved) for low, high in met):
            return True
    return False


def cut_by(shape: Rect, lanes: Iterable[Rect]) -> list[Rect]:
    """What is left of a rectangle when lanes lead through it, in rectangles."""
    parts = [shape]
    for lane in lanes:
        parts = [left for part in parts for left in _without(part, lane)]
    return parts


def _without(shape: Rect, lane: Rect) -> list[Rect]:
    spots = [local(shape, x, y) for x, y in lane.corners]
    hw, hd = shape.width / 2, shape.depth / 2
    left, right = max(-hw, min(x for x, _ in spots)), min(hw, max(x for x, _ in spots))
    near, far = max(-hd, min(y for _, y in spots)), min(hd, max(y for _, y in spots))
    if left >= right or near >= far:
        return [shape]
    boxes = [(-hw, left, -hd, hd), (right, hw, -hd, hd), (left, right, -hd, near), (left, right, far, hd)]
    return [
        rect(*from_local(shape, (a + b) / 2, (c + d) / 2), shape.facing, b - a, d - c)
        for a, b, c, d in boxes
        if b - a > TOLERANCE and d - c > TOLERANCE
    ]


def cheapest_way(
    base: Base,
    end: Point,
    around: Around,
    most: float,
    room: Room,
    price: Callable[[Sequence[Point]], float],
    costly: Callable[[], Mapping[Rect, float]],
) -> Way | None:
    """A way there that costs no more than that: the shortest one, or one round costly ground in it.

    `room` is what bases of that size find around them. Of each piece of costly ground it is told how much farther in a
    way round it leads than a base would go that does not touch it: the centre alone has to stay outside.
    """
    way = room.way((base.x, base.y), end, most)
    if way is None or price(way.points) <= most + TOLERANCE:
        return way
    margins = costly()
    crossed = [shape for shape in margins if any(span(shape, *pair) for pair in pairwise(way.points))]
    for shapes in ([*crossed], *([one] for one in crossed if len(crossed) > 1)):
        walls = tuple(_core(one, margins[one]) for one in shapes if not contains_point(one, base.x, base.y))
        other = (
            way_to(base, end, msgspec.structs.replace(around, walls=(*around.walls, *walls)), most) if walls else None
        )
        if other is not None and price(other.points) <= most + TOLERANCE:
            return other
    return None


def _core(shape: Rect, margin: float) -> Rect:
    """The rectangle without a rim of that width; a little of it is always left."""
    return grown(shape, -min(margin, shape.width / 2 - 0.01, shape.depth / 2 - 0.01))
