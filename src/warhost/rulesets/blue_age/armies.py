"""The house armies: army books of our own, lists that are ready to play, and files of a player's own.

>>> [unit.name for unit in ready_list("tidewardens", 1000)][:1]
['Harbour Marshal']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from warhost.muster.army_text import by_faction, named, shipped, whole
from warhost.muster.buying import Pick, buy
from warhost.muster.entries import Catalogue
from warhost.muster.roster import Roster
from warhost.rulesets.blue_age.army_files import ArmyBook, read_book
from warhost.rulesets.blue_age.battle import Settings
from warhost.rulesets.blue_age.entries import Entry
from warhost.rulesets.blue_age.lists import FORM, ArmyList, ArmyLists, army_of, sold, unit_of
from warhost.rulesets.blue_age.own_lists import list_from_data
from warhost.rulesets.families.ready import Ready, read_rosters

PACKAGE = "warhost.rulesets.blue_age"
USUAL_POINTS = 1000


@lru_cache(maxsize=1)
def books() -> Mapping[str, ArmyBook]:
    """The army books of the house by their factions, in alphabetical order."""
    read = by_faction(shipped(PACKAGE, "armies"), read_book)
    return {faction: read[faction] for faction in sorted(read)}


@lru_cache(maxsize=16)
def on_sale(army: ArmyBook) -> Catalogue:
    """The entries of an army book with what any unit may buy besides its own options."""
    return msgspec.structs.replace(army.catalogue, entries=tuple(map(sold, army.catalogue.entries)))


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
    return on_sale(book(faction))


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


def army_list(name: str, data: Mapping[str, Any] | None, settings: Settings) -> ArmyList:
    """The army of a seat: a list that a player brought, or the ready list of a house army for the size of the game."""
    return ready_army(name, settings.points) if data is None else list_from_data(data)


# Lists that are ready to play


@lru_cache(maxsize=1)
def ready_rosters() -> Mapping[str, Roster]:
    """The lists that are ready to play as their checks see them, by faction and points (`Tidewardens 1000`)."""
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


def ready_army(name: str, points: int = USUAL_POINTS) -> ArmyList:
    """A list that is ready to play: by its name, by its faction with the points behind it (`Tidewardens 1500`), or by
    its faction for a game of that many points. For a size without a list the largest that fits is taken."""
    return _ready().find(name, points)


def full_name(name: str) -> str:
    """The name in full of a list that is ready to play; it stands for the same list as the name that was given."""
    return _ready().full_name(name)
