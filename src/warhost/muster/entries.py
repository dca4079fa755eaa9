"""What an army book offers, as data: entries with their sizes, options and limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

import msgspec

from warhost.muster.files.army_text import Problem, guess

__all__ = [
    "Barred",
    "Catalogue",
    "Change",
    "Choice",
    "Entry",
    "Gear",
    "Item",
    "Option",
    "Size",
    "find_options",
    "times",
]


MOST_LISTED = 20
"""So many options of a unit are told to a player who asked for one that it has not."""


@runtime_checkable
class Item(Protocol):
    """A weapon or another thing that models carry: so many copies of one name."""

    @property
    def name(self) -> str: ...

    @property
    def count(self) -> int: ...


class Gear(msgspec.Struct, frozen=True):
    """A thing that models carry, in books in which a name says all about it."""

    name: str
    count: int = 1


class Size(msgspec.Struct, frozen=True):
    """A size in which a unit can be bought: a troop, a horde, 5x3, two copies combined.

    `most` and `each` are for units that grow model by model: up to so many models, at so many points each.
    """

    name: str = ""
    models: int = 1
    cost: int = 0
    copies: int = 1
    """How many units of the army book it is made of: what is bought for all models is paid once for each."""
    most: int = 0
    each: int = 0

    def cost_of(self, models: int) -> int:
        """The price of a unit of so many models."""
        return self.cost + self.each * (models - self.models)


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a unit may buy, on top of what it has or in place of it."""

    name: str
    cost: int = 0
    per_model: bool = False
    """The price is for each model of the unit."""
    by_size: tuple[tuple[str, int], ...] = ()
    """Prices by the names of sizes; a unit of any other size may not buy it."""
    models: int | None = None
    """How many models one purchase is for; None for all of them."""
    most: int = 1
    """How often a unit may buy it; 0 for any number of times."""
    choose: str = ""
    """Of the options with the same word here a unit may have one, or what its entry says of that choice."""
    replaces: tuple[str, ...] = ()
    """Things by their names; one of several copies for each time that a name stands here."""
    gives: tuple[str, ...] = ()
    """Things that models have instead, or besides, where a name says all about them."""
    limit: int | None = None
    """How often an army may have it."""
    tags: tuple[str, ...] = ()
    """What limits of the whole army call it: an item, a spell."""

    def cost_for(self, size: Size, models: int) -> int:
        """The price of one purchase for a unit of that size."""
        cost = dict(self.by_size).get(size.name, self.cost)
        if self.per_model:
            return cost * models
        return cost * (size.copies if self.models is None else 1)


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """How many options of one kind a unit takes, and for how many points at most (0: for any)."""

    name: str
    least: int = 0
    most: int = 1
    points: int = 0


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A unit moves others to another category: those of that name in its own part of the army, or in all of it."""

    unit: str
    category: str
    army: bool = False


class Barred(msgspec.Struct, frozen=True):
    """An option of the book that an entry may not have: why, as a sentence, and by which rule."""

    name: str
    why: str
    rule: str = ""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of an army book, as lists are built from it. What it can do in a battle is for its rulebook to say."""

    name: str
    faction: str = ""
    aliases: tuple[str, ...] = ()
    category: str = ""
    tags: tuple[str, ...] = ()
    """What limits of the whole army call it, besides its category."""
    sizes: tuple[Size, ...] = (Size(),)
    """The usual one first."""
    options: tuple[Option, ...] = ()
    choices: tuple[Choice, ...] = ()
    gear: tuple[str, ...] = ()
    """What each model carries, where options replace it and a name says all about it."""
    limit: int | None = None
    """How many of it an army may have (0-X)."""
    changes: tuple[Change, ...] = ()
    """Units that count for another category while it is there."""
    barred: tuple[Barred, ...] = ()
    """Options that others may have and it may not."""
    own: Any = None
    """The rulebook's own value for it."""

    def size(self, name: str) -> Size | None:
        """The size of that name; the usual one if none is named."""
        if not name:
            return self.sizes[0]
        return next((size for size in self.sizes if size.name.casefold() == name.casefold()), None)

    def choice(self, name: str) -> Choice:
        return next((choice for choice in self.choices if choice.name == name), Choice(name=name))


class Catalogue(msgspec.Struct, frozen=True, kw_only=True):
    """The entries from which lists of a faction are built."""

    faction: str
    entries: tuple[Entry, ...]
    aliases: tuple[str, ...] = ()
    text: str = ""
    """How the army fights, in one sentence."""

    def find(self, name: str) -> Entry | None:
        """The entry of that name, in any spelling that it has."""
        wanted = name.casefold()
        return next((e for e in self.entries if wanted in map(str.casefold, (e.name, *e.aliases))), None)

    def unknown(self, name: str, problems: int) -> str:
        """Why there is no entry of that name, as a sentence; with so many problems before it nothing is guessed."""
        meant = guess(name, [entry.name for entry in self.entries], problems)
        return f'unit "{name}" is not in the army book of the {self.faction}.{meant}'


O = TypeVar("O", bound=Option)  # noqa: E741


def find_options(
    options: Sequence[O],
    names: Iterable[str],
    problems: list[Problem],
    word: str = "option",
    barred: Sequence[Barred] = (),
) -> list[O]:
    """The options of these names, in the order in which they are bought; those that are unknown or barred become
    problems."""
    known = {option.name.casefold(): option for option in options}
    denied = {one.name.casefold(): one for one in barred}
    found = []
    for name in names:
        option = known.get(name.casefold())
        if option is not None:
            found.append(option)
        elif name.casefold() in denied:
            one = denied[name.casefold()]
            problems.append(Problem(f'{word} "{one.name}": {one.why}', one.rule or None))
        else:
            problems.append(Problem(f'{word} "{name}" is unknown.{_meant(name, options, barred, len(problems))}'))
    return found


def _meant(name: str, options: Sequence[Option], barred: Sequence[Barred], problems: int) -> str:
    """What may have been meant by the name of an option, or what there is, where that is short enough to be read."""
    names = [option.name for option in options]
    near = guess(name, [*names, *(one.name for one in barred)], problems)
    if near or len(names) > MOST_LISTED:
        return near
    return f" It may have {', '.join(names)}." if names else " It may have none."


def times(count: int) -> str:
    """`once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
