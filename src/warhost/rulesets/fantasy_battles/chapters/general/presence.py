"""Commanding Presence: how far a leader's word carries, and who hears it."""

from __future__ import annotations

from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.core import Battle, Unit, boundary, speakers
from warhost.table import within

COMMAND = 12.0
"""How far a leader's word, or the sight of a battle standard, carries, in inches."""


@rule("t9a.special.commanding_presence", "t9a.fleeing.no_presence")
def lends(battle: Battle, bearer: Unit, to: Unit) -> bool:
    """Whether the bearer does not flee and its word carries to that friend."""
    reach = max((one.presence(battle, bearer) for one in speakers(battle, bearer).at("presence")), default=0.0)
    if not reach or battle.body(bearer).fleeing:
        return False
    return battle.body(to).pose is not None and within(boundary(battle, bearer), boundary(battle, to), reach)
