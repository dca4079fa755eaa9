"""Exact odds against brute force, against each other and against the generator."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product
from math import comb, fsum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warhost.dice import Chance, Dice, DiceError, Distribution, Read, odds, outcomes

SMALL = [
    "D6", "2D6", "3D6", "D3", "2D3-1", "4D3", "D3+1", "2D5", "D12", "3D6kh2", "3D6kl2", "4D3kh2+1", "4D4kl1",
    "maximised 2D6", "minimised 2D6+1", "maximised 2D3", "minimised D5", "maximised minimised 2D6",
    "maximised 3D4kl2", "minimised 3D4kh2", "minimised 3D4kl2", "0D6+2",
]  # fmt: skip

probabilities = st.floats(0, 1)


def brute_force(dice: Dice) -> dict[int, float]:
    throws = list(product(range(1, dice.sides + 1), repeat=dice.faces))
    counts = Counter(dice.total(faces) for faces in throws)
    return {total: float(Fraction(count, len(throws))) for total, count in counts.items()}


def near(distribution: Distribution[Any], expected: Any) -> bool:
    values = set(distribution) | set(expected)
    return all(abs(distribution[value] - expected.get(value, 0.0)) < 1e-12 for value in values)


@st.composite
def distributions(draw: st.DrawFn) -> Distribution[int]:
    weights = draw(st.dictionaries(st.integers(0, 12), st.integers(1, 20), min_size=1, max_size=6))
    return Distribution({value: weight / sum(weights.values()) for value, weight in weights.items()})


@pytest.mark.parametrize("text", SMALL)
def test_a_roll_has_the_odds_of_all_its_throws_counted(text: str) -> None:
    dice = Dice.parse(text)
    assert near(odds.of(dice), brute_force(dice))
    assert list(odds.of(dice)) == sorted(brute_force(dice))


@pytest.mark.rule("eow.dice.maximised", "eow.dice.minimised")
def test_an_extra_die_moves_the_mean_of_two_dice() -> None:
    assert odds.of(Dice.parse("2D6").maximised()).mean == pytest.approx(7 + 35 / 24)
    assert odds.of(Dice.parse("2D6").minimised()).mean == pytest.approx(7 - 35 / 24)


@pytest.mark.rule("eow.dice.d3")
def test_each_value_of_a_d3_is_equally_likely() -> None:
    assert odds.of(Dice.parse("D3")) == {1: 1 / 3, 2: 1 / 3, 3: 1 / 3}


def test_many_dice_are_no_trouble() -> None:
    hundred = odds.of(Dice.parse("100D6"))
    assert hundred.mean == pytest.approx(350)
    assert hundred.variance == pytest.approx(100 * 35 / 12)
    assert abs(fsum(hundred.values()) - 1) < 1e-12


def test_two_dice_have_their_well_known_figures() -> None:
    two = odds.of(Dice.parse("2D6"))
    assert two[7] == pytest.approx(6 / 36)
    assert two[13] == 0
    assert 13 not in two
    assert two.at_most(7) == pytest.approx(21 / 36)
    assert two.at_least(8) == pytest.approx(15 / 36)
    assert two.mean == pytest.approx(7)
    assert two.variance == pytest.approx(35 / 6)
    assert two.chance(lambda total: total % 2 == 0) == pytest.approx(0.5)
    assert [two.quantile(share) for share in (0, 1 / 36, 0.5, 0.59, 1)] == [2, 2, 7, 8, 12]


@given(distributions(), distributions())
def test_combined_values_have_the_odds_of_all_pairs(a: Distribution[int], b: Distribution[int]) -> None:
    total: defaultdict[int, float] = defaultdict(float)
    higher: defaultdict[int, float] = defaultdict(float)
    lower: defaultdict[int, float] = defaultdict(float)
    for (x, p), (y, q) in product(a.items(), b.items()):
        total[x + y] += p * q
        higher[max(x, y)] += p * q
        lower[min(x, y)] += p * q
    assert near(odds.convolve(a, b), total)
    assert near(odds.maximum_of(a, b), higher)
    assert near(odds.minimum_of(a, b), lower)
    assert near(odds.joint(a, b).map(lambda pair: pair[0] + pair[1]), total)


@pytest.mark.parametrize(("a", "b", "both"), [("D6", "D6", "2D6"), ("2D6", "D6+1", "3D6+1"), ("2D3", "2D3-1", "4D3-1")])
def test_convolving_dice_is_rolling_them_together(a: str, b: str, both: str) -> None:
    assert near(odds.convolve(odds.of(Dice.parse(a)), odds.of(Dice.parse(b))), odds.of(Dice.parse(both)))


@given(distributions(), st.integers(-5, 5))
def test_a_shift_moves_the_values(a: Distribution[int], by: int) -> None:
    assert a.shift(by).mean == pytest.approx(a.mean + by)


@given(st.integers(0, 60), probabilities)
def test_a_pool_has_binomial_successes(number: int, p: float) -> None:
    expected = {k: comb(number, k) * p**k * (1 - p) ** (number - k) for k in range(number + 1)}
    assert near(odds.binomial(number, p), expected)
    assert abs(fsum(odds.binomial(number, p).values()) - 1) < 1e-12


def test_a_pool_of_thousands_keeps_its_mean() -> None:
    assert odds.binomial(5000, 0.3).mean == pytest.approx(1500)
    assert odds.binomial(5000, 0.3).variance == pytest.approx(1050)


@given(distributions(), distributions(), probabilities)
def test_a_mixture_weighs_its_parts(a: Distribution[int], b: Distribution[int], p: float) -> None:
    mixed = odds.mixture([(p, a), (1 - p, b)])
    assert mixed.mean == pytest.approx(p * a.mean + (1 - p) * b.mean)
    assert abs(fsum(mixed.values()) - 1) < 1e-12


@pytest.mark.rule("eow.dice.reroll_once")
def test_a_reroll_gives_one_more_chance_and_no_third() -> None:
    assert odds.tried_again(0.5) == pytest.approx(0.75)
    assert odds.tried_again(1 / 6) == pytest.approx(11 / 36)


def test_a_total_reaches_or_stays_below_a_number() -> None:
    two = Dice.parse("2D6")
    assert odds.at_least(two, 8) == pytest.approx(15 / 36)
    assert odds.at_most(two, 7) == pytest.approx(21 / 36)
    assert odds.at_least(two, 13) == odds.at_most(two, 1) == 0.0


def test_a_distribution_refuses_what_is_none() -> None:
    with pytest.raises(DiceError, match=r"add up to 0\.9"):
        Distribution({1: 0.5, 2: 0.4})
    with pytest.raises(DiceError, match="0 or more"):
        Distribution({1: 1.5, 2: -0.5})
    with pytest.raises(DiceError, match="0 or more"):
        Distribution({1: float("nan")})
    with pytest.raises(DiceError, match="add up to 0"):
        Distribution[int]({})
    with pytest.raises(DiceError, match="not a probability"):
        odds.binomial(3, 1.2)
    with pytest.raises(DiceError, match="quantile"):
        odds.of(Dice.parse("D6")).quantile(50)


def test_what_cannot_happen_is_not_in_a_distribution() -> None:
    assert list(Distribution({2: 0.5, 1: 0.5, 3: 0.0})) == [1, 2]


@pytest.mark.parametrize("text", SMALL)
def test_sum_outcomes_have_one_throw_for_each_total(text: str) -> None:
    dice = Dice.parse(text)
    found = list(outcomes(dice, None, "sum"))
    assert all(dice.check(faces) is None for faces, _ in found)
    assert {dice.total(faces): chance for faces, chance in found} == odds.of(dice)
    assert len(found) == len(odds.of(dice))


@pytest.mark.parametrize("text", SMALL)
def test_face_outcomes_are_the_unordered_throws(text: str) -> None:
    dice = Dice.parse(text)
    throws = Counter(tuple(sorted(faces)) for faces in product(range(1, dice.sides + 1), repeat=dice.faces))
    expected = {faces: count / throws.total() for faces, count in throws.items()}
    assert dict(outcomes(dice)) == pytest.approx(expected)


def test_a_sum_can_be_cut() -> None:
    (passed, low), (failed, high) = outcomes(Dice.parse("2D6"), (8,), "sum")
    assert sum(passed) <= 7 < sum(failed)
    assert (low, high) == pytest.approx((21 / 36, 15 / 36))


def test_a_pool_is_told_apart_by_its_cuts_alone() -> None:
    found = list(outcomes(Dice.pool(2), (4, 6), "pool"))
    expected = [((1, 1), 9), ((1, 4), 12), ((1, 6), 6), ((4, 4), 4), ((4, 6), 4), ((6, 6), 1)]
    assert [(faces, round(chance * 36, 9)) for faces, chance in found] == expected


@given(st.integers(0, 12), st.lists(st.integers(-1, 8), max_size=3), st.sampled_from([3, 6]))
def test_pool_outcomes_agree_with_binomial_odds(number: int, cuts: list[int], size: int) -> None:
    dice = Dice.pool(number, size)
    found = list(outcomes(dice, tuple(cuts), "pool"))
    assert abs(fsum(chance for _, chance in found) - 1) < 1e-12
    assert all(dice.check(faces) is None for faces, _ in found)
    for cut in cuts:
        hits: defaultdict[int, float] = defaultdict(float)
        for faces, chance in found:
            hits[sum(value >= cut for value in dice.values(faces))] += chance
        p = min(1.0, max(0.0, (size + 1 - cut) / size))
        assert near(Distribution(hits), odds.binomial(number, p))


def test_forty_dice_with_one_cut_are_forty_one_outcomes() -> None:
    found = list(outcomes(Dice.pool(40), (4,), "pool"))
    assert len(found) == 41
    assert found[0] == ((1,) * 40, 0.5**40)
    assert abs(fsum(chance for _, chance in found) - 1) < 1e-12


def test_long_lists_of_outcomes_come_one_by_one() -> None:
    faces, chance = next(outcomes(Dice.pool(300)))
    assert faces == (1,) * 300
    assert chance == 6.0**-300


@pytest.mark.parametrize(
    ("text", "cuts", "read", "why"),
    [
        ("2D6", (4,), "faces", "no cuts"),
        ("2D6", None, "pool", "needs cuts"),
        ("2D6+1", (4,), "pool", "asks for a total"),
        ("maximised 2D6", (4,), "pool", "asks for a total"),
        ("2D6", None, "tea leaves", "say faces, sum or pool"),
    ],
)
def test_a_reading_that_makes_no_sense_is_refused(
    text: str, cuts: tuple[int, ...] | None, read: Read, why: str
) -> None:
    with pytest.raises(DiceError, match=why):
        outcomes(Dice.parse(text), cuts, read)


@pytest.mark.parametrize("text", ["2D6", "maximised 2D6", "4D3kh2-1", "2D5"])
def test_odds_agree_with_a_hundred_thousand_throws(text: str) -> None:
    chance, dice = Chance(f"odds of {text}"), Dice.parse(text)
    throws = 100_000
    counts = Counter(dice.total(chance.roll(dice)) for _ in range(throws))
    assert set(counts) == set(odds.of(dice))
    for total, p in odds.of(dice).items():
        spread = (p * (1 - p) / throws) ** 0.5
        assert abs(counts[total] / throws - p) < 4 * spread
