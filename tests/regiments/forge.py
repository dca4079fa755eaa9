"""Small files in the shapes that Army Forge writes, of armies that exist nowhere else."""

from __future__ import annotations

import copy
import json
from typing import Any

BOOK_ID = "book-of-reeds"
ONCE = "once (next time the effect would apply)"


def rule(name: str, rating: int | None = None) -> dict[str, Any]:
    found: dict[str, Any] = {"id": f"r-{name}", "name": name, "type": "ArmyBookRule", "label": name}
    return found if rating is None else {**found, "rating": rating, "label": f"{name}({rating})"}


def weapon(name: str, attacks: int, *rules: dict[str, Any], range_: int = 0, count: int = 1) -> dict[str, Any]:
    return {
        "id": f"w-{name}",
        "name": name,
        "type": "ArmyBookWeapon",
        "range": range_,
        "attacks": attacks,
        "specialRules": list(rules),
        "count": count,
        "label": name,
    }


def described(name: str, text: str) -> dict[str, Any]:
    """A rule of the book with its sentences."""
    return {"id": f"r-{name}", "name": name, "description": text, "hasRating": False, "coreType": None}


def item(name: str, *content: dict[str, Any]) -> dict[str, Any]:
    return {"id": f"i-{name}", "name": name, "type": "ArmyBookItem", "content": list(content), "count": 1}


def option(uid: str, cost: int, *gains: dict[str, Any], label: str = "", unit: str = "") -> dict[str, Any]:
    costs = [{"cost": cost, "unitId": unit}] if unit else []
    return {
        "uid": uid,
        "id": uid,
        "label": label or uid,
        "cost": cost + (99 if unit else 0),
        "costs": costs,
        "gains": list(gains),
    }


SPEARS = weapon("Reed Spear", 1, rule("Counter"))
BOW = weapon("Marsh Bow", 1, rule("Bane"), range_=24)

BOOK: dict[str, Any] = {
    "uid": BOOK_ID,
    "name": "Reedfolk",
    "gameSystemKey": "AOFR",
    "versionString": "3.5.0",
    "units": [
        {
            "id": "chief",
            "name": "Reed Chief",
            "size": 1,
            "cost": 60,
            "quality": 3,
            "defense": 4,
            "bases": {"round": "32", "square": "30"},
            "rules": [rule("Hero"), rule("Tough", 3), rule("Caster", 1)],
            "weapons": [weapon("Oar", 3, rule("AP", 1))],
            "items": [item("Otter Cloak", rule("Slippery"))],
            "upgrades": ["P1"],
        },
        {
            "id": "wardens",
            "name": "Reed Wardens",
            "size": 10,
            "cost": 100,
            "quality": 4,
            "defense": 5,
            "bases": {"round": "25", "square": "25"},
            "rules": [rule("Sergeant-at-Reeds"), rule("Strider")],
            "weapons": [weapon("Club", 1, count=10)],
            "items": [],
            "upgrades": ["P2"],
        },
        {
            "id": "riders",
            "name": "Heron Riders",
            "size": 5,
            "cost": 120,
            "quality": 4,
            "defense": 4,
            "bases": {"round": "60x35", "square": "50x25"},
            "rules": [rule("Flying")],
            "weapons": [weapon("Beak Lance", 1, rule("Thrust"), count=5)],
            "items": [],
            "upgrades": [],
        },
    ],
    "upgradePackages": [
        {
            "uid": "P1",
            "sections": [
                {
                    "uid": "s1",
                    "id": "s1",
                    "label": "Upgrade with one",
                    "variant": "upgrade",
                    "select": {"type": "exactly", "value": 1},
                    "options": [
                        option("punt", 20, item("Punt", rule("Fast"), weapon("Ram", 2)), unit="chief"),
                        option("wings", 30, item("Wings", rule("Flying")), unit="chief"),
                    ],
                }
            ],
        },
        {
            "uid": "P2",
            "sections": [
                {
                    "uid": "s2",
                    "id": "s2",
                    "label": "Replace all Clubs",
                    "variant": "replace",
                    "targets": ["Clubs"],
                    "affects": {"type": "all"},
                    "options": [option("spears", 10, SPEARS, unit="wardens")],
                },
                {
                    "uid": "s3",
                    "id": "s3",
                    "label": "Replace up to two Clubs",
                    "variant": "replace",
                    "targets": ["Clubs"],
                    "affects": {"type": "up to", "value": 2},
                    "options": [option("bow", 5, BOW, unit="wardens")],
                },
                {
                    "uid": "s4",
                    "id": "s4",
                    "label": "Upgrade one model with",
                    "variant": "upgrade",
                    "affects": {"type": "exactly", "value": 1},
                    "options": [option("banner", 10, rule("Banner"), label="Banner")],
                },
            ],
        },
    ],
    "spells": [
        {
            "name": "Mist",
            "threshold": 1,
            "effect": f'Pick up to two friendly units within 12", which get Stealth {ONCE}.',
        },
        {
            "name": "Leeches",
            "threshold": 2,
            "effect": 'Pick one enemy unit within 18", which takes 4 hits with AP(1) and Clinging.',
        },
        {
            "name": "Chill",
            "threshold": 2,
            "effect": f'Pick one enemy unit within 18", which gets -1 to hit rolls in melee {ONCE}.',
        },
        {"name": "Tide", "threshold": 3, "effect": "Everything gets wet."},
    ],
}


