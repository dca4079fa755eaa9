"""The way into contact by one wheel: forward, a wheel, forward into a side; then a turn until the front lies flush.

For one angle of the wheel everything else is one number, the distance before it: it shifts the line on which the
mover comes in, and with it the place along the side where it will stand once it is aligned. So a search over angles can
ask for a place and gets the only way that leads there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import hypot, inf

import msgspec

from warhost.field.contact.places import SURE_CONTACT, free_offsets
from warhost.field.moves.path import inches_to_edge
from warhost.table import (
    TOLERANCE,
    Arc,
    Board,
    Forward,
    Interval,
    Point,
    Rect,
    Step,
    Wheel,
    along_edge,
    corner_stays_on_board,
    edge,
    edge_length,
    edge_midpoint,
    flush,
    free_forward,
    free_turn,
    moved_to,
    outward_facing,
    overlaps,
    passes_through,
    swept,
    turn_between,
    turned,
    wheel_towards,
)

SQUARE = 89.5
"""A facing is struck by a front that is turned towards it, not by one that slides along it."""

_ROUNDING = 1e-7

FINE = tuple(sorted((a / 2 for a in range(-180, 181, 5)), key=lambda a: (a % 10 != 0, a % 5 != 0, abs(a), a)))
"""The wheels that are tried where the likely ones are closed: tens of degrees, then fives, then halves of fives."""

COARSE = tuple(angle for angle in FINE if angle % 5 == 0)
TENS = tuple(angle for angle in FINE if angle % 10 == 0)


class Route(msgspec.Struct, frozen=True):
    """A way into contact: where it touches, how far it still has to turn, and where along the facing that leads."""

    ahead: float
    wheel: float
    onward: float
    start: Rect
    arrived: Rect
    contact: Point
    turn: float
    offset: float

    @property
    def steps(self) -> tuple[Step, ...]:
        if self.wheel == 0.0:
            return (Forward(self.ahead + self.onward),)
        return (Forward(self.ahead), Wheel(self.wheel), Forward(self.onward))


class Bearing:
    """All ways with the same wheel. Lengths are across and along the direction in which the mover comes in."""

    __slots__ = ("aside", "cosine", "far", "half", "high", "length", "low", "near", "nearest_left", "turned")

    def __init__(self, shape: Rect, angle: float, ends: tuple[Point, Point], length: float, limit: float) -> None:
        self.turned = wheeled = shape if angle == 0.0 else turned(shape, shape.corners[1 if angle > 0 else 0], angle)
        self.half = half = shape.width / 2
        self.length = length
        mx, my = wheeled.front
        (lx, ly), (rx, ry) = ends
        left = ((lx - mx) * wheeled.rx + (ly - my) * wheeled.ry, (lx - mx) * wheeled.fx + (ly - my) * wheeled.fy)
        right = ((rx - mx) * wheeled.rx + (ry - my) * wheeled.ry, (rx - mx) * wheeled.fx + (ry - my) * wheeled.fy)
        # The end that is met first; a front that covers it touches it, any other touches with a corner of its own.
        self.nearest_left = left[1] < right[1]
        self.near, self.far = (left, right) if self.nearest_left else (right, left)
        self.aside = shape.fx * wheeled.rx + shape.fy * wheeled.ry
        self.cosine = shape.fx * wheeled.fx + shape.fy * wheeled.fy
        low, high = right[0] - half + SURE_CONTACT, left[0] + half - SURE_CONTACT
        if abs(self.aside) < 1e-9:
            low, high = max(low, 0.0), min(high, 0.0)
        else:
            way = limit * self.aside
            low, high = max(low, min(0.0, way)), min(high, max(0.0, way))
        # Offsets count to the right of the target, which is the left of the mover.
        self.low, self.high = inf, -inf
        if low <= high:
            # A way straight ahead leads to one place only: rounding must not make it miss that place.
            self.low, self.high = self.offset_of(high) - _ROUNDING, self.offset_of(low) + _ROUNDING

    def offset_of(self, line: float) -> float:
        """Where along the facing a mover that comes in on that line will stand."""
        near, far, half = self.near[0], self.far[0], self.half
        if self.nearest_left:
            end = -self.length / 2
            if line + half >= near:
                return end + near - line
            return end + (near - line - half) / (near - far) * self.length + half
        end = self.length / 2
        if line - half <= near:
            return end + near - line
        return end - (line - half - near) / (far - near) * self.length - half

    def line_to(self, offset: float) -> tuple[float, float, float]:
        """The line on which to come in for that place, how far ahead contact is, and where on the facing it is."""
        (near, depth), (far, behind), half = self.near, self.far, self.half
        end = -self.length / 2 if self.nearest_left else self.length / 2
        if self.nearest_left:
            share = (offset - half - end) / self.length
            line = end + near - offset if share <= 0.0 else near - half - share * (near - far)
        else:
            share = (end - offset - half) / self.length
            line = end + near - offset if share <= 0.0 else near + half + share * (far - near)
        if share <= 0.0:
            return line, depth, end
        return line, depth + share * (behind - depth), end + share * self.length * (1 if self.nearest_left else -1)


class Approach:
    """A mover, a side of its target, and what stands in between."""

    def __init__(
        self,
        board: Board,
        start: Rect,
        target: Rect,
        side: Arc,
        blocks: Iterable[Rect],
        *,
        most_wheel: float,
        flies: bool = False,
    ) -> None:
        """`blocks` are what the mover may not overlap, besides its target. Who flies passes over all of them."""
        self.board, self.side, self.start, self.target = board, side, start, target
        self.flies, self.most_wheel = flies, most_wheel
        self.blocks = self._in_the_way(blocks)
        self.ends = edge(self.target, side)
        self.length = edge_length(self.target, side)
        self.facing = outward_facing(self.target, side) + 180.0
        self.parallel = turn_between(self.start.facing, self.facing)
        self.limit = self._straight_limit()
        self._free: list[Interval] | None = None

    def _in_the_way(self, shapes: Iterable[Rect]) -> list[Rect]:
        """What can matter at all: a way with one wheel of up to 90 degrees keeps to the circle over its two ends."""
        start, target = self.start, self.target
        x, y = (start.x + target.x) / 2, (start.y + target.y) / 2
        reach = hypot(target.x - start.x, target.y - start.y) / 2 + 2 * start.radius + target.radius
        return [s for s in shapes if hypot(s.x - x, s.y - y) < reach + s.radius]

    def _straight_limit(self) -> float:
        """How far it can go straight ahead: its front stays on the board, units and rocks stop it, flyers excepted."""
        shape = self.start
        limit = inches_to_edge(shape, self.board, front_only=True, parallel=1e-9)
        if not self.flies:
            limit = free_forward(shape, self.target, limit)
            for block in self.blocks:
                limit = free_forward(shape, block, limit)
        return max(0.0, limit)

    @property
    def free(self) -> list[Interval]:
        """Where the mover can stand flush on the facing, as offsets."""
        if self._free is None:
            self._free = free_offsets(self.start, self.target, self.side, self.blocks, self.board)
        return self._free

    def place(self, offset: float) -> Rect:
        return flush(self.start, self.target, self.side, offset)

    def bearings(self, grid: tuple[float, ...] = FINE) -> Iterator[Bearing]:
        """The angles to try, the likely ones first: square onto the facing, straight ahead, towards its middle."""
        middle = wheel_towards(self.start, *edge_midpoint(self.target, self.side))
        if middle > 180.0:
            middle -= 360.0
        for angle in (self.parallel, 0.0, middle, *grid):
            if abs(angle) <= self.most_wheel + 1e-6 and abs(turn_between(angle, self.parallel)) <= SQUARE:
                bearing = Bearing(self.start, angle, self.ends, self.length, self.limit)
                if bearing.low <= bearing.high:
                    yield bearing

    def path(self, bearing: Bearing, offset: float) -> Route | None:
        """The way to that place with that wheel, if nothing is in its way."""
        line, depth, at = bearing.line_to(offset)
        ahead = 0.0 if abs(bearing.aside) < 1e-9 else line / bearing.aside
        onward = depth - ahead * bearing.cosine
        if not -TOLERANCE <= ahead <= self.limit + TOLERANCE or onward < -TOLERANCE:
            return None
        ahead, onward = max(0.0, ahead), max(0.0, onward)
        start, wheeled = self.start, bearing.turned
        angle = turn_between(start.facing, wheeled.facing)
        shift_x, shift_y = ahead * start.fx, ahead * start.fy
        here = moved_to(wheeled, wheeled.x + shift_x, wheeled.y + shift_y)
        if not self._clear_ahead(here, onward):
            return None
        if not self._clear(moved_to(start, start.x + shift_x, start.y + shift_y), angle):
            return None
        ax, ay = along_edge(self.target, self.side)
        mx, my = edge_midpoint(self.target, self.side)
        arrived = moved_to(here, here.x + onward * here.fx, here.y + onward * here.fy)
        turn = turn_between(here.facing, self.facing)
        return Route(ahead, angle, onward, start, arrived, (mx + at * ax, my + at * ay), turn, offset)

    def _clear(self, shape: Rect, angle: float) -> bool:
        """Whether the wheel meets nothing, and keeps the front on the board."""
        if angle == 0.0:
            return True
        board, (left, right) = self.board, shape.corners[:2]
        outer, inner = (left, right) if angle > 0 else (right, left)
        x, y, width = *inner, shape.width
        inland = width <= x <= board.width - width and width <= y <= board.depth - width
        if not inland and not corner_stays_on_board(outer, inner, angle, board.width, board.depth):
            return False
        if self.flies:
            return True
        wheel = Wheel(angle)
        return not passes_through(shape, wheel, self.target) and not self._blocked(
            lambda block: passes_through(shape, wheel, block)
        )

    def _clear_ahead(self, shape: Rect, inches: float) -> bool:
        end_x, end_y = inches * shape.fx, inches * shape.fy
        for x, y in shape.corners[:2]:
            if not (-TOLERANCE <= x + end_x <= self.board.width + TOLERANCE):
                return False
            if not (-TOLERANCE <= y + end_y <= self.board.depth + TOLERANCE):
                return False
        if self.flies or not self.blocks:
            return True
        covered = swept(shape, Forward(inches))
        return not self._blocked(lambda block: overlaps(covered, block))

    def _blocked(self, meets: Callable[[Rect], bool]) -> bool:
        for place, block in enumerate(self.blocks):
            if meets(block):
                # What stopped one way is the likeliest to stop the next.
                if place:
                    self.blocks.insert(0, self.blocks.pop(place))
                return True
        return False

    def aligns(self, path: Route) -> bool:
        """Whether the mover can turn about the point of contact, the short way, until its front lies flush."""
        return abs(self.free_align(path) - path.turn) < 1e-6

    def free_align(self, path: Route) -> float:
        """How far it can turn about the point of contact towards the facing before something stops it."""
        turn = path.turn
        if self.flies or abs(turn) < 1e-9:
            return turn
        for block in self.blocks:
            turn = free_turn(path.arrived, path.contact, turn, block)
        return turn

    def is_free(self, offset: float) -> bool:
        """Whether the mover can stand flush there."""
        return any(low - 1e-9 <= offset <= high + 1e-9 for low, high in self.free)
