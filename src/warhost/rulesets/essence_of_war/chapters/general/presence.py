"""Commanding Presence: how far a leader's word carries, and who hears it (Model Rules; The Vault)."""

from __future__ import annotations

from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.core import Battle, Unit, allied, boundary, present, speakers
from warhost.table import summed, within

COMMAND = 12.0
"""How far a leader's word carries, in inches."""

FARTHEST = 18.0
"""No item makes it carry farther."""


@rule("eow.special.commanding_presence", "eow.vault.artefact.crown_of_autocracy")
def presence_of(battle: Battle, unit: Unit) -> float:
    """How far the Commanding Presence of the unit's own models carries in inches; 0 if it has none.

    What adds to it goes no farther than 18"; without anything to add to, it is all there is.
    """
    own = speakers(battle, unit)
    reach = max((speaker.presence(battle, unit) for speaker in own.at("presence")), default=0.0)
    more = summed(speaker.presence_bonus for speaker in own.at("presence_bonus"))
    return max(reach, min(FARTHEST, reach + more))


@rule("eow.special.commanding_presence")
def lends(battle: Battle, bearer: Unit, to: Unit) -> bool:
    """Whether the bearer does not flee and its word carries to that friend."""
    reach = presence_of(battle, bearer)
    if not reach or battle.body(bearer).fleeing:
        return False
    return within(boundary(battle, bearer), boundary(battle, to), reach)


@rule("eow.special.undead.march", "eow.special.commanding_presence", "eow.multi.ally_discipline")
def in_presence(battle: Battle, unit: Unit) -> bool:
    """Whether the unit hears a friend's Commanding Presence; one in its own ranks counts (EOW-R181).

    That of an Ally is nothing to it (EOW-R234).
    """
    leaders = present(battle, unit.seat)
    return any(lends(battle, leader, unit) for leader in leaders if not allied(leader, unit))
