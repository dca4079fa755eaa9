"""Whether loose units end together after every move that a player made of his own will.

Losses may tear a unit apart, and who is torn comes nearer as far as he can; a move never tears.
"""

from __future__ import annotations

from typing import Any

from warhost.field.loose.cohesion import Bases, chains, tear
from warhost.play import AnyAnswer, Ask, Walk, Walked
from warhost.rulesets.blue_age.core import COHESION, all_bases, keeps_together


class Together:
    """A watch over the walks of one battle; books without loose units have none."""

    def __init__(self) -> None:
        self.checked = 0
        self._walks: tuple[int, Bases] | None = None

    def before(self, ask: Ask, answer: AnyAnswer, battle: Any) -> None:
        """A player is about to answer."""
        self._walks = None
        question = ask.question
        if isinstance(question, Walk) and isinstance(answer, Walked) and answer.goes:
            own = battle.units[question.unit]
            # A Hero who is with a unit and walks alone leaves it.
            if own.host is None:
                self._walks = own.id, all_bases(battle, own)

    def after(self, battle: Any) -> list[str]:
        """A step has ended, or the next question was asked: what is wrong with the unit that walked, as sentences."""
        if self._walks is None:
            return []
        number, stood = self._walks
        self._walks = None
        unit = battle.units[number]
        bases = all_bases(battle, unit)
        if len(bases) != len(stood) or unit.inside is not None:
            return []
        self.checked += 1
        if keeps_together(battle, bases) or _is_nearer(stood, bases):
            return []
        return [f"{unit.name} walked and ended in {len(chains(bases, COHESION))} parts."]


def _is_nearer(before: Bases, after: Bases) -> bool:
    """Whether a unit that was torn has fewer parts than before, or parts that are nearer to each other."""
    parts = len(chains(before, COHESION))
    if parts < 2:
        return False
    return len(chains(after, COHESION)) < parts or tear(after, COHESION) < tear(before, COHESION)
