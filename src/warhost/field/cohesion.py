"""Cohesion: which models of a body hang together by gaps that are no wider than a book says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from warhost.table import Base, bases_within

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
            joined = [other for other in waiting if bases_within(bases[number], bases[other], reach)]
            chain += joined
            waiting = [other for other in waiting if other not in joined]
        found.append(tuple(sorted(chain)))
    return sorted(found, key=lambda chain: (-len(chain), chain))


def in_cohesion(bases: Sequence[Base], reach: float) -> bool:
    """Whether all models are one chain; a single model always is."""
    return len(chains(bases, reach)) <= 1


def stragglers(bases: Sequence[Base], reach: float) -> tuple[int, ...]:
    """The models outside the largest chain."""
    return tuple(sorted(number for chain in chains(bases, reach)[1:] for number in chain))
