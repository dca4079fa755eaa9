"""Patrols written as army files, which `army_files` reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from warhost.muster.toml_text import toml_table, toml_text, toml_value
from warhost.rulesets.essence_of_war.entries import CHARACTERISTICS, Entry, Patrol, SpellEntry, Weapon

__all__ = ["patrol_text"]


def patrol_text(army: Patrol) -> str:
    """The file of a patrol."""
    top = toml_table("", {"faction": army.faction, "aliases": army.aliases})
    return toml_text([top, *map(_unit, army.entries), *map(_weapon, army.weapons), *map(_spell, army.spells)])


def _unit(entry: Entry) -> str:
    profile = msgspec.to_builtins(entry.profile)
    listed = {
        "rules": entry.rules,
        "weapons": tuple(map(str, entry.weapons)),
        "spells": tuple(spell.name for spell in entry.spells),
    }
    # The order of the keys is the order of the entry: a bow may stand before or after the rules.
    order = sorted((key for key in listed if listed[key]), key=lambda key: entry.listed.index(listed[key][0]))
    fields = {
        "name": entry.name,
        "aliases": entry.aliases,
        "category": entry.category,
        "formation": entry.formation,
        "base": f"{entry.base[0]}x{entry.base[1]}",
        "profile": {key: profile[key] for key in CHARACTERISTICS if profile[key] is not None},
        **{key: listed[key] for key in order},
    }
    return toml_table("[[unit]]", fields)


def _weapon(weapon: Weapon) -> str:
    close = weapon.close
    fields = {
        "shots": weapon.shots,
        "range": weapon.range,
        "str": _or_user(weapon.str_),
        "ap": _or_user(weapon.ap),
        "ranks": None if weapon.ranks == 2 else weapon.ranks,
        "ignores": weapon.ignores,
        "close": None if close is None else _given({"within": close.within, "str": close.str_, "ap": close.ap}),
        "march_and_shoot": weapon.march_and_shoot,
        "poison": weapon.poison,
    }
    return toml_table(f"[weapon.{toml_value(weapon.name)}]", fields)


def _spell(spell: SpellEntry) -> str:
    units = [version.units for version in spell.versions]
    fields: dict[str, Any] = {
        "value": _small_and_large([version.value for version in spell.versions]),
        "units": _small_and_large(units) if any(count != 1 for count in units) else None,
    }
    if spell.amplifies is not None:
        fields["amplifies"] = spell.amplifies
    else:
        fields |= {
            "target": spell.target,
            "range": spell.range,
            "or_near": None if spell.or_near is None else msgspec.to_builtins(spell.or_near),
            "sight": spell.sight,
            "unengaged": spell.unengaged,
            "lasts": spell.lasts,
            "hits": spell.hits,
            "str": spell.str_,
            "ap": spell.ap,
            "wounds": "auto" if spell.wounds_automatically else None,
            "one_model": spell.one_model,
            "multiply": None if spell.multiply is None else msgspec.to_builtins(spell.multiply),
            "reroll_armour_saves": spell.reroll_armour_saves,
        }
    return toml_table(f"[spell.{toml_value(spell.name)}]", fields)


def _or_user(value: int | None) -> int | str:
    return "user" if value is None else value


def _given(fields: dict[str, int | None]) -> dict[str, int | None]:
    return {key: value for key, value in fields.items() if value is not None}


def _small_and_large(values: Sequence[int]) -> int | dict[str, int]:
    return values[0] if len(values) == 1 else {"small": values[0], "large": values[1]}
