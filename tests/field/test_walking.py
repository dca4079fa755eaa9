"""Ways of one base among others: straight, round obstacles, and sliding along them."""

from __future__ import annotations

from math import atan2, degrees, hypot, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.field.crowds import BOARD, scenes
from tests.properties import examples
from warhost.field.loose.bodies import Bases
from warhost.field.loose.steps import (
    Around,
    Way,
    _along_side,
    _rings,
    _to_edge,
    _too_near,
    as_far_as,
    free_straight,
    is_clear,
    may_stand,
    nearest_stand,
    slid,
)
from warhost.field.loose.ways import way_to
from warhost.table import (
    TOLERANCE,
    Base,
    Circle,
    base_distance,
    base_overlap_depth,
    centred_at,
    direction,
    rect,
    shifted,
)

MODEL = Circle(5.0, 12.0, 0.5)
WALL = rect(10.0, 12.0, 0.0, 1.0, 8.0)


def stays_clear(base: Base, way: Way, around: Around) -> bool:
    """Whether the base overlaps no wall and keeps off every foe at all of many moments of its way."""
    for step in range(81):
        at = centred_at(base, *way.after(way.inches * step / 80))
        if any(base_overlap_depth(at, wall) > 2 * TOLERANCE for wall in around.walls):
            return False
        if any(base_distance(at, foe) < around.gap - 2 * TOLERANCE for foe in around.foes if around.gap):
            return False
        if any(base_overlap_depth(at, foe) > 2 * TOLERANCE for foe in around.foes):
            return False
    return True


@examples(0.4)
@given(scenes(), st.floats(1, 29), st.floats(1, 23))
def test_a_way_leads_there_past_everything_and_is_no_shorter_than_a_straight_line(
    scene: tuple[Bases, Around], x: float, y: float
) -> None:
    (base, *_), around = scene
    way = way_to(base, (x, y), around)
    if way is None:
        assert not is_clear(base, (x, y), around)
        return
    assert way.points[0] == (base.x, base.y)
    assert way.points[-1] == (x, y)
    assert way.inches == pytest.approx(
        sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip(way.points, way.points[1:], strict=False))
    )
    assert way.inches >= hypot(x - base.x, y - base.y) - 1e-9
    assert stays_clear(base, way, around)
    assert way_to(base, (x, y), around, way.inches + 0.01) is not None
    assert way_to(base, (x, y), around, way.inches - 0.5) is None


@examples(0.4)
@given(scenes(), st.floats(0, 360), st.floats(0, 12))
def test_a_straight_way_ends_before_it_meets_anything(
    scene: tuple[Bases, Around], facing: float, inches: float
) -> None:
    (base, *_), around = scene
    ahead = direction(facing)
    go = free_straight(base, ahead, around, inches)
    assert 0.0 <= go <= inches
    end = shifted(base, ahead[0] * go, ahead[1] * go)
    assert may_stand(end, Around(around.board, around.walls, (), around.foes, around.gap - 2 * TOLERANCE))


@examples(0.4)
@given(scenes(), st.floats(0, 360), st.floats(0, 12))
def test_sliding_never_goes_farther_than_its_inches_and_ends_where_one_may_stand(
    scene: tuple[Bases, Around], facing: float, inches: float
) -> None:
    (base, *_), around = scene
    end = slid(base, direction(facing), inches, around)
    assert hypot(end.x - base.x, end.y - base.y) <= inches + 1e-9
    assert end == base or may_stand(end, around)


def test_round_a_wall_is_past_its_corners() -> None:
    around = Around(BOARD, (WALL,))
    way = way_to(MODEL, (15.0, 12.0), around)
    assert way is not None
    # To a corner, along the wall's end at half a base's distance, and back.
    round_the_end = 2 * sqrt(4.5**2 + 4.0**2) + 1.0
    assert round_the_end <= way.inches <= round_the_end + 1.5
    assert way_to(MODEL, (15.0, 12.0), around, 10.5) is None


