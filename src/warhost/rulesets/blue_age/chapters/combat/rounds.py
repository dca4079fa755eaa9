"""The steps of Initiative of one fight: who strikes in which, after which Pushes (Fight Sub-Phase; BLUE-R57 to R60).

Play and odds go through the same steps.
"""

from __future__ import annotations

from typing import TypeAlias

from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.combat import initiative, push, strikes
from warhost.rulesets.blue_age.chapters.combat.fights import Fight
from warhost.rulesets.blue_age.chapters.wounds.attacks import Lot
from warhost.rulesets.blue_age.core import Battle, MeleeWeapon, Unit

Arms: TypeAlias = dict[int, MeleeWeapon]
"""The weapons of all who are in a fight, by number."""

Order: TypeAlias = dict[int, int]
"""The steps at which they strike."""


def fighters(battle: Battle, fight: Fight) -> list[Unit]:
    """All who are in a fight, the First Player's first."""
    return [*fight.all_of(battle, battle.first), *fight.all_of(battle, battle.second)]


@rule("blue.fight.initiative_modifiers_first")
def steps(battle: Battle, fight: Fight, arms: Arms) -> Order:
    """The step at which each unit strikes, fixed when the fight begins (BLUE-R57)."""
    return {number: initiative.step_of(battle, battle.units[number], weapon) for number, weapon in arms.items()}


def impacts(battle: Battle, fight: Fight, step: int) -> list[Lot]:
    """The Impact Attacks of the first step, from where models stand before any Push (BLUE-R88)."""
    if step != initiative.FIRST:
        return []
    return [lot for unit in fighters(battle, fight) for lot in strikes.impact_lots(battle, fight, unit)]


@rule("blue.fight.push", "blue.fight.initiative_order")
def pushed(battle: Battle, fight: Fight, step: int, order: Order, arms: Arms) -> list[Unit]:
    """Who strikes in a step, after all of them have pushed."""
    units = [unit for unit in fighters(battle, fight) if order.get(unit.id) == step]
    for unit in units:
        push.push(battle, fight, [unit], arms[unit.id])
    return units


def last_blows(battle: Battle, fight: Fight, step: int) -> list[Lot]:
    """The attacks besides their own that models make in the last step."""
    if step != initiative.LAST:
        return []
    return [lot for unit in fighters(battle, fight) for lot in strikes.last_lots(battle, fight, unit)]
