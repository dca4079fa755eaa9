"""What the engine can bear of army lists that players bring."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.muster.checking.bounds import (
    MOST_THINGS,
    MOST_UNITS,
    Block,
    misread,
    name_problems,
    shown,
    text_problems,
    unplayable,
    within,
)
from warhost.muster.files.army_text import Problem
from warhost.rulesets.blue_age.core import Entry, armours, problem_with, weapon_problem
from warhost.rulesets.blue_age.lists.rosters import ArmyList


def bounds(army: ArmyList) -> list[Problem]:
    """All that keeps a list from being played by anybody, whatever was agreed on."""
    found = [*within("its points", army.points, 0, 99_999), *name_problems("its faction", army.faction, empty=True)]
    for unit in army.entries[:MOST_UNITS]:
        found += [f"{shown(unit.name)}: {problem}" for problem in _unit_problems(unit)]
    return unplayable(army.name, [Block(unit.models, unit.base, unit.base) for unit in army.entries], found)


def _unit_problems(unit: Entry) -> Iterator[str]:
    yield from name_problems("a unit", unit.name)
    yield from name_problems("its army", unit.army, empty=True)
    yield from within("its cost", unit.points, 0, 9999)
    if unit.hero and unit.models != 1:
        yield "a Hero is one model."
    yield from text_problems(
        ("rules", unit.rules),
        ("Heroic Bonus", unit.bonus),
        ("options", unit.options),
        ("items", unit.items),
        ("lore", unit.lore),
        ("weapons", unit.weapons),
        ("armour", unit.armour),
    )
    yield from misread(unit.rules, problem_with)
    yield from misread(unit.bonus, problem_with)
    yield from filter(None, map(weapon_problem, unit.weapons[:MOST_THINGS]))
    yield from (
        f'the armour "{shown(name)}" is unknown.' for name in unit.armour[:MOST_THINGS] if name not in armours()
    )
