"""What happens in a battle of Regiments, as facts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from warhost.play.events import Blow, Event, Fight, Hurt, counted, moved
from warhost.play.questions import Part, Sum
from warhost.rulesets.regiments.core.rules import ActionName
from warhost.table import Pose, Step

_DEEDS = {
    "hold": "held",
    "idle": "did nothing",
    "advance": "took an Advance without moving",
    "rush": "took a Rush without moving",
}

_WAITING = {"ambush": "waited in ambush", "scout": "waited to scout"}


def side_words(side: str) -> str:
    """A side of a unit as a player calls it."""
    return side if side in ("front", "rear", "flank") else f"{side} flank"


class RoundBegan(Event, frozen=True):
    words = "Round {round} began; {seat:seat} went first"
    round: int
    seat: int


class ChallengeBonus(Event, frozen=True):
    words = "{seat:seat} got +1 {to} this round"
    seat: int
    to: str


class UnitActivated(Event, frozen=True):
    """A unit acted and did not move; whoever did is told of by its move."""

    unit: int
    action: Literal["hold", "idle", "advance", "rush"]

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        return f"{unit_name(self.unit)} {_DEEDS[self.action]}"


class UnitMoved(Event, frozen=True):
    unit: int
    inches: float
    pose: Pose
    action: ActionName
    steps: tuple[Step, ...]

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        ahead = {"advance": "advanced", "rush": "rushed"}.get(self.action, "moved")
        return f"{unit_name(self.unit)} {moved(self.steps, self.inches, ahead)}"


class DisputeSettled(Event, frozen=True):
    words = "A die roll settled {question}: {seat:seat} decided"
    question: str
    seat: int


class UnitTurned(Event, frozen=True):
    words = "{unit:unit} turned on the spot"
    unit: int
    pose: Pose
    steps: tuple[Step, ...]


class UnitCharged(Event, frozen=True):
    deed = "charge"
    unit: int
    target: int
    side: str
    inches: float
    pose: Pose
    steps: tuple[Step, ...]

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        way = f' from {self.inches:.1f}" away' if self.inches >= 0.05 else ""
        return f"{unit_name(self.unit)} charged {unit_name(self.target)} in the {side_words(self.side)}{way}"


class ChargeStopped(Event, frozen=True):
    words = "{unit:unit} could no longer reach {target:unit}"
    unit: int
    target: int


class UnitAligned(Event, frozen=True):
    words = "{unit:unit} closed up with the enemy"
    unit: int
    pose: Pose


class UnitConsolidated(Event, frozen=True):
    words = '{unit:unit} consolidated {inches:.1f}"'
    unit: int
    inches: float
    pose: Pose
    steps: tuple[Step, ...]


class UnitSteppedBack(Event, frozen=True):
    words = '{unit:unit} stepped back {inches:.1f}"'
    unit: int
    inches: float
    pose: Pose


class UnitEmbarked(Event, frozen=True):
    words = "{unit:unit} embarked in {transport:unit}"
    involves = ("transport",)
    unit: int
    transport: int


class UnitEntered(Event, frozen=True):
    words = "{unit:unit} went into {shelter:unit}"
    involves = ("shelter",)
    unit: int
    shelter: int


class UnitDisembarked(Event, frozen=True):
    words = "{unit:unit} got out of {transport:unit}"
    involves = ("transport",)
    unit: int
    transport: int
    pose: Pose


class DangerousTest(Event, frozen=True):
    unit: int
    dice: int
    wounds: int

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        dice = "1 die" if self.dice == 1 else f"{self.dice} dice"
        outcome = f"took {counted(self.wounds, 'wound')}" if self.wounds else "took no harm"
        return f"{unit_name(self.unit)} tested for dangerous terrain with {dice} and {outcome}"


class UnitRecovered(Event, frozen=True):
    words = "{unit:unit} recovered from being Shaken"
    unit: int


class AttackResolved(Event, frozen=True):
    """What came of attacks. Who attacks itself has run into something, such as a trap: that is nobody's blow."""

    deed = "attack"

    attacker: int
    target: int
    what: str
    attacks: int
    hits: int
    blocked: int
    wounds: int

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        told = ", ".join((counted(self.hits, "hit"), f"{self.blocked} blocked", counted(self.wounds, "wound")))
        if self.attacker == self.target:
            return f"{self.what} on {unit_name(self.target)}: {told}"
        told = f"{counted(self.attacks, 'attack')}, {told}"
        return f"{unit_name(self.attacker)} attacked {unit_name(self.target)} with {self.what}: {told}"

    @property
    def actor(self) -> int:
        return self.attacker

    @property
    def others(self) -> tuple[int, ...]:
        return () if self.attacker == self.target else (self.target,)

    @property
    def blow(self) -> Blow:
        return Blow(None if self.attacker == self.target else self.attacker, self.target, self.wounds)


