"""What happens in a battle of Fantasy Battles, as facts: what both games of The 9th Age tell, and what is its own."""

from __future__ import annotations

from warhost.play.events import Event
from warhost.rulesets.families.ninth_age.core import events
from warhost.rulesets.families.ninth_age.core.events import (
    AttackResolved,
    BattleEnded,
    BlowsStruck,
    BoonGiven,
    ChargeDeclared,
    ChargeImpossible,
    ChargeRangeRolled,
    DroppedOut,
    FailedChargeMoved,
    FirstToDeploy,
    FirstTurnChosen,
    GuestJoined,
    GuestLeftAlone,
    HealthLost,
    HealthRegained,
    MarkerPlaced,
    NothingToDo,
    OverrunDeclared,
    PhaseBegan,
    PursuitCharged,
    PursuitDeclared,
    ReactionDeclared,
    RoundFought,
    TargetTurned,
    TestPassedBy,
    TestRerolled,
    TurnBegan,
    UnitBroke,
    UnitDeployed,
    UnitDestroyed,
    UnitFled,
    UnitMoved,
    UnitNudged,
    UnitPursued,
    UnitShot,
    ZoneWon,
)
from warhost.table import Pose

__all__ = [
    "AttackResolved",
    "BattleEnded",
    "BlowsStruck",
    "BoonGiven",
    "ChargeDeclared",
    "ChargeImpossible",
    "ChargeRangeRolled",
    "ChargeRerolled",
    "ChargedToo",
    "CombatScored",
    "DisciplineTested",
    "DroppedOut",
    "FailedChargeMoved",
    "FirstToDeploy",
    "FirstTurnChosen",
    "GuestJoined",
    "GuestLeftAlone",
    "HealthLost",
    "HealthRegained",
    "MarkerPlaced",
    "Misfired",
    "MovedAtRandom",
    "NothingToDo",
    "OverrunDeclared",
    "PhaseBegan",
    "PursuitCharged",
    "PursuitDeclared",
    "ReactionDeclared",
    "RoundFought",
    "TargetTurned",
    "TestPassedBy",
    "TestRerolled",
    "TurnBegan",
    "UnitBroke",
    "UnitCrumbled",
    "UnitDeployed",
    "UnitDestroyed",
    "UnitFled",
    "UnitMoved",
    "UnitNudged",
    "UnitPursued",
    "UnitReformed",
    "UnitShaken",
    "UnitShot",
    "ZoneWon",
]


class CombatScored(events.CombatScored, frozen=True):
    """The Combat Score of both sides."""

    called = "Combat Score"


class DisciplineTested(events.DisciplineTested, frozen=True):
    discipline = "t9a.modifiers.full_chain"


class ChargeRerolled(Event, frozen=True):
    words = "{unit:unit} rolled the Charge Range again"
    unit: int
    rule: str


class ChargedToo(Event, frozen=True):
    """A charger could not come to its target without touching this enemy as well."""

    words = "{unit:unit} came into contact with {target:unit} too"
    unit: int
    target: int
    arc: str


class UnitReformed(Event, frozen=True):
    """A unit stands anew about its Centre, so many files wide."""

    words = "{unit:unit} reformed, {files} wide"
    unit: int
    files: int
    pose: Pose


class MovedAtRandom(Event, frozen=True):
    words = '{unit:unit} moved {inches:.1f}" at random'
    unit: int
    rolled: int
    inches: float
    pose: Pose


class UnitShaken(Event, frozen=True):
    words = "{unit:unit} {unit:is|are} Shaken: {name}"
    unit: int
    name: str
    rule: str


class UnitCrumbled(Event, frozen=True):
    """A unit that does not break lost Health Points in place of it."""

    words = "{unit:unit} crumbled by {points} ({by})"
    grave = True
    deed = "loss"
    unit: int
    points: int
    by: str
    rule: str


class Misfired(Event, frozen=True):
    """An Artillery Weapon misfired, with this result on the table."""

    words = "{unit:unit} misfired with {weapon}: {effect} ({result})"
    grave = True
    unit: int
    weapon: str
    result: int
    effect: str
