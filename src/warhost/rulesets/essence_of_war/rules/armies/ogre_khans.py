"""Cult Leaders and Yetis (Armylists: Ogre Khans)."""

from __future__ import annotations

from warhost.play.rules.tally import Tally
from warhost.rulesets.essence_of_war.core import MODEL_RULES, Battle, ModelRule, Unit

CULT = 18.0
"""How far the word of a Cult Leader carries, in inches."""


@MODEL_RULES.rule("Cult Leader", "eow.list.ogre_khans.rule.cult_leader")
class CultLeader(ModelRule):
    """Its Commanding Presence carries 18"; it is the General, who has the rest of that rule."""

    def presence(self, battle: Battle, bearer: Unit) -> float:
        return CULT


@MODEL_RULES.rule("Touch of Frost", "eow.list.ogre_khans.rule.touch_of_frost")
class TouchOfFrost(ModelRule):
    """Enemy units that touch it have 1 Agility less, however many touch them."""

    def on_foes_value(self, battle: Battle, bearer: Unit, unit: Unit, name: str, tally: Tally) -> None:
        if name == "agi" and all(part.rule != self.id for part in tally.parts):
            tally.add(-1, self)
