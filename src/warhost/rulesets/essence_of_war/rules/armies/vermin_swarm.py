"""Cohort Coordination (Armylists: Vermin Swarm). Eagle Standards and cheap lives are the patrol's too."""

from __future__ import annotations

from warhost.rulesets.essence_of_war.chapters.melee.result import steadfast
from warhost.rulesets.essence_of_war.core import MODEL_RULES, Battle, ModelRule, Unit, combat_of


@MODEL_RULES.rule("Cohort Coordination", "eow.list.vermin_swarm.rule.cohort_coordination")
class CohortCoordination(ModelRule):
    """Fight in Extra Rank while the unit is Steadfast, judged whenever its attackers are counted (EOW-R153)."""

    def adds_support(self, battle: Battle, bearer: Unit) -> int:
        unit = battle.body(bearer)
        return int(unit.engaged and steadfast(battle, unit, combat_of(battle, unit)))
