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

_TWO_DICE = Dice.parse("2D6")


def reach_chance(battle: Battle, charger: Unit, target: Unit) -> float:
    """The exact chance that the charger's range covers the distance to the target as both stand now."""
    return odds.at_least(_TWO_DICE, needed(battle, charger, target))


def charge_chance(away: float, advance: int) -> float:
    """The exact chance that an Advance Rate and 2D6 cover a distance."""
    return odds.at_least(_TWO_DICE, _to_cover(away, advance))


def needed(battle: Battle, charger: Unit, target: Unit) -> int:
    """What 2D6 must show for the charger to reach the target."""
    away = distance(boundary(battle, charger), boundary(battle, target))
    return _to_cover(away, rate(battle, charger, "adv"))


@rule("eow.charge.range.roll", "eow.charge.range.compare")
def _to_cover(away: float, advance: int) -> int:
    """What 2D6 must show beyond the Advance Rate to cover a distance."""
    return ceil(away - TOLERANCE - advance)


def range_parts(battle: Battle, charger: Unit, target: Unit) -> tuple[Part, ...]:
    """What the dice have to make up for."""
    away = distance(boundary(battle, charger), boundary(battle, target))
    return (
        Part(round(away, 2), "inches between the closest points", "eow.charge.range.compare"),
        Part(-rate(battle, charger, "adv"), "Advance Rate", "eow.charge.range.roll"),
    )
