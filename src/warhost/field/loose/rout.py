"""Routs: loose models that are driven in one direction, as far as they come, whether they keep together or not."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

import msgspec

from warhost.field.loose.cohesion import chains
from warhost.field.loose.marching import March, Marchers
from warhost.field.loose.steps import Around, may_stand, nearest_stand, slid
from warhost.table import TOLERANCE, Base, Circle, Point, base_distance, base_on_board, shifted

OUTSIDE = 100.0
"""So much farther than the table everything is looked at for those who may run off it."""

PULLS = 3
"""So often those who are left behind are pulled after the others."""

HOLD = 0.05
"""By so much they come nearer than they would have to."""


def leaves_board(body: Marchers, ahead: Point, inches: float) -> bool:
    """Whether so many inches along a unit vector carry any model across the table edge.

    What stops it before the edge keeps it on the table; who flies is stopped by nothing.
    """
    arounds = body.around()
    for base, kind in zip(body.bases, body.owner, strict=True):
        around = arounds[kind]
        board = around.board
        end = shifted(base, ahead[0] * inches, ahead[1] * inches)
        if base_on_board(end, board.width, board.depth):
            continue
        if body.gaits[kind].flies:
            return True
        wide = msgspec.structs.replace(board, width=board.width + 2 * OUTSIDE, depth=board.depth + 2 * OUTSIDE)
        walls = tuple(shifted(wall, OUTSIDE, OUTSIDE) for wall in (*around.walls, *around.foes))
        free = msgspec.structs.replace(around, board=wide, walls=walls, foes=(), mates=())
        stop = slid(shifted(base, OUTSIDE, OUTSIDE), ahead, inches, free)
        if not base_on_board(shifted(stop, -OUTSIDE, -OUTSIDE), board.width, board.depth):
            return True
    return False


def driven(body: Marchers, ahead: Point, inches: float) -> March:
    """All models go so many inches along a unit vector: each slides along what it meets, those in front first; who
    flies lands as near to its end as it may. Who was held up is pulled after the others as far as its inches go."""
    arounds = body.around()
    bases = body.bases
    order = sorted(range(len(bases)), key=lambda number: -(bases[number].x * ahead[0] + bases[number].y * ahead[1]))
    now: list[Base] = list(bases)
    for number in order:
        base, kind = now[number], body.owner[number]
        around = _among(arounds[kind], now, number)
        if body.gaits[kind].flies:
            mates = (*around.mates, *around.walls, *around.foes)
            around = msgspec.structs.replace(around, walls=(), mates=mates, foes=())
            now[number] = _landed(shifted(base, ahead[0] * inches, ahead[1] * inches), base, around)
        else:
            now[number] = slid(base, ahead, inches, around)
    _pulled(body, now, arounds, inches)
    ways = tuple(((base.x, base.y), (end.x, end.y)) for base, end in zip(bases, now, strict=True))
    return March(tuple(now), ways)


def _among(around: Around, now: Sequence[Base], number: int) -> Around:
    """What is around a model, with the others of its body as they stand now."""
    others = (base for other, base in enumerate(now) if other != number)
    return msgspec.structs.replace(around, mates=(*around.mates, *others))


def _landed(place: Base, base: Base, around: Around) -> Base:
    """Where a model comes down that flies: there, or as near as it may; where it was if it may nowhere near."""
    board, r = around.board, place.radius
    on_it = Circle(min(max(place.x, r), board.width - r), min(max(place.y, r), board.depth - r), r)
    found = nearest_stand(on_it, around)
    return found if may_stand(found, around) else base


def _pulled(body: Marchers, now: list[Base], arounds: Sequence[Around], inches: float) -> None:
    """Models that were held up go after the others with the inches that they have left."""
    for _ in range(PULLS):
        parts = chains(now, body.reach)
        if len(parts) == 1:
            return
        main = [now[number] for number in parts[0]]
        for number in (number for part in parts[1:] for number in part):
            base, start = now[number], body.bases[number]
            mate = min(main, key=lambda one: base_distance(one, base))
            around = _among(arounds[body.owner[number]], now, number)
            length = hypot(mate.x - base.x, mate.y - base.y)
            left = inches - hypot(base.x - start.x, base.y - start.y)
            gap = length - mate.radius - base.radius - body.reach + HOLD
            if length > TOLERANCE and left > TOLERANCE and gap > 0.0:
                ahead = ((mate.x - base.x) / length, (mate.y - base.y) / length)
                now[number] = slid(base, ahead, min(left, gap), around)
