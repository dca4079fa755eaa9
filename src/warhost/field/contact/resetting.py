"""Units in contact that are lifted and set down again against the same enemies: where, and whom they then fight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from math import floor
from typing import NamedTuple

from warhost.field.contact.places import OverGaps, Spot, opposed
from warhost.field.ranks import Formation
from warhost.table import (
    TOLERANCE,
    Arc,
    Board,
    Rect,
    along_edge,
    edge_length,
    edge_midpoint,
    flush_side,
    on_board,
    outermost,
    outward,
    overlaps_any,
    touches,
)

SIDES = (Arc.FRONT, Arc.RIGHT, Arc.LEFT, Arc.REAR)


class Stand(NamedTuple):
    """A place to be set down: the own side towards the enemy, and the own models that fight there."""

    place: Rect
    side: Arc
    models: int


class Guard(NamedTuple):
    """An enemy that has to stay in contact on its side, which now touches `mine`; `keeps` says with which models."""

    formation: Formation
    shape: Rect
    side: Arc
    mine: Arc
    keeps: Callable[[frozenset[Spot]], bool]


class LinedUp(NamedTuple):
    """Which models of both fight where one stands at this offset along the other's side."""

    offset: float
    mine: frozenset[Spot]
    theirs: frozenset[Spot]


def set_down(
    formation: Formation,
    own: Rect,
    guards: Sequence[Guard],
    least: int,
    free: Callable[[Rect], bool],
    gaps: OverGaps,
    *,
    anew: bool = False,
    among: frozenset[Spot] = frozenset(),
) -> Iterator[Stand]:
    """Where the unit may be set down so that at least so many of its models fight, those in these spots `among` them.

    Any of its sides lies flush on that of the first enemy, in steps of half a file; the contact of every enemy is kept.
    Where it stands now is left out, unless it is to stand there `anew`, in another formation.
    """
    first = guards[0]
    middle, along = edge_midpoint(first.shape, first.side), along_edge(first.shape, first.side)
    now = (own.x - middle[0]) * along[0] + (own.y - middle[1]) * along[1]
    for side in SIDES:
        if len(outermost(*formation.ranks, side)) < least:
            continue
        for lined_up in _lined_up(formation, own, side, first, now, gaps):
            if not first.keeps(lined_up.theirs):
                continue
            if not anew and side is first.mine and abs(lined_up.offset - now) <= 2 * TOLERANCE:
                continue
            place = flush_side(own, side, first.shape, first.side, lined_up.offset)
            fighting = _who_fights(formation, place, side, lined_up.mine, guards[1:], gaps)
            if fighting is not None and len(fighting) >= least and among <= fighting and free(place):
                yield Stand(place, side, len(fighting))


def free_around(board: Board, own: Rect, other: Rect, blocks: Iterable[Rect]) -> Callable[[Rect], bool]:
    """A check of places around the other; what is out of reach of all of them is left out once for all."""
    near = []
    for block in blocks:
        reach = other.radius + 2 * own.radius + block.radius
        if abs(block.x - other.x) < reach and abs(block.y - other.y) < reach:
            near.append(block)

    def free(place: Rect) -> bool:
        return on_board(place, board.width, board.depth) and not overlaps_any(place, near)

    return free


def _lined_up(
    formation: Formation, own: Rect, side: Arc, guard: Guard, now: float, gaps: OverGaps
) -> tuple[LinedUp, ...]:
    """All places in steps of half a file, from end to end of the enemy's side, and the present offset."""
    grid = _grid(formation.out_of(side), side, guard.formation.out_of(guard.side), guard.side, gaps)
    farthest = (edge_length(own, side) + edge_length(guard.shape, guard.side)) / 2
    if abs(now) > farthest or any(abs(lined_up.offset - now) <= 2 * TOLERANCE for lined_up in grid):
        return grid
    return (*grid, _line_up(formation, own, side, guard.formation, guard.shape, guard.side, now, gaps))


@lru_cache(maxsize=4096)
def _grid(own: Formation, side: Arc, enemy: Formation, enemy_side: Arc, gaps: OverGaps) -> tuple[LinedUp, ...]:
    shape, other = own.shape, enemy.shape
    step = own.base_width / 2
    most = floor(((edge_length(shape, side) + edge_length(other, enemy_side)) / 2 + TOLERANCE) / step)
    return tuple(
        _line_up(own, shape, side, enemy, other, enemy_side, index * step, gaps) for index in range(-most, most + 1)
    )


def _line_up(
    one: Formation,
    own: Rect,
    side: Arc,
    other: Formation,
    shape: Rect,
    other_side: Arc,
    offset: float,
    gaps: OverGaps,
) -> LinedUp:
    place = flush_side(own, side, shape, other_side, offset)
    over_gaps = gaps(side, other_side)
    mine, theirs = opposed(one.ranks, place, side, other.ranks, shape, other_side, over_gaps=over_gaps)
    return LinedUp(offset, frozenset(mine), frozenset(theirs))


def _who_fights(
    formation: Formation, place: Rect, side: Arc, known: frozenset[Spot], guards: Iterable[Guard], gaps: OverGaps
) -> frozenset[Spot] | None:
    """The own models that fight there; None if the contact of one of these enemies would change."""
    fighting = set(known)
    for guard in guards:
        if not _is_flush(place, side, guard):
            return None
        over_gaps = gaps(side, guard.side)
        enemy = guard.formation.ranks
        own, theirs = opposed(formation.ranks, place, side, enemy, guard.shape, guard.side, over_gaps=over_gaps)
        if not guard.keeps(frozenset(theirs)):
            return None
        fighting.update(own)
    return frozenset(fighting)


def _is_flush(place: Rect, side: Arc, guard: Guard) -> bool:
    """Whether that side lies on the enemy's."""
    (nx, ny), (ox, oy) = outward(place, side), outward(guard.shape, guard.side)
    return nx * ox + ny * oy < -1 + TOLERANCE and touches(place, guard.shape)
