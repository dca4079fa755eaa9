"""Cohesion: which models of a body hang together by gaps that are no wider than a book says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from warhost.table import TOLERANCE, Base, base_distance, bases_within

Bases: TypeAlias = tuple[Base, ...]


def chains(bases: Sequence[Base], reach: float) -> list[tuple[int, ...]]:
    """The models that hang together by gaps of at most that width, as numbers: the largest chain first.

    Of chains of one length the one with the lowest number comes first.
    """
    waiting = list(range(len(bases)))
    found: list[tuple[int, ...]] = []
    while waiting:
        chain = [waiting.pop(0)]
        for number in chain:
            if not waiting:
                break
            one = bases[number]
            x, y, far = one.x, one.y, one.radius + reach + TOLERANCE
            # Circles about bases tell first who is near: most are not.
            close = [
                other
                for other in waiting
                if (bases[other].x - x) ** 2 + (bases[other].y - y) ** 2 <= (bases[other].radius + far) ** 2
            ]
            joined = [other for other in close if bases_within(one, bases[other], reach)]
            if joined:
                chain += joined
                waiting = [other for other in waiting if other not in joined]
        found.append(tuple(sorted(chain)))
    return sorted(found, key=lambda chain: (-len(chain), chain))


def in_cohesion(bases: Sequence[Base], reach: float) -> bool:
    """Whether all models are one chain; a single model always is."""
    return _follow(bases, reach) or len(chains(bases, reach)) <= 1


def _follow(bases: Sequence[Base], reach: float) -> bool:
    """Whether each model is near one of those before it, as in most formations: then all are one chain."""
    for number in range(1, len(bases)):
        one = bases[number]
        x, y, far = one.x, one.y, one.radius + reach + TOLERANCE
        for before in range(number - 1, -1, -1):
            other = bases[before]
            dx, dy, near = other.x - x, other.y - y, other.radius + far
            if dx * dx + dy * dy <= near * near and bases_within(one, other, reach):
                break
        else:
            return False
    return True


def stragglers(bases: Sequence[Base], reach: float) -> tuple[int, ...]:
    """The models outside the largest chain."""
    return tuple(sorted(number for chain in chains(bases, reach)[1:] for number in chain))


def tear(bases: Sequence[Base], reach: float) -> float:
    """By how many inches the gaps between chains are too wide in all; 0 for a body that is one chain."""
    parts = chains(bases, reach)
    body, waiting, wide = [bases[number] for number in parts[0]] if parts else [], parts[1:], 0.0
    while waiting:
        gaps = [min(base_distance(bases[number], one) for number in part for one in body) for part in waiting]
        nearest = gaps.index(min(gaps))
        wide += gaps[nearest] - reach
        body += [bases[number] for number in waiting.pop(nearest)]
    return wide
