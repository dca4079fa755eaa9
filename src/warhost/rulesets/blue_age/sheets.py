"""The armies of The Blue Age to read at length: lists as tables and as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from warhost.play.sheets import Sheet
from warhost.rulesets.blue_age.armies import full_name, ready_list
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
