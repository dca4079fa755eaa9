"""What the units of Age of Fantasy: Regiments look like: by kind, weapons and rules, and the people of an army."""

from __future__ import annotations

from functools import lru_cache

from warhost.play.shown.cards import Build, Look, People
from warhost.play.shown.looks import Role, Told, look_of
from warhost.rulesets.regiments.core import Kind, Regiment

BUILDS: dict[Kind, Build] = {
    "infantry": "foot",
    "large infantry": "large",
    "cavalry": "rider",
    "monster": "monster",
    "giant": "monster",
    "vehicle": "engine",
}
"""What models of each kind look like."""

PEOPLES: dict[str, People] = {
    "Burrowfolk Swarm": "goblin",
    "League of Nine Bridges": "man",
    "Tallgrass Horde": "man",
    "Unburied Host": "undead",
}
"""The people of each house army."""


@lru_cache(maxsize=1024)
def look(regiment: Regiment) -> Look:
    """The look of a unit by its card."""
    rules = (*(rule.name for rule in regiment.rules), *(rule.name for one in regiment.groups for rule in one.rules))
    plain = max(regiment.groups, key=lambda group: group.count, default=None)
    arms = tuple(weapon.name for weapon in plain.weapons) if plain else ()
    role: Role = "" if not regiment.is_hero else "mage" if "Caster" in rules else "lord"
    return look_of(
        Told(
            name=regiment.name,
            army=regiment.faction,
            build=BUILDS[regiment.kind],
            arms=arms,
            rules=(*rules, *regiment.upgrades),
            role=role,
            people=PEOPLES.get(regiment.faction),
            flies="Flying" in rules,
        )
    )


__all__ = ["BUILDS", "PEOPLES", "look"]
