"""The rules of the Undying Dynasties' list."""

from __future__ import annotations

from warhost.play.tally import Tally
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.rules import MODEL_RULES, ModelRule

AIM = 4
"""The Aim of R&F models that an undying will guides."""


@MODEL_RULES.rule("Hierophant", "eow.list.undying_dynasties.rule.hierophant_target")
class Hierophant(ModelRule):
    """Its amplified spells may heal any one friend within 18" instead of their targets (EOW-R121)."""

    heals_within = 18


@MODEL_RULES.rule("Undying Will", "eow.list.undying_dynasties.rule.undying_will")
class UndyingWill(ModelRule):
    """The R&F models around it have Off and Def 2 higher, and an Aim of 4+."""

    def on_friends_value(self, battle: Battle, bearer: Unit, unit: Unit, name: str, tally: Tally) -> None:
        if bearer.host != unit.id:
            return
        if name in ("off", "def"):
            tally.add(2, self)
        elif name == "aim":
            tally.base = AIM
