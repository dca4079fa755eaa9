"""Where a mover can end flush on a side: the places of the highest score that it can come to by one wheel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil

from warhost.field.contact.places import Stretch, within_free
from warhost.field.contact.wheel_in import COARSE, FINE, TENS, Approach, Bearing, Route
from warhost.table import TOLERANCE, Interval, Rect, turn_between, turned

SAMPLE = 0.5
"""How finely the places that one wheel leads to are tried, in inches, where the obvious ones are closed."""

DIFFERENT = 0.1
"""Places nearer to each other than this are the same place to a player."""

Found = tuple[float, Route]
"""An offset along the side and a route that leads there."""

Free = Callable[[Rect], bool]


def best_arrivals(approach: Approach, stretches: Iterable[Stretch]) -> list[tuple[float, Route, int]]:
    """The places with the highest score that the mover can come to, each with its route and its score.

    At most three: nearest to the side's centre line, leftmost, rightmost. Where no route ends in such a place the mover
    slides along the side by the least that leads to one.
    """
    parts = within_free(stretches, approach.free)
    best = [max((p.score for p in parts if _inside(p, free)), default=0) for free in approach.free]
    for score in sorted(set(best), reverse=True):
        intervals = [free for free, top in zip(approach.free, best, strict=True) if top == score]
        wanted = [p for p in parts if p.score == score and any(_inside(p, free) for free in intervals)]
        found = straight_there(approach, wanted) or _sliding(approach, intervals, wanted)
        if found:
            return [(offset, route, score) for offset, route in found]
    return []


def flush_routes(approach: Approach, bearing: Bearing, free: Sequence[Interval]) -> Iterator[Route]:
    """Ways with that wheel to free places, the place nearest to the facing's centre line first."""
    for low, high in free:
        low, high = max(low, bearing.low), min(high, bearing.high)
        if low > high:
            continue
        for offset in sample_offsets(low, high):
            route = _aligned(approach, bearing, offset)
            if route is not None:
                yield route


def three_offsets(low: float, high: float) -> Iterator[float]:
    """The place nearest to the centre line, and both ends: near to the target one of them may be the only way in."""
    yield max(low, min(high, 0.0))
    if high - low >= TOLERANCE:
        yield low
        yield high


def sample_offsets(low: float, high: float) -> Iterator[float]:
    """The same three, and others in small steps between."""
    yield from three_offsets(low, high)
    pieces = ceil((high - low) / SAMPLE)
    for piece in range(1, pieces):
        yield low + (high - low) * piece / pieces


def _inside(part: Stretch, free: Interval) -> bool:
    return part.low <= free[1] and free[0] <= part.high


def straight_there(approach: Approach, wanted: Sequence[Stretch]) -> list[Found]:
    """Ways whose alignment ends in a wanted place: the one nearest to the centre line, the leftmost, the rightmost."""
    if not wanted:
        return []
    goals = (
        min((max(p.low, min(p.high, 0.0)) for p in wanted), key=abs),
        min(p.low for p in wanted),
        max(p.high for p in wanted),
    )
    found: list[Found | None] = [None, None, None]
    for bearing in approach.bearings(COARSE):
        for part in wanted:
            low, high = max(part.low, bearing.low), min(part.high, bearing.high)
            if low > high:
                continue
            tries = (max(low, min(high, 0.0)), low, high)
            # Where bases meet edge to edge all three are one place: a way to it is looked for once.
            ways: dict[float, Route | None] = {}
            for which, (offset, goal) in enumerate(zip(tries, goals, strict=True)):
                known = found[which]
                if known is None or abs(offset - goal) < abs(known[0] - goal) - 1e-6:
                    if offset not in ways:
                        ways[offset] = _aligned(approach, bearing, offset)
                    route = ways[offset]
                    if route is not None:
                        found[which] = (offset, route)
        if all(one is not None and abs(one[0] - goal) < 1e-6 for one, goal in zip(found, goals, strict=True)):
            break
    different: list[Found] = []
    for one in found:
        if one is not None and all(abs(one[0] - other[0]) >= DIFFERENT for other in different):
            different.append(one)
    return different


