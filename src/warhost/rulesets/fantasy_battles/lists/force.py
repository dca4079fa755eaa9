"""Which rules, spells and items of an army are in force, and which are only carried along."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from warhost.muster.values import Report
from warhost.rulesets.families.in_force import Borne, Carried, report_in_force
from warhost.rulesets.fantasy_battles.core import ITEMS, MODEL_RULES, SPELLS, Bound, Entry, Part
from warhost.rulesets.fantasy_battles.lists.army_books import ArmyBook, Upgrade
from warhost.rulesets.fantasy_battles.lists.item_files import special_items

__all__ = ["is_in_force", "report_on_book", "report_on_list"]


def is_in_force(text: str) -> bool:
    """Whether the engine plays a rule as it is written."""
    return not MODEL_RULES.problem(text)


def report_on_book(book: ArmyBook, **told: Any) -> Report:
    """The report on an army book: which of its rules, spells and items are in force."""
    return _report(*_of_book(book), units=len(book.catalogue.entries), told=told)


def report_on_list(entries: Sequence[Entry], **told: Any) -> Report:
    """The report on an army list."""
    rules = [(text, entry.name) for entry in entries for text in _rules(entry.rules, entry.parts)]
    spells = [(spell, entry.name) for entry in entries for spell in _spells(entry)]
    items = [(item, entry.name) for entry in entries for item in entry.items]
    return _report(rules, spells, items, units=len(entries), told=told)


def _spells(entry: Entry) -> Iterator[str]:
    """The Bound Spells of an entry, and the Learned Spells that its list selected."""
    yield from (one.spell for one in entry.bound)
    yield from entry.wizard.spells if entry.wizard is not None else ()


def _of_book(book: ArmyBook) -> tuple[list[Borne], list[Borne], list[Borne]]:
    rules: list[Borne] = []
    spells: list[Borne] = []
    items: list[Borne] = []
    for entry in book.catalogue.entries:
        unit: Entry = entry.own
        upgrades = [option for option in entry.options if isinstance(option, Upgrade)]
        bound: list[Bound] = [*unit.bound, *(one for option in upgrades for one in option.bound)]
        texts = [*_rules(unit.rules, unit.parts), *(text for option in upgrades for text in _granted(option))]
        rules += [(text, entry.name) for text in texts]
        spells += [(one.spell, entry.name) for one in bound]
        items += [(item, entry.name) for item in (*unit.items, *(i for option in upgrades for i in option.items))]
    return rules, spells, items


def _granted(option: Upgrade) -> Iterator[str]:
    yield from option.attack_rules
    yield from (text for weapon in option.weapons for text in weapon.rules)
    yield from (text for armed in option.shots for text in (*armed.weapon.rules, *armed.weapon.rules_at_one))
    yield from _rules(option.rules, option.parts)


def _rules(rules: Iterable[str], parts: Iterable[Part]) -> Iterator[str]:
    yield from rules
    for part in parts:
        yield from part.rules
        yield from (text for weapon in part.weapons for text in weapon.rules)
        yield from (text for armed in part.shots for text in (*armed.weapon.rules, *armed.weapon.rules_at_one))


def _report(rules: list[Borne], spells: list[Borne], items: list[Borne], units: int, told: dict[str, Any]) -> Report:
    return report_in_force(
        units,
        Carried(rules, is_in_force),
        Carried(spells, SPELLS.__contains__),
        Carried(items, lambda item: item in ITEMS or item in special_items()),
        **told,
    )
