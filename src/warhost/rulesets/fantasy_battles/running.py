"""The dice of moves that nobody measures out: charges, flights, pursuits (Charge Range, Flee Move, Pursuit)."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from warhost.dice import Dice
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.rules import spoken

Run: TypeAlias = Literal["charge", "flee", "pursuit"]

TWO_DICE = Dice.parse("2D6")


@rule("t9a.charge.range", "t9a.special.flee_move", "t9a.round.step11_pursuit_distance", "t9a.special.swiftstride")
def dice_of(battle: Battle, unit: Unit, run: Run) -> Dice:
    """2D6, Maximised or Minimised as often as the rules of the unit say (T9A-R008, T9A-R082)."""
    more = sum(speaker.extra_dice(battle, bearer, run) for bearer, speaker in spoken(battle, unit, "extra_dice"))
    return ranged(more)


@lru_cache(maxsize=16)
def ranged(more: int) -> Dice:
    """2D6 with so many dice more of which the highest are kept; less than 0: the lowest."""
    if not more:
        return TWO_DICE
    return Dice(2 + more, 6, keep_highest=2) if more > 0 else Dice(2 - more, 6, keep_lowest=2)
