"""Ways past what stands in the way: the turns by which a unit just misses it, tried all along the way ahead.

At a given place the turns after which nothing is run into form intervals. Each ends where the unit's side grazes a
corner of something, where it just catches the goal, where it touches something by the turn itself, or at the most it
can turn; the way is shortest at such a turn or square to a side. So these turns, and those half way between them, find
a way at that place if there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from math import asin, degrees, hypot

import msgspec

from warhost.field.moves.path import hits, turns_freely
from warhost.table import (
    TOLERANCE,
    Arc,
    Board,
    Forward,
    Pivot,
    Point,
    Rect,
    Step,
    apply,
    bearing,
    direction,
    distance_to_point,
    edge_midpoint,
    free_forward,
    local,
    meeting_turns,
    outward,
    outward_facing,
    overlaps,
    stays_on_board,
    swept,
    turn_between,
)

STRIDE = 1.0
"""How far apart the places are at which a turn is tried, in inches."""

SHORT = (0.0, 0.25, 0.5, 0.75)
"""Where besides: a unit that is close to others may need a small step to have room to turn."""

NUDGE = 0.2
"""How many degrees before and after two shapes touch a turn is tried."""

CLEAR = 3 * TOLERANCE
"""What a unit keeps from what it grazes past."""


class Surroundings(msgspec.Struct, frozen=True):
    """What is near: walls that nobody passes, ground that ends a longer move, and ground that is better avoided."""

    walls: tuple[Rect, ...]
    slow: tuple[Rect, ...]
    shunned: tuple[Rect, ...]
    slowed_to: float
    board: Board
    over_edge: bool = False
    """Turns may swing over the edge of the board."""

    @property
    def all(self) -> tuple[Rect, ...]:
        return (*self.walls, *self.slow, *self.shunned)

    def near(self, shape: Rect, inches: float) -> Surroundings:
        """That of it which the unit can come to."""

        x, y, far = shape.x, shape.y, shape.radius + inches

        def kept(rects: tuple[Rect, ...]) -> tuple[Rect, ...]:
            return tuple([r for r in rects if hypot(r.x - x, r.y - y) < far + r.radius]) if rects else rects

        walls, slow, shunned = kept(self.walls), kept(self.slow), kept(self.shunned)
        return Surroundings(walls, slow, shunned, self.slowed_to, self.board, self.over_edge)


def past_walls(
    start: Rect, goal: Rect, ground: Surroundings, inches: float, most_turn: float
) -> Iterator[tuple[Step, ...]]:
    """Steps that lead into contact past all walls: at most one turn and two straight parts.

    Turns after which one corner of the goal is just caught are tried only where no other turn leads there: they matter
    if the goal is hardly in reach, or if something stands close beside it.
    """
    if most_turn <= 90.0 and max(local(start, x, y)[1] for x, y in goal.corners) < -start.radius - TOLERANCE:
        # No such turn leads back to what lies wholly behind.
        return
    found = False
    for steps in _ways_by(_turns_past, start, goal, ground, inches, most_turn):
        found = True
        yield steps
    if not found:
        yield from _ways_by(_turns_at_corners, start, goal, ground, inches, most_turn)


Turns = Callable[[Rect, Rect, Surroundings, float], Iterable[float]]
"""Turns that are worth a try at one place."""


def _ways_by(
    turns: Turns, start: Rect, goal: Rect, ground: Surroundings, inches: float, most_turn: float
) -> Iterator[tuple[Step, ...]]:
    """Those ways that one of these turns begins, at any place on the way straight ahead."""
    ahead = min(inches, free_forward(start, goal, inches))
    ground = ground.near(start, inches)
    points = {id(wall): list(_points(wall)) for wall in ground.walls}
    lengths = [*SHORT, *(number * STRIDE for number in range(1, int(ahead / STRIDE) + 1))]
    for length in lengths:
        before: tuple[Step, ...] = (Forward(length),) if length else ()
        path = swept(start, Forward(length)) if length else start
        if length > ahead or (length and hits(path, ground.walls)):
            return
        slowed = length > 0.0 and hits(path, ground.slow)
        most = (ground.slowed_to if slowed else inches) - length
        if most < 0.0:
            return
        shape = apply(start, Forward(length))
        if distance_to_point(goal, shape.x, shape.y) > hypot(most + shape.depth / 2, shape.width / 2) + TOLERANCE:
            continue
        here = ground.near(shape, most)
        free = ground.over_edge or turns_freely(shape, ground.board)
        corridor = _Corridor(shape, goal, [points[id(wall)] for wall in here.walls])
        for turn in corridor.open(turns(shape, goal, here, most_turn)):
            if not free and not stays_on_board(shape, Pivot(turn), ground.board.width, ground.board.depth):
                continue
            turned = apply(shape, Pivot(turn))
            left = free_forward(turned, goal, most)
            if left >= most - TOLERANCE or overlaps(turned, goal):
                continue
            path = swept(turned, Forward(left))
            if hits(path, here.walls) or (length + left > ground.slowed_to and hits(path, here.slow)):
                continue
            yield (*before, Pivot(turn), Forward(left))


class _Corridor:
    """A quick look whether walls are in the way after a turn: whether points of theirs are where the unit goes.

    Nearly every turn that is tried leads into something. A wall of which no such point is hit may be in the way all
    the same: this only spares most of the exact looks.
    """

    def __init__(self, shape: Rect, goal: Rect, walls: Iterable[Iterable[Point]]) -> None:
        self._facing = shape.facing
        self._half = shape.width / 2 - 2 * TOLERANCE
        # The goal is touched by a point of the front edge, which is nowhere further from the centre than its corners.
        far = distance_to_point(goal, shape.x, shape.y)
        least = max(0.0, far * far - shape.width * shape.width / 4) ** 0.5 - shape.depth / 2
        self._back = 2 * TOLERANCE - shape.depth / 2
        self._ahead = max(0.0, least) + shape.depth / 2 - 2 * TOLERANCE
        reach, x, y = hypot(self._half, self._ahead), shape.x, shape.y
        points = [(px - x, py - y) for wall in walls for px, py in wall]
        self._points = [(dx, dy) for dx, dy in points if hypot(dx, dy) < reach]

    def open(self, turns: Iterable[float]) -> Iterator[float]:
        """The turns after which the unit does not surely run into something when it goes ahead."""
        half, back, ahead = self._half, self._back, self._ahead
        for turn in turns:
            fx, fy = direction(self._facing + turn)
            for x, y in self._points:
                if -half < x * fy - y * fx < half and back < x * fx + y * fy < ahead:
                    break
            else:
                yield turn


def _points(wall: Rect) -> Iterator[Point]:
    """The middle and the corners, and points half way between neighbours of them."""
    yield wall.x, wall.y
    last = wall.corners[-1]
    for corner in wall.corners:
        yield corner
        yield (corner[0] + last[0]) / 2, (corner[1] + last[1]) / 2
        yield (corner[0] + wall.x) / 2, (corner[1] + wall.y) / 2
        last = corner


def _turns_past(shape: Rect, goal: Rect, ground: Surroundings, most_turn: float) -> list[float]:
    """The turns at which something begins or ends to be in the way to the goal, and those half way between."""
    low, high, kept = _turning_points(shape, goal, ground, most_turn)
    return _with_middles(kept, low, high)


def _turns_at_corners(shape: Rect, goal: Rect, ground: Surroundings, most_turn: float) -> list[float]:
    """Those after which a corner of the goal is just caught, and those half way between them and the others."""
    low, high, kept = _turning_points(shape, goal, ground, most_turn)
    tried = {*_with_middles(kept, low, high)}
    every = _with_middles([*kept, *_grazing(shape, goal, -CLEAR)], low, high)
    return [turn for turn in every if turn not in tried]


def _turning_points(
    shape: Rect, goal: Rect, ground: Surroundings, most_turn: float
) -> tuple[float, float, list[float]]:
    """From where to where a turn makes sense, and the turns at which something begins or ends to be in the way."""
    catching = list(_grazing(shape, goal, -CLEAR))
    low, high = -most_turn, most_turn
    if len(catching) == 2 * len(goal.corners):  # else the goal is so near that hardly any turn misses it
        low, high = max(low, min(catching)), min(high, max(catching))
    found = [low, high, *shortest_turns(shape, goal)]
    others = ground.all
    for other in others:
        found += _grazing(shape, other, CLEAR)
    for other in (goal, *others):
        if distance_to_point(other, shape.x, shape.y) < shape.radius:
            for most in (-most_turn, most_turn):
                for turn in meeting_turns(shape, (shape.x, shape.y), most, other):
                    found += (turn - NUDGE, turn + NUDGE)
    return low, high, found


def _with_middles(turns: Iterable[float], low: float, high: float) -> list[float]:
    """The turns within these bounds, and those half way between neighbours."""
    kept = sorted({round(turn, 6) for turn in turns if low <= turn <= high})
    return [*kept, *((one + other) / 2 for one, other in pairwise(kept))]


def _grazing(shape: Rect, other: Rect, clear: float) -> Iterator[float]:
    """Turns after which a side of the unit, going ahead, passes so far beside a corner of the other."""
    half = shape.width / 2 + clear
    for x, y in other.corners:
        far = hypot(x - shape.x, y - shape.y)
        if far > half:
            middle = turn_between(shape.facing, bearing(shape.x, shape.y, x, y))
            aside = degrees(asin(half / far))
            yield middle - aside
            yield middle + aside


def shortest_turns(shape: Rect, goal: Rect) -> Iterator[float]:
    """Turns by which the way to a side of the goal is shortest: square to it, or with a corner of the front first."""
    half = shape.width / 2
    for side in Arc:
        square = turn_between(shape.facing, outward_facing(goal, side) + 180.0)
        nx, ny = outward(goal, side)
        mx, my = edge_midpoint(goal, side)
        far = (shape.x - mx) * nx + (shape.y - my) * ny
        yield square
        if far > half:
            aside = degrees(asin(half / far))
            yield square - aside
            yield square + aside
