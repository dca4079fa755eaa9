"""Lists that are ready to play, found by their names or their armies."""

from __future__ import annotations

from warhost.rulesets.families.ready import Ready
from warhost.rulesets.fantasy_battles.core import ArmyList, Settings
from warhost.rulesets.fantasy_battles.lists.house_armies import BOOKS
from warhost.rulesets.fantasy_battles.lists.list_checks import ArmyLists, army_of
from warhost.rulesets.fantasy_battles.lists.list_limits import bounds

__all__ = ["READY", "full_name", "ready_army", "ready_lists", "ready_rosters"]

READY = Ready(BOOKS, ArmyLists(), ArmyList, army_of, bounds, Settings().points)
ready_lists, ready_rosters, ready_army, full_name = READY.lists, READY.rosters, READY.find, READY.full_name
