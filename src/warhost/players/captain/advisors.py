"""Which advisor knows which rulebook. Another rulebook adds a line and a folder."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from warhost.players.captain.advisor import BookAdvisor
from warhost.players.captain.engine import Advisor

_FOLDERS = {"aofr": "warhost.players.captain.regiments"}


def advisor_for(slug: str) -> Advisor:
    """The advisor of a rulebook, with a memory of its own; a generic one where nobody knows the book."""
    folder = _FOLDERS.get(slug)
    if folder is None:
        return BookAdvisor()
    make: Callable[[], Advisor] = import_module(folder).advisor
    return make()


def advised() -> tuple[str, ...]:
    """The rulebooks that the captain knows."""
    return ("eow", *_FOLDERS)
