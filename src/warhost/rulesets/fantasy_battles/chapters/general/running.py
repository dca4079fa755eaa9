"""The dice of moves that nobody measures out: charges, flights, pursuits (Charge Range, Flee Move, Pursuit)."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from warhost.dice import Dice, odds
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.core import Battle, Unit, spoken

Run: TypeAlias = Literal["charge", "flee", "pursuit"]

TWO_DICE = Dice.parse("2D6")


@rule("t9a.charge.range", "t9a.special.flee_move", "t9a.round.step11_pursuit_distance", "t9a.special.swiftstride")
@rule("t9a.special.maximised_roll", "t9a.special.minimised_roll", "t9a.special.random_movement")
def dice_of(battle: Battle, unit: Unit, run: Run) -> Dice:
    """2D6, Maximised or Minimised as often as the rules of the unit say (T9A-R008, T9A-R082).

    Units with Random Movement flee and pursue by the dice of that (T9A-R177).
    """
    more = sum(speaker.extra_dice(battle, bearer, run) for bearer, speaker in spoken(battle, unit, "extra_dice"))
    own = None if run == "charge" else random_dice(battle, unit)
    return ranged(more, own or TWO_DICE)


@rule("t9a.special.random_movement")
def random_dice(battle: Battle, unit: Unit) -> Dice | None:
    """The dice of the unit's Random Movement; None if it has none. Of several the least."""
    found = [Dice.parse(speaker.random_move) for _, speaker in spoken(battle, unit, "random_move")]
    return min(found, key=lambda dice: odds.of(dice).mean, default=None)


@lru_cache(maxsize=64)
def ranged(more: int, dice: Dice = TWO_DICE) -> Dice:
    """Dice with so many more of which the highest are kept; less than 0: the lowest."""
    if not more:
        return dice
    number = dice.number
    if more > 0:
        return Dice(number + more, dice.size, dice.modifier, keep_highest=number)
    return Dice(number - more, dice.size, dice.modifier, keep_lowest=number)
