"""The budget of the fuzzed battles: how many, which, in what order, and what a failure says."""

from __future__ import annotations

from itertools import count

import pytest

from tests.fuzz.budget import APART, PARTS, named, part_of, within


def fought(seconds: float, each: float) -> list[int]:
    """The numbers that are fought on a machine that takes so many seconds for a battle."""
    now = count(0.0, each)
    return list(within(seconds, range(10), lambda: next(now)))


@pytest.mark.parametrize(("each", "numbers"), [(1.0, [0, 1, 2]), (0.5, [0, 1, 2, 3, 4, 5]), (0.1, list(range(10)))])
def test_a_faster_machine_fights_more_of_the_same_battles(each: float, numbers: list[int]) -> None:
    assert fought(3.0, each) == numbers


@pytest.mark.parametrize("seconds", [0.0, 3.0])
def test_one_battle_is_fought_however_slow_the_machine_is(seconds: float) -> None:
    assert fought(seconds, 1000.0) == [0]


def test_no_two_parts_have_a_battle_in_common_and_none_those_of_the_fast_suite() -> None:
    numbers = [number for part in range(1, 2 * PARTS + 1) for number in part_of(part)]
    assert len(set(numbers)) == len(numbers)
    assert min(numbers) == APART


def test_what_fails_says_which_battle_it_was() -> None:
    with pytest.raises(ZeroDivisionError) as failed, named("fuzz(17)"):
        _ = 1 // 0
    assert failed.value.__notes__ == ["To fight this battle again: fuzz(17)"]
