"""Charges at one target: who finds a way in, where each comes to stand, how several fit side by side."""

from __future__ import annotations

import msgspec
import pytest

from warhost.field import Body, Charger, Field, Formation, Onset, Piece, Ranks, Stretch, Terrain, fighting_stretches
from warhost.field.contact.charges import Arrival, _different, blockers
from warhost.table import Arc, Board, Rect, distance, edge_midpoint, outward, overlaps, rect, touches

BOARD = Board(36.0, 48.0)
TEN = Formation(Ranks(10, 5), 0.8, 0.8)
"""Five files of two ranks: 4 by 1.6 inches."""


def always(mine: Arc, theirs: Arc) -> bool:
    return True


def body(number: int, seat: int, x: float, y: float, facing: float = 0.0) -> Body:
    return Body(number, seat, f"Body {number}", rect(x, y, facing, 4.0, 1.6))


def rock(x: float, y: float, width: float, depth: float) -> Piece:
    return Piece("rocks", rect(x, y, 0.0, width, depth), frozenset({"rock"}))


def onset(target: Body, *others: Body, pieces: tuple[Piece, ...] = (), fixed: bool = False) -> Onset:
    field = Field(Terrain(BOARD, pieces), (target, *others))
    return Onset(field=field, target=target, most_wheel=90.0, barred="rock", fixed=fixed)


def charger(of: Body, side: Arc = Arc.FRONT, *, flies: bool = False) -> Charger:
    return Charger(of, side, fighting_stretches(TEN.out_of(Arc.FRONT), TEN, side, always), flies)


TARGET = body(0, 1, 18, 20, 180)


@pytest.mark.parametrize(("x", "y", "facing"), [(18, 8, 0), (12, 9, 0), (24, 10, 350)])
def test_a_charger_comes_to_lie_flush_where_most_models_fight(x: float, y: float, facing: float) -> None:
    one = body(1, 0, x, y, facing)
    for arrival in onset(TARGET, one).arrivals(charger(one)):
        assert arrival.count == 10
        assert touches(arrival.place, TARGET.shape)
        assert not overlaps(arrival.place, TARGET.shape)
        assert arrival.place.facing == pytest.approx(0.0)
        assert arrival.path.start == one.shape
        assert arrival.target is None
    assert onset(TARGET, one).has_room(charger(one))


def test_rocks_across_the_way_leave_no_room_but_for_those_who_fly() -> None:
    one = body(1, 0, 18, 8)
    wall = rock(18, 14, 36, 1)
    assert not onset(TARGET, one, pieces=(wall,)).has_room(charger(one))
    assert onset(TARGET, one, pieces=(wall,)).has_room(charger(one, flies=True))


def test_bodies_that_will_have_moved_are_not_in_the_way() -> None:
    one = body(1, 0, 18, 8)
    friends = [body(number, 0, 2 + 4 * (number - 2), 14) for number in range(2, 11)]
    charges = onset(TARGET, one, *friends)
    assert not charges.has_room(charger(one))
    away = msgspec.structs.replace(charges, ignoring=[friend.id for friend in friends])
    assert away.has_room(charger(one))


def channel(fixed: bool) -> tuple[Onset, Charger]:
    """Between rocks the charger can only go straight; at their end the target stands turned by 20 degrees."""
    one = body(1, 0, 18, 8)
    target = body(0, 1, 18, 22, 200)
    walls = (rock(13.9, 12, 4, 19), rock(22.1, 12, 4, 19))
    return onset(target, one, pieces=walls, fixed=fixed), charger(one)


def test_a_target_turns_where_the_charger_cannot_align_alone_unless_it_is_fixed() -> None:
    charges, one = channel(fixed=False)
    (arrival,) = charges.arrivals(one)
    assert arrival.target is not None
    assert arrival.target.facing != charges.target.shape.facing
    assert distance(arrival.place, arrival.target) < 0.01
    charges, one = channel(fixed=True)
    assert not charges.arrivals(one)
    assert not charges.has_room(one)


@pytest.mark.parametrize(("facing", "side"), [(180, Arc.FRONT), (0, Arc.REAR), (90, Arc.RIGHT), (270, Arc.LEFT)])
def test_whoever_only_wants_to_touch_comes_to_the_nearest_side_and_does_not_align(facing: float, side: Arc) -> None:
    one, target = body(1, 0, 18.5, 8, 5), body(0, 1, 18, 20, facing)
    route = onset(target, one).touch(charger(one))
    assert route is not None
    assert distance(route.arrived, target.shape) < 0.01
    assert not overlaps(route.arrived, target.shape)
    (mx, my), (nx, ny) = edge_midpoint(target.shape, side), outward(target.shape, side)
    assert (route.contact[0] - mx) * nx + (route.contact[1] - my) * ny == pytest.approx(0.0)
    assert onset(target, one, pieces=(rock(18, 14, 36, 1),)).touch(charger(one)) is None


