"""Markers that units take along, and markers that fall (Relic Hunt, Capture & Hold, Smash & Grab, The Rescue)."""

from __future__ import annotations

import msgspec

from warhost.field.ground.placing import edge_distance
from warhost.play.script import Script, choose_unit
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.missions.seizing import seizers
from warhost.rulesets.regiments.core import Battle, Marker, Unit, events, perimeter
from warhost.table import TOLERANCE


def changed(battle: Battle, number: int, **fields: object) -> None:
    """Change one marker."""
    told = list(battle.markers)
    told[number] = msgspec.structs.replace(told[number], **fields)
    battle.markers = tuple(told)


def seizing_unit(battle: Battle, number: int, seat: int, rule_id: str) -> Script[Unit]:
    """Which of its units within 3" a side means: its own choice, the closest first (AOFR-R192)."""
    near = seizers(battle, battle.markers[number], seat)
    return (yield from choose_unit(near, seat, "seize", f"Which unit seizes marker {number + 1}?", rules=(rule_id,)))


@rule("aofr.mission.relic_hunt.carry", "aofr.mission.capture_hold.carry", "aofr.mission.rescue.carry")
def take_along(battle: Battle, number: int, unit: Unit) -> Script[None]:
    """The unit carries the marker from now on; it stays under its side's control."""
    changed(battle, number, carrier=unit.id, owner=unit.seat)
    follow(battle)
    yield events.MarkerCarried(number + 1, unit.id)


def carried_away(battle: Battle, rule_id: str, seat: int | None = None) -> Script[None]:
    """Every marker that was seized at this round's end (by that side, if one is named) is taken along."""
    for number, marker in enumerate(battle.markers):
        owner = marker.owner
        if owner is None or marker.gone or marker.carrier is not None or seat not in (None, owner):
            continue
        if seizers(battle, marker, owner):
            unit = yield from seizing_unit(battle, number, owner, rule_id)
            yield from take_along(battle, number, unit)


@rule("aofr.mission.relic_hunt.drop")
def let_fall(battle: Battle, number: int) -> None:
    """The marker lies where its carrier is, and is nobody's."""
    follow(battle)
    changed(battle, number, carrier=None, owner=None)


def follow(battle: Battle) -> None:
    """Carried markers are where their carriers are; a carrier in a transport keeps its own."""
    for number, marker in enumerate(battle.markers):
        if marker.carrier is None:
            continue
        bearer = _bearer(battle, marker.carrier)
        if bearer.pose is not None:
            changed(battle, number, x=bearer.pose.x, y=bearer.pose.y)


def _bearer(battle: Battle, carrier: int) -> Unit:
    """Where a carrier is to be found: itself, or the transport that it is in."""
    unit = battle.units[carrier]
    return unit if unit.inside is None else battle.units[unit.inside]


def near_edge(battle: Battle, marker: Marker, inches: float) -> bool:
    """Whether a marker is within so many inches of a table edge; a carried one is where the closest base of its
    carrier is, or of the transport that this one is in (AOFR-R201)."""
    if marker.carrier is None:
        return edge_distance(battle.scene.board, marker.x, marker.y) <= inches + TOLERANCE
    bases = perimeter(battle, _bearer(battle, marker.carrier))
    return (
        min(edge_distance(battle.scene.board, *corner) for base in bases for corner in base.corners)
        <= inches + TOLERANCE
    )