def _aligned(approach: Approach, bearing: Bearing, offset: float) -> Route | None:
    route = approach.path(bearing, offset)
    return route if route is not None and approach.aligns(route) else None


def _sliding(approach: Approach, intervals: Sequence[Interval], wanted: Sequence[Stretch]) -> list[Found]:
    """The way after which the least sliding along the facing, within a free interval, reaches a wanted place."""
    best: tuple[float, float, Route] | None = None
    for bearing in approach.bearings(COARSE):
        for free in intervals:
            low, high = max(free[0], bearing.low), min(free[1], bearing.high)
            for part in (p for p in wanted if low <= high and _inside(p, free)):
                near = min(max(part.low, low), high)
                offset = min(max(part.low, near), part.high)
                if best is None or abs(offset - near) < best[0] - 1e-6:
                    route = _aligned(approach, bearing, near)
                    if route is not None:
                        best = (abs(offset - near), offset, route)
    if best is None:
        best = _any_slide(approach, intervals, wanted)
    return [] if best is None else [best[1:]]


def _any_slide(
    approach: Approach, intervals: Sequence[Interval], wanted: Sequence[Stretch]
) -> tuple[float, float, Route] | None:
    """The first way at all into one of the intervals, and the slide from there."""
    for bearing in approach.bearings(FINE):
        for free in intervals:
            # An interval that holds none of the wanted places is not worth a way into it.
            parts = [part for part in wanted if _inside(part, free)]
            for route in flush_routes(approach, bearing, [free]) if parts else ():
                offsets = [max(p.low, min(p.high, route.offset)) for p in parts]
                offset = min(offsets, key=lambda o: abs(o - route.offset))
                return (abs(offset - route.offset), offset, route)
    return None


def any_route(approach: Approach) -> bool:
    """Whether some route leads into contact with the side and to a free place flush on it."""
    return bool(approach.free) and any(
        True for bearing in approach.bearings() for _ in flush_routes(approach, bearing, approach.free)
    )


def rough_routes(approach: Approach) -> list[Route]:
    """Routes into contact by some angles and places, whether the mover can then align or not."""
    found: list[Route] = []
    for bearing in approach.bearings(TENS):
        tries = (approach.path(bearing, offset) for offset in three_offsets(bearing.low, bearing.high))
        found.extend(route for route in tries if route is not None)
    return found


def shared_turn(
    approach: Approach, ways: Iterable[Route], mover_free: Free, target_free: Free
) -> tuple[Route, Rect, Rect] | None:
    """The route for which the target has to turn least, in whole degrees about the contact, where the mover cannot
    turn all the way; with where the mover and the target then stand.
    """
    best: tuple[Route, Rect, Rect] | None = None
    least = int(approach.most_wheel)
    for route in ways:
        sign = 1.0 if route.turn > 0 else -1.0
        whole = abs(route.turn)
        for degrees in range(max(1, ceil(whole - abs(approach.free_align(route)) - 1e-6)), min(least, ceil(whole) + 1)):
            given = min(float(degrees), whole)
            place = turned(route.arrived, route.contact, sign * (whole - given))
            if not mover_free(place):
                continue
            stands = turned(approach.target, route.contact, -sign * given)
            if target_free(stands):
                best, least = (route, place, stands), degrees
                break
    return best


def turned_targets(approach: Approach, free: Free) -> Iterator[Rect]:
    """The target turned on its centre so that the side lies square to a line on which the mover can come."""
    shape = approach.target
    for bearing in approach.bearings(TENS):
        stands = turned(shape, (shape.x, shape.y), turn_between(approach.facing, bearing.turned.facing))
        if free(stands):
            yield stands
