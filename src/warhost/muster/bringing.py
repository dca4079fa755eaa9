"""Armies from files and by their names, and the armies of a battle, some of them lists that players brought."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from warhost.errors import WarhostError
from warhost.muster.files.army_text import DataError
from warhost.muster.values import Kind, Muster, Mustered, Source

__all__ = ["Brought", "bring", "is_file_name", "is_there", "open_army", "read_together", "taking_lists"]

_FILE_ENDINGS = (".json", ".toml", ".txt")


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
    return is_there(source) or source.casefold().endswith(_FILE_ENDINGS) or len(path.parts) > 1


def is_there(name: str) -> bool:
    """Whether there is a file of that name. A text that is too long for the name of a file, as links are, is none."""
    try:
        return Path(name).is_file()
    except OSError:
        return False


def open_army(rulebook: Muster, source: str, books: Sequence[Path] = (), kind: Kind = "list") -> Mustered:
    """An army from a file, or by its name where there is no such file."""
    if is_file_name(source):
        return rulebook.read(Source.of(Path(source)), [Source.of(book) for book in books])
    return rulebook.find(source, kind)


def taking_lists(rulebook: Muster) -> Muster:
    """The mustering of a rulebook, if players may bring lists of their own to its battles; an error if not."""
    if rulebook.takes_lists:
        return rulebook
    names = ", ".join(army.name for army in rulebook.shipped() if army.kind == "list")
    raise WarhostError(f"{rulebook.title} does not take lists of your own: choose one of its armies, {names}.")


class Brought(msgspec.Struct, frozen=True):
    """The armies of a battle, some of them lists that players brought: what a set-up needs of them."""

    armies: tuple[str, ...]
    lists: tuple[Mapping[str, Any] | None, ...]
    options: Mapping[str, Any]


def bring(rulebook: Muster | None, armies: Sequence[str | Mustered], options: Mapping[str, Any]) -> Brought:
    """Armies by their names and lists of the players' own, for a battle of that rulebook (None: one without lists).

    What the options do not say follows from the lists: the battle is of the size that they were made for. The error
    says all that is wrong with all of them.
    """
    own = [army for army in armies if isinstance(army, Mustered)]
    if rulebook is None or not own:
        return Brought(tuple(army for army in armies if isinstance(army, str)), (), options)
    options = {**rulebook.wants(own), **options}
    taking_lists(rulebook)
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
