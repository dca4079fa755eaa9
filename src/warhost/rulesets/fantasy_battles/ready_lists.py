"""Lists that are ready to play, found by their names or their armies."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from warhost.muster.roster import Roster
from warhost.rulesets.families.ready import Ready, read_rosters
from warhost.rulesets.fantasy_battles.armies import PACKAGE, book, catalogue
from warhost.rulesets.fantasy_battles.entries import ArmyList, Entry
from warhost.rulesets.fantasy_battles.list_checks import FORM, ArmyLists, army_of

__all__ = ["USUAL_POINTS", "full_name", "ready_army", "ready_list", "ready_lists", "ready_rosters"]

USUAL_POINTS = 4500


@lru_cache(maxsize=1)
def ready_rosters() -> Mapping[str, Roster]:
    """The lists that are ready to play as their checks see them, by army and points (`Saltbridge Compact 1500`)."""
    return read_rosters(PACKAGE, ArmyLists(), FORM, catalogue)


@lru_cache(maxsize=1)
def _ready() -> Ready[ArmyList]:
    return Ready({name: army_of(roster) for name, roster in ready_rosters().items()}, lambda name: book(name).faction)


def ready_lists() -> Mapping[str, ArmyList]:
    """The same as they take the field."""
    return _ready().lists


def ready_list(name: str, points: int = USUAL_POINTS) -> list[Entry]:
    """The units of a list that is ready to play."""
    return list(ready_army(name, points).entries)


def ready_army(name: str, points: int = USUAL_POINTS) -> ArmyList:
    """A list that is ready to play: by its name, by its army with the points behind it (`Deepforge Hold 3000`), or by
    its army for a game of that many points. For a size without a list the largest that fits is taken."""
    return _ready().find(name, points)


def full_name(name: str) -> str:
    """The name in full of a list that is ready to play; it stands for the same list as the name that was given."""
    return _ready().full_name(name)
