"""Bodies that flow: each model to a place of its own, straight or round what is there, none onto another's place."""

from __future__ import annotations

from math import asin, hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.field.crowds import BOARD, REACH, crowds, facings, scenes
from tests.properties import examples
from warhost.field.loose.bodies import FORMATIONS, Bases, Formation, chains, drawn_up
from warhost.field.loose.flowing import Course, Paths, Purse, _Body, _crowded, _is_rigid, assigned, flowed, is_open
from warhost.field.loose.steps import Around, Way, may_stand
from warhost.table import Base, Circle, Pose, bases_overlap, inches_inside, rect

OPEN = Around(BOARD)
FAR = 99.0
"""A gap that holds any chain."""


def row(*xs: float, y: float = 10.0) -> Bases:
    return tuple(Circle(x, y, 0.5) for x in xs)


def spots(bases: Bases) -> list[tuple[float, float]]:
    return [(base.x, base.y) for base in bases]


def double(base: Base, way: Way) -> float:
    """Everywhere each inch costs two."""
    return 2 * way.inches


def marshy(marsh: Base, inches: float = 6.0) -> Purse:
    """So many inches, and ground on which each costs two."""

    def cost(base: Base, way: Way) -> float:
        stretches = zip(way.points, way.points[1:], strict=False)
        return way.inches + sum(inches_inside(marsh, start, end) for start, end in stretches)

    return Purse(inches, cost, (marsh,))


# Purses


LANE = Way(((10.0, 10.0), (10.0, 17.0)), 7.0)
MODEL = Circle(10.0, 10.0, 0.5)


def test_a_way_costs_its_length_or_what_a_book_says() -> None:
    assert Purse(6.0).price(MODEL, LANE) == 7.0
    assert Purse(6.0, double).price(MODEL, LANE) == 14.0


def test_inches_get_a_model_as_far_as_they_pay_for() -> None:
    assert Purse(6.0).gets(MODEL, LANE) == 6.0
    assert Purse(9.0).gets(MODEL, LANE) == 7.0
    assert Purse(14.0, double).gets(MODEL, LANE) == 7.0
    # Half of the inches, which the first of the halvings meets just so.
    assert Purse(6.0, double).gets(MODEL, LANE) == 3.0
    # An inch to the marsh, then two and a half at twice the price: a way is halved until it is known to a hundredth.
    assert marshy(rect(10.0, 15.0, 0.0, 4.0, 8.0)).gets(MODEL, LANE) == pytest.approx(3.5, abs=0.01)


def test_ways_are_plain_where_no_ground_is_rough() -> None:
    marsh, near, far = rect(10.0, 15.0, 0.0, 4.0, 8.0), (8.0, 8.0, 12.0, 12.0), (20.0, 8.0, 24.0, 12.0)
    assert Purse(6.0).is_plain(near)
    assert Purse(6.0, None, (marsh,)).is_plain(near)
    assert not Purse(6.0, double, (marsh,)).is_plain(near)
    assert not Purse(6.0, double, (rect(2.0, 2.0, 0.0, 1.0, 1.0), marsh)).is_plain(near)
    assert Purse(6.0, double, (marsh,)).is_plain(far)
    assert Purse(6.0, double, ()).is_plain(near)
    # Nobody said where: it may be anywhere.
    assert not Purse(6.0, double).is_plain(far)


# What is told of places


def test_the_field_is_open_where_nothing_is_near_and_all_are_on_the_board() -> None:
    post = Circle(4.0, 4.0, 0.5)
    assert is_open(OPEN, row(5.0, 7.0))
    assert is_open(OPEN, ())
    assert not is_open(OPEN, row(5.0, 0.2))
    assert not is_open(OPEN, row(0.2, 5.0))
    assert not is_open(Around(BOARD, walls=(post,)), row(5.0))
    assert not is_open(Around(BOARD, mates=(post,)), row(5.0))
    assert not is_open(Around(BOARD, foes=(post,)), row(5.0))


