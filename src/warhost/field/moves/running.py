"""Running straight ahead: until the way is clear, until something is met, until the edge; and a wheel before that."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from warhost.field.field import Field
from warhost.field.moves.path import inches_to_edge
from warhost.table import (
    TOLERANCE,
    Board,
    Forward,
    Point,
    Rect,
    Step,
    Wheel,
    apply,
    distance,
    free_forward,
    free_wheel,
    front_on_board,
    gap_along,
    on_board,
    overlaps,
    stays_on_board,
    walk,
    wheel_angle_for,
    wheel_cost,
    wheel_towards,
)

_PRECISION = 1e-7
_PARALLEL = 1e-9
"""A front that nears an edge by less than this for each inch goes along it."""


def ahead(start: Rect, inches: float) -> Rect:
    """The shape so far straight ahead."""
    return apply(start, Forward(inches))


# Away


def clear_ahead(start: Rect, inches: float, shapes: Sequence[Rect], gap: float) -> float:
    """The least distance from that many inches on at which the runner keeps the gap to all shapes."""
    while True:
        end = ahead(start, inches)
        blocking = next((shape for shape in shapes if distance(end, shape) < gap - TOLERANCE), None)
        if blocking is None:
            return inches
        inches = _past(start, blocking, inches, gap)


def _past(start: Rect, shape: Rect, inches: float, gap: float) -> float:
    """How far straight ahead the start is that gap beyond the shape, given that it is nearer to it after those inches.

    On a straight line the distance to a convex shape falls and then rises, so it is halving from here on.
    """
    low, high = inches, inches + start.radius * 2 + shape.radius * 2 + gap
    while high - low > _PRECISION:
        middle = (low + high) / 2
        if distance(ahead(start, middle), shape) < gap:
            low = middle
        else:
            high = middle
    return high


def leaves_after(start: Rect, inches: float, board: Board) -> float | None:
    """After how many inches straight ahead the runner touches the table edge; None if it stays on the board.

    An edge along which it slides or from which it gets away does not count, as long as its front is on the board
    now and all of it is at the end.
    """
    if not front_on_board(start, board.width, board.depth):
        return 0.0
    touched = inches_to_edge(start, board, parallel=_PRECISION)
    if touched <= inches + TOLERANCE:
        return min(touched, inches)
    return None if on_board(ahead(start, inches), board.width, board.depth) else inches


# After somebody


class Met(NamedTuple):
    """Something in the way: after how many inches, where to stop for it, and which enemy it is."""

    inches: float
    stop: float
    enemy: int | None = None


def first_met(found: Iterable[Met]) -> Met | None:
    """The nearest; an obstruction before an enemy that is met with it."""
    return min(found, key=lambda met: (met.inches, -1 if met.enemy is None else met.enemy), default=None)


def met_on_foot(
    field: Field,
    start: Rect,
    limit: float,
    *,
    through: Collection[int],
    foes: Collection[int],
    before: float,
    barred: str,
    gap: float,
) -> Iterator[Met]:
    """What the runner meets within its distance. It runs through some, into foes, and stops just before all others.

    It keeps the gap to barred terrain.
    """
    for body in field.bodies:
        if body.id not in through:
            inches = free_forward(start, body.shape)
            if inches < limit - TOLERANCE:
                yield Met(inches, max(0.0, inches - before), body.id if body.id in foes else None)
    for piece in field.terrain.having(barred):
        stop = inches_to_gap(start, piece.shape, limit, gap, before)
        if stop < limit:
            yield Met(stop, stop)


def met_on_landing(field: Field, start: Rect, limit: float, foes: Collection[int]) -> Iterator[Met]:
    """The foes on which one who passes over everything would come down."""
    end = ahead(start, limit)
    for body in field.bodies:
        if body.id in foes and overlaps(end, body.shape):
            yield Met(free_forward(start, body.shape), limit, body.id)


def inches_to_gap(start: Rect, shape: Rect, limit: float, gap: float, before: float) -> float:
    """How far the runner can go until it is that close to the shape; just before contact if it began nearer."""
    if distance(start, shape) < gap - TOLERANCE:
        inches = free_forward(start, shape)
        return max(0.0, inches - before) if inches < limit else limit
    if gap_along(start, Forward(limit), shape) >= gap - TOLERANCE:
        return limit

    def gap_after(inches: float) -> float:
        return distance(ahead(start, inches), shape)

    # On a straight way the distance to a convex shape first falls, then rises: find its lowest point, then the fall.
    low, high = 0.0, limit
    for _ in range(60):
        third = (high - low) / 3
        if gap_after(low + third) <= gap_after(high - third):
            high -= third
        else:
            low += third
    near, far = 0.0, high
    for _ in range(60):
        middle = (near + far) / 2
        if gap_after(middle) >= gap:
            near = middle
        else:
            far = middle
    return near


def taken_back(start: Rect, inches: float, step: float, legal: Callable[[Rect], bool]) -> tuple[Rect, float] | None:
    """The last legal place on the way, in such steps back from its end, and how far it is; None if not even the start
    is legal."""
    while inches > 0.0:
        place = ahead(start, inches)
        if legal(place):
            return place, inches
        inches -= step
    return (start, 0.0) if legal(start) else None


# A wheel, then ahead


def wheel_and_ahead(
    board: Board,
    start: Rect,
    inches: float,
    point: Point,
    shapes: Sequence[Rect],
    *,
    most_wheel: float,
    flies: bool,
    back: float,
) -> tuple[Step, ...]:
    """A wheel about the front corner nearer to the point until it lies ahead or a shape is met; then forward.

    A wheel after which the mover would have to end partly off the board is made only as far as it need not. Who flies
    comes down as near to the full distance as can be, in such steps back.
    """
    wanted = wheel_towards(start, *point)
    angle = min(most_wheel, abs(wanted), wheel_angle_for(start.width, inches))
    angle = angle if wanted > 0 else -angle
    if flies:
        over = _flown(board, start, inches, angle, shapes, back)
        if over is not None:
            return over
    for shape in shapes:
        if angle:
            angle = free_wheel(start, angle, shape)
    for tenth in range(10, -1, -1):
        degrees = angle * tenth / 10
        wheel = Wheel(degrees)
        if not stays_on_board(start, wheel, board.width, board.depth, front_only=True):
            continue
        turned = walk(start, (wheel,))[-1]
        left = inches - wheel_cost(start.width, degrees)
        for shape in shapes:
            left = free_forward(turned, shape, left)
        steps = _steps(degrees, _inside(board, turned, left))
        if on_board(walk(start, steps)[-1], board.width, board.depth):
            return steps
    return ()


def _flown(
    board: Board, start: Rect, inches: float, angle: float, shapes: Sequence[Rect], back: float
) -> tuple[Step, ...] | None:
    """A flight over everything on the way, that comes down where there is room."""
    if not stays_on_board(start, Wheel(angle), board.width, board.depth, front_only=True):
        return None
    turned = walk(start, (Wheel(angle),))[-1]
    left = _inside(board, turned, inches - wheel_cost(start.width, angle))
    while left >= 0.0:
        steps = _steps(angle, left)
        end = walk(start, steps)[-1]
        if on_board(end, board.width, board.depth) and all(distance(end, shape) > 0.0 for shape in shapes):
            return steps
        left -= back
    return None


def _steps(degrees: float, inches: float) -> tuple[Step, ...]:
    steps: list[Step] = []
    if abs(degrees) > 1e-9:
        steps.append(Wheel(degrees))
    if inches > 1e-9:
        steps.append(Forward(inches))
    return tuple(steps)


def _inside(board: Board, shape: Rect, inches: float) -> float:
    """As far of the inches straight ahead as the front stays on the board."""
    return inches_to_edge(shape, board, limit=inches, front_only=True, parallel=_PARALLEL)
