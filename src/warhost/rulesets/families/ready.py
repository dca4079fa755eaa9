"""Lists that are ready to play: the files that a book ships, and how one is found by its name or its faction."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, Protocol, TypeVar

from warhost.dice import Chance
from warhost.muster.building.builder import ListBuilder
from warhost.muster.building.surprise import brought_up_to
from warhost.muster.building.workbench import Bench
from warhost.muster.checking.roster import Roster
from warhost.muster.files.army_text import DataError, Problem, UnknownName, read_all, shipped, whole
from warhost.muster.files.list_files import read_draft
from warhost.play import Setup
from warhost.play.shown.english import acts
from warhost.rulesets.families.brought import read_list
from warhost.rulesets.families.house_books import HouseBooks


class Listed(Protocol):
    """An army list of a book."""

    @property
    def name(self) -> str: ...

    @property
    def faction(self) -> str: ...

    @property
    def points(self) -> int: ...


L = TypeVar("L", bound=Listed)


class Ready(Generic[L]):
    """The lists of a book's data folder, found by any of their names, and those that players bring."""

    def __init__(
        self,
        books: HouseBooks[Any],
        builder: ListBuilder,
        kind: type[L],
        army_of: Callable[[Roster], L],
        bounds: Callable[[L], Sequence[Problem]],
        usual: int,
    ) -> None:
        """`army_of` is a list as it takes the field, of that kind; `bounds` is all that keeps one from being played,
        whatever was agreed on. A game has the `usual` points if nothing is said."""
        self.books, self.builder, self.usual = books, builder, usual
        self.kind, self.army_of, self.bounds = kind, army_of, bounds
        self._rosters: dict[str, Roster] = {}
        self._lists: dict[str, L] = {}
        self._built = lru_cache(maxsize=256)(self._built_to)

    def rosters(self) -> dict[str, Roster]:
        """The lists as their checks see them, by faction and points (`Crown of Aldermere 1000`)."""
        if not self._rosters:
            self._rosters = self._read()
        return self._rosters

    def lists(self) -> dict[str, L]:
        """The same as they take the field."""
        if not self._lists:
            self._lists = {name: self.army_of(roster) for name, roster in self.rosters().items()}
        return self._lists

    def find(self, name: str, points: int | None = None) -> L:
        """A list by its name, by its faction with the points behind it, or by its faction for a game of that many
        points. For a size without a list one is built."""
        return self._by_name(name) or self._fielded(*self._meant(name, points))[1]

    def roster(self, name: str, points: int) -> Roster:
        """The same list as its checks see it."""
        army = self._by_name(name)
        faction, size = self._meant(name, points) if army is None else (army.faction, army.points)
        return self._fielded(faction, size)[0]

    def _meant(self, name: str, points: int | None) -> tuple[str, int]:
        """The faction and the points that a name stands for in a game of so many."""
        told = _told(name)
        return self._faction(told[0] if told else name), told[1] if told else self.usual if points is None else points

    def _fielded(self, faction: str, points: int) -> tuple[Roster, L]:
        """The list of a faction for that many points: the one that is ready, or one that is built to the size."""
        key = f"{faction} {points}"
        return (self.rosters()[key], self.lists()[key]) if key in self.rosters() else self._built(faction, points)

    def _built_to(self, faction: str, points: int) -> tuple[Roster, L]:
        """The list that a faction fields at a size without a ready one: the next smaller one with what else there are
        points for. It is the same every time."""
        ready = {roster.own.points: roster for roster in self.rosters().values() if roster.own.faction == faction}
        smaller = [size for size in ready if size <= points]
        if not smaller:
            listed = ", ".join(map(str, ready))
            raise UnknownName(f"{acts(faction, 'has')} no list of {points} points: there are lists of {listed}.")
        catalogue = self.books.catalogue(faction)
        bench = Bench(self.builder, faction, points, name=f"{faction} {points}", catalogue=catalogue)
        draft = brought_up_to(bench, ready[max(smaller)].own.picks, Chance(bench.blank.name))
        roster = self.builder.assembled(draft, catalogues={faction: catalogue}).content
        army = self.army_of(roster)
        return roster, whole((army, [str(problem) for problem in self.bounds(army)]))

    def armies(self, setup: Setup, points: int) -> list[L]:
        """The armies of a set-up: the list that a player brought, or the ready list of a house army for a game of that
        many points."""
        told = [(name, setup.list_of(seat)) for seat, name in enumerate(setup.armies)]
        return [self.find(name, points) if data is None else self.from_data(data) for name, data in told]

    def from_data(self, data: Mapping[str, Any]) -> L:
        """The list that was told as data; the error says all that keeps it from being played."""
        return read_list(data, self.kind, self.bounds)

    def full_name(self, name: str) -> str:
        """The name in full of a list; it stands for the same list as the name that was given."""
        by_name = self._by_name(name)
        if by_name is not None:
            return by_name.name
        told = _told(name)
        return f"{self._faction(told[0])} {told[1]}" if told else self._faction(name)

    def _faction(self, name: str) -> str:
        faction: str = self.books.find(name).faction
        return faction

    def _by_name(self, name: str) -> L | None:
        return next((army for army in self.lists().values() if name.casefold() == army.name.casefold()), None)

    def _read(self) -> dict[str, Roster]:
        texts = shipped(self.books.package, "lists")
        drafts, problems = read_all(texts, lambda text, filename: read_draft(text, filename, self.builder.form))
        found = []
        for filename, draft in drafts.items():
            made = self.builder.assembled(draft, catalogues={draft.faction: self.books.catalogue(draft.faction)})
            problems += [f"{filename}, {problem}" for problem in made.problems]
            found.append(made.content)
        if problems:
            raise DataError(problems)
        ordered = sorted(found, key=lambda roster: (roster.own.faction, roster.own.points))
        return {f"{roster.own.faction} {roster.own.points}": roster for roster in ordered}


def _told(name: str) -> tuple[str, int] | None:
    """A faction with the points behind it."""
    found = re.fullmatch(r"(.+?)\s+(\d{3,5})", name.strip())
    return None if found is None else (found[1], int(found[2]))