def test_a_body_is_rigid_if_all_have_gone_the_same_way_just_as_far() -> None:
    body = (Circle(5.0, 5.0, 0.5), Circle(7.0, 6.0, 0.5), Circle(9.0, 8.0, 0.5))

    def gone(*steps: tuple[float, float]) -> Bases:
        return tuple(Circle(base.x + x, base.y + y, 0.5) for base, (x, y) in zip(body, steps, strict=True))

    assert _is_rigid(body, gone((3, 4), (3, 4), (3, 4)))
    assert _is_rigid(body, body)
    assert not _is_rigid(body, gone((3, 4), (3, 4), (3.1, 4)))
    assert not _is_rigid(body, gone((3, 4), (3, 4), (3, 4.1)))
    assert not _is_rigid(body, gone((3, 4), (2.9, 4), (3, 4)))
    assert not _is_rigid(body, gone((3, 4), (3, 3.9), (3, 4)))


def test_models_are_crowded_if_any_two_overlap() -> None:
    assert not _crowded(())
    assert not _crowded(row(5.0))
    assert not _crowded(row(5.0, 6.0, 7.0))
    assert _crowded(row(5.0, 6.0, 6.9))
    assert _crowded(row(5.0, 9.0, 5.2))
    assert _crowded((rect(5.0, 5.0, 0.0, 2.0, 2.0), Circle(6.4, 5.0, 0.5)))


# In the open


def test_in_the_open_each_model_goes_straight_to_its_goal() -> None:
    course = flowed(row(5.0, 8.0), (Circle(8.0, 14.0, 0.5), Circle(5.0, 14.0, 0.5)), 5.0, OPEN, REACH)
    # Three to the side and four ahead, past each other.
    assert course == Course((Circle(8.0, 14.0, 0.5), Circle(5.0, 14.0, 0.5)), (5.0, 5.0))
    assert flowed((), (), 5.0, OPEN, REACH) == Course((), ())


def test_each_model_needs_one_goal() -> None:
    post = Around(BOARD, mates=row(5.0, y=12.0))
    with pytest.raises(ValueError, match="longer"):
        flowed(row(5.0), row(5.0, 6.0, y=14.0), 5.0, post, REACH)


def test_who_has_farther_to_go_stops_when_inches_are_used_up() -> None:
    course = flowed(row(5.0, 6.0), (Circle(5.0, 12.0, 0.5), Circle(6.0, 18.0, 0.5)), 3.0, OPEN, FAR)
    assert spots(course.ends) == [pytest.approx((5.0, 12.0)), pytest.approx((6.0, 13.0))]
    assert course.inches == pytest.approx((2.0, 3.0))


def test_all_go_a_smaller_share_where_they_would_not_keep_together() -> None:
    # The second has five inches to go: four tenths of them leave just the gap of two.
    course = flowed(row(10.0, 11.0), row(10.0, 16.0), 6.0, OPEN, 2.0)
    assert spots(course.ends) == [pytest.approx((10.0, 10.0)), pytest.approx((13.0, 10.0))]
    assert course.inches == pytest.approx((0.0, 2.0))
    # A tenth would already be too much: nobody goes.
    assert flowed(row(10.0, 13.0), row(10.0, 18.0), 6.0, OPEN, 2.0) == Course(row(10.0, 13.0), (0.0, 0.0))
    # A body that was in two parts may stay so.
    assert flowed(row(10.0, 15.0), row(10.0, 18.0), 6.0, OPEN, 2.0).ends == row(10.0, 18.0)


def test_two_who_are_sent_to_one_place_do_not_stand_on_each_other() -> None:
    # Sixteenths of four inches are quarters: the second stops an inch short of the first.
    course = flowed(row(10.0, 12.0), row(16.0, 16.0), 6.0, OPEN, FAR)
    assert spots(course.ends) == [pytest.approx((16.0, 10.0)), pytest.approx((15.0, 10.0))]
    assert course.inches == pytest.approx((6.0, 3.0))
    # Who has less left to go comes first, whatever its number.
    course = flowed(row(9.0, 12.0), row(16.0, 16.0), 6.0, OPEN, FAR)
    assert spots(course.ends) == [pytest.approx((15.0, 10.0)), pytest.approx((16.0, 10.0))]


