"""Army lists that players bring: as data that a battle can be set up from anywhere, and what the engine can bear."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

import msgspec

from warhost.muster.checking.bounds import (
    LONGEST_TEXT,
    MOST_OF_A_UNIT,
    MOST_THINGS,
    MOST_UNITS,
    Block,
    block_problems,
    few,
    name_problems,
    shown,
    unplayable,
    within,
)
from warhost.muster.files.army_text import Problem
from warhost.rulesets.families.brought import read_list
from warhost.rulesets.regiments.core import HEALING, ArmyList, Group, Regiment, SpellText, Weapon, every_clause, rating
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.rules.in_force import unknown_rules

__all__ = ["bounds", "list_from_data", "rule_problems", "unit_problems", "weapon_problems", "written_problems"]

MOST_CLAUSES = 40
"""Things that one rule of an army book does, rules in it included."""
MOST_DICE = 1000
"""So many dice can be rolled at once."""


def list_from_data(data: Mapping[str, Any]) -> ArmyList:
    """The list that was told as data; the error says all that keeps it from being played."""
    army = read_list(data, ArmyList, bounds)
    return msgspec.structs.replace(army, regiments=tuple(map(_as_the_engine_knows_it, army.regiments)))


def _as_the_engine_knows_it(regiment: Regiment) -> Regiment:
    """The regiment with its rules that are not in force named anew: what was told may come from another version."""
    hero = None if regiment.hero is None else _as_the_engine_knows_it(regiment.hero)
    unknown = unknown_rules(regiment.rules, regiment.groups)
    return msgspec.structs.replace(regiment, hero=hero, unknown=unknown)


def bounds(army: ArmyList) -> list[Problem]:
    """All that keeps a list from being played by anybody, whatever was agreed on."""
    found = [*within("its points", army.limit, 0, 99_999), *name_problems("its game", army.made_for, empty=True)]
    for unit in list(army.units())[:MOST_UNITS]:
        found += _told_of(unit)
    for regiment in army.regiments[:MOST_UNITS]:
        found += _hero_problems(regiment)
    return unplayable(army.name, [Block(unit.size, *unit.base) for unit in army.units()], found)


@lru_cache(maxsize=512)
def _told_of(unit: Regiment) -> tuple[str, ...]:
    """What is wrong with a unit, whatever list it is in: while a list is built the same units are looked at again and
    again."""
    return tuple(f"{shown(unit.name)}: {problem}" for problem in unit_problems(unit))


def _hero_problems(regiment: Regiment) -> Iterator[str]:
    hero = regiment.hero
    if hero is None:
        return
    if not hero.is_hero or hero.size != 1 or hero.hero is not None:
        yield f"{shown(hero.name)} cannot join {shown(regiment.name)}: only a single Hero joins a unit."


def unit_problems(unit: Regiment) -> Iterator[str]:
    """Figures and names of a unit that the engine cannot bear."""
    yield from name_problems("a unit", unit.name)
    yield from name_problems("its faction", unit.faction, empty=True)
    yield from within("Quality", unit.quality, 2, 6)
    yield from within("Defense", unit.defense, 2, 6)
    yield from within("its cost", unit.cost, 0, 9999)
    yield from few("groups of models", unit.groups)
    if not unit.groups:
        yield "it has no models."
    for group in unit.groups[:MOST_THINGS]:
        yield from _group_problems(group)
    yield from block_problems(Block(unit.size, *unit.base))
    yield from rule_problems(unit.rules)
    yield from few("spells", unit.spells)
    for spell in unit.spells[:MOST_THINGS]:
        yield from (f"spell {shown(spell.name)}: {problem}" for problem in _spell_problems(spell))
    for what, names in (("upgrades", unit.upgrades), ("upgrades for all", unit.for_all)):
        yield from few(what, names)
        for name in names[:MOST_THINGS]:
            yield from name_problems("an upgrade", name, longest=LONGEST_TEXT)
    yield from _dice_problems(unit)


def _group_problems(group: Group) -> Iterator[str]:
    yield from within("the models of a group", group.count, 1, MOST_OF_A_UNIT)
    yield from name_problems("a model", group.name, empty=True, longest=LONGEST_TEXT)
    yield from rule_problems(group.rules)
    yield from few("weapons", group.weapons)
    for weapon in group.weapons[:MOST_THINGS]:
        yield from (f"{shown(weapon.name)}: {problem}" for problem in weapon_problems(weapon))


def weapon_problems(weapon: Weapon) -> Iterator[str]:
    """Figures and names of a weapon that the engine cannot bear."""
    yield from name_problems("a weapon", weapon.name)
    yield from within("its attacks", weapon.attacks, 0, 99)
    yield from within("how many a model has", weapon.count, 1, 20)
    if weapon.range is not None:
        yield from within("its range", weapon.range, 1, 120)
    yield from rule_problems(weapon.rules)


def rule_problems(rules: Sequence[RuleText]) -> Iterator[str]:
    """Names and numbers of rules that the engine cannot bear."""
    yield from few("rules", rules)
    for rule in rules[:MOST_THINGS]:
        yield from name_problems("a rule", rule.name)
        if rule.rating is not None:
            yield from within(f"the number of {shown(rule.name)}", rule.rating, 0, 99)
        if rule.does:
            yield from (f"{shown(rule.name)}: {problem}" for problem in written_problems(rule))


def written_problems(rule: RuleText) -> Iterator[str]:
    """What no rule of an army book says, and nobody could play: figures out of all proportion, rules without end."""
    if len(rule.text) > LONGEST_TEXT:
        yield f"its text is longer than {LONGEST_TEXT} letters."
    clauses = list(islice(every_clause(rule), MOST_CLAUSES + 1))
    if len(clauses) > MOST_CLAUSES:
        yield f"it does more than {MOST_CLAUSES} things."
        return
    for clause in clauses:
        yield from within("what it adds", clause.amount, -12, 12)
        for what, value in (("a face", clause.face), ("what a die must show", clause.need), ("a die", clause.magic)):
            yield from within(what, value, 0, 6)
        yield from within("its dice", clause.dice, 0, 24)
        for given in clause.rules:
            yield from within(f"the number of {shown(given.name)}", given.rating or 0, 0, 12)
        picking = clause.picking
        if picking is not None:
            yield from within("its range", picking.range, 1, 60)
            yield from within("its units", picking.units, 1, 6)
            yield from within("its dice", picking.dice, 0, 24)
            yield from within("its hits", _times(picking.hits, picking.rules), 0, 120)
            if picking.heals and not HEALING.fullmatch(picking.heals):
                yield f"it heals {shown(picking.heals)}, which is neither a number nor dice."


def _spell_problems(spell: SpellText) -> Iterator[str]:
    yield from name_problems("a spell", spell.name)
    yield from within("its tokens", spell.cost, 1, 6)
    yield from within("its range", spell.range, 1, 120)
    yield from within("its targets", spell.units, 1, 20)
    yield from name_problems("its text", spell.text, empty=True, longest=LONGEST_TEXT)
    effect = spell.effect
    if effect is None:
        return
    yield from rule_problems(effect.rules)
    yield from rule_problems(effect.gives)
    yield from rule_problems(effect.against)
    yield from within("its hits", _times(effect.hits, effect.rules), 0, MOST_DICE)
    for name in ("melee", "shooting", "defense", "morale", "move"):
        yield from within(f"its {name}", getattr(effect, name), -12, 12)
    if effect.heals and not HEALING.fullmatch(effect.heals):
        yield f"it heals {shown(effect.heals)}, which is neither a number nor dice."


def _dice_problems(unit: Regiment) -> Iterator[str]:
    """What one roll may come to: the hits of all weapons, multiplied by what their rules make of them."""
    dice = 0
    for group in unit.groups[:MOST_THINGS]:
        each = rating(unit.rules + group.rules, "Impact")
        for weapon in group.weapons[:MOST_THINGS]:
            # Rules such as Furious and Relentless can make two hits of one, those of army books more.
            rules = unit.rules + group.rules + weapon.rules
            each += (2 + _more_hits(rules)) * _times(weapon.attacks * weapon.count, rules)
        dice += group.count * each
    if dice > MOST_DICE:
        yield f"it would roll {dice} dice at once: {MOST_DICE} can be rolled at most."


def _more_hits(rules: Iterable[RuleText]) -> int:
    """What rules of army books make of a hit beyond that: hits, attacks and wounds."""
    deeds = ("extra hits", "extra attacks", "six wounds", "low wounds", "deadly", "blast", "reroll hits")
    return sum(
        max(1, clause.amount)
        for rule in rules
        for clause in islice(every_clause(rule), MOST_CLAUSES)
        if clause.deed in deeds
    )


def _times(hits: int, rules: Iterable[RuleText]) -> int:
    told = tuple(rules)
    return hits * max(1, rating(told, "Blast")) * max(1, rating(told, "Deadly"))
