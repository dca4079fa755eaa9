"""What happens in a battle of Regiments, as facts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from warhost.play.events import Blow, Event, Fight, Hurt, Went, counted
from warhost.play.questions import Part, Sum
from warhost.rulesets.regiments.rules import ActionName
from warhost.table import Pose, Step

_DEEDS = {
    "hold": "held",
    "idle": "stayed idle",
    "advance": "stayed where it was on an Advance",
    "rush": "stayed where it was on a Rush",
}

_WAITING = {"ambush": "was set aside to ambush", "scout": "was set aside to scout"}


def side_words(side: str) -> str:
    """A side of a unit as a player calls it."""
    return side if side in ("front", "rear", "flank") else f"{side} flank"


class RoundBegan(Event, frozen=True):
    words = "Round {round} began, {seat:seat} with the first turn"
    round: int
    seat: int


class ChallengeBonus(Event, frozen=True):
    words = "{seat:seat} got +1 {to} in this round"
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

    @property
    def went(self) -> Went:
        return Went(self.unit, self.steps, self.pose)

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        verb = {"advance": "advanced", "rush": "rushed"}.get(self.action, "moved")
        return f'{unit_name(self.unit)} {verb} {self.inches:.1f}"'


class DisputeSettled(Event, frozen=True):
    words = "The die decided on {question}: {seat:seat} had it"
    question: str
    seat: int


class UnitTurned(Event, frozen=True):
    words = "{unit:unit} turned on the spot"
    unit: int
    pose: Pose
    steps: tuple[Step, ...]

    @property
    def went(self) -> Went:
        return Went(self.unit, self.steps, self.pose)


class UnitCharged(Event, frozen=True):
    unit: int
    target: int
    side: str
    inches: float
    pose: Pose
    steps: tuple[Step, ...]

    @property
    def went(self) -> Went:
        return Went(self.unit, self.steps, self.pose)

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        way = f', {self.inches:.1f}" away' if self.inches >= 0.05 else ""
        return f"{unit_name(self.unit)} charged {unit_name(self.target)} in the {side_words(self.side)}{way}"


class ChargeStopped(Event, frozen=True):
    words = "{unit:unit} could not reach {target:unit} any more"
    unit: int
    target: int


class UnitAligned(Event, frozen=True):
    words = "{unit:unit} closed up"
    unit: int
    pose: Pose


class UnitConsolidated(Event, frozen=True):
    words = '{unit:unit} consolidated {inches:.1f}"'
    unit: int
    inches: float
    pose: Pose
    steps: tuple[Step, ...]

    @property
    def went(self) -> Went:
        return Went(self.unit, self.steps, self.pose)


class UnitSteppedBack(Event, frozen=True):
    words = '{unit:unit} stepped back {inches:.1f}"'
    unit: int
    inches: float
    pose: Pose


class UnitEmbarked(Event, frozen=True):
    words = "{unit:unit} went into {transport:unit}"
    unit: int
    transport: int

    @property
    def others(self) -> tuple[int, ...]:
        return (self.transport,)


class UnitDisembarked(Event, frozen=True):
    words = "{unit:unit} got out of {transport:unit}"
    unit: int
    transport: int
    pose: Pose

    @property
    def others(self) -> tuple[int, ...]:
        return (self.transport,)


class DangerousTest(Event, frozen=True):
    unit: int
    dice: int
    wounds: int

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        dice = "1 die" if self.dice == 1 else f"{self.dice} dice"
        outcome = f"took {counted(self.wounds, 'wound')}" if self.wounds else "took no harm"
        return f"{unit_name(self.unit)} tested for dangerous ground with {dice} and {outcome}"


class UnitRecovered(Event, frozen=True):
    words = "{unit:unit} recovered and was no longer Shaken"
    unit: int


class AttackResolved(Event, frozen=True):
    """What came of attacks. Who attacks itself has run into something, such as a trap: that is nobody's blow."""

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
        return f"{self.what} of {unit_name(self.attacker)} on {unit_name(self.target)}: {told}"

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
    unit: int
    wounds: int
    fallen: int
    hero: bool = False

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        lost = f" and lost {counted(self.fallen, 'model')}" if self.fallen else ""
        hero = ", its hero among them" if self.hero and self.fallen else ""
        return f"{unit_name(self.unit)} took {counted(self.wounds, 'wound')}{lost}{hero}"

    @property
    def hurt(self) -> Hurt:
        return Hurt(self.unit, self.wounds)


