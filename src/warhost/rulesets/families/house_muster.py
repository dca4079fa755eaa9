"""The mustering of books whose armies are of our own making: army books and ready lists in files, and lists of units
with their profiles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from warhost.muster.book_muster import BookMuster
from warhost.muster.building.buying import Bought
from warhost.muster.checking.roster import Roster
from warhost.muster.entries import Catalogue
from warhost.muster.files.army_text import Problem
from warhost.muster.values import Kind, Mustered, Shipped, Source
from warhost.play import ArmyCard, Sheet, UnitCard
from warhost.rulesets.families.brought import list_data
from warhost.rulesets.families.house_books import HouseBook, HouseBooks
from warhost.rulesets.families.ready import Ready

_HOUSE = "house army"


class House(NamedTuple):
    """What such a book has for its armies. An army has a `name`, a `faction`, `points` and `entries`."""

    books: HouseBooks[Any]
    ready: Ready[Any]
    book_text: Callable[[Any], str]
    settings_of: Callable[[Mapping[str, Any]], Any]
    """What players agreed on: the `points` of the game among them."""
    list_card: Callable[[str, Sequence[Any]], ArmyCard]
    list_sheet: Callable[[str, Sequence[Any], int], Sheet]
    book_sheet: Callable[[Any], Sheet]
    list_as_data: Callable[[str, Sequence[Any]], dict[str, Any]]
    book_data: Callable[[Any], dict[str, Any]]


class HouseMuster(BookMuster):
    """The mustering of such a book. Its lists are rosters of units with their profiles."""

    house: ClassVar[House]

    def shipped(self) -> Sequence[Shipped]:
        books = [
            Shipped(book.faction, "book", book.faction, units=len(book.catalogue.entries))
            for book in self.house.books.all().values()
        ]
        lists = [
            Shipped(army.name, "list", army.faction, army.points, len(army.entries))
            for army in self.house.ready.lists().values()
        ]
        return [*books, *lists]

    def find(self, name: str, kind: Kind = "list", options: Mapping[str, Any] = {}) -> Mustered:
        if kind == "book":
            return self.mustered(self.house.books.find(name), name, _HOUSE, "book")
        return self.mustered(self.house.ready.roster(name, self.house.settings_of(options).points), name, _HOUSE)

    def is_book(self, raw: Mapping[str, Any]) -> bool:
        """Whether the tables of a file are those of an army book; an army list has units instead of entries."""
        return "entry" in raw

    def own_file(self, source: Source, raw: Mapping[str, Any], books: Sequence[Source]) -> Mustered:
        if self.is_book(raw):
            return self.mustered(self.house.books.load(source.text, source.name), source.name, "army book", "book")
        return super().own_file(source, raw, books)

    def is_empty(self, mustered: Mustered) -> bool:
        content = mustered.content
        return not content.catalogue.entries if isinstance(content, HouseBook) else super().is_empty(mustered)

    def catalogue(self, faction: str, books: Sequence[Source] = ()) -> Catalogue:
        """Those of army books of the player's own, in any format, come before those of the house."""
        contents = (self.read(source).content for source in books)
        own = {content.faction: content for content in contents if isinstance(content, HouseBook)}
        house = self.house.books
        return house.on_sale(own[faction]) if faction in own else house.catalogue(faction)

    def unit_cards(self, bought: Bought, own: Any) -> Sequence[UnitCard]:
        return self.house.list_card(bought.entry.name, [own]).units if own is not None else ()

    def bounds(self, content: Any) -> Sequence[Problem]:
        ready = self.house.ready
        return ready.bounds(ready.army_of(content))

    def wants(self, armies: Sequence[Mustered]) -> Mapping[str, Any]:
        sizes = [army.content.own.points or army.content.points for army in armies if army.kind == "list"]
        return {"points": max(sizes)} if sizes else {}

    def waiver(self, mustered: Mustered) -> Mapping[str, Any]:
        return {"free_lists": True} if mustered.kind == "list" and not self.bounds(mustered.content) else {}

    def fielded(self, content: Any) -> Mapping[str, Any]:
        return list_data(self.house.ready.army_of(content))

    def card(self, mustered: Mustered) -> ArmyCard:
        if not isinstance(mustered.content, Roster):
            return ArmyCard(mustered.report.source)
        army = self.house.ready.army_of(mustered.content)
        return self.house.list_card(army.name, army.entries)

    def sheet(self, mustered: Mustered) -> Sheet:
        if isinstance(mustered.content, HouseBook):
            return self.house.book_sheet(mustered.content)
        if isinstance(mustered.content, Roster):
            army = self.house.ready.army_of(mustered.content)
            title = army.name if army.name == army.faction else f"{army.name} ({army.faction})"
            return self.house.list_sheet(title, army.entries, army.points)
        return Sheet(title=mustered.report.source, columns=(), rows=())

    def data(self, mustered: Mustered) -> dict[str, Any]:
        if isinstance(mustered.content, HouseBook):
            return self.house.book_data(mustered.content)
        if not isinstance(mustered.content, Roster):
            return {}
        army = self.house.ready.army_of(mustered.content)
        return self.house.list_as_data(army.name, army.entries)

    def write(self, mustered: Mustered) -> str:
        content = mustered.content
        return self.house.book_text(content) if isinstance(content, HouseBook) else super().write(mustered)
