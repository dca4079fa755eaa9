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