class UnitDestroyed(Event, frozen=True):
    words = "{unit:unit} was destroyed"
    grave = True
    unit: int


class UnitRouted(Event, frozen=True):
    words = "{unit:unit} routed"
    grave = True
    unit: int


class UnitShaken(Event, frozen=True):
    words = "{unit:unit} became Shaken"
    grave = True
    unit: int


class MoraleTested(Event, frozen=True):
    unit: int
    passed: bool
    how: str

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        verb = "passed" if self.passed else "failed"
        return f"{unit_name(self.unit)} {verb} its morale test{self.how and ' '}{self.how}"


class MeleeBegan(Event, frozen=True):
    unit: int
    target: int
    side: str

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        return f"{unit_name(self.unit)} fought {unit_name(self.target)} in its {side_words(self.side)}"


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
            return f"The melee of {one} and {other} was a tie, {self.score} to {self.target_score}"
        if self.winner == self.unit:
            return f"{one} won the melee against {other}, {self.score} to {self.target_score}"
        return f"{other} won the melee against {one}, {self.target_score} to {self.score}"


class ShotsDeclared(Event, frozen=True):
    words = "{unit:unit} shot at {target:unit} with {what}"
    unit: int
    target: int
    what: str


class NoTarget(Event, frozen=True):
    """A unit might have shot, but nobody stood where it could shoot; why says what was in the way."""

    words = "{unit:unit} had nobody to shoot at: {why}"
    unit: int
    why: str


class SpellTried(Event, frozen=True):
    unit: int
    spell: str
    tokens: int
    help: int
    hindrance: int

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        helped = f", helped by {self.help}" if self.help else ""
        hindered = f"{' and' if helped else ','} hindered by {self.hindrance}" if self.hindrance else ""
        return f"{unit_name(self.unit)} tried {self.spell} for {counted(self.tokens, 'token')}{helped}{hindered}"


class SpellCast(Event, frozen=True):
    words = "{unit:unit} cast {spell} on {target:unit}"
    unit: int
    spell: str
    target: int


class SpellFailed(Event, frozen=True):
    words = "{spell} of {unit:unit} failed"
    unit: int
    spell: str


class WoundsHealed(Event, frozen=True):
    unit: int
    wounds: int

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        return f"{unit_name(self.unit)} was healed of {counted(self.wounds, 'wound')}"


class TerrainSetUp(Event, frozen=True):
    what: str
    pieces: int

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        return f"The table was set up: {self.what}, {counted(self.pieces, 'piece')} of terrain"


class TableAdvised(Event, frozen=True):
    """The guidelines that the table does not keep to; the battle goes on all the same."""

    texts: tuple[str, ...]
    rules: tuple[str, ...]

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        return f"Measured by the guidelines for terrain: {' '.join(self.texts)}"


class PieceRemoved(Event, frozen=True):
    words = "The {what} had no legal place and was removed"
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
    words = "The deployment style was {style}"
    style: str


class MissionChosen(Event, frozen=True):
    words = "The mission was {mission}"
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
    words = "{seat:seat} took the {side} side"
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
    words = "{unit:unit} took marker {marker} along"
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
    grave = True
    seat: int
    points: float

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        points = "1 victory point" if self.points == 1 else f"{self.points:g} victory points"
        return f"{seat_name(self.seat)} scored {points}"


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
    words = "{unit:unit} was deployed"
    unit: int
    pose: Pose


class UnitScouted(Event, frozen=True):
    words = "{unit:unit} scouted ahead"
    unit: int
    pose: Pose


class UnitPlaced(Event, frozen=True):
    words = "{unit:unit} was placed elsewhere by {rule}"
    unit: int
    rule: str
    pose: Pose


class UnitArrived(Event, frozen=True):
    words = "{unit:unit} came onto the table"
    unit: int
    pose: Pose


class ReservesLost(Event, frozen=True):
    words = "{unit:unit} never returned"
    grave = True
    unit: int


class NeverDeployed(Event, frozen=True):
    words = "{unit:unit} never found room on the table and counts as destroyed"
    grave = True
    unit: int


class RoundEnded(Event, frozen=True):
    words = "End of round {round}"
    heading = True
    round: int


class BattleEnded(Event, frozen=True):
    words = "{text}"
    text: str
