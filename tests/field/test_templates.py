"""Templates: what lies under a circle, a line and a cone, against Shapely, and where they scatter to."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Geometry, union_all
from shapely import Point as SolidPoint

from tests.table.shapes_at_random import facings, places, rects, solid
from warhost.field.ground.templates import (
    Template,
    _straight,
    best_laid,
    circle_template,
    cone_template,
    depth_under,
    is_under,
    kept_on,
    line_template,
    scatter,
    scattered,
    under,
)
from warhost.field.ground.templates import laid as laid_by
from warhost.play import Roll
from warhost.play.questions import Outline
from warhost.table import Base, Board, Circle, Pose, rect

lengths = st.floats(0.5, 12)
widths = st.floats(0.0, 4)
templates = st.one_of(
    st.builds(circle_template, places, places, st.floats(0.5, 6)),
    st.builds(line_template, places, places, facings, lengths, widths),
    st.builds(cone_template, places, places, facings, st.floats(4.5, 12), widths),
    st.builds(Template, st.builds(Circle, places, places, widths), st.builds(Circle, places, places, widths)),
)
bases = st.one_of(rects, st.builds(Circle, places, places, st.floats(0.2, 2)))


def laid(template: Template) -> Geometry:
    """The template for Shapely: the hull of its two discs, which are many-cornered there."""
    ends = (template.start, template.end)
    discs = [SolidPoint(disc.x, disc.y).buffer(max(disc.radius, 1e-9), quad_segs=256) for disc in ends]
    return union_all(discs).convex_hull


def standing(base: Base) -> Geometry:
    return SolidPoint(base.x, base.y).buffer(base.radius, quad_segs=256) if isinstance(base, Circle) else solid(base)


SLACK = 0.003


@given(templates, bases)
def test_what_a_template_touches_is_partly_under_it(template: Template, base: Base) -> None:
    gap = laid(template).distance(standing(base))
    inside = laid(template).buffer(-SLACK).distance(standing(base)) if laid(template).area > 0.1 else None
    if gap > SLACK:
        assert not is_under(template, base)
    elif inside == 0.0:
        assert is_under(template, base)


@given(templates, bases)
def test_what_a_template_covers_is_wholly_under_it(template: Template, base: Base) -> None:
    wholly = is_under(template, base, "wholly")
    shape, stands = laid(template), standing(base)
    if wholly:
        assert shape.buffer(SLACK).covers(stands)
    else:
        assert not shape.buffer(-SLACK).covers(stands)
    if wholly:
        assert is_under(template, base, "centre")
        assert is_under(template, base)


@given(templates, places, places)
def test_depth_is_the_distance_to_the_rim(template: Template, x: float, y: float) -> None:
    shape, point = laid(template), SolidPoint(x, y)
    wanted = -shape.distance(point) if not shape.covers(point) else shape.exterior.distance(point)
    assert depth_under(template, x, y) == pytest.approx(wanted, abs=SLACK)


@given(templates, st.builds(Circle, places, places, widths), places, places)
def test_moving_all_of_it_changes_nothing(template: Template, base: Circle, dx: float, dy: float) -> None:
    def elsewhere(disc: Circle) -> Circle:
        return Circle(disc.x + dx, disc.y + dy, disc.radius)

    moved = Template(elsewhere(template.start), elsewhere(template.end))
    there = elsewhere(base)
    assert depth_under(template, base.x, base.y) == pytest.approx(depth_under(moved, there.x, there.y), abs=1e-9)


@pytest.mark.parametrize(("inches", "hit"), [(2.4, True), (2.6, False), (2.5, False)])
def test_a_base_is_hit_if_its_rim_is_nearer_than_the_radius(inches: float, hit: bool) -> None:
    blast = circle_template(0.0, 0.0, 5.0)
    assert is_under(blast, Circle(inches + 0.5, 0.0, 0.5)) is hit
    assert is_under(blast, rect(inches + 0.5, 0.0, 0.0, 1.0, 1.0)) is hit


def test_a_cone_reaches_as_far_as_it_is_long_and_is_narrow_at_its_tip() -> None:
    flame = cone_template(0.0, 0.0, 0.0, 8.0, 2.5)
    assert is_under(flame, Circle(0.0, 8.4, 0.5))
    assert not is_under(flame, Circle(0.0, 8.6, 0.5))
    assert is_under(flame, Circle(1.5, 6.75, 0.5))
    assert not is_under(flame, Circle(1.5, 1.0, 0.5))
    assert not is_under(flame, Circle(0.0, -0.6, 0.5))


def test_a_line_without_width_hits_what_it_crosses_and_not_what_it_touches() -> None:
    bolt = line_template(0.0, 0.0, 90.0, 10.0)
    assert is_under(bolt, Circle(5.0, 0.4, 0.5))
    assert is_under(bolt, rect(5.0, 0.4, 0.0, 1.0, 1.0))
    assert not is_under(bolt, Circle(5.0, 0.5, 0.5))
    assert not is_under(bolt, rect(5.0, 0.5, 0.0, 1.0, 1.0))
    assert not is_under(bolt, Circle(10.6, 0.0, 0.5))


def test_under_names_the_bases_of_each_body_that_is_hit() -> None:
    row = [Circle(float(x), 0.0, 0.5) for x in range(5)]
    hit = under(circle_template(1.0, 0.0, 1.5), {3: row, 7: [Circle(9.0, 9.0, 0.5)], 8: ()})
    assert hit == {3: (0, 1, 2)}
    assert under(circle_template(1.0, 0.0, 1.5), {3: row}, "centre") == {3: (1,)}
    assert under(circle_template(1.0, 0.0, 3.2), {3: row}, "wholly") == {3: (0, 1, 2)}


def test_the_best_of_several_is_the_first_that_is_worth_most() -> None:
    row = {1: [Circle(float(x), 0.0, 0.5) for x in range(5)]}
    spots = [circle_template(x, 0.0, 2.0) for x in (0.0, 2.0, 3.0)]
    assert best_laid(spots, lambda one: len(under(one, row).get(1, ()))) is spots[1]
    assert best_laid([], lambda one: 1.0) is None


@given(places, places, facings, lengths)
def test_scatter_goes_that_far_that_way(x: float, y: float, degrees: float, inches: float) -> None:
    there = scattered((x, y), degrees, inches)
    assert math.hypot(there[0] - x, there[1] - y) == pytest.approx(inches)


def test_scatter_asks_chance_for_a_direction_and_a_distance() -> None:
    script = scatter((10.0, 10.0), "D10", why="The stone", rule="tiny.stone", seat=1)
    asked = next(script)
    assert isinstance(asked, Roll)
    assert (asked.dice, asked.why, asked.rule, asked.seat) == ("D12", "The stone: direction", "tiny.stone", 1)
    asked = script.send((3,))
    assert isinstance(asked, Roll)
    assert asked.dice == "D10"
    with pytest.raises(StopIteration) as ended:
        script.send((4,))
    assert ended.value.value == pytest.approx((14.0, 10.0))


def test_a_point_off_the_board_is_kept_on_its_edge() -> None:
    assert kept_on(Board(20.0, 10.0), (25.0, -3.0)) == (20.0, 0.0)
    assert kept_on(Board(20.0, 10.0), (5.0, 3.0)) == (5.0, 3.0)


def test_a_template_is_laid_as_its_outline_says() -> None:
    pose = Pose(10.0, 12.0, 90.0)
    assert laid_by(Outline("circle", 5.0, 5.0), pose) == circle_template(10.0, 12.0, 5.0)
    assert laid_by(Outline("line", 1.0, 8.0), pose) == line_template(10.0, 12.0, 90.0, 8.0, 1.0)
    assert laid_by(Outline("cone", 2.5, 8.0), pose) == cone_template(10.0, 12.0, 90.0, 8.0, 2.5)
    with pytest.raises(ValueError, match="no template with the form"):
        laid_by(Outline("rectangle", 2.0, 2.0), pose)


def test_a_line_is_as_wide_as_told_and_a_circle_as_its_diameter() -> None:
    line = line_template(1.0, 2.0, 0.0, 6.0, 3.0)
    assert (line.start, line.end) == (Circle(1.0, 2.0, 1.5), Circle(1.0, 8.0, 1.5))
    assert circle_template(1.0, 2.0, 3.0).start == Circle(1.0, 2.0, 1.5)
    assert cone_template(1.0, 2.0, 0.0, 6.0, 3.0).end == Circle(1.0, 6.5, 1.5)
    assert line_template(0.0, 0.0, 0.0, 6.0).end.radius == 0.0


def test_between_the_discs_lies_a_straight_part_and_none_where_one_covers_the_other() -> None:
    start, end = Circle(0.0, 0.0, 1.0), Circle(0.0, 6.0, 1.0)
    corners = _straight(start, end)
    assert {(round(x, 6), round(y, 6)) for x, y in corners} == {(-1.0, 0.0), (-1.0, 6.0), (1.0, 0.0), (1.0, 6.0)}
    assert _straight(Circle(0.0, 0.0, 3.0), Circle(0.0, 1.0, 1.0)) == ()
    # A base between the discs, in neither of them.
    assert is_under(Template(start, end), rect(0.9, 3.0, 0.0, 0.5, 0.5))
    assert is_under(Template(start, end), rect(0.0, 6.9, 0.0, 0.5, 0.5))
    assert is_under(Template(start, end), rect(0.0, -0.9, 0.0, 0.5, 0.5))
    assert not is_under(Template(start, end), rect(1.3, 3.0, 0.0, 0.5, 0.5))


def test_a_square_base_is_wholly_under_it_with_all_corners() -> None:
    blast = circle_template(0.0, 0.0, 4.0)
    assert is_under(blast, rect(0.0, 0.0, 0.0, 2.0, 2.0), "wholly")
    assert not is_under(blast, rect(1.0, 0.0, 0.0, 2.0, 2.0), "wholly")
    assert is_under(blast, rect(1.0, 0.0, 0.0, 2.0, 2.0), "centre")
    # Exactly on the rim counts for the centre.
    assert is_under(blast, rect(2.0, 0.0, 0.0, 2.0, 2.0), "centre")
    assert not is_under(blast, rect(2.1, 0.0, 0.0, 2.0, 2.0), "centre")


@pytest.mark.parametrize(
    ("degrees", "there"), [(0.0, (3.0, 6.0)), (90.0, (5.0, 4.0)), (180.0, (3.0, 2.0)), (270.0, (1.0, 4.0))]
)
def test_scatter_goes_north_east_south_and_west(degrees: float, there: tuple[float, float]) -> None:
    assert scattered((3.0, 4.0), degrees, 2.0) == pytest.approx(there)


@pytest.mark.parametrize(
    ("point", "kept"),
    [((-1.0, 5.0), (0.0, 5.0)), ((5.0, -1.0), (5.0, 0.0)), ((21.0, 5.0), (20.0, 5.0)), ((5.0, 11.0), (5.0, 10.0))],
)
def test_a_point_beyond_any_edge_is_kept_on_it(point: tuple[float, float], kept: tuple[float, float]) -> None:
    assert kept_on(Board(20.0, 10.0), point) == kept
    assert kept_on(Board(20.0, 10.0), (0.5, 0.25)) == (0.5, 0.25)
