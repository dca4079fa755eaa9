"""Round models that close in on enemies: into contact, or as near as they come, in cohesion."""

from __future__ import annotations

from math import hypot

import pytest

from warhost.field.closing import closed_up
from warhost.field.loose import chains
from warhost.field.walking import Around
from warhost.table import Board, Circle, Point, Rect, base_distance, rect

OPEN = Around(Board(48.0, 48.0))


def row(count: int, x: float, y: float, gap: float = 0.0) -> tuple[Circle, ...]:
    """Models side by side, each an inch wide."""
    return tuple(Circle(x + number * (1.0 + gap), y, 0.5) for number in range(count))


def gaps(ones: tuple[Circle, ...], others: tuple[Circle, ...]) -> list[float]:
    return [min(base_distance(one, other) for other in others) for one in ones]


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
    around = Around(Board(48.0, 48.0), walls=(wall,))
    (end,) = closed_up(starts, enemy, 5.0, around, 2.0)
    assert end.y < 12.5
    (end,) = closed_up(starts, enemy, 5.0, around, 2.0, over=True)
    assert end.y == pytest.approx(15)


def test_mates_are_passed_but_not_stood_on() -> None:
    mate = Circle(10.0, 12.0, 0.5)
    around = Around(Board(48.0, 48.0), mates=(mate,))
    (end,) = closed_up(row(1, 10, 10), row(1, 10, 16), 6.0, around, 2.0)
    assert end.y == pytest.approx(15)
    (end,) = closed_up(row(1, 10, 10), row(1, 10, 16), 2.0, around, 2.0)
    assert hypot(end.x - mate.x, end.y - mate.y) >= 1.0 - 1e-6


def test_the_gap_to_other_enemies_is_kept() -> None:
    other = Circle(11.5, 15.0, 0.5)
    around = Around(Board(48.0, 48.0), foes=(other,), gap=1.0)
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
        Around(Board(48.0, 48.0), walls=(wall,)),
        2.0,
        placed={0: Circle(10, 18, 0.5)},
        moving=[1, 2],
    )
    assert ends[0].y == 18
    assert all(end.y > start.y + 2.0 for start, end in zip(starts[1:], ends[1:], strict=True))
    assert not overlap(ends)
