"""What happens in the Combat Phase of The Blue Age, as facts."""

from __future__ import annotations

from warhost.play.events import Blow, Event, Fight
from warhost.play.questions import Part, Sum

# Charges


class ChargeDeclared(Event, frozen=True):
    words = "{unit:unit} declared a charge on {targets:unit}"
    involves = ("targets",)
    unit: int
    targets: tuple[int, ...]


class ChargeNotDared(Event, frozen=True):
    """The Terror of a target kept a unit from charging."""

    words = "{unit:unit} did not dare to charge {targets:unit}"
    involves = ("targets",)
    unit: int
    targets: tuple[int, ...]


class Reacted(Event, frozen=True):
    """A unit reacted to a charge; `how` says what it did: held, stood and shot, fled."""

    words = "{unit:unit} {how} as {charger:unit} charged"
    involves = ("charger",)
    unit: int
    charger: int
    how: str


class ChargeRolled(Event, frozen=True):
    """A Charge Roll: the total in inches, what makes it up, and the distance to the nearest target (0 where none is
    left on the table)."""

    words = '{unit:unit} rolled {total}" for a charge[ of {distance:.1f}"]'
    unit: int
    total: int
    distance: float
    parts: tuple[Part, ...] = ()

    @property
    def sums(self) -> tuple[Sum, ...]:
        return (Sum("Charge Roll", self.total, self.parts),)


class ChargeReached(Event, frozen=True):
    words = "{unit:unit} charged into {targets:unit}"
    involves = ("targets",)
    deed = "charge"
    unit: int
    targets: tuple[int, ...]


class ChargeFailed(Event, frozen=True):
    words = '{unit:unit} failed the charge and went {inches:.1f}" forward'
    deed = "charge"
    unit: int
    inches: float


class ChargeLapsed(Event, frozen=True):
    """A declared charge that nobody makes any more; `why` says what came between."""

    words = "{unit:unit} did not charge: {why}"
    unit: int
    why: str


class Terrified(Event, frozen=True):
    words = "{unit:unit} {unit:was|were} terrified by {charger:unit}"
    involves = ("charger",)
    unit: int
    charger: int


# Fights


class FightBegan(Event, frozen=True):
    words = "{units:unit} fought"
    involves = ("units",)
    deed = "fight"
    units: tuple[int, ...]


class StepBegan(Event, frozen=True):
    words = "Initiative {step}"
    heading = True
    step: int


class Struck(Event, frozen=True):
    """Attacks in a fight: what with, how many, how many hit, what nothing saved, and models slain outright."""

    words = "{unit:unit} struck {target:unit} ({what}): {attacks:# attack}, {hits:# hit}, {wounds:# wound}"
    deed = "strike"
    unit: int
    target: int
    what: str
    attacks: int
    hits: int
    wounds: int

    @property
    def blow(self) -> Blow | None:
        return Blow(self.unit, self.target, self.wounds)


class FightScored(Event, frozen=True):
    """The Combat Resolution of a fight: both scores with what makes them up, and the seat that won."""

    words = "Combat Resolution {first} to {second}"
    involves = ("units",)
    units: tuple[int, ...]
    first: int
    second: int
    parts: tuple[tuple[Part, ...], tuple[Part, ...]] = ((), ())
    winner: int | None = None

    @property
    def fight(self) -> Fight | None:
        return Fight(self.units, self.winner)

    @property
    def sums(self) -> tuple[Sum, ...]:
        return (
            Sum("Combat Resolution", self.first, self.parts[0], 0),
            Sum("Combat Resolution", self.second, self.parts[1], 1),
        )


class LoserStayed(Event, frozen=True):
    words = "{unit:unit} lost the fight and stayed"
    unit: int


class Broke(Event, frozen=True):
    words = "{unit:unit} broke"
    grave = True
    deed = "flight"
    unit: int


class Parted(Event, frozen=True):
    """Two units whose models do not touch any more are no longer locked in combat."""

    words = "{unit:unit} and {target:unit} were no longer locked in combat"
    unit: int
    target: int


class ConsolidationRolled(Event, frozen=True):
    words = '{unit:unit} may consolidate {inches}"'
    unit: int
    inches: int


class Caught(Event, frozen=True):
    """A winner caught a unit that ran: one that fell back is locked again, a fleeing one is struck down."""

    words = "{unit:unit} caught {target:unit}"
    deed = "pursuit"
    unit: int
    target: int