def listed(
    unit: str, selection: str, *options: str, joins: str | None = None, combined: bool = False
) -> dict[str, Any]:
    chosen = [{"instanceId": f"x{number}", "upgradeId": "?", "optionId": uid} for number, uid in enumerate(options)]
    return {
        "id": unit,
        "armyId": BOOK_ID,
        "selectionId": selection,
        "selectedUpgrades": chosen,
        "combined": combined,
        "joinToUnit": joins,
    }


SAVED: dict[str, Any] = {
    "gameSystem": "aofr",
    "armyId": BOOK_ID,
    "armyName": "Reedfolk",
    "saveVersion": 3,
    "armyVersions": [{"version": "3.5.0", "armyId": BOOK_ID}],
    "listPoints": 430,
    "list": {
        "name": "Reeds at Dawn",
        "pointsLimit": 750,
        "units": [
            listed("chief", "A", "punt", joins="B"),
            listed("wardens", "B", "spears", "banner", combined=True),
            listed("wardens", "C", "spears", joins="B", combined=True),
            listed("riders", "D"),
        ],
    },
}


def resolved(unit: dict[str, Any], selection: str, loadout: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A unit with its loadout, its id with the number of its copy."""
    return {**unit, "id": f"{unit['id']}_x0", "armyId": BOOK_ID, "selectionId": selection, "loadout": loadout, **more}


def bought(section: dict[str, Any], uid: str) -> dict[str, Any]:
    return {"upgrade": section, "option": next(o for o in section["options"] if o["uid"] == uid)}


CHIEF, WARDENS, RIDERS = BOOK["units"]
CHOICE, ALL, SOME, ONE = (section for package in BOOK["upgradePackages"] for section in package["sections"])

RESOLVED: dict[str, Any] = {
    "name": "Reeds at Noon",
    "gameSystem": "aofr",
    "pointsLimit": 750,
    "listPoints": 195,
    "units": [
        resolved(
            CHIEF,
            "A",
            [CHIEF["weapons"][0], CHIEF["items"][0], CHOICE["options"][0]["gains"][0]],
            joinToUnit="B",
            selectedUpgrades=[bought(CHOICE, "punt")],
        ),
        resolved(
            WARDENS,
            "B",
            [weapon("Club", 1, count=9), {**BOW, "count": 1}],
            selectedUpgrades=[bought(SOME, "bow"), bought(ONE, "banner")],
        ),
    ],
}

TEXT = """++ Reeds at Dusk - Reedfolk [AOFR 750pts] ++

Reed Chief [1] Q3+ D4+ | 80pts | Hero, Tough(3), 1x Punt(Fast, Ram (A2))
Oar (A3, AP(1))
# Joined to:
Reed Wardens [10] Q4+ D5+ | 115pts | Strider, Slippery, 1x Banner
9x Club (A1), Marsh Bow (24", A1, Bane)

2x Heron Riders [5] Q4+ D4+ | 120pts | Flying
5x Beak Lance (A1, Thrust)
"""


def dumps(value: Any) -> str:
    return json.dumps(value)


def changed(value: dict[str, Any], *path: str | int, to: Any) -> dict[str, Any]:
    """A copy with another value at a place."""
    result = copy.deepcopy(value)
    place: Any = result
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return result
