"""What happens when units shoot, burn, regenerate and damage buildings, as facts."""

from __future__ import annotations

from warhost.play.events import Event
from warhost.play.questions import Part, Sum


class UnitShot(Event, frozen=True):
    """A unit shot at another: so many dice, hits, and wounds that nothing saved; what the dice needed, with its
    parts."""

    words = "{unit:unit} shot at {target:unit} ({weapon}): {dice:# shot}, {hits:# hit}, {wounds:# wound}"
    deed = "volley"
    unit: int
    target: int
    weapon: str
    dice: int
    hits: int
    wounds: int
    needed: int
    parts: tuple[Part, ...] = ()

    @property
    def sums(self) -> tuple[Sum, ...]:
        return (Sum("to hit", self.needed, self.parts),)


class TurnedToShoot(Event, frozen=True):
    words = "{unit:unit} turned on the spot to shoot"
    unit: int


class Panicked(Event, frozen=True):
    words = "{unit:unit} panicked"
    grave = True
    deed = "flight"
    unit: int


class Snared(Event, frozen=True):
    words = "{unit:unit} {unit:was|were} snared"
    unit: int


class SetAlight(Event, frozen=True):
    words = "{unit:unit} {unit:was|were} set alight by {weapon}"
    unit: int
    weapon: str


# Templates


class TemplateLanded(Event, frozen=True):
    """The centre of a round template came down there, after scattering or where it was aimed."""

    words = "{weapon} of {unit:unit}: {scattered:it scattered|it hit the mark}"
    unit: int
    weapon: str
    x: float
    y: float
    scattered: bool


class FirestormLaid(Event, frozen=True):
    words = "{weapon} of {unit:unit} covered {models:# model}"
    unit: int
    weapon: str
    facing: float
    models: int


# Buildings


class WentIn(Event, frozen=True):
    words = "{unit:unit} went into {building}"
    unit: int
    building: str


class CameOut(Event, frozen=True):
    words = "{unit:unit} came out of the building"
    unit: int


class BuildingHit(Event, frozen=True):
    """A Demolisher hit a building: D10 + Strength against its Defense, and the Structure Points that it lost."""

    words = "{unit:unit} hit {building}: {total} against Defense {defense}[, {points:# Structure Point} lost]"
    unit: int
    building: str
    total: int
    defense: int
    points: int


class BuildingDamaged(Event, frozen=True):
    words = "{building:cap}: {result}"
    building: str
    result: str


class SectionDestroyed(Event, frozen=True):
    words = "{building:cap} collapsed"
    grave = True
    building: str


# Fire and Regeneration


class Burned(Event, frozen=True):
    words = "The fire on {unit:unit} {out:went out|burned on}"
    unit: int
    out: bool


class Regenerated(Event, frozen=True):
    words = "{unit:unit} regained {health} Health[ and {models:# model}]"
    unit: int
    health: int
    models: int
