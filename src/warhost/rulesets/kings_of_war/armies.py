"""The house armies: six army books of our own, lists that are ready to play, and files of a player's own.

>>> [unit.name for unit in ready_list("aldermere", 1000)][:1]
['Marshal of the Shire']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from warhost.muster.army_text import by_faction, named, shipped, whole
from warhost.muster.entries import Catalogue
from warhost.muster.roster import Roster
from warhost.rulesets.families.ready import Ready, read_rosters
from warhost.rulesets.kings_of_war.army_files import ArmyBook, Profile, read_book
from warhost.rulesets.kings_of_war.battle import Settings
from warhost.rulesets.kings_of_war.entries import Entry
from warhost.rulesets.kings_of_war.lists import FORM, ArmyList, ArmyLists, army_of, unit_of_size
from warhost.rulesets.kings_of_war.own_lists import list_from_data
from warhost.rulesets.kings_of_war.purchases import with_purchases

__all__ = [
    "army_list",
    "army_names",
    "book",
    "books",
    "find_entry",
    "load_book_text",
    "ready_army",
    "ready_list",
    "ready_lists",
    "ready_rosters",
]

PACKAGE = "warhost.rulesets.kings_of_war"
USUAL_POINTS = 2000


@lru_cache(maxsize=1)
def books() -> Mapping[str, ArmyBook]:
    """The army books of the house by their factions, in alphabetical order."""
    read = by_faction(shipped(PACKAGE, "armies"), read_book)
    return {faction: read[faction] for faction in sorted(read)}


@lru_cache(maxsize=16)
def sold(army: ArmyBook) -> Catalogue:
    """The entries of an army book with what any unit may buy besides its own options."""
    return msgspec.structs.replace(army.catalogue, entries=tuple(map(with_purchases, army.catalogue.entries)))


def load_book_text(text: str, filename: str = "book.toml") -> ArmyBook:
    """The army book in the text of a file of a player's own."""
    return whole(read_book(text, filename))


def army_names() -> Sequence[str]:
    """The names of all house armies."""
    return tuple(books())


def book(name: str) -> ArmyBook:
    """The army book of a faction: by its name, another spelling of it, or a beginning that only one faction has."""
    return named(name, "faction", {one.faction: (one, (one.faction, *one.aliases)) for one in books().values()})


def catalogue(faction: str) -> Catalogue:
    """The entries from which lists of a faction are built."""
    return sold(book(faction))


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


def army_list(name: str, data: Mapping[str, Any] | None, settings: Settings) -> ArmyList:
    """The army of a seat: a list that a player brought, or the ready list of a house army for the size of the game."""
    return ready_army(name, settings.points) if data is None else list_from_data(data)


# Lists that are ready to play


@lru_cache(maxsize=1)
def ready_rosters() -> Mapping[str, Roster]:
    """The lists that are ready to play as their checks see them, by faction and points (`Crown of Aldermere 1000`)."""
    return read_rosters(PACKAGE, ArmyLists(), FORM, catalogue)


@lru_cache(maxsize=1)
def _ready() -> Ready[ArmyList]:
    return Ready({name: army_of(roster) for name, roster in ready_rosters().items()}, lambda name: book(name).faction)


def ready_lists() -> Mapping[str, ArmyList]:
    """The same as they take the field."""
    return _ready().lists


def ready_list(name: str, points: int = USUAL_POINTS) -> list[Entry]:
    """The units of a list that is ready to play."""
    return list(ready_army(name, points).entries)


@lru_cache(maxsize=256)
def ready_army(name: str, points: int = USUAL_POINTS) -> ArmyList:
    """A list that is ready to play: by its name, by its faction with the points behind it (`Aldermere 1000`), or by its
    faction for a game of that many points. For a size without a list the largest that fits is taken."""
    return _ready().find(name, points)


def full_name(name: str) -> str:
    """The name in full of a list that is ready to play; it stands for the same list as the name that was given."""
    return _ready().full_name(name)
