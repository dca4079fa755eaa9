"""What an option means, by its name alone: command, magic, weapons, shields, rules, items."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from warhost.rulesets.fantasy_battles.chapters.magic.spell_data import all_spells
from warhost.rulesets.fantasy_battles.core import ArmedWith, Level, MeleeWeapon
from warhost.rulesets.fantasy_battles.lists.new_recruit.loose import key_of
from warhost.rulesets.fantasy_battles.lists.new_recruit.rule_names import (
    is_rule,
    melee_weapon,
    rule_text,
    ruled,
    shooting_weapon,
)
from warhost.rulesets.fantasy_battles.lists.purchases import BATTLE_STANDARD, GENERAL, STANDARD

__all__ = ["PATHS", "in_full", "meaning_of", "spell_named"]

PATHS = (
    "Alchemy",
    "Cosmology",
    "Divination",
    "Druidism",
    "Evocation",
    "Occultism",
    "Pyromancy",
    "Shamanism",
    "Thaumaturgy",
    "Witchcraft",
)
LEVELS: dict[str, Level] = {"apprentice": "Apprentice", "adept": "Adept", "master": "Master"}
_JOINED = re.compile(r"\s*(?:,|\+|&|\band\b|\bwith\b)\s*(?![^()]*\))")
"""Between the things of an option that gives several: `Light Troops, Ambush (Battlefield Edge)`."""

ABBREVIATIONS = {
    "gen": ("General",),
    "bsb": ("Battle Standard Bearer",),
    "battle standard": ("Battle Standard Bearer",),
    "sb": ("Standard Bearer",),
    "std": ("Standard Bearer",),
    "standard": ("Standard Bearer",),
    "banner": ("Standard Bearer",),
    "mus": ("Musician",),
    "champ": ("Champion",),
    "fcg": ("Champion", "Standard Bearer", "Musician"),
    "full command": ("Champion", "Standard Bearer", "Musician"),
    "full command group": ("Champion", "Standard Bearer", "Musician"),
    "gw": ("Great Weapon",),
    "pw": ("Paired Weapons",),
    "hw": ("Hand Weapon",),
    "adept": ("Wizard Adept",),
    "master": ("Wizard Master",),
    "apprentice": ("Wizard Apprentice",),
}
"""What players write for short."""

_COMMAND: dict[str, dict[str, Any]] = {
    "general": {"general": True, "tags": (GENERAL,)},
    "battle standard bearer": {"battle_standard": True, "tags": (BATTLE_STANDARD,)},
    "standard bearer": {"standard": True, "tags": (STANDARD,)},
    "musician": {"musician": True},
    "champion": {"champion": True},
}


@lru_cache(maxsize=1)
def _spells() -> Mapping[str, str]:
    return {key_of(entry.name): entry.name for entry in all_spells().values() if entry.learned}


def spell_named(name: str) -> str:
    """The Learned Spell of that name; empty if there is none."""
    return _spells().get(key_of(name), "")


def in_full(name: str) -> tuple[str, ...]:
    """What an abbreviation stands for; the name itself if it is none."""
    return ABBREVIATIONS.get(key_of(name), (name,))


def meaning_of(name: str) -> dict[str, Any] | None:
    """What an option of that name does, as the fields of an option; None if nobody knows."""
    alone = _meaning(name)
    if alone is not None:
        return alone
    parts = [part for part in _JOINED.split(name) if part]
    if len(parts) < 2:
        return None
    found = [_meaning(part) for part in parts]
    known = [one for one in found if one is not None]
    return _together(known) if len(known) == len(found) else None


def _meaning(name: str) -> dict[str, Any] | None:
    key = key_of(name)
    for read in (_command, _magic, _weapon, _rule):
        found = read(name, key)
        if found is not None:
            return found
    return None


def _command(name: str, key: str) -> dict[str, Any] | None:
    return _COMMAND.get(key)


def _magic(name: str, key: str) -> dict[str, Any] | None:
    words = key.removeprefix("wizard").strip()
    if words in LEVELS and key.startswith("wizard"):
        return {"level": LEVELS[words], "choose": "level"}
    path = next((one for one in PATHS if key_of(one) == key), None)
    return None if path is None else {"path": path, "choose": "path"}


def _weapon(name: str, key: str) -> dict[str, Any] | None:
    if key == "shield":
        return {"shield": 1}
    melee: MeleeWeapon | None = melee_weapon(name)
    if melee is not None:
        return {"weapons": (melee,)}
    known, armed = shooting_weapon(name)
    if known:
        shots: tuple[ArmedWith, ...] = () if armed is None else (armed,)
        return {"shots": shots}
    return None


def _rule(name: str, key: str) -> dict[str, Any] | None:
    if not is_rule(name):
        return None
    text = rule_text(name)
    return {"rules": (text,)} if ruled(text) else None


def _together(found: list[dict[str, Any]]) -> dict[str, Any]:
    """What several things do."""
    fields: dict[str, Any] = {}
    for one in found:
        for name, value in one.items():
            if isinstance(value, tuple):
                fields[name] = (*fields.get(name, ()), *value)
            elif isinstance(value, (bool, str)):
                fields[name] = value
            else:
                fields[name] = fields.get(name, 0) + value
    return fields
