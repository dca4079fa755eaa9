"""Lists that are ready to play: the files that a book ships, and how one is found by its name or its faction."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Generic, Protocol, TypeVar

from warhost.muster.army_text import DataError, UnknownName, read_all, shipped
from warhost.muster.entries import Catalogue
from warhost.muster.list_builder import ListBuilder
from warhost.muster.list_files import ListFormat, read_draft
from warhost.muster.roster import Roster
from warhost.play.english import acts


class Listed(Protocol):
    """An army list of a book."""

    @property
    def name(self) -> str: ...

    @property
    def faction(self) -> str: ...

    @property
    def points(self) -> int: ...


L = TypeVar("L", bound=Listed)


def read_rosters(
    package: str, builder: ListBuilder, form: ListFormat, catalogue: Callable[[str], Catalogue]
) -> Mapping[str, Roster]:
    """The lists of a book's data folder as their checks see them, by faction and points (`Crown of Aldermere 1000`)."""
    drafts, problems = read_all(shipped(package, "lists"), lambda text, filename: read_draft(text, filename, form))
    found = []
    for filename, draft in drafts.items():
        made = builder.assembled(draft, catalogues={draft.faction: catalogue(draft.faction)})
        problems += [f"{filename}, {problem}" for problem in made.problems]
        found.append(made.content)
    if problems:
        raise DataError(problems)
    ordered = sorted(found, key=lambda roster: (roster.own.faction, roster.own.points))
    return {f"{roster.own.faction} {roster.own.points}": roster for roster in ordered}


class Ready(Generic[L]):
    """The lists of a book as they take the field, found by any of their names."""

    def __init__(self, lists: Mapping[str, L], faction: Callable[[str], str]) -> None:
        """`faction` is the name in full of a faction; it raises UnknownName for one that there is not."""
        self.lists = lists
        self.faction = faction

    def find(self, name: str, points: int) -> L:
        """A list by its name, by its faction with the points behind it, or by its faction for a game of that many
        points. For a size without a list the largest that fits is taken."""
        by_name = self._by_name(name)
        if by_name is not None:
            return by_name
        told = _told(name)
        faction = self.faction(told[0] if told else name)
        wanted = told[1] if told else points
        sizes = {army.points: army for army in self.lists.values() if army.faction == faction}
        fitting = [size for size in sizes if size <= wanted]
        if not fitting or (told and wanted not in sizes):
            listed = ", ".join(map(str, sizes))
            raise UnknownName(f"{acts(faction, 'has')} no list of {wanted} points: there are lists of {listed}.")
        return sizes[max(fitting)]

    def full_name(self, name: str) -> str:
        """The name in full of a list; it stands for the same list as the name that was given."""
        by_name = self._by_name(name)
        if by_name is not None:
            return by_name.name
        told = _told(name)
        return f"{self.faction(told[0])} {told[1]}" if told else self.faction(name)

    def _by_name(self, name: str) -> L | None:
        return next((army for army in self.lists.values() if name.casefold() == army.name.casefold()), None)


def _told(name: str) -> tuple[str, int] | None:
    """A faction with the points behind it."""
    found = re.fullmatch(r"(.+?)\s+(\d{3,5})", name.strip())
    return None if found is None else (found[1], int(found[2]))
