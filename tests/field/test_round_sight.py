"""Sight among round bases: what is told of many lines at once holds for each, and looks find what lines find."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, degrees

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.properties import examples
from warhost.field.sight.round_bases import (
    Band,
    Look,
    Obstacles,
    circle_round,
    faces,
    hides,
    in_arc,
    is_free,
    is_on,
    rim_lines,
)
from warhost.table import Base, Circle, Point, Rect, bases_overlap, rect, rim_points, segment_distance_to_point

DEEPEST = 1.5

radii = st.sampled_from([0.5, 0.8, 1.0, 2.0])
here = st.builds(Circle, st.floats(-1, 1), st.floats(-1, 1), radii)
there = st.builds(Circle, st.floats(7, 14), st.floats(-4, 4), radii)
discs = st.builds(Circle, st.floats(0, 12), st.floats(-4, 4), radii)
pieces = st.builds(
    rect,
    st.floats(2, 8),
    st.floats(-3, 3),
    st.sampled_from([0.0, 17.0, 45.0, 90.0]),
    st.floats(0.5, 6),
    st.floats(1, 9),
)


def lines(one: Base, other: Base) -> Iterator[tuple[Point, Point]]:
    yield (one.x, one.y), (other.x, other.y)
    yield from rim_lines(one, other)


def row(x: float, count: int, gap: float = 0.2) -> list[Base]:
    return [Circle(x, number * (1.0 + gap), 0.5) for number in range(count)]


def look(own: Sequence[Base], theirs: Sequence[Base], between: Obstacles, *, over: bool = False) -> Look:
    return Look(own, len(own), theirs, circle_round(theirs), between, over=over)


# All lines at once


@given(here, there, pieces, st.sampled_from(["walls", "veils"]))
@examples(4)
def test_a_piece_that_parts_two_circles_is_on_every_line_between_them(
    one: Circle, other: Circle, piece: Rect, kind: str
) -> None:
    between = Obstacles(**{kind: [piece]}, deepest=DEEPEST)  # type: ignore[arg-type]
    if between.parts(one, other):
        assert not any(is_free(*line, between, []) for line in lines(one, other))


def test_a_long_wall_parts_two_circles_and_a_short_one_does_not() -> None:
    one, other = Circle(0.0, 0.0, 0.5), Circle(10.0, 0.0, 1.0)
    assert Obstacles(walls=[rect(5.0, 0.0, 0.0, 1.0, 4.0)]).parts(one, other)
    assert not Obstacles(walls=[rect(5.0, 0.0, 0.0, 1.0, 0.8)]).parts(one, other)
    assert not Obstacles(walls=[rect(5.0, 1.5, 0.0, 1.0, 4.0)]).parts(one, other)
    assert not Obstacles(discs=[Circle(5.0, 0.0, 2.0)]).parts(one, other)
    assert not Obstacles(walls=[rect(5.0, 0.0, 0.0, 1.0, 4.0)]).parts(one, Circle(1.4, 0.0, 1.0)), "circles that touch"


def test_a_veil_parts_two_circles_where_it_is_deep_enough() -> None:
    one, other = Circle(0.0, 0.0, 0.5), Circle(10.0, 0.0, 1.0)
    wood = rect(5.0, 0.0, 0.0, 2.0, 6.0)
    assert Obstacles(veils=[wood], deepest=1.9).parts(one, other)
    assert not Obstacles(veils=[wood], deepest=2.0).parts(one, other)


def test_pieces_part_circles_across_the_table_as_they_do_along() -> None:
    # Ten inches along (0.6, 0.8). An inch on the way the outer lines are 0.55 aside of its middle.
    one, other, slant = Circle(2.0, 1.0, 0.5), Circle(8.0, 9.0, 1.0), degrees(atan2(0.6, 0.8))
    assert Obstacles(walls=[rect(2.6, 1.8, slant, 1.2, 0.2)]).parts(one, other)
    assert not Obstacles(walls=[rect(2.6, 1.8, slant, 1.0, 0.2)]).parts(one, other)
    wood = rect(5.0, 5.0, slant, 6.0, 2.0)
    assert Obstacles(veils=[wood], deepest=1.9).parts(one, other)
    assert not Obstacles(veils=[wood], deepest=2.0).parts(one, other)


def test_a_lane_through_a_veil_parts_nobody() -> None:
    wood, road = rect(5.0, 0.0, 0.0, 4.0, 12.0), rect(5.0, 0.0, 0.0, 12.0, 2.0)
    one, other = Circle(0.0, 0.0, 0.5), Circle(10.0, 0.0, 0.5)
    assert Obstacles(veils=[wood], deepest=DEEPEST).parts(one, other)
    assert not Obstacles(veils=[wood], lanes=[road], deepest=DEEPEST).parts(one, other)


@given(here, there, st.floats(0.1, 0.9), st.floats(-1, 1), radii)
@examples(4)
def test_a_base_that_hides_another_is_on_every_line_to_it(
    one: Circle, other: Circle, share: float, aside: float, radius: float
) -> None:
    disc = Circle(one.x + (other.x - one.x) * share, one.y + (other.y - one.y) * share + aside, radius)
    if hides(disc, one, other):
        assert not any(is_free(*line, Obstacles(), [disc]) for line in lines(one, other))


def test_a_base_hides_what_is_no_wider_behind_it() -> None:
    one, other = Circle(0.0, 0.0, 0.5), Circle(10.0, 0.0, 0.5)
    assert hides(Circle(5.0, 0.2, 0.5), one, other)
    assert not hides(Circle(5.0, 0.3, 0.5), one, other)
    assert not hides(Circle(5.0, 0.0, 0.5), one, Circle(10.0, 0.0, 1.1))
    assert not hides(Circle(-5.0, 0.0, 0.5), one, other), "it stands behind the one who looks"
    assert not hides(Circle(1.2, 0.0, 0.5), one, other), "so near to a rim nothing is sure"


@given(here, there, discs)
def test_who_is_in_no_strip_is_on_no_line_in_it(one: Circle, other: Circle, disc: Circle) -> None:
    band = Band(one, other)
    found = band.among([disc])
    assert band.numbers_among([(7, disc.x, disc.y, disc.radius)], ()) == ([7] if found else [])
    assert band.numbers_among([(7, disc.x, disc.y, disc.radius)], {7}) == []
    if not found:
        near = min(segment_distance_to_point(*line, disc.x, disc.y) for line in lines(one, other))
        assert near >= disc.radius - 1e-9


def test_a_strip_is_as_wide_as_the_wider_circle_and_ends_round() -> None:
    band = Band(Circle(2.0, 1.0, 0.5), Circle(8.0, 9.0, 1.0))
    # It is ten inches long, along (0.6, 0.8), with its middle at (5, 5).
    aside = [(5.0 - far * 0.8, 5.0 + far * 0.6) for far in (1.5, 1.7)]
    inside: list[Base] = [Circle(*aside[0], 0.6), Circle(8.9, 10.2, 0.6), Circle(1.1, -0.2, 0.6)]
    outside: list[Base] = [Circle(*aside[1], 0.6), Circle(9.0, 10.4, 0.6), Circle(1.0, -0.4, 0.6)]
    assert band.among([*inside, *outside]) == inside
    standing = [(number, one.x, one.y, one.radius) for number, one in enumerate((*inside, *outside))]
    assert band.numbers_among(standing, ()) == [0, 1, 2]
    assert band.numbers_among(standing, {1, 4}) == [0, 2]


def test_what_is_near_a_strip_is_what_reaches_into_it() -> None:
    band = Band(Circle(0.0, 0.0, 0.5), Circle(10.0, 0.0, 0.5))
    close, away = rect(5.0, 1.0, 0.0, 2.0, 2.0), rect(5.0, 9.0, 0.0, 2.0, 2.0)
    assert Obstacles(walls=[away, close]).near(band) == Obstacles(walls=[close], veils=[])
    assert Obstacles(veils=[away, close], deepest=2.0).near(band) == Obstacles(walls=[], veils=[close], deepest=2.0)
    assert Obstacles(walls=[away], veils=[close]).near(band) == Obstacles(walls=[], veils=[close])
    crowd = Obstacles(discs=[Circle(5.0, 9.0, 0.5)])
    assert crowd.near(band) is crowd


def test_nothing_is_in_the_way_without_walls_veils_and_bases() -> None:
    piece = rect(5.0, 1.0, 0.0, 2.0, 2.0)
    assert Obstacles(lanes=[piece], lookouts=[piece]).is_empty
    assert not any(one.is_empty for one in (Obstacles([piece]), Obstacles(veils=[piece]), Obstacles(discs=[piece])))


def test_a_short_strip_is_as_wide_as_a_long_one() -> None:
    band = Band(Circle(0.0, 0.0, 0.5), Circle(1.0, 0.0, 0.5))
    assert band.among(beside := [Circle(0.9, 0.9, 0.5)]) == beside
    assert band.among([Circle(0.9, 1.1, 0.5), Circle(-0.9, 0.9, 0.5)]) == []
    assert band.numbers_among([(3, 0.9, 0.9, 0.5), (4, 0.9, 1.1, 0.5)], ()) == [3]


def test_a_base_hides_across_the_table_as_it_does_along() -> None:
    one, other = Circle(2.0, 1.0, 0.5), Circle(8.0, 9.0, 0.5)
    assert hides(Circle(5.0 - 0.2 * 0.8, 5.0 + 0.2 * 0.6, 0.5), one, other)
    assert not hides(Circle(5.0 - 0.3 * 0.8, 5.0 + 0.3 * 0.6, 0.5), one, other)


# Single lines


def test_a_line_is_free_beside_bases_and_through_no_seam() -> None:
    line = ((0.0, 0.0), (10.0, 0.0))
    pair: list[Base] = [Circle(5.0, 0.55, 0.5), Circle(5.0, -0.55, 0.5)]
    assert is_free(*line, Obstacles(seam=0.04), pair)
    assert not is_free(*line, Obstacles(seam=0.06), pair)
    assert is_free(*line, Obstacles(), [Circle(-0.4, 0.0, 0.5), Circle(10.3, 0.0, 0.5)]), "at its ends nobody stands"
    assert is_free(*line, Obstacles(), [Circle(0.0, 0.4, 0.5), Circle(10.0, -0.4, 0.5)]), "nor just beside them"
    assert not is_free(*line, Obstacles(), [Circle(9.9, 0.4, 0.5)])


def test_walls_stop_the_lines_that_lead_through_them() -> None:
    line = ((0.0, 0.0), (10.0, 0.0))
    assert is_free(*line, Obstacles(walls=[rect(5.0, 3.0, 0.0, 1.0, 4.0)]), [])
    assert not is_free(*line, Obstacles(walls=[rect(5.0, 3.0, 0.0, 1.0, 4.0), rect(7.0, 1.0, 0.0, 1.0, 4.0)]), [])


def test_what_stood_in_a_line_is_looked_at_first_next_time() -> None:
    discs: list[Base] = [Circle(5.0, 3.0, 0.5), Circle(5.0, 0.0, 0.5)]
    assert not is_free((0.0, 0.0), (10.0, 0.0), Obstacles(), discs)
    assert discs == [Circle(5.0, 0.0, 0.5), Circle(5.0, 3.0, 0.5)]


def test_a_line_passes_so_many_inches_of_all_veils_together() -> None:
    woods = [rect(3.0, 0.0, 0.0, 1.0, 4.0), rect(6.0, 0.0, 0.0, 1.0, 4.0)]
    line = ((0.0, 0.0), (10.0, 0.0))
    assert is_free(*line, Obstacles(veils=woods, deepest=2.0), [])
    assert not is_free(*line, Obstacles(veils=woods, deepest=1.9), [])
    assert is_free(*line, Obstacles(veils=woods, lanes=[rect(6.0, 0.0, 0.0, 3.0, 1.0)], deepest=1.0), [])
    half = rect(5.0, 0.0, 0.0, 2.0, 1.0)
    assert is_free(*line, Obstacles(veils=woods, lanes=[half], deepest=1.5), []), "half of one wood is cleared"
    assert not is_free(*line, Obstacles(veils=woods, lanes=[half], deepest=1.4), [])


def test_what_two_lanes_clear_is_cleared_once() -> None:
    wood, line = rect(5.0, 0.0, 0.0, 4.0, 4.0), ((0.0, 0.0), (10.0, 0.0))
    # Both clear the same 2 of 4 inches; a third clears 1 more.
    lanes = [rect(5.0, 0.0, 0.0, 2.0, 1.0), rect(5.0, 0.0, 0.0, 2.0, 8.0)]
    assert is_free(*line, Obstacles(veils=[wood], lanes=lanes, deepest=2.0), [])
    assert not is_free(*line, Obstacles(veils=[wood], lanes=lanes, deepest=1.9), [])
    more = [*lanes, rect(6.0, 0.0, 0.0, 2.0, 1.0)]
    assert is_free(*line, Obstacles(veils=[wood], lanes=more, deepest=1.0), [])
    assert not is_free(*line, Obstacles(veils=[wood], lanes=more, deepest=0.9), [])


def test_rims_are_looked_at_on_the_side_that_is_turned_to_somebody() -> None:
    found = list(rim_lines(Circle(0.0, 0.0, 1.0), Circle(10.0, 0.0, 1.0)))
    assert {start for start, end in found if end == (10.0, 0.0)} == {
        (x, y) for x, y in (start for start, _ in found) if x >= -1e-9 and (x, y) != (0.0, 0.0)
    }
    assert len(found) == 10
    assert all(end[0] <= 10.0 + 1e-9 for _, end in found)


def test_walls_are_looked_at_all_along() -> None:
    house = rect(10.0, 0.0, 0.0, 2.0, 8.0)
    ends = {end for _, end in rim_lines(Circle(0.0, 0.0, 0.5), house)}
    assert (9.0, 0.0) in ends
    starts = {start for start, end in rim_lines(Circle(0.0, 0.0, 0.5), house) if end != (10.0, 0.0)}
    assert starts == {(0.0, 0.0)}, "of a round base its centre alone looks at them"
    assert (9.0, 1.5) in {end for _, end in rim_lines(Circle(0.0, 1.5, 0.5), house)}, "the nearest point of the wall"
    assert (9.0, 1.5) in {start for start, _ in rim_lines(house, Circle(0.0, 1.5, 0.5))}
    assert {(round(x, 6), round(y, 6)) for x, y in ends} >= {(9.0, 4.0), (9.0, -4.0), (11.0, 4.0), (11.0, -4.0)}


def test_from_walls_to_walls_the_side_that_is_turned_there_is_looked_at_from_the_centre() -> None:
    here, there = rect(0.0, 0.0, 0.0, 2.0, 4.0), rect(20.0, 5.0, 0.0, 2.0, 4.0)
    for one, other in ((here, there), (there, here)):
        found = {end for start, end in rim_lines(one, other) if start == (one.x, one.y)}
        # A point is on that side where the way to it from the centre does not lead away from the other centre.
        dx, dy = one.x - other.x, one.y - other.y
        assert found == {(x, y) for x, y in rim_points(other) if (x - other.x) * dx + (y - other.y) * dy >= 0.0}
        assert 0 < len(found) < len(rim_points(other))


# Looks


@given(st.lists(here, min_size=1, max_size=3), st.lists(there, min_size=1, max_size=3), st.data())
@examples(2)
def test_a_look_finds_whoever_has_a_free_line(own: list[Circle], theirs: list[Circle], data: st.DataObject) -> None:
    others = data.draw(st.lists(discs, max_size=4))
    assume(not any(bases_overlap(disc, base) for disc in others for base in (*own, *theirs)))
    between = Obstacles(
        walls=data.draw(st.lists(pieces, max_size=1)),
        veils=data.draw(st.lists(pieces, max_size=1)),
        lanes=data.draw(st.lists(pieces, max_size=1)),
        discs=others,
        deepest=DEEPEST,
        seam=0.01,
    )
    expected = {
        number
        for number, base in enumerate(own)
        if any(is_free(*line, between, list(others)) for other in theirs for line in lines(base, other))
    }
    assert look(own, theirs, between).all() == expected
    for among in ([], [0], list(range(len(own)))):
        assert look(own, theirs, between).any(among) == bool(expected & set(among))


def test_with_nothing_in_between_all_see() -> None:
    assert look(row(0.0, 3), row(9.0, 2), Obstacles(lookouts=[rect(0.0, 0.0, 0.0, 2.0, 2.0)])).all() == {0, 1, 2}


def test_a_wide_base_hides_those_behind_it_alone() -> None:
    between = Obstacles(discs=[Circle(2.0, 0.0, 0.9)])
    found = look(row(0.0, 4), [Circle(9.0, 0.0, 0.5)], between)
    assert found.all() == {1, 2, 3}
    assert not found.any([0])
    assert found.any([0, 3])


def test_two_who_stand_close_hide_what_neither_hides_alone() -> None:
    own, theirs = [Circle(0.0, 0.0, 0.5)], [Circle(9.0, 0.0, 0.5)]
    pair = [Circle(4.0, 0.5, 0.5), Circle(4.0, -0.5, 0.5)]
    assert not look(own, theirs, Obstacles(discs=pair, seam=0.01)).any([0])
    assert all(look(own, theirs, Obstacles(discs=[one], seam=0.01)).any([0]) for one in pair)
    assert not any(hides(one, own[0], theirs[0]) for one in pair)


def test_who_is_over_others_or_on_a_lookout_sees_past_bases_but_not_past_walls() -> None:
    own, theirs = [Circle(0.0, 0.0, 0.5)], [Circle(9.0, 0.0, 0.5)]
    crowd, hill = [Circle(4.0, 0.0, 2.0)], rect(0.0, 0.0, 0.0, 2.0, 2.0)
    assert not look(own, theirs, Obstacles(discs=crowd)).any([0])
    assert look(own, theirs, Obstacles(discs=crowd), over=True).any([0])
    assert look(own, theirs, Obstacles(discs=crowd, lookouts=[hill])).any([0])
    assert look(theirs, own, Obstacles(discs=crowd, lookouts=[hill])).any([0])
    wall = [rect(4.0, 0.0, 0.0, 1.0, 20.0)]
    assert not look(own, theirs, Obstacles(walls=wall, discs=crowd), over=True).any([0])


def test_out_of_walls_all_see_or_nobody_does() -> None:
    house, theirs = rect(0.0, 0.0, 0.0, 2.0, 8.0), [Circle(9.0, 0.0, 0.5)]

    def found(between: Obstacles) -> frozenset[int]:
        return Look([house], 3, theirs, circle_round(theirs), between).all()

    assert found(Obstacles(discs=[Circle(4.0, 0.0, 1.0)])) == {0, 1, 2}
    assert found(Obstacles(walls=[rect(4.0, 0.0, 0.0, 1.0, 30.0)])) == frozenset()
    crowd = Obstacles(discs=[Circle(4.0, 0.0, 1.0)])
    assert Look([house], 3, theirs, circle_round(theirs), crowd).any([2]), "whichever of them is asked"
    assert not Look([house], 3, theirs, circle_round(theirs), crowd).any([])


def test_a_circle_round_bases_holds_them() -> None:
    found = circle_round([Circle(0.0, 0.0, 0.5), Circle(6.0, 8.0, 1.5)])
    assert (found.x, found.y, found.radius) == (3.0, 4.0, 6.5)


def test_a_base_is_on_an_area_by_its_centre() -> None:
    areas = [rect(0.0, 0.0, 0.0, 2.0, 2.0), rect(9.0, 0.0, 0.0, 2.0, 2.0)]
    assert is_on(areas, Circle(9.5, 0.0, 2.0))
    assert not is_on(areas, Circle(5.0, 0.0, 8.0))


# Arcs


@pytest.mark.parametrize(("spot", "held"), [((0.0, 5.0), True), ((5.0, 5.0), True), ((5.1, 5.0), False)])
def test_an_arc_of_a_quarter_holds_half_of_it_on_each_side(spot: Point, held: bool) -> None:
    assert in_arc(0.0, 0.0, 0.0, spot, 90.0) is held
    assert in_arc(0.0, 0.0, 180.0, (-spot[0], -spot[1]), 90.0) is held


def test_all_round_and_where_one_stands_everything_is_in_the_arc() -> None:
    assert in_arc(0.0, 0.0, 0.0, (0.0, -5.0), 360.0)
    assert in_arc(3.0, 3.0, 0.0, (3.0, 3.0), 10.0)
    assert all(in_arc(3.0, 3.0, facing, (3.0, 3.0), 10.0) for facing in (90.0, 180.0, 270.0))
    assert not in_arc(3.0, 3.0, 0.0, (3.0, 2.0), 10.0)


def test_arcs_reach_over_north() -> None:
    assert faces(350.0, 20.0, 60.0)
    assert faces(20.0, 350.0, 60.0)
    assert not faces(350.0, 21.0, 60.0)