def test_ground_far_off_costs_nothing_here() -> None:
    course = flowed(row(5.0), row(5.0, y=14.0), marshy(rect(20.0, 20.0, 0.0, 4.0, 4.0)), OPEN, REACH)
    assert course == Course(row(5.0, y=14.0), (4.0,))
    # On the way it does: an inch, three at twice the price that are all it has, and no farther.
    course = flowed(row(5.0), row(5.0, y=16.0), marshy(rect(5.0, 15.0, 0.0, 20.0, 8.0)), OPEN, REACH)
    assert spots(course.ends) == [pytest.approx((5.0, 13.5), abs=0.01)]
    assert course.inches == pytest.approx((6.0,), abs=0.01)
    # Where nobody says which ground is rough, all of it is asked about.
    assert flowed(row(5.0), row(5.0, y=12.0), Purse(6.0, double), OPEN, REACH).inches == (4.0,)


# Among others


def test_where_there_is_no_way_it_goes_straight_on_until_something_stops_it() -> None:
    # A fence from edge to edge, its near side at 12.5: two and a half inches on a way of three to four.
    fence = Around(BOARD, walls=(rect(15.0, 13.0, 0.0, 30.0, 1.0),))
    course = flowed(row(10.0), (Circle(16.0, 18.0, 0.5),), 9.0, fence, REACH)
    assert spots(course.ends) == [pytest.approx((11.5, 12.0), abs=0.01)]
    assert course.inches == pytest.approx((2.5,), abs=0.01)
    course = flowed(row(20.0), (Circle(14.0, 18.0, 0.5),), 9.0, fence, REACH)
    assert spots(course.ends) == [pytest.approx((18.5, 12.0), abs=0.01)]


def test_a_boulder_is_gone_round() -> None:
    # Straight through it would be eight inches; round it, from tangent to tangent, there are a good 8.6.
    around = Around(BOARD, walls=(Circle(10.0, 14.0, 1.0),))
    course = flowed(row(10.0), row(10.0, y=18.0), 12.0, around, REACH)
    assert course.ends == row(10.0, y=18.0)
    tangents = 2 * (16 - 2.25) ** 0.5 + 1.5 * 2 * asin(1.5 / 4)
    assert tangents <= course.inches[0] <= tangents * 1.06
    # With eight inches it comes as far as those go, to the side of the boulder that it goes round.
    course = flowed(row(10.0), row(10.0, y=18.0), 8.0, around, REACH)
    assert course.inches == pytest.approx((8.0,))
    assert 17.0 < course.ends[0].y < 18.0
    assert course.ends[0].x != 10.0


def test_who_is_sent_onto_something_stands_beside_it() -> None:
    # The goal is a quarter of an inch inside the near side, at 13, of a house.
    house = Around(BOARD, walls=(rect(10.0, 14.0, 0.0, 6.0, 2.0),))
    (end,) = flowed(row(10.0), row(10.0, y=13.25), 6.0, house, REACH).ends
    assert (end.x, end.y) == pytest.approx((10.0, 12.5))


HILL = Around(BOARD, walls=(rect(15.0, 18.5, 0.0, 30.0, 11.0),))
"""All of the table from 13 on."""


def test_those_who_are_sent_onto_one_thing_stand_side_by_side() -> None:
    course = flowed(row(9.0, 10.0, 11.0), row(10.0, 10.0, 10.0, y=13.25), 6.0, HILL, REACH)
    assert (course.ends[0].x, course.ends[0].y) == pytest.approx((10.0, 12.5))
    for number, end in enumerate(course.ends):
        # It gets where it is going, straight: nobody has taken that place.
        assert may_stand(end, Around(BOARD, HILL.walls, course.ends[:number]))
        assert hypot(end.x - 10.0, end.y - 13.25) <= 1.6 + 1e-6
        assert hypot(end.x - (9.0 + number), end.y - 10.0) == pytest.approx(course.inches[number])


