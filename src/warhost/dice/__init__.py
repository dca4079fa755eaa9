"""Dice: how they are written and thrown, and their exact odds. It knows no rulebook.

Odds have one spelling: `odds.of(dice)`, `odds.binomial(10, 0.5)`, `odds.mixture(...)`; `rows` are their inner form.
"""

from warhost.dice import odds, rows
from warhost.dice.chance import Chance, Seed, seed_bytes, verify
from warhost.dice.notation import Dice, DiceError
from warhost.dice.odds import Distribution, Outcome, Read, outcomes

__all__ = [
    "Chance",
    "Dice",
    "DiceError",
    "Distribution",
    "Outcome",
    "Read",
    "Seed",
    "odds",
    "outcomes",
    "rows",
    "seed_bytes",
    "verify",
]
