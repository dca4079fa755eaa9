"""Mixed armies: heroes join units of their own faction only (Tournament Guidelines: The Armies)."""

from __future__ import annotations

from warhost.rulebook import rule
from warhost.rulesets.regiments.core import Battle, Part, Unit, optional


@optional.part("own_heroes", "Mixed Armies", "aofr.tourney.mixed_heroes")
class OwnHeroes(Part):
    text = "In an army of two factions a hero deploys as part of units of its own faction only."
    many_sides = True

    @rule("aofr.tourney.mixed_heroes")
    def may_join(self, battle: Battle, hero: Unit, host: Unit) -> bool:
        """Whether both are of one faction, the primary one or the other."""
        return battle.regiment(hero).faction == battle.regiment(host).faction
