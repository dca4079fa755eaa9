"""What happens in the battles of both games of The 9th Age, as facts. A book adds what happens in its own alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from warhost.play.events import Blow, Event, Fight, Hurt, Went, counted, moved
from warhost.play.questions import Part, Sum
from warhost.table import Pose, Step


class MarkerPlaced(Event, frozen=True):
    words = '{seat:seat} placed a marker at {x:.1f}", {y:.1f}"'
    seat: int
    x: float
    y: float


class ZoneWon(Event, frozen=True):
    words = "{seat:seat} won the roll-off for the deployment zone"
    seat: int


class FirstToDeploy(Event, frozen=True):
    words = "{seat:seat} {seat:was|were} to deploy first"
    seat: int


class FirstTurnChosen(Event, frozen=True):
    words = "{seat:seat} {seat:was|were} given the first turn"
    seat: int


class GuestJoined(Event, frozen=True):
    words = "{unit:unit} joined {host:unit}"
    unit: int
    host: int


class UnitDeployed(Event, frozen=True):
    words = "{unit:unit} deployed"
    unit: int
    pose: Pose


class BoonGiven(Event, frozen=True):
    """A rule gave a unit something for a while, or marked it: an Order, an Orison, a dance, a Grudge."""

    words = "{unit:unit}: {boon}"
    unit: int
    by: int | None
    boon: str
    rule: str


class TurnBegan(Event, frozen=True):
    words = "Game Turn {turn}: {seat:seat}"
    heading = True
    turn: int
    seat: int


class PhaseBegan(Event, frozen=True):
    words = "{phase} Phase of {seat:seat}"
    heading = True
    phase: str
    seat: int


class NothingToDo(Event, frozen=True):
    """A phase went by in which the player had nothing to decide; why says what stood in the way."""

    words = "{phase} Phase of {seat:seat} skipped: {why}"
    deed = "nothing"
    seat: int
    phase: str
    why: str


class DisciplineTested(Event, frozen=True):
    words = "{unit:unit} {passed:passed|failed} the {kind} test: {total} against Discipline {needed}"
    deed = "test"
    unit: int
    kind: str
    total: int
    needed: int
    passed: bool
    parts: tuple[Part, ...] = ()
    discipline: ClassVar[str] = ""
    """The book's rule on Discipline."""

    @property
    def sums(self) -> tuple[Sum, ...]:
        changes = sum(int(part.amount) for part in self.parts)
        own = Part(self.needed - changes, "own Discipline", self.discipline)
        return (Sum("Discipline", self.needed, (own, *self.parts)),) if self.parts else ()


class TestPassedBy(Event, frozen=True):
    words = "{unit:unit} passed the {kind} test ({by})"
    deed = "test"
    unit: int
    kind: str
    by: str
    rule: str


class TestRerolled(Event, frozen=True):
    words = "{unit:unit} re-rolled the {kind} test ({by})"
    unit: int
    kind: str
    by: str
    rule: str


class UnitRallied(Event, frozen=True):
    words = "{unit:unit} rallied"
    unit: int


class UnitMoved(Event, frozen=True):
    """A unit made a move of that kind along these steps, which cost so many inches."""

    unit: int
    kind: str
    steps: tuple[Step, ...]
    pose: Pose
    inches: float

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        ahead = {"advance": "advanced", "march": "marched"}.get(self.kind, "moved")
        return f"{unit_name(self.unit)} {moved(self.steps, self.inches, ahead)}"


class UnitFled(Event, frozen=True):
    """A unit made a Flee Move; rolled is what the dice said, inches how far it went to be clear of everything."""

    words = '{unit:unit} fled {inches:.1f}"'
    deed = "flight"
    unit: int
    rolled: int
    inches: float
    pose: Pose


class UnitFledOffBoard(Event, frozen=True):
    words = '{unit:unit} reached the table edge after {inches:.1f}"'
    deed = "flight"
    unit: int
    inches: float
    pose: Pose


