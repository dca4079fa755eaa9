"""The house armies: army books of our own, read from files, and their entries as battles have them.

>>> find_shipped("Harbour Pikes").category
'Core'
"""

from __future__ import annotations

from functools import lru_cache

from warhost.muster.building.buying import Pick, buy
from warhost.rulesets.families.house_books import HouseBooks
from warhost.rulesets.fantasy_battles.core import Entry
from warhost.rulesets.fantasy_battles.lists.book_files import read_book
from warhost.rulesets.fantasy_battles.lists.purchases import sold, unit_of

__all__ = ["BOOKS", "PACKAGE", "army_names", "book", "books", "find_shipped", "load_book_text"]

PACKAGE = "warhost.rulesets.fantasy_battles"

BOOKS = HouseBooks(PACKAGE, read_book, sold, what="army")
books, army_names, book, load_book_text = BOOKS.all, BOOKS.names, BOOKS.find, BOOKS.load


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