def test_there_is_no_way_through_a_wall_from_edge_to_edge_nor_into_a_ring() -> None:
    across = rect(10.0, 12.0, 0.0, 1.0, 24.0)
    assert way_to(MODEL, (15.0, 12.0), Around(BOARD, (across,))) is None
    ring = tuple(Circle(15.0 + 2 * x, 12.0 + 2 * y, 1.0) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)
    assert way_to(MODEL, (15.0, 12.0), Around(BOARD, ring)) is None


def test_a_gap_between_two_walls_is_passed_if_it_is_wide_enough() -> None:
    def gate(width: float) -> Around:
        far = 2.0 + width / 2
        return Around(BOARD, (rect(10.0, 12.0 + far, 0.0, 1.0, 4.0), rect(10.0, 12.0 - far, 0.0, 1.0, 4.0)))

    wide, narrow = way_to(MODEL, (15.0, 12.0), gate(1.1)), way_to(MODEL, (15.0, 12.0), gate(0.9))
    assert wide is not None
    assert wide.inches == pytest.approx(10.0)
    assert narrow is not None
    assert narrow.inches > 11.0


def test_mates_are_passed_but_not_stood_on() -> None:
    mate = Circle(8.0, 12.0, 0.5)
    around = Around(BOARD, mates=(mate,))
    assert way_to(MODEL, (10.0, 12.0), around) == Way(((5.0, 12.0), (10.0, 12.0)), 5.0)
    assert not may_stand(Circle(8.4, 12.0, 0.5), around)
    assert may_stand(Circle(9.0, 12.0, 0.5), around)
    way = Way(((5.0, 12.0), (8.2, 12.0)), 3.2)
    assert as_far_as(MODEL, way, 3.2, around).x == pytest.approx(7.0)


def test_foes_are_kept_away_from() -> None:
    foe = Circle(10.0, 12.0, 0.5)
    around = Around(BOARD, foes=(foe,), gap=1.0)
    assert free_straight(MODEL, (1.0, 0.0), around, 9.0) == pytest.approx(3.0, abs=0.002)
    assert not may_stand(Circle(8.1, 12.0, 0.5), around)
    assert may_stand(Circle(8.0, 12.0, 0.5), around)
    way = way_to(MODEL, (15.0, 12.0), around)
    assert way is not None
    assert way.inches > 10.5


def test_the_table_edge_stops() -> None:
    assert free_straight(MODEL, (-1.0, 0.0), Around(BOARD), 9.0) == pytest.approx(4.5)
    square = rect(5.0, 12.0, 0.0, 2.0, 1.0)
    assert free_straight(square, (-1.0, 0.0), Around(BOARD), 9.0) == pytest.approx(4.0)
    assert slid(MODEL, (-1.0, 0.0), 9.0, Around(BOARD)).x == pytest.approx(0.5)


def test_sliding_goes_along_a_slanted_wall_and_on() -> None:
    slanted = rect(10.0, 12.0, 30.0, 1.0, 6.0)
    end = slid(MODEL, (1.0, 0.0), 12.0, Around(BOARD, (slanted,)))
    assert end.x > 11.0
    assert end.y != pytest.approx(12.0)
    square_on = slid(MODEL, (1.0, 0.0), 12.0, Around(BOARD, (WALL,)))
    assert square_on.x == pytest.approx(9.0)


def test_a_way_can_be_gone_in_part() -> None:
    way = Way(((0.0, 0.0), (3.0, 0.0), (3.0, 4.0)), 7.0)
    assert way.after(0.0) == (0.0, 0.0)
    assert way.after(5.0) == (3.0, 2.0)
    assert way.after(9.0) == (3.0, 4.0)


@examples(0.4)
@given(scenes(), st.floats(1, 29), st.floats(1, 23))
def test_the_nearest_place_to_stand_is_found_in_rings(scene: tuple[Bases, Around], x: float, y: float) -> None:
    (base, *_), around = scene
    wanted = centred_at(base, x, y)
    found = nearest_stand(wanted, around)
    if may_stand(wanted, around):
        assert found is wanted
    else:
        assert found == wanted or may_stand(found, around)


