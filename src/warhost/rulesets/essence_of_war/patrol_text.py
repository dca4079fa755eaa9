"""Patrols written as army files, which `army_files` reads."""

from __future__ import annotations

import msgspec

from warhost.muster.toml_text import toml_table, toml_text, toml_value
from warhost.rulesets.essence_of_war.entries import CHARACTERISTICS, Entry, Patrol
from warhost.rulesets.essence_of_war.weapon_files import spell_fields, weapon_fields

__all__ = ["patrol_text"]


def patrol_text(army: Patrol) -> str:
    """The file of a patrol."""
    top = toml_table("", {"faction": army.faction, "aliases": army.aliases, "text": army.text})
    weapons = [toml_table(f"[weapon.{toml_value(weapon.name)}]", weapon_fields(weapon)) for weapon in army.weapons]
    spells = [toml_table(f"[spell.{toml_value(spell.name)}]", spell_fields(spell)) for spell in army.spells]
    return toml_text([top, *map(_unit, army.entries), *weapons, *spells])


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
