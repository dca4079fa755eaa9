"""The rules of the books: one row each, with an id, our words for it and an example that can be checked."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType, ModuleType

import msgspec

from warhost.errors import WarhostError, did_you_mean
from warhost.plugins import CATALOGUES, Plugin, plugins

__all__ = [
    "Book",
    "Part",
    "Rule",
    "RulebookError",
    "UnknownBook",
    "UnknownRule",
    "book_of",
    "books",
    "catalogue",
    "find",
    "read_table",
    "rules",
    "rules_of_part",
]

log = logging.getLogger(__name__)

ID_FORM = re.compile(r"[a-z0-9]+(\.[a-z0-9_]+){2,}")
_NUMBERS = r"[A-Z0-9]+-R\d+(?:, [A-Z0-9]+-R\d+)*"
_RULING = re.compile(rf" *[\[(](?:ruling )?{_NUMBERS}[\])]| See {_NUMBERS}\.")
GUESSES = 3
"""The number of ids suggested for a misspelt one."""
COLUMNS = ("id", "kind", "section", "rule", "example")


class Part(msgspec.Struct, frozen=True):
    """A game of a book that does without some of its chapters."""

    without: frozenset[str] = frozenset()


class _BookFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The form of `<slug>.toml`."""

    title: str
    order: int = 1000
    parts: Mapping[str, Part] = {}


class Book(msgspec.Struct, frozen=True):
    """A rulebook: the prefix of its ids, its title, and where its tables and its code are."""

    slug: str
    title: str
    folder: Path
    """The folder of its tables."""
    code: Path
    """The folder of the package whose code names its rules."""
    order: int = 1000
    """Its place where books are listed: low numbers first."""
    parts: Mapping[str, Part] = {}
    """Games of the book that are counted by themselves, by name."""


@cache
def books() -> Mapping[str, Book]:
    """Every rulebook with a table of rules, by its slug: ours, and those of installed packages."""
    found = []
    for slug, plugin in plugins(CATALOGUES).items():
        try:
            found.append(_book(slug, plugin))
        except RulebookError as error:
            if plugin.ours:
                raise
            log.warning("%s", plugin.error(str(error)))
    return MappingProxyType({book.slug: book for book in sorted(found, key=lambda book: (book.order, book.slug))})


def _book(slug: str, plugin: Plugin) -> Book:
    """What the file of a book says of it."""
    module: ModuleType = plugin.load()
    folder = _folder(module)
    path = folder / f"{slug}.toml"
    try:
        told = msgspec.toml.decode(path.read_bytes(), type=_BookFile)
    except (OSError, msgspec.DecodeError) as error:
        raise RulebookError(f"{path.name} cannot be read: {error}.") from error
    code = _folder(sys.modules[module.__name__.partition(".")[0]])
    return Book(slug, told.title, folder, code, told.order, told.parts)


def _folder(module: ModuleType) -> Path:
    return Path(next(iter(module.__path__)) if hasattr(module, "__path__") else Path(str(module.__file__)).parent)


class Rule(msgspec.Struct, frozen=True):
    """One rule of one book."""

    id: str
    kind: str
    section: str
    rule: str
    example: str
    book: str

    @property
    def chapter(self) -> str:
        """The second part of the id: `charge` for `eow.charge.redirect.test`."""
        return self.id.split(".")[1]

    @property
    def plain(self) -> str:
        """The rule without the numbers of the rulings on it: for whoever reads it at the table."""
        return _RULING.sub("", self.rule)


class RulebookError(WarhostError):
    """A table or a page of the rulebook cannot be read."""


class UnknownBook(WarhostError):
    """No rulebook has this slug."""


class UnknownRule(WarhostError):
    """No rule or ruling has this id."""


def catalogue(book: str) -> Mapping[str, Rule]:
    """The rules of a book by id, in the order of the book."""
    known = books()
    if book not in known:
        hint = did_you_mean(book, known) or f" The books are {', '.join(known)}."
        raise UnknownBook(f'There is no rulebook "{book}".{hint}')
    return _load(book)


@cache
def _load(book: str) -> Mapping[str, Rule]:
    return MappingProxyType(read_table(books()[book].folder / f"{book}.tsv", book))


def rules(book: str | None = None) -> tuple[Rule, ...]:
    """The rules of one book in its order, or of all books one after the other."""
    return tuple(row for slug in (books() if book is None else (book,)) for row in catalogue(slug).values())


def find(rule_id: str) -> Rule:
    """The rule with this id; UnknownRule, with suggestions, when there is none."""
    book = book_of(rule_id)
    known = [row.id for row in rules()] if book is None else catalogue(book)
    found = None if book is None else catalogue(book).get(rule_id)
    if found is None:
        holding = [name for name in known if rule_id and f".{rule_id}" in name][:GUESSES]
        near = did_you_mean(rule_id, known, GUESSES) or (f" There are {', '.join(holding)}." if holding else "")
        raise UnknownRule(f'There is no rule "{rule_id}".{near}')
    return found


def book_of(rule_id: str) -> str | None:
    """The slug of the book that an id belongs to by its prefix; None when no book has that prefix."""
    slug = rule_id.partition(".")[0]
    return slug if slug in books() else None


def rules_of_part(book: str, part: str) -> tuple[Rule, ...]:
    """The rules of one game of a book, such as the Basic game of Essence of War."""
    catalogue(book)
    known = books()[book].parts
    if part not in known:
        hint = did_you_mean(part, known) or (f" It has {', '.join(known)}." if known else "")
        raise RulebookError(f'{books()[book].title} has no game "{part}" that is counted by itself.{hint}')
    return tuple(row for row in rules(book) if row.chapter not in known[part].without)


def read_table(path: Path, book: str) -> dict[str, Rule]:
    """Read a table of rules; every problem is named with its file and line, all of them at once."""
    try:
        lines = path.read_text(encoding="utf-8").rstrip("\n").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise RulebookError(f"{path.name} cannot be read: {error}.") from error
    found: dict[str, Rule] = {}
    first_line: dict[str, int] = {}
    problems: list[str] = []
    if tuple(lines[0].split("\t")) != COLUMNS:
        problems.append(f"line 1 must name the columns {', '.join(COLUMNS)}")
    for number, line in enumerate(lines[1:], start=2):
        cells = line.split("\t")
        problem = _problem_of(cells, book)
        if problem is None and cells[0] in first_line:
            problem = f'id "{cells[0]}" stands already in line {first_line[cells[0]]}'
        if problem is not None:
            problems.append(f"line {number}: {problem}")
            continue
        first_line[cells[0]] = number
        rule_id, kind, section, text, example = cells
        found[rule_id] = Rule(rule_id, kind, section, text, example, book)
    if problems:
        raise RulebookError(f"{path.name}, {'; '.join(problems)}.")
    return found


def _problem_of(cells: list[str], book: str) -> str | None:
    if len(cells) != len(COLUMNS):
        return f"{len(cells)} columns instead of {len(COLUMNS)}"
    for name, cell in zip(COLUMNS, cells, strict=True):
        if not cell.strip():
            return f"the column {name} is empty"
    if not cells[0].startswith(f"{book}."):
        return f'id "{cells[0]}" does not begin with "{book}."'
    if not ID_FORM.fullmatch(cells[0]):
        return f'id "{cells[0]}" is not of the form {book}.chapter.name'
    return None
