"""Boxes about bases: what reaches into them, and what only touches them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warhost.field.ground.boxes import Box, box_of, boxes_meet, meets, reaches_into, swept, widened
from warhost.table import Base, Circle, rect

BOX = (2.0, 3.0, 6.0, 9.0)
inches = st.floats(-5, 5)
bases = st.builds(Circle, st.floats(0, 20), st.floats(0, 20), st.floats(0.1, 2))


def test_a_box_holds_its_bases_and_the_margin() -> None:
    pair: list[Base] = [Circle(2.0, 5.0, 1.0), rect(9.0, 4.0, 0.0, 6.0, 8.0)]
    assert box_of(pair) == (1.0, -1.0, 14.0, 9.0)
    assert box_of(pair, 0.5) == widened(box_of(pair), 0.5) == (0.5, -1.5, 14.5, 9.5)


@given(st.lists(bases, min_size=1, max_size=4), inches, inches)
def test_what_a_shifted_box_sweeps_holds_it_before_and_after(group: list[Base], dx: float, dy: float) -> None:
    after = [Circle(base.x + dx, base.y + dy, base.radius) for base in group]
    assert swept(box_of(group), dx, dy) == pytest.approx(box_of([*group, *after]))


@pytest.mark.parametrize(
    ("base", "touches", "reaches"),
    [
        (Circle(4.0, 5.0, 0.5), True, True),
        (Circle(1.0, 5.0, 1.0), True, False),
        (Circle(0.9, 5.0, 1.0), False, False),
        (Circle(7.0, 5.0, 1.0), True, False),
        (Circle(7.1, 5.0, 1.0), False, False),
        (Circle(4.0, 2.0, 1.0), True, False),
        (Circle(4.0, 1.9, 1.0), False, False),
        (Circle(4.0, 10.0, 1.0), True, False),
        (Circle(4.0, 10.1, 1.0), False, False),
        (Circle(6.9, 9.9, 1.0), True, True),
    ],
)
def test_who_touches_a_box_does_not_reach_into_it(base: Base, touches: bool, reaches: bool) -> None:
    assert meets(BOX, base) is touches
    assert reaches_into(base, BOX) is reaches
    smaller = Circle(base.x, base.y, base.radius - 0.5)
    assert meets(BOX, smaller, 0.5) is touches
    assert reaches_into(smaller, BOX, 0.5) is reaches


@pytest.mark.parametrize(
    ("other", "gap"),
    [
        ((7.0, 4.0, 8.0, 5.0), 1.0),
        ((0.0, 4.0, 1.5, 5.0), 0.5),
        ((3.0, 11.0, 4.0, 12.0), 2.0),
        ((3.0, 0.0, 4.0, 2.75), 0.25),
    ],
)
def test_boxes_meet_that_are_nearer_than_the_margin(other: Box, gap: float) -> None:
    assert not boxes_meet(BOX, other)
    assert not boxes_meet(BOX, other, gap)
    assert boxes_meet(BOX, other, gap + 0.01)
    assert boxes_meet(other, BOX, gap + 0.01)
