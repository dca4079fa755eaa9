"""Allies: units of one side and of different armies (Appendix: Multi-Games)."""

from __future__ import annotations

from collections.abc import Iterable

from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.core.battle import Battle, Unit
from warhost.rulesets.families.ninth_age.core.contact import friends


@rule("eow.multi.allies", "eow.multi.brethren")
def allied(one: Unit, other: Unit) -> bool:
    """Whether both are on one side but of different factions: Allies, who do not share everything."""
    return one.company != other.company and one.seat == other.seat and one.army != other.army


@rule("eow.multi.ally_army_rules")
def brethren(battle: Battle, unit: Unit) -> Iterable[Unit]:
    """The units on the table for which a rule of the unit's army works: all of its side but Allies."""
    body = battle.body(unit)
    return (friend for friend in friends(battle, body.seat) if not allied(friend, body))
