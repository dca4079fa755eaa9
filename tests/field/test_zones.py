"""Zones and the ground outside of them."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warhost.field.ground.zones import ZoneText, _free_stretches, areas_apart, middle_of_free, nearest_free
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


def test_what_is_free_along_a_line_lies_between_zones() -> None:
    zones = (strip(1.0, 0.0, 3.0, 9.0), strip(5.0, 0.0, 6.0, 9.0), strip(2.0, 0.0, 4.0, 5.0))
    assert _free_stretches(zones, 7.0, 0.0, 8.0) == [(0.0, 1.0), (3.0, 5.0), (6.0, 8.0)]
    assert _free_stretches(zones, 4.0, 0.0, 8.0) == [(0.0, 1.0), (4.0, 5.0), (6.0, 8.0)]
    assert _free_stretches(zones, 4.0, 2.0, 5.5) == [(4.0, 5.0)]
    assert _free_stretches(zones, 4.0, 5.0, 6.0) == []
    assert _free_stretches((), 4.0, 0.0, 8.0) == [(0.0, 8.0)]
    # A zone of several corners is crossed more than twice.
    ditch = Area(((0.0, 0.0), (8.0, 0.0), (8.0, 6.0), (6.0, 6.0), (6.0, 2.0), (2.0, 2.0), (2.0, 6.0), (0.0, 6.0)))
    assert _free_stretches((ditch,), 4.0, 0.0, 9.0) == [(2.0, 6.0), (8.0, 9.0)]


def test_the_middle_of_free_ground_in_a_box_that_begins_anywhere() -> None:
    assert middle_of_free((), 2.0, 3.0, 8.0, 9.0) == (5.0, 6.0)
    assert middle_of_free((strip(2.0, 3.0, 8.0, 6.0),), 2.0, 3.0, 8.0, 9.0) == (5.0, 7.5)
    assert middle_of_free((strip(0.0, 0.0, 9.0, 9.0),), 2.0, 3.0, 8.0, 9.0) == (5.0, 6.0)
    # Two free parts weigh as much as they are large.
    middle = strip(4.0, 3.0, 5.0, 9.0)
    assert middle_of_free((middle,), 2.0, 3.0, 8.0, 9.0) == pytest.approx(((2 * 3.0 + 3 * 6.5) / 5, 6.0), abs=0.001)


def test_the_nearest_free_point_of_a_grid_in_any_direction() -> None:
    zone = (strip(2.0, 2.0, 10.0, 8.0),)
    assert nearest_free(zone, (9.75, 5.25), 12.0, 9.0) == (10.5, 5.0)
    assert nearest_free(zone, (5.1, 7.9), 12.0, 9.0) == (5.0, 8.5)
    assert nearest_free(zone, (5.1, 2.2), 12.0, 9.0) == (5.0, 1.5)
    assert nearest_free(zone, (2.2, 5.1), 12.0, 9.0) == (1.5, 5.0)
    # The far edges of the board are points of the grid too.
    assert nearest_free((strip(0.0, 0.0, 11.9, 9.0),), (11.0, 8.9), 12.0, 9.0) == (12.0, 9.0)


def test_a_zone_is_stretched_to_its_board_and_its_centre_goes_along_its_edge() -> None:
    south = ZoneText("south", ["south"], ["0,0 48,12"], "24,9")
    zone = south.on(72.0, 48.0, (48.0, 48.0))
    assert zone.parts == (strip(0.0, 0.0, 72.0, 12.0),)
    assert (zone.side, zone.edges, zone.centre) == ("south", ("south",), (36.0, 9.0))
    deeper = (72.0, 96.0, (48.0, 48.0))
    assert south.on(*deeper).parts == (strip(0.0, 0.0, 72.0, 24.0),)
    assert south.on(*deeper).centre == (36.0, 9.0)
    assert ZoneText("north", ["north"], ["0,36 48,48"], "24,39").on(*deeper).centre == (36.0, 87.0)
    assert ZoneText("west", ["west"], ["0,0 12,48"], "9,24").on(*deeper).centre == (9.0, 48.0)
    assert ZoneText("east", ["east"], ["36,0 48,48"], "39,24").on(*deeper).centre == (63.0, 48.0)


def test_a_zone_without_a_centre_has_that_of_its_largest_part() -> None:
    text = ZoneText("corner", ["south", "west"], ["0,0 4,4", "0,0 12,0 0,12"])
    zone = text.on(48.0, 48.0, (48.0, 48.0))
    assert zone.parts[1] == Area(((0.0, 0.0), (12.0, 0.0), (0.0, 12.0)))
    assert zone.centre == pytest.approx((4.0, 4.0))
    assert text.on(96.0, 48.0, (48.0, 48.0)).centre == pytest.approx((8.0, 4.0))
