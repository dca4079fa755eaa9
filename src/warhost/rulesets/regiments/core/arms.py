"""The weapons of a unit's models: who carries what, and what has been used up."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.rulebook import rule
from warhost.rulesets.regiments.core.battle import Battle, Unit
from warhost.rulesets.regiments.core.entries import Weapon
from warhost.rulesets.regiments.core.formation import group_of
from warhost.rulesets.regiments.core.kinds import kinds_of_model
from warhost.rulesets.regiments.rules.written import spoken


@rule("aofr.weapon.melee", "aofr.weapon.ranged")
def weapons(battle: Battle, unit: Unit, group: int, *, ranged: bool) -> Iterator[Weapon]:
    """The weapons of such a model for shooting, or those for melee."""
    return (weapon for weapon in group_of(battle, unit, group).weapons if weapon.ranged == ranged)


def front_rows(unit: Unit) -> dict[int, int]:
    """How many models of each group stand in the two front rows."""
    places = 2 * unit.files
    counts: dict[int, int] = {}
    for group, count in kinds_of_model(unit):
        standing = min(count, places)
        if standing:
            counts[group] = standing
        places -= standing
    return counts


@rule("aofr.special.limited")
def usable(battle: Battle, unit: Unit, weapon: Weapon, copies: int) -> int:
    """How many of so many copies of a weapon can be used: a Limited one once in the game (AOFR-R167)."""
    if not any(rule.once for rule in spoken(weapon.rules)):
        return copies
    return min(copies, max(0, _carried(battle, unit, weapon) - unit.used.count(weapon.name)))


def _carried(battle: Battle, unit: Unit, weapon: Weapon) -> int:
    """How many copies of the weapon the unit started with."""
    regiment = battle.regiment(unit)
    groups = regiment.groups if regiment.hero is None else (*regiment.groups, *regiment.hero.groups)
    return sum(g.count * own.count for g in groups for own in g.weapons if own.name == weapon.name)


def use_up(unit: Unit, weapon: Weapon, copies: int) -> None:
    """Note that so many copies of a Limited weapon were used."""
    if any(rule.once for rule in spoken(weapon.rules)):
        unit.used = (*unit.used, *(weapon.name for _ in range(copies)))
