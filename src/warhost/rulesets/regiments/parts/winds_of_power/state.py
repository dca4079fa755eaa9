"""What the winds of power remember: magic pools, spell books, and casters that have drained themselves."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.magic.casters import CasterModel, casters_of, gain_of, level_of
from warhost.rulesets.regiments.core import HERO, Battle, optional
from warhost.rulesets.regiments.core.speakers import casters

SLUG = "winds_of_power"
BY_CASTERS = "three_each"
"""The choice by which the pool holds three dice for each caster, whatever its level (AOFR-R266)."""

CAP = 3


class Winds(msgspec.Struct, frozen=True, omit_defaults=True):
    """The spell dice of each seat, and by caster: its spell book, the levels it lost, whether it is done for now."""

    pools: tuple[int, ...] = ()
    books: Mapping[str, tuple[str, ...]] = {}
    lost: Mapping[str, int] = {}
    done: tuple[str, ...] = ()


def told(battle: Battle) -> Winds:
    return optional.kept(battle, SLUG, Winds)


def keep(battle: Battle, winds: Winds) -> None:
    optional.keep(battle, SLUG, winds)


def key_of(battle: Battle, caster: CasterModel) -> str:
    """What a caster is known by, however its unit changes: a hero that joined a unit keeps what it had alone."""
    unit = battle.units[caster.unit]
    own = casters(battle, unit)
    nth = caster.place - own.index(caster.group)
    if caster.group == HERO:
        for other in battle.units:
            if other.part_of == unit.id:
                return f"{other.id}.0.0"
    return f"{unit.id}.{caster.group}.{nth}"


def casters_on(battle: Battle, seat: int) -> list[CasterModel]:
    """Every caster of a side that is still in the game."""
    own = [unit for unit in battle.units if unit.seat == seat and not unit.fate]
    return [caster for unit in own for caster in casters_of(battle, unit)]


def level(battle: Battle, caster: CasterModel) -> int:
    """The caster's level, without what it has drained (AOFR-R272)."""
    full = level_of(battle, battle.units[caster.unit], caster.group)
    return max(0, full - told(battle).lost.get(key_of(battle, caster), 0))


def power(battle: Battle, seat: int) -> int:
    """The spell tokens that all casters of a side would gain in a round."""
    lost = told(battle).lost
    return sum(
        max(0, gain_of(battle, battle.units[caster.unit], caster.group) - lost.get(key_of(battle, caster), 0))
        for caster in casters_on(battle, seat)
    )


@rule("aofr.winds.pool_cap")
def most_dice(battle: Battle, seat: int, *, by_casters: bool) -> int:
    """The pool holds three times the level of all casters; by agreement three for each caster (AOFR-R266)."""
    own = casters_on(battle, seat)
    return CAP * (len(own) if by_casters else sum(level(battle, caster) for caster in own))


def dice_of(battle: Battle, seat: int) -> int:
    pools = told(battle).pools
    return pools[seat] if seat < len(pools) else 0


def _hold(battle: Battle, seat: int, dice: int) -> None:
    pools = tuple(dice if side == seat else dice_of(battle, side) for side in battle.sides)
    keep(battle, msgspec.structs.replace(told(battle), pools=pools))


def set_dice(battle: Battle, seat: int, dice: int, *, by_casters: bool) -> None:
    """The pool holds so many dice, no less than none and no more than it can."""
    _hold(battle, seat, max(0, min(dice, most_dice(battle, seat, by_casters=by_casters))))


def take_dice(battle: Battle, seat: int, dice: int) -> None:
    """Dice leave the pool: thrown, or lost. It is never below none."""
    _hold(battle, seat, max(0, dice_of(battle, seat) - dice))
