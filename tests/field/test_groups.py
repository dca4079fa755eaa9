"""Groups of bases: what is told of them quickly is what measuring tells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from warhost.field.ground.boxes import box_of
from warhost.field.loose.groups import Group, groups_within
from warhost.table import Circle, base_distance

circles = st.builds(Circle, st.floats(0, 12), st.floats(0, 12), st.sampled_from([0.5, 1.0, 2.0]))
bodies = st.lists(circles, max_size=5).map(tuple)


@given(bodies)
def test_circle_and_box_hold_all_bases(bases: tuple[Circle, ...]) -> None:
    group = Group(bases)
    assert group.bases == bases
    if bases:
        assert group.box == box_of(bases)
        assert (group.circle.x, group.circle.y) == (bases[0].x, bases[0].y)
    for base in bases:
        assert base_distance(
            Circle(base.x, base.y, 0.0), Circle(group.circle.x, group.circle.y, 0.0)
        ) + base.radius <= (group.circle.radius + 1e-9)


def test_the_circle_is_no_wider_than_it_has_to_be() -> None:
    group = Group((Circle(1.0, 2.0, 0.5), Circle(4.0, 6.0, 1.0), Circle(1.0, 5.0, 0.5)))
    assert group.circle == Circle(1.0, 2.0, 6.0)


@examples(4)
@given(bodies, bodies, st.floats(0, 12))
def test_groups_are_as_near_as_their_closest_bases(
    ones: tuple[Circle, ...], others: tuple[Circle, ...], inches: float
) -> None:
    gap = min((base_distance(one, other) for one in ones for other in others), default=99.0)
    if abs(gap - inches) > 1e-6:
        assert groups_within(Group(ones), Group(others), inches) is (gap < inches)


def test_exactly_so_near_is_near() -> None:
    one, other = Group((Circle(0.0, 0.0, 0.5), Circle(0.0, 3.0, 0.5))), Group((Circle(4.0, 3.0, 0.5),))
    assert groups_within(one, other, 3.0)
    assert not groups_within(one, other, 2.999)
    assert groups_within(other, one, 3.0)


def test_nobody_is_near_to_nobody() -> None:
    nobody = Group(())
    assert not groups_within(nobody, Group((Circle(0.0, 0.0, 0.5),)), 99.0)
    assert not groups_within(Group((Circle(0.0, 0.0, 0.5),)), nobody, 99.0)
    assert nobody.circle.radius == pytest.approx(0.0)
