"""The house armies: army books of our own, lists that are ready to play, and files of a player's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from warhost.muster.army_text import DataError, UnknownName
from warhost.rulesets.blue_age.battle import Settings
from warhost.rulesets.blue_age.entries import Entry


class ArmyList(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An army as it takes the field: its units with everything that was bought for them."""

    name: str
    faction: str = ""
    points: int = 0
    """The size of the game that it was made for; 0 where nothing was said."""
    entries: tuple[Entry, ...] = ()

    @property
    def cost(self) -> int:
        return sum(unit.points for unit in self.entries)


def army_names() -> Sequence[str]:
    """The names of all house armies."""
    return ()


def find_entry(name: str, army: str = "") -> Entry | None:
    """The house unit of that name with nothing bought for it, in that army or in any; None if there is none."""
    return None


def army_list(name: str, data: Mapping[str, Any] | None, settings: Settings) -> ArmyList:
    """The army of a seat: a list that a player brought, or the ready list of a house army for the size of the game."""
    if data is None:
        raise UnknownName(f"There is no army called {name}.")
    try:
        return msgspec.convert(data, ArmyList)
    except (msgspec.ValidationError, RecursionError) as error:
        raise DataError([f"The list cannot be read: {error}."]) from None
