"""Rosters that are ready to play, of every faction at the usual sizes of battles.

>>> ready_army("orcs", 1200).cost <= 1200
True
"""

from __future__ import annotations

from warhost.rulesets.essence_of_war.core import ArmyList, Settings
from warhost.rulesets.essence_of_war.lists.armylists import BOOKS
from warhost.rulesets.essence_of_war.lists.roster_limits import bounds
from warhost.rulesets.essence_of_war.lists.rosters import ArmyLists, army_of
from warhost.rulesets.families.ready import Ready

__all__ = ["READY", "ready_army", "ready_lists", "ready_rosters"]

READY = Ready(BOOKS, ArmyLists(), ArmyList, army_of, bounds, Settings().points)
ready_lists, ready_rosters, ready_army = READY.lists, READY.rosters, READY.find
