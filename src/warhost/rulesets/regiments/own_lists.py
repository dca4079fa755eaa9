"""Army lists that players bring: as data that a battle can be set up from anywhere, and what the engine can bear.

Whether a list is legal is one question (`lists.check`), and players may agree to overlook the answer. Whether it can
be played at all is another: a list comes from anybody's hands, and units of a thousand million models cannot stand on
a table, whatever was agreed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec

from warhost.muster.army_text import DataError, Problem, plain_line
from warhost.rulesets.regiments.clauses import every_clause
from warhost.rulesets.regiments.entries import HEALING, ArmyList, Group, Regiment, RuleText, SpellText, Weapon, rating
from warhost.rulesets.regiments.in_force import unknown_rules

__all__ = ["MOST_MODELS", "MOST_OF_A_UNIT", "MOST_UNITS", "bounds", "list_data", "list_from_data"]

MOST_UNITS = 40
MOST_OF_A_UNIT = 80
"""Two copies of the largest unit that an army book may have."""
MOST_MODELS = 600
MOST_GROUND = 120.0
MOST_GROUND_OF_ALL = 400.0
"""Square inches that the bases of a unit, and of an army, cover; a deployment zone has 576 and more."""
MOST_CLAUSES = 40
"""Things that one rule of an army book does, rules in it included."""
MOST_DICE = 1000
"""So many dice can be rolled at once."""
MOST_THINGS = 40
"""Weapons of a model, rules of a unit, spells of a caster: nobody reads more of them."""
LONGEST_NAME = 80
LONGEST_TEXT = 2000


def list_data(army: ArmyList) -> dict[str, Any]:
    """The list as plain data: every unit, weapon, rule and spell of it in full."""
    data = msgspec.to_builtins(army)
    assert isinstance(data, dict)
    return data


def list_from_data(data: Mapping[str, Any]) -> ArmyList:
    """The list that was told as data; the error says all that keeps it from being played."""
    try:
        army = msgspec.convert(data, ArmyList)
        problems = bounds(army)
    except msgspec.ValidationError as error:
        raise DataError([f"The list cannot be read: {error}."]) from None
    except RecursionError:
        raise DataError(["The list cannot be read: its rules are nested too deeply."]) from None
    if problems:
        raise DataError(map(str, problems))
    return msgspec.structs.replace(army, regiments=tuple(map(_as_the_engine_knows_it, army.regiments)))


def _as_the_engine_knows_it(regiment: Regiment) -> Regiment:
    """The regiment with its rules that are not in force named anew: what was told may come from another version."""
    hero = None if regiment.hero is None else _as_the_engine_knows_it(regiment.hero)
    unknown = unknown_rules(regiment.rules, regiment.groups)
    return msgspec.structs.replace(regiment, hero=hero, unknown=unknown)


def bounds(army: ArmyList) -> list[Problem]:
    """All that keeps a list from being played by anybody, whatever was agreed on."""
    found = [*_name_problems("the list", army.name), *_within("its points", army.limit, 0, 99_999)]
    found += _name_problems("its game", army.made_for, empty=True)
    if not army.regiments:
        found.append("it has no units.")
    units = list(army.units())
    if len(units) > MOST_UNITS:
        found.append(f"it has {len(units)} units: {MOST_UNITS} can be played at most.")
    for unit in units[:MOST_UNITS]:
        found += [f"{_shown(unit.name)}: {problem}" for problem in _unit_problems(unit)]
    models = sum(max(0, group.count) for unit in units for group in unit.groups)
    if models > MOST_MODELS:
        found.append(f"it has {models} models: {MOST_MODELS} can be played at most.")
    ground = sum(map(_ground, units))
    if ground > MOST_GROUND_OF_ALL:
        found.append(f"its bases cover {ground:.0f} square inches: {MOST_GROUND_OF_ALL:.0f} can be deployed at most.")
    for regiment in army.regiments[:MOST_UNITS]:
        found += _hero_problems(regiment)
    return [Problem(f"{_shown(army.name) or 'The list'} cannot be played: {problem}") for problem in found]


def _hero_problems(regiment: Regiment) -> Iterator[str]:
    hero = regiment.hero
    if hero is None:
        return
    if not hero.is_hero or hero.size != 1 or hero.hero is not None:
        yield f"{_shown(hero.name)} cannot join {_shown(regiment.name)}: only a single Hero joins a unit."


def _unit_problems(unit: Regiment) -> Iterator[str]:
    yield from _name_problems("a unit", unit.name)
    yield from _name_problems("its faction", unit.faction, empty=True)
    yield from _within("Quality", unit.quality, 2, 6)
    yield from _within("Defense", unit.defense, 2, 6)
    yield from _within("its cost", unit.cost, 0, 9999)
    yield from _within("the front of its bases in mm", unit.base[0], 10, 250)
    yield from _within("the depth of its bases in mm", unit.base[1], 10, 250)
    yield from _few("groups of models", unit.groups)
    if not unit.groups:
        yield "it has no models."
    for group in unit.groups[:MOST_THINGS]:
        yield from _group_problems(group)
    yield from _within("its models", sum(group.count for group in unit.groups), 1, MOST_OF_A_UNIT)
    if _ground(unit) > MOST_GROUND:
        yield f"its bases cover {_ground(unit):.0f} square inches: {MOST_GROUND:.0f} can be deployed at most."
    yield from _rule_problems(unit.rules)
    yield from _few("spells", unit.spells)
    for spell in unit.spells[:MOST_THINGS]:
        yield from (f"spell {_shown(spell.name)}: {problem}" for problem in _spell_problems(spell))
    for what, names in (("upgrades", unit.upgrades), ("upgrades for all", unit.for_all)):
        yield from _few(what, names)
        for name in names[:MOST_THINGS]:
            yield from _name_problems("an upgrade", name, longest=LONGEST_TEXT)
    yield from _dice_problems(unit)


def _ground(unit: Regiment) -> float:
    """The square inches that its bases cover."""
    return sum(group.count for group in unit.groups) * unit.base_width * unit.base_depth


def _group_problems(group: Group) -> Iterator[str]:
    yield from _within("the models of a group", group.count, 1, MOST_OF_A_UNIT)
    yield from _name_problems("a model", group.name, empty=True, longest=LONGEST_TEXT)
    yield from _rule_problems(group.rules)
    yield from _few("weapons", group.weapons)
    for weapon in group.weapons[:MOST_THINGS]:
        yield from (f"{_shown(weapon.name)}: {problem}" for problem in _weapon_problems(weapon))


def _weapon_problems(weapon: Weapon) -> Iterator[str]:
    yield from _name_problems("a weapon", weapon.name)
    yield from _within("its attacks", weapon.attacks, 0, 99)
    yield from _within("how many a model has", weapon.count, 1, 20)
    if weapon.range is not None:
        yield from _within("its range", weapon.range, 1, 120)
    yield from _rule_problems(weapon.rules)


def _rule_problems(rules: Sequence[RuleText]) -> Iterator[str]:
    yield from _few("rules", rules)
    for rule in rules[:MOST_THINGS]:
        yield from _name_problems("a rule", rule.name)
        if rule.rating is not None:
            yield from _within(f"the number of {_shown(rule.name)}", rule.rating, 0, 99)
        if rule.does:
            yield from (f"{_shown(rule.name)}: {problem}" for problem in _written_problems(rule))


def _written_problems(rule: RuleText) -> Iterator[str]:
    """What no rule of an army book says, and nobody could play: figures out of all proportion, rules without end."""
    if len(rule.text) > LONGEST_TEXT:
        yield f"its text is longer than {LONGEST_TEXT} letters."
    clauses = list(islice(every_clause(rule), MOST_CLAUSES + 1))
    if len(clauses) > MOST_CLAUSES:
        yield f"it does more than {MOST_CLAUSES} things."
        return
    for clause in clauses:
        yield from _within("what it adds", clause.amount, -12, 12)
        for what, value in (("a face", clause.face), ("what a die must show", clause.need), ("a die", clause.magic)):
            yield from _within(what, value, 0, 6)
        yield from _within("its dice", clause.dice, 0, 12)
        for given in clause.rules:
            yield from _within(f"the number of {_shown(given.name)}", given.rating or 0, 0, 12)
        picking = clause.picking
        if picking is not None:
            yield from _within("its range", picking.range, 1, 60)
            yield from _within("its units", picking.units, 1, 6)
            yield from _within("its dice", picking.dice, 0, 12)
            yield from _within("its hits", _times(picking.hits, picking.rules), 0, 120)
            if picking.heals and not HEALING.fullmatch(picking.heals):
                yield f"it heals {_shown(picking.heals)}, which is neither a number nor dice."


def _spell_problems(spell: SpellText) -> Iterator[str]:
    yield from _name_problems("a spell", spell.name)
    yield from _within("its tokens", spell.cost, 1, 6)
    yield from _within("its range", spell.range, 1, 120)
    yield from _within("its targets", spell.units, 1, 20)
    yield from _name_problems("its text", spell.text, empty=True, longest=LONGEST_TEXT)
    effect = spell.effect
    if effect is None:
        return
    yield from _rule_problems(effect.rules)
    yield from _rule_problems(effect.gives)
    yield from _rule_problems(effect.against)
    yield from _within("its hits", _times(effect.hits, effect.rules), 0, MOST_DICE)
    for name in ("melee", "shooting", "defense", "morale", "move"):
        yield from _within(f"its {name}", getattr(effect, name), -12, 12)
    if effect.heals and not HEALING.fullmatch(effect.heals):
        yield f"it heals {_shown(effect.heals)}, which is neither a number nor dice."


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


def _within(what: str, value: int, lowest: int, highest: int) -> Iterator[str]:
    if not lowest <= value <= highest:
        yield f"{what} must be from {lowest} to {highest}, not {value if abs(value) < 10**9 else 'that'}."


def _few(what: str, things: Sequence[Any]) -> Iterator[str]:
    if len(things) > MOST_THINGS:
        yield f"it has {len(things)} {what}: {MOST_THINGS} can be played at most."


def _name_problems(what: str, name: str, empty: bool = False, longest: int = LONGEST_NAME) -> Iterator[str]:
    if not name and not empty:
        yield f"{what} needs a name."
    if len(name) > longest:
        yield f'the name "{name[:20]}…" of {what} is longer than {longest} letters.'
    elif name != plain_line(name):
        yield f'the name "{plain_line(name)}" of {what} holds characters that cannot be shown.'


def _shown(name: str) -> str:
    return plain_line(name)[:LONGEST_NAME]
