"""What a patrol is made of: the units that it must have."""

from __future__ import annotations

from warhost.muster.checks import Checks
from warhost.muster.limits import Amount, Limit, entry_limits
from warhost.muster.roster import Listed, Roster
from warhost.rulesets.essence_of_war.entries import Category, Patrol

__all__ = ["CATEGORIES", "CHECKS", "COMPOSITION", "FIXED_ARMIES", "roster_of"]

FIXED_ARMIES = "The Basic game of Essence of War has fixed patrols: choose one of those instead of your own list."

_COMPOSITION: dict[Category, int] = {"Character": 1, "Core": 2, "Special": 1}
CATEGORIES = tuple(_COMPOSITION)

COMPOSITION = Checks(
    *(
        Limit("eow.army.basic_patrol", of=(category,), least=Amount(flat=count), most=Amount(flat=count))
        for category, count in _COMPOSITION.items()
    )
)
"""A patrol is one Character, two Core units and one Special unit (eow.army.basic_patrol)."""

CHECKS = COMPOSITION + Checks(entry_limits("eow.army.basic_patrol"))
"""And it has each of its units once."""


def roster_of(army: Patrol) -> Roster:
    """A patrol as its checks see it."""
    units = tuple(
        Listed(name=entry.name, faction=entry.faction, traits=(entry.category,), models=entry.models, limit=1)
        for entry in army.entries
    )
    return Roster(name=army.faction, units=units, word="patrol", own=army)
