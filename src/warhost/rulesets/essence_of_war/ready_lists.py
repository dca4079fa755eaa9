"""Rosters that are ready to play, of every faction at the usual sizes of battles.

>>> ready_army("orcs", 1200).cost <= 1200
True
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from warhost.muster.roster import Roster
from warhost.rulesets.essence_of_war.army_lists import FORM, ArmyLists, army_of, as_agreed
from warhost.rulesets.essence_of_war.armylists import PACKAGE, armylist, catalogue
from warhost.rulesets.essence_of_war.battle import Settings
from warhost.rulesets.essence_of_war.entries import ArmyList
from warhost.rulesets.essence_of_war.own_lists import list_from_data
from warhost.rulesets.families.ready import Ready, read_rosters

__all__ = ["army_list", "full_name", "ready_army", "ready_lists", "ready_rosters"]


@lru_cache(maxsize=1)
def ready_rosters() -> Mapping[str, Roster]:
    """The Rosters as their checks see them, by faction and points (`Orcs and Goblins 1200`)."""
    return read_rosters(PACKAGE, ArmyLists(), FORM, catalogue)


@lru_cache(maxsize=1)
def _ready() -> Ready[ArmyList]:
    lists = {name: army_of(roster) for name, roster in ready_rosters().items()}
    return Ready(lists, lambda name: armylist(name).faction)


def ready_lists() -> Mapping[str, ArmyList]:
    """The same as they take the field."""
    return _ready().lists


@lru_cache(maxsize=256)
def ready_army(name: str, points: int = Settings().points) -> ArmyList:
    """A Roster that is ready to play: by its name, by its faction with the points behind it (`Orcs 1200`), or by its
    faction for a battle of that many points. For a size without a Roster the largest that fits is taken."""
    return _ready().find(name, points)


def full_name(name: str) -> str:
    """The name in full of a Roster; it stands for the same Roster as the name that was given."""
    return _ready().full_name(name)


def army_list(name: str, data: Mapping[str, Any] | None, settings: Settings) -> ArmyList:
    """The army of a seat: a Roster that a player brought, or one of its faction that is ready for the battle."""
    army = ready_army(name, settings.points) if data is None else list_from_data(data)
    return as_agreed(army, settings)
