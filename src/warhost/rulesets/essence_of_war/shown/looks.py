"""What the units of Essence of War look like: by bases, weapons and factions, or by name where those say little."""

from __future__ import annotations

from functools import lru_cache

from warhost.play.shown.cards import Build, Look, Mount, People, Troop
from warhost.play.shown.looks import Role, Told, look_of
from warhost.rulesets.essence_of_war.core import Entry

FOOT_BASE = 30
"""Up to this many millimetres wide, a base carries a man or a horse."""

PEOPLES: dict[str, People] = {
    "Beast Herds": "beast",
    "Daemon Legions": "beast",
    "Dread Elves": "elf",
    "Dwarven Holds": "dwarf",
    "Empire of Sonnstahl": "man",
    "Highborn Elves": "elf",
    "Infernal Dwarves": "dwarf",
    "Kingdom of Equitaine": "man",
    "Ogre Khans": "orc",
    "Orcs and Goblins": "orc",
    "Saurian Ancients": "lizard",
    "Sylvan Elves": "elf",
    "Undying Dynasties": "undead",
    "Vampire Covenant": "undead",
    "Vermin Swarm": "goblin",
    "Warriors of the Dark Gods": "man",
}
"""The people of each faction."""

KNOWN: dict[str, tuple[Troop, Mount]] = {
    "Hellhounds": ("hound", ""),
    "Myrmidons": ("spear", ""),
    "Temple Militants": ("pair", ""),
    "Tegu Warriors": ("claw", ""),
    "Dryads": ("claw", ""),
    "Blackfur Veterans": ("spear", ""),
    "Mongrel Herd": ("spear", ""),
    "Wildhorn Herd": ("pair", ""),
    "Electoral Cavalry": ("lance", "warhorse"),
    "Warrior Knights": ("lance", "warhorse"),
    "Dread Knights": ("lance", "raptor"),
    "Wild Huntsmen": ("spear", "wolf"),
    "Feral Orc Marauders": ("great", "boar"),
    "Taurukh Enforcers": ("great", "boar"),
    "Vassal Levies": ("spear", ""),
    "Scraplings": ("javelin", ""),
}
"""Figures of units whose cards do not list what they fight with."""


def build_of(entry: Entry) -> Build:
    """The book has no kinds of models: what one looks like follows from its base."""
    front, depth = entry.base
    if depth > front:
        return "rider" if front <= FOOT_BASE else "engine"
    return "foot" if front <= FOOT_BASE else "large"


@lru_cache(maxsize=1024)
def look(entry: Entry) -> Look:
    """The look of a unit by its card."""
    character = entry.category == "Character"
    casts = bool(entry.spells) or bool(entry.bought and entry.bought.wizard)
    role: Role = "mage" if character and casts else "lord" if character else ""
    told = Told(
        name=entry.name,
        army=entry.faction,
        build=build_of(entry),
        arms=tuple(one.weapon.name for one in entry.weapons),
        rules=(*entry.rules, *entry.items, entry.bought.option if entry.bought else ""),
        role=role,
        people=PEOPLES.get(entry.faction),
        ridden=entry.bought.mount if entry.bought else "",
        flies="Fly" in entry.rules,
        chariot=build_of(entry) == "engine" and any(rule.startswith("Impact") for rule in entry.rules),
    )
    found = look_of(told)
    if entry.name in KNOWN and not character:
        return Look(*KNOWN[entry.name], found.race)
    return found


__all__ = ["KNOWN", "PEOPLES", "build_of", "look"]
