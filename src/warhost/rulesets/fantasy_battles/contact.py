"""Base contact: who touches whom, and which models (Engaged in Combat; Fighting Over Gaps)."""

from __future__ import annotations

from collections.abc import Iterable

from warhost.field import Foe, Spot, engagement, opposed
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.contact import (
    ARC_NAMES,
    against,
    deny,
    disengage,
    enemies,
    engaged_sides,
    friends,
    pair,
    pair_in,
    present,
)
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.formation import boundary, layout, models, ranks_and_files, spots_of
from warhost.table import Arc, Rect, touches

__all__ = [
    "ARC_NAMES",
    "against",
    "combat_of",
    "contacts",
    "deny",
    "disengage",
    "enemies",
    "engage",
    "engaged_sides",
    "facing_models",
    "friends",
    "met",
    "models_touch",
    "models_touched",
    "over_gaps",
    "pair",
    "pair_in",
    "present",
    "taking_part",
]


@rule("t9a.melee.engaged")
def engage(one: Unit, its_side: Arc, other: Unit, others_side: Arc) -> None:
    """Both units are Engaged from now on, on these facings."""
    engagement.engage(one, its_side, other, others_side)


@rule("t9a.charge.fight_across_gaps")
def over_gaps(mine: Arc, theirs: Arc) -> bool:
    """Units fight over gaps where one of them uses its front."""
    return mine is Arc.FRONT or theirs is Arc.FRONT


@rule("t9a.charge.fight_across_gaps", "t9a.melee.engaged")
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


def met(battle: Battle, unit: Unit, foe: Foe) -> tuple[list[Spot], list[Spot]]:
    """The models of a unit and of one of its foes that are in base contact with each other."""
    enemy = battle.units[foe.unit]
    own, there = boundary(battle, unit), boundary(battle, enemy)
    return facing_models(unit, own, foe.mine, enemy, there, foe.theirs)


@rule("t9a.round.step06_attacks", "t9a.charge.fight_across_gaps")
def contacts(battle: Battle, unit: Unit) -> dict[Spot, dict[int, Arc]]:
    """For each model in base contact, gaps included: the enemy units it touches, and on which own facing."""
    found: dict[Spot, dict[int, Arc]] = {}
    for foe in unit.foes:
        for spot in met(battle, unit, foe)[0]:
            found.setdefault(spot, {})[foe.unit] = foe.mine
    return found


@rule("t9a.special.fear")
def models_touch(battle: Battle, bearer: Unit, unit: Unit) -> bool:
    """Whether a model of the bearer, which may be a guest in another's ranks, is in base contact with that unit."""
    body = battle.body(bearer)
    touching = {spot for foe in body.foes if foe.unit == unit.id for spot in met(battle, body, foe)[0]}
    if not body.guests:
        return bool(touching)
    spots = spots_of(body, bearer.id) if bearer is not body else layout(body).rank_and_file
    return any(spot in touching for spot in spots)


@rule("t9a.melee.engaged")
def models_touched(battle: Battle, single: Unit) -> Iterable[tuple[Unit, int]]:
    """The enemies whose bases a single model touches, alone or in the ranks of a unit, and how many of each."""
    own = boundary(battle, single)
    for foe in battle.body(single).foes:
        enemy = battle.units[foe.unit]
        yield enemy, sum(touches(own, model.base) for model in models(battle, enemy))
        for guest in battle.guests_of(enemy):
            if touches(own, boundary(battle, guest)):
                yield guest, 1


@rule("t9a.melee.engaged")
def combat_of(battle: Battle, unit: Unit) -> tuple[int, ...]:
    """All units linked to this one through base contact, chains included, in the order of their numbers."""
    return engagement.linked(battle.units, unit)


def taking_part(battle: Battle, combat: Iterable[int]) -> list[Unit]:
    """The units of a combat, each with its guests, and those that fell out of them or died around a guest."""
    units = [battle.units[number] for number in combat]
    found = list(units)
    for unit in units:
        found.extend(battle.guests_of(unit))
        found += [other for other in battle.units if other.stood == unit.id]
    return found