def test_a_place_in_a_wall_is_moved_out_of_it_the_shortest_way() -> None:
    found = nearest_stand(Circle(9.7, 12.0, 0.5), Around(BOARD, (WALL,)))
    assert (found.x, found.y) == pytest.approx((8.95, 12.0))
    everywhere = rect(15.0, 12.0, 0.0, 30.0, 24.0)
    assert nearest_stand(MODEL, Around(BOARD, (everywhere,))) is MODEL


def test_the_gap_to_foes_is_kept_and_without_one_contact_is_enough() -> None:
    foe = Circle(10.0, 12.0, 0.5)
    assert not _too_near(Circle(8.0, 12.0, 0.5), foe, 1.0)
    assert _too_near(Circle(8.1, 12.0, 0.5), foe, 1.0)
    assert not _too_near(Circle(9.0, 12.0, 0.5), foe, 0.0)
    assert _too_near(Circle(9.1, 12.0, 0.5), foe, 0.0)


def test_a_place_to_stand_is_looked_for_up_to_six_inches_off() -> None:
    """A wall that ends a little less than six inches to the east, and fills the board on the other sides."""
    for reach, found in ((5.4, True), (5.6, False)):
        wall = rect(5.0 + reach - 15.0, 12.0, 0.0, 30.0, 24.0)  # its right side is so far east of the model
        place = nearest_stand(MODEL, Around(BOARD, (wall,)))
        assert (place is not MODEL) is found
    just = nearest_stand(MODEL, Around(BOARD, (rect(5.0 - 15.0, 12.0, 0.0, 30.0, 24.0),)))
    assert (just.x, just.y) == pytest.approx((5.5, 12.0))


def test_a_way_goes_over_corner_after_corner() -> None:
    assert Way(((0.0, 0.0), (3.0, 0.0), (3.0, 4.0)), 7.0).after(3.0) == (3.0, 0.0)
    assert Way(((0.0, 0.0), (0.0, 0.0), (3.0, 4.0)), 5.0).after(2.5) == (1.5, 2.0)


def test_a_way_can_be_cut() -> None:
    way = Way(((0.0, 0.0), (3.0, 0.0), (3.0, 4.0)), 7.0)
    assert way.cut(5.0) == Way(((0.0, 0.0), (3.0, 0.0), (3.0, 2.0)), 5.0)
    assert way.cut(2.0) == Way(((0.0, 0.0), (2.0, 0.0)), 2.0)
    assert way.cut(7.0) is way


def test_a_model_goes_as_far_as_it_may_stand_and_no_farther_than_the_way() -> None:
    way = Way(((5.0, 12.0), (13.0, 12.0)), 8.0)
    assert as_far_as(MODEL, way, 99.0, Around(BOARD)).x == pytest.approx(13.0)
    assert as_far_as(MODEL, way, 4.0, Around(BOARD)).x == pytest.approx(9.0)
    mate = Circle(13.0, 12.0, 0.5)
    # In sixteenths of the way: the last one that is an inch from the mate.
    assert as_far_as(MODEL, way, 8.0, Around(BOARD, mates=(mate,))).x == pytest.approx(12.0)
    # Even the first sixteenth is better than nothing.
    crowd = tuple(Circle(6.55 + number, 12.0, 0.5) for number in range(8))
    assert as_far_as(MODEL, way, 8.0, Around(BOARD, mates=crowd)).x == pytest.approx(5.5)
    everywhere = tuple(Circle(6.0 + number, 12.0, 0.5) for number in range(9))
    assert as_far_as(MODEL, way, 8.0, Around(BOARD, mates=everywhere)) is MODEL


