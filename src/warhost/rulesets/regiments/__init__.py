"""Age of Fantasy: Regiments, the core game: alternating activations, missions, solo play."""

from warhost.rulesets.regiments.ruleset import RULESET

__all__ = ["RULESET"]
