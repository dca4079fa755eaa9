"""One base on its way: where it may stand, how far it can go straight, and sliding along what is in its way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, pi, sin

import msgspec

from warhost.field.moves.path import inches_inside
from warhost.table import (
    TOLERANCE,
    Base,
    Board,
    Circle,
    Point,
    base_distance,
    base_on_board,
    base_overlap_depth,
    bases_overlap,
    centred_at,
    free_glide,
    nearest_on,
    shifted,
    summed,
    widened,
)

ROUND = 12
"""How many corners the way round a circle has."""

RING, RINGS = 0.25, 24
"""How far apart the rings are in which a place to stand is looked for, and how many."""

SLIDING = 0.25
"""How many inches a base slides along something before it tries again to go straight on."""

PARALLEL = 1e-12
"""An edge that a base nears by less for each inch is one that it goes along."""

CLEAR = 4 * TOLERANCE
"""How far a way round something stays off it, so that rounding cannot block it."""


class Around(msgspec.Struct, frozen=True):
    """What a model that moves finds around it. What is in no list is not in its way."""

    board: Board
    walls: tuple[Base, ...] = ()
    """Neither passed nor stood on; touching them is allowed."""
    mates: tuple[Base, ...] = ()
    """Passed, but not stood on."""
    foes: tuple[Base, ...] = ()
    """Neither passed nor stood on, and kept so far away from."""
    gap: float = 0.0


class Way(msgspec.Struct, frozen=True):
    """A way of a base's centre, from where it stands, corner by corner, to its end."""

    points: tuple[Point, ...]
    inches: float

    def after(self, inches: float) -> Point:
        """The point on the way that is so far from its start; its end if it is not that long."""
        for (ax, ay), (bx, by) in zip(self.points, self.points[1:], strict=False):
            length = hypot(bx - ax, by - ay)
            if inches <= length:
                share = inches / length if length else 0.0
                return (ax + (bx - ax) * share, ay + (by - ay) * share)
            inches -= length
        return self.points[-1]

    def cut(self, inches: float) -> Way:
        """The way as far as so many inches; the whole of it if it is not that long."""
        if inches >= self.inches:
            return self
        points, left = [self.points[0]], inches
        for (ax, ay), (bx, by) in zip(self.points, self.points[1:], strict=False):
            length = hypot(bx - ax, by - ay)
            if left <= length:
                break
            points.append((bx, by))
            left -= length
        return Way((*points, self.after(inches)), inches)


def length_of(points: Sequence[Point]) -> float:
    """How long a way is, corner by corner."""
    return summed(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))


def may_stand(base: Base, around: Around) -> bool:
    """Whether a base may end its move there: on the board, on nobody, and far enough from those it keeps away from."""
    if not base_on_board(base, around.board.width, around.board.depth):
        return False
    x, y, radius = base.x, base.y, base.radius
    for others in (around.walls, around.mates):
        for other in others:
            # Most are far away: that is told without asking how deep they overlap.
            dx, dy, reach = x - other.x, y - other.y, radius + other.radius
            if dx * dx + dy * dy < reach * reach and base_overlap_depth(base, other) > TOLERANCE:
                return False
    gap = around.gap
    for foe in around.foes:
        dx, dy, reach = x - foe.x, y - foe.y, radius + foe.radius + gap
        if dx * dx + dy * dy < reach * reach and _too_near(base, foe, gap):
            return False
    return True


def _too_near(base: Base, foe: Base, gap: float) -> bool:
    if gap <= 0.0:
        return bases_overlap(base, foe)
    reach = base.radius + foe.radius + gap
    dx, dy = base.x - foe.x, base.y - foe.y
    return dx * dx + dy * dy < reach * reach and base_distance(base, foe) < gap - TOLERANCE


def nearest_stand(base: Base, around: Around) -> Base:
    """The base where it may stand, as near as can be to where it is: looked for in rings about it.

    Where it is, if it may stand there or nowhere near.
    """
    if may_stand(base, around):
        return base
    around = _about(base, around, RING * RINGS)
    if isinstance(base, Circle):
        return _nearest_round(base, around)
    for dx, dy in _rings():
        place = shifted(base, dx, dy)
        if may_stand(place, around):
            return place
    return base


def _nearest_round(base: Circle, around: Around) -> Circle:
    """The same for a round base, for which no place is made before nothing is in its way."""
    radius, gap = base.radius, around.gap
    rim = radius - TOLERANCE
    right, far = around.board.width - rim, around.board.depth - rim
    solid = [(one.x, one.y, radius + one.radius, one) for one in (*around.walls, *around.mates)]
    foes = [(one.x, one.y, radius + one.radius + gap, one) for one in around.foes]
    for dx, dy in _rings():
        x, y = base.x + dx, base.y + dy
        if not (rim <= x <= right and rim <= y <= far):
            continue
        for ox, oy, reach, other in solid:
            ox, oy = x - ox, y - oy
            if ox * ox + oy * oy < reach * reach:
                round_one = isinstance(other, Circle)
                if (
                    reach - hypot(ox, oy) if round_one else base_overlap_depth(Circle(x, y, radius), other)
                ) > TOLERANCE:
                    break
        else:
            place = Circle(x, y, radius)
            for ox, oy, reach, other in foes:
                ox, oy = x - ox, y - oy
                if ox * ox + oy * oy < reach * reach and _too_near(place, other, gap):
                    break
            else:
                return place
    return base


