"""Which special rules of an army are in force, and which are only carried along."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from warhost.muster.values import Force, Report
from warhost.rulesets.regiments.core import ArmyBook, ArmyList, Bearer, Regiment, SpellText, Weapon, is_known
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.rules.in_force import is_in_force, unknown_rules

__all__ = ["read_rules", "report_on", "unread_rules"]

Bearing = tuple[str, RuleText, Bearer]
"""A unit or spell, a rule that it has, and what of it has the rule."""

_MISPLACED: dict[Bearer, str] = {"weapons": " on a weapon", "hits": " of a spell's hits", "enchanted": " by a spell"}


def report_on(content: ArmyBook | ArmyList | None, **told: Any) -> Report:
    """The report on an army book or a list: which of its rules are in force, and what else there is to tell."""
    bearings: list[Bearing] = []
    force = None
    if isinstance(content, ArmyBook):
        bearings, force = _rules_of_book(content), _force_of_book(content)
    elif content is not None:
        bearings, force = _rules_of_list(content), _force_of_list(content)
    return Report(
        in_force=_in_force(bearings),
        not_in_force=_not_in_force(bearings),
        read=read_rules(rule for _, rule, _ in bearings),
        unread=unread_rules(rule for _, rule, _ in bearings),
        force=force,
        **told,
    )


def _rules_of_list(army: ArmyList) -> list[Bearing]:
    """Every rule of a list with its bearer."""
    found: list[Bearing] = []
    for unit in army.units():
        found += [(unit.name, *told) for told in _rules_of_regiment(unit)]
        found += _rules_of_spells(unit.spells)
    return list(dict.fromkeys(found))


def _rules_of_book(book: ArmyBook) -> list[Bearing]:
    """Every rule of an army book with its bearer, those of upgrades too."""
    found: list[Bearing] = []
    for unit in book.units:
        weapons = [*unit.weapons, *(weapon for upgrade in unit.upgrades for weapon in upgrade.weapons)]
        rules = [*unit.rules, *(rule for upgrade in unit.upgrades for rule in upgrade.rules)]
        found += [(unit.name, *told) for told in (*_of_models(rules), *_of_weapons(weapons))]
    found += _rules_of_spells(book.spells)
    return list(dict.fromkeys(found))


def _rules_of_regiment(unit: Regiment) -> Iterator[tuple[RuleText, Bearer]]:
    yield from _of_models(unit.rules)
    for group in unit.groups:
        yield from _of_models(group.rules)
        yield from _of_weapons(group.weapons)


def _of_models(rules: Iterable[RuleText]) -> list[tuple[RuleText, Bearer]]:
    return [(rule, "models") for rule in rules]


def _of_weapons(weapons: Iterable[Weapon]) -> list[tuple[RuleText, Bearer]]:
    return [(rule, "weapons") for weapon in weapons for rule in weapon.rules]


def _rules_of_spells(spells: Iterable[SpellText]) -> list[Bearing]:
    found: list[Bearing] = []
    for spell in spells:
        if spell.effect is not None:
            found += [(spell.name, rule, "hits") for rule in spell.effect.rules]
            found += [(spell.name, rule, "enchanted") for rule in spell.effect.gives]
            found += [(spell.name, rule, "weapons") for rule in spell.effect.against]
    return found


def _force_of_book(book: ArmyBook) -> Force:
    """How much of an army book is in force."""
    found: list[tuple[RuleText, Bearer]] = []
    for unit in book.units:
        found += [*_of_models(unit.rules), *_of_weapons(unit.weapons)]
        for upgrade in unit.upgrades:
            found += [*_of_models(upgrade.rules), *_of_weapons(upgrade.weapons)]
    return _force(len(book.units), found, book.spells)


def _force_of_list(army: ArmyList) -> Force:
    """How much of an army list is in force."""
    found = [told for unit in army.units() for told in _rules_of_regiment(unit)]
    spells = dict.fromkeys(spell for unit in army.units() for spell in unit.spells)
    return _force(len(list(army.units())), found, list(spells))


def _force(units: int, found: Sequence[tuple[RuleText, Bearer]], spells: Sequence[SpellText]) -> Force:
    names: dict[str, bool] = {}
    for rule, where in found:
        names[rule.name] = names.get(rule.name, True) and is_in_force(rule, where)
    idle = tuple(spell.name for spell in spells if spell.effect is None or unknown_rules(spells=[spell]))
    return Force(
        units=units,
        rules=len(found),
        rules_in_force=sum(is_in_force(rule, where) for rule, where in found),
        names=len(names),
        names_in_force=sum(names.values()),
        spells=len(spells),
        spells_in_force=len(spells) - len(idle),
        spells_not_in_force=idle,
    )


def read_rules(rules: Iterable[RuleText]) -> Mapping[str, str]:
    """The rules that are played as their own text says, with that text."""
    return dict(sorted({rule.name: rule.text for rule in rules if rule.clauses and rule.text}.items()))


def unread_rules(rules: Iterable[RuleText]) -> Mapping[str, str]:
    """The rules whose own text was not understood, with the part that was not."""
    return dict(sorted({rule.name: rule.does.unread for rule in rules if rule.does and not rule.clauses}.items()))


def _in_force(bearings: Iterable[Bearing]) -> tuple[str, ...]:
    """The names of the rules that the engine plays."""
    return tuple(sorted({rule.name for _, rule, where in bearings if is_in_force(rule, where)}))


def _not_in_force(bearings: Iterable[Bearing]) -> Mapping[str, tuple[str, ...]]:
    """The rules that it does not play, with those who have them."""
    found: dict[str, dict[str, None]] = {}
    for bearer, rule, where in bearings:
        if not is_in_force(rule, where):
            misplaced = _MISPLACED.get(where, "") if is_known(rule) else ""
            found.setdefault(f"{rule}{misplaced}", {})[bearer] = None
    return {rule: tuple(bearers) for rule, bearers in sorted(found.items())}
