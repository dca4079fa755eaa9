"""What is the same for all units that are alike: worked out once, kept for the next one that asks.

What a unit is made of stands in its entry, which never changes, and in the few fields that say what is left of it. A
book names both once, and marks the functions whose answer depends on nothing else:

    by_losses = Alike(attrgetter("scene.entries"), attrgetter("entry"), attrgetter("models", "files"))

    @by_losses
    def size(battle: Battle, unit: Unit) -> tuple[float, float]: ...
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from warhost.play.battle import Battle, Unit

MOST_KEPT = 4096
"""So many answers of one function are kept; then it begins anew."""

B = TypeVar("B", bound=Battle)
U = TypeVar("U", bound=Unit)
P = ParamSpec("P")
V = TypeVar("V")


class Alike(Generic[B, U]):
    """Answers kept for units of one entry that have come down to the same.

    `entries` are all entries of a battle, `number` says which of them is the unit's, and `sign` has the fields on which
    answers depend besides. Nothing is kept of units of which `unless` says something, such as spells that lie on them,
    nor in battles of which `nor_in` says something.
    Answers must be values that nobody changes. Entries are told apart by what they are, not by what they say: to
    compare them would take longer than most answers do.
    """

    def __init__(
        self,
        entries: Callable[[B], Sequence[object]],
        number: Callable[[U], int],
        sign: Callable[[U], Hashable],
        unless: Callable[[U], object] | None = None,
        nor_in: Callable[[B], object] | None = None,
    ) -> None:
        self._entries, self._number, self._sign, self._unless = entries, number, sign, unless
        self._nor_in = nor_in
        self._kept: list[dict[Hashable, Any]] = []

    def __call__(self, work: Callable[Concatenate[B, U, P], V]) -> Callable[Concatenate[B, U, P], V]:
        """The same function, which does its work once for units that are alike.

        Further arguments are hashable. Nothing is kept of calls that name them.
        """
        entries, number, sign, unless = self._entries, self._number, self._sign, self._unless
        nor_in = self._nor_in
        kept: dict[Hashable, tuple[object, V]] = {}
        self._kept.append(kept)

        @wraps(work)
        def answer(battle: B, unit: U, /, *further: P.args, **none: P.kwargs) -> V:
            if none or (unless is not None and unless(unit)) or (nor_in is not None and nor_in(battle)):
                return work(battle, unit, *further, **none)
            entry = entries(battle)[number(unit)]
            key = (id(entry), sign(unit), further)
            known = kept.get(key)
            # An entry that is gone may have left its id to another one.
            if known is None or known[0] is not entry:
                if len(kept) >= MOST_KEPT:
                    kept.clear()
                known = kept[key] = (entry, work(battle, unit, *further, **none))
            return known[1]

        return answer

    def forget(self) -> None:
        """Let every function do its work anew."""
        for kept in self._kept:
            kept.clear()
