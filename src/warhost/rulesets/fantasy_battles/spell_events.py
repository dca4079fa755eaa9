"""What single spells do in a battle, as facts."""

from __future__ import annotations

from warhost.play.events import Event
from warhost.table import Pose


class UnitSummoned(Event, frozen=True):
    words = "{unit:unit} {unit:was|were} summoned"
    unit: int
    pose: Pose


class NothingSummoned(Event, frozen=True):
    words = '{seat:seat} summoned nothing: there is no room for the {name} at {x:.1f}", {y:.1f}"'
    seat: int
    name: str
    x: float
    y: float
