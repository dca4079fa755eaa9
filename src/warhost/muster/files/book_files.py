"""Army books as files: entries with their sizes and options, read with all their problems at once.

faction = "Valley Folk"

[packages]
arms = [{ name = "Bows", cost = 10, choose = "arms", replace = "Spear" }]

[[entry]]
name     = "Spearmen"
category = "Core"
gear     = ["Spear"]
sizes    = [{ name = "Troop", models = 10, cost = 50 }, { name = "Horde", models = 40, cost = 160 }]
options  = ["arms", { name = "Shields", cost = 1, per_model = true }]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple, TypedDict, TypeVar

from warhost.muster.entries import Catalogue, Change, Choice, Entry, Option, Size
from warhost.muster.files.army_text import Reading, Table, read_table
from warhost.muster.files.forms import Form, flag, key, names, number, text
from warhost.muster.files.toml_text import toml_table, toml_text

__all__ = [
    "CHOICE",
    "OPTION",
    "PLAIN",
    "SIZE",
    "OptionFields",
    "Shape",
    "catalogue_text",
    "check_options",
    "entry_text",
    "one_or_more",
    "option_fields",
    "read_catalogue",
    "read_entry",
    "read_options",
    "read_packages",
]

COSTLIEST = 9999
MOST_MODELS = 999

O = TypeVar("O", bound=Option)  # noqa: E741
Packages = Mapping[str, Sequence[Any]]


def read_catalogue(
    source: str, filename: str, own: Callable[[Table], Any] | None = None, categories: Sequence[str] = ()
) -> Reading[Catalogue]:
    """The army book in the text of a file. `own` reads what an entry has besides, for its rulebook."""

    def read(file: Table) -> Catalogue:
        faction, aliases, packages = file.text("faction"), file.names("aliases"), read_packages(file)
        tables = file.tables("entry")
        entries = tuple(read_entry(table, faction, packages, own, categories) for table in tables)
        file.done()
        file.distinct("entry", (entry.name for entry in entries))
        return Catalogue(faction=faction, aliases=aliases, entries=entries)

    return read_table(source, filename, read)


class Shape(NamedTuple):
    """How sizes and options of entries read, in books in which they say more than a price."""

    only_size: Form[Any]
    """The size of an entry that comes in one: its keys are those of the entry."""
    size: Form[Any]
    option: Form[Any]
    sizes: tuple[str, ...] = ()
    """Sizes that the book has, so that options may have a price for them whether an entry comes in them or not."""


def read_entry(
    table: Table,
    faction: str,
    packages: Packages,
    own: Callable[[Table], Any] | None = None,
    categories: Sequence[str] = (),
    shape: Shape | None = None,
) -> Entry:
    """One entry; its category is one of those that are named, if any are."""
    shape = shape or PLAIN
    options = read_options(table, "options", packages, shape.option.read)
    sizes = tuple(map(shape.size.read, table.tables("sizes"))) if table.has("sizes") else ()
    sizes = sizes or (shape.only_size.read_part(table),)
    entry = Entry(
        name=table.text("name"),
        faction=faction,
        aliases=table.names("aliases"),
        category=table.choice("category", categories) if categories else table.text("category"),
        tags=table.names("tags"),
        sizes=sizes,
        options=options,
        choices=tuple(map(CHOICE.read, table.tables("choices"))) if table.has("choices") else (),
        gear=table.names("gear"),
        limit=table.number("limit") if table.has("limit") else None,
        changes=tuple(map(CHANGE.read, table.tables("changes"))) if table.has("changes") else (),
        own=None if own is None else own(table),
    )
    table.done()
    _check_entry(table, entry, shape.sizes)
    return entry


def _check_entry(table: Table, entry: Entry, known: Sequence[str]) -> None:
    gear = {*entry.gear, *(name for option in entry.options for name in option.gives)}
    check_options(table, entry.options, gear if gear else None, "option")
    sizes = [size.name for size in entry.sizes]
    table.distinct("size", sizes)
    table.distinct("choice", [choice.name for choice in entry.choices])
    for option in entry.options:
        for name, _ in option.by_size:
            if name not in sizes and name not in known:
                table.problem(f'option "{option.name}" is for "{name}", which is not a size.{table.near(name, sizes)}')


def catalogue_text(book: Catalogue, own: Callable[[Entry], Mapping[str, Any]] = lambda entry: {}) -> str:
    """The file of an army book; `own` tells the keys of what is a rulebook's own of an entry."""
    top = toml_table("", {"faction": book.faction, "aliases": book.aliases})
    return toml_text([top, *(entry_text(entry, own(entry)) for entry in book.entries)])


