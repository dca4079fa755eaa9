"""Plain units of every Type and Height for tests, with round figures. Those of the house armies are data."""

from __future__ import annotations

from typing import Any

import msgspec

from warhost.rulesets.fantasy_battles.core.entries import (
    ArmedWith,
    Champion,
    Entry,
    MeleeWeapon,
    Part,
    Profile,
    Weapon,
    Wizard,
)

GREAT_WEAPON = MeleeWeapon(name="Great Weapon", str_=2, ap=2, last=True, two_handed=True)
HAND_WEAPON = MeleeWeapon(name="Hand Weapon")
LANCE = MeleeWeapon(name="Lance", str_=2, ap=2, charging=True)
BOW = Weapon(name="Bow", range=24, str_=3, ap=0)
CANNON = Weapon(
    name="Cannon",
    range=48,
    str_=5,
    ap=10,
    rules=("Artillery Weapon", "Area Attack (1x5)"),
    str_at_one=10,
    rules_at_one=("Multiple Wounds (D3)",),
)


def profile(**changes: int) -> Profile:
    """A man: Advance 4, March 8, Discipline 7, one Health Point, Defence and Resilience 3."""
    return Profile(**{"adv": 4, "mar": 8, "dis": 7, "hp": 1, "def_": 3, "res": 3, "arm": 0, **changes})


def part(name: str = "", **changes: Any) -> Part:
    """A man's attacks: 1 at Offence 3, Strength 3, Agility 3."""
    return Part(**{"name": name, "att": 1, "off": 3, "str_": 3, "ap": 0, "agi": 3, **changes})


def entry(name: str, **changes: Any) -> Entry:
    """A unit of twenty men, five wide, with these changes."""
    values: dict[str, Any] = {
        "army": "Test Army",
        "name": name,
        "points": 200,
        "models": 20,
        "files": 5,
        "base": (20, 20),
        "profile": profile(),
        "parts": (part(),),
    }
    return Entry(**{**values, **changes})


def single(name: str, **changes: Any) -> Entry:
    return entry(name, **{"models": 1, "files": 1, "points": 150, **changes})


def character(name: str, **changes: Any) -> Entry:
    """A hero on foot with 3 Health Points and 3 attacks, Discipline 8."""
    values: dict[str, Any] = {
        "role": "character",
        "profile": profile(dis=8, hp=3, def_=5, res=4),
        "parts": (part(att=3, off=5, str_=4, agi=5),),
    }
    return single(name, **{**values, **changes})


TROOPS: dict[str, Entry] = {
    one.name: one
    for one in (
        entry("Spearmen"),
        entry("Swordsmen"),
        entry("Guard", champion=Champion(name="Sergeant"), standard=True, profile=profile(arm=3)),
        entry("Archers", models=10, parts=(part(shots=(ArmedWith(BOW, 4),)),)),
        entry(
            "Knights",
            models=5,
            type="Cavalry",
            base=(25, 50),
            profile=profile(adv=8, mar=16, dis=8, arm=5),
            parts=(part("rider", off=4, str_=4, weapons=(LANCE,)), part("horse", agi=3)),
        ),
        entry("Wolves", models=10, type="Beast", base=(25, 50), profile=profile(adv=9, mar=18, dis=5)),
        entry(
            "Ogres",
            models=6,
            files=3,
            height="Large",
            base=(40, 40),
            profile=profile(adv=6, mar=12, hp=3, res=4),
            parts=(part(att=3, str_=4, ap=1),),
        ),
        single(
            "Giant",
            height="Gigantic",
            base=(50, 75),
            profile=profile(adv=6, mar=12, dis=8, hp=6, res=5),
            parts=(part(att=5, str_=6, ap=3),),
        ),
        single(
            "Chariot",
            type="Construct",
            base=(50, 100),
            profile=profile(adv=7, mar=14, hp=4, res=4, arm=3),
            parts=(part("crew", count=2, off=4, shots=(ArmedWith(BOW, 4),)), part("horse", count=2)),
        ),
        single(
            "Cannon",
            base=(60, 60),
            rules=("War Machine",),
            profile=profile(hp=4, res=4),
            parts=(part(count=3, shots=(ArmedWith(CANNON, 4),)),),
        ),
        entry("Hawks", models=3, files=3, type="Beast", height="Large", base=(50, 50), rules=("Fly",)),
        character("Captain"),
        character("General", general=True, profile=profile(dis=9, hp=3, def_=6, res=4)),
        character("Banner", battle_standard=True),
        character("Wizard", wizard=Wizard(level="Master", paths=("Pyromancy",)), parts=(part(),)),
    )
}


def found(name: str, army: str) -> Entry | None:
    """The finder of positions: `Archers` is a unit of the tests."""
    return TROOPS.get(name)


def changed(name: str, **changes: Any) -> Entry:
    """A unit of the tests with other values."""
    return msgspec.structs.replace(TROOPS[name], **changes)
