"""The Blue Age: Legends at War."""

from warhost.rulesets.blue_age.ruleset import RULESET

__all__ = ["RULESET"]
