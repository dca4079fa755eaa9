"""What the engine can bear of Rosters that players bring."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from warhost.dice import Dice, DiceError
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
from warhost.rulesets.essence_of_war.core import (
    CHARACTERISTICS,
    MODEL_RULES,
    SPELLS,
    ArmyList,
    Entry,
    SpellEntry,
    Weapon,
)
from warhost.rulesets.essence_of_war.lists.armylists import grimoire, vault

__all__ = ["bounds"]

HIGHEST = {"dis": 10, "arm": 5, "aeg": 6, "agi": 10}
LOWEST = {"hp": 1, "aeg": 2}


def bounds(army: ArmyList) -> list[Problem]:
    """All that keeps a Roster from being played by anybody, whatever was agreed on."""
    found = [*within("its points", army.points, 0, 99_999), *name_problems("its faction", army.faction, empty=True)]
    for unit in army.entries[:MOST_UNITS]:
        found += [f"{shown(unit.name)}: {problem}" for problem in _unit_problems(unit)]
    return unplayable(army.name, [_block(unit) for unit in army.entries], found)


def _block(unit: Entry) -> Block:
    return Block(unit.models, *unit.base)


def _unit_problems(unit: Entry) -> Iterator[str]:
    yield from name_problems("a unit", unit.name)
    yield from name_problems("its faction", unit.faction, empty=True)
    yield from within("its files", unit.files, 1, 40)
    yield from within("its ranks", unit.ranks, 0, 40)
    yield from block_problems(_block(unit))
    yield from within("its cost", unit.points, 0, 9999)
    profile = msgspec.to_builtins(unit.profile)
    for name in CHARACTERISTICS:
        if profile[name] is not None:
            yield from within(name.capitalize(), profile[name], LOWEST.get(name, 0), HIGHEST.get(name, 30))
    if unit.single != (unit.category in ("Character", "Support")):
        yield f"{unit.category} units {'have ranks' if unit.single else 'are single models'}."
    yield from text_problems(("rules", unit.rules), ("enchantments", unit.items), ("texts", unit.listed))
    yield from misread(unit.rules, MODEL_RULES.problem)
    for name in unit.items[:MOST_THINGS]:
        if name not in vault():
            yield f'enchantment "{shown(name)}" is unknown.'
    if unit.bought and unit.bought.march:
        yield from _dice("its March Rate", unit.bought.march)
    yield from few("weapons", unit.weapons)
    for armed in unit.weapons[:MOST_THINGS]:
        yield from within("its Aim", armed.aim, 1, 6)
        yield from _weapon_problems(armed.weapon)
    yield from few("spells", unit.spells)
    for spell in unit.spells[:MOST_THINGS]:
        yield from _spell_problems(spell)


def _weapon_problems(weapon: Weapon) -> Iterator[str]:
    yield from name_problems("a weapon", weapon.name)
    yield from _dice("its shots", weapon.shots)
    yield from within("its range", weapon.range, 1, 120)
    yield from within("Str of a weapon", weapon.str_ or 0, 0, 10)
    yield from within("AP of a weapon", weapon.ap or 0, 0, 10)
    yield from within("the ranks that shoot", weapon.ranks, 1, 10)
    yield from within("its Area Attack", weapon.area or 0, 0, 40)
    yield from _dice("its Multiple Wounds", weapon.multiple_wounds or 0)


def _spell_problems(spell: SpellEntry) -> Iterator[str]:
    yield from name_problems("a spell", spell.name)
    if spell.name not in SPELLS and spell.name not in grimoire().spells:
        yield f'spell "{shown(spell.name)}" is unknown.'
    if spell.castable and not spell.versions:
        yield f"spell {shown(spell.name)} has no Casting Value."
    yield from within(f"the range of {shown(spell.name)}", spell.range, 0, 120)
    yield from _dice(f"the hits of {shown(spell.name)}", spell.hits or 0)


def _dice(what: str, number: int | str) -> Iterator[str]:
    if isinstance(number, int):
        yield from within(what, number, 0, 60)
        return
    try:
        dice = Dice.parse(number)
    except DiceError:
        yield f'{what} "{shown(number)}" is neither a number nor dice.'
        return
    yield from within(what, dice.number * dice.size + dice.modifier, 0, 60)
