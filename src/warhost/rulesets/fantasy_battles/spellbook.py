"""All modules of spells, which make them known by being imported."""

from __future__ import annotations

from warhost.rulesets.fantasy_battles import hereditary, paths, runes

PATHS = (paths, hereditary, runes)
