"""Which decision tree a unit follows (Solo & Co-Op Rules: AI Decision Trees)."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from warhost.rulebook import rule
from warhost.rulesets.regiments.core import Regiment, Weapon
from warhost.table import summed

UnitType: TypeAlias = Literal["hybrid", "shooting", "melee"]

MOST_BLAST = 3
SURE_HITS = 1.5
"""What a rule that changes the Quality of attacks makes a weapon better by."""


@rule("aofr.ai.type_hybrid", "aofr.ai.type_shooting", "aofr.ai.type_melee")
@lru_cache(maxsize=512)
def unit_type(regiment: Regiment) -> UnitType:
    """Without ranged weapons it is a melee unit; else the better of its weapons decide (AOFR-R628).

    Units are told apart before the game, with a hero that joined them.
    """
    ranged, close = _scores(regiment)
    if regiment.hero is not None:
        hero = _scores(regiment.hero)
        ranged, close = ranged + hero[0], close + hero[1]
    if not ranged:
        return "melee"
    return "shooting" if ranged > close else "hybrid"


def _scores(regiment: Regiment) -> tuple[float, float]:
    """What its ranged weapons are worth, and its melee weapons."""
    armed = [(group.count, weapon) for group in regiment.groups for weapon in group.weapons]
    return (
        summed(count * weapon_score(weapon) for count, weapon in armed if weapon.ranged),
        summed(count * weapon_score(weapon) for count, weapon in armed if not weapon.ranged),
    )


def weapon_score(weapon: Weapon) -> float:
    """Attacks x (1 + AP / 2) x Deadly x Blast up to 3, half as much again for a rule that changes Quality."""
    score = weapon.count * weapon.attacks * (1 + weapon.rating("AP") / 2)
    score *= max(1, weapon.rating("Deadly")) * max(1, min(MOST_BLAST, weapon.rating("Blast")))
    return score * (SURE_HITS if weapon.has("Reliable") or weapon.has("Sniper") else 1.0)
