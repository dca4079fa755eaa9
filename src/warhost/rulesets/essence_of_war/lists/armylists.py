"""The sixteen Armylists of the Advanced game, the Grimoire, the Bestiary and the Vault, and the units that they make.

>>> list_unit("empire", "Marshal", "on Horse", "Battle Standard").points
225
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from warhost.muster.building.buying import Pick, buy
from warhost.muster.entries import Catalogue
from warhost.muster.files.army_text import DataError, Reading, named, whole
from warhost.rulesets.essence_of_war.core import Entry
from warhost.rulesets.essence_of_war.lists.armylist_files import read_armylist
from warhost.rulesets.essence_of_war.lists.bought_units import general_of, offered, unit_of
from warhost.rulesets.essence_of_war.lists.library_files import read_bestiary, read_grimoire, read_vault
from warhost.rulesets.essence_of_war.lists.listed_units import Armylist, Enchantment, Grimoire, ListEntry, Mount
from warhost.rulesets.families.house_books import HouseBook, HouseBooks

__all__ = [
    "BOOKS",
    "Book",
    "armylist",
    "armylists",
    "bestiary",
    "catalogue",
    "grimoire",
    "list_entry",
    "list_unit",
    "load_book_text",
    "vault",
]

PACKAGE = "warhost.rulesets.essence_of_war"


def _shipped_text(filename: str) -> str:
    return (files(PACKAGE) / "data" / filename).read_text("utf-8")


@lru_cache(maxsize=1)
def grimoire() -> Grimoire:
    """The Paths of Magic and the spells of factions."""
    return whole(read_grimoire(_shipped_text("grimoire.toml"), "grimoire.toml"))


@lru_cache(maxsize=1)
def bestiary() -> dict[str, Mount]:
    """The mounts by their names."""
    return whole(read_bestiary(_shipped_text("bestiary.toml"), "bestiary.toml"))


@lru_cache(maxsize=1)
def vault() -> dict[str, Enchantment]:
    """The Enchantments by their names."""
    return whole(read_vault(_shipped_text("vault.toml"), "vault.toml"))


class Book(HouseBook, frozen=True, kw_only=True):
    """An Armylist as Rosters are built from it, and the text of its file."""

    army: Armylist
    text: str


def _read_book(text: str, filename: str) -> Reading[Book]:
    army, problems = read_armylist(text, filename, bestiary(), grimoire())
    if army is None or problems:
        return None, problems
    entries = tuple(offered(entry, grimoire(), vault()) for entry in army.entries)
    catalogue = Catalogue(faction=army.faction, entries=entries, aliases=army.aliases)
    return Book(catalogue=catalogue, army=army, text=text), problems


BOOKS = HouseBooks(PACKAGE, _read_book, folder="armylists")
catalogue, load_book_text = BOOKS.catalogue, BOOKS.load


def armylists() -> dict[str, Armylist]:
    """All Armylists of the book by the name of their faction, in alphabetical order."""
    return {faction: book.army for faction, book in BOOKS.all().items()}


def armylist(name: str) -> Armylist:
    """The Armylist of a faction: by its name, another spelling of it, or a beginning that only one faction has."""
    return BOOKS.find(name).army


def list_entry(faction: str, name: str) -> ListEntry:
    """The unit entry of an Armylist, by the same kinds of names."""
    army = armylist(faction)
    return named(name, f"unit of the {army.faction}", {e.name: (e, (e.name, *e.aliases)) for e in army.entries})


@lru_cache(maxsize=4096)
def list_unit(faction: str, name: str, *words: str) -> Entry:
    """A unit of an Armylist by itself: its Base Option, upgrades, Paths and Enchantments, and "General", in words."""
    entry = catalogue(armylist(faction).faction).find(list_entry(faction, name).name)
    assert entry is not None
    sizes = {size.name.casefold() for size in entry.sizes}
    size = next((word for word in words if word.casefold() in sizes), "")
    bought = buy(entry, Pick(unit=entry.name, size=size, options=tuple(word for word in words if word != size)))
    if bought.problems:
        raise DataError(f"{entry.name}: {problem}" for problem in bought.problems)
    unit = unit_of(bought, bestiary(), grimoire())
    return general_of(unit) if unit.general or "general" in map(str.casefold, words) else unit
