"""How much is fuzzed: a budget of processor time for each book, spent on numbered battles in a fixed order.

A new book takes its budget and no more, however large its battles are. A slow machine fights fewer battles, never
others, and always one at least; what fails names the battle by its number.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

FAST_RANDOM, FAST_BRAWLS, FAST_ODDS, FAST_ROSTERS = 0.5, 0.5, 0.3, 0.5
"""Seconds of processor time for each book in the fast suite."""

LONG_RANDOM, LONG_BRAWLS, LONG_UNDO, LONG_OWN_LISTS, LONG_ROSTERS = 25.0, 35.0, 10.0, 15.0, 25.0
"""Seconds of processor time for each book in the long suite; own lists only where players may bring some."""

LARGE = 300.0
"""Seconds of processor time for each book that has large armies, with `-m large`."""

MORE_RANDOM, MORE_BRAWLS = 60.0, 80.0
"""Seconds of processor time for each book with `-m large`, for more battles of small armies."""

PARTS = 5
"""Into so many tests a long budget is divided, for several processes."""

APART = 1000
"""The fast suite has the battles from 0 on, part n of the long one those from n times this on."""


def within(seconds: float, numbers: Iterable[int], clock: Callable[[], float] = time.process_time) -> Iterator[int]:
    """The numbers in their order, until the time is spent; the first one in any case."""
    begun = clock()
    for at, number in enumerate(numbers):
        if at and clock() - begun >= seconds:
            return
        yield number


def part_of(part: int) -> range:
    """The numbers of the battles of one part of a long budget: from 1 to `PARTS`, and as many more with `-m large`."""
    return range(part * APART, (part + 1) * APART)


@contextmanager
def named(battle: str) -> Iterator[None]:
    """Whatever goes wrong inside says how to fight that battle again."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"To fight this battle again: {battle}")
        raise
