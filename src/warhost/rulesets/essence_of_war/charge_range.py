"""How far a charge goes: what its dice must show, and how likely they do (Charge Phase: Charge Range)."""

from __future__ import annotations

from math import ceil

from warhost.dice import Dice, odds
from warhost.play.questions import Part
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.formation import boundary
from warhost.rulesets.essence_of_war.values import rate
from warhost.table import TOLERANCE, distance

MOST_DICE = 12
"""The most that the dice add to the Advance Rate: it bounds what may be charged at all."""

_TWO_DICE = odds.of(Dice.parse("2D6"))


@rule("eow.charge.range.roll", "eow.charge.range.compare")
def reach_chance(battle: Battle, charger: Unit, target: Unit) -> float:
    """The exact chance that the charger's range covers the distance to the target as both stand now."""
    return _TWO_DICE.at_least(needed(battle, charger, target))


def needed(battle: Battle, charger: Unit, target: Unit) -> int:
    """What 2D6 must show for the charger to reach the target."""
    away = distance(boundary(battle, charger), boundary(battle, target))
    return ceil(away - TOLERANCE - rate(battle, charger, "adv"))


def range_parts(battle: Battle, charger: Unit, target: Unit) -> tuple[Part, ...]:
    """What the dice have to make up for."""
    away = distance(boundary(battle, charger), boundary(battle, target))
    return (
        Part(round(away, 2), "inches between the closest points", "eow.charge.range.compare"),
        Part(-rate(battle, charger, "adv"), "Advance Rate", "eow.charge.range.roll"),
    )
