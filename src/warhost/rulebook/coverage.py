"""Which rules are shown by passing tests: the record that test runs leave, and the sums over it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Literal

import msgspec

from warhost.errors import WarhostError
from warhost.rulebook.catalogue import Rule, books, rules, rules_of_part
from warhost.rulebook.references import code_folders, named_in_code, places

__all__ = [
    "REFRESH",
    "CoverageError",
    "Freshness",
    "Record",
    "Tally",
    "TestRun",
    "by_book",
    "by_chapter",
    "freshness",
    "read_record",
    "record_path",
    "write_record",
]

REFRESH = "python -m pytest -n 2"
FORMAT = 1

Outcome = Literal["passed", "failed"]


class CoverageError(WarhostError):
    """The record of the test runs cannot be read."""


class TestRun(msgspec.Struct, frozen=True):
    """How the last run of one test ended, and the rules that its mark names."""

    __test__ = False

    outcome: Outcome
    rules: tuple[str, ...]
    at: datetime


class Record(msgspec.Struct, frozen=True):
    """The last run of every test that names a rule, by the test's node id."""

    tests: dict[str, TestRun] = {}
    format: int = FORMAT

    def tests_of(self, rule_id: str) -> dict[str, TestRun]:
        """The tests that name a rule."""
        return {node: run for node, run in self.tests.items() if rule_id in run.rules}

    def covered(self) -> frozenset[str]:
        """The rules that at least one passing test names and no failing one."""
        return self._named_by("passed") - self.failing()

    def failing(self) -> frozenset[str]:
        """The rules that a failing test names."""
        return self._named_by("failed")

    def named(self) -> frozenset[str]:
        """The rules that any test on record names."""
        return self._named_by("passed") | self.failing()

    def _named_by(self, outcome: Outcome) -> frozenset[str]:
        return frozenset(rule_id for run in self.tests.values() if run.outcome == outcome for rule_id in run.rules)


def record_path(root: Path) -> Path:
    """Where the test runs of a project leave their record."""
    return root / ".warhost" / "coverage.json"


def read_record(root: Path | None) -> Record | None:
    """The record of a project; None when no test run has left one."""
    if root is None or not record_path(root).is_file():
        return None
    path = record_path(root)
    try:
        record = msgspec.json.decode(path.read_bytes(), type=Record)
    except (OSError, msgspec.DecodeError) as error:
        raise CoverageError(f"{path} cannot be read ({error}). Delete it and run: {REFRESH}") from error
    if record.format != FORMAT:
        raise CoverageError(
            f"{path} has format {record.format}, this version reads {FORMAT}. Delete it and run: {REFRESH}"
        )
    return record


def write_record(root: Path, record: Record) -> None:
    """Replace the record of a project in one go, so that a reader never meets half of it."""
    path = record_path(root)
    path.parent.mkdir(exist_ok=True)
    text = msgspec.json.format(msgspec.json.encode(record, order="deterministic"), indent=1)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".coverage-", suffix=".json")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text + b"\n")
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


class Tally(msgspec.Struct, frozen=True):
    """How many rules of a book or a chapter are named in code, named in tests and shown by passing tests."""

    name: str
    rows: int
    in_code: int
    in_tests: int
    covered: int | None
    failing: int | None

    @property
    def percent(self) -> float | None:
        """The share of the rules that passing tests show; None when no test run is on record."""
        if self.covered is None:
            return None
        return 100 * self.covered / self.rows if self.rows else 100.0


class _Counter:
    """What is named where, gathered once for all sums."""

    def __init__(self, record: Record | None, root: Path | None) -> None:
        self.code = named_in_code()
        # Marks may be built by a loop, with ids that stand nowhere in full: what ran names its rules too.
        in_source = places(root / "tests").keys() if root is not None else frozenset[str]()
        self.tests = in_source | (record.named() if record is not None else frozenset[str]())
        self.covered = None if record is None else record.covered()
        self.failing = None if record is None else record.failing()

    def tally(self, name: str, rows: Iterable[Rule]) -> Tally:
        ids = frozenset(row.id for row in rows)
        return Tally(
            name=name,
            rows=len(ids),
            in_code=len(ids & self.code),
            in_tests=len(ids & self.tests),
            covered=None if self.covered is None else len(ids & self.covered),
            failing=None if self.failing is None else len(ids & self.failing),
        )


def by_book(record: Record | None, root: Path | None, slugs: Iterable[str] | None = None) -> tuple[Tally, ...]:
    """A sum for each book, followed by one for each of its games that is counted by itself."""
    counter = _Counter(record, root)
    sums: list[Tally] = []
    for slug in books() if slugs is None else slugs:
        book = books()[slug]
        sums.append(counter.tally(book.title, rules(slug)))
        sums += [counter.tally(f"{book.title}, {part}", rules_of_part(slug, part)) for part in book.parts]
    return tuple(sums)


def by_chapter(record: Record | None, root: Path | None, rows: Iterable[Rule]) -> tuple[Tally, ...]:
    """A sum for each chapter: for the rules whose ids share their first two parts."""
    counter = _Counter(record, root)
    chapters: dict[str, list[Rule]] = {}
    for row in rows:
        chapters.setdefault(f"{row.book}.{row.chapter}", []).append(row)
    return tuple(counter.tally(name, members) for name, members in chapters.items())


class Freshness(msgspec.Struct, frozen=True):
    """How old a record is, and how many source files have changed since its last run."""

    tests: int
    newest: datetime
    oldest: datetime
    changed: int


def freshness(record: Record, root: Path) -> Freshness | None:
    """How far a record can be trusted; None when it holds no test."""
    if not record.tests:
        return None
    times = [run.at for run in record.tests.values()]
    changed = sum(1 for folder in (*code_folders(), root / "tests") for _ in _newer(folder, min(times)))
    return Freshness(tests=len(times), newest=max(times), oldest=min(times), changed=changed)


def _newer(folder: Path, than: datetime) -> Iterable[Path]:
    moment = than.timestamp()
    return (path for path in folder.rglob("*.py") if path.stat().st_mtime > moment)
