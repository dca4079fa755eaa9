"""All special rules: who names one in a list, a card or a rule has them from here."""

from __future__ import annotations

from warhost.rulesets.kings_of_war import special_attacks, special_moves, special_nerve
from warhost.rulesets.kings_of_war.rules import EFFECTS, SPECIALS

__all__ = ["EFFECTS", "SPECIALS", "special_attacks", "special_moves", "special_nerve"]
