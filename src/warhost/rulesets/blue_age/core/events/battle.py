"""What happens in a battle of The Blue Age, as facts."""

from __future__ import annotations

from warhost.play.events import Event, Hurt
from warhost.play.questions import Part, Sum
from warhost.table import Pose

# Turns and phases


class TurnBegan(Event, frozen=True):
    words = "Turn {turn}"
    heading = True
    turn: int


class TurnRolled(Event, frozen=True):
    """The roll of one player for the First Player of a turn."""

    words = "{seat:seat} rolled {total} for the turn"
    seat: int
    total: int
    parts: tuple[Part, ...] = ()

    @property
    def sums(self) -> tuple[Sum, ...]:
        return (Sum("Turn roll", self.total, self.parts, self.seat),)


class FirstPlayerChosen(Event, frozen=True):
    words = "{seat:seat} {seat:is|are} First Player of this turn"
    seat: int


class PhaseBegan(Event, frozen=True):
    words = "{phase} Phase"
    heading = True
    phase: str


class PartBegan(Event, frozen=True):
    words = "{phase} Phase: {seat:seat}"
    heading = True
    phase: str
    seat: int


class NothingToDo(Event, frozen=True):
    """A part of a phase went by in which the player had nothing to decide; why says what stood in the way."""

    words = "{phase} Phase of {seat:seat} skipped: {why}"
    deed = "nothing"
    seat: int
    phase: str
    why: str


# Tests


class TestTaken(Event, frozen=True):
    """A Spirit or Mind Test: the die, what it needed after all modifiers, and whether it passed."""

    words = "{unit:unit} took a {kind} Test: {face} against {needed}+, {passed:passed|failed}"
    deed = "test"
    unit: int
    kind: str
    face: int
    needed: int
    passed: bool
    parts: tuple[Part, ...] = ()

    @property
    def sums(self) -> tuple[Sum, ...]:
        total = self.face + sum(int(part.amount) for part in self.parts)
        return (Sum(f"{self.kind} Test", total, (Part(self.face, "D10"), *self.parts)),)


class TestPassedByRule(Event, frozen=True):
    words = "{unit:unit} passed a {kind} Test automatically ({by})"
    deed = "test"
    unit: int
    kind: str
    by: str
    rule: str


# Losses


class HealthLost(Event, frozen=True):
    """A unit lost Health, and with it so many models."""

    words = "{unit:unit} lost {health} Health[ and {models:# model}] ({what})"
    deed = "loss"
    unit: int
    health: int
    models: int
    what: str
    by: int | None = None

    @property
    def hurt(self) -> Hurt | None:
        return Hurt(self.unit, self.health)


class UnitGone(Event, frozen=True):
    """The last model of a unit has left the table: slain, fled over the edge, or lost otherwise."""

    words = "{unit:unit} {unit:was|were} {end}"
    grave = True
    deed = "loss"
    unit: int
    fate: str

    @property
    def end(self) -> str:
        """What became of it, in words."""
        return "driven off the table" if self.fate == "fled" else self.fate


# Moves


class UnitDeployed(Event, frozen=True):
    words = "{unit:unit} deployed"
    unit: int
    pose: Pose


class UnitWalked(Event, frozen=True):
    """The models of a unit moved; `how` is the word for it (moved, dashed, charged), `inches` the longest way."""

    words = '{unit:unit} {how} {inches:.1f}"'
    deed = "move"
    unit: int
    how: str
    inches: float


class UnitDashed(Event, frozen=True):
    """A unit rolled how much farther it moves in this phase."""

    words = '{unit:unit} dashed: {inches}" more'
    deed = "move"
    unit: int
    inches: int


class UnitFled(Event, frozen=True):
    words = '{unit:unit} fled {inches:.1f}"'
    deed = "flight"
    unit: int
    inches: float


class UnitFellBack(Event, frozen=True):
    words = '{unit:unit} fell back {inches:.1f}"'
    deed = "flight"
    unit: int
    inches: float


class ModelsLost(Event, frozen=True):
    """Models that had nowhere to run."""

    words = "{unit:unit} lost {models:# model} that had nowhere to go"
    grave = True
    deed = "loss"
    unit: int
    models: int


class UnitLeftCombat(Event, frozen=True):
    words = "{unit:unit} walked away from combat"
    unit: int
    foes: tuple[int, ...] = ()


class NoWayOut(Event, frozen=True):
    words = "{unit:unit} found no way out"
    unit: int


class AmbushCalled(Event, frozen=True):
    """A unit was called from its ambush: it arrives on 5 or more."""

    words = "{unit:unit} {came:came|did not come} when called from ambush"
    unit: int
    face: int
    came: bool


class AmbushArrived(Event, frozen=True):
    """A unit arrived from ambush, so far from where it was meant to."""

    words = '{unit:unit} arrived from ambush, {inches}" off'
    unit: int
    inches: int


class HeroLeft(Event, frozen=True):
    words = "{unit:unit} left {target:unit}"
    unit: int
    target: int


# Setting up


class MapChosen(Event, frozen=True):
    words = "The table: {map}"
    map: str


class ScenarioChosen(Event, frozen=True):
    words = "The scenario: {scenario}"
    scenario: str


class RolledOff(Event, frozen=True):
    words = "{seat:seat} won the roll for {what}"
    seat: int
    what: str


class ZonePicked(Event, frozen=True):
    words = "{seat:seat} took the {edge} edge"
    seat: int
    edge: str


class UnitInReserve(Event, frozen=True):
    words = "{unit:unit} {unit:waits|wait} in ambush"
    unit: int


class NeverDeployed(Event, frozen=True):
    words = "There was no room for {unit:unit}"
    grave = True
    unit: int


class HeroJoined(Event, frozen=True):
    words = "{unit:unit} joined {target:unit}"
    unit: int
    target: int


class BattleEnded(Event, frozen=True):
    words = "{text}"
    grave = True
    text: str
