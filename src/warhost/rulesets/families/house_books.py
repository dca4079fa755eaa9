"""The army books of the house: the files that a rulebook ships, read once, and found by any of their names."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Generic, Protocol, TypeVar

import msgspec

from warhost.muster.entries import Catalogue, Entry
from warhost.muster.files.army_text import Reading, by_faction, named, shipped, whole


class Army(Protocol):
    """What a file tells of a faction."""

    @property
    def faction(self) -> str: ...

    @property
    def aliases(self) -> tuple[str, ...]: ...


class HouseBook(msgspec.Struct, frozen=True, kw_only=True):
    """An army book from whose entries lists are built; a rulebook adds what its own have besides."""

    catalogue: Catalogue

    @property
    def faction(self) -> str:
        return self.catalogue.faction

    @property
    def aliases(self) -> tuple[str, ...]:
        return self.catalogue.aliases


A = TypeVar("A", bound=Army)
B = TypeVar("B", bound=HouseBook)


class HouseArmies(Generic[A]):
    """The armies in a folder of a rulebook's data, a file for each faction."""

    def __init__(
        self, package: str, read: Callable[[str, str], Reading[A]], folder: str = "armies", what: str = "faction"
    ) -> None:
        """`read` makes an army of a text and the name of its file; `what` an army is called in errors."""
        self.package, self.read, self.folder, self.what = package, read, folder, what
        self._all: dict[str, A] = {}

    def all(self) -> dict[str, A]:
        """All of them by their factions, in alphabetical order."""
        if not self._all:
            self._all = dict(sorted(by_faction(shipped(self.package, self.folder), self.read).items()))
        return self._all

    def names(self) -> tuple[str, ...]:
        """The names of their factions."""
        return tuple(self.all())

    def find(self, name: str) -> A:
        """That of a faction: by its name, another spelling of it, or a beginning that only one faction has."""
        return named(name, self.what, {one.faction: (one, (one.faction, *one.aliases)) for one in self.all().values()})

    def load(self, text: str, filename: str = "book.toml") -> A:
        """The army in the text of a file of a player's own."""
        return whole(self.read(text, filename))


class HouseBooks(HouseArmies[B]):
    """The army books of a rulebook from which lists are built."""

    def __init__(
        self,
        package: str,
        read: Callable[[str, str], Reading[B]],
        sold: Callable[[Entry], Entry] | None = None,
        folder: str = "armies",
        what: str = "faction",
    ) -> None:
        """`sold` is an entry with what any unit may buy besides its own options; None where its own are all."""
        super().__init__(package, read, folder, what)
        self.sold = sold

    def on_sale(self, book: B) -> Catalogue:
        """The entries of an army book with what any unit may buy."""
        return book.catalogue if self.sold is None else _sold(book.catalogue, self.sold)

    def catalogue(self, faction: str) -> Catalogue:
        """The entries from which lists of a faction are built."""
        return self.on_sale(self.find(faction))


@lru_cache(maxsize=64)
def _sold(offered: Catalogue, sold: Callable[[Entry], Entry]) -> Catalogue:
    return msgspec.structs.replace(offered, entries=tuple(map(sold, offered.entries)))
