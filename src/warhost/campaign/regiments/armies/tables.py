"""The tables of the campaign, read from data: objectives, injuries, talents, traits, skill sets and skills."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection
from functools import lru_cache
from importlib import resources
from typing import Literal

import msgspec

from warhost.campaign.contract import CampaignScript
from warhost.play.script import roll

Kind = Literal["objective", "injury", "talent", "trait", "set", "skill"]


class Line(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A line of a table: what these results of a die bring."""

    slug: str
    name: str
    dice: tuple[int, ...]
    id: str = ""
    text: str = ""
    set: str = ""
    """The skill set that a skill belongs to."""


@lru_cache(maxsize=1)
def _tables() -> dict[str, tuple[Line, ...]]:
    text = (resources.files("warhost.campaign.regiments") / "data" / "tables.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, tuple[Line, ...]])


def table(kind: Kind) -> tuple[Line, ...]:
    """A whole table, in the order of its dice."""
    return _tables()[kind]


def skills_of(skill_set: str) -> tuple[Line, ...]:
    """The three skills of a set."""
    return tuple(line for line in table("skill") if line.set == skill_set)


def line_of(kind: Kind, slug: str) -> Line:
    return next(line for line in table(kind) if line.slug == slug)


def roll_on(
    lines: Collection[Line], *, why: str, rule: str, seat: int | None, able: Callable[[Line], bool]
) -> CampaignScript[Line | None]:
    """Roll a die for one of the lines; a result that brings nothing possible is rolled again. Nothing if none is."""
    if not any(map(able, lines)):
        return None
    while True:
        (face,) = yield from roll("D6", why=why, rule=rule, seat=seat)
        for line in lines:
            if face in line.dice and able(line):
                return line
