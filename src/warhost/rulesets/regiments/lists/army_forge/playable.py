"""Refusal of Army Forge files whose figures no army can have: each problem names the unit and the figure."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.muster.checking.bounds import shown
from warhost.muster.files.army_text import DataError
from warhost.rulesets.regiments.core import ArmyBook, ArmyList, Group, Regiment, UnitEntry
from warhost.rulesets.regiments.lists.limits import rule_problems, unit_problems, weapon_problems

__all__ = ["refuse_unplayable"]


def refuse_unplayable(content: ArmyBook | ArmyList, filename: str) -> None:
    """Raise DataError with everything in an army book or list that could not be read again from a file of ours."""
    found = _in_book(content) if isinstance(content, ArmyBook) else _in_list(content)
    problems = [f"{filename}, {problem}" for problem in dict.fromkeys(found)]
    if problems:
        raise DataError(problems)


def _in_list(army: ArmyList) -> Iterator[str]:
    for regiment in army.units():
        yield from (f'unit "{shown(regiment.name)}": {problem}' for problem in unit_problems(regiment))


def _in_book(book: ArmyBook) -> Iterator[str]:
    for entry in book.units:
        yield from (f'unit "{shown(entry.name)}": {problem}' for problem in unit_problems(_plain(entry)))
        for upgrade in entry.upgrades:
            where = f'unit "{shown(entry.name)}", upgrade "{shown(upgrade.name)}"'
            yield from (f"{where}: {problem}" for problem in rule_problems(upgrade.rules))
            for weapon in upgrade.weapons:
                yield from (f'{where}, weapon "{shown(weapon.name)}": {problem}' for problem in weapon_problems(weapon))


def _plain(entry: UnitEntry) -> Regiment:
    """The unit with nothing bought for it."""
    return Regiment(
        faction=entry.faction,
        name=entry.name,
        quality=entry.quality,
        defense=entry.defense,
        cost=entry.cost,
        base=entry.base,
        kind=entry.kind,
        groups=(Group(entry.size, entry.weapons),),
        rules=entry.rules,
    )
