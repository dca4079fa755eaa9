"""What is told of side-missions."""

from __future__ import annotations

from warhost.play.events import Event


class SideMissionStyle(Event, frozen=True):
    words = "Side-missions: {style}[, {method}]"
    style: str
    method: str = ""


class SideMissionPicked(Event, frozen=True):
    words = "{seat:seat} picked the side-mission {name}: {text}"
    seat: int
    name: str
    text: str


class SideMissionRolled(Event, frozen=True):
    words = "A new side-mission: {name}. {text}"
    name: str
    text: str


class SecretsTaken(Event, frozen=True):
    words = "{seat:seat} {seat:has|have} {count:# secret side-mission}"
    seat: int
    count: int


class SecretShown(Event, frozen=True):
    words = "{seat:seat} had the secret side-mission {name}: {text}"
    seat: int
    name: str
    text: str


class SideMissionCompleted(Event, frozen=True):
    words = "{seat:seat} completed {name} for {points:# victory point}"
    grave = True
    seat: int
    name: str
    points: int = 1


class MarkersScored(Event, frozen=True):
    words = "{seat:seat} scored {points:# victory point} for {markers:# marker}"
    seat: int
    markers: int
    points: int


class SideMissionDiscarded(Event, frozen=True):
    words = "The side-mission {name} was discarded"
    name: str
