"""The sixteen patrols of the Basic game, and army files of a player's own.

>>> patrol("orcs").entries[3].name
'Iron Orcs'
"""

from __future__ import annotations

from warhost.muster.army_text import named
from warhost.rulesets.essence_of_war.army_files import read_patrol
from warhost.rulesets.essence_of_war.entries import Entry, Patrol
from warhost.rulesets.families.house_books import HouseArmies

__all__ = ["entry", "load_patrol_text", "patrol", "patrols"]

PATROLS = HouseArmies("warhost.rulesets.essence_of_war", read_patrol, "patrols")
patrols, patrol, load_patrol_text = PATROLS.all, PATROLS.find, PATROLS.load


def entry(army: Patrol, name: str) -> Entry:
    """The unit entry of an army, by the same kinds of names."""
    return named(name, f"unit of the {army.faction}", {e.name: (e, (e.name, *e.aliases)) for e in army.entries})
