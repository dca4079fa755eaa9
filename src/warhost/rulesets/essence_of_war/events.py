"""What happens in a battle of Essence of War, as facts: what both games of The 9th Age tell, and what is its own."""

from __future__ import annotations

from warhost.play.events import Event
from warhost.rulesets.families.ninth_age import events
from warhost.rulesets.families.ninth_age.events import (
    AmbushDeclared,
    AttackResolved,
    BattleEnded,
    BlowsStruck,
    BoonGiven,
    ChargeDeclared,
    ChargeImpossible,
    ChargeMoved,
    ChargeRangeRolled,
    CombatPivoted,
    CombatScored,
    DiceChannelled,
    DispelFailed,
    DroppedOut,
    FailedChargeMoved,
    FirstToDeploy,
    FirstTurnChosen,
    FluxDrawn,
    GuestJoined,
    GuestLeftAlone,
    HealthLost,
    HealthRegained,
    MarkerPlaced,
    Miscast,
    NothingToDo,
    OverrunDeclared,
    PathChosen,
    PhaseBegan,
    PursuitCharged,
    PursuitDeclared,
    ReactionDeclared,
    RoundFought,
    SpellCast,
    SpellDeclared,
    SpellDispelled,
    SpellEnded,
    SpellFailed,
    TargetTurned,
    TestPassedBy,
    TestRerolled,
    TurnBegan,
    UnitBroke,
    UnitCrumbled,
    UnitDeployed,
    UnitDestroyed,
    UnitFled,
    UnitFledOffBoard,
    UnitMoved,
    UnitNudged,
    UnitPursued,
    UnitRallied,
    UnitShot,
    ZoneWon,
)

__all__ = [
    "AmbushDeclared",
    "AttackResolved",
    "BattleEnded",
    "BlowsStruck",
    "BoonGiven",
    "ChargeDeclared",
    "ChargeImpossible",
    "ChargeMoved",
    "ChargeRangeRolled",
    "CombatPivoted",
    "CombatScored",
    "DiceChannelled",
    "DiceSplit",
    "DieShared",
    "DieStored",
    "DisciplineTested",
    "DispelFailed",
    "DroppedOut",
    "FailedChargeMoved",
    "FirstToDeploy",
    "FirstTurnChosen",
    "FluxDrawn",
    "GuestJoined",
    "GuestLeftAlone",
    "HealthLost",
    "HealthRegained",
    "LastBlowsStruck",
    "MapChosen",
    "MarkerPlaced",
    "Miscast",
    "MissionRolled",
    "NothingToDo",
    "OverrunDeclared",
    "PathChosen",
    "PhaseBegan",
    "PlacesSwapped",
    "PursuitCharged",
    "PursuitDeclared",
    "QuestSworn",
    "ReactionDeclared",
    "RolledOff",
    "RoundFought",
    "SidePicked",
    "SpellBarred",
    "SpellCast",
    "SpellDeclared",
    "SpellDispelled",
    "SpellEnded",
    "SpellFailed",
    "SpellWarded",
    "TargetTurned",
    "TestFailedOnPurpose",
    "TestPassedBy",
    "TestRerolled",
    "TurnBegan",
    "UnitBroke",
    "UnitCrumbled",
    "UnitDeployed",
    "UnitDestroyed",
    "UnitFled",
    "UnitFledOffBoard",
    "UnitMoved",
    "UnitNudged",
    "UnitPursued",
    "UnitRallied",
    "UnitShot",
    "UnitWasted",
    "WarCryRaised",
    "ZoneWon",
]


class DisciplineTested(events.DisciplineTested, frozen=True):
    discipline = "eow.stat.dis"


class MapChosen(Event, frozen=True):
    words = "Map: {name}"
    name: str


class MissionRolled(Event, frozen=True):
    words = "Mission: {name}"
    name: str


class RolledOff(Event, frozen=True):
    words = "{seat:seat} won the roll-off, chose a table edge and deployed first"
    seat: int


class SidePicked(Event, frozen=True):
    words = "{seat:seat} played from the {edge} edge"
    seat: int
    edge: str


class PlacesSwapped(Event, frozen=True):
    words = "{unit:unit} changed places in {host:unit}: now in file {file}"
    unit: int
    host: int
    file: int


class DiceSplit(Event, frozen=True):
    """The Magic Dice of each player of a multi-game."""

    words = "The sides split their Magic Dice"
    shares: tuple[int, ...]


class DieShared(Event, frozen=True):
    words = "{seat:seat} gave a Magic Die to {other:seat}"
    seat: int
    other: int


class QuestSworn(Event, frozen=True):
    words = "{target:unit} {target:is|are} the Quest of {unit:unit}"
    unit: int
    target: int


class WarCryRaised(Event, frozen=True):
    words = "{unit:unit} raised the War Cry"
    unit: int


class TestFailedOnPurpose(Event, frozen=True):
    words = "{unit:unit} chose to fail the {kind} test ({by})"
    unit: int
    kind: str
    by: str
    rule: str


class UnitWasted(Event, frozen=True):
    words = "{unit:unit} failed by {points} and crumbled ({by})"
    grave = True
    unit: int
    points: int
    by: str
    rule: str


class LastBlowsStruck(Event, frozen=True):
    words = "{unit:unit} refused to flee and struck a last time ({by})"
    unit: int
    by: str
    rule: str


class SpellBarred(Event, frozen=True):
    words = "{unit:unit} used a Binding Scroll: {spell} cannot be cast in this Magic Phase"
    unit: int
    spell: str


class SpellWarded(Event, frozen=True):
    words = "{spell} had no effect on {unit:unit}: it was dispelled"
    unit: int
    spell: str


class DieStored(Event, frozen=True):
    words = "{seat:seat} stored a Magic Die"
    seat: int
