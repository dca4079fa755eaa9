"""What a patrol is made of: its entries as lists are built from them, and the units that it must have."""

from __future__ import annotations

from warhost.muster.checks import Checks
from warhost.muster.entries import Entry as Offered
from warhost.muster.entries import Size
from warhost.muster.limits import Amount, Limit, entry_limits
from warhost.muster.roster import Listed, Roster
from warhost.rulesets.essence_of_war.entries import Category, Entry, Patrol

__all__ = ["CATEGORIES", "CHECKS", "COMPOSITION", "entry_of", "roster_of"]

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
"""A patrol that is picked from the entries of a faction has each of them once."""


def entry_of(entry: Entry) -> Offered:
    """A unit entry as patrols are built from it: in the one formation that it has, without a price."""
    return Offered(
        name=entry.name,
        faction=entry.faction,
        aliases=entry.aliases,
        category=entry.category,
        sizes=(Size(entry.formation, entry.models),),
        limit=1,
        own=entry,
    )


def roster_of(army: Patrol) -> Roster:
    """A patrol as its checks see it."""
    units = tuple(
        Listed(name=entry.name, faction=entry.faction, traits=(entry.category,), models=entry.models, limit=1)
        for entry in army.entries
    )
    return Roster(name=army.faction, units=units, word="patrol", own=army)
