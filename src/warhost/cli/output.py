"""How commands print: rich tables on a terminal, plain aligned text into a pipe or a file, JSON on request."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Collection, Sequence
from typing import Any

import click

from warhost.play import Sheet

__all__ = ["print_entry", "print_json", "print_sheet", "print_table"]

TEXT_WIDTH = 100


def print_json(value: Any) -> None:
    """A value as JSON, readable for people too."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[str] = ()) -> None:
    """A table; the columns named in `right` are aligned to the right."""
    if sys.stdout.isatty():
        _print_rich(columns, rows, right)
    else:
        _print_plain(columns, rows, right)


def _print_plain(columns: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[str]) -> None:
    """One line for each row, whatever its length, so that grep, sort and cut work on it."""
    lines = [columns, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(columns))]
    for line in lines:
        cells = [
            cell.rjust(width) if name in right else cell.ljust(width)
            for name, cell, width in zip(columns, line, widths, strict=True)
        ]
        click.echo("  ".join(cells).rstrip())


def _print_rich(columns: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[str]) -> None:
    # Rich takes a tenth of a second to import: only those who see its tables pay for it.
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for number, name in enumerate(columns):
        table.add_column(name, justify="right" if name in right else "left", overflow="fold", no_wrap=number == 0)
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    Console().print(table)


def print_entry(label: str, text: str | Sequence[str]) -> None:
    """A labelled paragraph, or a labelled list with one line for each member; nothing when it is empty."""
    lines = textwrap.wrap(text, TEXT_WIDTH) if isinstance(text, str) else list(text)
    if not lines:
        return
    click.echo()
    click.echo(click.style(label, bold=True))
    for line in lines:
        click.echo(f"  {line}")


def print_sheet(sheet: Sheet) -> None:
    """An army: its title, its units in a table, and the lists below it."""
    click.echo(click.style(sheet.title, bold=True))
    if sheet.rows:
        click.echo()
        print_table(sheet.columns, sheet.rows, right=sheet.right)
    for label, lines in sheet.below:
        print_entry(label, lines)
