"""The house armies: army books of our own, read from files, and their entries as battles have them.

>>> find_shipped("Harbour Pikes").category
'Core'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from warhost.muster.army_text import by_faction, named, shipped, whole
from warhost.muster.buying import Pick, buy
from warhost.muster.entries import Catalogue
from warhost.rulesets.fantasy_battles.army_files import read_book
from warhost.rulesets.fantasy_battles.books import ArmyBook, Offer
from warhost.rulesets.fantasy_battles.entries import Entry
from warhost.rulesets.fantasy_battles.purchases import sold, unit_of

__all__ = ["PACKAGE", "army_names", "book", "books", "catalogue", "find_shipped", "load_book_text", "on_sale"]

PACKAGE = "warhost.rulesets.fantasy_battles"


@lru_cache(maxsize=1)
def books() -> Mapping[str, ArmyBook]:
    """The army books of the house by their names, in alphabetical order."""
    read = by_faction(shipped(PACKAGE, "armies"), read_book)
    return {army: read[army] for army in sorted(read)}


def on_sale(army: ArmyBook) -> Catalogue:
    """The entries of an army book with what any unit may buy besides its own options."""
    return _sold(army.catalogue)


@lru_cache(maxsize=16)
def _sold(offered: Catalogue) -> Catalogue:
    entries = tuple(sold(entry) if isinstance(entry, Offer) else entry for entry in offered.entries)
    return msgspec.structs.replace(offered, entries=entries)


def load_book_text(text: str, filename: str = "book.toml") -> ArmyBook:
    """The army book in the text of a file of a player's own."""
    return whole(read_book(text, filename))


def army_names() -> Sequence[str]:
    """The names of all house armies."""
    return tuple(books())


def book(name: str) -> ArmyBook:
    """The army book of that name: another spelling of it, or a beginning that only one army has, will do."""
    return named(name, "army", {one.faction: (one, (one.faction, *one.aliases)) for one in books().values()})


def catalogue(army: str) -> Catalogue:
    """The entries from which lists of an army are built."""
    return on_sale(book(army))


@lru_cache(maxsize=1024)
def find_shipped(name: str, army: str = "") -> Entry | None:
    """The house unit of that name, as few models as there can be and nothing bought for it, in that army or in any;
    None if there is none."""
    for one in books().values():
        if army and one.faction.casefold() != army.casefold():
            continue
        entry = one.catalogue.find(name)
        if entry is not None:
            return unit_of(buy(entry, Pick(unit=entry.name)))
    return None
