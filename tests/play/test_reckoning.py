"""What counsels keep, and the formulas that they share."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.play import Unit
from warhost.play.counsel.reckoning import below, left_of, once


class Asked:
    """Counts how often something is worked out."""

    def __init__(self) -> None:
        self.memo: dict[object, Any] = {}
        self.asked: list[tuple[object, ...]] = []

    @once
    def worth(self, unit: Unit) -> float:
        """What the unit is worth."""
        self.asked.append(("worth", unit.id))
        return 2.0 * unit.id

    @once
    def reach(self, unit: Unit, kind: str, more: int = 0) -> int:
        self.asked.append((kind, unit.id, more))
        return len(kind) + more


def test_what_is_asked_of_a_unit_is_worked_out_once() -> None:
    one, other = Unit(id=1, name="Spears", seat=0), Unit(id=2, name="Bows", seat=1)
    counsel = Asked()
    assert [counsel.worth(unit) for unit in (one, other, one)] == [2.0, 4.0, 2.0]
    assert [counsel.reach(one, kind) for kind in ("march", "run", "march")] == [5, 3, 5]
    assert counsel.reach(one, "march", 2) == 7
    assert counsel.asked == [("worth", 1), ("worth", 2), ("march", 1, 0), ("run", 1, 0), ("march", 1, 2)]
    assert Asked().worth(one) == 2.0


def test_calls_that_name_what_they_tell_are_not_mixed_up() -> None:
    one, counsel = Unit(id=1, name="Spears", seat=0), Asked()
    assert [counsel.reach(one, "run", more=more) for more in (1, 2, 1)] == [4, 5, 4]
    assert counsel.asked == [("run", 1, 1), ("run", 1, 2), ("run", 1, 1)]


def test_a_method_that_is_asked_once_keeps_its_name_and_words() -> None:
    assert (Asked.worth.__name__, Asked.worth.__doc__) == ("worth", "What the unit is worth.")


@pytest.mark.parametrize(("share", "left"), [(1.0, 1.0), (0.5, 0.7), (0.25, 0.55), (0.125, 0.275), (0.0, 0.0)])
def test_part_of_its_worth_stays_with_a_unit_to_its_last_models(share: float, left: float) -> None:
    assert left_of(share, 0.4, 4) == pytest.approx(left)


def test_normally_spread_values_stay_below_their_average_half_of_the_time() -> None:
    assert below(3.0, 3.0, 2.0) == 0.5
    assert below(5.0, 3.0, 2.0) == pytest.approx(0.8413, abs=1e-4)
    assert below(1.0, 3.0, 2.0) == pytest.approx(0.1587, abs=1e-4)
