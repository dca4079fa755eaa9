"""How Chariots turn: by pivots, and straight ahead between them (Unit Types; BLUE-R86)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, degrees, hypot

from warhost.rulebook import rule
from warhost.table import TOLERANCE, Point


def length_of(way: Sequence[Point]) -> float:
    """How long a way is, corner by corner."""
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way))


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
