"""Round models that close in on enemies: into contact, or as near as they come, in cohesion."""

from __future__ import annotations

from math import hypot, inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.field.crowds import MODELS, REACH, blocks, scenes
from tests.field.rows import BOARD, OPEN, gaps, row
from tests.properties import examples
from warhost.field.loose.bodies import Bases, chains, closed_in
from warhost.field.loose.closing import _crosses, _gap, closed_up
from warhost.field.loose.steps import Around, is_clear, may_stand
from warhost.table import Base, Circle, Point, Rect, base_distance, bases_overlap, direction, rect


def overlap(bases: tuple[Circle, ...]) -> bool:
    return any(
        hypot(one.x - other.x, one.y - other.y) < one.radius + other.radius - 1e-6
        for number, one in enumerate(bases)
        for other in bases[:number]
    )


def test_a_line_goes_straight_into_contact() -> None:
    ends = closed_up(row(4, 10, 10), row(4, 10, 16), 6.0, OPEN, 2.0)
    assert [end.x for end in ends] == pytest.approx([10, 11, 12, 13])
    assert [end.y for end in ends] == pytest.approx([15] * 4)


def test_who_is_too_far_away_goes_as_far_as_its_inches_allow() -> None:
    (end,) = closed_up(row(1, 10, 10), row(1, 10, 16), 3.0, OPEN, 2.0)
    assert [end.x, end.y] == pytest.approx([10, 13])


def test_models_spread_round_a_single_enemy() -> None:
    starts, enemy = row(5, 8, 10), row(1, 10, 14)
    ends = closed_up(starts, enemy, 8.0, OPEN, 2.0)
    assert sum(gap < 1e-6 for gap in gaps(ends, enemy)) >= 3
    assert not overlap((*ends, *enemy))


def test_who_finds_no_place_stands_behind() -> None:
    starts = (*row(3, 10, 10), *row(3, 10, 9))
    enemy = row(3, 10, 13)
    ends = closed_up(starts, enemy, 4.0, OPEN, 2.0)
    assert all(gap < 1e-6 for gap in gaps(ends[:3], enemy))
    assert all(end.y > start.y + 0.5 for start, end in zip(starts[3:], ends[3:], strict=True))
    assert not overlap((*ends, *enemy))


def test_those_in_contact_stay() -> None:
    starts = row(2, 10, 15)
    assert closed_up(starts, row(2, 10, 16), 3.0, OPEN, 2.0) == starts


def test_only_those_who_may_move() -> None:
    starts, enemy = row(3, 10, 10), row(3, 10, 13)
    ends = closed_up(starts, enemy, 5.0, OPEN, 3.0, moving=[1])
    assert (ends[0], ends[2]) == (starts[0], starts[2])
    assert gaps(ends, enemy)[1] < 1e-6


def test_who_is_placed_already_stands_there() -> None:
    starts, enemy = row(3, 10, 10), row(3, 10, 13)
    ends = closed_up(starts, enemy, 5.0, OPEN, 3.0, moving=[1, 2], placed={0: Circle(11, 12, 0.5)})
    assert ends[0] == Circle(11, 12, 0.5)
    assert not overlap((*ends, *enemy))


@pytest.mark.parametrize("wall", [Circle(10.0, 12.5, 0.5), rect(10.0, 12.5, 0.0, 6.0, 0.5)])
def test_nobody_goes_through_a_wall_but_over_it(wall: Circle | Rect) -> None:
    starts, enemy = row(1, 10, 10), row(1, 10, 16)
    around = Around(BOARD, walls=(wall,))
    (end,) = closed_up(starts, enemy, 5.0, around, 2.0)
    assert end.y < 12.5
    (end,) = closed_up(starts, enemy, 5.0, around, 2.0, over=True)
    assert end.y == pytest.approx(15)


def test_mates_are_passed_but_not_stood_on() -> None:
    mate = Circle(10.0, 12.0, 0.5)
    around = Around(BOARD, mates=(mate,))
    (end,) = closed_up(row(1, 10, 10), row(1, 10, 16), 6.0, around, 2.0)
    assert end.y == pytest.approx(15)
    (end,) = closed_up(row(1, 10, 10), row(1, 10, 16), 2.0, around, 2.0)
    assert hypot(end.x - mate.x, end.y - mate.y) >= 1.0 - 1e-6


def test_the_gap_to_other_enemies_is_kept() -> None:
    other = Circle(11.5, 15.0, 0.5)
    around = Around(BOARD, foes=(other,), gap=1.0)
    (end,) = closed_up(row(1, 10, 10), row(1, 10, 16), 6.0, around, 2.0)
    assert base_distance(end, other) >= 1.0 - 1e-6
    assert base_distance(end, row(1, 10, 16)[0]) < 1e-6