def test_two_chargers_of_one_side_make_room_for_each_other() -> None:
    left, right = body(1, 0, 14, 8), body(2, 0, 22, 8)
    charges = onset(TARGET, left, right)
    assert charges.arrivals(charger(left))[0].offset == pytest.approx(0.0)
    both = charges.combined(charger(left), [charger(right)])
    assert both.units == 2
    for arrival in both.places:
        after = charges.after(charger(left), arrival)
        assert after.fixed
        assert after.field[1].shape.pose == arrival.place.pose
        (second, *_) = after.arrivals(charger(right))
        assert not overlaps(second.place, arrival.place)
        assert arrival.count + second.count >= 12


def test_a_charger_alone_takes_its_best_places() -> None:
    one = body(1, 0, 18, 8)
    charges = onset(TARGET, one)
    assert charges.combined(charger(one), ()).places == charges.arrivals(charger(one))
    assert charges.combined(charger(one), ()).units == 1


def test_enemies_are_not_even_touched_but_friends_and_rocks_are() -> None:
    mover, friend, foe = body(1, 0, 10, 10), body(2, 0, 14, 10), body(3, 1, 10, 11.6)
    field = Field(Terrain(BOARD, (rock(6, 10, 4, 1.6),)), (mover, friend, foe))

    def blocked(touching: tuple[int, ...] = (), ignoring: tuple[int, ...] = ()) -> list[Rect]:
        return [block for block in blockers(field, mover, "rock", touching, ignoring) if overlaps(block, mover.shape)]

    assert len(blocked()) == 1
    assert not blocked(touching=(3,))
    assert not blocked(ignoring=(3,))


def arrival(offset: float) -> Arrival:
    one = body(1, 0, 18, 8)
    (found, *_) = onset(TARGET, one).arrivals(charger(one))
    return msgspec.structs.replace(found, offset=offset)


@pytest.mark.parametrize(
    ("offsets", "kept"),
    [
        ((3.0, -1.0, -4.0, 0.5, 2.0), [0.5, -4.0, 3.0]),
        ((-3.0, -1.0), [-1.0, -3.0]),
        ((0.0, 0.05, 2.0), [0.0, 2.0]),
        ((0.0, 0.125, -0.05), [0.0, 0.125]),
        ((1.0,), [1.0]),
    ],
)
def test_of_many_places_the_middle_and_both_ends_are_kept_each_once(
    offsets: tuple[float, ...], kept: list[float]
) -> None:
    found = arrival(0.0)
    several = [msgspec.structs.replace(found, offset=offset) for offset in offsets]
    assert [one.offset for one in _different(several)] == kept


def test_the_highest_score_of_any_place() -> None:
    one = charger(body(1, 0, 18, 8))
    assert one.most == 10
    assert one.most == max(part.score for part in one.stretches)


def test_beside_others_it_stands_where_edges_of_bases_meet_for_them() -> None:
    """Chargers of 4 inches on a side of 4: the other stands with edges together, the own one left or right of it."""
    own, other = body(1, 0, 12, 8), body(2, 0, 24, 8)
    charges = onset(TARGET, own, other)
    found = sorted(charges._beside(charger(own), [charger(other)]))
    edges = {part.low for part in charger(other).stretches if part.low == part.high and abs(part.low) < 3.95}
    expected = sorted(shift + edge for edge in (*edges, -3.95, 3.95) for shift in (-4.0, 4.0))
    assert found == pytest.approx(expected)
    assert 4.0 in {round(one, 6) for one in found}
    # One that strikes another side is nobody to stand beside.
    assert list(charges._beside(charger(own), [charger(other, Arc.LEFT)])) == []
    # The widths of the two differ: half of the one and half of the other lie between their middles.
    narrow = Charger(Body(2, 0, "Narrow", rect(24, 8, 0.0, 2.0, 1.6)), Arc.FRONT, (Stretch(0.0, 0.0, 3),))
    offsets = [0.0 - 3.0, 0.0 + 3.0, -2.95 - 3.0, -2.95 + 3.0, 2.95 - 3.0, 2.95 + 3.0]
    assert sorted(charges._beside(charger(own), [narrow])) == pytest.approx(sorted(offsets))
    far = msgspec.structs.replace(narrow, stretches=(Stretch(2.96, 2.96, 3), Stretch(0.0, 1.0, 3)))
    assert sorted(charges._beside(charger(own), [far])) == pytest.approx(sorted(offsets[2:]))


