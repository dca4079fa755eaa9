"""Cohesion: chains of models with gaps that are no wider than allowed, whatever their order and their bases."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.field.crowds import REACH, crowds
from warhost.field.loose.cohesion import Bases, _follow, chains, in_cohesion, stragglers, tear
from warhost.table import TOLERANCE, Base, Circle, base_distance, rect


def row(*xs: float, y: float = 10.0, radius: float = 0.5) -> Bases:
    return tuple(Circle(x, y, radius) for x in xs)


def file(*ys: float, x: float = 10.0, radius: float = 0.5) -> Bases:
    return tuple(Circle(x, y, radius) for y in ys)


crowded = st.lists(st.builds(Circle, st.floats(0, 12), st.floats(0, 12), st.sampled_from([0.2, 0.5, 1.0])), max_size=8)


@given(crowded, st.sampled_from([0.5, 1.0, 2.0]))
def test_chains_are_what_steps_from_model_to_model_reach(models: list[Base], reach: float) -> None:
    near = {
        one: {other for other, base in enumerate(models) if base_distance(models[one], base) <= reach + TOLERANCE}
        for one in range(len(models))
    }
    for chain in chains(models, reach):
        reached: set[int] = set()
        waiting = [chain[0]]
        while waiting:
            number = waiting.pop()
            if number not in reached:
                reached.add(number)
                waiting += near[number]
        assert tuple(sorted(reached)) == chain


@given(crowded)
def test_the_order_of_models_makes_no_difference(models: list[Base]) -> None:
    assert in_cohesion(models, REACH) == in_cohesion(models[::-1], REACH)
    assert tear(models, REACH) == pytest.approx(tear(models[::-1], REACH))
    assert in_cohesion(models, REACH) == (len(chains(models, REACH)) <= 1) == (tear(models, REACH) == 0.0)


@pytest.mark.parametrize("bases", [row(1.0, 4.0, 7.0), file(1.0, 4.0, 7.0)])
def test_models_two_inches_apart_hang_together_in_any_order(bases: Bases) -> None:
    for models in permutations(bases):
        assert chains(models, 2.0) == [(0, 1, 2)]
        assert in_cohesion(models, 2.0)
        assert len(chains(models, 1.9)) == 3
        assert not in_cohesion(models, 1.9)


@pytest.mark.parametrize("bases", [row(1.0, 1.5, 2.0, radius=0.1), file(1.0, 1.5, 2.0, radius=0.1)])
def test_so_do_small_ones_a_third_of_an_inch_apart(bases: Bases) -> None:
    for models in permutations(bases):
        assert in_cohesion(models, 0.3)
        assert chains(models, 0.3) == [(0, 1, 2)]
        assert len(chains(models, 0.2)) == 3


def test_wide_bases_reach_farther() -> None:
    # Centres are five inches apart: radii of 1.5 leave two, those of 1.5 and 0.5 leave three.
    assert in_cohesion((Circle(5, 5, 1.5), Circle(10, 5, 1.5)), 2.0)
    assert not in_cohesion((Circle(5, 5, 1.5), Circle(10, 5, 0.5)), 2.0)
    assert in_cohesion((Circle(5, 5, 0.5), Circle(10, 5, 1.5)), 3.0)


def test_squares_are_measured_by_their_sides_not_by_their_corners() -> None:
    # Squares of two inches, centres four apart: two inches between their sides, though circles about them are nearer.
    one = rect(5, 5, 0, 2, 2)
    assert in_cohesion((one, rect(9, 5, 0, 2, 2)), 2.0)
    assert chains((one, rect(9, 5, 0, 2, 2)), 2.0) == [(0, 1)]
    assert not in_cohesion((one, rect(9.2, 5, 0, 2, 2)), 2.0)
    assert chains((one, rect(9.2, 5, 0, 2, 2)), 2.0) == [(0,), (1,)]


def test_the_longest_chain_comes_first_and_of_equals_the_one_with_the_lowest_number() -> None:
    assert chains(row(20.0, 1.0, 2.0, 21.0, 10.0, 11.0, 12.0), 2.0) == [(4, 5, 6), (0, 3), (1, 2)]
    assert stragglers(row(20.0, 1.0, 2.0, 21.0, 10.0, 11.0, 12.0), 2.0) == (0, 1, 2, 3)


def test_a_formation_in_which_each_follows_one_before_it_is_told_at_once() -> None:
    assert _follow(row(1.0, 4.0, 7.0), 2.0)
    assert _follow(file(1.0, 4.0, 7.0), 2.0)
    # The third is with the first, not with the second.
    assert _follow(row(4.0, 7.0, 1.0), 2.0)
    # They are one chain, but the second has nobody before it.
    assert not _follow(row(1.0, 7.0, 4.0), 2.0)
    assert in_cohesion(row(1.0, 7.0, 4.0), 2.0)
    assert not _follow((rect(5, 5, 0, 2, 2), rect(9.2, 5, 0, 2, 2)), 2.0)
    assert _follow((Circle(5, 5, 0.5), Circle(10, 5, 1.5)), 3.0)
    assert _follow((), 2.0)


@given(crowds())
def test_who_follows_is_in_cohesion(body: Bases) -> None:
    assert not _follow(body, REACH) or len(chains(body, REACH)) == 1


def test_a_tear_is_what_gaps_between_chains_are_too_wide() -> None:
    assert tear((), 2.0) == 0.0
    assert tear(row(1.0, 4.0, 7.0), 2.0) == 0.0
    # Gaps of three and of five inches: one and three too wide.
    assert tear(row(1.0, 5.0, 11.0), 2.0) == pytest.approx(4.0)
    assert tear(row(11.0, 1.0, 5.0), 2.0) == pytest.approx(4.0)
    # The part in the middle is near to both others, which need not be near to each other.
    assert tear(row(1.0, 2.0, 20.0, 8.0, 14.0), 2.0) == pytest.approx(3 + 3 + 3)
    assert tear((rect(5, 5, 0, 2, 2), rect(10, 5, 0, 2, 2)), 2.0) == pytest.approx(1.0)
