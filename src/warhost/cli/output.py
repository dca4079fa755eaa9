"""How commands print and write: rich tables on a terminal, plain text into a pipe or a file, JSON on request."""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import click

from warhost.errors import WarhostError
from warhost.play import Sheet

__all__ = ["Tell", "make_room", "print_entry", "print_json", "print_sheet", "print_table", "progress", "write_file"]

Tell: TypeAlias = Callable[[int, str | None], None]
"""Tells how much is done, and what is being done if that is something else now."""

TEXT_WIDTH = 100
BETWEEN = 2
"""What a table puts around each column."""
FEW_LETTERS = 12
"""So many letters of a text stand in a line of its column at the least."""


def print_json(value: Any) -> None:
    """A value as JSON, readable for people too."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[str] = ()) -> None:
    """A table; the columns named in `right` are aligned to the right and never broken."""
    if not sys.stdout.isatty():
        _print_plain(columns, rows, right)
    elif _narrowest(columns, rows, right) > shutil.get_terminal_size().columns:
        _print_stacked(columns, rows)
    else:
        _print_rich(columns, rows, right)


def _narrowest(columns: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[str]) -> int:
    """What a table takes at the least: texts may be broken, but for the first of a line; numbers may not."""
    widths = [max(len(line[column]) for line in (columns, *rows)) for column in range(len(columns))]
    kept = [
        width if number == 0 or name in right else min(width, FEW_LETTERS)
        for number, (name, width) in enumerate(zip(columns, widths, strict=True))
    ]
    return sum(kept) + BETWEEN * len(kept)


def _print_stacked(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A paragraph for each row, where the terminal is too narrow for a table."""
    for first, *rest in rows:
        click.echo(click.style(first, bold=True))
        told = "; ".join(
            f"{name} {cell.strip()}".strip() for name, cell in zip(columns[1:], rest, strict=True) if cell.strip()
        )
        for line in textwrap.wrap(told, max(20, shutil.get_terminal_size().columns - 2)):
            click.echo(f"  {line}")


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

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for number, name in enumerate(columns):
        table.add_column(
            name, justify="right" if name in right else "left", overflow="fold", no_wrap=number == 0 or name in right
        )
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


@contextmanager
def progress(label: str, total: int, *, counting: bool = True) -> Iterator[Tell]:
    """A bar on the terminal that says how far something is, in numbers too if wanted; nothing where nobody watches."""
    if not sys.stderr.isatty():
        yield lambda done, label: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    numbers = (MofNCompleteColumn(), TimeRemainingColumn()) if counting else ()
    columns = (BarColumn(), *numbers, TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)
        yield lambda done, label: bar.update(task, completed=done, description=label)


def write_file(path: Path, content: str | bytes) -> None:
    """A text, or what is packed, into a file, in a folder that is made where there is none."""
    make_room(path.parent)
    try:
        path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    except OSError as error:
        raise WarhostError(f"{path} cannot be written: {error.strerror or error}.") from None


def make_room(folder: Path) -> None:
    """The folder for what will be written, made where there is none: said before hours of work, not after them."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WarhostError(f"{folder}: the folder cannot be created: {error.strerror or error}.") from None
    if not os.access(folder, os.W_OK):
        raise WarhostError(f"{folder}: this folder is not writable.")
