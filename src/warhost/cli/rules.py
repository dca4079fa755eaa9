"""`warhost rules`: the rule reference, and what the tests show of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import click
import msgspec

from warhost.cli.output import print_entry, print_json, print_table
from warhost.cli.parts import SLUG, json_option
from warhost.errors import WarhostError
from warhost.rulebook import Rule, Ruling, books, catalogue, find, find_ruling, rules, rules_of_part, rulings_of
from warhost.rulebook.coverage import (
    REFRESH,
    Freshness,
    Record,
    Tally,
    by_book,
    by_chapter,
    freshness,
    read_record,
)
from warhost.rulebook.references import places_in_code, places_in_tests, project_root

__all__ = ["command"]

COUNTS = ("rows", "in code", "in tests", "shown", "failing", "%")
HOW_TO_RECORD = f"No test run is recorded here. To record one, run this in the project folder: {REFRESH}"


class _Rules(click.Group):
    """The group of these commands, whose help names the books that are installed."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Books"):
            formatter.write_dl([(book.slug, book.title) for book in books().values()])


@click.group("rules", cls=_Rules)
def command() -> None:
    """Look up the rules of the books and their test coverage."""


@command.command("list")
@click.argument("book", required=False, type=SLUG)
@click.option("--kind", help="Only rules of this kind, such as core, special or spell.")
@click.option("--section", help="Only rules from sections whose title contains this text.")
@click.option("--search", help="Only rules whose id, text or example contains this.")
@click.option("--uncovered", is_flag=True, help="Only rules without a passing test.")
@json_option
def list_(
    book: str | None, kind: str | None, section: str | None, search: str | None, uncovered: bool, json_: bool
) -> None:
    """List rules, one per line."""
    kinds = dict.fromkeys(row.kind for row in rules(book))
    if kind is not None and kind.lower() not in kinds:
        raise WarhostError(f'There is no kind of rule "{kind}": {", ".join(kinds)}.')
    rows = [row for row in rules(book) if _matches(row, kind, section, search)]
    if uncovered:
        rows = _without_passing_test(rows, read_record(project_root()))
    if json_:
        print_json(msgspec.to_builtins(rows))
    elif rows:
        print_table(("id", "kind", "rule"), [(row.id, row.kind, row.rule) for row in rows])
    else:
        click.echo("No rule matches.", err=True)


def _matches(row: Rule, kind: str | None, section: str | None, search: str | None) -> bool:
    if kind is not None and row.kind != kind.lower():
        return False
    if section is not None and section.lower() not in row.section.lower():
        return False
    return search is None or search.lower() in f"{row.id} {row.rule} {row.example}".lower()


def _without_passing_test(rows: Sequence[Rule], record: Record | None) -> list[Rule]:
    if record is None:
        raise WarhostError(HOW_TO_RECORD)
    covered = record.covered()
    return [row for row in rows if row.id not in covered]


@command.command("show")
@click.argument("id_", metavar="ID")
@json_option
def show(id_: str, json_: bool) -> None:
    """Show one rule, or one ruling such as EOW-R037.

    A rule comes with its example, the rulings that bear on it, the code that implements it and the tests that show it.
    """
    if "-" in id_:
        _show_ruling(find_ruling(id_.upper()), json_)
    else:
        _show_rule(find(id_.lower()), json_)


def _show_ruling(ruling: Ruling, json_: bool) -> None:
    if json_:
        print_json(_ruling_json(ruling))
        return
    click.echo(f"{click.style(ruling.id, bold=True)}  {ruling.title}")
    print_entry("The book", ruling.says)
    print_entry("The problem", ruling.problem)
    print_entry("The ruling", ruling.ruling)
    print_entry("The alternative", ruling.alternative)
    print_entry("Rules", ruling.rows)


def _ruling_json(ruling: Ruling) -> dict[str, Any]:
    return {
        "id": ruling.id,
        "title": ruling.title,
        "says": ruling.says,
        "problem": ruling.problem,
        "ruling": ruling.ruling,
        "alternative": ruling.alternative or None,
        "rules": list(ruling.rows),
    }


