"""The house armies: army books of our own, lists that are ready to play, and files of a player's own."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.rulesets.blue_age.entries import Entry


def army_names() -> Sequence[str]:
    """The names of all house armies."""
    return ()


def find_entry(name: str, army: str = "") -> Entry | None:
    """The house unit of that name with nothing bought for it, in that army or in any; None if there is none."""
    return None
