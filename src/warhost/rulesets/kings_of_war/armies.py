"""The house armies: their units by name, their ready lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from warhost.errors import WarhostError
from warhost.rulesets.kings_of_war.battle import Settings
from warhost.rulesets.kings_of_war.entries import Entry


class ArmyList(msgspec.Struct, frozen=True):
    """An army as it is brought to a battle."""

    name: str
    entries: tuple[Entry, ...]


def army_names() -> Sequence[str]:
    """The names of all house armies."""
    return ()


def army_list(name: str, data: Mapping[str, Any] | None, settings: Settings) -> ArmyList:
    """The army of a seat: a list that a player brought, or the ready list of a house army for the size of the game."""
    raise WarhostError(f'There is no army "{name}".')


def find_entry(name: str, army: str = "") -> Entry | None:
    """The house unit of that name with nothing bought for it, in that army or in any; None if there is none."""
    return None
