"""What spell dice have to expect, exactly: that a spell goes off, is blocked, or turns on its caster."""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import NamedTuple

from warhost.dice import Dice, odds
from warhost.rulebook import rule
from warhost.table import summed

SIDES = 6
FACES = range(1, SIDES + 1)


class Cast(NamedTuple):
    """What so many casting dice come to: how likely they succeed, and are too strong to be blocked."""

    works: float
    unblockable: float
    totals: dict[int, float]
    """The chances of each total with which they succeed and can be blocked."""


@rule("aofr.winds.cast", "aofr.winds.unblockable")
@lru_cache(maxsize=1024)
def cast(dice: int, need: int, value: int) -> Cast:
    """So many dice, of which as many as the spell's value must show `need` or more."""
    ways: dict[tuple[int, bool, int], float] = {(0, False, 0): 1.0}
    for _ in range(dice):
        after: dict[tuple[int, bool, int], float] = {}
        for (passed, six, total), chance in ways.items():
            for face in FACES:
                state = (min(value, passed + (face >= need)), six or face == SIDES, total + face)
                after[state] = after.get(state, 0.0) + chance / SIDES
        ways = after
    done = {(six, total): chance for (passed, six, total), chance in ways.items() if passed >= value}
    strong = summed(chance for (six, _), chance in done.items() if six)
    return Cast(summed(done.values()), strong, {total: chance for (six, total), chance in done.items() if not six})


@rule("aofr.winds.block")
def works(dice: int, need: int, value: int, *against: int) -> float:
    """How likely a spell goes off against so many blocking dice of each enemy: none of their totals may be as high as
    that of its own."""
    made = cast(dice, need, value)
    blocking = [odds.of(Dice.parse(f"{count}D{SIDES}")) for count in against if count]
    if not blocking:
        return made.works
    return made.unblockable + summed(
        chance * prod(one.at_most(total - 1) for one in blocking) for total, chance in made.totals.items()
    )


@rule("aofr.winds.miscast")
def miscasts(dice: int) -> float:
    """How likely all of so many dice are 1s."""
    return float((1 / SIDES) ** dice)


@rule("aofr.winds.ones_stop")
def stops(dice: int) -> float:
    """How likely one of so many dice is a 1."""
    return float(1 - (1 - 1 / SIDES) ** dice)
