"""Which special rules of an army are in force, and which are only carried along."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from warhost.rulesets.regiments.entries import ArmyBook, ArmyList, Regiment, RuleText, SpellText, Weapon, is_known

__all__ = ["in_force", "not_in_force", "rules_of_book", "rules_of_list"]

Bearing = tuple[str, RuleText]
"""A unit or spell, and a rule that it has."""


def rules_of_list(army: ArmyList) -> list[Bearing]:
    """Every rule of a list with its bearer."""
    found: list[Bearing] = []
    for unit in army.units():
        found += [(unit.name, rule) for rule in _rules_of_regiment(unit)]
        found += _rules_of_spells(unit.spells)
    return list(dict.fromkeys(found))


def rules_of_book(book: ArmyBook) -> list[Bearing]:
    """Every rule of an army book with its bearer, those of upgrades too."""
    found: list[Bearing] = []
    for unit in book.units:
        weapons = [*unit.weapons, *(weapon for upgrade in unit.upgrades for weapon in upgrade.weapons)]
        rules = [*unit.rules, *(rule for upgrade in unit.upgrades for rule in upgrade.rules), *_of_weapons(weapons)]
        found += [(unit.name, rule) for rule in rules]
    found += _rules_of_spells(book.spells)
    return list(dict.fromkeys(found))


def _rules_of_regiment(unit: Regiment) -> Iterator[RuleText]:
    yield from unit.rules
    for group in unit.groups:
        yield from group.rules
        yield from _of_weapons(group.weapons)


def _of_weapons(weapons: Iterable[Weapon]) -> list[RuleText]:
    return [rule for weapon in weapons for rule in weapon.rules]


def _rules_of_spells(spells: Iterable[SpellText]) -> list[Bearing]:
    return [
        (spell.name, rule) for spell in spells if spell.effect for rule in (*spell.effect.rules, *spell.effect.gives)
    ]


def in_force(bearings: Iterable[Bearing]) -> tuple[str, ...]:
    """The names of the rules that the engine plays."""
    return tuple(sorted({rule.name for _, rule in bearings if is_known(rule)}))


def not_in_force(bearings: Iterable[Bearing]) -> Mapping[str, tuple[str, ...]]:
    """The rules that it does not play, with those who have them."""
    found: dict[str, dict[str, None]] = {}
    for bearer, rule in bearings:
        if not is_known(rule):
            found.setdefault(str(rule), {})[bearer] = None
    return {rule: tuple(bearers) for rule, bearers in sorted(found.items())}
