"""The 9th Age: Essence of War. The Basic game: patrols, four Game Turns, the centre of the table."""

from warhost.rulesets.essence_of_war.ruleset import RULESET

__all__ = ["RULESET"]
