"""What the units of Kings of War look like: by their type, weapons and special rules, and the people of their army."""

from __future__ import annotations

from functools import lru_cache

from warhost.play.shown.cards import Build, Look, People
from warhost.play.shown.looks import Role, Told, look_of
from warhost.rulesets.kings_of_war.core import Entry, Type

BUILDS: dict[Type, Build] = {
    "infantry": "foot",
    "large infantry": "large",
    "cavalry": "rider",
    "large cavalry": "rider",
    "chariot": "engine",
    "war engine": "engine",
    "monster": "monster",
    "titan": "monster",
    "monster chariot": "engine",
}
"""What units of each type look like."""

PEOPLES: dict[str, People] = {
    "Brasswater League": "man",
    "Children of the Maw": "beast",
    "Crown of Aldermere": "man",
    "Gutterfang Tribes": "goblin",
    "Lanternless Court": "undead",
    "Sunward Clans": "man",
}
"""The people of each house army."""

BEARERS = ("Ensign", "Bearer", "Totem", "Standard", "Banner")
MOUNTED = {"Gilt Cuirassiers": "horse", "Steppe Riders": "horse"}
ANIMALS = ("Beast",)
"""The trait of what has no rider."""


@lru_cache(maxsize=1024)
def look(entry: Entry) -> Look:
    """The look of a unit by its card."""
    rules = tuple(entry.rules)
    bearer = entry.hero and any(word in entry.name for word in BEARERS)
    role: Role = "" if not entry.hero else "standard" if bearer else "mage" if entry.spells else "lord"
    beast = any(trait in ANIMALS for trait in entry.traits) and entry.type in ("cavalry", "infantry", "large cavalry")
    return look_of(
        Told(
            name=entry.name,
            army=entry.army,
            build=BUILDS[entry.type],
            arms=tuple(weapon.name for weapon in entry.weapons),
            rules=rules,
            role=role,
            people=PEOPLES.get(entry.army),
            ridden=MOUNTED.get(entry.name, ""),
            beast=beast and not entry.hero,
            flies="Fly" in rules,
            chariot="chariot" in entry.type,
            war_machine=entry.type == "war engine",
        )
    )


__all__ = ["BUILDS", "PEOPLES", "look"]
