"""Who fights whom: contacts that are kept, the combats that they make, gaps that are closed again."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from warhost.field import Foe
from warhost.field.contact.engagement import closed_up, combats, engage, linked, pairs_apart, part
from warhost.table import Arc, Rect, overlaps, rect, slide, touches


@dataclass
class Fighter:
    id: int
    foes: tuple[Foe, ...] = ()


def melee() -> list[Fighter]:
    """0 fights 1, who fights 2 as well; 3 fights 4; 5 stands alone."""
    units = [Fighter(number) for number in range(6)]
    engage(units[0], Arc.FRONT, units[1], Arc.LEFT)
    engage(units[2], Arc.FRONT, units[1], Arc.FRONT)
    engage(units[3], Arc.REAR, units[4], Arc.FRONT)
    return units


def test_both_know_the_facings_on_which_they_fight() -> None:
    units = melee()
    assert units[0].foes == (Foe(1, Arc.FRONT, Arc.LEFT),)
    assert units[1].foes == (Foe(0, Arc.LEFT, Arc.FRONT), Foe(2, Arc.FRONT, Arc.FRONT))
    engage(units[0], Arc.REAR, units[1], Arc.LEFT)
    assert units[0].foes == (Foe(1, Arc.REAR, Arc.LEFT),)
    assert len(units[1].foes) == 2


def test_units_part_from_one_enemy_or_from_all() -> None:
    units = melee()
    assert part(units, units[1], 0) == [units[1], units[0]]
    assert (units[0].foes, len(units[1].foes)) == ((), 1)
    units = melee()
    assert part(units, units[1]) == [units[1], units[0], units[1], units[2]]
    assert not any(unit.foes for unit in units[:3])
    assert units[3].foes


def test_combats_are_chains_of_contact() -> None:
    units = melee()
    assert linked(units, units[0]) == linked(units, units[2]) == (0, 1, 2)
    assert linked(units, units[5]) == (5,)
    assert combats(units) == [(0, 1, 2), (3, 4)]
    assert combats(units, (3, 4)) == [(0, 1, 2)]
    assert combats(units, (0, 1)) == [(0, 1, 2), (3, 4)]


def test_pairs_that_fight_and_do_not_touch_are_found_once() -> None:
    units = melee()
    apart = pairs_apart(units, range(6), lambda one, other: {one.id, other.id} != {0, 1})
    assert [(one.id, other.id) for one, other in apart] == [(0, 1)]
    assert pairs_apart(units, (1, 0), lambda one, other: False) == [(units[1], units[0]), (units[1], units[2])]


TARGET = rect(18.0, 20.0, 180.0, 4.0, 2.0)
FLUSH = rect(18.0, 18.0, 0.0, 4.0, 2.0)


@pytest.mark.parametrize(
    ("dx", "dy", "end"), [(0.0, -0.7, (18.0, 18.0)), (5.0, 0.0, (22.0, 18.0)), (-4.5, 0.0, (14.0, 18.0))]
)
def test_a_gap_is_closed_straight_ahead_or_along_the_edge(dx: float, dy: float, end: tuple[float, float]) -> None:
    own = rect(FLUSH.x + dx, FLUSH.y + dy, 0.0, 4.0, 2.0)
    found = closed_up(own, Arc.FRONT, TARGET, Arc.FRONT, 2.0)
    assert found is not None
    place, covered = found
    assert (place.x, place.y) == pytest.approx(end)
    assert touches(place, TARGET)
    for share in (0.0, 0.5, 1.0):
        stop = slide(own, share, (place.x - own.x, place.y - own.y))
        assert all(_holds(covered, x, y) for x, y in stop.corners)
    assert not overlaps(covered, TARGET)


def _holds(shape: Rect, x: float, y: float) -> bool:
    return abs(x - shape.x) <= shape.width / 2 + 1e-6 and abs(y - shape.y) <= shape.depth / 2 + 1e-6


@pytest.mark.parametrize(("dx", "dy"), [(0.0, -2.1), (6.1, 0.0), (5.0, -0.5)])
def test_a_gap_that_is_too_wide_or_askew_stays(dx: float, dy: float) -> None:
    own = rect(FLUSH.x + dx, FLUSH.y + dy, 0.0, 4.0, 2.0)
    assert closed_up(own, Arc.FRONT, TARGET, Arc.FRONT, 2.0) is None
