"""What happens in a battle of Kings of War, as facts."""

from __future__ import annotations

from collections.abc import Callable

from warhost.play.events import Blow, Event, Fight, Hurt, moved
from warhost.play.questions import Part, Sum
from warhost.play.shown.english import listed
from warhost.table import Pose, Step

DONE = {"advance": "advanced", "at the double": "went at the double", "scout": "scouted ahead"}


class RolledOff(Event, frozen=True):
    words = "{seat:seat} won the roll-off for {what}"
    seat: int
    what: str


class UnitDeployed(Event, frozen=True):
    """A unit was set up; its artefact is named unless players agreed to hide them."""

    words = "{unit:unit} deployed[ with {artefact}]"
    unit: int
    pose: Pose
    artefact: str = ""


class RoundBegan(Event, frozen=True):
    words = "Round {turn}"
    heading = True
    turn: int


class FirstTurnChosen(Event, frozen=True):
    words = "{seat:seat} {seat:takes|take} the first turn of the round"
    seat: int


class TurnBegan(Event, frozen=True):
    words = "Round {turn}: {seat:seat}"
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


class UnitHalted(Event, frozen=True):
    words = "{unit:unit} halted"
    unit: int


class UnitMoved(Event, frozen=True):
    """A unit carried out an order along these steps, which made so many inches."""

    unit: int
    order: str
    steps: tuple[Step, ...]
    pose: Pose
    inches: float

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        return f"{unit_name(self.unit)} {moved(self.steps, self.inches, DONE.get(self.order, 'moved'))}"


class CommandOrderTried(Event, frozen=True):
    """A commander tried a command order on a unit."""

    commander: int
    unit: int
    order: str
    works: bool

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        told = f'{unit_name(self.commander)} ordered {unit_name(self.unit)}: "{self.order}"'
        return told if self.works else f"{told}, but the order failed"


class ArtefactUsed(Event, frozen=True):
    words = "{unit:unit} used {artefact}"
    unit: int
    artefact: str


class UnitCharged(Event, frozen=True):
    """A unit charged another against a facing, along these steps into contact."""

    deed = "charge"

    unit: int
    target: int
    facing: str
    steps: tuple[Step, ...]
    pose: Pose
    inches: float
    hindered: bool = False

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        where = "flank" if self.facing in ("left", "right") else self.facing
        hindered = " (hindered)" if self.hindered else ""
        return f"{unit_name(self.unit)} charged {unit_name(self.target)} in the {where}{hindered}"


class ChargeFellShort(Event, frozen=True):
    words = '{unit:unit} did not reach {target:unit}: {inches:.1f}" was not enough'
    deed = "charge"
    unit: int
    target: int
    inches: float


class ChargeBlocked(Event, frozen=True):
    words = "{unit:unit} could not charge {target:unit}: {why}"
    unit: int
    target: int
    why: str


class UnitAligned(Event, frozen=True):
    words = "{unit:unit} lined up with the enemy"
    unit: int
    pose: Pose


class UnitStoppedShort(Event, frozen=True):
    words = "{unit:unit} stopped short of {target:unit}: two units fight there already"
    unit: int
    target: int
    pose: Pose


class UnitReformed(Event, frozen=True):
    words = "{unit:unit} reformed"
    unit: int
    pose: Pose


class UnitWrapped(Event, frozen=True):
    words = "{unit:unit} wrapped around {target:unit} to fight {target:its|their} {facing}"
    unit: int
    target: int
    facing: str
    pose: Pose


class UnitWithdrew(Event, frozen=True):
    """A unit left its enemies: how far it went back, and what ended its way (friends, blocking terrain), if it did."""

    words = '{unit:unit} withdrew {inches:.1f}"[, {stopped}]'
    unit: int
    rolled: int
    inches: float
    steps: tuple[Step, ...]
    pose: Pose
    stopped: str = ""


class ArtefactShown(Event, frozen=True):
    words = "{unit:unit} revealed {artefact}"
    unit: int
    artefact: str


