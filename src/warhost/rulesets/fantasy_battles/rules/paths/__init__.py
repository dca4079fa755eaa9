"""The Paths of Magic: what their spells do beyond their figures, a module for each Path."""

from warhost.rulesets.fantasy_battles.rules.paths import (
    alchemy,
    cosmology,
    divination,
    druidism,
    evocation,
    occultism,
    pyromancy,
    shamanism,
    thaumaturgy,
    witchcraft,
)

__all__ = [
    "alchemy",
    "cosmology",
    "divination",
    "druidism",
    "evocation",
    "occultism",
    "pyromancy",
    "shamanism",
    "thaumaturgy",
    "witchcraft",
]
