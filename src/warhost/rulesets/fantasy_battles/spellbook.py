"""All modules of spells, which make them known by being imported."""

from __future__ import annotations

from warhost.rulesets.fantasy_battles import alchemy, path_rules, pyromancy, runes

PATHS = (path_rules, alchemy, pyromancy, runes)
