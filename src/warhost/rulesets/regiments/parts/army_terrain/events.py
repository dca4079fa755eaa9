"""What happens with army terrain, as facts."""

from __future__ import annotations

from warhost.play.events import Event


class ArmyTerrainRolled(Event, frozen=True):
    words = "{seat:seat} may bring {battle} or {magic}"
    seat: int
    battle: str
    magic: str


class ArmyTerrainPlaced(Event, frozen=True):
    words = "{seat:seat} placed {name}"
    seat: int
    name: str


class ArmyTerrainLeftOut(Event, frozen=True):
    words = "There was no room for {name} of {seat:seat}"
    seat: int
    name: str
