"""All named rules together: whoever names one in a list, on a card or in a battle has them from here."""

from __future__ import annotations

from warhost.rulesets.kings_of_war import (
    artefacts,
    artefacts_heroic,
    special_attacks,
    special_moves,
    special_nerve,
    spells,
)
from warhost.rulesets.kings_of_war.magic import SPELLS
from warhost.rulesets.kings_of_war.rules import ARTEFACTS, EFFECTS, SPECIALS

__all__ = [
    "ARTEFACTS",
    "EFFECTS",
    "SPECIALS",
    "SPELLS",
    "artefacts",
    "artefacts_heroic",
    "special_attacks",
    "special_moves",
    "special_nerve",
    "spells",
]
