"""Weapons and spells in army files: their keys, from which they are read and written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal, get_args

from msgspec import UNSET, UnsetType

from warhost.muster.files.army_text import Table
from warhost.muster.files.forms import Form, Key, choice, choices, flag, inner, key, number
from warhost.rulesets.essence_of_war.core import (
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

_DICE = r"(?:\d*D[36](?:\+\d+)?|\d\+X)"
"""Dice, or a figure that the target decides."""
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
    """A number, or None for the bearer's own; the hits of an Area Attack have a Strength and AP of their own."""
    if "area" in table.raw and name not in table.raw:
        return None
    if table.has(name) and table.raw[name] == "user":
        return None
    if isinstance(table.raw.get(name), str):
        table.problem(f'"{name}" must be a whole number or "user", not {table.raw[name]!r}.')
        return None
    return table.number(name)


def _or_user(value: int | None) -> int | str:
    return "user" if value is None else value


def _small_range(table: Table, name: str) -> int:
    """The range of a spell, of its small version where there are two."""
    return _small_and_large(table, name)[0]


def _set(name: str) -> Key:
    """A key that says true; unset where it is left out, so that records of patrols stay as they are."""
    return key(name, lambda table, name: table.flag(name) or UNSET, UNSET)


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
    number("area", 1, default=UNSET),
    key("multiple_wounds", _number_or_dice, UNSET),
)

SPELL = Form(
    SpellEntry,
    choice("target", get_args(Target)),
    key("range", _small_range),
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
    _set("replicable"),
    number("moves", 1, default=UNSET),
    key("around", lambda table, name: table.text(name), UNSET),
)

RIDER = Form(SpellEntry, key("amplifies", lambda table, name: table.text(name)), number("adds", 1, default=UNSET))


def read_weapon(table: Table) -> Weapon:
    return WEAPON.read(table, name=table.name)


def weapon_fields(weapon: Weapon) -> dict[str, Any]:
    """The keys of a weapon's table."""
    fields = WEAPON.fields(weapon)
    return {name: value for name, value in fields.items() if not (weapon.area and name in ("str", "ap"))}


def read_spell(table: Table, **more: Any) -> SpellEntry:
    """A spell of a patrol's file, or of the Grimoire, which knows more of it."""
    form = RIDER if table.has("amplifies") else SPELL
    return form.read(table, name=table.name, versions=_versions(table), **more)


def spell_fields(spell: SpellEntry) -> dict[str, Any]:
    """The keys of a spell's table."""
    units = [version.units for version in spell.versions]
    fields: dict[str, Any] = {}
    if spell.versions:
        fields["value"] = _one_or_both([version.value for version in spell.versions])
    if any(count != 1 for count in units):
        fields["units"] = _one_or_both(units)
    fields |= (RIDER if spell.amplifies is not None else SPELL).fields(spell)
    if any(version.range for version in spell.versions):
        fields["range"] = _one_or_both([version.range or spell.range for version in spell.versions])
    if any(version.all for version in spell.versions):
        fields["all"] = _one_or_both([bool(version.all) for version in spell.versions])
    return fields


def _versions(table: Table) -> tuple[SpellVersion, ...]:
    if table.has("adds"):
        return ()
    values = _small_and_large(table, "value")
    units = _small_and_large(table, "units") if table.has("units") else (1,) * len(values)
    ranges = _small_and_large(table, "range") if isinstance(table.raw.get("range"), dict) else ()
    if len(units) != len(values) or len(ranges) not in (0, len(values)):
        table.problem('"units", "range" and "value" must all be one number, or all small and large.')
    alls = _flags(table, "all", len(values))
    farther = [UNSET if reach == ranges[0] else reach for reach in ranges] or [UNSET] * len(values)
    return tuple(SpellVersion(*told) for told in zip(values, units, farther, alls, strict=False))


def _small_and_large(table: Table, name: str) -> tuple[int, ...]:
    if not isinstance(table.raw.get(name), dict):
        return (table.number(name, 1),)
    both = table.table(name)
    numbers = (both.number("small", 1), both.number("large", 1))
    both.done()
    return numbers


def _flags(table: Table, name: str, versions: int) -> list[Literal[True] | UnsetType]:
    """Whether each version of a spell has what a key says: true for all of them, or for small and large."""
    if not isinstance(table.raw.get(name), dict):
        return [True if table.flag(name) else UNSET] * versions
    both = table.table(name)
    flags = [both.flag("small"), both.flag("large")]
    both.done()
    return [True if one else UNSET for one in flags]


def _one_or_both(values: Sequence[int]) -> int | dict[str, int]:
    return values[0] if len(values) == 1 else {"small": values[0], "large": values[1]}
