"""Who is on the table, who is in contact with whom, and the options in which one unit does something to another."""

from __future__ import annotations

from collections.abc import Iterable

from warhost.field import engagement
from warhost.play.questions import Denied, Odds, Option
from warhost.rulesets.families.ninth_age.core.kinds import Battle, U, Unit
from warhost.table import Arc

ARC_NAMES = {Arc.FRONT: "front", Arc.RIGHT: "right flank", Arc.REAR: "rear", Arc.LEFT: "left flank"}
"""The facings of a unit as players call them."""


def disengage(battle: Battle[U], unit: U, foe: int | None = None) -> None:
    """The unit leaves contact with one enemy, or with all of them; without foes it no longer counts as Charging."""
    for left in engagement.part(battle.units, unit, foe):
        if not left.foes:
            left.rounds = 0
            left.charging = False


def engaged_sides(unit: Unit) -> set[Arc]:
    """The facings on which the unit is Engaged."""
    return {foe.mine for foe in unit.foes}


def enemies(battle: Battle[U], seat: int) -> Iterable[U]:
    """The enemy units on the table."""
    return (unit for unit in battle.units if unit.seat != seat and unit.pose is not None)


def friends(battle: Battle[U], seat: int) -> Iterable[U]:
    """The units of a side on the table."""
    return (unit for unit in battle.units if unit.seat == seat and unit.pose is not None)


def present(battle: Battle[U], seat: int) -> Iterable[U]:
    """Everybody of a side on the table: its units, and the single models in their ranks."""
    return (unit for unit in battle.units if unit.seat == seat and battle.body(unit).pose is not None)


def pair(unit: Unit, target: Unit) -> str:
    """The key of an option in which one unit does something to another: `3>5`."""
    return f"{unit.id}>{target.id}"


def pair_in(battle: Battle[U], key: str) -> tuple[U, U]:
    """The unit and its target that a key names."""
    unit, _, target = key.partition(">")
    return battle.units[int(unit)], battle.units[int(target)]


def against(unit: Unit, target: Unit, label: str, odds: tuple[Odds, ...] = ()) -> Option:
    """The option that the unit does something to the target."""
    return Option(pair(unit, target), label, odds, unit.id, target.id)


def deny(unit: Unit, why: str, rule_id: str, target: Unit | None = None) -> Denied:
    """Why the unit cannot do something, or not to that target."""
    what = str(unit.id) if target is None else pair(unit, target)
    return Denied(what, why, rule_id, unit.id, None if target is None else target.id)
