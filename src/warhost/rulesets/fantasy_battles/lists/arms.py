"""Weapons by their names: those that any army may name, and those of an army book of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

import msgspec

from warhost.muster.files.army_text import Table, read_table, whole
from warhost.muster.files.forms import Form, flag, key, names, number
from warhost.rulesets.fantasy_battles.core import ArmedWith, MeleeWeapon, Weapon

__all__ = ["MELEE", "SHOOTING", "Arms", "armed_with", "arms", "read_arms", "shot_text"]

PACKAGE = "warhost.rulesets.fantasy_battles"
_AIM = re.compile(r"(.+?)\s*\(([2-6])\+\)")
_SHOTS = re.compile(r"\d{1,2}|\d{0,2}D[36]([+-]\d{1,2})?")


class Arms(msgspec.Struct, frozen=True):
    """Weapons by their names."""

    melee: Mapping[str, MeleeWeapon] = {}
    shooting: Mapping[str, Weapon] = {}

    def with_more(self, more: Arms) -> Arms:
        """These weapons and more; of two of one name the later counts."""
        return Arms({**self.melee, **more.melee}, {**self.shooting, **more.shooting})


def _shots(table: Table, name: str) -> int | str:
    value = table.raw.get(name)
    if isinstance(value, str):
        if not _SHOTS.fullmatch(value):
            table.problem(f'"{name}" must be a number or dice like "D6+2", not "{value}".')
        table.has(name)
        return value
    return table.number(name, 1, 30)


def _least(name: str) -> Any:
    return number(name, -9, 10, default=0)


MELEE: Form[MeleeWeapon] = Form(
    MeleeWeapon,
    _least("att"),
    _least("off"),
    number("str", -9, 10, default=0, attribute="str_"),
    _least("ap"),
    _least("agi"),
    flag("charging"),
    flag("last"),
    number("ranks", 0, 5, default=0),
    flag("two_handed"),
    names("rules"),
)

SHOOTING: Form[Weapon] = Form(
    Weapon,
    number("range", 1, 120),
    key("shots", _shots, default=1),
    number("str", 0, 12, default=None, attribute="str_"),
    number("ap", 0, 10, default=None),
    names("rules"),
    number("str_at_one", 1, 12, default=None),
    names("rules_at_one"),
    number("misfire", -5, 5, default=0),
)


def read_arms(file: Table) -> Arms:
    """The weapons that a file defines in its tables `melee` and `shooting`."""
    melee = {name: MELEE.read(table, name=name) for name, table in file.named_tables("melee")}
    shooting = {name: SHOOTING.read(table, name=name) for name, table in file.named_tables("shooting")}
    return Arms(melee, shooting)


@lru_cache(maxsize=1)
def arms() -> Arms:
    """The weapons that any army may name."""
    source = (files(PACKAGE) / "data" / "arms.toml").read_text("utf-8")
    return whole(read_table(source, "arms.toml", _all))


def _all(file: Table) -> Arms:
    found = read_arms(file)
    file.done()
    return found


def melee_weapons(table: Table, told: Sequence[str], known: Arms) -> tuple[MeleeWeapon, ...]:
    """The weapons of these names; those that nobody knows are problems."""
    return tuple(known.melee[name] for name in told if _known(table, name, known.melee))


def shooting_weapons(table: Table, told: Sequence[str], known: Arms) -> tuple[ArmedWith, ...]:
    """The shooting weapons of texts like `Crossbow (4+)`."""
    found = []
    for text in told:
        read = _AIM.fullmatch(text)
        if read is None:
            table.problem(f'shooting weapon "{text}" cannot be read: write it like "Crossbow (4+)".')
        elif _known(table, read[1], known.shooting):
            found.append(armed_with(known.shooting[read[1]], int(read[2])))
    return tuple(found)


def _known(table: Table, name: str, weapons: Mapping[str, Any]) -> bool:
    if name not in weapons:
        table.problem(f'weapon "{name}" is unknown.{table.near(name, weapons)}')
    return name in weapons


def armed_with(weapon: Weapon, aim: int) -> ArmedWith:
    """A shooting weapon in the hands of somebody."""
    return ArmedWith(weapon, aim)


def shot_text(armed: ArmedWith) -> str:
    """A shooting weapon as files name it."""
    return f"{armed.weapon.name} ({armed.aim}+)"
