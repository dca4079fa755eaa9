"""The player `solo`: plays by the fixed decision rules that a book prints for an army without a player.

Where a book has such rules it follows them to the letter, and the step that it took is its reason. In all other books
it plays as the captain does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from warhost.dice import Chance
from warhost.play import Ask, Battle, Ruleset
from warhost.players.base import Decision
from warhost.players.captain import Captain
from warhost.players.solo.drawing import draw_armies
from warhost.plugins import AUTOMATA, plugins

__all__ = ["Automaton", "Solo", "draw_armies", "followed"]


class Automaton(Protocol):
    """A book's decision rules at work in one battle."""

    def decide(self, ask: Ask, view: Battle) -> Decision | None:
        """The answer that the rules give; None where they say nothing."""
        ...


def followed() -> tuple[str, ...]:
    """The books that have decision rules of their own."""
    return tuple(plugins(AUTOMATA))


class Solo:
    """A player that follows the book's own decision rules. The same seed gives the same answers: its chance is the
    die they roll."""

    name = "solo"
    title = "Solo rules"
    text = "Follows the rules that a book prints for playing alone; where they are silent, it plays like the Captain."

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._captain = Captain(chance.fork("where the book is silent"))
        self._automata: dict[str, Automaton] = {}

    def decide(self, ask: Ask, view: Battle, ruleset: Ruleset) -> Decision:
        automaton = self._automaton(ruleset.slug)
        decision = None if automaton is None else automaton.decide(ask, view)
        return decision or self._captain.decide(ask, view, ruleset)

    def _automaton(self, slug: str) -> Automaton | None:
        plugin = plugins(AUTOMATA).get(slug)
        if plugin is None:
            return None
        if slug not in self._automata:
            make: Callable[[Chance], Automaton] = plugin.load()
            self._automata[slug] = make(self._chance)
        return self._automata[slug]

    def close(self) -> None:
        self._automata.clear()
        self._captain.close()
