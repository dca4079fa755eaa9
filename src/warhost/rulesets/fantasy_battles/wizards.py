"""Wizards: the model rule Channel, and the spells that they select before the battle (Pre-Game: Select Spells)."""

from __future__ import annotations

from warhost.play.rulebase import NUMBER, Brackets
from warhost.rulesets.fantasy_battles.rules import MODEL_RULES, ModelRule


@MODEL_RULES.rule("Channel", "t9a.special.channel")
class Channel(ModelRule):
    """Adds a Veil Token during Siphon the Veil, more if a number is given (T9A-R061)."""

    brackets = Brackets(NUMBER.pattern, NUMBER.example, needed=False)

    def __init__(self, said: str = "") -> None:
        super().__init__(said)
        self.channels = int(said or 1)  # type: ignore[misc]
