"""What the units of Fantasy Battles look like: by type, height, parts and weapons, and the people of their army."""

from __future__ import annotations

from functools import lru_cache

from warhost.play.shown.cards import Build, Look, People
from warhost.play.shown.looks import Role, Told, look_of
from warhost.rulesets.fantasy_battles.core import Entry

PEOPLES: dict[str, People] = {
    "Deepforge Hold": "dwarf",
    "Ossuary Kings": "undead",
    "Saltbridge Compact": "man",
    "Thornback Tribes": "orc",
}
"""The people of each house army."""

PLAIN = "Hand Weapon"


def build_of(entry: Entry) -> Build:
    """What a model looks like from above."""
    if entry.has("War Machine") or entry.type == "Construct":
        return "engine"
    if entry.height == "Gigantic":
        return "monster"
    if entry.type == "Cavalry":
        return "rider"
    return "foot" if entry.height == "Standard" else "large"


@lru_cache(maxsize=1024)
def look(entry: Entry) -> Look:
    """The look of a unit by its card: of the parts of a model the first one holds the weapon, another is ridden."""
    first, *others = entry.parts
    arms = [weapon.name for weapon in first.weapons] + [one.weapon.name for one in first.shots]
    role: Role = ""
    if entry.is_character:
        role = "standard" if entry.battle_standard else "mage" if entry.wizard else "lord"
    return look_of(
        Told(
            name=entry.name,
            army=entry.army,
            build=build_of(entry),
            arms=tuple(name for name in arms if name != PLAIN),
            rules=entry.rules,
            role=role,
            people=PEOPLES.get(entry.army),
            ridden=" ".join(part.name for part in others),
            beast=entry.type == "Beast" and not entry.is_character,
            flies=entry.has("Fly"),
            chariot=entry.type == "Construct" and not entry.has("War Machine"),
            war_machine=entry.has("War Machine") and entry.type != "Construct",
        )
    )


__all__ = ["PEOPLES", "build_of", "look"]
