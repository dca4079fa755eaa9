"""Mustering for Age of Fantasy: Regiments: the house armies, files of our own, and files of Army Forge."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from warhost.muster.army_forge import is_army_forge, read_army_forge, write_shared_text
from warhost.muster.force import (
    force_of_book,
    force_of_list,
    in_force,
    not_in_force,
    read_rules,
    rules_of_book,
    rules_of_list,
    unread_rules,
)
from warhost.muster.toml_text import book_text, list_text
from warhost.muster.values import Kind, Muster, Mustered, Problem, Report, Shipped, Source
from warhost.play import ArmyCard, Setup, Sheet
from warhost.play.book import agreed
from warhost.rulesets.families.army_text import DataError, toml_of
from warhost.rulesets.regiments import armies
from warhost.rulesets.regiments.army_files import is_book
from warhost.rulesets.regiments.battle import Settings
from warhost.rulesets.regiments.cards import list_card
from warhost.rulesets.regiments.entries import ArmyBook, ArmyList
from warhost.rulesets.regiments.lists import BATTLE_SIZES, check
from warhost.rulesets.regiments.missions import limit_for
from warhost.rulesets.regiments.own_lists import bounds, list_data
from warhost.rulesets.regiments.sheets import book_sheet, list_as_data, list_sheet

__all__ = ["MUSTER", "RegimentsMuster"]

_TITLE = "Age of Fantasy: Regiments"
_HOUSE = "house army"
_MEANT = re.compile(r"^\s*(?:[\w\"-]+\s*=|\[\[?\s*[A-Za-z\"])", re.MULTILINE)
"""A line as files of our own have them: whoever wrote one wants to know where it went wrong."""
_READABLE = (
    "cannot be read. Use a list or an army book from Army Forge, as a file or as shared text (beginning with ++), "
    "or a Warhost file."
)


class RegimentsMuster:
    """The mustering of Regiments."""

    slug = "aofr"
    title = _TITLE

    def shipped(self) -> Sequence[Shipped]:
        books = [Shipped(book.faction, "book", book.faction, units=len(book.units)) for book in armies.books().values()]
        lists = [
            Shipped(army.name, "list", ", ".join(army.factions), army.limit, len(list(army.units())))
            for army in armies.ready_lists().values()
        ]
        return [*books, *lists]

    def find(self, name: str, kind: Kind = "list", options: Mapping[str, Any] = {}) -> Mustered:
        if kind == "book":
            return _book(armies.book(name), name, _HOUSE)
        return _list(armies.ready_list(name, _settings(options).points), name, _HOUSE)

    def read(self, source: Source, books: Sequence[Source] = ()) -> Mustered:
        found = read_army_forge(source, books) if is_army_forge(source.text) else _own_file(source, books)
        if isinstance(found.content, ArmyList) and not found.content.regiments:
            raise DataError([f"{source.name}: the list has no units."])
        if isinstance(found.content, ArmyBook) and not found.content.units:
            raise DataError([f"{source.name}: the army book has no units."])
        return found

    def check(self, mustered: Mustered, options: Mapping[str, Any] = {}, seat: int | None = None) -> Sequence[Problem]:
        army, settings = mustered.content, _settings(options)
        if not isinstance(army, ArmyList):
            return [Problem(obstacle) for obstacle in mustered.report.obstacles]
        if settings.free_lists:
            return bounds(army)
        limit = limit_for(settings, seat) if "points" in options else None
        return [*bounds(army), *check(army, limit, settings.force_organisation)]

    def wants(self, armies: Sequence[Mustered]) -> Mapping[str, Any]:
        sizes = [army.content.limit or army.content.points for army in armies if isinstance(army.content, ArmyList)]
        if not sizes:
            return {}
        size = max(sizes)
        return {"points": next((usual for usual in BATTLE_SIZES if usual >= size), size)}

    def waiver(self, mustered: Mustered) -> Mapping[str, Any]:
        army = mustered.content
        return {"free_lists": True} if isinstance(army, ArmyList) and not bounds(army) else {}

    def field(self, mustered: Mustered, options: Mapping[str, Any], seat: int | None = None) -> Mapping[str, Any]:
        army, source = mustered.content, mustered.report.source
        if not isinstance(army, ArmyList):
            told = [f"{source}: {obstacle}" for obstacle in mustered.report.obstacles]
            raise DataError(told or [f"{source}: this is an {mustered.report.form}, not a list."])
        problems = [f"{source}: {problem}" for problem in self.check(mustered, options, seat)]
        if problems and self.waiver(mustered):
            problems.append("If all players agree, the option free_lists allows it anyway.")
        if problems:
            raise DataError(problems)
        return list_data(army)

    def card(self, mustered: Mustered) -> ArmyCard:
        army = mustered.content
        return list_card(army, army.name) if isinstance(army, ArmyList) else ArmyCard(mustered.report.source)

    def sheet(self, mustered: Mustered) -> Sheet:
        if isinstance(mustered.content, ArmyList):
            return list_sheet(mustered.content)
        if isinstance(mustered.content, ArmyBook):
            return book_sheet(mustered.content)
        return Sheet(title=mustered.report.source, columns=(), rows=())

    def data(self, mustered: Mustered) -> dict[str, Any]:
        content = mustered.content
        if isinstance(content, ArmyList):
            return list_as_data(content)
        data: dict[str, Any] = {} if content is None else msgspec.to_builtins(content)
        return data

    def share(self, mustered: Mustered) -> str:
        if isinstance(mustered.content, ArmyList):
            return write_shared_text(mustered.content)
        raise DataError([f"{mustered.report.source}: only an army list can be shared as text."])

    def write(self, mustered: Mustered) -> str:
        if isinstance(mustered.content, ArmyList):
            return list_text(mustered.content)
        if isinstance(mustered.content, ArmyBook):
            return book_text(mustered.content)
        raise DataError(mustered.report.obstacles or ["There is nothing to write."])


def _settings(options: Mapping[str, Any]) -> Settings:
    return agreed(Setup(ruleset=MUSTER.slug, armies=(), options=options), Settings)


def _own_file(source: Source, books: Sequence[Source]) -> Mustered:
    """What a file in our own format holds."""
    if not source.text.strip("\ufeff \r\n\t"):
        raise DataError([f"{source.name}: is empty."])
    problems: list[str] = []
    raw = toml_of(source.text, source.name, problems)
    if raw is None:
        raise DataError(problems if _MEANT.search(source.text) else [f"{source.name}: {_READABLE}"])
    if is_book(raw):
        return _book(armies.load_book_text(source.text, source.name), source.name, "army book")
    return _list(armies.load_list_text(source.text, source.name, _own_books(books)), source.name, "army list")


def _own_books(sources: Sequence[Source]) -> Mapping[str, ArmyBook]:
    """Army books that a list of ours refers to, by their factions; in our format or as Army Forge writes them."""
    books: dict[str, ArmyBook] = {}
    for source in sources:
        book = (
            read_army_forge(source).content
            if is_army_forge(source.text)
            else armies.load_book_text(source.text, source.name)
        )
        if isinstance(book, ArmyBook):
            books[book.faction] = book
    return books


def _book(book: ArmyBook, source: str, form: str) -> Mustered:
    bearings = rules_of_book(book)
    report = Report(
        source=source,
        form=form,
        game=_TITLE,
        in_force=in_force(bearings),
        not_in_force=not_in_force(bearings),
        read=read_rules(rule for _, rule, _ in bearings),
        unread=unread_rules(rule for _, rule, _ in bearings),
        force=force_of_book(book),
    )
    return Mustered(kind="book", content=book, report=report)


def _list(army: ArmyList, source: str, form: str) -> Mustered:
    bearings = rules_of_list(army)
    report = Report(
        source=source,
        form=form,
        game=army.made_for or _TITLE,
        in_force=in_force(bearings),
        not_in_force=not_in_force(bearings),
        read=read_rules(rule for _, rule, _ in bearings),
        unread=unread_rules(rule for _, rule, _ in bearings),
        force=force_of_list(army),
    )
    return Mustered(kind="list", content=army, report=report)


MUSTER: Muster = RegimentsMuster()
