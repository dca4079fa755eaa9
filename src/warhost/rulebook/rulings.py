"""The rulings: what we decided where a book is silent, unclear or lost a picture."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import msgspec

from warhost.errors import did_you_mean
from warhost.rulebook.catalogue import GUESSES, Rule, RulebookError, UnknownRule, book_of, books, catalogue

__all__ = ["Ruling", "find_ruling", "read_rulings", "rulings", "rulings_of"]

TAG = re.compile(r"\b[A-Z0-9]+-R\d+\b")
HEADING = re.compile(r"### (\S+) (.+)")
FIELD = re.compile(r"- (Says|Document|Problem|Ruling|Engine|Alternative|Rows): (.+)")
# Most alternatives stand at the end of the ruling itself, some with a word on where they come from.
INLINE_ALTERNATIVE = re.compile(r"\s+Alternative(?P<which>[^.:]{0,30}): ")


class Ruling(msgspec.Struct, frozen=True):
    """One ruling: what the book says, why that does not suffice, what we do, and what one could do instead."""

    id: str
    title: str
    says: str
    problem: str
    ruling: str
    alternative: str = ""
    rows: tuple[str, ...] = ()


def rulings(book: str) -> Mapping[str, Ruling]:
    """The rulings on a book by id, in the order of their page; none where a book has no folder of rulings."""
    catalogue(book)
    return _load(book)


@cache
def _load(book: str) -> Mapping[str, Ruling]:
    path = books()[book].folder / "rulings" / f"{book}.rulings.md"
    return MappingProxyType(read_rulings(path, book) if path.parent.is_dir() else {})


def find_ruling(ruling_id: str) -> Ruling:
    """The ruling with this id, such as EOW-R037; UnknownRule, with suggestions, when there is none."""
    book = book_of(ruling_id.partition("-")[0].lower())
    found = None if book is None else rulings(book).get(ruling_id)
    if found is None:
        hint = "" if book is None else did_you_mean(ruling_id, rulings(book), GUESSES)
        raise UnknownRule(f'There is no ruling "{ruling_id}".{hint}')
    return found


def rulings_of(row: Rule) -> tuple[Ruling, ...]:
    """The rulings that bear on a rule: those its text or example names, then those that name it themselves."""
    known = rulings(row.book)
    named = [tag for tag in TAG.findall(f"{row.rule} {row.example}") if tag in known]
    naming = _rulings_by_row(row.book).get(row.id, ())
    return tuple(known[ruling_id] for ruling_id in dict.fromkeys([*named, *naming]))


@cache
def _rulings_by_row(book: str) -> Mapping[str, tuple[str, ...]]:
    by_row: dict[str, list[str]] = {}
    for ruling in rulings(book).values():
        for row_id in ruling.rows:
            by_row.setdefault(row_id, []).append(ruling.id)
    return MappingProxyType({row_id: tuple(ids) for row_id, ids in by_row.items()})


def read_rulings(path: Path, book: str) -> dict[str, Ruling]:
    """Read a page of rulings; every problem is named with its file and line, all of them at once."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise RulebookError(f"{path.name} cannot be read: {error}.") from error
    found: dict[str, Ruling] = {}
    problems: list[str] = []
    for number, heading, fields in _entries(lines):
        match = HEADING.fullmatch(heading)
        if match is None or not TAG.fullmatch(match[1]) or not match[1].startswith(f"{book.upper()}-"):
            problems.append(f'line {number}: "{heading}" is not of the form ### {book.upper()}-R001 Title')
        elif match[1] in found:
            problems.append(f"line {number}: {match[1]} appears twice")
        elif missing := [name for name in ("Says", "Problem", "Ruling") if name not in fields]:
            problems.append(f"line {number}: {match[1]} lacks {' and '.join(missing)}")
        else:
            found[match[1]] = _ruling(match[1], match[2], fields)
    if problems:
        raise RulebookError(f"{path.name}, {'; '.join(problems)}.")
    return found


def _entries(lines: list[str]) -> list[tuple[int, str, dict[str, str]]]:
    """Each third-level heading with its line number and the named fields below it."""
    entries: list[tuple[int, str, dict[str, str]]] = []
    inside = False
    for number, line in enumerate(lines, start=1):
        if line.startswith("### "):
            entries.append((number, line.rstrip(), {}))
            inside = True
        elif line.startswith("#"):
            inside = False
        elif inside and (match := FIELD.fullmatch(line.rstrip())):
            name = "Says" if match[1] == "Document" else match[1]
            entries[-1][2][name] = match[2]
    return entries


def _ruling(ruling_id: str, title: str, fields: dict[str, str]) -> Ruling:
    text, alternative = fields["Ruling"], fields.get("Alternative", "")
    if not alternative and (match := INLINE_ALTERNATIVE.search(text)):
        which = match["which"].strip(" ,()")
        alternative = f"{which}: {text[match.end() :]}" if which else text[match.end() :]
        text = text[: match.start()]
    if engine := fields.get("Engine"):
        text = f"{text} In the engine: {engine}"
    rows = tuple(row.strip(" .") for row in fields.get("Rows", "").split(",") if row.strip(" ."))
    return Ruling(ruling_id, title, fields["Says"], fields["Problem"], text, alternative, rows)
