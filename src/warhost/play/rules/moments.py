"""Named moments of a game: the module in which one happens announces it, the rulebook says what follows from it.

What takes units off the table need not know of transports or of markers, which stand above it:

    LEAVING: Moment[[Battle, Unit]] = Moment("a unit leaves the table")
    ...
    yield from LEAVING.announce(battle, unit)

The rulebook knows all of its modules. It says once what follows, and in which order:

    LEAVING.brings(drop_markers, let_passengers_out)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec

from warhost.play.script import Script

P = ParamSpec("P")


class Moment(Generic[P]):
    """Something that happens in a game and from which other things follow."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._scripts: tuple[Callable[P, Script[None]], ...] | None = None

    def brings(self, *scripts: Callable[P, Script[None]]) -> None:
        """What follows, in this order. It is said once: an order that two places could change would be nobody's."""
        if self._scripts is not None:
            raise ValueError(f"What follows when {self.name} has been said already.")
        self._scripts = scripts

    def announce(self, *args: P.args, **kwargs: P.kwargs) -> Script[None]:
        """It happens now: carry out all that follows."""
        if self._scripts is None:
            raise ValueError(f"No handler for the moment: {self.name}.")
        for script in self._scripts:
            yield from script(*args, **kwargs)
