"""What the units of The Blue Age look like: by their type, weapons and armour, and the people of their army."""

from __future__ import annotations

from functools import lru_cache

from warhost.play.shown.cards import Build, Look, People
from warhost.play.shown.looks import Role, Told, look_of
from warhost.rulesets.blue_age.core import Entry, Type

BUILDS: dict[Type, Build] = {
    "infantry": "foot",
    "cavalry": "rider",
    "beast": "foot",
    "chariot": "engine",
    "war machine": "engine",
    "monstrous infantry": "large",
    "monster": "monster",
    "swarm": "foot",
}
"""What units of each type look like."""

PEOPLES: dict[str, People] = {
    "Ashmoot Clans": "orc",
    "Greenfold Kin": "elf",
    "Hollow Court": "undead",
    "Tidewardens": "man",
}
"""The people of each house army."""

PLAIN = ("Hand Weapon", "Short Weapon")
"""Everybody has them: they say nothing."""


@lru_cache(maxsize=1024)
def look(entry: Entry) -> Look:
    """The look of a unit by its card."""
    role: Role = "" if not entry.hero else "standard" if entry.warbanner else "mage" if entry.magic else "lord"
    return look_of(
        Told(
            name=entry.name,
            army=entry.army,
            build=BUILDS[entry.type],
            arms=tuple(name for name in entry.weapons if name not in PLAIN),
            rules=entry.rules,
            role=role,
            people=PEOPLES.get(entry.army),
            beast=entry.type in ("beast", "swarm"),
            flies=entry.flyer,
            chariot=entry.type == "chariot",
            war_machine=entry.type == "war machine",
        )
    )


__all__ = ["BUILDS", "PEOPLES", "look"]
