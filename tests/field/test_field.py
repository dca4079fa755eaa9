"""The field of a battle: what stands where, and that it is kept only as long as it is true."""

from __future__ import annotations

from math import hypot
from operator import attrgetter

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tests.table.shapes_at_random import rects
from warhost.field import Body, Field, FieldOf, Piece, Terrain
from warhost.field.field import MOST_RECENT, misplaced
from warhost.play import Battle, Scene, Seat, Unit, battle_hash, copied
from warhost.table import Board, Pose, Rect, distance, on_board, overlaps, rect

BOARD = Board(24.0, 24.0)


def terrain(*pieces: Piece) -> Terrain:
    return Terrain(BOARD, pieces)


def body(number: int, shape: Rect, seat: int = 0) -> Body:
    return Body(number, seat, f"unit {number}", shape)


class Counting:
    """A maker of squares of one inch that counts how many it has made."""

    def __init__(self) -> None:
        self.made = 0
        self.field_of: FieldOf[Battle, Unit] = FieldOf(self.body, attrgetter("pose", "name"), Terrain)

    def body(self, battle: Battle, unit: Unit) -> Body:
        self.made += 1
        assert unit.pose is not None
        return Body(unit.id, unit.seat, unit.name, rect(unit.pose.x, unit.pose.y, unit.pose.facing, 1.0, 1.0))


def battle(count: int = 3) -> Battle:
    scene = Scene(ruleset="none", version="0", board=BOARD, seats=(Seat("one"), Seat("two")))
    units = [Unit(id=i, seat=i % 2, name=f"unit {i}", pose=Pose(2.0 + 3 * i, 4.0, 0.0)) for i in range(count)]
    return Battle(scene=scene, units=units)


def test_a_field_is_made_once_for_a_state() -> None:
    count, here = Counting(), battle()
    first = count.field_of(here)
    assert count.field_of(here) is first
    assert count.made == 3
    assert [one.shape.x for one in first.bodies] == [2.0, 5.0, 8.0]


def test_only_who_moved_is_made_anew() -> None:
    count, here = Counting(), battle()
    before = count.field_of(here)
    here.units[1].pose = Pose(9.0, 9.0, 90.0)
    after = count.field_of(here)
    assert count.made == 4
    assert (after[1].shape.x, after[1].shape.facing) == (9.0, 90.0)
    assert before[1].shape.x == 5.0
    assert after[0] is before[0]


def test_who_leaves_the_table_is_gone_and_who_comes_is_there() -> None:
    count, here = Counting(), battle()
    count.field_of(here)
    here.units[0].pose = None
    assert 0 not in count.field_of(here)
    here.units[0].pose = Pose(1.0, 1.0, 0.0)
    assert count.field_of(here)[0].shape.x == 1.0
    here.units.append(Unit(id=3, seat=0, name="late", pose=Pose(20.0, 20.0, 0.0)))
    assert 3 in count.field_of(here)


def test_another_board_makes_another_field() -> None:
    count, here = Counting(), battle()
    count.field_of(here)
    here.scene = msgspec.structs.replace(here.scene, board=Board(48.0, 48.0))
    assert count.field_of(here).board.width == 48.0


def test_a_copy_takes_the_field_along_and_goes_its_own_way() -> None:
    count, here = Counting(), battle()
    first = count.field_of(here)
    twin = copied(here)
    assert count.field_of(twin) is first
    twin.units[2].pose = Pose(20.0, 20.0, 0.0)
    assert count.field_of(twin)[2].shape.x == 20.0
    assert count.field_of(here) is first


def test_who_is_thought_of_elsewhere_and_put_back_finds_the_field_of_before() -> None:
    count, here = Counting(), battle()
    first, stood = count.field_of(here), here.units[1].pose
    twin = copied(here)
    for x in range(3):
        twin.units[1].pose = Pose(20.0, 5.0 + x, 0.0)
        assert count.field_of(twin)[1].shape.y == 5.0 + x
    twin.units[1].pose = stood
    assert count.field_of(twin) is first
    assert count.field_of.body(twin, twin.units[1]) is first[1]
    # What a copy has thought of, the battle need not make again.
    here.units[1].pose = Pose(20.0, 7.0, 0.0)
    made = count.made
    assert count.field_of(here)[1].shape.y == 7.0
    assert count.made == made


def test_only_the_last_few_fields_are_kept() -> None:
    count, here = Counting(), battle()
    first, stood = count.field_of(here), here.units[1].pose
    for x in range(MOST_RECENT):
        here.units[1].pose = Pose(20.0, 5.0 + x, 0.0)
        count.field_of(here)
    here.units[1].pose = stood
    assert count.field_of(here) is not first
    assert count.field_of(here).bodies == first.bodies


def test_the_field_is_no_part_of_the_state() -> None:
    count, here, other = Counting(), battle(), battle()
    count.field_of(here)
    assert battle_hash(here) == battle_hash(other)
    assert here == other
    assert msgspec.msgpack.encode(here) == msgspec.msgpack.encode(other)