@lru_cache(maxsize=1)
def _rings() -> tuple[Point, ...]:
    """Steps in all directions, the shortest first."""
    turns = [2 * pi * number / ROUND for number in range(ROUND)]
    return tuple((ring * RING * sin(turn), ring * RING * cos(turn)) for ring in range(1, RINGS + 1) for turn in turns)


def _about(base: Base, around: Around, inches: float) -> Around:
    """What a base may come upon that goes no farther than that."""
    x, y, far = base.x, base.y, base.radius + around.gap + inches + TOLERANCE

    def near(others: tuple[Base, ...]) -> tuple[Base, ...]:
        return tuple([one for one in others if hypot(one.x - x, one.y - y) <= one.radius + far])

    return Around(around.board, near(around.walls), near(around.mates), near(around.foes), around.gap)


def free_straight(base: Base, ahead: Point, around: Around, limit: float) -> float:
    """How far the base can go straight along a unit vector, past its mates, until something stops it."""
    limit = _past(base, ahead, around.walls, limit)
    if around.foes:
        limit = _past(widened(base, around.gap) if around.gap > 0.0 else base, ahead, around.foes, limit)
    return max(0.0, min(limit, _to_edge(base, ahead, around.board)))


def _past(base: Base, ahead: Point, others: tuple[Base, ...], limit: float) -> float:
    """How far the base can go straight before it touches one of the others; most are aside, behind or beyond."""
    x, y, radius, (ux, uy) = base.x, base.y, base.radius, ahead
    for other in others:
        dx, dy, reach = other.x - x, other.y - y, radius + other.radius
        along = dx * ux + dy * uy
        if -reach < along < limit + reach and abs(dx * uy - dy * ux) < reach:
            limit = free_glide(base, ahead, other, limit)
    return limit


def _to_edge(base: Base, ahead: Point, board: Board) -> float:
    """How far the base can go until its rim is at a table edge."""
    if isinstance(base, Circle):
        left = near = right = far = base.radius
    else:
        xs, ys = [x for x, _ in base.corners], [y for _, y in base.corners]
        left, right, near, far = base.x - min(xs), max(xs) - base.x, base.y - min(ys), max(ys) - base.y
    # Where its centre may be: the board without a strip as wide as the base reaches from there.
    inner = (board.width - right, board.depth - far)
    return inches_inside(((base.x, base.y),), ahead, (left, near), inner, PARALLEL)


def is_clear(base: Base, end: Point, around: Around) -> bool:
    """Whether the base can go straight there."""
    dx, dy = end[0] - base.x, end[1] - base.y
    length = hypot(dx, dy)
    return length <= TOLERANCE or free_straight(base, (dx / length, dy / length), around, length) >= length - TOLERANCE


def as_far_as(base: Base, way: Way, inches: float, around: Around, steps: int = 16) -> Base:
    """The base so far along the way, or a little less where it may not stand there; where it is if it may nowhere."""
    inches = min(inches, way.inches)
    for step in range(steps, 0, -1):
        place = centred_at(base, *way.after(inches * step / steps))
        if may_stand(place, around):
            return place
    return base


def slid(base: Base, ahead: Point, inches: float, around: Around) -> Base:
    """The base after a straight move that slides along what it meets and goes on ahead where that ends.

    It stops at the table edge and where sliding would lead it back; where it may not stand it stops earlier.
    """
    here, way, left = base, [(base.x, base.y)], inches
    while left > TOLERANCE:
        go = free_straight(here, ahead, around, left)
        if go <= TOLERANCE:
            aside = _along_side(here, ahead, around)
            go = 0.0 if aside is None else free_straight(here, aside, around, min(left, SLIDING))
            if aside is None or go <= TOLERANCE:
                break
            here = shifted(here, aside[0] * go, aside[1] * go)
        else:
            here = shifted(here, ahead[0] * go, ahead[1] * go)
        left -= go
        way.append((here.x, here.y))
    return as_far_as(base, Way(tuple(way), inches - left), inches - left, around)


def _along_side(base: Base, ahead: Point, around: Around) -> Point | None:
    """The unit vector along what the base touches ahead of it; None where that does not lead on."""
    for one in (*around.walls, *around.foes):
        gap = around.gap if one in around.foes else 0.0
        if base_distance(base, one) > gap + 2 * TOLERANCE:
            continue
        x, y = nearest_on(one, base.x, base.y)
        length = hypot(base.x - x, base.y - y)
        if length <= TOLERANCE or (base.x - x) * ahead[0] + (base.y - y) * ahead[1] >= 0.0:
            continue
        tx, ty = (base.y - y) / length, (x - base.x) / length
        along = tx * ahead[0] + ty * ahead[1]
        if abs(along) <= TOLERANCE:
            return None
        return (tx, ty) if along > 0.0 else (-tx, -ty)
    return None