@pytest.mark.parametrize(("x", "y"), [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)])
def test_the_edge_is_as_far_as_the_rim(x: float, y: float) -> None:
    far = {(1.0, 0.0): 25.0, (0.0, 1.0): 12.0, (-1.0, 0.0): 5.0, (0.0, -1.0): 12.0}[x, y]
    assert _to_edge(MODEL, (x, y), BOARD) == pytest.approx(far - 0.5)
    flat = rect(5.0, 12.0, 0.0, 2.0, 1.0)
    assert _to_edge(flat, (x, y), BOARD) == pytest.approx(far - (1.0 if x else 0.5))
    # Slowly but surely: half as fast, twice as far.
    assert _to_edge(MODEL, (x / 2, y / 2), BOARD) == pytest.approx(2 * (far - 0.5))


def test_along_a_side_it_slides_the_way_that_leads_on() -> None:
    slanted = rect(10.0, 12.0, 45.0, 8.0, 1.0)
    touching = slid(MODEL, (1.0, 0.0), 9.0, Around(BOARD, (slanted,)))
    assert touching.y != 12.0
    around = Around(BOARD, (WALL,))
    at_wall = Circle(9.0, 12.0, 0.5)
    assert _along_side(at_wall, (0.6, 0.8), around) == pytest.approx((0.0, 1.0))
    assert _along_side(at_wall, (0.6, -0.8), around) == pytest.approx((0.0, -1.0))
    assert _along_side(at_wall, (1.0, 0.0), around) is None
    # What lies behind or is not touched is nothing to slide along.
    assert _along_side(at_wall, (-0.6, 0.8), around) is None
    assert _along_side(Circle(8.9, 12.0, 0.5), (0.6, 0.8), around) is None
    foes = Around(BOARD, foes=(WALL,), gap=1.0)
    assert _along_side(Circle(8.0, 12.0, 0.5), (0.6, 0.8), foes) == pytest.approx((0.0, 1.0))
    assert _along_side(Circle(7.9, 12.0, 0.5), (0.6, 0.8), foes) is None


def test_a_way_leads_out_of_a_cup_of_walls() -> None:
    walls = (rect(14, 12, 0, 6, 0.5), rect(10.75, 10, 0, 0.5, 4.5), rect(17.25, 10, 0, 0.5, 4.5))
    way = way_to(Circle(14, 10, 0.5), (14, 14), Around(BOARD, walls), 20.0)
    assert way is not None
    assert 14.0 < way.inches < 15.0


def test_a_way_is_cut_at_a_corner_without_a_second_point_there() -> None:
    # It begins somewhere, and no stretch of it is along an axis: five inches each.
    way = Way(((2.0, 1.0), (5.0, 5.0), (9.0, 8.0)), 10.0)
    assert way.cut(5.0) == Way(((2.0, 1.0), (5.0, 5.0)), 5.0)
    assert way.cut(7.5) == Way(((2.0, 1.0), (5.0, 5.0), (7.0, 6.5)), 7.5)
    assert way.cut(2.5) == Way(((2.0, 1.0), (3.5, 3.0)), 2.5)
    assert way.cut(6.0) == Way(((2.0, 1.0), (5.0, 5.0), (5.8, 5.6)), 6.0)
    assert way.cut(12.0) is way


