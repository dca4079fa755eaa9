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
from typing import Any, TypedDict, TypeVar

from warhost.muster.army_text import Reading, Table, read_table
from warhost.muster.entries import Catalogue, Choice, Entry, Option, Size

__all__ = [
    "OptionFields",
    "check_options",
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
    text: str, filename: str, own: Callable[[Table], Any] | None = None, categories: Sequence[str] = ()
) -> Reading[Catalogue]:
    """The army book in the text of a file. `own` reads what an entry has besides, for its rulebook."""

    def read(file: Table) -> Catalogue:
        faction, aliases, packages = file.text("faction"), file.names("aliases"), read_packages(file)
        tables = file.tables("entry")
        entries = tuple(read_entry(table, faction, packages, own, categories) for table in tables)
        file.done()
        file.distinct("entry", (entry.name for entry in entries))
        return Catalogue(faction=faction, aliases=aliases, entries=entries)

    return read_table(text, filename, read)


def read_entry(
    table: Table,
    faction: str,
    packages: Packages,
    own: Callable[[Table], Any] | None = None,
    categories: Sequence[str] = (),
) -> Entry:
    """One entry; its category is one of those that are named, if any are."""
    gear = table.names("gear")
    options = read_options(table, "options", packages, _option)
    entry = Entry(
        name=table.text("name"),
        faction=faction,
        aliases=table.names("aliases"),
        category=table.choice("category", categories) if categories else table.text("category"),
        tags=table.names("tags"),
        sizes=tuple(map(_size, table.tables("sizes"))) if table.has("sizes") else (_only_size(table),),
        options=options,
        choices=tuple(map(_choice, table.tables("choices"))) if table.has("choices") else (),
        limit=table.number("limit") if table.has("limit") else None,
        own=None if own is None else own(table),
    )
    table.done()
    check_options(table, options, gear if table.has("gear") else None, "option")
    for kind, names in (("size", [size.name for size in entry.sizes]), ("choice", [c.name for c in entry.choices])):
        table.distinct(kind, names)
    sizes = [size.name for size in entry.sizes]
    for option in options:
        for name, _ in option.by_size:
            if name not in sizes:
                table.problem(f'option "{option.name}" is for "{name}", which is no size.{table.near(name, sizes)}')
    return entry


def _only_size(table: Table) -> Size:
    """The size of an entry that comes in one: `cost`, and `models` if they are several."""
    return Size(
        models=table.number("models", 1, MOST_MODELS) if table.has("models") else 1,
        cost=table.number("cost", 0, COSTLIEST),
        most=table.number("most", 1, MOST_MODELS) if table.has("most") else 0,
        each=table.number("each", 0, COSTLIEST) if table.has("each") else 0,
    )


def _size(table: Table) -> Size:
    size = Size(
        name=table.text("name"),
        models=table.number("models", 1, MOST_MODELS),
        cost=table.number("cost", 0, COSTLIEST),
        most=table.number("most", 1, MOST_MODELS) if table.has("most") else 0,
        each=table.number("each", 0, COSTLIEST) if table.has("each") else 0,
    )
    table.done()
    return size


def _choice(table: Table) -> Choice:
    choice = Choice(
        name=table.text("name"),
        least=table.number_or("least", 0),
        most=table.number_or("most", 1),
        points=table.number("points", 0, COSTLIEST) if table.has("points") else 0,
    )
    table.done()
    return choice


def _option(table: Table) -> Option:
    by_size = table.optional_table("by_size")
    prices = () if by_size is None else tuple((name, by_size.number(name, 0, COSTLIEST)) for name in by_size.raw)
    option = Option(
        **option_fields(table, free=by_size is not None),
        name=table.text("name"),
        per_model=table.flag("per_model"),
        by_size=prices,
        limit=table.number("limit") if table.has("limit") else None,
        tags=table.names("tags"),
    )
    table.done()
    return option


class OptionFields(TypedDict):
    """What every option has besides its name."""

    cost: int
    replaces: tuple[str, ...]
    models: int | None
    most: int
    choose: str


def option_fields(table: Table, free: bool = False) -> OptionFields:
    """Price and choice of an option; where it is `free` to have none, its price need not be told."""
    return {
        "cost": 0 if free and not table.has("cost") else table.number("cost", -COSTLIEST, COSTLIEST),
        "replaces": one_or_more(table, "replace"),
        "models": table.number("models", 1) if table.has("models") else None,
        "most": table.number_or("most", 1, lowest=1),
        "choose": table.text("choose") if table.has("choose") else "",
    }


def one_or_more(table: Table, key: str) -> tuple[str, ...]:
    """A text or a list of them, empty if absent."""
    return (table.text(key),) if isinstance(table.raw.get(key), str) else table.names(key)


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
    for number, (where, item) in enumerate(found, 1):
        if isinstance(item, dict):
            options.append(read(Table(item, f"{where}, {word} {number}", table.problems)))
        else:
            table.problem(f"{word} {number} must be a table or the name of a package, not {item!r}.")
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
