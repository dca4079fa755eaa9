"""What the engine can bear of army lists that players bring."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from warhost.dice import Dice, DiceError
from warhost.muster.checking.bounds import (
    LONGEST_RULE,
    LONGEST_TEXT,
    MOST_THINGS,
    MOST_UNITS,
    Block,
    block_problems,
    few,
    name_problems,
    shown,
    text_problems,
    unplayable,
    within,
)
from warhost.muster.files.army_text import Problem
from warhost.rulesets.kings_of_war.core import Entry, Order, Weapon, problem_with
from warhost.rulesets.kings_of_war.lists.rosters import ArmyList

__all__ = ["bounds"]

MOST_ATTACKS = 99
HIGHEST = 30
"""No special rule has a higher number in its brackets, nor more dice."""


def bounds(army: ArmyList) -> list[Problem]:
    """All that keeps a list from being played by anybody, whatever was agreed on."""
    found = [*within("its points", army.points, 0, 99_999), *name_problems("its faction", army.faction, empty=True)]
    for unit in army.entries[:MOST_UNITS]:
        found += _told_of(unit)
    # A unit of Kings of War is one base, whatever stands on it.
    return unplayable(army.name, [Block(1, *_base(unit)) for unit in army.entries], found)


@lru_cache(maxsize=512)
def _told_of(unit: Entry) -> tuple[str, ...]:
    """What is wrong with a unit, whatever list it is in: while a list is built the same units are looked at again and
    again."""
    return tuple(f"{shown(unit.name)}: {problem}" for problem in _unit_problems(unit))


def _base(unit: Entry) -> tuple[int, int]:
    return unit.base_mm


def _unit_problems(unit: Entry) -> Iterator[str]:
    yield from name_problems("a unit", unit.name)
    yield from name_problems("its army", unit.army, empty=True)
    yield from within("Speed", unit.speed, 0, 20)
    for what, value in (("Melee", unit.melee), ("Shooting", unit.shooting), ("Defence", unit.defence)):
        yield from within(what, 2 if value is None else value, 2, 6)
    yield from _attack_problems(unit.attacks)
    yield from within("Nerve", unit.nerve, 1, 40)
    yield from within("its cost", unit.points, 0, 9999)
    yield from within("its battalion", unit.battalion, 1, 99)
    yield from within("its Unit Strength", unit.strength or 0, 0, 9)
    yield from block_problems(Block(1, *_base(unit)))
    yield from text_problems(("traits", unit.traits), ("rules", unit.rules), ("options", unit.options))
    yield from _rule_problems(unit.rules[:MOST_THINGS])
    yield from name_problems("its artefact", unit.artefact, empty=True)
    yield from few("weapons", unit.weapons)
    for weapon in unit.weapons[:MOST_THINGS]:
        yield from _weapon_problems(weapon)
    yield from few("spells", unit.spells)
    for spell in unit.spells[:MOST_THINGS]:
        yield from name_problems("a spell", spell.name)
        yield from within(f"the number of {shown(spell.name)}", spell.number, 0, 20)
    yield from few("command orders", unit.orders)
    for order in unit.orders[:MOST_THINGS]:
        yield from (f"order {shown(order.name)}: {problem}" for problem in _order_problems(order))


def _rule_problems(rules: Iterable[str]) -> Iterator[str]:
    """Special rules that nobody knows do nothing; what the engine would misread is refused."""
    for text in rules:
        told = problem_with(text)
        if "cannot be read" in told:
            yield told
        for figure in re.findall(r"\d+", text):
            yield from within(f"a number of {shown(text)}", int(figure[:9]), 0, HIGHEST)


def _attack_problems(attacks: int | str | None) -> Iterator[str]:
    if isinstance(attacks, str):
        try:
            dice = Dice.parse(attacks)
        except DiceError:
            yield f'its Attacks "{shown(attacks)}" are neither a number nor dice.'
            return
        yield from within("its Attacks", dice.number * dice.size + dice.modifier, 0, MOST_ATTACKS)
    elif attacks is not None:
        yield from within("its Attacks", attacks, 0, MOST_ATTACKS)


def _weapon_problems(weapon: Weapon) -> Iterator[str]:
    yield from name_problems("a weapon", weapon.name)
    yield from within("its range", weapon.range, 1, 120)
    yield from _attack_problems(weapon.attacks)
    yield from within("Shooting of a weapon", 2 if weapon.shooting is None else weapon.shooting, 2, 6)
    yield from few("rules of a weapon", weapon.rules)
    for text in weapon.rules[:MOST_THINGS]:
        yield from name_problems("one of its weapon rules", text, longest=LONGEST_RULE)
    yield from _rule_problems(weapon.rules[:MOST_THINGS])


def _order_problems(order: Order) -> Iterator[str]:
    yield from name_problems("an order", order.name)
    yield from name_problems("its text", order.text, empty=True, longest=LONGEST_TEXT)
    yield from name_problems("its trait", order.trait, empty=True)
    yield from within("its target number", order.target, 2, 6)
    yield from within("what it heals", order.heals, 0, 9)
    yield from text_problems(("rules", order.gives))
    yield from _rule_problems(order.gives[:MOST_THINGS])
    for value, change in order.changes[:MOST_THINGS]:
        yield from within(f"its change of {shown(value)}", change, -9, 9)
    if order.weapon is not None:
        yield from _weapon_problems(order.weapon)
