"""How Chariots turn: by pivots, and straight ahead between them (Unit Types; BLUE-R86)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2, cos, degrees, hypot, inf, pi, sin

from warhost.field.loose.steps import Around, Way, is_clear, length_of, may_stand
from warhost.rulebook import rule
from warhost.table import TOLERANCE, Base, Circle, Point, centred_at, from_local


def heading(start: Point, end: Point) -> float:
    """Where somebody looks who goes straight from there to there, in degrees."""
    return degrees(atan2(end[0] - start[0], end[1] - start[1])) % 360.0


def between_headings(one: float, other: float) -> float:
    """The degrees of the turn from one heading to another, the shorter way."""
    return abs((other - one + 180.0) % 360.0 - 180.0)


PIVOTS, PIVOT = 2, 90.0
"""How many pivots a Chariot makes while it moves, and of how many degrees at most (BLUE-R86)."""


@rule("blue.unit_type.chariot_pivot_during")
def is_drivable(way: Sequence[Point]) -> bool:
    """Whether a Chariot gets along a way: straight, with two pivots of no more than 90 degrees."""
    turns = _turns(way)
    return len(turns) <= PIVOTS and all(turn <= PIVOT + 1e-6 for turn in turns)


def _turns(way: Sequence[Point]) -> list[float]:
    bends = [heading(a, b) for a, b in pairwise(way) if hypot(b[0] - a[0], b[1] - a[1]) > TOLERANCE]
    turns = [between_headings(a, b) for a, b in pairwise(bends)]
    return [turn for turn in turns if turn > 1e-6]


@rule("blue.unit_type.chariot_pivot_before", "blue.unit_type.chariot_pivot_during")
def may_look(way: Sequence[Point], facing: float) -> bool:
    """Whether a Chariot that went that way may look there in the end: the pivots that it has left turn it.

    Without a move it pivots once, by up to 180 degrees; before its first inch it may always turn.
    """
    if length_of(way) <= TOLERANCE:
        return True
    left = PIVOTS - len(_turns(way))
    return between_headings(heading(way[-2], way[-1]), facing) <= left * PIVOT + 1e-6


# Ways


@rule("blue.unit_type.chariot_pivot_during")
def drive(base: Base, end: Point, about: Around, most: float = inf) -> Way | None:
    """The shortest way there with no more than two bends of 90 degrees; None if there is none that is so short."""
    start = (base.x, base.y)
    if is_clear(base, end, about):
        way = Way((start, end), hypot(end[0] - start[0], end[1] - start[1]))
        return way if way.inches <= most + TOLERANCE else None
    bends = [spot for spot in _bends(base, about) if _through(start, spot, end) <= most + TOLERANCE]
    first = [spot for spot in bends if is_clear(base, spot, about)]
    last = [spot for spot in bends if is_clear(centred_at(base, *spot), end, about)]
    found: list[tuple[Point, ...]] = [(start, spot, end) for spot in first if spot in last]
    found += [
        (start, one, other, end)
        for one in first
        for other in last
        if one != other and is_clear(centred_at(base, *one), other, about)
    ]
    ways = [Way(points, length_of(points)) for points in found if is_drivable(points)]
    best = min(ways, key=lambda way: (round(way.inches, 6), way.points), default=None)
    return best if best is not None and best.inches <= most + TOLERANCE else None


def _through(start: Point, spot: Point, end: Point) -> float:
    return hypot(spot[0] - start[0], spot[1] - start[1]) + hypot(end[0] - spot[0], end[1] - spot[1])


def _bends(base: Base, about: Around) -> Iterator[Point]:
    """Where a way round something may bend: off the corners of walls, round about enemies."""
    for one in (*about.walls, *about.foes):
        margin = base.radius + (about.gap if one in about.foes else 0.0) + 0.01
        if isinstance(one, Circle):
            far = (one.radius + margin) / cos(pi / 8)
            spots = [(one.x + far * sin(pi * turn / 4), one.y + far * cos(pi * turn / 4)) for turn in range(8)]
        else:
            wide, deep = one.width / 2 + margin, one.depth / 2 + margin
            spots = [from_local(one, right * wide, ahead * deep) for right in (-1.0, 1.0) for ahead in (-1.0, 1.0)]
        for spot in spots:
            if may_stand(centred_at(base, *spot), Around(about.board, about.walls, (), about.foes, about.gap)):
                yield spot
