"""Tables of chances as a rulebook prints them, beside what the engine works out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, runtime_checkable

import msgspec


class Chance(msgspec.Struct, frozen=True, gc=False):
    """One cell: the exact chance, the percentage that the book's rounding makes of it, and the one that is printed."""

    exact: float
    percent: int
    printed: int

    @property
    def deviates(self) -> bool:
        return self.percent != self.printed


class ChanceRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a table, the row of the rule table that holds it, and the ruling on cells that deviate."""

    label: str
    rule: str
    cells: tuple[Chance, ...]
    ruling: str = ""


class ChanceTable(msgspec.Struct, frozen=True):
    """A table of percentages; `heading` says what its columns are."""

    title: str
    heading: str
    columns: tuple[str, ...]
    rows: tuple[ChanceRow, ...]

    def deviations(self) -> Iterator[tuple[ChanceRow, str, Chance]]:
        """The cells that are printed otherwise than they are worked out, with their lines and columns."""
        for row in self.rows:
            for column, cell in zip(self.columns, row.cells, strict=True):
                if cell.deviates:
                    yield row, column, cell


@runtime_checkable
class TabulatesChances(Protocol):
    """What a rulebook may offer that prints tables of chances."""

    def chance_tables(self) -> Sequence[ChanceTable]:
        """All tables that the book prints, in its order."""
        ...
