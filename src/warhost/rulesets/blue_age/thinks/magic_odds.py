"""The exact chances of dice that go on with every twelve: successes of a cast or a dispel, and of an Expulsion."""

from __future__ import annotations

from functools import lru_cache
from math import perm

from warhost.rulesets.blue_age.chapters.magic.pools import SIDES
from warhost.table import summed


@lru_cache(maxsize=1024)
def fewer_than(dice: int, need: int, successes: int, again: bool = False) -> float:
    """The chance that so many dice make fewer successes than that; each success needs that face.

    A die that is a twelve is a success and brings another die, without end. Fewer successes than a number need no more
    twelves than that, so the sum is finite and exact. `again`: dice that fail are rolled once more (Arcane Mastery).
    """
    if successes <= 0:
        return 0.0
    each = _one(need, successes, again)
    found = [1.0] + [0.0] * (successes - 1)
    for _ in range(dice):
        found = [summed(found[less] * each[most - less] for less in range(most + 1)) for most in range(successes)]
    return summed(found)


def _one(need: int, below: int, again: bool) -> list[float]:
    """The chances of 0, 1, 2 ... successes of one die and all that its twelves bring, below a number.

    A die that is thrown again may be a twelve too; the dice that this one brings are thrown again no more, nor are
    those that the first throw brings in one: they come after it.
    """
    fails, plain, twelve = (need - 1) / SIDES, (SIDES - need) / SIDES, 1 / SIDES
    once = [fails]
    for number in range(1, below):
        once.append(twelve * once[number - 1] + (plain if number == 1 else 0.0))
    if not again:
        return once
    # Every failure of the first throw, whether of the die itself or of one that a twelve brought, is thrown once more.
    found: list[float] = []
    for number in range(below):
        chance = fails * once[number]
        if number:
            chance += twelve * found[number - 1] + (plain if number == 1 else 0.0)
        found.append(chance)
    return found


def reaches(dice: int, need: int, successes: int, again: bool = False) -> float:
    """The chance that so many dice make at least so many successes."""
    return max(0.0, 1.0 - fewer_than(dice, need, successes, again))


@lru_cache(maxsize=64)
def expulsion(dice: int) -> float:
    """The chance that two dice of a casting roll are alike, those that twelves bring included.

    None are alike where there is no twelve and all differ, or one twelve whose further die differs from all others.
    """
    others = SIDES - 1
    without: float = perm(others, dice) / SIDES**dice
    room = others - (dice - 1)
    with_one: float = dice * perm(others, dice - 1) * max(0, room) / SIDES ** (dice + 1)
    return 1.0 - without - with_one
