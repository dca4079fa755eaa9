"""The army of a seat: a list that a player brought, or one of the house that is ready for the battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from warhost.errors import WarhostError
from warhost.muster.army_text import Problem
from warhost.rulesets.families.brought import read_list
from warhost.rulesets.fantasy_battles.armies import books
from warhost.rulesets.fantasy_battles.entries import ArmyList


def army_names() -> Sequence[str]:
    """The names of all house armies."""
    return tuple(books())


def army_list(name: str, data: Mapping[str, Any] | None, points: int) -> ArmyList:
    """The army of a seat."""
    if data is not None:
        return read_list(data, ArmyList, _bounds)
    for book in books().values():
        if book.army.casefold() == name.casefold():
            return ArmyList(name=book.army, army=book.army, points=points, entries=book.entry)
    raise WarhostError(f'There is no army called "{name}".', "t9a.pregame.size")


def _bounds(army: ArmyList) -> Sequence[Problem]:
    return ()
