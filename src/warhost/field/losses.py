"""What wounds may do to models of several kinds, exactly: who is left, and how likely.

A `Losses` looks at every state that models may come down to with the same `Wounded` that play uses, and keeps what it
has found. What becomes of a wound before it is taken is the book's business: it passes a function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias, TypeVar

from warhost.dice import Distribution
from warhost.field.ranks import Wounded
from warhost.table import summed

State: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""How many models of each kind are left, and the wounds on the one of each kind that is being worn down."""

Spread: TypeAlias = Mapping[State, float]
"""What a unit may have come down to, each with its probability."""

K = TypeVar("K")


class Losses:
    """Models of several kinds while the wounds they may take are worked out."""

    def __init__(self, wounded: Wounded) -> None:
        self._wounded = wounded
        self.kinds = tuple(wounded.left)
        self._hurt: dict[tuple[State, int, int], State] = {}
        self._next: dict[State, int | None] = {}
        self.start = self._state()

    @property
    def unharmed(self) -> Spread:
        return {self.start: 1.0}

    def _state(self) -> State:
        wounded = self._wounded
        return tuple(wounded.left[kind] for kind in self.kinds), tuple(wounded.wounds.get(k, 0) for k in self.kinds)

    def load(self, state: State) -> Wounded:
        """The models when they have come down to that."""
        self._wounded.left = dict(zip(self.kinds, state[0], strict=True))
        self._wounded.wounds = dict(zip(self.kinds, state[1], strict=True))
        return self._wounded

    def lives(self, state: State) -> int:
        """The wounds that the models can still take."""
        tough = self._wounded.tough
        return sum(left * tough[kind] - worn for kind, left, worn in zip(self.kinds, *state, strict=True))

    def taken(self, spread: Spread) -> float:
        """The wounds that the models take on average."""
        return self.lives(self.start) - summed(self.lives(state) * chance for state, chance in spread.items())

    def gone(self, spread: Spread) -> float:
        """How likely nobody is left."""
        return summed(chance for state, chance in spread.items() if not any(state[0]))

    def victim(self, state: State) -> int | None:
        """The kind of model that takes the next wound."""
        if state not in self._next:
            self._next[state] = self.load(state).next()
        return self._next[state]

    def after(self, state: State, kind: int, wounds: int) -> State:
        """What is left after a model of that kind took so many wounds."""
        key = (state, kind, wounds)
        if key not in self._hurt:
            self.load(state).hurt(kind, wounds)
            self._hurt[key] = self._state()
        return self._hurt[key]


def one_by_one(
    spread: Spread, wounds: Distribution[int], hit: Callable[[State], Iterable[tuple[State, float]]]
) -> Spread:
    """The spread after a number of wounds that is left to chance; `hit` tells what one of them may do to a state."""
    found: dict[State, float] = {}
    steps: dict[State, tuple[tuple[State, float], ...]] = {}
    now, reached = dict(spread), 0
    for number, weight in wounds.items():
        for _ in range(number - reached):
            after: dict[State, float] = {}
            for state, chance in now.items():
                if state not in steps:
                    steps[state] = tuple(hit(state))
                for other, share in steps[state]:
                    after[other] = after.get(other, 0.0) + chance * share
            now = after
        reached = number
        for state, chance in now.items():
            found[state] = found.get(state, 0.0) + weight * chance
    return found


def blended(ways: Iterable[tuple[float, Mapping[K, float]]]) -> dict[K, float]:
    """What may be if one of several ways is gone, each with its weight and with what it may lead to."""
    found: dict[K, float] = {}
    for weight, way in ways:
        for end, chance in way.items():
            found[end] = found.get(end, 0.0) + weight * chance
    return found
