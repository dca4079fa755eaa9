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


class NoEffect(Event, frozen=True):
    words = "{spell} had no effect on {unit:unit}"
    unit: int
    spell: str


class TokenGained(Event, frozen=True):
    words = "{seat:seat} gained a Veil Token and {seat:has|have} {tokens} now"
    seat: int
    tokens: int


class TokensDiscarded(Event, frozen=True):
    words = "{seat:seat} discarded {tokens:# Veil Token} for {spell}"
    seat: int
    tokens: int
    spell: str


class OrisonsGained(Event, frozen=True):
    words = "{seat:seat} gained {gained:# Orison Token} and {seat:has|have} {tokens} now"
    seat: int
    gained: int
    tokens: int


class MarkerAdded(Event, frozen=True):
    words = "{unit:unit} got an Incendiary marker: {markers} now"
    unit: int
    markers: int


class SacrificeMade(Event, frozen=True):
    words = "{unit:unit} sacrificed {health:# Health Point} for {spell}"
    unit: int
    health: int
    spell: str


class SpellSpread(Event, frozen=True):
    words = "{spell} took effect on {units:unit}"
    involves = ("units",)
    unit: int
    units: tuple[int, ...]
    spell: str


class WrathGrew(Event, frozen=True):
    words = 'Wrath of God: {counters:# counter} at {x:.1f}", {y:.1f}"'
    seat: int
    counters: int
    x: float
    y: float


class WrathStruck(Event, frozen=True):
    """The wrath came down on everybody within its radius; perhaps on nobody."""

    words = 'Wrath of God struck all within {radius}" of {x:.1f}", {y:.1f}"[: {units:unit}]'
    grave = True
    involves = ("units",)
    deed = "spell"
    units: tuple[int, ...]
    x: float
    y: float
    radius: int