class WoundsTaken(Event, frozen=True):
    deed = "loss"
    unit: int
    wounds: int
    fallen: int
    hero: bool = False

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        lost = f" and lost {counted(self.fallen, 'model')}" if self.fallen else ""
        hero = ", including the hero" if self.hero and self.fallen else ""
        return f"{unit_name(self.unit)} took {counted(self.wounds, 'wound')}{lost}{hero}"

    @property
    def hurt(self) -> Hurt:
        return Hurt(self.unit, self.wounds)


class UnitDestroyed(Event, frozen=True):
    words = "{unit:unit} {unit:was|were} destroyed"
    grave = True
    deed = "loss"
    unit: int


class UnitRouted(Event, frozen=True):
    words = "{unit:unit} routed"
    grave = True
    deed = "flight"
    unit: int


class UnitShaken(Event, frozen=True):
    words = "{unit:unit} became Shaken"
    grave = True
    unit: int


class MoraleTested(Event, frozen=True):
    words = "{unit:unit} {passed:passed|failed} the morale test[ {how}]"
    deed = "test"
    unit: int
    passed: bool
    how: str


class MeleeBegan(Event, frozen=True):
    deed = "fight"
    unit: int
    target: int
    side: str

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        return f"{unit_name(self.unit)} fought {unit_name(self.target)} in the {side_words(self.side)}"


class MeleeResolved(Event, frozen=True):
    """The scores of both units with their parts, first those of the charger. `seats` are theirs in that order."""

    unit: int
    target: int
    seats: tuple[int, int]
    score: int
    target_score: int
    parts: tuple[tuple[Part, ...], tuple[Part, ...]]
    winner: int | None

    @property
    def fight(self) -> Fight:
        won = None if self.winner is None else self.seats[0 if self.winner == self.unit else 1]
        return Fight((self.unit, self.target), won)

    @property
    def sums(self) -> tuple[Sum, ...]:
        scores = (self.score, self.target_score)
        return tuple(
            Sum("Melee score", score, parts, seat)
            for score, parts, seat in zip(scores, self.parts, self.seats, strict=True)
        )

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        one, other = unit_name(self.unit), unit_name(self.target)
        if self.winner is None:
            return f"The melee between {one} and {other} was a tie, {self.score} to {self.target_score}"
        if self.winner == self.unit:
            return f"{one} won the melee against {other}, {self.score} to {self.target_score}"
        return f"{other} won the melee against {one}, {self.target_score} to {self.score}"


class ShotsDeclared(Event, frozen=True):
    words = "{unit:unit} shot at {target:unit} with {what}"
    deed = "volley"
    unit: int
    target: int
    what: str


class NoTarget(Event, frozen=True):
    """A unit might have shot, but nobody stood where it could shoot; why says what was in the way."""

    words = "{unit:unit} had no target to shoot at: {why}"
    unit: int
    why: str


class SpellTried(Event, frozen=True):
    deed = "attempt"
    unit: int
    spell: str
    tokens: int
    help: int
    hindrance: int

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        helped = f", with {counted(self.help, 'token')} to help" if self.help else ""
        hindered = (
            f"{' and' if helped else ','} {counted(self.hindrance, 'token')} against it" if self.hindrance else ""
        )
        return f"{unit_name(self.unit)} attempted {self.spell} for {counted(self.tokens, 'token')}{helped}{hindered}"


class SpellCast(Event, frozen=True):
    words = "{unit:unit} cast {spell} on {target:unit}"
    deed = "spell"
    unit: int
    spell: str
    target: int


class SpellFailed(Event, frozen=True):
    words = "{unit:unit} failed to cast {spell}"
    unit: int
    spell: str


class MarkerGained(Event, frozen=True):
    words = "{unit:unit} gained a marker by {rule}: {markers:# marker}"
    unit: int
    rule: str
    markers: int


class TurnPassed(Event, frozen=True):
    words = "{unit:unit} let the turn pass"
    unit: int


