"""The 9th Age: Fantasy Battles, from its quick reference."""

from warhost.rulesets.fantasy_battles.ruleset import RULESET

__all__ = ["RULESET"]
