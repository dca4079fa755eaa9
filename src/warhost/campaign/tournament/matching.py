"""The largest matching of a graph: as many pairs as can be made at once where not everybody may meet everybody.

Edmonds' algorithm: from someone without a partner a tree of ways is grown along which partners could be swapped; odd
circles in it are drawn together into one. It takes a few thousandths of a second for a hundred players.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

__all__ = ["improved", "matching"]

NOBODY = -1

Mates = list[int]
"""For everybody, by number, the partner."""


def matching(size: int, may_meet: Callable[[int, int], bool]) -> Mates:
    """The partner of each of so many, or nobody; no other matching has more pairs.

    Those who come first are tried first, and with those who come next to them.
    """
    ways = [[other for other in range(size) if other != one and may_meet(one, other)] for one in range(size)]
    mates = [NOBODY] * size
    for one in range(size):
        if mates[one] == NOBODY:
            mates[one] = next((other for other in ways[one] if mates[other] == NOBODY), NOBODY)
            if mates[one] != NOBODY:
                mates[mates[one]] = one
    return improved(mates, ways)


def improved(mates: Mates, ways: Sequence[Sequence[int]]) -> Mates:
    """The matching made as large as it can be."""
    mates = list(mates)
    for one in range(len(mates)):
        if mates[one] == NOBODY:
            _Tree(mates, ways).grow(one)
    return mates


class _Tree:
    """The ways along which the partner of one could change, for a new pair to be made at their end."""

    def __init__(self, mates: Mates, ways: Sequence[Sequence[int]]) -> None:
        self.mates, self.ways = mates, ways
        size = len(mates)
        self.came_from = [NOBODY] * size
        self.base = list(range(size))
        """For each who stands for the odd circle that it was drawn into."""
        self.outer = [False] * size

    def grow(self, root: int) -> None:
        """Make one pair more if there is a way from here to somebody without a partner."""
        self.outer[root] = True
        waiting = deque([root])
        while waiting:
            one = waiting.popleft()
            for other in self.ways[one]:
                if self.base[one] == self.base[other] or self.mates[one] == other:
                    continue
                if other == root or (self.mates[other] != NOBODY and self.came_from[self.mates[other]] != NOBODY):
                    waiting.extend(self._draw_together(one, other))
                elif self.came_from[other] == NOBODY:
                    self.came_from[other] = one
                    mate = self.mates[other]
                    if mate == NOBODY:
                        self._swap(other)
                        return
                    self.outer[mate] = True
                    waiting.append(mate)

    def _swap(self, end: int) -> None:
        """Partners change along the way to its end."""
        while end != NOBODY:
            before = self.came_from[end]
            then = self.mates[before]
            self.mates[end], self.mates[before] = before, end
            end = then

    def _draw_together(self, one: int, other: int) -> list[int]:
        """An odd circle was found: whoever is in it may look elsewhere. Returns those who could not before."""
        top = self._meeting(one, other)
        inside: set[int] = set()
        self._mark(one, top, other, inside)
        self._mark(other, top, one, inside)
        new = []
        for number in range(len(self.mates)):
            if self.base[number] in inside:
                self.base[number] = top
                if not self.outer[number]:
                    self.outer[number] = True
                    new.append(number)
        return new

    def _mark(self, one: int, top: int, child: int, inside: set[int]) -> None:
        while self.base[one] != top:
            inside |= {self.base[one], self.base[self.mates[one]]}
            self.came_from[one] = child
            child = self.mates[one]
            one = self.came_from[child]

    def _meeting(self, one: int, other: int) -> int:
        """Where the ways from the root to both part."""
        seen: set[int] = set()
        while True:
            one = self.base[one]
            seen.add(one)
            if self.mates[one] == NOBODY:
                break
            one = self.came_from[self.mates[one]]
        while self.base[other] not in seen:
            other = self.came_from[self.mates[self.base[other]]]
        return self.base[other]