def test_ground_that_costs_more_stops_it_earlier() -> None:
    def double(base: Circle | Rect, end: Point) -> float:
        return 2.0 * hypot(end[0] - base.x, end[1] - base.y)

    (end,) = closed_up(row(1, 10, 10), row(1, 10, 13), 3.0, OPEN, 2.0, cost=double)
    assert 11.0 < end.y <= 11.5 + 1e-6


def test_nobody_leaves_the_table() -> None:
    starts = row(3, 0.5, 10)
    ends = closed_up(starts, (Circle(0.5, 12.0, 0.5),), 4.0, OPEN, 2.0)
    assert all(end.x >= 0.5 - 1e-6 for end in ends)


def test_the_chain_holds_however_far_apart_the_enemies_are() -> None:
    starts = row(10, 10, 10)
    enemy = (Circle(11, 14, 0.5), Circle(18, 18, 0.5))
    for inches in (2.0, 4.0, 6.0, 9.0):
        ends = closed_up(starts, enemy, inches, OPEN, 2.0)
        assert len(chains(ends, 2.0)) == 1
        assert not overlap((*ends, *enemy))
        assert all(hypot(a.x - b.x, a.y - b.y) <= inches + 1e-6 for a, b in zip(starts, ends, strict=True))


def test_a_chain_that_was_broken_need_not_be_mended() -> None:
    starts = (Circle(10, 10, 0.5), Circle(16, 10, 0.5))
    enemy = (Circle(10, 13, 0.5), Circle(16, 13, 0.5))
    assert all(gap < 1e-6 for gap in gaps(closed_up(starts, enemy, 5.0, OPEN, 2.0), enemy))


def test_the_wall_of_a_house_is_a_target_too() -> None:
    house = rect(12.0, 14.0, 0.0, 6.0, 2.0)
    ends = closed_up(row(4, 10.5, 10), (house,), 5.0, OPEN, 2.0)
    assert all(base_distance(end, house) < 1e-6 for end in ends)


def test_who_cannot_follow_comes_as_near_as_it_can() -> None:
    # The first has got through a gap that is too narrow for a straight way of the others.
    starts = row(3, 10, 10)
    wall = rect(12.0, 15.0, 0.0, 10.0, 0.5)
    ends = closed_up(
        starts,
        row(1, 10, 23),
        8.0,
        Around(BOARD, walls=(wall,)),
        2.0,
        placed={0: Circle(10, 18, 0.5)},
        moving=[1, 2],
    )
    assert ends[0].y == 18
    assert all(end.y > start.y + 2.0 for start, end in zip(starts[1:], ends[1:], strict=True))
    assert not overlap(ends)


# Whatever stands around them


round_models = st.sampled_from([model for model in MODELS if isinstance(model, Circle)])
enemies = st.builds(Circle, st.floats(2, 28), st.floats(2, 22), st.sampled_from([0.5, 1.0]))


def rounds(bases: Bases) -> tuple[Circle, ...]:
    return tuple(base for base in bases if isinstance(base, Circle))


@st.composite
def charges(draw: st.DrawFn) -> tuple[tuple[Circle, ...], tuple[Base, ...], float, Around]:
    """A body of round models, those it goes at, its inches, and what else stands there."""
    body, around = draw(scenes(round_models))
    targets = draw(st.lists(st.one_of(enemies, enemies, blocks), min_size=1, max_size=5))
    free = tuple(one for one in targets if not any(bases_overlap(one, base) for base in body))
    return rounds(body), free, draw(st.floats(0, 10)), around


def is_sound(before: Bases, after: Bases, inches: float, around: Around) -> None:
    """Nobody went farther than its inches, stands on anybody or went through anything."""
    passed = Around(around.board, around.walls, (), around.foes, around.gap)
    for number, (start, end) in enumerate(zip(before, after, strict=True)):
        assert hypot(end.x - start.x, end.y - start.y) <= inches + 1e-6
        assert not any(bases_overlap(end, other) for other in after[:number])
        assert end == start or (may_stand(end, around) and is_clear(start, (end.x, end.y), passed))


@examples(0.5)
@given(charges())
def test_whoever_closes_in_goes_through_nothing_stands_on_nobody_and_keeps_the_chain(
    charge: tuple[tuple[Circle, ...], tuple[Base, ...], float, Around],
) -> None:
    body, targets, inches, around = charge
    ends = closed_up(body, targets, inches, around, REACH)
    is_sound(body, ends, inches, Around(around.board, (*around.walls, *targets), around.mates, around.foes, around.gap))
    assert len(chains(ends, REACH)) <= len(chains(body, REACH))