class MarkersLost(Event, frozen=True):
    words = "{unit:unit} lost all markers of {rule}"
    unit: int
    rule: str


class WoundsHealed(Event, frozen=True):
    words = "{unit:unit} recovered {wounds:# wound}"
    unit: int
    wounds: int


class TerrainSetUp(Event, frozen=True):
    words = "Table: {what}, {pieces:# piece} of terrain"
    what: str
    pieces: int


class TableAdvised(Event, frozen=True):
    """The guidelines that the table does not keep to; the battle goes on all the same."""

    texts: tuple[str, ...]
    rules: tuple[str, ...]

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        return f"Compared with the terrain guidelines: {' '.join(self.texts)}"


class PieceRemoved(Event, frozen=True):
    words = "The {what} did not fit anywhere and {what:was|were} removed"
    what: str


class PieceProposed(Event, frozen=True):
    words = "{seat:seat} proposed {x:.0f}, {y:.0f} for the {what}"
    seat: int
    what: str
    x: float
    y: float


class PieceIsDangerous(Event, frozen=True):
    words = "The {what} became dangerous"
    what: str


class StyleChosen(Event, frozen=True):
    words = "Deployment style: {style}"
    style: str


class MissionChosen(Event, frozen=True):
    words = "Mission: {mission}"
    mission: str


class RolledOff(Event, frozen=True):
    words = "{seat:seat} won the roll-off on {what}"
    seat: int
    what: str


class RolePicked(Event, frozen=True):
    words = "{seat:seat} became the {role}"
    seat: int
    role: str


class SidePicked(Event, frozen=True):
    words = "{seat:seat} took the {side} zone"
    seat: int
    side: str


class MarkerPlaced(Event, frozen=True):
    marker: int
    x: float
    y: float
    seat: int | None = None

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        where = f'at {self.x:.0f}", {self.y:.0f}"'
        if self.seat is None:
            return f"Marker {self.marker} was placed {where}"
        return f"{seat_name(self.seat)} placed marker {self.marker} {where}"


class MarkerSeized(Event, frozen=True):
    words = "{seat:seat} seized marker {marker}"
    grave = True
    marker: int
    seat: int


class MarkerNeutral(Event, frozen=True):
    words = "Marker {marker} was contested and became neutral"
    grave = True
    marker: int


class MarkerCarried(Event, frozen=True):
    words = "{unit:unit} picked up marker {marker}"
    marker: int
    unit: int


class MarkerDropped(Event, frozen=True):
    words = "{unit:unit} dropped marker {marker}"
    marker: int
    unit: int


class MarkerDestroyed(Event, frozen=True):
    words = "Marker {marker} was removed"
    grave = True
    marker: int


class MarkerRevealed(Event, frozen=True):
    marker: int
    secret: str

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        found = "nothing" if self.secret == "blank" else f"a {self.secret}"
        return f"Marker {self.marker} was revealed: {found}"


class PointsScored(Event, frozen=True):
    words = "{seat:seat} scored {points:# victory point}"
    grave = True
    seat: int
    points: float


class HeroJoined(Event, frozen=True):
    words = "{unit:unit} joined {host:unit}"
    unit: int
    host: int


class UnitSetAside(Event, frozen=True):
    unit: int
    why: str

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        return f"{unit_name(self.unit)} {_WAITING.get(self.why) or f'stayed off the table: {self.why}'}"


class UnitDeployed(Event, frozen=True):
    words = "{unit:unit} deployed"
    unit: int
    pose: Pose


class UnitScouted(Event, frozen=True):
    words = "{unit:unit} scouted ahead"
    unit: int
    pose: Pose


class UnitPlaced(Event, frozen=True):
    words = "{unit:unit} {unit:was|were} moved elsewhere by {rule}"
    unit: int
    rule: str
    pose: Pose


class UnitArrived(Event, frozen=True):
    words = "{unit:unit} arrived on the table"
    unit: int
    pose: Pose


class ReservesLost(Event, frozen=True):
    words = "{unit:unit} never came back"
    grave = True
    unit: int


class NeverDeployed(Event, frozen=True):
    words = "{unit:unit} had no room to deploy and {unit:counts|count} as destroyed"
    grave = True
    unit: int


class RoundEnded(Event, frozen=True):
    words = "End of round {round}"
    heading = True
    round: int


class BattleEnded(Event, frozen=True):
    words = "{text}"
    text: str
