"""Kings of War, 4th edition."""

from warhost.rulesets.kings_of_war.ruleset import RULESET

__all__ = ["RULESET"]