@examples(0.5)
@given(charges(), st.integers(0, 6), st.sets(st.integers(0, 6)))
def test_with_one_placed_and_some_who_stay_they_are_sound_too(
    charge: tuple[tuple[Circle, ...], tuple[Base, ...], float, Around], first: int, still: set[int]
) -> None:
    body, targets, inches, around = charge
    first %= len(body)
    others = (*body[:first], *body[first + 1 :])
    among = Around(around.board, around.walls, (*around.mates, *others), around.foes, around.gap)
    (lead,) = closed_up((body[first],), targets, inches, among, REACH)
    moving = [number for number in range(len(body)) if number != first and number not in still]
    ends = closed_up(body, targets, inches, around, REACH, moving=moving, placed={first: lead})
    is_sound(body, ends, inches, Around(around.board, (*around.walls, *targets), around.mates, around.foes, around.gap))
    assert ends[first] == lead
    assert all(ends[number] == body[number] for number in still if number < len(body) and number != first)


@given(
    st.lists(st.tuples(st.floats(-0.9, 0.9), st.floats(0.5, 5)), min_size=1, max_size=5),
    st.floats(0.5, 6),
    st.sampled_from([0.5, 0.8]),
)
def test_where_nobody_is_in_the_way_it_is_what_bases_of_any_form_do(
    spots: list[tuple[float, float]], inches: float, radius: float
) -> None:
    """Models eight inches apart, an enemy before each of them a little to the side, and a chain that always holds."""
    body = tuple(Circle(6.0 + 8.0 * number, 10.0, radius) for number in range(len(spots)))
    enemy = tuple(Circle(6.0 + 8.0 * number + x, 10.5 + radius + y, 0.5) for number, (x, y) in enumerate(spots))
    plain = closed_in(body, enemy, inches, OPEN, inf)
    for end, other in zip(closed_up(body, enemy, inches, OPEN, inf), plain, strict=True):
        assert (end.x, end.y) == pytest.approx((other.x, other.y), abs=1e-6)


@given(st.floats(0, 360), st.floats(1.1, 8), st.floats(0, 9))
def test_a_single_model_goes_straight_at_its_enemy(facing: float, far: float, inches: float) -> None:
    ux, uy = direction(facing)
    (end,) = closed_up((Circle(20, 20, 0.5),), (Circle(20 + ux * far, 20 + uy * far, 0.5),), inches, OPEN, REACH)
    gone = min(inches, far - 1.0)
    assert (end.x, end.y) == pytest.approx((20 + ux * gone, 20 + uy * gone))


# How far apart, and what is in the way


@pytest.mark.parametrize(
    ("targets", "inches"),
    [
        ([Circle(13, 14, 1.5)], 3.0),  # centres 5 apart, less radii of 0.5 and 1.5
        ([rect(10, 14, 0, 6, 2)], 2.5),  # its near side is at 13
        ([Circle(13, 14, 1.5), rect(10, 14, 0, 6, 2)], 2.5),
        ([rect(10, 14, 0, 6, 2), Circle(10, 11.2, 0.5)], pytest.approx(0.2)),
        ([rect(10, 20, 0, 30, 2), Circle(10, 14, 0.5)], 3.0),
        ([Circle(10.5, 10, 0.5)], 0.0),
        ([], inf),
    ],
)
def test_the_gap_is_that_to_the_nearest_target(targets: list[Base], inches: float) -> None:
    assert _gap(Circle(10, 10, 0.5), targets) == inches


@pytest.mark.parametrize(
    ("other", "gap", "crosses"),
    [
        (Circle(11.0, 12, 0.5), 0.0, False),  # they touch as it passes
        (Circle(10.9, 12, 0.5), 0.0, True),
        (Circle(11.9, 12, 0.5), 1.0, True),
        (Circle(12.0, 12, 0.5), 1.0, False),
        (Circle(10, 15.0, 0.5), 0.0, False),  # it ends in contact
        (Circle(10, 14.9, 0.5), 0.0, True),
        (Circle(10, 9.2, 0.5), 0.0, False),  # it leaves what it overlaps
        (Circle(10, 10.8, 0.5), 0.0, True),
        (rect(11.5, 12, 0, 2, 1), 0.0, False),
        (rect(11.4, 12, 0, 2, 1), 0.0, True),
        (rect(12.4, 12, 0, 2, 1), 1.0, True),
        (rect(12.6, 12, 0, 2, 1), 1.0, False),
        (rect(10, 15, 0, 8, 1), 0.0, False),
        (rect(10, 14.9, 0, 8, 1), 0.0, True),
    ],
)
def test_what_a_straight_move_of_four_inches_crosses(other: Base, gap: float, crosses: bool) -> None:
    assert _crosses(Circle(10, 10, 0.5), 10, 14, other, gap) is crosses
    turned = Circle(other.y, other.x, 0.5) if isinstance(other, Circle) else rect(other.y, other.x, 90, other.width, 1)
    assert _crosses(Circle(10, 10, 0.5), 14, 10, turned, gap) is crosses


def test_who_does_not_move_crosses_nothing() -> None:
    assert not _crosses(Circle(10, 10, 0.5), 10, 10, rect(10, 10.6, 0, 4, 1), 0.0)
    assert not _crosses(Circle(10, 10, 0.5), 10, 10, Circle(10, 10.6, 0.5), 0.0)