def test_nobody_is_sent_aside_to_where_another_goes() -> None:
    # The second may stand just where the first, whose goal is on the hill, would have stopped.
    course = flowed(row(9.0, 10.0), (Circle(10.0, 13.25, 0.5), Circle(10.0, 12.5, 0.5)), 6.0, HILL, REACH)
    assert spots(course.ends)[1] == (10.0, 12.5)
    assert hypot(course.ends[0].x - 10.0, course.ends[0].y - 12.5) >= 1.0 - 1e-6
    assert 12.4 < course.ends[0].y <= 12.5


WALLS = (rect(10.0, 11.0, 0.0, 40.0, 1.0), rect(10.0, 9.0, 0.0, 40.0, 1.0))
"""A lane of an inch from left to right, along 10."""


def test_who_is_at_its_goal_makes_room_for_who_comes_there() -> None:
    # Free places are looked for in rings of 0.4 inches, ahead first: the third ring is clear of the other.
    body, goals = (Circle(10.0, 9.0, 0.5), *row(10.0)), row(10.0, 10.0)
    course = flowed(body, goals, 2.0, OPEN, REACH)
    assert spots(course.ends) == [pytest.approx((10.0, 10.0)), pytest.approx((10.0, 11.2))]
    assert course.inches == pytest.approx((1.0, 1.2))
    # Where a post of friends is in that place it is the next one of the ring, 30 degrees to the right.
    course = flowed(body, goals, 2.0, Around(BOARD, mates=(Circle(10.0, 11.8, 0.2),)), REACH)
    assert spots(course.ends)[1] == pytest.approx((10.6, 10.0 + 1.2 * 0.75**0.5))
    # A price is paid for it too.
    course = flowed(body, goals, Purse(3.0, double), OPEN, REACH)
    assert course.inches == pytest.approx((2.0, 2.4))


def test_who_cannot_afford_to_make_room_comes_first() -> None:
    body, goals = (Circle(10.0, 9.0, 0.5), *row(10.0)), row(10.0, 10.0)
    assert flowed(body, goals, 1.1, OPEN, REACH) == Course(body, (0.0, 0.0))
    assert flowed(body, goals, Purse(2.2, double), OPEN, REACH) == Course(body, (0.0, 0.0))


def test_who_can_neither_go_on_nor_aside_comes_first() -> None:
    """In a lane with an end the second stays where it is, and the first stops behind it."""
    lane = Around(BOARD, walls=(*WALLS, rect(12.5, 10.0, 0.0, 1.0, 1.0)))
    course = flowed(row(9.5, 11.5), (Circle(10.5, 10.0, 0.5), *row(20.0)), 2.0, lane, REACH)
    assert spots(course.ends) == [pytest.approx((10.5, 10.0)), pytest.approx((11.5, 10.0))]
    # With a goal half an inch farther on it would stand in the second: sixteen steps, eleven of them are short of it.
    course = flowed(row(9.5, 11.5), row(11.0, 20.0), 2.0, lane, REACH)
    assert spots(course.ends) == [pytest.approx((9.5 + 1.5 * 10 / 16, 10.0)), pytest.approx((11.5, 10.0))]
    assert course.inches == pytest.approx((1.5 * 10 / 16, 0.0))


