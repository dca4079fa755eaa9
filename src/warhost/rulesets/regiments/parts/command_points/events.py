"""What happens with command points, as it is told."""

from __future__ import annotations

from warhost.play.events import Event


class StyleOfCommand(Event, frozen=True):
    words = "The style of command points is {style}"
    style: str


class DoctrineTaken(Event, frozen=True):
    words = "{seat:seat} {seat:follows|follow} the {doctrine}"
    seat: int
    doctrine: str


class CommandGained(Event, frozen=True):
    words = "{seat:seat} got {points:# command point} and has {left}"
    seat: int
    points: int
    left: int


class CommandLost(Event, frozen=True):
    words = "{seat:seat} lost {points:# unspent command point}"
    seat: int
    points: int


class StratagemUsed(Event, frozen=True):
    words = "{seat:seat} used {stratagem} for {cost:# command point}, {left} left"
    seat: int
    stratagem: str
    cost: int
    left: int


class StratagemStopped(Event, frozen=True):
    words = "{seat:seat} stopped {stratagem}"
    seat: int
    stratagem: str


class DiceRaised(Event, frozen=True):
    words = "{stratagem}: {was} became {now}"
    stratagem: str
    was: str
    now: str


class WoundSpared(Event, frozen=True):
    words = "Eternal Vigilance {spared:saved|did not save} a model of {unit:unit}"
    unit: int
    spared: bool


class CountsAsTired(Event, frozen=True):
    words = "Combat Fatigue {works:tired|did not tire} {unit:unit}"
    unit: int
    works: bool


class SupremeToken(Event, frozen=True):
    words = "{unit:unit} got a supreme spell token"
    unit: int


class Vanished(Event, frozen=True):
    words = "{unit:unit} vanished from the table"
    unit: int


class MarkerShutDown(Event, frozen=True):
    words = "Marker {number} was shut down and is neutral"
    number: int
