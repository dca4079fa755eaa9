"""Objectives as the decision trees see them (Solo & Co-Op Rules: Enemies in the way, Controlling Objectives)."""

from __future__ import annotations

from warhost.dice import Chance
from warhost.players.solo.regiments.verdict import any_of
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.deployment.markers import lying, reachable
from warhost.rulesets.regiments.chapters.missions.seizing import REACH, marker_distance
from warhost.rulesets.regiments.core import Battle, Marker, Unit, enemies, gap_between, on_table, perimeter
from warhost.table import TOLERANCE, distance_to_segment

WAY = 6.0
"""Enemies no further from the path than this are in the way."""


@rule("aofr.ai.control")
def under_control(battle: Battle, seat: int, marker: Marker) -> bool:
    """Whether it is seized already, or more units of that side that are not Shaken are within 3" than enemy units,
    Shaken ones included."""
    if marker.owner == seat:
        return True
    near = [unit for unit in on_table(battle) if marker_distance(battle, unit, marker) <= REACH + TOLERANCE]
    own = sum(unit.seat == seat and not unit.shaken for unit in near)
    return own > sum(unit.seat != seat for unit in near)


@rule("aofr.ai.hybrid_1", "aofr.ai.shooting_1", "aofr.ai.melee_1")
def wanted(battle: Battle, seat: int) -> list[Marker]:
    """The valid objectives that are not under control: on the table, not carried, in ground that can be entered.

    A marker of its own is of no further use to it (AOFR-R629).
    """
    return [
        marker
        for marker in lying(battle)
        if marker.placed_by != seat
        and reachable(battle, marker.x, marker.y)
        and not under_control(battle, seat, marker)
    ]


def nearest_objective(battle: Battle, unit: Unit, chance: Chance, without: Marker | None = None) -> Marker | None:
    """The objective that a unit goes for: the nearest, by a die where two are as near (AOFR-R629)."""
    found = [marker for marker in wanted(battle, unit.seat) if marker != without]
    if not found:
        return None
    gaps = [marker_distance(battle, unit, marker) for marker in found]
    return any_of([m for m, gap in zip(found, gaps, strict=True) if gap <= min(gaps) + TOLERANCE], chance)


@rule("aofr.ai.in_the_way")
def in_the_way(battle: Battle, unit: Unit, marker: Marker) -> list[Unit]:
    """Enemies within 6" of the straight line from the unit's centre to the objective, behind it too (AOFR-R631)."""
    assert unit.pose is not None
    start, end = (unit.pose.x, unit.pose.y), (marker.x, marker.y)
    return [
        enemy
        for enemy in enemies(battle, unit.seat)
        if min(distance_to_segment(base, start, end) for base in perimeter(battle, enemy)) <= WAY + TOLERANCE
    ]


def nearest_enemies(battle: Battle, unit: Unit) -> list[Unit]:
    """The enemies that are as near as any."""
    gaps = [(gap_between(battle, unit, enemy), enemy) for enemy in enemies(battle, unit.seat)]
    least = min((gap for gap, _ in gaps), default=0.0)
    return [enemy for gap, enemy in gaps if gap <= least + TOLERANCE]
