"""Armies to read at length, as a table for people and as data for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """An army as a table to print, and labelled lists below it."""

    title: str
    columns: tuple[str, ...]
    right: tuple[str, ...] = ()
    """The columns that are aligned to the right."""
    rows: tuple[tuple[str, ...], ...]
    below: tuple[tuple[str, tuple[str, ...]], ...] = ()


@runtime_checkable
class Prints(Protocol):
    """What a rulebook may offer so that its armies can be read at length. A module of functions can be this."""

    def army_sheet(self, name: str) -> Sheet:
        """The army of that name with all that it has."""
        ...

    def army_data(self, name: str) -> Mapping[str, Any]:
        """The same as plain data of the rulebook's own form."""
        ...


@runtime_checkable
class PrintsMore(Protocol):
    """What a rulebook may offer besides its armies: lists to build armies from, and what these lists share."""

    def more_sheets(self, name: str | None) -> Sequence[Sheet]:
        """What it has for the army of that name; all of it without a name."""
        ...

    def more_data(self, name: str | None) -> Mapping[str, Any]:
        """The same as plain data of the rulebook's own form."""
        ...
