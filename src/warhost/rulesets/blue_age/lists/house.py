"""The house armies: army books of our own, lists that are ready to play, and files of a player's own.

>>> [unit.name for unit in ready_army("tidewardens", 1000).entries][:1]
['Harbour Marshal']
"""

from __future__ import annotations

from functools import lru_cache

from warhost.muster.building.buying import Pick, buy
from warhost.rulesets.blue_age.core import Entry, Settings
from warhost.rulesets.blue_age.lists.files import read_book
from warhost.rulesets.blue_age.lists.limits import bounds
from warhost.rulesets.blue_age.lists.rosters import ArmyList, ArmyLists, army_of, sold, unit_of
from warhost.rulesets.families.house_books import HouseBooks
from warhost.rulesets.families.ready import Ready

BOOKS = HouseBooks("warhost.rulesets.blue_age", read_book, sold)
books, army_names = BOOKS.all, BOOKS.names

READY = Ready(BOOKS, ArmyLists(), ArmyList, army_of, bounds, Settings().points)
ready_lists, ready_rosters, ready_army, full_name = READY.lists, READY.rosters, READY.find, READY.full_name


@lru_cache(maxsize=1024)
def find_entry(name: str, army: str = "") -> Entry | None:
    """The house unit of that name, as few models as there can be and nothing bought for it, in that army or in any;
    None if there is none."""
    for one in books().values():
        if army and one.faction != army:
            continue
        entry = one.catalogue.find(name)
        if entry is not None:
            return unit_of(buy(entry, Pick(unit=entry.name)))
    return None
