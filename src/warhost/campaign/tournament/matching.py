"""The largest matching of a graph: as many pairs as can be made at once where not everybody may meet everybody.

Edmonds' algorithm: from someone without a partner a tree of ways is grown along which partners could be swapped; odd
circles in it are drawn together into one. Five hundred players are paired in less than a second.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

__all__ = ["NOBODY", "Matching"]

NOBODY = -1

Mates = list[int]
"""For everybody, by number, the partner."""


class Matching:
    """Partners for as many of a number of players as can have one at once: no other matching has more pairs.

    Those who come first are tried first, and with those who come next to them.
    """

    def __init__(self, size: int, may_meet: Callable[[int, int], bool]) -> None:
        self.ways = [[other for other in range(size) if other != one and may_meet(one, other)] for one in range(size)]
        self.mates: Mates = [NOBODY] * size
        self.gone: frozenset[int] = frozenset()
        for one in range(size):
            if self.mates[one] == NOBODY:
                other = next((other for other in self.ways[one] if self.mates[other] == NOBODY), NOBODY)
                if other != NOBODY:
                    self.mates[one], self.mates[other] = other, one
        self._improve(range(size))

    @property
    def left_over(self) -> int:
        """How many have no partner."""
        return self.mates.count(NOBODY) - len(self.gone)

    def without(self, *players: int) -> Matching:
        """The largest matching of all but these."""
        other = Matching.__new__(Matching)
        other.ways, other.gone = self.ways, self.gone.union(players)
        other.mates = list(self.mates)
        left = [self.mates[player] for player in players]
        for player in (*players, *(one for one in left if one != NOBODY)):
            other.mates[player] = NOBODY
        # Whoever had no partner before may get one of those who have lost theirs.
        other._improve([one for one in left if one != NOBODY])
        return other

    def _improve(self, players: Sequence[int]) -> None:
        for one in players:
            if self.mates[one] == NOBODY and one not in self.gone:
                _Tree(self.mates, self.ways, self.gone).grow(one)


class _Tree:
    """The ways along which the partner of one could change, for a new pair to be made at their end."""

    def __init__(self, mates: Mates, ways: Sequence[Sequence[int]], gone: frozenset[int]) -> None:
        self.mates, self.ways, self.gone = mates, ways, gone
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
                if other in self.gone or self.base[one] == self.base[other] or self.mates[one] == other:
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
