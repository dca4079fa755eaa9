"""Which rulebooks can muster armies. Each is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from warhost import rulesets
from warhost.errors import WarhostError
from warhost.muster.values import Kind, Muster, Mustered, Source
from warhost.rulesets.families.army_text import DataError

__all__ = ["Brought", "bring", "is_file_name", "muster", "open_army", "read_together", "slugs"]

_MODULES = {"aofr": "warhost.muster.regiments"}
_FILE_ENDINGS = (".json", ".toml", ".txt")


def slugs() -> tuple[str, ...]:
    """Every rulebook whose armies can be mustered."""
    return tuple(_MODULES)


def muster(slug: str) -> Muster:
    """The mustering of a rulebook."""
    module = _MODULES.get(slug)
    if module is None:
        raise WarhostError(_no_lists(slug))
    found = import_module(module).MUSTER
    assert isinstance(found, Muster)
    return found


def _no_lists(slug: str) -> str:
    """Why a rulebook that can be played has no lists, and what it is played with instead."""
    book = rulesets.ruleset(slug)
    return f"{book.title} does not take own lists: choose one of its armies, {', '.join(book.armies())}."


def read_together(rulebook: Muster, sources: Sequence[Source]) -> Mustered:
    """What several files hold that belong together: a list, and the army books that it refers to, in any order."""
    found = [(source, rulebook.read(source)) for source in sources]
    books = [source for source, mustered in found if mustered.kind == "book"]
    others = [source for source, mustered in found if mustered.kind != "book"]
    if len(others) > 1:
        raise DataError([f"{' and '.join(source.name for source in others)}: give one list at a time."])
    if not found:
        raise DataError(["There is nothing to read."])
    return rulebook.read(others[0], books) if others and books else found[-1][1]


def is_file_name(source: str) -> bool:
    """Whether the word for an army is a file of a player's own; otherwise it is the name of an army."""
    path = Path(source)
    return path.is_file() or source.casefold().endswith(_FILE_ENDINGS) or len(path.parts) > 1


def open_army(rulebook: Muster, source: str, books: Sequence[Path] = (), kind: Kind = "list") -> Mustered:
    """An army from a file, or by its name where there is no such file."""
    if is_file_name(source):
        return rulebook.read(Source.of(Path(source)), [Source.of(book) for book in books])
    return rulebook.find(source, kind)


class Brought(msgspec.Struct, frozen=True):
    """The armies of a battle, some of them lists that players brought: what a set-up needs of them."""

    armies: tuple[str, ...]
    lists: tuple[Mapping[str, Any] | None, ...]
    options: Mapping[str, Any]


def bring(slug: str, armies: Sequence[str | Mustered], options: Mapping[str, Any]) -> Brought:
    """Armies by their names and lists of the players' own, for a battle of that rulebook.

    What the options do not say follows from the lists: the battle is of the size that they were made for. The error
    says all that is wrong with all of them.
    """
    own = [army for army in armies if isinstance(army, Mustered)]
    if not own:
        return Brought(tuple(army for army in armies if isinstance(army, str)), (), options)
    rulebook = muster(slug)
    options = {**rulebook.wants(own), **options}
    problems: dict[str, None] = {}
    names: list[str] = []
    lists: list[Mapping[str, Any] | None] = []
    for seat, army in enumerate(armies):
        try:
            lists.append(rulebook.field(army, options, seat) if isinstance(army, Mustered) else None)
        except DataError as error:
            problems |= dict.fromkeys(error.problems)
        names.append(rulebook.card(army).name if isinstance(army, Mustered) else army)
    if problems:
        raise DataError(problems)
    return Brought(tuple(names), tuple(lists), options)
