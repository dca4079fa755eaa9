"""Which rulebook has tournament rules of its own."""

from __future__ import annotations

from warhost.campaign.tournament.books import AnyBook
from warhost.campaign.tournament.guidelines import RegimentsBook

__all__ = ["book_of"]


def book_of(slug: str) -> AnyBook:
    """What a tournament needs to know of a rulebook."""
    return RegimentsBook() if slug == "aofr" else AnyBook(slug)
