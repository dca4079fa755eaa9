"""Files as New Recruit writes them, of an army that nobody has: a tree of options, stat lines, a pasted list."""

from __future__ import annotations

import copy
import json
from typing import Any

from warhost.muster import Mustered, Source
from warhost.rulesets.fantasy_battles.mustering import MUSTER


def check(name: str, cost: Any, **more: Any) -> dict[str, Any]:
    return {"type": "check", "name": name, "cost": cost, "option_id": name.lower(), **more}


def group(label: str, *options: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "group", "optionsLabel": label, "options": list(options), **more}


def models(least: int, most: int, each: Any, *options: dict[str, Any]) -> dict[str, Any]:
    """The models of a unit, and what is bought for each of them."""
    number = {"hide": True, "type": "numeric", "name": "Number", "cost": each, "options": list(options)}
    return {"minSize": least, "maxSize": most, "addToUnitSize": True, "options": [number]}


ELDER = {
    "name": "Fen Elder",
    "cost": "120",
    "unit_id": "fenElder",
    "size": "1",
    "height": "1",
    "basesize": "20\u00d720",
    "options": [
        group("Leadership", check("General", 10, refs=["army_general"], armyHasNotOption=["army_general"])),
        group(
            "Mount",
            check("Light Troops", 0),
            check("Light Troops, Ambush (Battlefield Edge)", 5),
            check("Great Heron", 90, refopt="greatHeronMount"),
            maxSize=1,
        ),
        group("Path", check("Druidism", 0), check("Pyromancy", 0), minSize=1, maxSize=1),
        group("Level", check("Wizard Adept", 0), check("Wizard Master", 150), minSize=1, maxSize=1),
        group(
            "Equipment",
            check("Shield", 5, optionsDict=["shieldEnchant"], maxSize=1, optionsLabel="Shield Enchant"),
            group(
                "Weapon",
                check("Great Weapon", 10, optionsDict=["weaponEnchant"], maxSize=1, optionsLabel="Great Enchant"),
                check("Fen Hook", 15),
                maxSize=1,
            ),
            {"optionsLabel": "Hand Weapon Enchant", "maxSize": 1, "optionsDict": ["weaponEnchant"]},
            leafMaxCost=100,
        ),
    ],
}
SPEARS = {
    "name": "Reed Spears",
    "cost": 15,
    "unit_id": "reedSpears",
    "basesize": "20x20",
    "height": 1,
    "options": [
        models(
            15,
            40,
            "9",
            group("Equipment", check("Spear", 0), check("Throwing Weapons (5+)", 1), maxSize=1),
            check("Bog Chant", 20, costParentMult=False),
        ),
        group(
            "Command Group",
            check("Standard Bearer", 10, optionsDict=["bannerEnchant"], maxSize=1, optionsLabel="Banner Enchant"),
            check("Musician", 10),
        ),
    ],
}
WAGON = {"name": "Mud Wagons", "cost": 10, "unit_id": "mudWagons", "height": "4", "options": [models(1, 3, 110)]}
HYDRA = {"name": "Fen Hydra", "cost": 300, "unit_id": "fenHydra", "size": "1", "height": "5", "rarity": "Legendary"}

BOOK: dict[str, Any] = {
    "name": "Fen Folk",
    "short": "ff",
    "version": "3rd ed",
    "playable": 1,
    "hereditary": [{"ref": "bring_pain", "path": "hereditary"}],
    "dictionnary": [
        {"refs": ["bannerEnchant"], "options": [check("Banner of Mist", 40)]},
        {
            "refs": ["weaponEnchant"],
            "options": [
                check("Heron Song", 30, description="Whoever hears it <b>must</b> sleep, and +1 Str."),
                check("Marsh Edge", 25, description="+1 Att, +2 AP, <span>Lethal Strike</span>, and Distracting (1)."),
            ],
        },
        {
            "refs": ["shieldEnchant"],
            "options": [
                check("Still Water", 15, rarity="Legendary", description="The bearer gains +1 Res.<br>Aegis (5+)")
            ],
        },
    ],
    "army": [
        {
            "name": "Army",
            "maxCost": 4500,
            "options": [
                {"name": "Characters", "maxPercent": 0.4, "options": [ELDER]},
                {"name": "Core", "minPercent": "20", "options": [SPEARS]},
                {"name": "Special", "options": [WAGON]},
                {"name": "Terrors", "maxPercent": 0.4, "options": [HYDRA]},
                {"name": "Night Hunters", "maxPercent": 0.6, "options": []},
                {"name": "Mounts", "invisible": True, "options": [{"name": "Great Heron *Mount", "cost": 0}]},
            ],
        }
    ],
}


def named(name: str, *params: str) -> dict[str, Any]:
    return {"name": name, "id": name.lower(), **({"params": list(params)} if params else {})}


