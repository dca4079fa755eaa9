"""What files of New Recruit hold, told apart by their forms, and read together where they belong together."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from warhost.muster.entries import Catalogue
from warhost.muster.files.army_text import DataError, UnknownName, tidied
from warhost.muster.foreign.importers import Importer
from warhost.muster.values import Claim, Mustered, Report, Source
from warhost.play.shown.english import listed
from warhost.rulesets.fantasy_battles.lists.army_books import ArmyBook
from warhost.rulesets.fantasy_battles.lists.force import report_on_book, report_on_list
from warhost.rulesets.fantasy_battles.lists.house_armies import load_book_text
from warhost.rulesets.fantasy_battles.lists.list_checks import army_of
from warhost.rulesets.fantasy_battles.lists.new_recruit.book import book_of, is_book_document, stats_book
from warhost.rulesets.fantasy_battles.lists.new_recruit.lists import knows_any, roster_of
from warhost.rulesets.fantasy_battles.lists.new_recruit.loose import is_json, key_of, text_of
from warhost.rulesets.fantasy_battles.lists.new_recruit.notes import Notes
from warhost.rulesets.fantasy_battles.lists.new_recruit.stats import Stats, read_stats
from warhost.rulesets.fantasy_battles.lists.new_recruit.text import (
    FEWEST,
    LONGEST_LINE,
    MOST_LINES,
    OWN_WORDS,
    PastedList,
    costs_come_first,
    is_pasted_list,
    read_pasted,
)

__all__ = ["Shelf", "claim", "importers", "is_new_recruit", "shelf_of"]

GAME = "The 9th Age: Fantasy Battles"
LARGEST = 30_000_000
BOOK, STATS, LIST = "army book of New Recruit", "stat lines of New Recruit", "text list of New Recruit"

FULL_WORDS = re.compile(
    r"(?i)\b(?:battle standard bearer|standard bearer|wizard (?:apprentice|adept|master)|paired weapons|fcg)\b"
)
"""What lists of no other game say."""
FORMATION = re.compile(r",\s*\d{1,2}\s*x\s*\d{1,2}\s*(?:,|$)", re.MULTILINE)
"""A formation such as 5x3, which only lists of Essence of War have."""
MOST_OF_ESSENCE = 2000
"""Lists of Essence of War cost less."""
LONGEST_LIST = 200_000

HOUSE_WEAPONS = "Weapons are played with the figures of the house armies: the files only name them."


def is_book_file(text: str) -> bool:
    """Whether a text may be an army book: an army with categories."""
    return is_json(text) and '"army"' in text and '"options"' in text


def is_stats_file(text: str) -> bool:
    """Whether a text may hold stat lines."""
    others = '"gameSystem"' in text or '"enabledGameSystems"' in text
    return is_json(text) and ('"defense"' in text or '"globalrules"' in text) and not others and not is_book_file(text)


def is_new_recruit(text: str) -> bool:
    """Whether a text may be one of New Recruit's files with entries or stat lines."""
    return is_book_file(text) or is_stats_file(text)


def _document(source: Source) -> Any:
    if len(source.text) > LARGEST:
        raise DataError([f"{source.name}: is too large to be an army book."])
    try:
        return tidied(msgspec.json.decode(source.text.lstrip("\ufeff").encode()), 60)
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise DataError([f"{source.name}: is not valid JSON: {error}."]) from None
    except RecursionError:
        raise DataError([f"{source.name}: is nested too deeply."]) from None


def claim(text: str) -> Claim:
    """Whether a text is of this game: by the keys of its books and stat lines; of a pasted list by its words and its
    size, for Essence of War has lists of the same form (and calls its options Adept and Battle Standard)."""
    if is_json(text):
        mine = ('"unit_id"' in text and is_book_file(text)) or ('"offense"' in text and is_stats_file(text))
        return "surely" if mine else "no"
    if not is_pasted_list(text) or FORMATION.search(text):
        return "no"
    if not costs_come_first(text):
        # Many games have lists of this form: only words that no other has can tell.
        surely = {found[0].casefold() for found in FULL_WORDS.finditer(text[:LONGEST_LIST])}
        return "perhaps" if len(surely) >= FEWEST else "no"
    signs = len({found[0].casefold() for found in OWN_WORDS.finditer(text[:LONGEST_LIST])})
    points = sum(unit.cost for unit in read_pasted(text).units)
    return "surely" if signs + (points > MOST_OF_ESSENCE) >= 2 else "perhaps"


class Shelf(NamedTuple):
    """The books and stat lines of several files, and what there is to know about them."""

    books: tuple[ArmyBook, ...]
    notes: Notes

    def find(self, army: str) -> ArmyBook | None:
        """The book of that army: by its name or its letters, or the only one that there is."""
        wanted = key_of(army)
        for book in self.books:
            names = [key_of(name) for name in (book.faction, *book.aliases)]
            if wanted and any(_is_named(name, wanted) for name in names if name):
                return book
        return None


def _is_named(name: str, told: str) -> bool:
    """Whether a title names an army: alone, among other words (`Fen Folk 2024`), or written as one word."""
    return f" {name} " in f" {told} " or key_of(name.replace(" ", "")) == key_of(told.replace(" ", ""))


