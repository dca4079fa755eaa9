"""What a battle has brought the campaign so far: gains that are settled when it is over."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from warhost.rulesets.regiments.core import Battle, optional

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


class Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the part remembers."""

    gains: tuple[Gain, ...] = ()
    spent: tuple[int, ...] = (0, 0)
    """Underdog points that each side has spent."""
    elite: tuple[int, ...] = ()
    """Units that have rolled a roll again."""
    tested: tuple[int, ...] = ()
    """Units that have taken a morale test."""
    clash: tuple[int, ...] = ()
    """The two units that fight each other now."""


def kept(battle: Battle) -> Kept:
    return optional.kept(battle, SLUG, Kept)


def keep(battle: Battle, state: Kept) -> None:
    optional.keep(battle, SLUG, state)


def gain(battle: Battle, what: What, seat: int, unit: int | None = None, amount: int = 0) -> None:
    """Write a gain down."""
    told = kept(battle)
    keep(battle, replace(told, gains=(*told.gains, Gain(what, seat, unit, amount))))
