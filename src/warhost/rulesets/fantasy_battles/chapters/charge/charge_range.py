"""How far a charge goes: what its dice must show, and how likely they do (Charge Phase: Charge Range)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import ceil

from warhost.dice import Dice, odds
from warhost.play.questions import Part
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.general.running import dice_of
from warhost.rulesets.fantasy_battles.core import HILL, Battle, Unit, boundary, kinds_at, rate, spoken
from warhost.table import TOLERANCE, distance

MOST_DICE = 12
"""The most that two dice add to the Advance Rate, Maximised or not."""


@rule("t9a.charge.range")
def advance_rate(battle: Battle, charger: Unit) -> int:
    """The Advance Rate of a charge: the lowest in the unit."""
    return rate(battle, charger, "adv")


@rule("t9a.charge.declare")
def farthest(battle: Battle, charger: Unit) -> int:
    """The longest Charge Range that the unit may roll: it bounds what may be charged at all (T9A-R027)."""
    return advance_rate(battle, charger) + MOST_DICE


def reach_chance(battle: Battle, charger: Unit, target: Unit) -> float:
    """The exact chance that the charger's range covers the distance to the target as both stand now."""
    return chance_over(battle, charger, distance(boundary(battle, charger), boundary(battle, target)))


def range_chance(battle: Battle, charger: Unit, target: Unit) -> float:
    """The same for one roll that is not made again."""
    return _once(battle, charger, distance(boundary(battle, charger), boundary(battle, target)))


@rule("t9a.terrain.hill_charge")
def chance_over(battle: Battle, charger: Unit, away: float) -> float:
    """The exact chance that the charger's range covers so many inches."""
    return covering(battle, charger)(away)


def covering(battle: Battle, charger: Unit) -> Callable[[float], float]:
    """The exact chance that the charger's range covers a distance, for any that is asked for."""
    dice, advance = dice_of(battle, charger, "charge"), advance_rate(battle, charger)
    rerolled = rerolls_range(battle, charger)
    return lambda away: chance_to_cover(dice, to_cover(away, advance), rerolled=rerolled)


def _once(battle: Battle, charger: Unit, away: float) -> float:
    return chance_to_cover(dice_of(battle, charger, "charge"), to_cover(away, advance_rate(battle, charger)))


@rule("t9a.prob.charge_plain", "t9a.prob.charge_swiftstride", "t9a.prob.charge_reroll")
@rule("t9a.prob.charge_swiftstride_reroll", "t9a.special.reroll")
@lru_cache(maxsize=256)
def chance_to_cover(dice: Dice, need: int, *, rerolled: bool = False) -> float:
    """The exact chance that a Charge Range roll shows that much, a failed one perhaps made again."""
    chance = odds.at_least(dice, need)
    return odds.tried_again(chance) if rerolled else chance


@rule("t9a.terrain.hill_charge")
def rerolls_range(battle: Battle, charger: Unit) -> bool:
    """Whether a failed Charge Range roll may be made again: the charge starts on a Hill (T9A-R048)."""
    pose = charger.pose
    return pose is not None and HILL in kinds_at(battle, pose.x, pose.y)


@rule("t9a.charge.range", "t9a.geometry.inches_closest")
def needed(battle: Battle, charger: Unit, target: Unit) -> int:
    """What the dice must show for the charger to reach the target."""
    away = distance(boundary(battle, charger), boundary(battle, target))
    return to_cover(away, advance_rate(battle, charger))


@rule("t9a.charge.range", "t9a.prob.charge_remaining_distance")
def to_cover(away: float, advance: int) -> int:
    """What 2D6 must show beyond the Advance Rate to cover a distance: rounded up, 2 at least (T9A-R029)."""
    return max(2, ceil(away - TOLERANCE - advance))


def range_parts(battle: Battle, charger: Unit, target: Unit) -> tuple[Part, ...]:
    """What the dice have to make up for, and what they are if they are not just 2D6."""
    away = distance(boundary(battle, charger), boundary(battle, target))
    more = [
        Part(0, f"{speaker.name}: {told(extra)}", speaker.id)
        for bearer, speaker in spoken(battle, charger, "extra_dice")
        if (extra := speaker.extra_dice(battle, bearer, "charge"))
    ]
    if rerolls_range(battle, charger):
        more.append(Part(0, "charging from a Hill: a failed roll is made again", "t9a.terrain.hill_charge"))
    return (
        Part(round(away, 2), "inches between the closest points", "t9a.charge.range"),
        Part(-advance_rate(battle, charger), "Advance Rate", "t9a.charge.range"),
        *more,
    )


def told(extra: int) -> str:
    """What so many dice more do to a roll, in words."""
    dice = "one extra die" if abs(extra) == 1 else f"{abs(extra)} extra dice"
    return f"{dice}, drop the {'lowest' if extra > 0 else 'highest'}"
