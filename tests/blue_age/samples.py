"""Units of the house for tests, as the rulings' appendix has them, and a list of 1,000 points."""

from __future__ import annotations

from typing import Any

import msgspec

from warhost.rulesets.blue_age.core import Entry
from warhost.rulesets.blue_age.lists.rosters import ArmyList

_ROWS = """
Spearmen|infantry|5 6 - 4 4 1 4 1 6 6|Light Armour,Shield|Spear||25|8
Archers|infantry|5 7 6 4 4 1 4 1 7 6||Bow,Short Weapon||25|9
Crossbowmen|infantry|5 7 6 4 4 1 3 1 7 6|Light Armour|Crossbow||25|15
Halberdiers|infantry|5 5 - 4 4 1 5 1 5 6|Medium Armour|Halberd|Elite|25|14
Skirmishers|infantry|6 7 6 3 3 1 5 1 7 5||Sling,Short Weapon|Scout|25|7
Knights|cavalry|8 5 - 4 4 1 5 2 5 6|Medium Armour,Shield|Lance||40|25
Hounds|beast|7 6 - 4 3 1 5 2 7 8||Hand Weapon|Furious Charge|40|9
War Chariot|chariot|8 5 6 5 5 4 4 4 6 6|Medium Armour|Spear,Bow||60|80
Bolt Thrower|war machine|3 7 5 4 6 3 2 2 7 7|Light Armour|Bolt Thrower|Ponderous|60|65
Stone Thrower|war machine|2 7 5 4 6 3 2 2 7 7|Light Armour|Stone Thrower|Ponderous|60|90
Ogres|monstrous infantry|6 6 - 6 6 3 3 3 6 7|Light Armour|Great Weapon||40|38
Trolls|monstrous infantry|6 6 - 6 6 3 2 3 6 5||Hand Weapon|Stupid,Regeneration (7+)|40|34
Drake|monster|8 4 5 7 7 8 4 5 4 6|Medium Armour|Hand Weapon,Fire Spewer||100|200
Rats|swarm|5 7 - 3 2 4 4 4 8 9||Short Weapon|Unstable|40|18
Griffons|cavalry|10 5 - 5 5 3 5 3 5 6|Light Armour|Lance||50|52
Captain|infantry|5 4 5 5 5 3 6 3 4 5|Medium Armour,Shield|Hand Weapon||25|90
Standard Hero|infantry|5 5 6 4 5 3 5 3 4 5|Medium Armour|Hand Weapon||25|85
Mage|infantry|5 7 6 3 4 2 4 1 5 4||Hand Weapon|Deft of Mind|25|105
Mounted Captain|cavalry|8 4 - 5 5 3 6 3 4 5|Medium Armour,Shield|Lance||40|120
Ghouls|infantry|5 6 - 4 5 1 3 2 8 8||Hand Weapon|Unstable,Fear|25|11
"""

_FIELDS = ("movement", "melee", "ranged", "strength", "grit", "health", "initiative", "attacks", "spirit", "mind")

_MORE: dict[str, dict[str, Any]] = {
    "Griffons": {"flyer": True},
    "Captain": {"hero": True, "destiny": 3, "commander": True},
    "Standard Hero": {"hero": True, "destiny": 2, "warbanner": True},
    "Mage": {"hero": True, "destiny": 2, "magic": 2},
    "Mounted Captain": {"hero": True, "destiny": 3, "commander": True},
}


def entry(name: str, models: int = 1, **more: Any) -> Entry:
    """A unit of the appendix with so many models."""
    for row in _ROWS.strip().splitlines():
        told, kind, figures, armour, weapons, rules, base, points = (cell.strip() for cell in row.split("|"))
        if told == name:
            values = dict(zip(_FIELDS, (None if one == "-" else int(one) for one in figures.split()), strict=True))
            fields = {
                "name": name,
                "army": "House",
                "type": kind,
                "models": models,
                **values,
                "armour": [one for one in armour.split(",") if one],
                "weapons": [one for one in weapons.split(",") if one],
                "rules": [one for one in rules.split(",") if one],
                "base": int(base),
                "points": int(points) * models,
                "champion": models >= 5,
                "bannerman": models >= 5,
                **_MORE.get(name, {}),
                **more,
            }
            return msgspec.convert(fields, Entry)
    raise KeyError(name)


HOST = ArmyList(
    name="The House",
    faction="House",
    points=1000,
    entries=(
        entry("Captain"),
        entry("Standard Hero"),
        entry("Mage"),
        entry("Spearmen", 20),
        entry("Archers", 15),
        entry("Knights", 8),
        entry("Bolt Thrower"),
        entry("Ogres", 3),
    ),
)

WILD = ArmyList(
    name="The Wild",
    faction="House",
    points=1000,
    entries=(
        entry("Mounted Captain"),
        entry("Mage", magic=3),
        entry("Drake"),
        entry("Hounds", 10),
        entry("Trolls", 4),
        entry("Rats", 4),
        entry("Skirmishers", 10),
        entry("War Chariot"),
        entry("Ghouls", 15),
    ),
)


def data(army: ArmyList) -> dict[str, Any]:
    """The list as a battle is set up from it."""
    found = msgspec.to_builtins(army)
    assert isinstance(found, dict)
    return found