class NerveTested(Event, frozen=True):
    """A nerve test: what the dice showed, the total with damage and modifiers, and what it was held against."""

    words = "{unit:unit} tested nerve: {total} against {needed}, {result}"
    deed = "test"
    unit: int
    rolled: int
    total: int
    needed: int
    result: str
    parts: tuple[Part, ...] = ()
    changes: tuple[Part, ...] = ()
    cause: str = ""

    @property
    def sums(self) -> tuple[Sum, ...]:
        printed = self.needed - sum(int(part.amount) for part in self.changes)
        own = Part(printed, "printed Nerve", "kow.nerve.test")
        return (
            Sum("Roll", self.total, (Part(self.rolled, "2D6", "kow.nerve.test"), *self.parts)),
            Sum("Nerve", self.needed, (own, *self.changes)),
        )


class NerveRerolled(Event, frozen=True):
    words = "{unit:unit} tested again ({by})"
    unit: int
    by: str
    rule: str


class UnitWavered(Event, frozen=True):
    words = "{unit:unit} {unit:is|are} wavering"
    grave = True
    unit: int


class UnitSteadied(Event, frozen=True):
    words = "{unit:unit} {unit:is|are} steady again[ ({by})]"
    unit: int
    by: str = ""


class UnitFrozen(Event, frozen=True):
    words = "{unit:unit} {unit:is|are} frozen"
    unit: int


class UnitRouted(Event, frozen=True):
    words = "{unit:unit} routed"
    grave = True
    deed = "flight"
    unit: int


class UnitDevastated(Event, frozen=True):
    words = "{unit:unit} {unit:is|are} devastated"
    grave = True
    unit: int


class DamageTaken(Event, frozen=True):
    words = "{unit:unit} took {damage:# point} of damage ({what})"
    deed = "loss"
    unit: int
    damage: int
    what: str
    by: int | None = None

    @property
    def blow(self) -> Blow | None:
        return Blow(self.by, self.unit, self.damage)

    @property
    def hurt(self) -> Hurt | None:
        return Hurt(self.unit, self.damage)


class DamageHealed(Event, frozen=True):
    words = "{unit:unit} recovered {points:# point} of damage ({what})"
    unit: int
    points: int
    what: str


class BarkskinAbsorbed(Event, frozen=True):
    words = "{unit:unit} lost {tokens:# barkskin token} instead of taking damage"
    unit: int
    tokens: int


class MapChosen(Event, frozen=True):
    words = "Map: {name}"
    name: str


class ScenarioChosen(Event, frozen=True):
    words = "Scenario: {name}"
    name: str


class ZonesChosen(Event, frozen=True):
    words = "Deployment zones: {name}"
    name: str


class ZonePicked(Event, frozen=True):
    words = "{seat:seat} took the {zone} zone"
    seat: int
    zone: str


class MarkerPlaced(Event, frozen=True):
    words = '{what} {number} is at {x:.1f}", {y:.1f}"'
    what: str
    number: int
    x: float
    y: float


class NeverDeployed(Event, frozen=True):
    words = "{unit:unit} found no room in the deployment zone and {unit:counts|count} as routed"
    grave = True
    unit: int


class BluffRevealed(Event, frozen=True):
    words = "Bluff counter {number} is worth {value}"
    number: int
    value: int


class LootTaken(Event, frozen=True):
    words = "{unit:unit} took loot counter {number}"
    grave = True
    unit: int
    number: int


class LootDropped(Event, frozen=True):
    words = "{unit:unit} dropped loot counter {number}"
    unit: int
    number: int


class BattleEnded(Event, frozen=True):
    words = "{text}"
    grave = True
    text: str


class OutOfTime(Event, frozen=True):
    words = "{seat:seat} {seat:is|are} out of time"
    grave = True
    seat: int


class TimeIsUp(Event, frozen=True):
    words = "The time is up: the battle ends with this round"
    heading = True


class UnitAttacked(Event, frozen=True):
    """A unit attacked an enemy in combat: with so many dice, at which facing, and what came of them."""

    words = "{unit:unit} attacked {target:unit} in the {facing}: {dice:# die|dice}, {hits:# hit}, {damage} damage"
    deed = "strike"
    unit: int
    target: int
    facing: str
    dice: int
    hits: int
    damage: int
    to_hit: int
    to_damage: int
    hit_parts: tuple[Part, ...] = ()
    damage_parts: tuple[Part, ...] = ()

    @property
    def sums(self) -> tuple[Sum, ...]:
        return (
            Sum("needed to hit", self.to_hit, self.hit_parts),
            Sum("needed to damage", self.to_damage, self.damage_parts),
        )


