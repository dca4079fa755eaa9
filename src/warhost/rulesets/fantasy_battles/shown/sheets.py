"""The armies of Fantasy Battles to read at length: lists and army books as tables and as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from warhost.muster.entries import Entry as Offered
from warhost.play.shown.sheets import Sheet
from warhost.rulesets.fantasy_battles.core import CHARACTERISTICS, Entry
from warhost.rulesets.fantasy_battles.lists.army_books import ArmyBook
from warhost.rulesets.fantasy_battles.lists.item_files import special_items
from warhost.rulesets.fantasy_battles.lists.ready_lists import full_name, ready_army
from warhost.rulesets.fantasy_battles.shown.entry_cards import LABELS, kind_of, listed, printed_profile
from warhost.table import summed

__all__ = ["army_data", "army_sheet", "book_data", "book_sheet", "list_as_data", "list_sheet"]

NUMBERS = (*(LABELS[name] for name in CHARACTERISTICS), "Pts")
COLUMNS = ("Unit", "What it is", "Models", *NUMBERS, "Weapons and rules")


def army_sheet(name: str) -> Sheet:
    """The list that is ready to play under that name."""
    army = ready_army(name)
    return list_sheet(full_name(name), army.entries, army.points)


def army_data(name: str) -> dict[str, Any]:
    """The same list as plain data."""
    return list_as_data(full_name(name), ready_army(name).entries)


def list_as_data(name: str, entries: Sequence[Entry]) -> dict[str, Any]:
    """A list as plain data."""
    units = [msgspec.to_builtins(entry) for entry in entries]
    return {"name": name, "points": summed(entry.points for entry in entries), "units": units}


def list_sheet(name: str, entries: Sequence[Entry], limit: int = 0) -> Sheet:
    """A list: every unit in a line."""
    points = sum(entry.points for entry in entries)
    items = sorted({item for entry in entries for item in entry.items if item in special_items()})
    told = tuple(f"{item}: {special_items()[item].text}" for item in items)
    return Sheet(
        title=f"{name}: {points}{f' of {limit}' if limit else ''} points, {len(entries)} units",
        columns=COLUMNS,
        right=("Models", *NUMBERS),
        rows=tuple(row_of(entry, str(entry.models)) for entry in entries),
        below=(("Special Items", told),) if told else (),
    )


def row_of(entry: Entry, models: str) -> tuple[str, ...]:
    """A unit in a line."""
    profile = {**printed_profile(entry), "Pts": entry.points}
    return (entry.name, kind_of(entry), models, *(str(profile[name]) for name in NUMBERS), ", ".join(listed(entry)))


def book_sheet(book: ArmyBook) -> Sheet:
    """An army book: every entry in a line for one model, with how many there may be, and its options."""
    entries = book.catalogue.entries
    rows = [row_of(_priced(entry), _count(entry)) for entry in entries]
    options = tuple(_options(entry) for entry in entries if entry.options)
    limits = tuple(
        f"{one.category}: {f'at least {one.least} %' if one.least else f'at most {one.most} %'} of the points"
        for one in book.limits
    )
    below = (("Options", options), ("Categories", limits))
    return Sheet(
        title=f"{book.faction}: {len(rows)} entries",
        columns=COLUMNS,
        right=("Models", *NUMBERS),
        rows=tuple(rows),
        below=tuple((head, lines) for head, lines in below if lines),
    )


def _priced(entry: Offered) -> Entry:
    size = entry.sizes[0]
    unit: Entry = msgspec.structs.replace(entry.own, points=size.each or size.cost)
    return unit


def _count(entry: Offered) -> str:
    size = entry.sizes[0]
    return f"{size.models}-{size.most}" if size.most > size.models else str(size.models)


def _options(entry: Offered) -> str:
    told = (f"{one.name} {one.cost:+d}{' each' if one.per_model else ''}" for one in entry.options)
    return f"{entry.name}: {', '.join(told)}"


def book_data(book: ArmyBook) -> dict[str, Any]:
    """An army book as plain data."""
    found: dict[str, Any] = msgspec.to_builtins(book)
    return {"limits": found["limits"], **found["catalogue"]}
