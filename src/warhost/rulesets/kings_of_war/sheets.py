"""The armies of Kings of War to read at length: lists as tables and as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from warhost.play.sheets import Sheet
from warhost.rulesets.kings_of_war.armies import full_name, ready_list
from warhost.rulesets.kings_of_war.cards import kind_of, listed, printed_profile
from warhost.rulesets.kings_of_war.entries import Entry, Order, unit_strength

COLUMNS = ("Unit", "What it is", "Sp", "Me", "Sh", "De", "US", "Att", "Ne", "Points", "Rules")
NUMBERS = ("Sp", "Me", "Sh", "De", "US", "Att", "Ne", "Points")


def army_sheet(name: str) -> Sheet:
    """The list that is ready to play under that name."""
    return list_sheet(full_name(name), ready_list(name))


def army_data(name: str) -> dict[str, Any]:
    """The same list as plain data."""
    entries = ready_list(name)
    units = [{**msgspec.to_builtins(entry), "unit_strength": unit_strength(entry)} for entry in entries]
    return {"name": full_name(name), "points": sum(entry.points for entry in entries), "units": units}


def list_sheet(name: str, entries: Sequence[Entry]) -> Sheet:
    """A list: every unit in a line, and the command orders of its army."""
    points = sum(entry.points for entry in entries)
    orders = dict.fromkeys(order for entry in entries for order in entry.orders)
    return Sheet(
        title=f"{name}: {points} points, {len(entries)} units",
        columns=COLUMNS,
        right=NUMBERS,
        rows=tuple(_row(entry) for entry in entries),
        below=(("Command orders", tuple(map(order_text, orders))),) if orders else (),
    )


def _row(entry: Entry) -> tuple[str, ...]:
    profile = printed_profile(entry)
    return (entry.name, kind_of(entry), *(str(profile[name]) for name in NUMBERS), ", ".join(listed(entry)))


def order_text(order: Order) -> str:
    """A command order in a line."""
    whom = f", {order.trait} only" if order.trait else ""
    return f"{order.name} ({order.target}+{whom}): {order.text}"
