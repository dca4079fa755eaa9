"""What other list builders call things of a rulebook, so that their rosters can be read and written."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

__all__ = ["Wording"]


class Wording(msgspec.Struct, frozen=True, kw_only=True):
    """The names of one rulebook."""

    game: str = ""
    """What the game is called in rosters."""
    games: str = ""
    """A pattern for the names of the game: rosters of other games are refused."""
    aliases: Mapping[str, str] = {}
    """Other names of units, sizes and options; ours behind them."""
    headings: tuple[str, ...] = ()
    """What other builders put options below; a heading itself is nothing."""
    nothing: tuple[str, ...] = ()
    """Names that mean nothing here."""
    prefixes: tuple[str, ...] = ()
    """Words that our names may have in front, and those of others not: `on `."""
