"""The rules of the Saurian Ancients' list."""

from __future__ import annotations

from warhost.rulesets.essence_of_war.core import MODEL_RULES, Battle, ModelRule, Unit
from warhost.rulesets.essence_of_war.rules.special_rules import most_support


@MODEL_RULES.rule("Guarded", "eow.list.saurian_ancients.rule.guarded")
class Guarded(ModelRule):
    """It stands in the second rank while its unit has a full rank of R&F models (EOW-R190)."""

    guarded = True


@MODEL_RULES.rule("Hunt Leader", "eow.list.saurian_ancients.rule.hunt_leader")
class HuntLeader(ModelRule):
    """All models of its unit are Fearless and have Support (EOW-R193)."""

    unafraid = True
    passes = frozenset({"panic"})
    holds_only = True

    def lends_support(self, battle: Battle, bearer: Unit, unit: Unit) -> int:
        return most_support(battle, unit)
