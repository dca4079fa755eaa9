"""Units on the table, contact between them, and options in which one unit does something to another."""

from __future__ import annotations

from collections.abc import Container, Iterable

from warhost.field import Foe, Spot, matched, opposed
from warhost.field.contact import engagement
from warhost.play.questions import Denied, Odds, Option
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.core.formation import boundary, layout, ranks_and_files, spots_of
from warhost.rulesets.families.ninth_age.core.kinds import Battle, U, Unit
from warhost.table import Arc, Rect

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


@rule("eow.engaged.start", "eow.engaged.all_models", "t9a.melee.engaged")
def engage(one: Unit, its_side: Arc, other: Unit, others_side: Arc) -> None:
    """Both units are Engaged from now on, on these facings."""
    engagement.engage(one, its_side, other, others_side)


@rule("eow.melee.gaps", "t9a.charge.fight_across_gaps")
def over_gaps(mine: Arc, theirs: Arc) -> bool:
    """Units fight over gaps where one of them uses its front (EOW-R073, EOW-R074)."""
    return mine is Arc.FRONT or theirs is Arc.FRONT


@rule("eow.melee.gaps", "eow.model.base_contact", "t9a.charge.fight_across_gaps", "t9a.melee.engaged")
def facing_models(
    one: Unit, its_rect: Rect, its_side: Arc, other: Unit, others_rect: Rect, others_side: Arc
) -> tuple[list[Spot], list[Spot]]:
    """The models of two touching units that count as in base contact, first those of the one, then of the other.

    Bases that touch, a shared corner included; and, over gaps, models whose straight way to the enemy's boundary leads
    over an empty place.
    """
    own, theirs = ranks_and_files(one), ranks_and_files(other)
    gaps = over_gaps(its_side, others_side)
    return opposed(own, its_rect, its_side, theirs, others_rect, others_side, over_gaps=gaps)


def met(battle: Battle[U], unit: U, foe: Foe) -> tuple[list[Spot], list[Spot]]:
    """The models of a unit and of one of its foes that are in base contact with each other."""
    enemy = battle.units[foe.unit]
    own, there = boundary(battle, unit), boundary(battle, enemy)
    return facing_models(unit, own, foe.mine, enemy, there, foe.theirs)


@rule("eow.melee.who_attacks", "eow.melee.gaps", "t9a.round.step06_attacks", "t9a.charge.fight_across_gaps")
def contacts(battle: Battle[U], unit: U) -> dict[Spot, dict[int, Arc]]:
    """For each model in base contact, gaps included: the enemy units it touches, and on which own facing."""
    found: dict[Spot, dict[int, Arc]] = {}
    for foe in unit.foes:
        for spot in met(battle, unit, foe)[0]:
            found.setdefault(spot, {})[foe.unit] = foe.mine
    return found


@rule("eow.special.fear", "t9a.special.fear")
def models_touch(battle: Battle[U], bearer: U, unit: U) -> bool:
    """Whether a model of the bearer, which may be a guest in another's ranks, is in base contact with that unit."""
    body = battle.body(bearer)
    touching = {spot for foe in body.foes if foe.unit == unit.id for spot in met(battle, body, foe)[0]}
    if not body.guests:
        return bool(touching)
    spots = spots_of(body, bearer.id) if bearer is not body else layout(body).rank_and_file
    return any(spot in touching for spot in spots)


@rule("eow.melee.gaps", "t9a.charge.fight_across_gaps")
def places_met(battle: Battle[U], unit: U, spots: Container[Spot], enemy: U) -> set[Spot]:
    """The places of an enemy's models that are in base contact with models at these places of a unit, gaps included."""
    own, there = ranks_and_files(unit), ranks_and_files(enemy)
    at, before = boundary(battle, unit), boundary(battle, enemy)
    found = set()
    for foe in unit.foes:
        if foe.unit == enemy.id:
            gaps = over_gaps(foe.mine, foe.theirs)
            pairs = matched(own, at, foe.mine, there, before, foe.theirs, over_gaps=gaps)
            found |= {theirs for mine, theirs in pairs if mine in spots}
    return found


@rule("eow.model.base_contact", "eow.melee.gaps", "t9a.melee.engaged", "t9a.charge.fight_across_gaps")
def models_touched(battle: Battle[U], single: U) -> Iterable[tuple[U, int]]:
    """The enemies in base contact with a single model, alone or in the ranks of a unit, and how many of each."""
    body = battle.body(single)
    spots = layout(body).rank_and_file if single is body else spots_of(body, single.id)
    for foe in body.foes:
        enemy = battle.units[foe.unit]
        met = places_met(battle, body, spots, enemy)
        yield enemy, len(met.intersection(layout(enemy).rank_and_file))
        for guest in battle.guests_of(enemy):
            if not met.isdisjoint(spots_of(enemy, guest.id)):
                yield guest, 1


@rule("eow.melee.combats", "t9a.melee.engaged")
def combat_of(battle: Battle[U], unit: U) -> tuple[int, ...]:
    """All units linked to this one through base contact, chains included, in the order of their numbers."""
    return engagement.linked(battle.units, unit)


def taking_part(battle: Battle[U], combat: Iterable[int]) -> list[U]:
    """The units of a combat, each with its guests, and those that fell out of them or died around a guest."""
    units = [battle.units[number] for number in combat]
    found = list(units)
    for unit in units:
        found.extend(battle.guests_of(unit))
        found += [other for other in battle.units if other.stood == unit.id]
    return found
