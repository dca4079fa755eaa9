"""Which special rules and spells of an army are in force, and which are only carried along."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from warhost.muster.values import Report
from warhost.rulesets.families.in_force import Borne, Carried, report_in_force
from warhost.rulesets.kings_of_war.chapters.magic import SPELLS
from warhost.rulesets.kings_of_war.core import Weapon, problem_with
from warhost.rulesets.kings_of_war.lists.files import ArmyBook, Upgrade, rules_of
from warhost.rulesets.kings_of_war.lists.rosters import ArmyList

__all__ = ["is_in_force", "report_on_book", "report_on_list"]


def is_in_force(text: str) -> bool:
    """Whether the engine plays a special rule as it is written."""
    return not problem_with(text)


def report_on_book(book: ArmyBook, **told: Any) -> Report:
    """The report on an army book: which of its rules and spells are in force."""
    rules = [(said, owner) for owner, _, said in rules_of(book)]
    spells = []
    for entry in book.catalogue.entries:
        upgrades = [option for option in entry.options if isinstance(option, Upgrade)]
        known = [*entry.own.unit.spells, *(spell for option in upgrades for spell in option.spells)]
        spells += [(spell.name, entry.name) for spell in known]
    return _report(len(book.catalogue.entries), rules, spells, told)


def report_on_list(army: ArmyList, **told: Any) -> Report:
    """The report on an army list."""
    rules = [(text, unit.name) for unit in army.entries for text in _rules(unit.rules, unit.weapons)]
    spells = [(spell.name, unit.name) for unit in army.entries for spell in unit.spells]
    return _report(len(army.entries), rules, spells, told)


def _rules(rules: Iterable[str], weapons: Iterable[Weapon]) -> Iterator[str]:
    yield from rules
    for weapon in weapons:
        yield from weapon.rules


def _report(units: int, rules: list[Borne], spells: list[Borne], told: dict[str, Any]) -> Report:
    return report_in_force(units, Carried(rules, is_in_force), Carried(spells, SPELLS.__contains__), **told)