def test_the_body_of_one_unit_is_always_that_of_now() -> None:
    count, here = Counting(), battle()
    assert count.field_of.body(here, here.units[1]) is count.field_of(here)[1]
    here.units[1].pose = Pose(7.0, 7.0, 0.0)
    assert count.field_of.body(here, here.units[1]).shape.x == 7.0
    stranger = msgspec.structs.replace(here.units[1], pose=Pose(3.0, 3.0, 0.0))
    assert count.field_of.body(here, stranger).shape.x == 3.0
    assert count.field_of(here)[1].shape.x == 7.0


def test_the_body_of_one_unit_is_kept_as_long_as_the_unit_is_as_it_was() -> None:
    count, here = Counting(), battle()
    kept = count.field_of(here)
    assert [count.field_of.body(here, unit) for unit in here.units] == list(kept.bodies)
    assert count.made == 3
    twin = msgspec.structs.replace(here.units[1])
    assert count.field_of.body(here, twin) is kept[1]
    # Somebody that the battle has not got yet, and a battle that was never asked for its field.
    late = Unit(id=3, seat=0, name="late", pose=Pose(20.0, 20.0, 0.0))
    assert count.field_of.body(here, late).shape.x == 20.0
    assert count.field_of.body(battle(), late).shape.x == 20.0
    assert 3 not in count.field_of(here)
    # Who was off the table when the field was made, and stands on it now.
    here.units[2].pose = None
    assert 2 not in count.field_of(here)
    here.units[2].pose = Pose(11.0, 4.0, 0.0)
    assert count.field_of.body(here, here.units[2]).shape.x == 11.0


def test_who_is_off_the_table_from_the_beginning_has_no_body() -> None:
    count, here = Counting(), battle()
    here.units[1].pose = None
    assert [one.id for one in count.field_of(here).bodies] == [0, 2]


def test_pieces_are_found_by_their_traits() -> None:
    wood = Piece("wood", rect(4.0, 4.0, 0.0, 2.0, 2.0), frozenset({"cover", "slow"}))
    rock = Piece("rock", rect(9.0, 9.0, 0.0, 2.0, 2.0), frozenset({"barred"}))
    here = terrain(wood, rock)
    assert here.having("cover") == (wood,)
    assert here.having("barred") == (rock,)
    assert here.having("water") == ()


@given(rects, st.lists(rects, max_size=4), st.floats(0.0, 20.0))
def test_nothing_near_is_missed(own: Rect, shapes: list[Rect], gap: float) -> None:
    field = Field(terrain(), [body(0, own), *(body(i, shape) for i, shape in enumerate(shapes, start=1))])
    near = {one.id for one in field.near(own.x, own.y, own.radius + gap, 0)}
    for one in field.others(0):
        if distance(own, one.shape) < gap:
            assert one.id in near
    assert 0 not in near
    centres = {one.id for one in field.others(0) if reaches(own, one.shape, own.radius + gap)}
    assert near == centres
    assert {one.id for one in field.near(own.x, own.y, own.radius + gap, 0, without=(1, 2))} == near - {1, 2}
    rocks = [Piece(str(number), shape, frozenset({"rock"})) for number, shape in enumerate(shapes, start=1)]
    there = Field(terrain(*rocks, Piece("9", own, frozenset({"wood"}))), [])
    assert {int(one.name) for one in there.pieces_near(own.x, own.y, own.radius + gap, "rock")} == near


def reaches(own: Rect, other: Rect, inches: float) -> bool:
    """Whether the circle around the other comes nearer to the centre than so many inches."""
    return hypot(own.x - other.x, own.y - other.y) < inches + other.radius


@given(rects, st.lists(rects, max_size=3), st.lists(rects, max_size=2))
def test_room_is_where_nothing_overlaps(place: Rect, shapes: list[Rect], rocks: list[Rect]) -> None:
    pieces = [Piece("rock", rock, frozenset({"barred"})) for rock in rocks]
    field = Field(terrain(*pieces), [body(i, shape) for i, shape in enumerate(shapes)])
    expected = on_board(place, 24.0, 24.0) and not any(overlaps(place, other) for other in (*shapes, *rocks))
    assert field.has_room(place, 99, barred="barred") == expected
    assert field.has_room(place, 99, barred="nothing", without=range(3)) == on_board(place, 24.0, 24.0)


def test_room_is_also_where_oneself_or_those_who_do_not_count_stand() -> None:
    place = rect(5.0, 5.0, 0.0, 4.0, 2.0)
    field = Field(terrain(), [body(0, place), body(1, place)])
    assert not field.has_room(place, 0, barred="")
    assert field.has_room(place, 0, barred="", without=(1,))
    assert field.has_room(place, 7, barred="", without=(0, 1))
    assert not field.has_room(place, 7, barred="", without=(1,))


@given(rects, rects)
def test_what_would_be_leaves_what_is(one: Rect, moved: Rect) -> None:
    field = Field(terrain(), [body(0, one), body(1, one)])
    after = field.with_body(body(1, moved))
    assert after[1].shape == moved
    assert after[0] is field[0]
    assert field[1].shape == one
    assert len(after.bodies) == 2
    assert len(field.with_body(body(7, moved)).bodies) == 3


