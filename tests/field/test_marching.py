"""Marches: models of several kinds go one after the other, keep together with those who stay, and close up."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.field.crowds import BOARD, REACH, scenes
from tests.field.packs import FLIES, OPEN, WALKS, Pack, row
from tests.properties import examples
from warhost.field.loose.cohesion import Bases, chains
from warhost.field.loose.marching import (
    Gait,
    March,
    Marchers,
    Points,
    Rooms,
    closed_up,
    closes_in,
    formed_up,
    marched,
    near,
    plain_part,
    shifted,
    staying,
    turned,
    way_there,
)
from warhost.field.loose.steps import Around, Way, length_of, may_stand
from warhost.field.loose.ways import Room
from warhost.table import Base, Circle, Point, Pose, bases_overlap, direction, rect


def way_of(body: Marchers, number: int, goal: Point, inches: float) -> Points | None:
    rooms: Rooms = {}
    return way_there(body, number, goal, inches, body.around(near(body, [goal]))[body.owner[number]], rooms)


def is_sound(body: Pack, march: March, inches: float, around: Around, parts: int) -> None:
    """Ways begin where models stand, are short enough and end where they end, on nobody; no more parts than that."""
    assert len(chains((*march.ends, *body.still), REACH)) <= parts
    assert march.inches == pytest.approx(max(length_of(way) for way in march.ways))
    for number, (start, end, way) in enumerate(zip(body.bases, march.ends, march.ways, strict=True)):
        assert way[0] == (start.x, start.y)
        assert way[-1] == (end.x, end.y)
        assert length_of(way) <= inches + 1e-3
        assert len(way) == 1 or may_stand(end, around)
        assert not any(bases_overlap(end, other) for other in (*march.ends[:number], *body.still))


@examples(2)
@given(scenes(), st.floats(-9, 9), st.floats(-9, 9), st.floats(0, 9), st.booleans(), st.booleans())
def test_a_march_is_sound_wherever_it_goes(
    scene: tuple[Bases, Around], dx: float, dy: float, inches: float, strict: bool, flies: bool
) -> None:
    bases, around = scene
    body = Pack(bases, around, [FLIES if flies else WALKS])
    parts = len(chains(bases, REACH))
    is_sound(body, shifted(body, dx, dy, inches, strict=strict), inches, around, parts)
    x, y = body.middle
    is_sound(body, formed_up(body, "line", Pose(x + dx, y + dy, 0.0), 0.1, inches), inches, around, parts)
    is_sound(body, turned(body, (x + dx, y + dy), 90.0, inches), inches, around, parts)


def test_in_the_open_all_go_by_the_same_vector() -> None:
    march = shifted(Pack(row(5.0, 6.5, 8.0)), 0.0, 4.0, 5.0)
    assert march.ends == row(5.0, 6.5, 8.0, y=14.0)
    assert march.ways == tuple(((x, 10.0), (x, 14.0)) for x in (5.0, 6.5, 8.0))
    assert march.inches == 4.0
    assert shifted(Pack(row(5.0, 6.5)), 0.0, 8.0, 5.0).ends == row(5.0, 6.5, y=15.0), "as far as the inches go"
    assert shifted(Pack(row(5.0)), 0.0, 0.0, 5.0) == staying(Pack(row(5.0))) == March(row(5.0), (((5.0, 10.0),),))
    assert March((), ()).inches == 0.0


def test_those_in_front_go_first_so_that_nobody_is_in_the_way() -> None:
    column = (*row(5.0, y=10.0), *row(5.0, y=11.0), *row(5.0, y=12.0))
    assert shifted(Pack(column), 0.0, 0.5, 5.0).ends == tuple(Circle(5.0, y, 0.5) for y in (10.5, 11.5, 12.5))
    # In the other order the last stands where the one before it still is, and stops short of it.
    late = marched(Pack(column), [(base.x, base.y + 0.5) for base in column], [0, 1, 2], 5.0)
    assert late.ends[0] == column[0]
    assert late.ends[2] == Circle(5.0, 12.5, 0.5)


@pytest.mark.parametrize("ahead", [(1.0, 0.0), (-1.0, 0.0), (0.0, -1.0), (0.6, 0.8), (-0.8, 0.6)])
def test_in_front_is_where_they_go(ahead: Point) -> None:
    column = tuple(Circle(15.0 + ahead[0] * far, 12.0 + ahead[1] * far, 0.5) for far in (1.0, 3.0, 0.0, 2.0))
    march = shifted(Pack(column), ahead[0] / 2, ahead[1] / 2, 5.0)
    assert march.inches == pytest.approx(0.5)
    assert min(length_of(way) for way in march.ways) == pytest.approx(0.5)


@given(st.floats(0, 360), st.floats(0.1, 3.0), st.permutations(range(7)))
def test_a_close_pack_goes_as_one_wherever_it_goes(facing: float, inches: float, order: list[int]) -> None:
    around = [(0.0, 0.0), *(direction(turn) for turn in range(0, 360, 60))]
    pack = Pack([Circle(15.0 + around[number][0], 12.0 + around[number][1], 0.5) for number in order])
    dx, dy = direction(facing)
    march = shifted(pack, dx * inches, dy * inches, inches)
    assert [length_of(way) for way in march.ways] == pytest.approx([inches] * 7)


def test_models_look_about_as_far_as_they_and_their_goals_are() -> None:
    pair = (Circle(5.0, 10.0, 0.5), Circle(8.0, 10.0, 1.0))
    # The wider base and four inches for ways round are added on each side.
    assert near(Pack(pair), [(6.0, 10.0), (7.0, 10.0)]) == (-0.5, 4.0, 14.0, 16.0)
    assert near(Pack(pair), [(1.0, 2.0), (12.0, 20.0)]) == (-4.0, -3.0, 17.0, 25.0)
    apart = (Circle(5.0, 10.0, 0.5), Circle(14.0, 10.0, 1.0))
    assert near(Pack(apart), [(14.0, 10.0), (14.0, 10.0)]) == (-0.5, 4.0, 20.0, 16.0)


def test_who_meets_a_wall_goes_round_it_and_pays_for_that() -> None:
    wall = Around(BOARD, (rect(10.0, 13.0, 0.0, 2.0, 1.0),))
    march = shifted(Pack(row(10.0), wall), 0.0, 6.0, 9.0)
    assert march.ends == row(10.0, y=16.0)
    assert 6.5 < march.inches < 9.0
    assert shifted(Pack(row(10.0), wall), 0.0, 6.0, 6.0).ends[0].y < 16.0


def test_where_no_way_leads_round_one_goes_on_until_something_stops_it() -> None:
    fence = Around(BOARD, (rect(15.0, 13.0, 0.0, 30.0, 0.5),))
    (end,) = shifted(Pack(row(9.0), fence), 0.0, 6.0, 6.0).ends
    assert (end.x, end.y) == pytest.approx((9.0, 12.25), abs=0.01)
    across = Around(BOARD, (rect(13.0, 12.0, 0.0, 0.5, 24.0),))
    (end,) = shifted(Pack(row(9.0), across), 6.0, 0.0, 6.0).ends
    assert (end.x, end.y) == pytest.approx((12.25, 10.0), abs=0.01)
    # Three inches and a quarter to the right are three quarters of that ahead.
    (end,) = shifted(Pack(row(9.0), across), 4.8, 3.6, 6.0).ends
    assert (end.x, end.y) == pytest.approx((12.25, 12.4375), abs=0.01)


def test_a_model_that_may_not_end_on_a_mate_ends_before_it() -> None:
    crowd = Around(BOARD, mates=row(9.0, y=14.0))
    (end,) = shifted(Pack(row(9.0), crowd), 0.0, 4.0, 6.0).ends
    assert 12.5 < end.y <= 13.0
    (past,) = shifted(Pack(row(9.0), crowd), 0.0, 6.0, 6.0).ends
    assert past == Circle(9.0, 16.0, 0.5), "mates are passed"
    queue = Around(BOARD, mates=tuple(Circle(9.0, y + 0.5, 0.5) for y in range(11, 18)))
    (last,) = shifted(Pack(row(9.0), queue), 0.0, 6.0, 6.0).ends
    assert last == Circle(9.0, 10.5, 0.5), "a twelfth of its way"


def test_who_would_be_torn_goes_a_smaller_share() -> None:
    # The right one stands in a corner that leads nowhere: the other goes as far as the chain holds.
    corner = Around(BOARD, (rect(21.5, 11.0, 0.0, 17.0, 0.5), rect(12.75, 9.0, 0.0, 0.1, 4.5)))
    body = Pack(row(12.0, 13.5), corner)
    march = shifted(body, 0.0, 8.0, 8.0)
    assert body.together(march.ends)
    assert march.ends[0] == Circle(12.0, 12.0, 0.5), "a quarter of its way"
    assert march.ends[1].y <= 10.25 + 1e-6
    assert shifted(body, 0.0, 8.0, 8.0, strict=False) == march, "one part before, one part after"
    # Who is in two parts anyhow may stay so, unless they have to keep together.
    torn = Pack(row(5.0, 12.0))
    assert shifted(torn, 0.0, 5.0, 5.0, strict=False).ends == row(5.0, 12.0, y=15.0)
    assert shifted(torn, 0.0, 5.0, 5.0).ends != row(5.0, 12.0, y=15.0)
    # Who would be in three parts stays, or closes up where all have to keep together.
    thrice = Pack(row(3.0, 12.0, 13.5), corner)
    assert shifted(thrice, 0.0, 40.0, 8.0, strict=False) == staying(thrice)
    assert shifted(thrice, 0.0, 40.0, 8.0) == closed_up(thrice, 8.0) != staying(thrice)


def test_those_who_stay_hold_the_others_back() -> None:
    body = Pack(row(5.0, 6.5), still=row(8.0))
    march = shifted(body, -8.0, 0.0, 8.0)
    assert body.together(march.ends)
    assert march.ends[1].x >= 8.0 - 1.0 - REACH - 1e-6
    onto = shifted(body, 1.5, 0.0, 8.0)
    assert not any(bases_overlap(end, body.still[0]) for end in onto.ends)


def test_flyers_go_over_walls_and_foes_but_land_on_none_of_them() -> None:
    around = Around(BOARD, (rect(10.0, 12.0, 0.0, 30.0, 1.0),), foes=row(10.0, y=14.0), gap=1.0)
    assert shifted(Pack(row(10.0), around, [FLIES]), 0.0, 8.0, 8.0).ends == row(10.0, y=18.0)
    (short,) = shifted(Pack(row(10.0), around, [FLIES]), 0.0, 2.0, 8.0).ends
    assert short.y <= 11.0 + 1e-6
    both = Pack(row(10.0, 11.5), around, [FLIES, WALKS], [0, 1])
    assert shifted(both, 0.0, 1.0, 8.0).ends == row(10.0, 11.5, y=11.0)
    assert shifted(both, 0.0, 8.0, 8.0).ends[1].y < 12.0, "the other cannot follow, and both keep together"


def test_ground_that_costs_more_is_paid_by_those_it_costs() -> None:
    def half(way: Sequence[Point], inches: float) -> Points:
        return plain_part(way, inches / 2)

    slow = Gait(part=half)
    assert shifted(Pack(row(5.0, 6.5), OPEN, [WALKS, slow], [0, 1]), 0.0, 3.0, 4.0).ends == (
        Circle(5.0, 13.0, 0.5),
        Circle(6.5, 12.0, 0.5),
    )


def test_who_cannot_turn_as_it_likes_goes_as_it_is_steered() -> None:
    asked: list[tuple[Point, float]] = []

    def steered(base: Base, end: Point, around: Around, most: float) -> Way | None:
        asked.append((end, most))
        points = ((base.x, base.y), (13.0, 10.0), (13.0, 16.0), end)
        return Way(points, length_of(points))

    wall = Around(BOARD, (rect(10.0, 13.0, 0.0, 2.0, 1.0),))
    cart = Pack(row(10.0), wall, [Gait(steered=steered)])
    assert shifted(cart, 0.0, 6.0, 12.0).ways == (((10.0, 10.0), (13.0, 10.0), (13.0, 16.0), (10.0, 16.0)),)
    assert asked == [((10.0, 16.0), 16.0)]
    assert way_of(cart, 0, (10.0, 16.0), 12.0) == ((10.0, 10.0), (13.0, 10.0), (13.0, 16.0), (10.0, 16.0))
    assert way_of(cart, 0, (10.0, 16.0), 11.9) is None, "the way is dearer than that"


def test_a_way_to_just_one_place_is_found_or_there_is_none() -> None:
    wall = Around(BOARD, (rect(10.0, 13.0, 0.0, 2.0, 1.0),))
    body = Pack(row(10.0), wall)
    way = way_of(body, 0, (10.0, 16.0), 8.0)
    assert way is not None
    assert (way[0], way[-1]) == ((10.0, 10.0), (10.0, 16.0))
    assert 6.0 < length_of(way) <= 8.0
    assert way_of(body, 0, (10.0, 16.0), 6.0) is None
    flyer = Pack(row(10.0), wall, [FLIES])
    assert way_of(flyer, 0, (10.0, 16.0), 6.0) == ((10.0, 10.0), (10.0, 16.0))
    assert way_of(flyer, 0, (10.0, 16.1), 6.0) is None
    assert way_of(Pack(row(7.0), wall, [FLIES]), 0, (10.0, 14.0), 5.0) == ((7.0, 10.0), (10.0, 14.0))
    assert way_of(Pack(row(7.0), wall, [FLIES]), 0, (10.0, 14.0), 4.9) is None


def test_what_a_book_calls_cheapest_is_asked_with_the_same_room_for_all() -> None:
    rooms: list[Room] = []

    def cheapest(base: Base, end: Point, around: Around, most: float, room: Room) -> Way | None:
        rooms.append(room)
        return Way(((base.x, base.y), end), 0.0)

    body = Pack(row(5.0, 6.5), OPEN, [Gait(cheapest=cheapest)])
    known: Rooms = {}
    for number, base in enumerate(body.bases):
        goal = (base.x, 12.0)
        assert way_there(body, number, goal, 6.0, OPEN, known) == ((base.x, base.y), goal)
    assert rooms[0] is rooms[1]


def test_who_stands_too_near_to_foes_gets_away_along_them() -> None:
    near_one, other = row(5.0, y=11.2), row(8.0, y=11.2)
    straight = (((5.0, 10.0), (11.0, 10.0)),)
    assert shifted(Pack(row(5.0), Around(BOARD, foes=(*near_one, *other), gap=1.0)), 6.0, 0.0, 8.0).ways == straight
    # Who is far enough from all of them keeps its distance.
    ways = shifted(Pack(row(5.0), Around(BOARD, foes=other, gap=1.0)), 6.0, 0.0, 8.0).ways
    assert ways != straight
    assert ways[0][-1] == (11.0, 10.0)


def test_a_formation_is_taken_up_as_far_as_there_is_room() -> None:
    march = formed_up(Pack(row(5.0, 6.5)), "column", Pose(10.0, 15.0, 0.0), 0.5, 9.0)
    assert sorted((round(end.x, 6), round(end.y, 6)) for end in march.ends) == [(9.25, 15.0), (10.75, 15.0)]


def test_in_a_formation_there_is_room_for_the_widest() -> None:
    march = formed_up(Pack((Circle(5.0, 10.0, 0.5), Circle(8.0, 10.0, 1.0))), "column", Pose(10.0, 12.0, 0.0), 0.5, 9.0)
    assert sorted((round(end.x, 6), round(end.y, 6)) for end in march.ends) == [(8.75, 12.0), (11.25, 12.0)]


def test_a_body_turns_about_its_middle() -> None:
    march = turned(Pack(row(5.0, 8.0)), (6.5, 13.0), 90.0, 9.0)
    assert [(round(end.x, 6), round(end.y, 6)) for end in march.ends] == [(6.5, 14.5), (6.5, 11.5)]
    assert turned(Pack(row(5.0, 8.0)), (6.5, 13.0), 450.0, 9.0) == march
    assert turned(Pack(row(5.0, 8.0)), (6.5, 13.0), -270.0, 9.0) == march


# Torn bodies


def test_the_smaller_part_goes_to_the_larger_which_stays() -> None:
    body = Pack(row(5.0, 6.0, 12.0))
    assert body.broken
    march = closed_up(body, 9.0)
    assert march.ends[:2] == body.bases[:2]
    assert (march.ends[2].x, march.ends[2].y) == pytest.approx((7.5, 10.0))
    assert body.together(march.ends)
    # Whatever it is told to do, it closes up where it could not keep together.
    assert shifted(body, 0.0, 5.0, 9.0).ends == march.ends


def test_those_farther_away_go_to_those_who_went_before() -> None:
    # All are on one line, three to the right for four ahead; half an inch beside its base is 1.5 from centre to centre.
    body = Pack((*row(5.0, 6.0), Circle(12.0, 18.0, 0.5), Circle(9.0, 14.0, 0.5)))
    march = closed_up(body, 15.0)
    assert march.ends[:2] == body.bases[:2]
    assert (march.ends[3].x, march.ends[3].y) == pytest.approx((6.9, 11.2))
    assert (march.ends[2].x, march.ends[2].y) == pytest.approx((7.8, 12.4))


def test_those_who_stay_may_be_the_larger_part() -> None:
    body = Pack(row(12.0), still=row(5.0, 6.0))
    (end,) = closed_up(body, 9.0).ends
    assert end.x == pytest.approx(7.5)


def test_who_cannot_be_whole_in_one_march_comes_nearer() -> None:
    body = Pack(row(3.0, 4.0, 25.0))
    nearer, farther = row(3.0, 4.0, 21.0), row(3.0, 4.0, 26.0)
    assert closes_in(body, nearer, 5.0)
    assert not closes_in(body, farther, 5.0)
    assert not closes_in(body, row(2.0, 3.0, 21.0), 5.0), "the largest part has to wait"
    assert not closes_in(body, row(3.0, 4.5, 21.0), 5.0), "all of it"
    assert not closes_in(body, body.bases, 5.0)
    assert not closes_in(body, nearer, 30.0), "it could be whole at once"
    assert not closes_in(Pack(row(3.0, 4.0)), row(3.0, 4.0), 5.0), "it is whole"
    parts = Pack(row(3.0, 4.0, 15.0, 25.0))
    assert closes_in(parts, row(4.0, 5.0, 20.0, 22.0), 5.0), "it has fewer parts than before"


@given(scenes(), st.floats(0, 9))
def test_closing_up_never_tears_a_body_more(scene: tuple[Bases, Around], inches: float) -> None:
    bases, around = scene
    body = Pack(bases, around)
    march = closed_up(body, inches)
    for start, end in zip(bases, march.ends, strict=True):
        assert hypot(start.x - end.x, start.y - end.y) <= inches + 1e-6
    if not body.broken:
        assert march.ends == bases
