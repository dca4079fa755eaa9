"""The dice of moves that nobody measures out: charges, flights, pursuits (Charge Range, Flee Move, Pursuit)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from warhost.dice import Dice
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.core import Battle, Unit, spoken

Run: TypeAlias = Literal["charge", "flee", "pursuit"]

TWO_DICE = Dice.parse("2D6")


@rule("eow.charge.range.roll", "eow.flee.distance", "eow.pursuit.rolls", "eow.special.swiftstride")
@rule("eow.list.orcs_and_goblins.rule.goblin_cunning_flee")
def dice_of(battle: Battle, unit: Unit, run: Run) -> Dice:
    """2D6, Maximised if a rule of the unit says so."""
    for _, speaker in spoken(battle, unit, "maximised"):
        if run in speaker.maximised:
            return TWO_DICE.maximised()
    return TWO_DICE
