"""Mustering for The Blue Age: the house armies and files of our own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from warhost.muster.army_text import DataError, Problem
from warhost.muster.book_muster import BookMuster
from warhost.muster.drafts import Draft
from warhost.muster.entries import Catalogue
from warhost.muster.importers import Importer
from warhost.muster.list_text import draft_from_text, is_list_text, text_of_draft
from warhost.muster.roster import Roster
from warhost.muster.values import Force, Kind, Muster, Mustered, Report, Shipped, Source
from warhost.play import ArmyCard, Sheet
from warhost.play.rulebase import parted
from warhost.rulesets.blue_age import armies
from warhost.rulesets.blue_age.army_files import ArmyBook, book_text, is_book
from warhost.rulesets.blue_age.cards import list_card
from warhost.rulesets.blue_age.entries import Entry
from warhost.rulesets.blue_age.lists import ArmyLists, army_of, settings_of
from warhost.rulesets.blue_age.own_lists import bounds, list_data
from warhost.rulesets.blue_age.rules import problem_with
from warhost.rulesets.blue_age.sheets import book_sheet, list_as_data, list_sheet

__all__ = ["MUSTER", "BlueAgeMuster"]

_HOUSE = "house army"


def _from_text(source: Source, books: Sequence[Source]) -> Mustered:
    return MUSTER.built(draft_from_text(source.text, source.name, armies.catalogue), books)


class BlueAgeMuster(ArmyLists, BookMuster):
    """The mustering of The Blue Age. Its lists are rosters of units with their profiles."""

    slug: ClassVar[str] = "blue"
    title: ClassVar[str] = "The Blue Age: Legends at War"
    importers: ClassVar[Sequence[Importer]] = (Importer("list as text", is_list_text, _from_text),)
    readable: ClassVar[str] = "cannot be read. Use a Warhost file or a list as text."

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
        units = (
            [entry.own for entry in content.catalogue.entries]
            if isinstance(content, ArmyBook)
            else list(army_of(content).entries)
        )
        return _report(units, source=source, form=form, game=self.title)

    def is_empty(self, mustered: Mustered) -> bool:
        if isinstance(mustered.content, ArmyBook):
            return not mustered.content.catalogue.entries
        return super().is_empty(mustered)

    def catalogue(self, faction: str, books: Sequence[Source] = ()) -> Catalogue:
        own = {one.faction: one for one in (self.read(book).content for book in books) if isinstance(one, ArmyBook)}
        return armies.on_sale(own[faction]) if faction in own else armies.catalogue(faction)

    def bounds(self, content: Any) -> Sequence[Problem]:
        return bounds(army_of(content))

    def wants(self, armies: Sequence[Mustered]) -> Mapping[str, Any]:
        sizes = [army.content.own.points or army.content.points for army in armies if army.kind == "list"]
        return {"points": min(1500, max(1000, *sizes))} if sizes else {}

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
            found: dict[str, Any] = msgspec.to_builtins(mustered.content)
            return {"text": found["text"], **found["catalogue"]}
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


def _report(units: Sequence[Entry], **told: Any) -> Report:
    """Which special rules of an army are in force: those that nobody knows do nothing."""
    rules = [(text, unit.name) for unit in units for text in (*unit.rules, *unit.bonus)]
    missing: dict[str, dict[str, None]] = {}
    for text, bearer in rules:
        if problem_with(text):
            missing.setdefault(text, {})[bearer] = None
    names = {parted(text)[0] for text, _ in rules}
    silent = {parted(text)[0] for text in missing}
    return Report(
        in_force=tuple(sorted(names - silent)),
        not_in_force={text: tuple(bearers) for text, bearers in sorted(missing.items())},
        force=Force(
            units=len(units),
            rules=len(rules),
            rules_in_force=sum(not problem_with(text) for text, _ in rules),
            names=len(names),
            names_in_force=len(names - silent),
        ),
        **told,
    )


MUSTER: Muster = BlueAgeMuster()
