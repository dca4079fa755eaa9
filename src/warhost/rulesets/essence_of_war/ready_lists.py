"""Rosters that are ready to play, of every faction at the usual sizes of battles.

>>> ready_army("orcs", 1200).cost <= 1200
True
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from warhost.rulesets.essence_of_war.army_lists import ArmyLists, army_of, as_agreed
from warhost.rulesets.essence_of_war.armylists import BOOKS
from warhost.rulesets.essence_of_war.battle import Settings
from warhost.rulesets.essence_of_war.entries import ArmyList
from warhost.rulesets.essence_of_war.own_lists import list_from_data
from warhost.rulesets.families.ready import Ready

__all__ = ["READY", "army_list", "ready_army", "ready_lists", "ready_rosters"]

READY = Ready(BOOKS, ArmyLists(), army_of, Settings().points)
ready_lists, ready_rosters, ready_army = READY.lists, READY.rosters, READY.find


def army_list(name: str, data: Mapping[str, Any] | None, settings: Settings) -> ArmyList:
    """The army of a seat: a Roster that a player brought, or one of its faction that is ready for the battle."""
    army = ready_army(name, settings.points) if data is None else list_from_data(data)
    return as_agreed(army, settings)
