"""Units in contact that are set down anew against the same enemies."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from warhost.field import Formation, Ranks, Spot, opposed
from warhost.field.contact.resetting import Guard, Stand, _is_flush, _lined_up, _who_fights, free_around, set_down
from warhost.table import Arc, Board, Rect, flush, overlaps, rect, touches

BOARD = Board(36.0, 48.0)
FIVE = Formation(Ranks(10, 5), 1.0, 1.0)
THREE = Formation(Ranks(6, 3), 1.0, 1.0)
ENEMY = rect(18.0, 24.0, 180.0, 5.0, 2.0)


def over_gaps(mine: Arc, theirs: Arc) -> bool:
    return mine is Arc.FRONT or theirs is Arc.FRONT


def anything(spots: frozenset[Spot]) -> bool:
    return True


def anywhere(place: Rect) -> bool:
    return True


def stands(
    least: int,
    keeps: Callable[[frozenset[Spot]], bool] = anything,
    free: Callable[[Rect], bool] = anywhere,
    offset: float = 0.0,
) -> list[Stand]:
    """Three files against the front of five."""
    own = flush(THREE.shape, ENEMY, Arc.FRONT, offset)
    guards = [Guard(FIVE, ENEMY, Arc.FRONT, Arc.FRONT, keeps)]
    return list(set_down(THREE, own, guards, least, free, over_gaps))


def test_every_place_is_flush_and_tells_how_many_models_fight() -> None:
    found = stands(1)
    assert {stand.side for stand in found} == set(Arc)
    for place, side, models in found:
        assert touches(place, ENEMY)
        assert not overlaps(place, ENEMY)
        mine, _ = opposed(THREE.ranks, place, side, FIVE.ranks, ENEMY, Arc.FRONT, over_gaps=True)
        assert models == len(mine)


def test_at_least_so_many_models_have_to_fight() -> None:
    assert all(stand.models >= 3 for stand in stands(3))
    assert {stand.side for stand in stands(3)} == {Arc.FRONT, Arc.REAR}
    assert not stands(4)


def test_where_the_unit_stands_is_no_new_place_and_is_found_off_the_grid() -> None:
    assert all(stand.place.pose.x != 18.0 for stand in stands(3) if stand.side is Arc.FRONT)
    shifted = [stand for stand in stands(1, offset=0.3) if stand.side is Arc.REAR]
    assert any(stand.place.x == pytest.approx(18.0 - 0.3) for stand in shifted)


def test_the_enemy_keeps_its_contact_and_the_ground_is_free() -> None:
    own = flush(THREE.shape, ENEMY, Arc.FRONT)
    _, touched = opposed(THREE.ranks, own, Arc.FRONT, FIVE.ranks, ENEMY, Arc.FRONT, over_gaps=True)
    kept = stands(1, keeps=lambda spots: spots == set(touched))
    assert kept
    assert all(stand.place.x == pytest.approx(18.0) for stand in kept)
    assert not stands(1, keeps=lambda spots: False)
    assert not stands(1, free=lambda place: False)


def test_other_enemies_in_contact_have_to_stay_so() -> None:
    own = flush(FIVE.shape, ENEMY, Arc.FRONT, -2.0)
    beside = rect(ENEMY.x - 5.0, ENEMY.y, 180.0, 5.0, 2.0)
    guards = [Guard(FIVE, shape, Arc.FRONT, Arc.FRONT, anything) for shape in (ENEMY, beside)]
    found = list(set_down(FIVE, own, guards, 1, anywhere, over_gaps))
    assert found
    assert all(touches(stand.place, beside) and touches(stand.place, ENEMY) for stand in found)
    loose = [Guard(FIVE, ENEMY, Arc.FRONT, Arc.FRONT, anything)]
    assert len(list(set_down(FIVE, own, loose, 1, anywhere, over_gaps))) > len(found)


def test_free_ground_is_on_the_board_and_clear_of_what_is_near() -> None:
    own = flush(THREE.shape, ENEMY, Arc.FRONT)
    free = free_around(BOARD, own, ENEMY, [rect(21.0, 22.0, 0.0, 1.0, 1.0), rect(2.0, 2.0, 0.0, 1.0, 1.0)])
    assert free(own)
    assert not free(rect(own.x + 2.0, own.y, own.facing, 3.0, 2.0))
    assert not free(rect(0.5, 24.0, 0.0, 3.0, 2.0))


def test_places_lie_half_a_file_apart_from_end_to_end_and_where_the_unit_is_now() -> None:
    guard = Guard(FIVE, ENEMY, Arc.FRONT, Arc.FRONT, anything)

    def offsets(now: float) -> list[float]:
        own = flush(THREE.shape, ENEMY, Arc.FRONT, now)
        return [one.offset for one in _lined_up(THREE, own, Arc.FRONT, guard, now, over_gaps)]

    grid = [number / 2 for number in range(-8, 9)]
    assert offsets(0.0) == grid
    assert offsets(2.5) == grid
    assert offsets(0.3) == [*grid, 0.3]
    assert offsets(-3.8) == [*grid, -3.8]
    # Beyond the ends there is no contact any more.
    assert offsets(4.2) == grid
    # With the flank, of two ranks, there is less to shift.
    own = flush(THREE.shape, ENEMY, Arc.FRONT)
    aside = [one.offset for one in _lined_up(THREE, own, Arc.LEFT, guard, 0.0, over_gaps)]
    assert aside == [number / 2 for number in range(-7, 8)]


@pytest.mark.parametrize("facing", [0.0, 60.0, 180.0, 210.0])
def test_where_it_stands_now_is_no_new_place_however_the_enemy_is_turned(facing: float) -> None:
    enemy = rect(18.0, 24.0, facing, 5.0, 2.0)
    for offset in (0.0, 0.3, -1.2):
        own = flush(THREE.shape, enemy, Arc.FRONT, offset)
        guards = [Guard(FIVE, enemy, Arc.FRONT, Arc.FRONT, anything)]
        found = list(set_down(THREE, own, guards, 1, anywhere, over_gaps))
        there = [stand.side for stand in found if (stand.place.x, stand.place.y) == pytest.approx((own.x, own.y))]
        assert Arc.FRONT not in there
        assert Arc.REAR in there


@pytest.mark.parametrize("facing", [0.0, 30.0, 135.0])
def test_a_side_is_flush_only_on_a_side_that_looks_at_it(facing: float) -> None:
    enemy = rect(18.0, 24.0, facing, 5.0, 2.0)
    for side in Arc:
        guard = Guard(FIVE, enemy, side, Arc.FRONT, anything)
        place = flush(THREE.shape, enemy, side, 0.5)
        assert _is_flush(place, Arc.FRONT, guard)
        assert not _is_flush(place, Arc.LEFT, guard)
        assert not _is_flush(place, Arc.REAR, guard)
        away = rect(place.x - 0.1 * place.fx, place.y - 0.1 * place.fy, place.facing, place.width, place.depth)
        assert not _is_flush(away, Arc.FRONT, guard)


def test_models_that_fight_any_of_the_enemies_are_counted_once() -> None:
    """Two units of five files before seven: each of the seven fights somebody, the middle ones both."""
    seven = Formation(Ranks(7, 7), 1.0, 1.0)
    left, right = rect(15.5, 24.0, 180.0, 5.0, 2.0), rect(20.5, 24.0, 180.0, 5.0, 2.0)
    place = rect(18.0, 22.5, 0.0, 7.0, 1.0)
    guards = [Guard(FIVE, shape, Arc.FRONT, Arc.FRONT, anything) for shape in (left, right)]
    mine, _ = opposed(seven.ranks, place, Arc.FRONT, FIVE.ranks, left, Arc.FRONT, over_gaps=True)
    assert len(mine) == 4
    both = _who_fights(seven, place, Arc.FRONT, frozenset(mine), guards[1:], over_gaps)
    assert both is not None
    assert (len(both), _who_fights(seven, place, Arc.FRONT, frozenset(mine), [], over_gaps)) == (7, frozenset(mine))
    # Lost contact with one of them, or contact of other models than it had, is no place at all.
    off = rect(18.0, 22.4, 0.0, 7.0, 1.0)
    assert _who_fights(seven, off, Arc.FRONT, frozenset(mine), guards[1:], over_gaps) is None
    other = [Guard(FIVE, right, Arc.FRONT, Arc.FRONT, lambda spots: False)]
    assert _who_fights(seven, place, Arc.FRONT, frozenset(mine), other, over_gaps) is None


def test_blocks_out_of_reach_are_left_out_whichever_way_they_are() -> None:
    own = flush(THREE.shape, ENEMY, Arc.FRONT)
    for dx, dy in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)):
        block = rect(18.0 + 4.0 * dx, 24.0 + 4.0 * dy, 0.0, 1.0, 1.0)
        free = free_around(BOARD, own, ENEMY, [block])
        assert not free(rect(block.x, block.y, 0.0, 3.0, 2.0))
        far = rect(18.0 + 14.0 * dx, 24.0 + 14.0 * dy, 0.0, 1.0, 1.0)
        assert free_around(BOARD, own, ENEMY, [far])(rect(far.x, far.y, 0.0, 3.0, 2.0))


def test_models_that_must_fight_rule_out_places_where_they_do_not() -> None:
    own = flush(FIVE.shape, ENEMY, Arc.FRONT)
    guards = [Guard(FIVE, ENEMY, Arc.FRONT, Arc.FRONT, lambda spots: True)]
    places = [
        {to.side for to in set_down(FIVE, own, guards, 5, lambda place: True, over_gaps, among=frozenset(among))}
        for among in ((), {(0, 2)}, {(1, 2)})
    ]
    assert places == [{Arc.FRONT, Arc.REAR}, {Arc.FRONT}, {Arc.REAR}]
