"""The armies of Kings of War to read at length: lists and army books as tables and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from warhost.muster.entries import Change, Option
from warhost.muster.entries import Entry as Offered
from warhost.play.shown.sheets import Sheet
from warhost.rulesets.kings_of_war.core import Entry, Order, unit_strength
from warhost.rulesets.kings_of_war.lists.files import ArmyBook
from warhost.rulesets.kings_of_war.lists.house import full_name, ready_army
from warhost.rulesets.kings_of_war.lists.rosters import unit_of_size
from warhost.rulesets.kings_of_war.shown.cards import kind_of, listed, printed_profile
from warhost.table import summed

COLUMNS = ("Unit", "What it is", "Sp", "Me", "Sh", "De", "US", "Att", "Ne", "Pts", "Rules")
NUMBERS = ("Sp", "Me", "Sh", "De", "US", "Att", "Ne", "Pts")


def army_sheet(name: str) -> Sheet:
    """The list that is ready to play under that name."""
    return list_sheet(full_name(name), ready_army(name).entries)


def army_data(name: str) -> dict[str, Any]:
    """The same list as plain data."""
    return list_as_data(full_name(name), ready_army(name).entries)


def list_as_data(name: str, entries: Sequence[Entry]) -> dict[str, Any]:
    """A list as plain data, with what follows from it."""
    units = [{**msgspec.to_builtins(entry), "unit_strength": unit_strength(entry)} for entry in entries]
    return {"name": name, "points": summed(entry.points for entry in entries), "units": units}


def book_data(book: ArmyBook) -> dict[str, Any]:
    """An army book as plain data: its command orders, and its entries with all sizes and options."""
    data: dict[str, Any] = msgspec.to_builtins(book)
    return {"orders": data["orders"], **data["catalogue"]}


def list_sheet(name: str, entries: Sequence[Entry], limit: int = 0) -> Sheet:
    """A list: every unit in a line, and the command orders of its army."""
    points = sum(entry.points for entry in entries)
    orders = dict.fromkeys(order for entry in entries for order in entry.orders)
    several = len({entry.battalion for entry in entries}) > 1
    return Sheet(
        title=f"{name}: {points}{f' of {limit}' if limit else ''} points, {len(entries)} units",
        columns=COLUMNS,
        right=NUMBERS,
        rows=tuple(_row(entry, f"{entry.battalion}: {entry.name}" if several else entry.name) for entry in entries),
        below=(("Command orders", tuple(map(order_text, orders))),) if orders else (),
    )


def book_sheet(book: ArmyBook) -> Sheet:
    """An army book: every entry in every size, its command orders, options and themes."""
    entries = book.catalogue.entries
    rows = (
        _row(unit_of_size(entry, size), f"{entry.name}{_marks(entry)}") for entry in entries for size in entry.sizes
    )
    below = (
        ("Command orders", tuple(map(order_text, book.orders))),
        (
            "Options",
            tuple(f"{entry.name}: {', '.join(map(_priced, entry.options))}" for entry in entries if entry.options),
        ),
        ("Themes", tuple(f"{entry.name}: {change_text(one)}" for entry in entries for one in entry.changes)),
    )
    return Sheet(
        title=f"{book.faction}: {len(entries)} entries",
        columns=COLUMNS,
        right=NUMBERS,
        rows=tuple(rows),
        below=tuple((label, lines) for label, lines in below if lines),
    )


def _row(entry: Entry, name: str) -> tuple[str, ...]:
    profile = printed_profile(entry)
    bought = [option for option in entry.options if option not in listed(entry)]
    said = ", ".join((*listed(entry), *bought))
    return (name, kind_of(entry), *(str(profile[value]) for value in NUMBERS), said)


def _marks(entry: Offered) -> str:
    """How often an entry may be taken, as army lists write it: [2], [U]."""
    return "".join(_marked(entry))


def _marked(entry: Offered) -> Iterator[str]:
    if entry.limit is not None:
        yield f" [{entry.limit}]"
    if entry.own.unit.unique:
        yield " [U]"


def order_text(order: Order) -> str:
    """A command order in a line."""
    whom = f", {order.trait} only" if order.trait else ""
    return f"{order.name} ({order.target}+{whom}): {order.text}"


def change_text(change: Change) -> str:
    """What a unit does to the category of others."""
    return f"{change.unit} in its {'army' if change.army else 'battalion'} are {change.category} units."


def _priced(option: Option) -> str:
    prices = "/".join(str(cost) for _, cost in option.by_size) if option.by_size else str(option.cost)
    return f"{option.name} +{prices}"
