"""Who carries which magic item, which are used up, and what was stolen from casters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from warhost.rulesets.regiments.core import HERO, Battle, Effect, Regiment, Trooper, Unit, optional, troopers
from warhost.rulesets.regiments.parts.magic_items.items import SLUG

THIEF = "Spellthieving Weapon"
"""The weapon, and the effect that it leaves on whom it has robbed."""


class Items(msgspec.Struct, frozen=True, omit_defaults=True):
    """The method of selection, and the items by the number of the unit that the hero was or was in when it took
    them."""

    method: str = ""
    carried: Mapping[str, str] = {}


class Bearer(NamedTuple):
    """A living hero with an item: the unit it is in, and its group there."""

    unit: Unit
    group: int


def told(battle: Battle) -> Items:
    return optional.kept(battle, SLUG, Items)


def keep(battle: Battle, known: Items) -> None:
    optional.keep(battle, SLUG, known)


def heroes(battle: Battle, seat: int) -> list[Unit]:
    """The units of a side that are or have a hero, before any hero has joined another unit."""
    return [
        unit
        for unit in battle.units
        if unit.seat == seat and not unit.fate and not unit.site and hero_of(battle, unit) is not None
    ]


def hero_of(battle: Battle, unit: Unit) -> Regiment | None:
    """The hero that a unit is, or that is in it."""
    regiment = battle.regiment(unit)
    return regiment.hero if regiment.hero is not None else regiment if regiment.is_hero else None


def bearers(battle: Battle, item: str, seat: int | None = None) -> Iterator[Bearer]:
    """The living heroes that carry an item which they have not used up, of one side or of both."""
    for number, name in told(battle).carried.items():
        if name == item:
            found = bearer_of(battle, int(number))
            if found is not None and item not in found.unit.used and seat in (None, found.unit.seat):
                yield found


def bearer_of(battle: Battle, number: int) -> Bearer | None:
    """Where the hero is that took an item as that unit or in it; None if it is dead."""
    unit = battle.units[number]
    if unit.part_of is not None:
        unit = battle.units[unit.part_of]
        return Bearer(unit, HERO) if unit.hero and not unit.fate else None
    if unit.fate:
        return None
    if battle.regiment(unit).hero is not None:
        return Bearer(unit, HERO) if unit.hero else None
    return Bearer(unit, 0) if unit.left[0] else None


def in_unit(battle: Battle, item: str, unit: Unit) -> Bearer | None:
    """The hero in a unit that can use an item."""
    return next((one for one in bearers(battle, item, unit.seat) if one.unit is unit), None)


def model_of(battle: Battle, bearer: Bearer) -> Trooper | None:
    """Where the hero stands; None if it is not on the table."""
    if bearer.unit.pose is None:
        return None
    return next(one for one in troopers(battle, bearer.unit) if one.group == bearer.group)


def use_up(bearer: Bearer, item: str) -> None:
    """The item is used, once in the game."""
    bearer.unit.used = (*bearer.unit.used, item)


# The number of an effect tells what was stolen and from whom: tokens by the hundred, and the group.

_GROUPS, _FIRST = 100, 2


def steal(unit: Unit, group: int, tokens: int, thief: int) -> None:
    """Casters of a group get so many tokens fewer when the next round begins."""
    others = []
    for effect in unit.effects:
        if effect.name == THIEF and robbed(effect)[0] == group:
            tokens += robbed(effect)[1]
        else:
            others.append(effect)
    unit.effects = (*others, Effect(THIEF, thief, "game", _GROUPS * tokens + group + _FIRST))


def robbed(effect: Effect) -> tuple[int, int]:
    """The group of the casters that were robbed, and how many tokens they will miss."""
    return effect.number % _GROUPS - _FIRST, effect.number // _GROUPS
