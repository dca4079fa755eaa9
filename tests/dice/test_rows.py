"""Rows, the quick form of the odds of counts, against sums of fractions and against dice that were thrown."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, fsum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warhost.dice import Chance, Dice, DiceError, Distribution, odds, rows
from warhost.dice.rows import Row

WHOLE = 36
"""Chances in these tests are parts of that."""


@st.composite
def counts(draw: st.DrawFn) -> list[Fraction]:
    """The chances of 0, 1, 2 ... as fractions."""
    weights = draw(st.lists(st.integers(0, 9), min_size=1, max_size=5).filter(any))
    return [Fraction(weight, sum(weights)) for weight in weights]


def row(chances: list[Fraction]) -> list[float]:
    return [float(chance) for chance in chances]


def times(one: list[Fraction], other: list[Fraction]) -> list[Fraction]:
    found = [Fraction(0)] * (len(one) + len(other) - 1)
    for x, p in enumerate(one):
        for y, q in enumerate(other):
            found[x + y] += p * q
    return found


def near(found: Row, exact: list[Fraction]) -> bool:
    most = max(len(found), len(exact))
    one = [*found, *[0.0] * (most - len(found))]
    other = [*row(exact), *[0.0] * (most - len(exact))]
    return all(abs(x - y) < 1e-12 for x, y in zip(one, other, strict=True))


@given(st.integers(0, 60), st.integers(0, WHOLE))
def test_a_pool_is_binomial(number: int, part: int) -> None:
    p = Fraction(part, WHOLE)
    exact = [comb(number, k) * p**k * (1 - p) ** (number - k) for k in range(number + 1)]
    assert near(rows.binomial(number, part / WHOLE), exact)


def test_a_large_pool_neither_overflows_nor_loses_its_middle() -> None:
    pool = Distribution.of_row(rows.binomial(5000, 0.3))
    assert pool.mean == pytest.approx(1500)
    assert pool.variance == pytest.approx(1050)
    assert abs(fsum(pool.values()) - 1) < 1e-12


@given(counts(), counts())
def test_a_product_is_the_sum_of_two_counts(one: list[Fraction], other: list[Fraction]) -> None:
    assert near(rows.product(row(one), row(other)), times(one, other))


@given(counts(), st.integers(0, 7))
def test_a_power_is_the_sum_of_like_counts(each: list[Fraction], number: int) -> None:
    exact = [Fraction(1)]
    for _ in range(number):
        exact = times(exact, each)
    assert near(rows.power(row(each), number), exact)


def test_fewer_than_no_counts_are_refused() -> None:
    with pytest.raises(DiceError, match="0 counts or more"):
        rows.power([0.5, 0.5], -1)


@given(counts(), counts(), st.integers(0, WHOLE))
def test_a_blend_weighs_its_parts(one: list[Fraction], other: list[Fraction], part: int) -> None:
    p = Fraction(part, WHOLE)
    most = max(len(one), len(other))
    exact = [p * (one[k] if k < len(one) else 0) + (1 - p) * (other[k] if k < len(other) else 0) for k in range(most)]
    assert near(rows.blend([(part / WHOLE, row(one)), (1 - part / WHOLE, row(other))]), exact)


@pytest.mark.parametrize("dice", ["D3", "2D6", "D6-3", "2D3+2", "0D6+4"])
def test_the_number_of_counts_may_be_left_to_dice(dice: str) -> None:
    each, numbers = [0.5, 0.25, 0.25], odds.of(Dice.parse(dice))
    by_number = rows.blend((chance, rows.power(each, max(0, number))) for number, chance in numbers.items())
    assert list(rows.drawn(numbers, each)) == pytest.approx(by_number, abs=1e-12)


@given(counts(), st.integers(0, 6))
def test_a_cap_gathers_what_is_above_it(each: list[Fraction], most: int) -> None:
    exact = [*each[:most], sum(each[most:], Fraction(0))] if len(each) > most else each
    assert near(rows.capped(row(each), most), exact)


def test_a_distribution_of_a_row_has_no_values_that_cannot_come_up() -> None:
    assert list(Distribution.of_row([0.5, 0.0, 0.5])) == [0, 2]
    assert rows.certain(2) == [0.0, 0.0, 1.0]


def test_a_pool_that_is_thrown_agrees_with_its_row() -> None:
    chance, throws, pool = Chance("chain"), 20_000, 10
    found = Counter[int]()
    for _ in range(throws):
        hits = sum(face >= 3 for face in chance.roll(Dice.pool(pool)))
        wounds = sum(face >= 4 for face in chance.roll(Dice.pool(hits)))
        found[sum(face < 5 for face in chance.roll(Dice.pool(wounds)))] += 1
    for value, p in enumerate(rows.binomial(pool, 4 / 6 * 3 / 6 * 4 / 6)):
        assert abs(found[value] / throws - p) < 4 * (p * (1 - p) / throws) ** 0.5 + 1 / throws
