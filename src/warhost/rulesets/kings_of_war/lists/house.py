"""The house armies: six army books of our own, lists that are ready to play, and files of a player's own.

>>> [unit.name for unit in ready_army("aldermere", 1000).entries][:1]
['Shire Captain']
"""

from __future__ import annotations

from functools import lru_cache

from warhost.rulesets.families.house_books import HouseBooks
from warhost.rulesets.families.ready import Ready
from warhost.rulesets.kings_of_war.core import Entry, Settings
from warhost.rulesets.kings_of_war.lists.files import Profile, read_book
from warhost.rulesets.kings_of_war.lists.limits import bounds
from warhost.rulesets.kings_of_war.lists.purchases import with_purchases
from warhost.rulesets.kings_of_war.lists.rosters import ArmyList, ArmyLists, army_of, unit_of_size

__all__ = [
    "BOOKS",
    "READY",
    "army_names",
    "book",
    "books",
    "find_entry",
    "full_name",
    "load_book_text",
    "ready_army",
    "ready_lists",
    "ready_rosters",
]

BOOKS = HouseBooks("warhost.rulesets.kings_of_war", read_book, with_purchases)
books, army_names, book, load_book_text = BOOKS.all, BOOKS.names, BOOKS.find, BOOKS.load

READY = Ready(BOOKS, ArmyLists(), ArmyList, army_of, bounds, Settings().points)
ready_lists, ready_rosters, ready_army, full_name = READY.lists, READY.rosters, READY.find, READY.full_name


@lru_cache(maxsize=1024)
def find_entry(name: str, army: str = "") -> Entry | None:
    """The house unit of that name with nothing bought for it, in that army or in any; None if there is none."""
    for one in books().values():
        if army and one.faction != army:
            continue
        entry = one.catalogue.find(name)
        if entry is not None and isinstance(entry.own, Profile):
            return unit_of_size(entry, entry.sizes[0])
    return None