def test_every_place_where_edges_meet_comes_up_highest_score_first() -> None:
    own, other = body(1, 0, 18, 8), body(2, 0, 24, 8)
    charges = onset(TARGET, own, other)
    found = list(charges._every_arrival(charger(own), [charger(other)]))
    counts = [one.count for one in found]
    assert counts == sorted(counts, reverse=True)
    best = [one.offset for one in found if one.count == counts[0]]
    assert [abs(offset) for offset in best] == sorted(abs(offset) for offset in best)
    assert best[0] == pytest.approx(0.0)
    offsets = {round(one.offset, 3) for one in found}
    # Every 0.8 inches edges meet, and a hair beside the middle it stands beside the other one.
    assert {0.0, 0.8, -0.8, 1.6, -1.6, 3.2, -3.2, 0.05, -0.05} <= offsets
    assert all(charges.approach(charger(own)).is_free(one.offset) for one in found)
    for one in found:
        assert one.place == charges.approach(charger(own)).place(one.offset)


def test_a_place_is_clear_on_the_board_and_off_the_blocks() -> None:
    charges = onset(TARGET)
    place = rect(10.0, 10.0, 0.0, 4.0, 2.0)
    assert charges._is_clear(place, [rect(10.0, 14.0, 0.0, 4.0, 2.0)])
    assert not charges._is_clear(place, [rect(10.0, 14.0, 0.0, 4.0, 2.0), rect(11.0, 11.0, 0.0, 4.0, 2.0)])
    assert not charges._is_clear(rect(35.0, 10.0, 0.0, 4.0, 2.0), [])


def test_a_target_that_turned_stands_turned_for_those_who_come_after() -> None:
    charges, one = channel(fixed=False)
    (turning,) = charges.arrivals(one)
    assert turning.target is not None
    after = charges.after(one, turning)
    assert after.target.shape.facing == pytest.approx(turning.target.facing)
    assert after.field[0].shape.facing == pytest.approx(turning.target.facing)
    straight = onset(TARGET, body(1, 0, 18, 8))
    (found, *_) = straight.arrivals(charger(body(1, 0, 18, 8)))
    assert straight.after(charger(body(1, 0, 18, 8)), found).target == TARGET


def test_who_stands_in_the_way_of_the_last_step_is_not_touched() -> None:
    """Posts close to the target leave no clear place before its front: whoever wants to touch comes to another side."""
    one = body(1, 0, 18, 8)
    free = onset(TARGET, one).touch(charger(one))
    assert free is not None
    assert free.contact[1] == pytest.approx(19.2)
    walls = (rock(18, 18.2, 5, 0.4),)
    hindered = onset(TARGET, one, pieces=walls).touch(charger(one))
    assert hindered is None or not any(overlaps(hindered.arrived, wall.shape) for wall in walls)
    assert hindered is None or hindered.contact[1] > 19.2 - 0.01


@pytest.mark.parametrize(("facing", "side"), [(160, Arc.FRONT), (210, Arc.FRONT), (60, Arc.RIGHT), (300, Arc.LEFT)])
def test_the_nearest_side_is_touched_however_the_target_is_turned(facing: float, side: Arc) -> None:
    one, target = body(1, 0, 18, 8), body(0, 1, 18, 20, facing)
    route = onset(target, one).touch(charger(one))
    assert route is not None
    (mx, my), (nx, ny) = edge_midpoint(target.shape, side), outward(target.shape, side)
    assert (route.contact[0] - mx) * nx + (route.contact[1] - my) * ny == pytest.approx(0.0)


def test_no_other_places_come_up_than_those_where_edges_meet_and_room_ends() -> None:
    own, other = body(1, 0, 18, 8), body(2, 0, 24, 8)
    charges = onset(TARGET, own, other)
    mover = charger(own)
    found = [(one.count, one.offset) for one in charges._every_arrival(mover, [charger(other)])]
    known = {part.low for part in mover.stretches if part.low == part.high}
    known |= {end for free in charges.approach(mover).free for end in free}
    known |= set(charges._beside(mover, [charger(other)]))
    assert all(any(abs(offset - one) < 1e-6 for one in known) for _, offset in found)
    # Of places of one score the one nearer to the middle, then the one on the left.
    assert found == sorted(found, key=lambda one: (-one[0], abs(one[1]), one[1]))