def _is_ours(text: str) -> bool:
    """Whether a text may be an army book of our own format."""
    return not is_json(text) and "[[entry]]" in text


def shelf_of(sources: Sequence[Source], army: str = "") -> Shelf:
    """What these files hold together: every book with the stat lines of all; stat lines without a book are one."""
    notes = Notes()
    documents = [_document(source) for source in sources if is_new_recruit(source.text)]
    stats = Stats(tuple(line for one in documents if not is_book_document(one) for line in read_stats(one).lines))
    books = [book_of(one, stats, notes) for one in documents if is_book_document(one)]
    books += [load_book_text(source.text, source.name) for source in sources if _is_ours(source.text)]
    if not books and stats:
        books = [stats_book(stats, notes, name=army)]
    return Shelf(tuple(books), notes)


def _read_book(source: Source, books: Sequence[Source]) -> Mustered:
    return _book_in(source, books, BOOK)


def _read_stats(source: Source, books: Sequence[Source]) -> Mustered:
    return _book_in(source, books, STATS)


def _book_in(source: Source, books: Sequence[Source], form: str) -> Mustered:
    """The army book of a file, with the stat lines or the book of the files beside it."""
    document = _document(source)
    others = [book for book in books if book != source]
    shelf = shelf_of([source, *others])
    name = text_of(document.get("name")) if isinstance(document, Mapping) and is_book_document(document) else ""
    found = shelf.find(name) or next(iter(shelf.books), None)
    if found is None or not found.catalogue.entries:
        raise DataError([f"{source.name}: holds no units that can be read."])
    version = text_of(document.get("version")) if isinstance(document, Mapping) else ""
    notes = (*shelf.notes.sentences(), HOUSE_WEAPONS)
    told = {"source": source.name, "form": form, "game": GAME, "version": version}
    report = report_on_book(found, notes=notes, read=dict(found.texts), **told)
    return Mustered(kind="book", content=found, report=report)


def importers(house: Callable[[str], ArmyBook], sold: Callable[[ArmyBook], Catalogue]) -> tuple[Importer, ...]:
    """The forms that are read. `house` finds army books of the house by name, `sold` is what their units may buy."""

    def read_list(source: Source, books: Sequence[Source]) -> Mustered:
        return _list_in(source, books, house, sold)

    return (
        Importer(BOOK, is_book_file, _read_book),
        Importer(STATS, is_stats_file, _read_stats),
        Importer(LIST, is_pasted_list, read_list),
    )


def _unreadable(pasted: PastedList) -> list[str]:
    """Why a text is not one list."""
    found: list[str] = []
    if not pasted.units:
        found.append('has no line with a unit and its cost, such as "350 - Soothsayer, General, Wizard Adept".')
    if pasted.others:
        named = ", ".join(dict.fromkeys((pasted.army or "a list", *pasted.others)))
        found.append(f"has {len(pasted.others) + 1} lists ({named}): give one at a time.")
    if pasted.lines > MOST_LINES:
        found.append(f"has {pasted.lines} lines: a list has at most {MOST_LINES}.")
    found += [f"line {number} is longer than {LONGEST_LINE} characters." for number in pasted.too_long[:5]]
    return found


def _list_in(
    source: Source,
    books: Sequence[Source],
    house: Callable[[str], ArmyBook],
    sold: Callable[[ArmyBook], Catalogue],
) -> Mustered:
    """A pasted list, with the army books beside it or with one of the house."""
    pasted = read_pasted(source.text)
    if problems := _unreadable(pasted):
        raise DataError([f"{source.name}: {problem}" for problem in problems])
    shelf, notes = shelf_of(books, pasted.army), Notes()
    book = shelf.find(pasted.army)
    if book is None and len(shelf.books) == 1:
        book = shelf.books[0]
        if not knows_any(sold(book), pasted):
            notes.add(f"The army book at hand is of {book.faction}: it has none of the list's units.")
            book = None
        elif pasted.army:
            notes.add(f"The list is of {pasted.army}, the army book at hand of {book.faction}: it is used anyway.")
    foreign = book is not None
    if book is None:
        try:
            book = house(pasted.army)
        except UnknownName:
            notes.add(f"There is no army book of {pasted.army or 'its army'} at hand: give it with the list.")
    roster = roster_of(pasted, book, None if book is None else sold(book), notes, foreign=foreign or book is None)
    entries = army_of(roster).entries
    told = (*shelf.notes.about(entry.name for entry in entries).sentences(), *notes.sentences())
    if shelf.books:
        told = (*told, HOUSE_WEAPONS)
    blank = list(dict.fromkeys(entry.name for entry in entries if not entry.profiled))
    obstacles = (f"No profile for {listed(blank)}: give a file with stat lines.",) if blank else ()
    taken = {name for entry in entries for name in entry.listed}
    texts = {} if book is None else {name: text for name, text in book.texts if name in taken}
    report: Report = report_on_list(
        entries, source=source.name, form=LIST, game=GAME, notes=told, obstacles=obstacles, read=texts
    )
    return Mustered(kind="list", content=roster, report=msgspec.structs.replace(report, missing=tuple(blank)))
