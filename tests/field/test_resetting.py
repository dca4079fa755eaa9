"""Units in contact that are set down anew against the same enemies."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from warhost.field import Formation, Ranks, Spot, opposed
from warhost.field.resetting import Guard, Stand, free_around, set_down
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
