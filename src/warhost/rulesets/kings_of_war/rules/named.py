"""All named rules together: whoever names one in a list, on a card or in a battle has them from here."""

from __future__ import annotations

from warhost.rulesets.kings_of_war.chapters.magic import SPELLS
from warhost.rulesets.kings_of_war.core import ARTEFACTS, EFFECTS, SPECIALS
from warhost.rulesets.kings_of_war.rules import artefacts, spells
from warhost.rulesets.kings_of_war.rules import attacks as special_attacks
from warhost.rulesets.kings_of_war.rules import heroic_artefacts as artefacts_heroic
from warhost.rulesets.kings_of_war.rules import moves as special_moves
from warhost.rulesets.kings_of_war.rules import nerve as special_nerve

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