def entry_text(entry: Entry, own: Mapping[str, Any] = {}, shape: Shape | None = None) -> str:
    """An entry of the file of an army book; `own` are the keys that its rulebook reads."""
    shape = shape or PLAIN
    only = len(entry.sizes) == 1 and not entry.sizes[0].name
    sizes = shape.only_size.fields(entry.sizes[0]) if only else {"sizes": [shape.size.fields(s) for s in entry.sizes]}
    fields = {
        "name": entry.name,
        "aliases": entry.aliases,
        "category": entry.category,
        "tags": entry.tags,
        "gear": entry.gear,
        **own,
        **sizes,
        "options": [shape.option.fields(option) for option in entry.options],
        "choices": [CHOICE.fields(choice) for choice in entry.choices],
        "limit": entry.limit,
        "changes": [CHANGE.fields(change) for change in entry.changes],
    }
    return toml_table("[[entry]]", fields)


def one_or_more(table: Table, name: str) -> tuple[str, ...]:
    """A text or a list of them, empty if absent."""
    return (table.text(name),) if isinstance(table.raw.get(name), str) else table.names(name)


def _cost(table: Table, name: str) -> int:
    """The price of an option; one that has prices by size needs no other."""
    return 0 if table.has("by_size") and not table.has(name) else table.number(name, -COSTLIEST, COSTLIEST)


def _price_by_size(table: Table, name: str) -> tuple[tuple[str, int], ...]:
    prices = table.table(name)
    return tuple((size, prices.number(size, 0, COSTLIEST)) for size in prices.raw)


_GROWS = (number("most", 1, MOST_MODELS, default=0), number("each", 0, COSTLIEST, default=0))
_COST = number("cost", 0, COSTLIEST)

ONLY_SIZE = Form(Size, number("models", 1, MOST_MODELS, default=1), _COST, *_GROWS)
"""The size of an entry that comes in one: its keys are those of the entry."""
SIZE = Form(Size, text("name"), number("models", 1, MOST_MODELS), _COST, *_GROWS)
CHOICE = Form(
    Choice,
    text("name"),
    number("least", default=0),
    number("most", default=1),
    number("points", 0, COSTLIEST, default=0),
)
CHANGE = Form(Change, text("unit"), text("category"), flag("army"))
OPTION = Form(
    Option,
    text("name"),
    key("cost", _cost),
    flag("per_model"),
    key("by_size", _price_by_size, default=(), write=dict),
    number("models", 1, default=None),
    number("most", 1, default=1),
    text("choose", default=""),
    key("replace", one_or_more, default=(), attribute="replaces"),
    key("with", one_or_more, default=(), attribute="gives"),
    number("limit", default=None),
    names("tags"),
)


PLAIN = Shape(ONLY_SIZE, SIZE, OPTION)


class OptionFields(TypedDict):
    """What every option has besides its name."""

    cost: int
    replaces: tuple[str, ...]
    models: int | None
    most: int
    choose: str


def option_fields(table: Table) -> OptionFields:
    """Price and choice of an option."""
    return {
        "cost": table.number("cost", -COSTLIEST, COSTLIEST),
        "replaces": one_or_more(table, "replace"),
        "models": table.number("models", 1) if table.has("models") else None,
        "most": table.number_or("most", 1, lowest=1),
        "choose": table.text("choose") if table.has("choose") else "",
    }


def read_packages(file: Table, word: str = "option") -> Packages:
    """Lists of options that several entries share, by name."""
    table = file.optional_table("packages")
    return {} if table is None else {name: table.get(name, list, [], f"a list of {word}s") for name in table.raw}


def read_options(
    table: Table, key: str, packages: Packages, read: Callable[[Table], O], word: str = "option"
) -> tuple[O, ...]:
    """The options of an entry: tables of its own, and names of packages."""
    found: list[tuple[str, Any]] = []
    for item in table.get(key, list, [], "a list") if table.has(key) else []:
        if not isinstance(item, str):
            found.append((table.where, item))
        elif item in packages:
            found += [(f'{table.where}, package "{item}"', option) for option in packages[item]]
        else:
            table.problem(f'package "{item}" is unknown.{table.near(item, packages)}')
    options = []
    for nth, (where, item) in enumerate(found, 1):
        if isinstance(item, dict):
            options.append(read(Table(item, f"{where}, {word} {nth}", table.problems)))
        else:
            table.problem(f"{word} {nth} must be a table or the name of a package, not {item!r}.")
    return tuple(options)


def check_options(table: Table, options: Sequence[Option], gear: Collection[str] | None, word: str) -> None:
    """Options of the same name are problems, and those that replace what nobody has (None: nobody knows)."""
    names = {option.name.casefold(): option.name for option in options}
    for name, count in Counter(option.name.casefold() for option in options).items():
        if count > 1:
            table.problem(f'{word} "{names[name]}" appears {count} times; give each its own name.')
    for option in options:
        for name in option.replaces:
            if gear is not None and name not in gear:
                near = table.near(name, gear)
                table.problem(f'{word} "{option.name}" replaces "{name}", which no model has.{near}')
