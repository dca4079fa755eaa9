"""The rules of the books: one row each, with an id, our words for it and an example that can be checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import msgspec

from warhost.errors import WarhostError, did_you_mean

__all__ = [
    "BOOKS",
    "Book",
    "Rule",
    "RulebookError",
    "UnknownBook",
    "UnknownRule",
    "basic_rules",
    "book_of",
    "catalogue",
    "find",
    "is_basic",
    "read_table",
    "rules",
]

DATA = Path(__file__).parent / "data"
ID_FORM = re.compile(r"[a-z0-9]+(\.[a-z0-9_]+){2,}")
_NUMBERS = r"[A-Z0-9]+-R\d+(?:, [A-Z0-9]+-R\d+)*"
_RULING = re.compile(rf" *[\[(](?:ruling )?{_NUMBERS}[\])]| See {_NUMBERS}\.")
GUESSES = 3
"""So many ids are named that may have been meant."""
COLUMNS = ("id", "kind", "section", "rule", "example")

# What Essence of War adds to its Basic game: the second part of the ids of those rules.
BEYOND_BASIC = frozenset(
    {"adv", "list", "special", "special_attack", "spell", "path", "vault", "mount", "multi", "diff"}
)


class Book(msgspec.Struct, frozen=True):
    """A rulebook: the prefix of its ids and its title."""

    slug: str
    title: str


BOOKS: Mapping[str, Book] = MappingProxyType(
    {
        book.slug: book
        for book in (
            Book("eow", "Essence of War"),
            Book("t9a", "Fantasy Battles"),
            Book("kow", "Kings of War"),
            Book("aofr", "Age of Fantasy: Regiments"),
            Book("blue", "The Blue Age"),
        )
    }
)


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
    if book not in BOOKS:
        hint = did_you_mean(book, BOOKS) or f" The books are {', '.join(BOOKS)}."
        raise UnknownBook(f'There is no rulebook "{book}".{hint}')
    return _load(book)


@cache
def _load(book: str) -> Mapping[str, Rule]:
    return MappingProxyType(read_table(DATA / f"{book}.tsv", book))


def rules(book: str | None = None) -> tuple[Rule, ...]:
    """The rules of one book in its order, or of all books one after the other."""
    books = BOOKS if book is None else (book,)
    return tuple(row for slug in books for row in catalogue(slug).values())


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
    return slug if slug in BOOKS else None


def is_basic(row: Rule) -> bool:
    """Whether a rule belongs to the Basic game of Essence of War."""
    return row.book == "eow" and row.chapter not in BEYOND_BASIC


def basic_rules() -> tuple[Rule, ...]:
    """The rules of the Basic game of Essence of War."""
    return tuple(row for row in rules("eow") if is_basic(row))


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
