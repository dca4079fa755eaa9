"""Weapons and spells in army files: their keys, from which they are read and written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, get_args

from warhost.muster.army_text import Table
from warhost.muster.forms import Form, choice, choices, flag, inner, key, number
from warhost.rulesets.essence_of_war.entries import (
    AimModifier,
    CloseRange,
    Multiply,
    NearTerrain,
    SpellEntry,
    SpellVersion,
    Target,
    Weapon,
)

__all__ = ["read_spell", "read_weapon", "spell_fields", "weapon_fields"]

_DICE = r"(?:\d*D[36](?:\+\d+)?)"
_TERRAIN = ("elevated", "hindering", "impassable")


def _number_or_dice(table: Table, name: str) -> int | str:
    """A number, or dice such as D3+1."""
    if isinstance(table.raw.get(name), str):
        dice = table.text(name)
        if not re.fullmatch(_DICE, dice):
            table.problem(f'"{name}" must be a whole number or dice such as "D3+1", not {dice!r}.')
        return dice
    return table.number(name)


def _number_or_user(table: Table, name: str) -> int | None:
    """A number, or None for the bearer's own."""
    if table.has(name) and table.raw[name] == "user":
        return None
    if isinstance(table.raw.get(name), str):
        table.problem(f'"{name}" must be a whole number or "user", not {table.raw[name]!r}.')
        return None
    return table.number(name)


def _or_user(value: int | None) -> int | str:
    return "user" if value is None else value


def _damages(table: Table) -> bool:
    return "hits" in table.raw


def _wounds_by_strength(table: Table) -> bool:
    return _damages(table) and table.raw.get("wounds") != "auto"


WEAPON = Form(
    Weapon,
    key("shots", _number_or_dice),
    number("range", 1),
    key("str", _number_or_user, attribute="str_", write=_or_user),
    key("ap", _number_or_user, write=_or_user),
    number("ranks", 1, default=2),
    choices("ignores", get_args(AimModifier)),
    inner(
        "close",
        Form(
            CloseRange, number("within", 1), number("str", default=None, attribute="str_"), number("ap", default=None)
        ),
    ),
    flag("march_and_shoot"),
    flag("poison"),
)

SPELL = Form(
    SpellEntry,
    choice("target", get_args(Target)),
    number("range", 1),
    inner("or_near", Form(NearTerrain, choices("of", _TERRAIN, "terrain"), number("within", 1))),
    flag("sight"),
    flag("unengaged"),
    flag("lasts"),
    key("hits", _number_or_dice, default=None),
    key("str", _number_or_dice, attribute="str_", when=_wounds_by_strength),
    key("ap", lambda table, name: table.number(name), when=_damages),
    key(
        "wounds",
        lambda table, name: table.choice(name, ("auto",)) == "auto",
        default=False,
        attribute="wounds_automatically",
        write=lambda automatic: "auto",
    ),
    flag("one_model"),
    inner("multiply", Form(Multiply, number("by", 2), number("against_hp", 1))),
    flag("reroll_armour_saves"),
)

RIDER = Form(SpellEntry, key("amplifies", lambda table, name: table.text(name)))


def read_weapon(table: Table) -> Weapon:
    return WEAPON.read(table, name=table.name)


def weapon_fields(weapon: Weapon) -> dict[str, Any]:
    """The keys of a weapon's table."""
    return WEAPON.fields(weapon)


def read_spell(table: Table) -> SpellEntry:
    form = RIDER if table.has("amplifies") else SPELL
    return form.read(table, name=table.name, versions=_versions(table))


def spell_fields(spell: SpellEntry) -> dict[str, Any]:
    """The keys of a spell's table."""
    units = [version.units for version in spell.versions]
    fields = {"value": _one_or_both([version.value for version in spell.versions])}
    if any(count != 1 for count in units):
        fields["units"] = _one_or_both(units)
    return fields | (RIDER if spell.amplifies is not None else SPELL).fields(spell)


def _versions(table: Table) -> tuple[SpellVersion, ...]:
    values = _small_and_large(table, "value")
    units = _small_and_large(table, "units") if table.has("units") else (1,) * len(values)
    if len(units) != len(values):
        table.problem('"units" and "value" must both be one number, or both small and large.')
    return tuple(SpellVersion(value, count) for value, count in zip(values, units, strict=False))


def _small_and_large(table: Table, name: str) -> tuple[int, ...]:
    if not isinstance(table.raw.get(name), dict):
        return (table.number(name, 1),)
    both = table.table(name)
    numbers = (both.number("small", 1), both.number("large", 1))
    both.done()
    return numbers


def _one_or_both(values: Sequence[int]) -> int | dict[str, int]:
    return values[0] if len(values) == 1 else {"small": values[0], "large": values[1]}
