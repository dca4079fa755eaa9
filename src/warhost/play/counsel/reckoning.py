"""How the counsel of a book reckons: what it keeps within a decision and from one to the next, and common formulas."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from math import erf, sqrt
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar

from warhost.play.battle import Scene, Stands

R = TypeVar("R")
P = ParamSpec("P")
U = TypeVar("U", bound=Stands)


class Kept(Generic[R]):
    """What was worked out in earlier decisions, by the scene of a battle and all that it depends on besides."""

    most = 8192
    """When there is more of a scene, all of it is forgotten."""
    scenes = 8
    """When there are more scenes, all of them are forgotten."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Scene, dict[object, R]]] = {}

    def within(self, scene: Scene) -> dict[object, R]:
        """All that is known in that scene."""
        known = self._known.get(id(scene))
        # The scene is kept with what was worked out, so that no other can have its id meanwhile.
        if known is None:
            if len(self._known) >= self.scenes:
                self._known.clear()
            known = self._known[id(scene)] = (scene, {})
        return known[1]

    def of(self, scene: Scene, key: tuple[object, ...], work_out: Callable[[], R]) -> R:
        """What is known for that key in that scene, worked out if need be."""
        there = self.within(scene)
        known = there.get(key)
        if known is None:
            if len(there) > self.most:
                there.clear()
            known = there[key] = work_out()
        return known


class Remembers(Protocol):
    """What has a memo for the time of a decision."""

    memo: dict[object, Any]


C = TypeVar("C", bound=Remembers)


def once(method: Callable[Concatenate[C, U, P], R]) -> Callable[Concatenate[C, U, P], R]:
    """A method of a counsel that asks something of a unit, and works it out at most once in a decision.

    What it is told besides can be hashed. Nothing is kept of calls that name it.
    """
    name = method.__name__

    @wraps(method)
    def answer(self: C, unit: U, /, *further: P.args, **none: P.kwargs) -> R:
        if none:
            return method(self, unit, *further, **none)
        key = (name, unit.id, further)
        try:
            found: R = self.memo[key]
        except KeyError:
            found = self.memo[key] = method(self, unit, *further)  # type: ignore[call-arg]
        return found

    return answer


_ROOT = sqrt(2)


def left_of(share: float, standing: float, last: float) -> float:
    """The part of its worth that a unit has with such a share of its health: some of it stays down to its last models,
    whose number a factor tells, and goes only with them."""
    return standing * min(1.0, last * share) + (1 - standing) * share


def below(x: float, average: float, deviation: float) -> float:
    """The chance that a normally spread value stays below x."""
    return 0.5 + 0.5 * erf((x - average) / (deviation * _ROOT))
