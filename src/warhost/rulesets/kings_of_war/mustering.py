"""Mustering for Kings of War: the house armies, files of our own, and files of other list builders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from warhost.muster.army_text import DataError, Problem
from warhost.muster.book_muster import BookMuster
from warhost.muster.drafts import Draft
from warhost.muster.entries import Catalogue
from warhost.muster.importers import Importer
from warhost.muster.list_text import draft_from_text, is_list_text, text_of_draft
from warhost.muster.roster import Roster
from warhost.muster.values import Kind, Muster, Mustered, Report, Shipped, Source
from warhost.play import ArmyCard, Sheet
from warhost.rulesets.kings_of_war import armies
from warhost.rulesets.kings_of_war.army_files import ArmyBook, book_text, is_book
from warhost.rulesets.kings_of_war.cards import list_card
from warhost.rulesets.kings_of_war.force import report_on_book, report_on_list
from warhost.rulesets.kings_of_war.importing import IMPORTERS
from warhost.rulesets.kings_of_war.lists import ArmyLists, army_of, settings_of
from warhost.rulesets.kings_of_war.own_lists import bounds, list_data
from warhost.rulesets.kings_of_war.sheets import book_data, book_sheet, list_as_data, list_sheet

__all__ = ["MUSTER", "KingsOfWarMuster"]

_HOUSE = "house army"


def _from_text(source: Source, books: Sequence[Source]) -> Mustered:
    return MUSTER.built(draft_from_text(source.text, source.name, armies.catalogue), books)


class KingsOfWarMuster(ArmyLists, BookMuster):
    """The mustering of Kings of War. Its lists are rosters of units with their profiles."""

    slug: ClassVar[str] = "kow"
    title: ClassVar[str] = "Kings of War, 4th edition"
    importers: ClassVar[Sequence[Importer]] = (*IMPORTERS, Importer("list as text", is_list_text, _from_text))
    readable: ClassVar[str] = (
        "cannot be read. Use a Warhost file, a list as text, a fan file of the 4th edition (JSON) or a catalogue of "
        "BattleScribe for the 3rd (.cat)."
    )

    def shipped(self) -> Sequence[Shipped]:
        books = [
            Shipped(book.faction, "book", book.faction, units=len(book.catalogue.entries))
            for book in armies.books().values()
        ]
        lists = [
            Shipped(army.name, "list", army.faction, army.points, len(army.entries))
            for army in armies.ready_lists().values()
        ]
        return [*books, *lists]

    def find(self, name: str, kind: Kind = "list", options: Mapping[str, Any] = {}) -> Mustered:
        if kind == "book":
            return self.mustered(armies.book(name), name, _HOUSE, "book")
        army = armies.ready_army(name, settings_of(options).points)
        return self.mustered(armies.ready_rosters()[f"{army.faction} {army.points}"], name, _HOUSE)

    def own_file(self, source: Source, raw: Mapping[str, Any], books: Sequence[Source]) -> Mustered:
        if is_book(raw):
            return self.mustered(armies.load_book_text(source.text, source.name), source.name, "army book", "book")
        return super().own_file(source, raw, books)

    def report_on(self, content: Any, source: str, form: str) -> Report:
        if isinstance(content, ArmyBook):
            return report_on_book(content, source=source, form=form, game=self.title)
        notes = tuple(self.hints(content, {}))
        return report_on_list(army_of(content), source=source, form=form, game=self.title, notes=notes)

    def is_empty(self, mustered: Mustered) -> bool:
        if isinstance(mustered.content, ArmyBook):
            return not mustered.content.catalogue.entries
        return super().is_empty(mustered)

    def catalogue(self, faction: str, books: Sequence[Source] = ()) -> Catalogue:
        own = self._own_books(books)
        return armies.sold(own[faction]) if faction in own else armies.catalogue(faction)

    def _own_books(self, sources: Sequence[Source]) -> Mapping[str, ArmyBook]:
        """Army books of the player's own, by their factions; in our format or as list builders write them."""
        contents = (self.read(source).content for source in sources)
        return {book.faction: book for book in contents if isinstance(book, ArmyBook)}

    def bounds(self, content: Any) -> Sequence[Problem]:
        return bounds(army_of(content))

    def wants(self, armies: Sequence[Mustered]) -> Mapping[str, Any]:
        sizes = [army.content.own.points or army.content.points for army in armies if army.kind == "list"]
        return {"points": max(sizes)} if sizes else {}

    def waiver(self, mustered: Mustered) -> Mapping[str, Any]:
        return {"free_lists": True} if mustered.kind == "list" and not self.bounds(mustered.content) else {}

    def fielded(self, content: Any) -> Mapping[str, Any]:
        return list_data(army_of(content))

    def card(self, mustered: Mustered) -> ArmyCard:
        if not isinstance(mustered.content, Roster):
            return ArmyCard(mustered.report.source)
        army = army_of(mustered.content)
        return list_card(army.name, army.entries)

    def sheet(self, mustered: Mustered) -> Sheet:
        if isinstance(mustered.content, ArmyBook):
            return book_sheet(mustered.content)
        if isinstance(mustered.content, Roster):
            army = army_of(mustered.content)
            title = army.name if army.name == army.faction else f"{army.name} ({army.faction})"
            return list_sheet(title, army.entries, army.points)
        return Sheet(title=mustered.report.source, columns=(), rows=())

    def data(self, mustered: Mustered) -> dict[str, Any]:
        if isinstance(mustered.content, ArmyBook):
            return book_data(mustered.content)
        if not isinstance(mustered.content, Roster):
            return {}
        army = army_of(mustered.content)
        return list_as_data(army.name, army.entries)

    def share(self, mustered: Mustered) -> str:
        draft = mustered.content.own if isinstance(mustered.content, Roster) else None
        if not isinstance(draft, Draft):
            raise DataError([f"{mustered.report.source}: only an army list can be shared as text."])
        return text_of_draft(draft)

    def write(self, mustered: Mustered) -> str:
        if isinstance(mustered.content, ArmyBook):
            return book_text(mustered.content)
        return super().write(mustered)


MUSTER: Muster = KingsOfWarMuster()