def _show_rule(row: Rule, json_: bool) -> None:
    root = project_root()
    record = read_record(root)
    code = [str(place) for place in places_in_code(row.id)]
    named = [str(place) for place in places_in_tests(row.id, root)]
    runs = {} if record is None else record.tests_of(row.id)
    if json_:
        print_json(
            {
                **msgspec.to_builtins(row),
                "rulings": [_ruling_json(ruling) for ruling in rulings_of(row)],
                "code": code,
                "tests": {"named": named, "runs": {node: run.outcome for node, run in runs.items()}},
            }
        )
        return
    click.echo(f"{click.style(row.id, bold=True)}  {books()[row.book].title}: {row.section} ({row.kind})")
    print_entry("Rule", row.rule)
    print_entry("Example", row.example)
    for ruling in rulings_of(row):
        print_entry(f"Ruling {ruling.id}: {ruling.title}", ruling.ruling)
        if ruling.alternative:
            print_entry(f"Alternative to {ruling.id}", ruling.alternative)
    print_entry("Code", code or ["No code names this rule yet."])
    print_entry("Tests", named or ["No test names this rule here."])
    print_entry("Last runs", [f"{run.outcome}  {node}" for node, run in sorted(runs.items())])


@command.command("coverage")
@click.argument("book", required=False, type=SLUG)
@click.option("--part", help="Only one game of BOOK that is counted by itself, such as Basic of eow.")
@click.option("--chapters", is_flag=True, help="One line per chapter (the second part of each id).")
@click.option("--missing", is_flag=True, help="List the rules without a passing test.")
@json_option
def coverage(book: str | None, part: str | None, chapters: bool, missing: bool, json_: bool) -> None:
    """Show how many rules have a passing test.

    A rule is shown when at least one passing test is marked with it and no failing one. The columns "in code" and "in
    tests" count the rules that the source names, whether or not the tests have run.
    """
    if part is not None and book is None:
        raise click.UsageError("--part needs the BOOK that it is of, such as: warhost rules coverage eow --part Basic")
    rows = rules(book) if part is None or book is None else rules_of_part(book, part)
    root = project_root()
    record = read_record(root)
    fresh = None if record is None or root is None else freshness(record, root)
    sums = by_chapter(record, root, rows) if chapters else _sums(record, root, book, part)
    if json_:
        print_json(
            {
                "sums": [_sum_json(tally) for tally in sums],
                "recorded": None if fresh is None else fresh.newest.isoformat(),
                "changed_files": None if fresh is None else fresh.changed,
                "refresh": REFRESH,
                **({"missing": [row.id for row in _without_passing_test(rows, record)]} if missing else {}),
            }
        )
    elif missing:
        lacking = _without_passing_test(rows, record)
        if lacking:
            print_table(("id", "rule"), [(row.id, row.rule) for row in lacking])
        click.echo(f"{len(lacking)} of {len(rows)} rules have no passing test.", err=True)
    else:
        print_table(("chapter" if chapters else "book", *COUNTS), [_sum_cells(tally) for tally in sums], right=COUNTS)
        click.echo()
        click.echo(_freshness_line(fresh))


def _sums(record: Record | None, root: Path | None, book: str | None, part: str | None) -> tuple[Tally, ...]:
    if book is None:
        return by_book(record, root)
    catalogue(book)
    sums = by_book(record, root, (book,))
    return sums if part is None else tuple(tally for tally in sums if tally.name.endswith(f", {part}"))


def _sum_cells(tally: Tally) -> tuple[str, ...]:
    counts = (tally.rows, tally.in_code, tally.in_tests, tally.covered, tally.failing)
    percent = "-" if tally.percent is None else f"{tally.percent:.1f}"
    return (tally.name, *("-" if count is None else str(count) for count in counts), percent)


def _sum_json(tally: Tally) -> dict[str, Any]:
    percent = None if tally.percent is None else round(tally.percent, 1)
    return {**msgspec.to_builtins(tally), "percent": percent}


def _freshness_line(fresh: Freshness | None) -> str:
    if fresh is None:
        return HOW_TO_RECORD
    tests = f"{fresh.tests} marked {'test' if fresh.tests == 1 else 'tests'}"
    line = f"From {tests}, last run {_ago(datetime.now(UTC) - fresh.newest)}"
    if fresh.changed == 0:
        return f"{line}; nothing has changed since."
    files = "1 source file has" if fresh.changed == 1 else f"{fresh.changed} source files have"
    return f"{line}; {files} changed since the oldest of those runs. To refresh: {REFRESH}"


def _ago(age: timedelta) -> str:
    minutes = int(age.total_seconds() // 60)
    for size, unit in ((24 * 60, "day"), (60, "hour"), (1, "minute")):
        if minutes >= size:
            count = minutes // size
            return f"{count} {unit}{'' if count == 1 else 's'} ago"
    return "just now"
