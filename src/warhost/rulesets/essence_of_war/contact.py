"""Base contact: who touches whom, and which models (Engaged in Combat; Fighting Over Gaps)."""

from __future__ import annotations

from collections.abc import Iterable

from warhost.field import Ranks, Spot, opposed
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.battle import Battle, Foe, Unit
from warhost.rulesets.essence_of_war.formation import boundary
from warhost.table import Arc, Rect

ARC_NAMES = {Arc.FRONT: "front", Arc.RIGHT: "right flank", Arc.REAR: "rear", Arc.LEFT: "left flank"}
"""The facings of a unit as players call them."""


@rule("eow.engaged.start", "eow.engaged.all_models")
def engage(one: Unit, its_side: Arc, other: Unit, others_side: Arc) -> None:
    """Both units are Engaged from now on, on these facings."""
    one.foes = (*(foe for foe in one.foes if foe.unit != other.id), Foe(other.id, its_side, others_side))
    other.foes = (*(foe for foe in other.foes if foe.unit != one.id), Foe(one.id, others_side, its_side))


def disengage(battle: Battle, unit: Unit, foe: int | None = None) -> None:
    """The unit leaves contact with one enemy, or with all of them; without foes it no longer counts as Charging."""
    for enemy in [f.unit for f in unit.foes if foe is None or f.unit == foe]:
        other = battle.units[enemy]
        other.foes = tuple(f for f in other.foes if f.unit != unit.id)
        unit.foes = tuple(f for f in unit.foes if f.unit != enemy)
        for left in (unit, other):
            if not left.foes:
                left.rounds = 0
                left.charging = False


def ranks_of(unit: Unit) -> Ranks:
    """The models of a unit in their ranks and files."""
    return Ranks(unit.models, unit.files, unit.rear_from)


@rule("eow.melee.gaps", "eow.model.base_contact")
def facing_models(
    one: Unit, its_rect: Rect, its_side: Arc, other: Unit, others_rect: Rect, others_side: Arc
) -> tuple[list[Spot], list[Spot]]:
    """The models of two touching units that count as in base contact, first those of the one, then of the other.

    Bases that touch, a shared corner included; and, where one of the units uses its front, models whose straight
    way to the enemy's boundary leads over an empty place (EOW-R073, EOW-R074).
    """
    over_gaps = its_side is Arc.FRONT or others_side is Arc.FRONT
    return opposed(ranks_of(one), its_rect, its_side, ranks_of(other), others_rect, others_side, over_gaps=over_gaps)


def contacts(battle: Battle, unit: Unit) -> dict[Spot, tuple[int, ...]]:
    """For each model of the unit that is in base contact: the enemy units it touches."""
    found: dict[Spot, tuple[int, ...]] = {}
    own = boundary(battle, unit)
    for foe in unit.foes:
        enemy = battle.units[foe.unit]
        mine, _ = facing_models(unit, own, foe.mine, enemy, boundary(battle, enemy), foe.theirs)
        for spot in mine:
            found[spot] = (*found.get(spot, ()), foe.unit)
    return found


@rule("eow.melee.combats")
def combat_of(battle: Battle, unit: Unit) -> tuple[int, ...]:
    """All units linked to this one through base contact, chains included, in the order of their numbers."""
    found = {unit.id}
    waiting = [unit.id]
    while waiting:
        for foe in battle.units[waiting.pop()].foes:
            if foe.unit not in found:
                found.add(foe.unit)
                waiting.append(foe.unit)
    return tuple(sorted(found))


def engaged_sides(unit: Unit) -> set[Arc]:
    """The facings on which the unit is Engaged."""
    return {foe.mine for foe in unit.foes}


def enemies(battle: Battle, seat: int) -> Iterable[Unit]:
    """The enemy units on the table."""
    return (unit for unit in battle.units if unit.seat != seat and unit.pose is not None)


def friends(battle: Battle, seat: int) -> Iterable[Unit]:
    return (unit for unit in battle.units if unit.seat == seat and unit.pose is not None)
