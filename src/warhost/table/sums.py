"""Sums of numbers that are the same on every interpreter."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import add


def summed(numbers: Iterable[float], start: float = 0) -> float:
    """The numbers added one after the other, each sum rounded as it comes.

    Python's own `sum` keeps what rounding drops from version 3.12 on: the last bit of a sum of floats, and with it the
    hash of a battle, would depend on who plays it. Whole numbers stay whole, and there it may be used.
    """
    return reduce(add, numbers, start)
