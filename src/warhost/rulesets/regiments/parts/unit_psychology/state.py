"""What is remembered of the minds of units, and what is told of them."""

from __future__ import annotations

import msgspec

from warhost.play.events import Event
from warhost.rulesets.regiments.core import Battle, optional
from warhost.table import Pose

SLUG = "unit_psychology"
FRENZY, PANIC, RETREATING, EXHAUSTION = "frenzy", "panic", "retreating", "exhaustion"


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """The units that are frenzied, panic or are exhausted, and what has come of the present activation so far."""

    frenzied: tuple[int, ...] = ()
    destroyers: tuple[int, ...] = ()
    """Units that have destroyed an enemy in this activation."""
    panicking: tuple[int, ...] = ()
    controlled: tuple[int, int] = (-1, -1)
    """The panicking unit that acts for the enemy, and the seat to which it belongs."""
    shot: tuple[tuple[int, int, int], ...] = ()
    """Units that were shot at in this activation, by whom, and the wounds that they took."""
    shaken: tuple[int, ...] = ()
    """Units that became Shaken in this activation."""
    beaten: tuple[tuple[int, int, int], ...] = ()
    """Units that became Shaken when they lost a melee, against whom, and the wounds that they took."""
    markers: tuple[tuple[int, int], ...] = ()
    """Exhaustion markers by unit."""
    pushing: int = -1
    """The unit that takes a marker to move further."""
    rested: tuple[int, ...] = ()
    """Units that rest in this round."""


class BecameFrenzied(Event, frozen=True):
    words = "{unit:unit} became frenzied"
    grave = True
    unit: int


class FrenzyEnded(Event, frozen=True):
    words = "{unit:unit} {unit:is|are} no longer frenzied"
    unit: int


class Panicked(Event, frozen=True):
    words = "{unit:unit} panicked"
    grave = True
    deed = "flight"
    unit: int


class ControlTaken(Event, frozen=True):
    words = "{seat:seat} took control of {unit:unit}"
    seat: int
    unit: int


class Retreated(Event, frozen=True):
    words = '{unit:unit} retreated {inches:.1f}"'
    deed = "flight"
    unit: int
    inches: float
    pose: Pose


class RetreatBlocked(Event, frozen=True):
    words = "{unit:unit} ran into {what}"
    unit: int
    what: str


class FledTheTable(Event, frozen=True):
    words = "{unit:unit} fled from the table"
    deed = "flight"
    unit: int


class Exhausted(Event, frozen=True):
    words = "{unit:unit} now {unit:has|have} {markers:# exhaustion marker}"
    unit: int
    markers: int


class UnitRested(Event, frozen=True):
    words = "{unit:unit} rested"
    unit: int


def told(battle: Battle) -> Told:
    return optional.kept(battle, SLUG, Told)


def tell(battle: Battle, **changes: object) -> None:
    optional.keep(battle, SLUG, msgspec.structs.replace(told(battle), **changes))