class UnitShot(Event, frozen=True):
    """A unit shot at an enemy: with so many dice, and what came of them."""

    words = "{unit:unit} shot at {target:unit} with {weapon}: {dice:# die|dice}, {hits:# hit}, {damage} damage"
    deed = "volley"
    unit: int
    target: int
    weapon: str
    dice: int
    hits: int
    damage: int
    to_hit: int
    to_damage: int
    hit_parts: tuple[Part, ...] = ()
    damage_parts: tuple[Part, ...] = ()

    @property
    def sums(self) -> tuple[Sum, ...]:
        return (
            Sum("needed to hit", self.to_hit, self.hit_parts),
            Sum("needed to damage", self.to_damage, self.damage_parts),
        )


class SpellCast(Event, frozen=True):
    """A unit cast a spell: with so many dice, and what came of them. A spell that needs nothing to damage does none."""

    deed = "spell"

    unit: int
    target: int
    spell: str
    dice: int
    hits: int
    to_hit: int
    damage: int = 0
    to_damage: int = 0
    hit_parts: tuple[Part, ...] = ()
    damage_parts: tuple[Part, ...] = ()

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        whom = "itself" if self.target == self.unit else unit_name(self.target)
        hits = "1 hit" if self.hits == 1 else f"{self.hits} hits"
        done = f", {self.damage} damage" if self.to_damage else ""
        return f"{unit_name(self.unit)} cast {self.spell} on {whom}: {hits}{done}"

    @property
    def sums(self) -> tuple[Sum, ...]:
        hit = Sum("needed to hit", self.to_hit, self.hit_parts)
        return (hit, Sum("needed to damage", self.to_damage, self.damage_parts)) if self.to_damage else (hit,)


class EffectLaid(Event, frozen=True):
    """Something lasts on a unit from now on; `number` is how much of it."""

    words = "{unit:unit} {unit:is|are} {state}[ ({number})]"
    unit: int
    effect: str
    by: int | None = None
    number: int = 0

    @property
    def state(self) -> str:
        """What is said of the unit: under a spell, or what the spell has made of it."""
        return self.effect.lower() if self.effect in ("Hexed", "Weakened") else f"under {self.effect}"


class UnitDriven(Event, frozen=True):
    """A spell moved a unit straight; `met` is what stopped it before its full distance."""

    words = '{what} moved {unit:unit} {inches:.1f}"[, up to {met}]'
    unit: int
    what: str
    steps: tuple[Step, ...]
    pose: Pose
    inches: float
    met: str = ""


class NotSeen(Event, frozen=True):
    words = "{unit:unit} could not see {target:unit} after all"
    unit: int
    target: int


class UnitFogged(Event, frozen=True):
    words = "{unit:unit} must test nerve at the end of the phase ({by})"
    unit: int
    by: str


class CombatFought(Event, frozen=True):
    """The result of a combat: the damage that each unit of one seat did, and how each enemy took it."""

    involves = ("units",)
    units: tuple[int, ...]
    seat: int
    dealt: tuple[Part, ...]
    taken: tuple[Part, ...]
    verdict: str
    routed: tuple[int, ...] = ()

    @property
    def damage(self) -> int:
        return sum(int(part.amount) for part in self.dealt)

    @property
    def fight(self) -> Fight:
        return Fight(self.units, self.seat if self.routed else None, self.verdict)

    @property
    def sums(self) -> tuple[Sum, ...]:
        """The damage dealt; the other side deals none in this turn, and its parts tell how its nerve held."""
        return (
            Sum("Damage dealt", self.damage, self.dealt, self.seat),
            Sum("Damage dealt", 0, self.taken, 1 - self.seat),
        )

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        result = f"{seat_name(self.seat)} dealt {self.damage} damage in combat"
        if not self.routed:
            return f"{result}; nobody routed"
        return f"{result} and routed {listed([unit_name(one) for one in self.routed])}"


class OrderAnnounced(Event, frozen=True):
    words = "{unit:unit} will {order} after the combat"
    unit: int
    order: str


class UnitMovedAfterCombat(Event, frozen=True):
    """A unit moved straight after it had routed its enemies; `met` is what stopped it before its full distance."""

    words = '{unit:unit} moved {inches:.1f}" {way} after the combat[ and stopped at {met}]'
    deed = "pursuit"
    unit: int
    way: str
    steps: tuple[Step, ...]
    pose: Pose
    inches: float
    met: str = ""


class UnitHeld(Event, frozen=True):
    words = "{unit:unit} held {unit:its|their} ground"
    unit: int
