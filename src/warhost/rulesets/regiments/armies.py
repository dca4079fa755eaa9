"""The armies of the house: four army books of our own, lists ready to play, and files of a player's own.

>>> ready_list("tallgrass").limit
1000
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from warhost.rulesets.families.army_text import (
    DataError,
    UnknownName,
    by_faction,
    named,
    read_all,
    read_text,
    shipped,
    whole,
)
from warhost.rulesets.regiments.army_files import read_book, read_list
from warhost.rulesets.regiments.entries import ArmyBook, ArmyList, Regiment, UnitEntry
from warhost.rulesets.regiments.lists import GAME_SIZES, build

__all__ = [
    "book",
    "books",
    "entry",
    "find_regiment",
    "load_book_text",
    "load_books",
    "load_list_file",
    "load_list_text",
    "ready_list",
    "ready_lists",
    "size_for",
]

PACKAGE = "warhost.rulesets.regiments"


@lru_cache(maxsize=1)
def books() -> dict[str, ArmyBook]:
    """The army books of the house by their faction, in alphabetical order."""
    return dict(sorted(load_books(shipped(PACKAGE, "armies")).items()))


def load_books(texts: Mapping[str, str]) -> dict[str, ArmyBook]:
    """The army books in the texts of several files; the error lists the problems of all of them."""
    return by_faction(texts, read_book)


def load_book_text(text: str, filename: str = "book.toml") -> ArmyBook:
    """The army book in the text of one file."""
    return whole(read_book(text, filename))


def book(name: str) -> ArmyBook:
    """The army book of a faction: by its name, another spelling of it, or a beginning that only one faction has."""
    return named(name, "faction", {b.faction: (b, (b.faction, *b.aliases)) for b in books().values()})


def entry(army: ArmyBook, name: str) -> UnitEntry:
    """The unit of an army book, by the same kinds of names."""
    return named(name, f"unit of the {army.faction}", {e.name: (e, (e.name, *e.aliases)) for e in army.units})


@lru_cache(maxsize=1)
def ready_lists() -> dict[str, ArmyList]:
    """The lists that are ready to play, by their names, in the order of factions and points."""
    lists, problems = read_all(shipped(PACKAGE, "lists"), lambda text, filename: read_list(text, filename, book))
    if problems:
        raise DataError(problems)
    return {army.name: army for army in sorted(lists.values(), key=lambda army: (army.factions, army.limit))}


@lru_cache(maxsize=256)
def ready_list(name: str, points: int = GAME_SIZES["quick"]) -> ArmyList:
    """A list that is ready to play: by its name, or by its faction with the points behind it (`Unburied Host 1500`).

    A faction alone stands for its list for a game of that many points, a quick one if nothing is said.
    """
    things: dict[str, tuple[ArmyList, tuple[str, ...]]] = {}
    for army in ready_lists().values():
        (faction,) = army.factions
        spellings = [f"{spelling} {army.limit}" for spelling in (faction, *book(faction).aliases)]
        if army.limit == size_for(points):
            spellings += [faction, *book(faction).aliases]
        things[army.name] = (army, (army.name, *army.aliases, *spellings))
    try:
        return named(name, "army list", things)
    except UnknownName as unknown:
        faction, limit = _faction_and_points(name, size_for(points))
        for army in ready_lists().values():
            if army.factions == (faction,) and army.limit == limit:
                return army
        raise unknown from None


def size_for(points: int) -> int:
    """The size of the lists for a game of so many points: the largest that fits, else the smallest there is."""
    sizes = sorted(GAME_SIZES.values())
    return max((size for size in sizes if size <= points), default=sizes[0])


def _faction_and_points(name: str, usual: int) -> tuple[str, int]:
    """What a name such as `tallgrass 1500` stands for; no faction if it stands for nothing."""
    match = re.fullmatch(r"(.+?)\s+(\d+)", name.strip())
    faction, points = (match[1], int(match[2])) if match else (name, usual)
    try:
        return book(faction).faction, points
    except UnknownName:
        return "", 0


def load_list_text(text: str, filename: str = "army.toml", own: Mapping[str, ArmyBook] | None = None) -> ArmyList:
    """The army list in the text of a file. Army books of the player's own are found before those of the house."""

    def find(name: str) -> ArmyBook:
        return (own or {}).get(name) or book(name)

    return whole(read_list(text, filename, find))


def load_list_file(path: str | Path, own: Mapping[str, ArmyBook] | None = None) -> ArmyList:
    """The army list in a file of a player's own."""
    path = Path(path)
    return load_list_text(read_text(path), path.name, own)


def find_regiment(name: str, army: str | None = None, upgrades: Sequence[str] = (), combined: bool = False) -> Regiment:
    """A unit of the house armies with those upgrades; the faction is needed where several have a unit of that name."""
    if army:
        found = book(army)
        return build(entry(found, name), upgrades, combined, found.spells)
    units = {e.name: ((b, e), (e.name, *e.aliases)) for b in books().values() for e in b.units}
    found, unit = named(name, "unit", units)
    return build(unit, upgrades, combined, found.spells)
