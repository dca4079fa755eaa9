"""Zones and the ground outside of them."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warhost.field.zones import areas_apart, middle_of_free, nearest_free
from warhost.table import Area, strip


def test_zones_are_apart_as_far_as_their_closest_points() -> None:
    near = (strip(0.0, 0.0, 10.0, 4.0), strip(0.0, 4.0, 2.0, 8.0))
    far = (strip(5.0, 10.0, 10.0, 12.0),)
    assert areas_apart(near, far) == pytest.approx(hypot(3.0, 2.0))
    assert areas_apart(far, near) == areas_apart(near, far)


def test_the_middle_of_free_ground_is_its_centroid() -> None:
    assert middle_of_free((), 0.0, 0.0, 8.0, 6.0) == (4.0, 3.0)
    assert middle_of_free((strip(0.0, 0.0, 4.0, 6.0),), 0.0, 0.0, 8.0, 6.0) == (6.0, 3.0)
    assert middle_of_free((strip(0.0, 0.0, 8.0, 6.0),), 0.0, 0.0, 8.0, 6.0) == (4.0, 3.0)
    corner = Area(((0.0, 0.0), (6.0, 0.0), (0.0, 6.0)))
    assert middle_of_free((corner,), 0.0, 0.0, 6.0, 6.0) == pytest.approx((4.0, 4.0), abs=0.01)


@given(x=st.floats(0.0, 12.0), y=st.floats(0.0, 9.0), edge=st.floats(1.0, 8.0))
def test_the_nearest_free_point_is_free_and_no_other_is_nearer(x: float, y: float, edge: float) -> None:
    zones = (strip(0.0, 0.0, edge, 9.0),)
    found = nearest_free(zones, (x, y), 12.0, 9.0)
    if x > edge:
        assert found == (x, y)
    else:
        assert found[0] > edge
        assert hypot(found[0] - x, found[1] - y) <= hypot(edge + 0.5 - x, 0.25) + 1e-9
