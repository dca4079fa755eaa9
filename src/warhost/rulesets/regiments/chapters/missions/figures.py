"""The missions' figures and the dice that pick a mission (Advanced Missions: Random Mission Selection)."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from warhost.errors import WarhostError
from warhost.rulebook import rule
from warhost.rulesets.families.data import read_data

ANY = "any"

Type = Literal["face_off", "progressive", "attack_defend"]


class Figures(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One mission's figures."""

    slug: str = ""
    name: str
    type: Type
    die: int
    rounds: int
    markers: str
    attackers_points: float = 1.0
    rounded_to: int = 5
    """The attacker's points are rounded down to a multiple of this."""


class _TypeText(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    dice: list[int]


class _MissionFile(msgspec.Struct, forbid_unknown_fields=True):
    types: dict[Type, _TypeText]
    missions: dict[str, Figures]


@lru_cache(maxsize=1)
def _file() -> _MissionFile:
    told = read_data("warhost.rulesets.regiments", "missions.toml", _MissionFile)
    told.missions = {slug: msgspec.structs.replace(one, slug=slug) for slug, one in told.missions.items()}
    return told


def mission_names() -> tuple[str, ...]:
    """The missions of all types, in the order of the book."""
    return tuple(_file().missions)


def mission_types() -> tuple[str, ...]:
    return tuple(_file().types)


def figures(slug: str) -> Figures:
    """A mission's figures by its slug."""
    found = _file().missions.get(slug)
    if found is None:
        known = ", ".join((ANY, *mission_types(), *mission_names()))
        raise WarhostError(f'There is no mission "{slug}": choose one of {known}.', "aofr.mission.type_table")
    return found


@rule("aofr.mission.type_table")
def type_on(die: int) -> str:
    """The type of mission that a D6 picks."""
    return next(slug for slug, told in _file().types.items() if die in told.dice)


@rule("aofr.mission.faceoff_table", "aofr.mission.progressive_table", "aofr.mission.attack_defend_table")
def mission_on(type_name: str, die: int) -> str:
    """The mission of a type that a D6 picks."""
    return next(slug for slug, told in _file().missions.items() if told.type == type_name and told.die == die)


def check_mission(name: str) -> None:
    """Whether there is such a mission or such a type to roll in."""
    if name != ANY and name not in mission_types():
        figures(name)
