"""Who controls which marker (Preparation: The Mission)."""

from __future__ import annotations

import msgspec

from warhost.rulebook import rule
from warhost.rulesets.regiments.core import Battle, Marker, Unit, footprint, optional, perimeter, present, site_of
from warhost.table import TOLERANCE, distance_to_point

REACH = 3.0


def reach_of(battle: Battle) -> float:
    """How near to a marker units of this battle seize it."""
    return optional.measured(battle, REACH)


@rule("aofr.objective.seize_range")
def marker_distance(battle: Battle, unit: Unit, marker: Marker) -> float:
    """From a unit's closest model to a marker, which is a point (AOFR-R059)."""
    return min(distance_to_point(base, marker.x, marker.y) for base in perimeter(battle, unit))


@rule("aofr.special.ambush.no_objectives", "aofr.shaken.no_objectives")
def eligible(battle: Battle, unit: Unit) -> bool:
    """Shaken units do not count, nor do those that came in by Ambush in this round (AOFR-R060)."""
    there = unit.pose is not None or (unit.inside is not None and site_of(battle, unit) is not None)
    return there and not unit.shaken and unit.arrived != battle.turn


def seizers(battle: Battle, marker: Marker, seat: int) -> list[Unit]:
    """The units of a side that count at the marker, the closest first."""
    reach = reach_of(battle) + TOLERANCE
    near = [
        (marker_distance(battle, unit, marker), unit.id)
        for unit in present(battle, seat)
        if eligible(battle, unit) and _may_be_near(battle, unit, marker, reach)
    ]
    found = [battle.units[number] for gap, number in sorted(near) if gap <= reach]
    for part in optional.speaking(battle, "may_seize"):
        found = [unit for unit in found if part.may_seize(battle, unit, marker)]
    return found


def _may_be_near(battle: Battle, unit: Unit, marker: Marker, near: float) -> bool:
    """Whether the circle around the unit comes near enough to the marker: most units are told apart by that."""
    shape = footprint(battle, unit)
    dx, dy = marker.x - shape.x, marker.y - shape.y
    reach = shape.radius + near
    return dx * dx + dy * dy <= reach * reach


@rule(
    "aofr.objective.seize",
    "aofr.objective.stays_seized",
    "aofr.objective.contested_neutral",
    "aofr.mission.common_seizing",
)
def controller(battle: Battle, marker: Marker) -> int | None:
    """Whose the marker is: a side alone within 3" seizes it, two make it neutral, none changes nothing.

    A player's own marker is its own until the enemy seizes it; its units near it only contest (AOFR-R193).
    """
    near = [seat for seat in battle.sides if seizers(battle, marker, seat)]
    if len(near) == 1:
        return near[0]
    return marker.owner if not near or marker.placed_by is not None else None


def take_control(battle: Battle) -> None:
    """Every marker that lies on the table goes to whoever controls it now."""
    battle.markers = tuple(
        marker
        if marker.gone or marker.carrier is not None
        else msgspec.structs.replace(marker, owner=controller(battle, marker))
        for marker in battle.markers
    )