def test_enemies_are_of_another_seat() -> None:
    field = Field(terrain(), [body(i, rect(2.0 * i, 2.0, 0.0, 1.0, 1.0), seat=i % 2) for i in range(4)])
    assert [one.id for one in field.enemies(0)] == [1, 3]
    assert [one.id for one in field.others(1, without=(3,))] == [0, 2]
    assert (field.friends(0, 0), field.friends(0, 1)) == (True, False)


def test_seats_of_one_team_are_friends() -> None:
    seats = (Seat("one", team=1), Seat("two", team=2), Seat("three", team=1))
    field = Field(terrain(), [body(i, rect(2.0 * i, 2.0, 0.0, 1.0, 1.0), seat=i) for i in range(3)], seats)
    assert [one.id for one in field.enemies(0)] == [1]
    assert (field.friends(0, 2), field.friends(0, 1), field.friends(1, 1)) == (True, False, True)
    assert field.with_body(body(0, rect(9.0, 9.0, 0.0, 1.0, 1.0))).friends(0, 2)


def test_how_far_two_bodies_are_apart_is_measured_once() -> None:
    field = Field(terrain(), [body(0, rect(2.0, 2.0, 0.0, 2.0, 2.0)), body(1, rect(7.0, 2.0, 0.0, 2.0, 2.0))])
    assert field.apart(0, 1) == 3.0
    field._apart[0][1] = 7.0
    assert field.apart(0, 1) == 7.0


def test_who_is_no_farther_away_than_that_is_found_in_the_order_asked_for() -> None:
    places = [(2.0, 2.0, 0.0), (7.0, 2.0, 0.0), (2.0, 8.0, 45.0), (30.0, 2.0, 0.0)]
    field = Field(terrain(), [body(i, rect(x, y, turned, 2.0, 2.0)) for i, (x, y, turned) in enumerate(places)])
    assert field.within(0, 3.0, [3, 2, 1, 0]) == [1, 0]
    assert field.within(0, 4.0, [3, 2, 1, 0]) == [2, 1, 0]


def test_bodies_that_moved_are_measured_anew_and_no_others() -> None:
    before = Field(terrain(), [body(i, rect(5.0 * i + 2.0, 2.0, 0.0, 2.0, 2.0), seat=i % 2) for i in range(3)])
    assert [before.apart(0, 1), before.apart(1, 0), before.apart(1, 2), before.apart(0, 2)] == [3.0, 3.0, 3.0, 8.0]
    before._apart[1][2] = 7.0
    after = before.moved([body(0, rect(2.0, 6.0, 0.0, 2.0, 2.0))])
    assert [one.id for one in after.bodies] == [0, 1, 2]
    assert after[0].shape.y == 6.0
    assert after.apart(1, 2) == 7.0
    assert after.apart(0, 1) == after.apart(1, 0) == distance(after[0].shape, after[1].shape)
    assert (before.apart(0, 1), before[0].shape.y) == (3.0, 2.0)


def test_what_was_worked_out_is_kept_while_everybody_stands_just_so() -> None:
    asked: list[str] = []
    here = Field(terrain(), [body(0, rect(2, 2, 0, 2, 2))])
    for key in ("way", "way", "other way"):
        assert here.known(key, lambda key=key: asked.append(key)) is None  # type: ignore[misc]
    assert asked == ["way", "other way"]
    moved = here.with_body(body(0, rect(3, 2, 0, 2, 2)))
    assert moved.known("way", lambda: "anew") == "anew"


def test_a_body_covers_its_parts_or_all_of_it() -> None:
    whole, front = rect(5.0, 5.0, 0.0, 4.0, 2.0), rect(5.0, 5.5, 0.0, 4.0, 1.0)
    assert Body(0, 0, "a", whole).covers == (whole,)
    assert Body(0, 0, "a", whole, (front,)).covers == (front,)


def test_bodies_that_overlap_or_hang_over_the_edge_are_told() -> None:
    here = [body(0, rect(5.0, 5.0, 0.0, 4.0, 2.0)), body(1, rect(9.0, 5.0, 0.0, 4.0, 2.0))]
    assert misplaced(Field(terrain(), here)) == []
    # A little overlap is left to rounding.
    touching = [body(0, rect(5.0, 5.0, 0.0, 4.0, 2.0)), body(1, rect(8.5, 5.0, 0.0, 4.0, 2.0))]
    assert misplaced(Field(terrain(), touching), slack=0.5) == []
    assert misplaced(Field(terrain(), touching), slack=0.25) == ["unit 0 and unit 1 overlap."]
    here += [body(2, rect(8.0, 6.0, 0.0, 2.0, 2.0)), body(3, rect(23.5, 20.0, 0.0, 2.0, 2.0))]
    assert misplaced(Field(terrain(), here)) == [
        "unit 1 and unit 2 overlap.",
        "unit 3 is not wholly on the board.",
    ]
