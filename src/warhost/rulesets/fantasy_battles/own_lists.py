"""Army lists that players bring: as data that a battle can be set up from anywhere, and what the engine can bear."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from warhost.muster.army_text import Problem
from warhost.muster.bounds import (
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
from warhost.play.english import listed
from warhost.rulesets.families.brought import read_list
from warhost.rulesets.fantasy_battles.battle import Settings
from warhost.rulesets.fantasy_battles.entries import ArmyList, Entry, MeleeWeapon, Part, Weapon
from warhost.rulesets.fantasy_battles.ready_lists import ready_army
from warhost.rulesets.fantasy_battles.rules import MODEL_RULES

__all__ = ["army_list", "bounds", "list_from_data"]

MOST_NAMED = 20


def army_list(name: str, data: Mapping[str, Any] | None, settings: Settings) -> ArmyList:
    """The army of a seat: a list that a player brought, or the ready list of a house army for the size of the game."""
    return ready_army(name, settings.points) if data is None else list_from_data(data)


def list_from_data(data: Mapping[str, Any]) -> ArmyList:
    """The list that was told as data; the error says all that keeps it from being played."""
    return read_list(data, ArmyList, bounds)


def bounds(army: ArmyList) -> list[Problem]:
    """All that keeps a list from being played by anybody, whatever was agreed on."""
    found = [*within("its points", army.points, 0, 99_999), *name_problems("its army", army.army, empty=True)]
    for unit in army.entries[:MOST_UNITS]:
        found += [f"{shown(unit.name)}: {problem}" for problem in _unit_problems(unit)]
    blank = list(dict.fromkeys(shown(unit.name) for unit in army.entries if not unit.profiled))
    if blank:
        found.append(f"the figures of {listed(blank[:MOST_NAMED])} are not known. Bring a file with stat lines.")
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