class ChargeDeclared(Event, frozen=True):
    words = "{unit:unit} declared a charge against {target:unit} in the {arc}"
    unit: int
    target: int
    arc: str


class ReactionDeclared(Event, frozen=True):
    unit: int
    reaction: str

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        return f"{unit_name(self.unit)} {'held' if self.reaction == 'hold' else f'chose to {self.reaction}'}"


class ChargeRangeRolled(Event, frozen=True):
    words = '{unit:unit} {made:reached|did not reach} {target:unit}: Charge Range {inches}" for {distance:.1f}"'
    unit: int
    target: int
    inches: int
    distance: float
    made: bool


class ChargeImpossible(Event, frozen=True):
    words = "{unit:unit} had no path or no room to charge {target:unit}"
    unit: int
    target: int


class TargetTurned(Event, frozen=True):
    words = "{unit:unit} turned to face the charger"
    unit: int
    pose: Pose


class ChargeMoved(Event, frozen=True):
    """A charger came along these steps to where it arrived in contact, and aligned; the pose is its place then."""

    words = "{unit:unit} charged into the {side} of {target:unit}"
    deed = "charge"
    unit: int
    target: int
    side: str
    steps: tuple[Step, ...]
    arrived: Pose
    pose: Pose

    @property
    def went(self) -> Went:
        return Went(self.unit, self.steps, self.arrived)


class FailedChargeMoved(Event, frozen=True):
    """`inches` is what the higher die gave, `moved` how far the unit came."""

    words = '{unit:unit} failed the charge and moved {moved:.1f}"'
    deed = "charge"
    unit: int
    inches: int
    steps: tuple[Step, ...]
    pose: Pose
    moved: float


class UnitDestroyed(Event, frozen=True):
    words = "{unit:unit} {unit:was|were} destroyed: {how}"
    grave = True
    deed = "loss"
    unit: int
    how: str


class GuestLeftAlone(Event, frozen=True):
    """All R&F models of a Combined Unit are gone. The Character goes on under the unit's number, the R&F are gone
    under its own."""

    words = "{unit:unit} {unit:fights|fight} on alone: the last of the {ranks} fell"
    grave = True
    unit: int
    guest: int
    ranks: str


class HealthLost(Event, frozen=True):
    """Health Points were lost, and so many models with them."""

    words = "{unit:unit} lost {health:# Health Point}[, {models:# model} fell]"
    deed = "loss"
    unit: int
    health: int
    models: int

    @property
    def hurt(self) -> Hurt:
        return Hurt(self.unit, self.health)


class UnitShot(Event, frozen=True):
    words = "{unit:unit} shot at {target:unit} with {weapon}: {shots:# shot}"
    deed = "volley"
    unit: int
    target: int
    weapon: str
    shots: int


class AttackResolved(Event, frozen=True):
    """What became of like attacks: hits, wounds and what was saved. No attacker: terrain, or a Miscast."""

    deed = "attack"

    attacker: int | None
    target: int
    what: str
    attacks: int
    hits: int
    wounds: int
    armour_saved: int
    aegis_saved: int

    @property
    def actor(self) -> int | None:
        return self.attacker

    @property
    def blow(self) -> Blow:
        return Blow(self.attacker, self.target, self.wounds - self.armour_saved - self.aegis_saved)

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        saved = self.armour_saved + self.aegis_saved
        who = f" by {unit_name(self.attacker)}" if self.attacker is not None else ""
        attacks = f" from {counted(self.attacks, 'attack')}" if self.attacker is not None else ""
        return (
            f"{self.what}{who} on {unit_name(self.target)}: {counted(self.hits, 'hit')}{attacks}, "
            f"{counted(self.wounds, 'wound')}, {saved} saved"
        )


class SpellEnded(Event, frozen=True):
    words = "{spell} on {unit:unit} ended"
    unit: int
    spell: str


class SpellFailed(Event, frozen=True):
    words = "{unit:unit} failed to cast {spell}: {total} against {value}"
    unit: int
    spell: str
    total: int
    value: int


