"""What a battle has brought the campaign so far: gains that are settled when it is over, and what lasts meanwhile."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from warhost.rulesets.regiments import optional
from warhost.rulesets.regiments.battle import Battle
from warhost.table import Point

SLUG, WARP = "campaign", "time_warp"

What: TypeAlias = Literal[
    "xp",  # so much experience for a unit
    "points",  # so many points for a side
    "vp",  # so many victory points of the campaign for a side
    "captured",  # a unit is held captive; the D3 that its price is made of
    "removed",  # a unit left play and is no casualty
    "sword",  # a unit found the Holy Sword; its AP
    "warped",  # a destroyed unit fights a Time Beast after the mission
    "countdown",  # a side has won in time
    "hearts",  # the locals take in the wounded of a side, if it pays
    "conceded",  # a side has conceded
]


class Gain(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that the campaign will want to know: for a side, or for a unit."""

    what: What
    seat: int
    unit: int | None = None
    amount: int = 0


class Lasting(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A random event that lasts: until the end of a round, or 0 for the whole mission."""

    event: int
    until: int = 0
    seat: int | None = None
    unit: int | None = None
    units: tuple[int, ...] = ()
    quarter: int | None = None
    at: Point | None = None
    piece: int | None = None
    """A piece of terrain, noted in secret."""
    names: tuple[str, ...] = ()
    """Weapons that cannot be used, one for each of the units."""
    secret: bool = False


class Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the part remembers."""

    gains: tuple[Gain, ...] = ()
    lasting: tuple[Lasting, ...] = ()
    spent: tuple[int, ...] = (0, 0)
    """Underdog points that each side has spent."""
    elite: tuple[int, ...] = ()
    """Units that have rolled a roll again."""
    tested: tuple[int, ...] = ()
    """Units that have taken a morale test."""
    clash: tuple[int, ...] = ()
    """The two units that fight each other now."""
    entered: tuple[tuple[int, int], ...] = ()
    """Units and the pieces of terrain in which they stood after their last activation."""
    chest: int | None = None
    """The unit that carries the chest."""


def kept(battle: Battle) -> Kept:
    return optional.kept(battle, SLUG, Kept)


def keep(battle: Battle, state: Kept) -> None:
    optional.keep(battle, SLUG, state)


def gain(battle: Battle, what: What, seat: int, unit: int | None = None, amount: int = 0) -> None:
    """Write a gain down."""
    told = kept(battle)
    keep(battle, replace(told, gains=(*told.gains, Gain(what, seat, unit, amount))))


def begin(battle: Battle, lasting: Lasting) -> None:
    """An event lasts from now on."""
    told = kept(battle)
    keep(battle, replace(told, lasting=(*told.lasting, lasting)))


def end(battle: Battle, lasting: Lasting) -> None:
    """It is over."""
    told = kept(battle)
    keep(battle, replace(told, lasting=tuple(one for one in told.lasting if one is not lasting and one != lasting)))


def lasting(battle: Battle, event: int) -> list[Lasting]:
    """The events of that number that last."""
    return [one for one in kept(battle).lasting if one.event == event]
