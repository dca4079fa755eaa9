"""The armies of Regiments to read at length: lists and army books as tables, lists as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from warhost.play.shown.sheets import Sheet
from warhost.rulesets.regiments.core import ArmyBook, ArmyList, Group, Regiment, SpellText, UnitEntry, Upgrade
from warhost.rulesets.regiments.lists.house import ready_list

COLUMNS = ("Unit", "Models", "Quality", "Defense", "Points", "Weapons", "Rules")
NUMBERS = ("Models", "Quality", "Defense", "Points")


def army_sheet(name: str) -> Sheet:
    """The list that is ready to play under that name."""
    return list_sheet(ready_list(name))


def army_data(name: str) -> dict[str, Any]:
    """The same list as plain data."""
    return list_as_data(ready_list(name))


def list_as_data(army: ArmyList) -> dict[str, Any]:
    """A list as plain data, with what follows from it."""
    data: dict[str, Any] = msgspec.to_builtins(army)
    return {**data, "points": army.points, "factions": list(army.factions)}


def list_sheet(army: ArmyList) -> Sheet:
    """A list: every unit in a line, heroes behind the units that they joined, and the spells."""
    rows: list[tuple[str, ...]] = []
    for regiment in army.regiments:
        rows.append(_row(regiment, "combined " if regiment.combined else ""))
        if regiment.hero is not None:
            rows.append(_row(regiment.hero, "  with "))
    units = list(army.units())
    models = sum(unit.size for unit in units)
    limit = f" of {army.limit}" if army.limit else ""
    spells = dict.fromkeys(spell for unit in units for spell in unit.spells)
    factions = ", ".join(faction for faction in army.factions if faction != army.name)
    name = f"{army.name} ({factions})" if factions else army.name
    return Sheet(
        title=f"{name}: {army.points}{limit} points, {len(units)} units, {models} models",
        columns=COLUMNS,
        right=NUMBERS,
        rows=tuple(rows),
        below=(("Spells", tuple(map(_spell, spells))),),
    )


def _row(unit: Regiment, before: str) -> tuple[str, ...]:
    figures = (str(unit.size), f"{unit.quality}+", f"{unit.defense}+", str(unit.cost))
    return (before + unit.name, *figures, "; ".join(_weapons(unit.groups)), ", ".join(_rules(unit)))


def _weapons(groups: Sequence[Group]) -> list[str]:
    """Every weapon of a unit with how many of it there are."""
    counts: dict[str, int] = {}
    for group in groups:
        for weapon in group.weapons:
            text = str(msgspec.structs.replace(weapon, count=1))
            counts[text] = counts.get(text, 0) + weapon.count * group.count
    return [text if count == 1 else f"{count}x {text}" for text, count in counts.items()]


def _rules(unit: Regiment) -> list[str]:
    special: dict[str, int] = {}
    for group in unit.groups:
        for rule in group.rules:
            special[str(rule)] = special.get(str(rule), 0) + group.count
    return [*map(str, unit.rules), *(f"{count}x {rule}" for rule, count in special.items())]


def _spell(spell: SpellText) -> str:
    return f"{spell.name} ({spell.cost}): {spell.text}"


def book_sheet(book: ArmyBook) -> Sheet:
    """An army book: every unit that can be bought, with its upgrades."""
    upgrades = [(unit.name, _upgrades(unit)) for unit in book.units if unit.upgrades]
    return Sheet(
        title=f"{book.faction}: {len(book.units)} units, {len(book.spells)} spells",
        columns=COLUMNS,
        right=NUMBERS,
        rows=tuple(_entry_row(unit) for unit in book.units),
        below=(
            *((f"Upgrades of {name}", lines) for name, lines in upgrades),
            ("Spells", tuple(map(_spell, book.spells))),
        ),
    )


def _entry_row(unit: UnitEntry) -> tuple[str, ...]:
    weapons = _weapons([Group(unit.size, unit.weapons)])
    figures = (str(unit.size), f"{unit.quality}+", f"{unit.defense}+", str(unit.cost))
    return (unit.name, *figures, "; ".join(weapons), ", ".join(map(str, unit.rules)))


def _upgrades(unit: UnitEntry) -> tuple[str, ...]:
    return tuple(f"{upgrade.name}, {upgrade.cost} points: {_upgrade(upgrade)}" for upgrade in unit.upgrades)


def _upgrade(upgrade: Upgrade) -> str:
    """What an upgrade does, in words."""
    gains = [*map(str, upgrade.weapons), *map(str, upgrade.rules)]
    gains += [
        f"{name} {value}+" for name, value in (("Quality", upgrade.quality), ("Defense", upgrade.defense)) if value
    ]
    whom = "" if upgrade.models is None else "one model: " if upgrade.models == 1 else f"{upgrade.models} models: "
    instead = f" instead of {' and '.join(upgrade.replaces)}" if upgrade.replaces else ""
    often = f" (up to {upgrade.most} times)" if upgrade.most > 1 else ""
    choice = f" (one {upgrade.choose})" if upgrade.choose else ""
    return f"{whom}{', '.join(gains) or 'nothing'}{instead}{often}{choice}"
