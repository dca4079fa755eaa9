"""Wizards: the model rule Channel, and the spells that they select before the battle (Pre-Game: Select Spells)."""

from __future__ import annotations

from warhost.play.rulebase import NUMBER, Brackets
from warhost.play.script import Script
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.rules import MODEL_RULES, ModelRule


@MODEL_RULES.rule("Channel", "t9a.special.channel")
class Channel(ModelRule):
    """Adds a Veil Token during Siphon the Veil, more if a number is given (T9A-R061)."""

    brackets = Brackets(NUMBER.pattern, NUMBER.example, needed=False)

    def channels(self, battle: Battle, bearer: Unit) -> int:
        return int(self.said or 1)


def select_spells(battle: Battle) -> Script[None]:
    """All Wizards select their spells."""
    yield from ()