def cells(count: int) -> tuple[Bases, Bases, Around]:
    """So many lanes of 2.5 inches with closed ends and two models each, half an inch between them: the first ones want
    to go three quarters of an inch, and the second ones to stay."""
    first = row(*(1.0 + 4.0 * number for number in range(count)))
    second = row(*(2.5 + 4.0 * number for number in range(count)))
    ends = tuple(rect(0.25 + 4.0 * n + side, 10.0, 0.0, 0.5, 1.0) for n in range(count) for side in (0.0, 3.0))
    goals = row(*(1.75 + 4.0 * number for number in range(count)))
    return (*first, *second), (*goals, *second), Around(BOARD, (*WALLS, *ends))


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_where_many_are_in_each_others_way_each_goes_as_far_as_those_who_stay_let_it(count: int) -> None:
    body, goals, around = cells(count)
    course = flowed(body, goals, 0.75, around, FAR)
    # The last of sixteenths that is short of half an inch is the tenth.
    gone = 0.75 * 10 / 16
    assert spots(course.ends[:count]) == [pytest.approx((1.0 + gone + 4.0 * number, 10.0)) for number in range(count)]
    assert course.ends[count:] == body[count:]
    assert course.inches == pytest.approx((gone,) * count + (0.0,) * count)


@pytest.mark.parametrize("count", [1, 5])
def test_nor_do_they_end_on_anybody_else(count: int) -> None:
    body, goals, around = cells(count)
    # A thin post of friends at the side of every lane, that bars all of the half inch but not the goal.
    posts = tuple(Circle(1.2 + 4.0 * number, 10.4, 0.1) for number in range(count))
    course = flowed(body, goals, 0.75, Around(BOARD, around.walls, posts), FAR)
    assert course == Course(body, (0.0,) * 2 * count)


def test_who_stands_where_nobody_may_end_may_stay() -> None:
    # 0.8 inches from a foe, and too few inches to get an inch away on its way past it.
    around = Around(BOARD, foes=row(11.8), gap=1.0)
    course = flowed(row(10.0), row(10.0, y=13.0), 0.3, around, REACH)
    assert course == Course(row(10.0), (0.0,))


# Ways


def test_a_way_round_rough_ground_is_taken_where_it_is_cheaper() -> None:
    strip = rect(10.0, 13.0, 0.0, 2.0, 4.0)
    paths = Paths(OPEN, marshy(strip))
    # Straight it is six inches, four of them at twice the price.
    way = paths.way(MODEL, (10.0, 16.0), 12.0)
    assert way is not None
    assert 6.0 < way.inches < 10.0
    assert marshy(strip).price(MODEL, way) == pytest.approx(way.inches)
    # A short way through it is paid for, so nobody goes round.
    assert paths.way(MODEL, (10.0, 12.0), 12.0) == Way(((10.0, 10.0), (10.0, 12.0)), 2.0)
    assert paths.price(MODEL, (10.0, 12.0)) == pytest.approx(3.0)
    # Nor round a thin one that costs an inch more straight, and less round it, if there are inches for that.
    thin = Paths(OPEN, marshy(rect(10.0, 13.0, 0.0, 0.2, 1.0), 7.0))
    assert thin.way(MODEL, (10.0, 16.0), 12.0) == Way(((10.0, 10.0), (10.0, 16.0)), 6.0)
    poorer = Paths(OPEN, marshy(rect(10.0, 13.0, 0.0, 0.2, 1.0), 6.9)).way(MODEL, (10.0, 16.0), 12.0)
    assert poorer is not None
    assert 6.0 < poorer.inches < 6.9
    # Through a wide one there is no way round that is cheaper.
    wide = Paths(OPEN, marshy(rect(15.0, 13.0, 0.0, 30.0, 4.0)))
    assert wide.way(MODEL, (10.0, 16.0), 12.0) == Way(((10.0, 10.0), (10.0, 16.0)), 6.0)
    assert wide.price(MODEL, (10.0, 16.0)) == pytest.approx(10.0)


def test_there_is_no_price_for_a_way_that_is_too_long() -> None:
    assert Paths(OPEN, Purse(6.0)).price(MODEL, (10.0, 16.0)) == 6.0
    assert Paths(OPEN, Purse(6.0)).price(MODEL, (10.0, 16.1)) is None
    assert Paths(OPEN, Purse(6.0)).way(MODEL, (10.0, 16.1), 7.0) is not None


