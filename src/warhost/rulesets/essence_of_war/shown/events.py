"""What happens in a battle of Essence of War, as facts: what both games of The 9th Age tell, and what is its own."""

from __future__ import annotations

from warhost.play.events import Event
from warhost.play.questions import Part
from warhost.rulesets.families.ninth_age.core import events
from warhost.rulesets.families.ninth_age.core.events import (
    AttackResolved,
    BattleEnded,
    BlowsStruck,
    BoonGiven,
    ChargeDeclared,
    ChargeImpossible,
    ChargeMoved,
    ChargeRangeRolled,
    CombatScored,
    DispelFailed,
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
    SpellDispelled,
    SpellEnded,
    SpellFailed,
    TargetTurned,
    TestPassedBy,
    TestRerolled,
    TurnBegan,
    UnitBroke,
    UnitDeployed,
    UnitDestroyed,
    UnitFled,
    UnitFledOffBoard,
    UnitMoved,
    UnitNudged,
    UnitPursued,
    UnitShot,
    ZoneWon,
)
from warhost.table import Pose

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
    words = "{seat:seat} won the roll-off for table edge and first deployment"
    seat: int


class SidePicked(Event, frozen=True):
    words = "{seat:seat} deployed in the {edge}"
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
    deed = "loss"
    unit: int
    points: int
    by: str
    rule: str


class LastBlowsStruck(Event, frozen=True):
    words = "{unit:unit} refused to flee and struck a last time ({by})"
    deed = "strike"
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


class AmbushDeclared(Event, frozen=True):
    words = "{unit:unit} {unit:waits|wait} in Ambush"
    unit: int


class UnitCrumbled(Event, frozen=True):
    words = "{unit:unit} crumbled after losing the combat by {points} ({by})"
    grave = True
    deed = "loss"
    unit: int
    points: int
    by: str
    rule: str


class FluxDrawn(Event, frozen=True):
    words = "{seat:seat} drew Flux Card {card}: {active} Magic Dice against {reactive}"
    seat: int
    card: int
    active: int
    reactive: int


class PathChosen(Event, frozen=True):
    words = "{unit:unit} became an Apprentice of {path}"
    unit: int
    path: str


class DiceChannelled(Event, frozen=True):
    words = "{seat:seat} channelled {dice:# more Magic Die|more Magic Dice}"
    seat: int
    dice: int


class SpellDeclared(Event, frozen=True):
    words = "{unit:unit} attempted {spell} ({value}+) on {targets:unit} with {dice:# die|dice}"
    involves = ("targets",)
    deed = "attempt"
    unit: int
    spell: str
    targets: tuple[int, ...]
    dice: int
    value: int
    parts: tuple[Part, ...] = ()


class SpellCast(Event, frozen=True):
    words = "{unit:unit} cast {spell} on {targets:unit}"
    involves = ("targets",)
    deed = "spell"
    unit: int
    spell: str
    targets: tuple[int, ...]
    total: int


class Miscast(Event, frozen=True):
    words = "{unit:unit} suffered a Miscast: {hits:# hit} with AP {ap}"
    grave = True
    unit: int
    hits: int
    ap: int


class CombatPivoted(Event, frozen=True):
    words = "{unit:unit} made a Combat Pivot"
    unit: int
    pose: Pose
