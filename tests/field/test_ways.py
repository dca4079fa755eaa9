"""Ways round obstacles: the same for all models with one base, no shorter and not much longer than they must be."""

from __future__ import annotations

from math import hypot, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.field.crowds import BOARD, scenes
from tests.properties import examples
from warhost.field.ground.boxes import box_of
from warhost.field.loose.bodies import Bases
from warhost.field.loose.steps import Around, Way, is_clear, may_stand
from warhost.field.loose.ways import Room, nearby, overlaps_any, way_to
from warhost.table import Base, Circle, base_distance, bases_overlap, centred_at, rect

MODEL = Circle(5.0, 12.0, 0.5)
WALL = rect(10.0, 12.0, 0.0, 1.0, 8.0)


@examples(0.4)
@given(scenes(), st.floats(0, 30), st.floats(0, 24))
def test_a_room_says_of_standing_and_going_straight_what_the_plain_functions_say(
    scene: tuple[Bases, Around], x: float, y: float
) -> None:
    (base, *_), around = scene
    room = Room(base, around)
    # Where a base grazes something the two may differ by the tolerance.
    strict, kind = _resized(base, 0.003), _resized(base, -0.003)
    if may_stand(centred_at(strict, x, y), around):
        assert room.stands(x, y)
    elif not may_stand(centred_at(kind, x, y), around):
        assert not room.stands(x, y)
    start = (base.x, base.y)
    if is_clear(strict, (x, y), around):
        assert room.is_clear(start, (x, y))
    elif not is_clear(kind, (x, y), around):
        assert not room.is_clear(start, (x, y))


def _resized(base: Base, by: float) -> Base:
    if isinstance(base, Circle):
        return Circle(base.x, base.y, base.radius + by)
    return rect(base.x, base.y, base.facing, base.width + 2 * by, base.depth + 2 * by)


@examples(0.4)
@given(scenes(), st.floats(1, 29), st.floats(1, 23))
def test_what_a_room_has_found_out_changes_no_way(scene: tuple[Bases, Around], x: float, y: float) -> None:
    bases, around = scene
    room = Room(bases[0], around)
    for base in bases:
        alone, shared = way_to(base, (x, y), around), room.way((base.x, base.y), (x, y))
        assert (alone is None) == (shared is None)
        assert alone is None or shared is None or alone.inches == pytest.approx(shared.inches)


@examples(0.4)
@given(scenes(), st.floats(0, 8), st.floats(0, 360))
def test_what_is_far_away_changes_nothing(scene: tuple[Bases, Around], inches: float, facing: float) -> None:
    (base, *_), around = scene
    near = nearby(around, box_of((base,), inches))
    end = (base.x + inches * 0.6, base.y + inches * 0.8)
    ways = way_to(base, end, around, inches + 0.01), way_to(base, end, near, inches + 0.01)
    assert (ways[0] is None) == (ways[1] is None)


def test_round_a_circle_is_a_little_more_than_its_arc() -> None:
    post = Circle(10.0, 12.0, 2.0)
    way = way_to(MODEL, (15.0, 12.0), Around(BOARD, (post,)))
    assert way is not None
    tangent = (5.0**2 - 2.5**2) ** 0.5
    shortest = 2 * tangent + 2.5 * (pi - 2 * 1.0471975512)
    assert shortest <= way.inches <= shortest * 1.06


def test_a_model_that_starts_too_near_to_a_foe_may_leave_but_not_come_nearer() -> None:
    foe = Circle(6.5, 12.0, 0.5)
    for base in (MODEL, rect(5.0, 12.0, 0.0, 1.0, 1.0)):
        room = Room(base, Around(BOARD, foes=(foe,), gap=1.0))
        assert room.is_clear((5.0, 12.0), (2.0, 12.0))
        assert not room.is_clear((5.0, 12.0), (5.3, 12.0))
        assert room.way((5.0, 12.0), (3.0, 14.0)) == Way(((5.0, 12.0), (3.0, 14.0)), hypot(2.0, 2.0))


def test_a_free_place_is_beside_what_is_in_the_way() -> None:
    around = Around(BOARD, (WALL,), (Circle(8.0, 12.0, 0.5),), (Circle(20.0, 12.0, 0.5),), 1.0)
    room = Room(MODEL, around)
    assert room.free_place(5.0, 12.0) == (5.0, 12.0)
    # Out of the wall to the left, where nobody stands; a taken place is no place.
    assert room.free_place(9.8, 14.0) == pytest.approx((9.0, 14.0))
    found = room.free_place(9.8, 14.0, [Circle(9.0, 14.0, 0.5)])
    assert found is not None
    assert room.stands(*found)
    assert hypot(found[0] - 9.0, found[1] - 14.0) >= 0.998
    foe = room.free_place(19.0, 12.0)
    assert foe == pytest.approx((18.0, 12.0))
    everywhere = Room(MODEL, Around(BOARD, (rect(15.0, 12.0, 0.0, 30.0, 24.0),)))
    assert everywhere.free_place(15.0, 12.0) is None


@given(scenes())
def test_standing_on_others_is_seen(scene: tuple[Bases, Around]) -> None:
    bases, _ = scene
    for number, base in enumerate(bases):
        near = centred_at(base, base.x + 0.7, base.y)
        assert overlaps_any(near, bases[:number]) == any(bases_overlap(near, one) for one in bases[:number])
    assert not overlaps_any(bases[0], ())


def test_a_way_between_enemies_needs_the_gap_on_both_sides() -> None:
    def gate(width: float) -> Around:
        far = 0.5 + width / 2
        return Around(BOARD, foes=(Circle(10.0, 12.0 + far, 0.5), Circle(10.0, 12.0 - far, 0.5)), gap=1.0)

    wide, narrow = way_to(MODEL, (15.0, 12.0), gate(3.1)), way_to(MODEL, (15.0, 12.0), gate(2.9))
    assert wide == Way(((5.0, 12.0), (15.0, 12.0)), 10.0)
    assert narrow is not None
    assert narrow.inches > 11.0
    for step in range(41):
        at = centred_at(MODEL, *narrow.after(narrow.inches * step / 40))
        assert all(base_distance(at, foe) >= 0.998 for foe in gate(2.9).foes)
