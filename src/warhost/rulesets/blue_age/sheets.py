"""The armies of The Blue Age to read at length: lists as tables and as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from warhost.play.sheets import Sheet
from warhost.rulesets.blue_age.armies import full_name, ready_list
from warhost.rulesets.blue_age.army_files import ArmyBook
from warhost.rulesets.blue_age.cards import kind_of, listed, printed_profile
from warhost.rulesets.blue_age.entries import Entry

NUMBERS = ("M", "Me", "Ra", "S", "G", "H", "I", "A", "Sp", "Mi", "MR", "D", "Sv", "Pts")
COLUMNS = ("Unit", "What it is", *NUMBERS, "Rules")


def army_sheet(name: str) -> Sheet:
    """The list that is ready to play under that name."""
    return list_sheet(full_name(name), ready_list(name))


def army_data(name: str) -> dict[str, Any]:
    """The same list as plain data."""
    return list_as_data(full_name(name), ready_list(name))


def list_as_data(name: str, entries: Sequence[Entry]) -> dict[str, Any]:
    """A list as plain data."""
    units = [msgspec.to_builtins(entry) for entry in entries]
    return {"name": name, "points": sum(entry.points for entry in entries), "units": units}


def list_sheet(name: str, entries: Sequence[Entry], limit: int = 0) -> Sheet:
    """A list: every unit in a line."""
    points = sum(entry.points for entry in entries)
    return Sheet(
        title=f"{name}: {points}{f' of {limit}' if limit else ''} points, {len(entries)} units",
        columns=COLUMNS,
        right=NUMBERS,
        rows=tuple(row_of(entry) for entry in entries),
    )


def row_of(entry: Entry) -> tuple[str, ...]:
    """A unit in a line."""
    profile = printed_profile(entry)
    said = ", ".join((*listed(entry), *(option for option in entry.options if option not in listed(entry))))
    return (entry.name, kind_of(entry), *(str(profile.get(value, "-")) for value in NUMBERS), said)


def book_sheet(book: ArmyBook) -> Sheet:
    """An army book: every entry in a line for one model, with how many there may be, and its options."""
    rows = []
    for entry in book.catalogue.entries:
        unit, size = entry.own, entry.sizes[0]
        each = size.each or size.cost
        row = row_of(msgspec.structs.replace(unit, points=each))
        count = f"{size.models} to {size.most}" if size.most > size.models else str(size.models)
        rows.append((row[0], f"{unit.kind}, {count} {'models' if size.most > 1 else 'model'}", *row[2:]))
    options = tuple(
        f"{entry.name}: {', '.join(f'{option.name} +{option.cost}' for option in entry.options)}"
        for entry in book.catalogue.entries
        if entry.options
    )
    return Sheet(
        title=f"{book.faction}: {len(rows)} entries",
        columns=COLUMNS,
        right=NUMBERS,
        rows=tuple(rows),
        below=(("Options", options),) if options else (),
    )
