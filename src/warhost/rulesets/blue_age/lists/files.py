"""Army books of The Blue Age as files: profiles, sizes, options, read with all problems at once.

faction = "Tidewardens"

[[entry]]
name     = "Harbour Spears"
category = "infantry"
type     = "infantry"
profile  = { M = 5, Me = 6, S = 4, G = 4, H = 1, I = 4, A = 1, Sp = 6, Mi = 6 }
armour   = ["Light Armour", "Shield"]
weapons  = ["Spear"]
models   = 10
most     = 30
cost     = 80
each     = 8
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from warhost.muster.entries import Catalogue, Option, Size
from warhost.muster.entries import Entry as Offered
from warhost.muster.files.army_text import Reading, Table, read_table
from warhost.muster.files.book_files import (
    COSTLIEST,
    MOST_MODELS,
    OPTION,
    Packages,
    Shape,
    entry_text,
    read_entry,
    read_packages,
)
from warhost.muster.files.forms import Form, choice, flag, key, names, number, text
from warhost.muster.files.toml_text import toml_table, toml_text
from warhost.rulesets.blue_age.core import Entry, Type, armours, problem_with, weapon_problem
from warhost.rulesets.families.house_books import HouseBook

__all__ = ["CATEGORIES", "ArmyBook", "Upgrade", "book_text", "read_book"]

CATEGORIES = ("hero", "infantry", "mounted", "beasts", "monsters", "engines")
TYPES: tuple[Type, ...] = get_args(Type)

LETTERS = {
    "M": ("movement", 0, 20),
    "Me": ("melee", 2, 10),
    "Ra": ("ranged", 2, 10),
    "S": ("strength", 1, 10),
    "G": ("grit", 1, 10),
    "H": ("health", 1, 20),
    "I": ("initiative", 1, 10),
    "A": ("attacks", 0, 20),
    "Sp": ("spirit", 2, 10),
    "Mi": ("mind", 2, 10),
    "MR": ("magic", 0, 6),
    "D": ("destiny", 0, 10),
}
"""The values of a profile as lists write them, what they stand for, and between what they lie."""
MAY_LACK = frozenset({"Ra", "MR", "D"})


class Upgrade(Option, frozen=True, kw_only=True):
    """An option with what it does to a unit."""

    rules: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    armour: tuple[str, ...] = ()
    values: tuple[tuple[str, int], ...] = ()
    """Values of the profile that it sets, by their letters."""
    items: tuple[str, ...] = ()
    champion: bool = False
    bannerman: bool = False
    warbanner: bool = False
    commander: bool = False
    trait: str = ""


class ArmyBook(HouseBook, frozen=True, kw_only=True):
    """The army list of a faction."""


def _letters(table: Table, name: str) -> tuple[tuple[str, int], ...]:
    values = table.table(name)
    found = tuple(
        (letter, values.number(letter, low, high)) for letter, (_, low, high) in LETTERS.items() if values.has(letter)
    )
    values.done()
    return found


def _profile_letters(table: Table, name: str) -> tuple[tuple[str, int], ...]:
    """All values of a profile; a unit may do without Ranged, Magic Rating and Destiny."""
    found = _letters(table, name)
    missing = [letter for letter in LETTERS if letter not in MAY_LACK and letter not in dict(found)]
    if missing:
        table.problem(f'"{name}" lacks {", ".join(missing)}.')
    return found


UPGRADE: Form[Upgrade] = Form(
    Upgrade,
    *OPTION.keys,
    names("rules"),
    names("weapons"),
    names("armour"),
    key("values", _letters, (), write=dict),
    names("items"),
    flag("champion"),
    flag("bannerman"),
    flag("warbanner"),
    flag("commander"),
    text("trait", default=""),
)

_GROWS = (number("most", 1, MOST_MODELS, default=0), number("each", 0, COSTLIEST, default=0))
_ONLY = Form(Size, number("models", 1, MOST_MODELS, default=1), number("cost", 0, COSTLIEST), *_GROWS)
SHAPE = Shape(only_size=_ONLY, size=_ONLY, option=UPGRADE)

PROFILE: Form[dict[str, Any]] = Form(
    dict,
    choice("type", TYPES),
    flag("hero"),
    flag("flyer"),
    key("profile", _profile_letters, write=dict),
    names("armour"),
    names("weapons"),
    names("rules"),
    names("bonus"),
    names("lore"),
    number("base", 10, 200, default=25),
)


def read_book(source: str, filename: str) -> Reading[ArmyBook]:
    """The army book in the text of a file, or None and all its problems."""
    return read_table(source, filename, _book)


def _book(file: Table) -> ArmyBook:
    faction, aliases, packages = file.text("faction"), file.names("aliases"), read_packages(file)
    told = file.text("text") if file.has("text") else ""
    entries = tuple(_entry(table, faction, packages) for table in file.tables("entry"))
    file.done()
    file.distinct("entry", (entry.name for entry in entries))
    book = ArmyBook(catalogue=Catalogue(faction=faction, aliases=aliases, entries=entries, text=told))
    for owner, problem in problems_of(book):
        file.problem_of("entry", owner, problem)
    return book


def _entry(table: Table, faction: str, packages: Packages) -> Offered:
    entry = read_entry(table, faction, packages, lambda one: _profile(one, faction), CATEGORIES, SHAPE)
    unit = msgspec.structs.replace(entry.own, name=entry.name)
    if unit.hero != (entry.category == "hero"):
        table.problem('Heroes, and only Heroes, are in the category "hero".')
    if unit.hero and entry.sizes[0].models != 1:
        table.problem("a Hero is one model.")
    if unit.hero and not unit.destiny:
        table.problem("a Hero has Destiny: write D in its profile.")
    return msgspec.structs.replace(entry, own=unit, tags=(*entry.tags, *(["hero"] if unit.hero else [])))


def _profile(table: Table, faction: str) -> Entry:
    told = PROFILE.read_part(table)
    values = {LETTERS[letter][0]: value for letter, value in told.pop("profile")}
    return Entry(name="", army=faction, **told, **values)


def problems_of(book: ArmyBook) -> Iterator[tuple[str, str]]:
    """Whatever a book names that the engine does not know, with whose it is."""
    for entry in book.catalogue.entries:
        unit: Entry = entry.own
        upgrades = [option for option in entry.options if isinstance(option, Upgrade)]
        rules = [*unit.rules, *unit.bonus, *(said for option in upgrades for said in option.rules)]
        weapons = [*unit.weapons, *(name for option in upgrades for name in option.weapons)]
        armour = [*unit.armour, *(name for option in upgrades for name in option.armour)]
        told = [*map(problem_with, rules), *map(weapon_problem, weapons)]
        told += [f'the armour "{name}" is unknown.' for name in armour if name not in armours()]
        yield from ((entry.name, problem) for problem in told if problem)


# Writing


def book_text(book: ArmyBook) -> str:
    """The file of an army book, which `read_book` understands."""
    top = toml_table("", {"faction": book.faction, "aliases": book.aliases, "text": book.catalogue.text})
    return toml_text([top, *(_entry_text(entry) for entry in book.catalogue.entries)])


def _entry_text(entry: Offered) -> str:
    bare = msgspec.structs.replace(entry, tags=tuple(tag for tag in entry.tags if tag != "hero"))
    return entry_text(bare, _fields(entry.own), SHAPE)


def _fields(unit: Entry) -> dict[str, Any]:
    profile = {letter: getattr(unit, name) for letter, (name, _, _) in LETTERS.items()}
    kept = {letter: value for letter, value in profile.items() if value or letter not in MAY_LACK}
    told: dict[str, Any] = {
        one.name: getattr(unit, one.attribute) for one in PROFILE.keys if one.attribute != "profile"
    }
    fields = {name: value for name, value in told.items() if value not in (False, (), 25)}
    return {"type": fields.pop("type"), "profile": kept, **fields}