class SpellDispelled(Event, frozen=True):
    words = "{seat:seat} dispelled {spell}: {total} against {cast}"
    seat: int
    spell: str
    total: int
    cast: int


class DispelFailed(Event, frozen=True):
    words = "{seat:seat} failed to dispel {spell}: {total} against {cast}"
    seat: int
    spell: str
    total: int
    cast: int


class HealthRegained(Event, frozen=True):
    words = "{unit:unit} regained {health:# Health Point}"
    unit: int
    health: int


class RoundFought(Event, frozen=True):
    """A Round of Combat starts between these units."""

    involves = ("units",)
    deed = "fight"
    units: tuple[int, ...]

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        return "Round of Combat: " + ", ".join(unit_name(unit) for unit in self.units)


class BlowsStruck(Event, frozen=True):
    """Attacks were allocated; the parts say what the roll to hit is made of. Without parts they hit by themselves."""

    deed = "strike"

    unit: int
    target: int
    what: str
    count: int
    agility: int
    need: int | None = None
    parts: tuple[Part, ...] = ()

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        need = "" if self.need is None else f", hitting on {self.need}+"
        blow, of, whose = self.what.partition(" of ")
        blows = counted(self.count, blow.removesuffix("s")) + of + whose
        if not self.parts:
            blows = f"{counted(self.count, 'hit')} by {self.what}"
        return f"{unit_name(self.unit)} struck at {unit_name(self.target)}: {blows}{need}"

    @property
    def sums(self) -> tuple[Sum, ...]:
        return (Sum("needed to hit", self.need, self.parts),) if self.parts and self.need is not None else ()


class UnitNudged(Event, frozen=True):
    words = '{unit:unit} closed the {inches:.2f}" gap to {foe:unit}'
    involves = ("foe",)
    unit: int
    foe: int
    inches: float


class DroppedOut(Event, frozen=True):
    words = "{unit:unit} and {foe:unit} lost contact with each other"
    involves = ("foe",)
    unit: int
    foe: int


class CombatScored(Event, frozen=True):
    """The Combat Result of both sides; nobody loses a draw, nor a combat in which one side is gone."""

    called: ClassVar[str] = "Combat Result"
    """The book's word for it."""

    involves = ("units",)
    units: tuple[int, ...]
    totals: tuple[int, int]
    parts: tuple[tuple[Part, ...], tuple[Part, ...]]
    loser: int | None

    @property
    def fight(self) -> Fight:
        return Fight(self.units, None if self.loser is None else 1 - self.loser)

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        scores = ", ".join(f"{seat_name(seat)} {total}" for seat, total in enumerate(self.totals))
        result = f"{self.called}: {scores}"
        return result if self.loser is None else f"{result}; {seat_name(self.loser)} lost the round"

    @property
    def sums(self) -> tuple[Sum, ...]:
        return tuple(
            Sum(self.called, total, parts, seat)
            for seat, (total, parts) in enumerate(zip(self.totals, self.parts, strict=True))
        )


class UnitBroke(Event, frozen=True):
    words = "{unit:unit} broke from combat"
    grave = True
    deed = "flight"
    unit: int


class PursuitDeclared(Event, frozen=True):
    words = "{unit:unit} chose to pursue {target:unit}"
    deed = "pursuit"
    unit: int
    target: int


class OverrunDeclared(Event, frozen=True):
    words = "{unit:unit} made an Overrun"
    deed = "pursuit"
    unit: int


class UnitPursued(Event, frozen=True):
    words = '{unit:unit} pursued {inches:.1f}"'
    deed = "pursuit"
    unit: int
    inches: float
    pose: Pose


class PursuitCharged(Event, frozen=True):
    words = "{unit:unit} ran into the {side} of {target:unit} and charged"
    deed = "pursuit"
    unit: int
    target: int
    side: str
    pose: Pose


class BattleEnded(Event, frozen=True):
    words = "{text}"
    text: str
