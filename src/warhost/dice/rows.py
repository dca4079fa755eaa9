"""Rows: the chances of 0, 1, 2 ... as plain lists, the quick inner form of the odds of counts.

A row of one die is a polynomial: the sum of two independent counts is the product of their rows, the sum of many like
counts a power. All terms are positive, so nothing cancels and rounding stays at the last digits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from typing import TypeAlias

import numpy as np

from warhost.dice.notation import DiceError

Row: TypeAlias = Sequence[float]
"""At place k the chance that the count is k."""


def certain(count: int) -> list[float]:
    """The row of a count that is not left to chance."""
    return [0.0] * count + [1.0]


def binomial(number: int, p: float) -> list[float]:
    """The successes of so many dice, each with chance p."""
    if p <= 0.0 or number == 0:
        return [1.0]
    if p >= 1.0:
        return certain(number)
    # From the likeliest value outwards by ratios, so that large pools neither overflow nor lose their middle.
    ratio = p / (1 - p)
    likeliest = min(number, int((number + 1) * p))
    row = [0.0] * (number + 1)
    row[likeliest] = weight = 1.0
    for value in range(likeliest, number):
        weight *= ratio * (number - value) / (value + 1)
        row[value + 1] = weight
    weight = 1.0
    for value in range(likeliest, 0, -1):
        weight *= value / ((number - value + 1) * ratio)
        row[value - 1] = weight
    whole = fsum(row)
    return [weight / whole for weight in row]


def product(one: Row, other: Row) -> Row:
    """The sum of two independent counts."""
    if len(one) == 1 or len(other) == 1:
        scale, row = (one[0], other) if len(one) == 1 else (other[0], one)
        return row if scale == 1.0 else [scale * chance for chance in row]
    found: list[float] = np.convolve(one, other).tolist()
    return found


def power(row: Row, number: int) -> Row:
    """The sum of so many independent counts that are alike."""
    if number < 0:
        raise DiceError(f"A sum of {number} counts cannot be made: it has 0 counts or more.")
    step = len(row) - 1
    if number <= 1 or not step:
        return row if number else [1.0]
    if not any(row[1:step]):
        # Nothing or always the same: one binomial, spread out.
        pool = binomial(number, row[step])
        if step == 1:
            return pool
        wide = [0.0] * (step * (len(pool) - 1) + 1)
        wide[::step] = pool
        return wide
    square, total = np.array(row), None
    while True:
        if number % 2:
            total = square if total is None else np.convolve(total, square)
        number //= 2
        if not number:
            break
        square = np.convolve(square, square)
    assert total is not None
    found: list[float] = total.tolist()
    return found


def blend(parts: Iterable[tuple[float, Row]]) -> list[float]:
    """One of several counts comes about, each with its chance."""
    found: list[float] = []
    for weight, row in parts:
        if len(row) > len(found):
            found += [0.0] * (len(row) - len(found))
        for count, chance in enumerate(row):
            found[count] += weight * chance
    return found


def drawn(numbers: Mapping[int, float], row: Row) -> Row:
    """The sum of like counts whose number is itself left to chance; fewer than none are none."""
    none = fsum(chance for number, chance in numbers.items() if number <= 0)
    if len(numbers) == 1:
        return power(row, max(0, *numbers))
    # One more of them at each step, from the highest number down: a polynomial in a polynomial.
    each, total = np.array(row), np.zeros(1)
    for number in range(max(0, *numbers), -1, -1):
        if total.size > 1 or total[0]:
            total = np.convolve(total, each)
        total[0] += numbers.get(number, 0.0) if number else none
    found: list[float] = total.tolist()
    return found


def capped(row: Row, most: int) -> Row:
    """Each count, but never more than that."""
    return row if len(row) <= most + 1 else [*row[:most], fsum(row[most:])]
