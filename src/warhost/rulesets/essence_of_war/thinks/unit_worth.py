"""What units are worth in a fight: duels with usual enemies, as a captain foresees them on the table.

Whoever writes a Roster wants to know before the battle which units win fights for their points. The odds of the table
tell it: a unit charges each of some usual Core units, and is charged by it, front against front.
"""

from __future__ import annotations

from functools import lru_cache
from statistics import mean

from warhost.play.ruleset import Setup
from warhost.rulesets.essence_of_war.core import ArmyList, Entry, Settings
from warhost.rulesets.essence_of_war.lists.armylists import armylists, list_unit
from warhost.rulesets.essence_of_war.ruleset import RULESET
from warhost.rulesets.essence_of_war.thinks.counsel import EssenceCounsel
from warhost.rulesets.essence_of_war.thinks.stakes import POINT
from warhost.table import Arc, Pose

__all__ = ["prowess"]

EVERY = 6
"""One in so many of the Core units of all factions is a usual enemy."""

APART = (Pose(18.0, 14.0, 0.0), Pose(18.0, 34.0, 180.0))


@lru_cache(maxsize=1)
def _usual_enemies() -> tuple[Entry, ...]:
    entries = [(army.faction, entry) for army in armylists().values() for entry in army.entries]
    cores = [(faction, entry.name) for faction, entry in entries if entry.category == "Core"]
    return tuple(list_unit(*core) for core in cores[::EVERY])


@lru_cache(maxsize=4096)
def prowess(unit: Entry) -> float:
    """What a unit wins in a fight, less what it loses, for its points: 0 for one that breaks even."""
    return mean(_duel(unit, enemy) for enemy in _usual_enemies()) / max(1, unit.points)


def _duel(unit: Entry, enemy: Entry) -> float:
    """The points that the unit is ahead after it has charged the enemy, or after the enemy has charged it."""
    armies = [ArmyList(name=one.name, faction=one.faction, entries=(one,)) for one in (unit, enemy)]
    battle = RULESET.battle_of(armies, Settings(mode="advanced"), Setup(ruleset="eow", armies=(), map="open"))
    battle.turn, battle.phase, battle.active = 2, "charge", 0
    for one, pose in zip(battle.units, APART, strict=True):
        one.pose = pose
    own, other = battle.units
    charges = EssenceCounsel(battle, own.seat).duel(own, other, Arc.FRONT).value
    is_charged = -EssenceCounsel(battle, other.seat).duel(other, own, Arc.FRONT).value
    return (charges + is_charged) / 2 / POINT
