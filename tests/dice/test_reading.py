"""Single dice against a need, natural values and re-rolls."""

from __future__ import annotations

import pytest

from warhost.dice import DiceError, Throw, meets, passes, reroll


@pytest.mark.rule("eow.dice.target_number")
def test_a_need_is_met_by_its_value_or_more() -> None:
    assert meets(3, 3)
    assert meets(4, 3)
    assert not meets(2, 3)


@pytest.mark.rule("eow.dice.modifier")
def test_a_modifier_counts_before_the_comparison() -> None:
    assert passes(4, 5, modifier=1)
    assert not passes(5, 5, modifier=-1)


@pytest.mark.rule("eow.dice.natural")
def test_a_natural_one_fails_whatever_the_modifier() -> None:
    assert not passes(1, 2, modifier=1)
    assert passes(1, 2, modifier=1, natural_one_fails=False)
    assert passes(2, 1, modifier=-1), "a modified 1 is no natural 1"


@pytest.mark.rule("eow.dice.natural")
def test_a_natural_six_passes_where_a_rule_says_so() -> None:
    assert passes(6, 7, natural_top_passes=True)
    assert not passes(6, 7)
    assert not passes(5, 7, modifier=1, natural_top_passes=True), "a modified 6 is no natural 6"
    assert passes(10, 12, natural_top_passes=True, sides=10)


@pytest.mark.rule("eow.dice.reroll_once")
def test_the_second_result_stands_even_if_worse() -> None:
    assert reroll((5, 2, 4), which=[1], new_faces=[1]) == (5, 1, 4)


@pytest.mark.rule("eow.dice.reroll_once")
def test_no_die_is_rerolled_twice() -> None:
    throw = Throw((2,)).reroll([0], [1])
    assert throw.faces == (1,)
    assert throw.may_reroll([0]) == ()
    with pytest.raises(DiceError, match="twice"):
        throw.reroll([0], [6])


@pytest.mark.rule("eow.dice.reroll_once")
def test_dice_that_were_not_rerolled_still_may_be() -> None:
    throw = Throw((1, 1, 5)).reroll([0], [2])
    assert throw.may_reroll([0, 1]) == (1,)
    assert throw.reroll([1], [4]) == Throw((2, 4, 5), rerolled=(0, 1))


@pytest.mark.parametrize(
    ("which", "new", "why"),
    [
        ([0, 1], [3], "2 dice"),
        ([0, 0], [3, 4], "only once"),
        ([2], [3], "there are 2 dice"),
        ([-1], [3], "there are 2"),
    ],
)
def test_a_reroll_that_does_not_fit_says_why(which: list[int], new: list[int], why: str) -> None:
    with pytest.raises(DiceError, match=why):
        reroll((1, 2), which, new)