def test_what_is_around_a_base_is_found_out_once_for_all_like_it() -> None:
    paths = Paths(OPEN, Purse(6.0))
    assert paths.room(MODEL) is paths.room(Circle(3.0, 4.0, 0.5))
    assert paths.room(MODEL) is not paths.room(Circle(3.0, 4.0, 0.6))
    assert paths.room(rect(5.0, 5.0, 0.0, 1.0, 2.0)) is paths.room(rect(6.0, 5.0, 0.0, 1.0, 2.0))
    assert paths.room(rect(5.0, 5.0, 0.0, 1.0, 2.0)) is not paths.room(rect(5.0, 5.0, 90.0, 1.0, 2.0))


def test_who_is_at_its_goal_has_no_way_to_go() -> None:
    body = _Body(row(10.0), row(10.0), Purse(6.0), OPEN)
    assert body.gone(1.0) == Course(row(10.0), (0.0,))


def test_prices_are_told_for_the_part_that_was_gone() -> None:
    # Twelve inches for six at twice the price, half of them gone.
    body = _Body(row(10.0), row(10.0, y=16.0), Purse(12.0, double), OPEN)
    course = body.gone(0.5)
    assert spots(course.ends) == [pytest.approx((10.0, 13.0))]
    assert course.inches == pytest.approx((6.0,))


# Properties


@examples(0.4)
@given(scenes(), st.floats(2, 28), st.floats(2, 22), facings, st.sampled_from(FORMATIONS), st.floats(0, 9))
def test_a_body_that_flows_is_sound(
    scene: tuple[Bases, Around], x: float, y: float, facing: float, formation: Formation, inches: float
) -> None:
    """Nobody stands on anybody, nobody pays or goes more than it has, and the body is in no more parts than before."""
    body, around = scene
    goals = drawn_up(formation, len(body), body[0], Pose(x, y, facing), 0.3)
    course = flowed(body, goals, inches, around, REACH)
    assert len(chains(course.ends, REACH)) <= len(chains(body, REACH))
    for number, (start, end, spent) in enumerate(zip(body, course.ends, course.inches, strict=True)):
        assert not any(bases_overlap(end, other) for other in course.ends[:number])
        assert hypot(end.x - start.x, end.y - start.y) - 1e-6 <= spent <= inches + 0.002
        assert end == start or may_stand(end, around)


@given(st.data())
def test_places_are_shared_out_so_that_no_two_would_rather_change(data: st.DataObject) -> None:
    body = data.draw(crowds())
    places = drawn_up("crowd", len(body), body[0], Pose(data.draw(st.floats(5, 25)), 12.0, 30.0), 0.5)
    given_out = assigned(body, places)
    assert sorted(spots(tuple(given_out))) == sorted(spots(places))

    def square(one: Base, other: Base) -> float:
        return (one.x - other.x) ** 2 + (one.y - other.y) ** 2

    for one, base in enumerate(body):
        for other in range(one):
            kept = square(base, given_out[one]) + square(body[other], given_out[other])
            changed = square(base, given_out[other]) + square(body[other], given_out[one])
            assert kept <= changed + 0.0011


def test_the_nearest_gets_a_place_unless_two_would_rather_change() -> None:
    # The second stands on the nearer place; the first would have to go two inches, so each goes one.
    assert assigned(row(10.0, 11.0), row(11.0, 12.0)) == list(row(11.0, 12.0))
    assert assigned(row(11.0, 10.0), row(11.0, 12.0)) == list(row(12.0, 11.0))
    # Aside of it that is no longer so: 0 and 5 are less than 1 and 8.
    places = (Circle(11.0, 10.0, 0.5), Circle(9.0, 12.0, 0.5))
    assert assigned(row(10.0, 11.0), places) == [places[1], places[0]]
    assert assigned((), ()) == []
