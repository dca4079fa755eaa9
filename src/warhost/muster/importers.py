"""Files of other list builders: a rulebook names those whose files it understands."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from warhost.muster.values import Mustered, Source

__all__ = ["Importer"]


class Importer(msgspec.Struct, frozen=True):
    """A list builder whose files a rulebook reads: how they are told from others, and what they hold."""

    name: str
    understands: Callable[[str], bool]
    """Whether a text may be one of its files."""
    read: Callable[[Source, Sequence[Source]], Mustered]
    """What a file holds; the other files are army books that it may refer to."""
