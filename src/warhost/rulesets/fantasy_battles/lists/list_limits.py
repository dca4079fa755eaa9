"""What the engine can bear of army lists that players bring."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.muster.checking.bounds import (
    MOST_THINGS,
    MOST_UNITS,
    Block,
    block_problems,
    few,
    misread,
    name_problems,
    shown,
    text_problems,
    unplayable,
    within,
)
from warhost.muster.files.army_text import Problem
from warhost.play.shown.english import listed
from warhost.rulesets.fantasy_battles.core import MODEL_RULES, ArmyList, Entry, MeleeWeapon, Part, Weapon

__all__ = ["bounds"]

MOST_NAMED = 20


def bounds(army: ArmyList) -> list[Problem]:
    """All that keeps a list from being played by anybody, whatever was agreed on."""
    found = [*within("its points", army.points, 0, 99_999), *name_problems("its army", army.army, empty=True)]
    for unit in army.entries[:MOST_UNITS]:
        found += [f"{shown(unit.name)}: {problem}" for problem in _unit_problems(unit)]
    blank = list(dict.fromkeys(shown(unit.name) for unit in army.entries if not unit.profiled))
    if blank:
        found.append(f"there is no profile for {listed(blank[:MOST_NAMED])}. Bring a file with stat lines.")
    return unplayable(army.name, [Block(unit.models, *unit.base) for unit in army.entries], found)


def _unit_problems(unit: Entry) -> Iterator[str]:
    yield from name_problems("a unit", unit.name)
    yield from name_problems("its army", unit.army, empty=True)
    if not unit.profiled:
        return
    yield from within("its cost", unit.points, 0, 9999)
    yield from block_problems(Block(unit.models, *unit.base))
    yield from within("its files", unit.files, 1, max(1, unit.models))
    if unit.is_character and unit.models != 1:
        yield "a Character is one model."
    profile = unit.profile
    yield from within("its Advance Rate", profile.adv, 0, 20)
    yield from within("its March Rate", profile.mar, 0, 40)
    yield from within("its Discipline", profile.dis, 0, 10)
    yield from within("its Health Points", profile.hp, 1, 20)
    yield from within("its Defensive Skill", profile.def_, 0, 12)
    yield from within("its Resilience", profile.res, 0, 12)
    yield from within("its Armour", profile.arm, 0, 12)
    if not unit.parts:
        yield "it has no part that attacks."
    yield from few("parts", unit.parts)
    for part in unit.parts[:MOST_THINGS]:
        yield from _part_problems(part)
    yield from text_problems(("rules", unit.rules), ("items", unit.items), ("options", unit.listed))
    yield from misread(unit.rules, MODEL_RULES.problem)


def _part_problems(part: Part) -> Iterator[str]:
    yield from within("how many of a part it has", part.count, 1, 20)
    yield from within("its Attack Value", part.att, 0, 30)
    yield from within("its Offensive Skill", part.off, 0, 12)
    yield from within("its Strength", part.str_, 0, 12)
    yield from within("its Armour Penetration", part.ap, 0, 10)
    yield from within("its Agility", part.agi, 0, 12)
    yield from few("weapons", part.weapons)
    yield from few("shooting weapons", part.shots)
    yield from misread(part.rules, MODEL_RULES.problem)
    for weapon in part.weapons[:MOST_THINGS]:
        yield from _weapon_problems(weapon)
    for armed in part.shots[:MOST_THINGS]:
        yield from within("its Aim", armed.aim, 2, 6)
        yield from within("the range of a weapon", armed.weapon.range, 1, 120)
        yield from _weapon_problems(armed.weapon)


def _weapon_problems(weapon: MeleeWeapon | Weapon) -> Iterator[str]:
    yield from name_problems("a weapon", weapon.name)
    yield from few("rules of a weapon", weapon.rules)
    yield from misread(weapon.rules, MODEL_RULES.problem)
