"""What wounds may do to models of several kinds, against every way in which they may fall."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warhost.dice import Distribution
from warhost.field.losses import Losses, State, blended, one_by_one
from warhost.field.ranks import Wounded


class Squad(Wounded):
    """Two kinds: plain models fall first, then the tough ones."""

    def __init__(self, plain: int, tough: int) -> None:
        self.left, self.tough, self.wounds = {0: plain, 1: tough}, {0: 1, 1: 3}, {}

    def turn(self, kind: int) -> int:
        return kind


@given(plain=st.integers(0, 3), tough=st.integers(0, 2), most=st.integers(0, 5))
def test_one_by_one_is_what_all_ways_together_tell(plain: int, tough: int, most: int) -> None:
    """Each wound is ignored in one of three cases."""
    losses = Losses(Squad(plain, tough))

    def hit(state: State) -> list[tuple[State, float]]:
        kind = losses.victim(state)
        return [(state, 1.0)] if kind is None else [(state, 1 / 3), (losses.after(state, kind, 1), 2 / 3)]

    found = one_by_one(losses.unharmed, Distribution({most: 1.0}), hit)
    told: dict[State, float] = {}
    for faces in product(range(3), repeat=most):
        squad = Squad(plain, tough)
        squad.hurt_in_turn(sum(face > 0 for face in faces))
        state = tuple(squad.left.values()), tuple(squad.wounds.get(kind, 0) for kind in (0, 1))
        told[state] = told.get(state, 0.0) + 3.0**-most
    assert found == pytest.approx(told)
    assert losses.lives(losses.start) == plain + 3 * tough
    taken = sum((plain + 3 * tough - losses.lives(state)) * chance for state, chance in told.items())
    assert losses.taken(found) == pytest.approx(taken)
    assert losses.gone(found) == pytest.approx(told.get(((0, 0), (0, 0)), 0.0))


def test_ways_are_blended_by_their_weights() -> None:
    assert blended([(0.25, {"a": 1.0}), (0.75, {"a": 0.5, "b": 0.5})]) == {"a": 0.625, "b": 0.375}


def test_what_is_known_of_a_state_is_not_worked_out_again() -> None:
    asked: list[int] = []

    class Asked(Squad):
        def turn(self, kind: int) -> int:
            asked.append(kind)
            return kind

        def hurt(self, kind: int, wounds: int) -> int:
            asked.append(kind)
            return super().hurt(kind, wounds)

    losses = Losses(Asked(2, 1))
    state = losses.start
    assert [losses.victim(state), losses.after(state, 1, 2)] == [0, ((2, 1), (0, 2))]
    once = len(asked)
    assert [losses.victim(state), losses.after(state, 1, 2)] == [0, ((2, 1), (0, 2))]
    assert len(asked) == once
    assert losses.after(state, 1, 1) == ((2, 1), (0, 1))
    hits: list[State] = []

    def hit(state: State) -> list[tuple[State, float]]:
        hits.append(state)
        return [(state, 0.5), (losses.after(state, 0, 1), 0.5)]

    one_by_one(losses.unharmed, Distribution({2: 1.0}), hit)
    assert len(hits) == len(set(hits)) == 2


def test_wounds_on_those_who_live_count_for_what_they_can_still_take() -> None:
    losses = Losses(Squad(2, 2))
    worn = losses.after(losses.start, 1, 2)
    assert (losses.lives(losses.start), losses.lives(worn)) == (8, 6)
    assert losses.taken({worn: 1.0}) == 2.0
    # A state is loaded with its wounds: one more fells the worn one.
    assert losses.load(worn).wounds == {0: 0, 1: 2}
    assert losses.after(worn, 1, 1) == ((2, 1), (0, 0))
    assert losses.load(losses.start).wounds == {0: 0, 1: 0}


def test_wounds_of_any_number_are_weighed() -> None:
    losses = Losses(Squad(3, 0))

    def hit(state: State) -> list[tuple[State, float]]:
        return [(losses.after(state, 0, 1), 1.0)]

    found = one_by_one(losses.unharmed, Distribution({0: 0.25, 1: 0.25, 3: 0.5}), hit)
    assert {state[0][0]: chance for state, chance in found.items()} == pytest.approx({3: 0.25, 2: 0.25, 0: 0.5})
