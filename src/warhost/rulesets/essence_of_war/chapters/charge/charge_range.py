"""How far a charge goes: what its dice must show, and how likely they do (Charge Phase: Charge Range)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import ceil

from warhost.dice import Dice, Distribution, odds
from warhost.play.counsel.throws import counted
from warhost.play.questions import Part
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.general.running import TWO_DICE, dice_of
from warhost.rulesets.essence_of_war.core import Battle, Speaker, Unit, boundary, rate, spoken
from warhost.table import TOLERANCE, distance

MOST_DICE = 12
"""The most that two dice add to the Advance Rate, Maximised or not (EOW-R075)."""


def additions(battle: Battle, charger: Unit) -> list[tuple[Speaker, int | Dice]]:
    """What rules add to the Charge Range: numbers, or dice that are rolled besides."""
    found = []
    for bearer, speaker in spoken(battle, charger, "adds_to_charge"):
        more = speaker.adds_to_charge(battle, bearer)
        if more:
            found.append((speaker, counted(more)))
    return found


@rule("eow.charge.range.lowest_adv")
def advance_rate(battle: Battle, charger: Unit) -> int:
    """The Advance Rate of a charge: as it was when the charge was declared, if it has been (EOW-R216)."""
    return rate(battle, charger, "adv") if charger.advance is None else charger.advance


@rule("eow.charge.declare.range")
def farthest(battle: Battle, charger: Unit) -> int:
    """The longest Charge Range that the unit may roll: it bounds what may be charged at all (EOW-R075)."""
    more = (number if isinstance(number, int) else max(odds.of(number)) for _, number in additions(battle, charger))
    return advance_rate(battle, charger) + MOST_DICE + sum(more)


def reach_chance(battle: Battle, charger: Unit, target: Unit) -> float:
    """The exact chance that the charger's range covers the distance to the target as both stand now."""
    away = distance(boundary(battle, charger), boundary(battle, target))
    return chance_over(battle, charger, away)


def chance_over(battle: Battle, charger: Unit, away: float) -> float:
    """The exact chance that the charger's range covers so many inches."""
    return covering(battle, charger)(away)


def covering(battle: Battle, charger: Unit) -> Callable[[float], float]:
    """The exact chance that the charger's range covers a distance, for any that is asked for."""
    more = tuple(number for _, number in additions(battle, charger))
    rolled, advance = _rolled(dice_of(battle, charger, "charge"), more), advance_rate(battle, charger)
    return lambda away: rolled.at_least(_to_cover(away, advance))


@lru_cache(maxsize=64)
def _rolled(dice: Dice, more: tuple[int | Dice, ...]) -> Distribution[int]:
    """What may be added to the Advance Rate."""
    total = odds.of(dice)
    for number in more:
        added = Distribution({number: 1.0}) if isinstance(number, int) else odds.of(number)
        total = odds.combine(total, added, lambda one, other: one + other)
    return total


def needed(battle: Battle, charger: Unit, target: Unit) -> int:
    """What the dice must show for the charger to reach the target, once all numbers are added that rules give it."""
    away = distance(boundary(battle, charger), boundary(battle, target))
    more = sum(number for _, number in additions(battle, charger) if isinstance(number, int))
    return _to_cover(away, advance_rate(battle, charger) + more)


def dice_words(battle: Battle, charger: Unit) -> str:
    """The dice of a charge in words, those included that rules add to the two."""
    more = [str(number) for _, number in additions(battle, charger) if not isinstance(number, int)]
    return " and ".join([str(TWO_DICE), *more])


@rule("eow.charge.range.roll", "eow.charge.range.compare")
def _to_cover(away: float, advance: int) -> int:
    """What 2D6 must show beyond the Advance Rate to cover a distance."""
    return ceil(away - TOLERANCE - advance)


def range_parts(battle: Battle, charger: Unit, target: Unit) -> tuple[Part, ...]:
    """What the dice have to make up for, and what they are if they are not just 2D6."""
    away = distance(boundary(battle, charger), boundary(battle, target))
    more = [
        Part(-number, speaker.name, speaker.id)
        if isinstance(number, int)
        else Part(0, f"{speaker.name}: {number} more inches", speaker.id)
        for speaker, number in additions(battle, charger)
    ]
    if dice_of(battle, charger, "charge") != TWO_DICE:
        more.insert(0, Part(0, "Maximised: one extra die, drop the lowest", "eow.special.swiftstride"))
    return (
        Part(round(away, 2), "inches between the closest points", "eow.charge.range.compare"),
        Part(-advance_rate(battle, charger), "Advance Rate", "eow.charge.range.roll"),
        *more,
    )
