"""The armies of Kings of War to read at length: lists and army books as tables, and as data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from warhost.muster.entries import Change
from warhost.muster.entries import Entry as Offered
from warhost.play.sheets import Sheet
from warhost.rulesets.kings_of_war.armies import ready_army
from warhost.rulesets.kings_of_war.army_files import ArmyBook, spell_text
from warhost.rulesets.kings_of_war.entries import Entry, Order, Weapon, unit_strength
from warhost.rulesets.kings_of_war.lists import ArmyList, unit_of_size

__all__ = ["army_data", "army_sheet", "book_data", "book_sheet", "list_sheet", "order_text", "type_text", "weapon_text"]

VALUES = ("Sp", "Me", "Sh", "De", "Att", "Ne", "US")
COLUMNS = ("Unit", "Type", *VALUES, "Points", "Rules")
RIGHT = (*VALUES, "Points")


def army_sheet(name: str) -> Sheet:
    """The list that is ready to play under that name."""
    return list_sheet(ready_army(name))


def army_data(name: str) -> dict[str, Any]:
    """The same list as plain data."""
    return list_as_data(ready_army(name))


def list_as_data(army: ArmyList) -> dict[str, Any]:
    """A list as plain data, with what follows from it."""
    data: dict[str, Any] = msgspec.to_builtins(army)
    return {**data, "cost": army.cost}


def book_data(book: ArmyBook) -> dict[str, Any]:
    """An army book as plain data: its orders and its entries with all sizes and options."""
    data: dict[str, Any] = msgspec.to_builtins(book)
    return {"faction": book.faction, "aliases": list(book.aliases), "orders": data["orders"], **data["catalogue"]}


def list_sheet(army: ArmyList) -> Sheet:
    """A list: every unit in a line with what was bought for it, and the command orders of its commanders."""
    several = len({unit.battalion for unit in army.entries}) > 1
    rows = tuple(_row(unit, f"{unit.battalion}: " if several else "") for unit in army.entries)
    orders = dict.fromkeys(order for unit in army.entries for order in unit.orders)
    limit = f" of {army.points}" if army.points else ""
    faction = f" ({army.faction})" if army.faction and army.faction != army.name else ""
    return Sheet(
        title=f"{army.name}{faction}: {army.cost}{limit} points, {len(rows)} units",
        columns=COLUMNS,
        right=RIGHT,
        rows=rows,
        below=(("Command orders", tuple(map(order_text, orders))),) if orders else (),
    )


def book_sheet(book: ArmyBook) -> Sheet:
    """An army book: every entry in every size, its command orders, its options."""
    entries = book.catalogue.entries
    rows = tuple(_row(unit_of_size(entry, size), "", entry) for entry in entries for size in entry.sizes)
    below = [
        ("Command orders", tuple(map(order_text, book.orders))),
        ("Options", tuple(_options(entry) for entry in entries if entry.options)),
        ("Themes", tuple(f"{entry.name}: {change_text(one)}" for entry in entries for one in entry.changes)),
    ]
    return Sheet(
        title=f"{book.faction}: {len(entries)} entries",
        columns=(*COLUMNS[:2], "Category", *COLUMNS[2:]),
        right=RIGHT,
        rows=rows,
        below=tuple((label, lines) for label, lines in below if lines),
    )


def _row(unit: Entry, before: str, entry: Offered | None = None) -> tuple[str, ...]:
    category = () if entry is None else (_category(entry),)
    name = before + (f"{unit.name}, {unit.size}" if unit.size else unit.name)
    return (name, type_text(unit), *category, *_values(unit), str(unit.points), ", ".join(_said(unit)))


def _category(entry: Offered) -> str:
    unit: Entry = entry.own.unit
    limit = "" if entry.limit is None else f" [{entry.limit}]"
    return f"{unit.rank or entry.category}{limit}{' [U]' if unit.unique else ''}"


def _values(unit: Entry) -> tuple[str, ...]:
    rolls = ("-" if value is None else f"{value}+" for value in (unit.melee, unit.shooting, unit.defence))
    return (str(unit.speed), *rolls, str(unit.attacks), str(unit.nerve), str(unit_strength(unit)))


def _said(unit: Entry) -> list[str]:
    """Everything about a unit besides its values: rules, weapons, spells, artefact, options, traits."""
    spells = [spell_text(spell) for spell in unit.spells]
    found = [*unit.rules, *map(weapon_text, unit.weapons), *spells, *filter(None, [unit.artefact])]
    return found + [option for option in unit.options if option not in spells]


def type_text(unit: Entry) -> str:
    """The type of a unit as army lists write it: `Infantry`, `Hero/Cavalry`."""
    kind = unit.type.title().replace("Monster Chariot", "Monster/Chariot")
    return f"Hero/{kind}" if unit.hero else kind


def weapon_text(weapon: Weapon) -> str:
    """A ranged weapon in a line: `Longbow (24", Piercing (1))`."""
    attacks = [] if weapon.attacks is None else [f"Att {weapon.attacks}"]
    shooting = [] if weapon.shooting is None else [f"Sh {weapon.shooting}+"]
    return f"{weapon.name} ({', '.join([f'{weapon.range}{chr(34)}', *attacks, *shooting, *weapon.rules])})"


def order_text(order: Order) -> str:
    """A command order in a line."""
    whom = f", {order.trait} only" if order.trait else ""
    return f"{order.name} ({order.target}+{whom}): {order.text or _deeds(order)}"


def _deeds(order: Order) -> str:
    gives = [*order.gives, *(f"{name} {amount:+}" for name, amount in order.changes)]
    gives += [weapon_text(order.weapon)] if order.weapon is not None else []
    gives += ["no longer wavering"] * order.steadies
    gives += [f"{order.heals} damage removed"] * bool(order.heals)
    return f"{', '.join(gives)}."


def change_text(change: Change) -> str:
    """What a unit does to the category of others."""
    where = "army" if change.army else "battalion"
    return f"{change.unit} in its {where} are {change.category} units."


def _options(entry: Offered) -> str:
    return f"{entry.name}: {', '.join(_priced(entry.options))}"


def _priced(options: Sequence[Any]) -> Iterable[str]:
    for option in options:
        prices = "/".join(str(cost) for _, cost in option.by_size) if option.by_size else str(option.cost)
        yield f"{option.name} +{prices}"
