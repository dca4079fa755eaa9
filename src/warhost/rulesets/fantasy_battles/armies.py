"""The house armies: entries with their profiles, read from files."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

import msgspec

from warhost.rulesets.fantasy_battles.entries import Entry

PACKAGE = "warhost.rulesets.fantasy_battles"


class ArmyBook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An army of our own making with all its entries."""

    army: str
    entry: tuple[Entry, ...] = ()


@lru_cache(maxsize=1)
def books() -> dict[str, ArmyBook]:
    """All house armies by their names."""
    folder = files(PACKAGE) / "data" / "armies"
    if not folder.is_dir():
        return {}
    found = (
        msgspec.toml.decode(file.read_bytes(), type=ArmyBook)
        for file in sorted(folder.iterdir(), key=lambda one: one.name)
        if file.name.endswith(".toml")
    )
    return {book.army: book for book in found}


def find_shipped(name: str, army: str = "") -> Entry | None:
    """The entry of that name in a house army, or in any of them."""
    for book in books().values():
        if army and army.casefold() != book.army.casefold():
            continue
        for entry in book.entry:
            if name.casefold() in (entry.name.casefold(), *(alias.casefold() for alias in entry.aliases)):
                return entry
    return None
