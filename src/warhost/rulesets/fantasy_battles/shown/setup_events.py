"""What happens before the first Player Turn, and to the Secondary Objective, as facts."""

from __future__ import annotations

from warhost.play.events import Event
from warhost.rulesets.families.ninth_age.core.events import (
    FirstToDeploy,
    FirstTurnChosen,
    GuestJoined,
    MarkerPlaced,
    UnitDeployed,
    ZoneWon,
)
from warhost.table import Pose

__all__ = [
    "AttackerNamed",
    "BattlefieldBuilt",
    "CounterGained",
    "DeploymentFinished",
    "DeploymentTypeFixed",
    "DiagonalPicked",
    "FeatureNamed",
    "FirstToDeploy",
    "FirstTurnChosen",
    "FirstTurnRolled",
    "GuestJoined",
    "IntentDeclared",
    "ListsShared",
    "MarkerDropped",
    "MarkerPickedUp",
    "MarkerPlaced",
    "ObjectiveFixed",
    "ShortEdgeTaken",
    "SizeAgreed",
    "SpecialDeployment",
    "UnitArrived",
    "UnitDeployed",
    "UnitFlagged",
    "UnitHeldUp",
    "ZoneTaken",
    "ZoneWon",
]


class SizeAgreed(Event, frozen=True):
    words = "A game of {points} Army Points"
    points: int


class ListsShared(Event, frozen=True):
    """Both players have shown their whole Army Lists: what they cost."""

    words = "The players showed each other their Army Lists"
    costs: tuple[int, ...]


class BattlefieldBuilt(Event, frozen=True):
    words = "Battlefield: {name}"
    name: str


class DeploymentTypeFixed(Event, frozen=True):
    words = "Deployment Type: {name}"
    name: str


class ObjectiveFixed(Event, frozen=True):
    words = "Secondary Objective: {name}"
    name: str


class ShortEdgeTaken(Event, frozen=True):
    words = "{seat:seat} took the {edge} Board Edge"
    seat: int
    edge: str


class AttackerNamed(Event, frozen=True):
    words = "{seat:seat} {seat:is|are} the attacker"
    seat: int


class DiagonalPicked(Event, frozen=True):
    words = "{seat:seat} chose the diagonal from {name}"
    seat: int
    name: str


class ZoneTaken(Event, frozen=True):
    words = "{seat:seat} took the {side} Deployment Zone"
    seat: int
    side: str


class SpecialDeployment(Event, frozen=True):
    """A unit that is not deployed with the others: it Scouts, or waits off the board as an Ambusher or Delayed."""

    words = "{unit:unit} {unit:is|are} {how}"
    unit: int
    how: str


class DeploymentFinished(Event, frozen=True):
    words = "{seat:seat} finished deployment"
    seat: int


class IntentDeclared(Event, frozen=True):
    words = "{seat:seat} {seat:wants|want} the {turn} turn"
    seat: int
    turn: str


class FirstTurnRolled(Event, frozen=True):
    words = "First turn: {seat:seat} rolled {total} against {other}"
    seat: int
    total: int
    other: int


class UnitArrived(Event, frozen=True):
    words = "{unit:unit} came onto the board"
    unit: int
    pose: Pose


class UnitHeldUp(Event, frozen=True):
    words = "{unit:unit} did not arrive yet: rolled {face}"
    unit: int
    face: int


class FeatureNamed(Event, frozen=True):
    words = "{seat:seat} named {feature} for King of the Hill"
    seat: int
    feature: str


class UnitFlagged(Event, frozen=True):
    words = "{unit:unit} {unit:was|were} marked: destroying {unit:it|them} counts for Capture the Flags"
    unit: int


class CounterGained(Event, frozen=True):
    """Hold the Ground at the end of a Game Turn: who has more Scoring Units at the centre, and by how many."""

    words = "{seat:seat} gained a counter: {own} to {enemy} Scoring Units at the centre"
    seat: int
    own: int
    enemy: int


class MarkerPickedUp(Event, frozen=True):
    words = "{unit:unit} picked up marker {number}"
    unit: int
    number: int


class MarkerDropped(Event, frozen=True):
    words = "{unit:unit} dropped marker {number}"
    unit: int
    number: int
