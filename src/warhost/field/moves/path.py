"""Paths: the steps of a move with every stop on the way, how long it is, what it runs into, how far the edge is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot, inf

import msgspec

from warhost.table import (
    TOLERANCE,
    Arc,
    Back,
    Board,
    Pivot,
    Point,
    Rect,
    Sidestep,
    Step,
    Straight,
    Wheel,
    apply,
    outward,
    overlaps,
    passes_through,
    stays_on_board,
    swept,
    wheel_cost,
)


class Path(msgspec.Struct, frozen=True, gc=False):
    """A way across the table: its steps, and where the footprint stands before and after each of them."""

    steps: tuple[Step, ...]
    stops: tuple[Rect, ...]

    @property
    def start(self) -> Rect:
        return self.stops[0]

    @property
    def end(self) -> Rect:
        return self.stops[-1]

    @property
    def inches(self) -> float:
        """How long it is: straight parts, and for a wheel the way of the outer corner; a pivot costs nothing."""
        total = 0.0
        for step in self.steps:
            if isinstance(step, Wheel):
                total += wheel_cost(self.stops[0].width, step.degrees)
            elif not isinstance(step, Pivot):
                total += abs(step.inches)
        return total

    @property
    def reach(self) -> float:
        """No part of the footprint is ever farther from the centre at the start than this."""
        far = self.stops[0].radius
        before = self.stops[0]
        for after in self.stops[1:]:
            far += hypot(after.x - before.x, after.y - before.y)
            before = after
        return far

    def parts(self) -> Iterator[tuple[Rect, Step, Rect]]:
        """Each step with where it begins and where it ends."""
        return zip(self.stops, self.steps, self.stops[1:], strict=False)

    def straights(self) -> list[tuple[Rect, Straight]]:
        """The straight parts with where they begin; those of no length left out."""
        return [
            (shape, step)
            for shape, step in zip(self.stops, self.steps, strict=False)
            if not isinstance(step, Wheel | Pivot) and abs(step.inches) > TOLERANCE
        ]


def path_of(start: Rect, steps: Sequence[Step]) -> Path:
    """The path that these steps make from there."""
    stops = [start]
    for step in steps:
        stops.append(apply(stops[-1], step))
    return Path(tuple(steps), tuple(stops))


def side_of(step: Straight) -> Arc:
    """The side over which a straight step goes."""
    if isinstance(step, Back):
        return Arc.REAR
    if isinstance(step, Sidestep):
        return Arc.RIGHT if step.inches >= 0.0 else Arc.LEFT
    return Arc.FRONT


def runs_into(path: Path, shape: Rect, *, flies: bool = False) -> bool:
    """Whether the mover is in the shape at the end, where a pivot ends or, unless it flies, on any other part."""
    if overlaps(path.stops[-1], shape):
        return True
    if flies:
        return False
    for before, step, after in path.parts():
        if overlaps(after, shape) if isinstance(step, Pivot) else passes_through(before, step, shape):
            return True
    return False


def hits(shape: Rect, others: Iterable[Rect]) -> bool:
    """Whether the shape overlaps any of the others."""
    for other in others:
        # Most are too far away to be asked.
        dx, dy, reach = other.x - shape.x, other.y - shape.y, shape.radius + other.radius
        if dx * dx + dy * dy < reach * reach and overlaps(shape, other):
            return True
    return False


def covered(path: Path, after: int = 0) -> list[Rect]:
    """What the mover covers on a path without wheels, step by step, without the first so many of them: all that a
    straight step sweeps, of a pivot its end. It runs into what overlaps one of these, and into nothing else."""
    if not path.steps:
        return [path.stops[0]]
    found = []
    for number in range(after, len(path.steps)):
        step = path.steps[number]
        assert not isinstance(step, Wheel), "what a wheel covers is no rectangle"
        found.append(path.stops[number + 1] if isinstance(step, Pivot) else swept(path.stops[number], step))
    return found


def turns_freely(shape: Rect, board: Board) -> bool:
    """Whether no edge of the board is so near that a pivot could lead over it."""
    return shape.radius <= min(shape.x, shape.y, board.width - shape.x, board.depth - shape.y)


def is_on_board(path: Path, board: Board) -> bool:
    """Whether the whole footprint is on the board all along the path, turns included."""
    if all(turns_freely(shape, board) for shape in path.stops):
        return True
    return all(
        stays_on_board(shape, step, board.width, board.depth)
        for shape, step in zip(path.stops, path.steps, strict=False)
    )


def inches_to_edge(
    shape: Rect,
    board: Board,
    side: Arc = Arc.FRONT,
    *,
    limit: float = inf,
    front_only: bool = False,
    parallel: float = TOLERANCE,
) -> float:
    """How far the footprint, or its front edge alone, can go straight out over a side before it leaves the board.

    An edge of the board that it nears by less than `parallel` for each inch is one that it goes along.
    """
    points = shape.corners[:2] if front_only else shape.corners
    room = inches_inside(points, outward(shape, side), (0.0, 0.0), (board.width, board.depth), parallel)
    return max(0.0, min(limit, room))


def inches_inside(points: Iterable[Point], ahead: Point, low: Point, high: Point, parallel: float = TOLERANCE) -> float:
    """How far points can go together along a unit vector until the first of them is at a side of an upright area, which
    has these corners; without end where they go along all sides that they near.

    A side that they near by less than `parallel` for each inch is one that they go along. Points that are outside
    already have to go back: then it is less than nothing.
    """
    (dx, dy), (left, near), (right, far) = ahead, low, high
    room = inf
    for x, y in points:
        if dx > parallel:
            room = min(room, (right - x) / dx)
        elif dx < -parallel:
            room = min(room, (x - left) / -dx)
        if dy > parallel:
            room = min(room, (far - y) / dy)
        elif dy < -parallel:
            room = min(room, (y - near) / -dy)
    return room