def test_rings_go_out_by_quarters_of_an_inch_to_six_in_twelve_directions() -> None:
    steps = _rings()
    assert len(steps) == 24 * 12
    for number, (x, y) in enumerate(steps):
        assert hypot(x, y) == pytest.approx(0.25 * (number // 12 + 1))
    assert len({(round(x, 6), round(y, 6)) for x, y in steps}) == len(steps)
    assert steps[0] == pytest.approx((0.0, 0.25))
    assert steps[3] == pytest.approx((0.25, 0.0))


def test_a_square_finds_the_nearest_place_too() -> None:
    around = Around(BOARD, (WALL,))
    # The wall begins at 9.5: a square of an inch may stand at 9, and 8.95 is the first of the quarters that does.
    found = nearest_stand(rect(9.7, 12.0, 0.0, 1.0, 1.0), around)
    assert (found.x, found.y) == pytest.approx((8.95, 12.0))
    everywhere = Around(BOARD, (rect(15.0, 12.0, 0.0, 30.0, 24.0),))
    square = rect(9.7, 12.0, 0.0, 1.0, 1.0)
    assert nearest_stand(square, everywhere) is square


@pytest.mark.parametrize(
    ("base", "spot"),
    [
        (Circle(0.26, 12.0, 0.5), (0.51, 12.0)),
        (Circle(29.74, 12.0, 0.5), (29.49, 12.0)),
        (Circle(15.0, 0.26, 0.5), (15.0, 0.51)),
        (Circle(15.0, 23.74, 0.5), (15.0, 23.49)),
    ],
)
def test_a_place_over_the_edge_is_moved_in(base: Circle, spot: tuple[float, float]) -> None:
    # By a quarter of an inch, just enough: aslant it would not do.
    found = nearest_stand(base, Around(BOARD))
    assert (found.x, found.y) == pytest.approx(spot)


@pytest.mark.parametrize(("x", "y"), [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)])
def test_a_place_too_near_to_foes_is_moved_off_by_the_gap(x: float, y: float) -> None:
    """Their centres must be two inches apart: from 1.52, two quarters straight away from it do, and not aslant."""
    foe = Circle(15.0 + 1.52 * x, 12.0 + 1.52 * y, 0.5)
    found = nearest_stand(Circle(15.0, 12.0, 0.5), Around(BOARD, foes=(foe,), gap=1.0))
    assert (found.x, found.y) == pytest.approx((15.0 - 0.5 * x, 12.0 - 0.5 * y))
    mate = Circle(15.0 + 0.52 * x, 12.0 + 0.52 * y, 0.5)
    found = nearest_stand(Circle(15.0, 12.0, 0.5), Around(BOARD, mates=(mate,)))
    assert (found.x, found.y) == pytest.approx((15.0 - 0.5 * x, 12.0 - 0.5 * y))


def test_what_is_not_gone_straight_is_gone_along_the_wall() -> None:
    # A wall that rises three for four to the right; the model is 1.2 inches off it, and two to the right it is there.
    # The other three of five inches are 2.4 to the right and 1.8 up.
    wall = rect(15.0, 12.0, -degrees(atan2(0.6, 0.8)), 30.0, 1.0)
    end = slid(Circle(13.68, 13.76, 0.5), (1.0, 0.0), 5.0, Around(BOARD, (wall,)))
    assert (end.x, end.y) == pytest.approx((15.68 + 2.4, 13.76 + 1.8), abs=0.01)
    touching = Circle(15.68, 13.76, 0.5)
    assert _along_side(touching, (1.0, 0.0), Around(BOARD, (wall,))) == pytest.approx((0.8, 0.6))
    assert _along_side(touching, (0.0, -1.0), Around(BOARD, (wall,))) == pytest.approx((-0.8, -0.6))
    assert _along_side(touching, (0.0, 1.0), Around(BOARD, (wall,))) is None


def test_sliding_ends_in_a_corner() -> None:
    # Along a slanted wall, up to one that goes straight ahead and bars it.
    slanted, upright = rect(10.0, 12.0, 45.0, 8.0, 1.0), rect(9.0, 8.0, 0.0, 20.0, 1.0)
    end = slid(MODEL, (1.0, 0.0), 12.0, Around(BOARD, (slanted, upright)))
    free = slid(MODEL, (1.0, 0.0), 12.0, Around(BOARD, (slanted,)))
    assert end != free
    assert base_distance(end, upright) < 0.3 or base_distance(end, slanted) < 0.3
    assert may_stand(end, Around(BOARD, (slanted, upright)))


def test_who_is_there_already_can_go_there() -> None:
    shut_in = Around(BOARD, (Circle(5.0, 12.0, 3.0),))
    assert is_clear(MODEL, (5.0, 12.0), shut_in)
    assert not is_clear(MODEL, (5.0, 12.1), shut_in)
    # Just into contact, and no farther.
    assert is_clear(MODEL, (9.0, 12.0), Around(BOARD, (WALL,)))
    assert not is_clear(MODEL, (9.1, 12.0), Around(BOARD, (WALL,)))
