"""Dice: how they are written, thrown and read, and their exact odds. It knows no rulebook.

Odds have one spelling: `odds.of(dice)`, `odds.binomial(10, 0.5)`, `odds.thin(...)`.
"""

from warhost.dice import odds
from warhost.dice.chance import Chance, Seed, seed_bytes, verify
from warhost.dice.notation import Dice, DiceError
from warhost.dice.odds import Distribution, Outcome, Read, outcomes
from warhost.dice.reading import Throw, meets, passes, reroll

__all__ = [
    "Chance",
    "Dice",
    "DiceError",
    "Distribution",
    "Outcome",
    "Read",
    "Seed",
    "Throw",
    "meets",
    "odds",
    "outcomes",
    "passes",
    "reroll",
    "seed_bytes",
    "verify",
]