STATS: dict[str, Any] = {
    "name": "Unit Stats",
    "units": {
        "ff": {
            "fenElder": {
                "name": "Fen Elder",
                "unit_id": "fenElder",
                "cost": "120",
                "size": "1",
                "basesize": "20\u00d720",
                "height": "1",
                "global": {"Ad": "5", "Ma": "5", "Di": "8"},
                "globalrules": [named("Strider", "Forest"), named("Mire Born")],
                "defense": {"HP": "3", "Df": "5", "Re": "4", "Arm": "1"},
                "offensename": "Fen Elder",
                "offense": {"At": "3", "Of": "5", "St": "4", "AP": "1", "Ag": "4"},
                "offenserules": [named("Lethal Strike")],
                "offenseweapons": [],
                "tags": "Fen Kin",
            },
            "reedSpears": {
                "name": "Reed Spears",
                "unit_id": "reedSpears",
                "cost": "150",
                "size": "15-40",
                "basesize": "20\u00d720",
                "height": "1",
                "global": {"Ad": "4", "Ma": "8", "Di": "7"},
                "globalrules": [named("Hard Target", "1"), named("Shield")],
                "defense": {"HP": "1", "Df": "3", "Re": "3", "Arm": "1"},
                "offensename": "Reed Spear",
                "offense": {"At": "1", "Of": "3", "St": "3", "AP": "0", "Ag": "3"},
                "offenserules": [],
                "offenseweapons": [named("Bow")],
                "tags": "",
            },
            "mudWagons": {
                "name": "Mud Wagons",
                "unit_id": "mudWagons",
                "size": "1-3",
                "basesize": "50\u00d7100",
                "height": "4",
                "global": {"Ad": "7", "Ma": "4", "Di": "8"},
                "globalrules": [named("Swiftstride")],
                "defense": {"HP": "4", "Df": "3", "Re": "5", "Arm": "3"},
                "offensename": "Crew (2)",
                "offense": {"At": "1", "Of": "4", "St": "4", "AP": "1", "Ag": "3"},
                "offenseweapons": [named("Great Weapon")],
                "tags": "Fen Kin,\n\t\tMetal Armour",
                "offensenameB": "Oxen (x2)",
                "offenseB": {"At": "D3+1", "Of": "3", "St": "4", "AP": "1", "Ag": "2"},
                "tagsB": "Mount",
                "offensenameC": "Chassis",
                "offenseC": {"St": "5", "AP": "2"},
                "offenserulesC": [named("Impact Hits", "D6")],
                "tagsC": "Construct",
            },
            "fenHydra": {
                "name": "Fen Hydra",
                "unit_id": "fenHydra",
                "basesize": "50\u00d7100",
                "height": "5",
                "global": {"Ad": "3D6", "Ma": "3D6", "Di": "7"},
                "globalrules": [named("Random Movement", '3D6"'), named("Stomp Attack", "D6")],
                "defense": {"HP": 6, "Df": 4, "Re": 5, "Arm": 3},
                "defenserules": [named("Aegis", "5+")],
                "offensename": "Fen Hydra",
                "offense": {"At": "5", "Of": "4", "St": "5", "AP": "2", "Ag": "2"},
                "offenserules": [named("Breath Attack", "3 St, 2 AP, Toxic Attacks"), named("Seven Heads")],
                "tags": "Beast",
            },
            "greatHeronMount": {
                "name": "Great Heron",
                "unit_id": "greatHeronMount",
                "basesize": "50\u00d750",
                "height": "3",
                "global": {"Ad": "8", "Ma": "8", "Di": "C"},
                "globalrules": [named("Fly")],
                "defense": {"HP": "4", "Df": "C", "Re": "5", "Arm": "C+1"},
                "offensename": "Great Heron",
                "offense": {"At": "2", "Of": "4", "St": "4", "AP": "1", "Ag": "5"},
                "tags": "Mount",
            },
        }
    },
}

TEXT = """\
Fen Folk
265 - Fen Elder, General, Light Troops, Wizard Adept, Pyromancy (Fireball, Marsh Fire), Great Weapon (Heron Song)
235 - 20 Reed Spears, Spear, Standard Bearer (Banner of Mist), Musician
340 - 3 Mud Wagons
300 - Fen Hydra
1140
"""


def json_source(document: Any, name: str = "file.json") -> Source:
    return Source(name, json.dumps(document))


def book_file(**changes: Any) -> Source:
    return json_source({**copy.deepcopy(BOOK), **changes}, "ff.json")


def stats_file() -> Source:
    return json_source(STATS, "stats.json")


def read(text: str, *books: Source) -> Mustered:
    """A pasted list, with these files beside it; with book and stat lines if none are given."""
    return MUSTER.read(Source("list.txt", text), books or (book_file(), stats_file()))
