"""The tournament rules of a rulebook."""

from __future__ import annotations

from warhost.campaign.tournament.books import AnyBook
from warhost.plugins import TOURNAMENTS, plugins

__all__ = ["book_of"]


def book_of(slug: str) -> AnyBook:
    """The tournament rules of a rulebook: its own, or those that serve any book."""
    plugin = plugins(TOURNAMENTS).get(slug)
    if plugin is None:
        return AnyBook(slug)
    found = plugin.load()(slug)
    assert isinstance(found, AnyBook)
    return found
