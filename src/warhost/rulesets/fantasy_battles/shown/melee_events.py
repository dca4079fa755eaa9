"""What happens in a Round of Combat of Fantasy Battles alone, as facts."""

from __future__ import annotations

from warhost.play.events import Event
from warhost.table import Pose


class WeaponChosen(Event, frozen=True):
    words = "{unit:unit} fought with the {weapon}"
    unit: int
    weapon: str


class MadeWay(Event, frozen=True):
    words = "{unit:unit} changed places in {host:unit}: now in file {file}"
    unit: int
    host: int
    file: int


class DuelIssued(Event, frozen=True):
    words = "{unit:unit} issued a Duel"
    unit: int


class DuelAccepted(Event, frozen=True):
    words = "{unit:unit} accepted the Duel of {foe:unit}"
    involves = ("foe",)
    unit: int
    foe: int


class DuelRefused(Event, frozen=True):
    words = "{seat:seat} refused the Duel of {foe:unit}"
    involves = ("foe",)
    seat: int
    foe: int


class UnitRestrained(Event, frozen=True):
    words = "{unit:unit} restrained from pursuit"
    unit: int


class CombatReformed(Event, frozen=True):
    """A unit in combat was set down anew, in so many files."""

    words = "{unit:unit} made a Combat Reform: {files} wide"
    unit: int
    files: int
    pose: Pose


class NoLongerEngaged(Event, frozen=True):
    words = "{unit:unit} {unit:was|were} no longer Engaged in Combat"
    unit: int
