"""Files of other list builders that a rulebook reads, from our own packages and from others (`warhost.plugins`)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import cache

import msgspec

from warhost.muster.values import Mustered, Source
from warhost.plugins import IMPORTERS, PluginError, all_plugins

__all__ = ["Importer", "importers_of"]

log = logging.getLogger(__name__)


class Importer(msgspec.Struct, frozen=True):
    """A list builder whose files a rulebook reads: how they are told from others, and what they hold."""

    name: str
    understands: Callable[[str], bool]
    """Whether a text may be one of its files."""
    read: Callable[[Source, Sequence[Source]], Mustered]
    """What a file holds; the other files are army books that it may refer to."""


@cache
def importers_of(slug: str) -> tuple[Importer, ...]:
    """The importers for lists of a rulebook, ours first; one of another package that cannot be used is left out."""
    found: list[Importer] = []
    for plugin in all_plugins(IMPORTERS):
        if plugin.name != slug:
            continue
        try:
            told = plugin.load()
            some = (told,) if isinstance(told, Importer) else tuple(told)
            if not all(isinstance(one, Importer) for one in some):
                raise plugin.error("it is neither an Importer nor a sequence of them")
        except (PluginError, TypeError) as error:
            if plugin.ours:
                raise
            log.warning("%s", error if isinstance(error, PluginError) else plugin.error(str(error)))
            continue
        found += some
    return tuple(found)
