"""Objectives: what models count there, and who holds one (Table: Objective Hold; BLUE-R142)."""

from __future__ import annotations

from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.heroes.warbanner import is_near_planted
from warhost.rulesets.blue_age.core import Battle, Marker, Type, Unit, friends, measured
from warhost.table import Base, base_distance_to_point

REACH = 3.0

HOLD: dict[Type, int] = {
    "infantry": 1,
    "cavalry": 1,
    "beast": 1,
    "chariot": 3,
    "swarm": 0,
    "monstrous infantry": 2,
    "monster": 5,
    "war machine": 0,
}
"""What each model counts by its type."""


@rule("blue.objective_hold.infantry", "blue.objective_hold.cavalry", "blue.objective_hold.beast")
@rule("blue.objective_hold.chariot", "blue.objective_hold.swarms", "blue.objective_hold.monstrous_infantry")
@rule("blue.objective_hold.monster", "blue.objective_hold.hero", "blue.objective_hold.flyer")
def hold_of(battle: Battle, unit: Unit) -> int:
    """What each model of a unit counts: by its type, a Hero one more; flyers as their type does, unless players agreed
    that they hold nothing."""
    entry = battle.entry(unit)
    if entry.flyer and not battle.settings.flyers_hold:
        return 0
    return HOLD[entry.type] + entry.hero


def strength_at(battle: Battle, seat: int, marker: Marker) -> int:
    """What the models of a seat count at an objective: those within 3" whose unit does not flee; the locked do."""
    total = 0
    for unit in friends(battle, seat):
        host = unit if unit.host is None else battle.units[unit.host]
        if host.fleeing:
            continue
        worth = hold_of(battle, unit)
        for base in measured(battle, unit):
            if base_distance_to_point(base, marker.x, marker.y) <= REACH + 1e-6:
                total += worth + _by_banner(battle, seat, base)
    return total


@rule("blue.warbanner.planted_objective_hold")
def _by_banner(battle: Battle, seat: int, base: Base) -> int:
    """One more for a model within 6 cm of an own planted Warbanner."""
    return int(is_near_planted(battle, seat, base))


def holder(battle: Battle, marker: Marker) -> int | None:
    """Who holds an objective: the higher sum; nobody where the sums are equal, or nothing is there."""
    ours, theirs = (strength_at(battle, seat, marker) for seat in (0, 1))
    return None if ours == theirs else 0 if ours > theirs else 1
