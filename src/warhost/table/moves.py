"""Moves: the primitives a move is made of, what they cost, and what is in their way.

A move is a list of steps. Positive is forwards for `Forward`, backwards for `Back`, to the right for `Sidestep`
and clockwise for `Wheel` and `Pivot`. How far, how often and how near is a rulebook's business.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import asin, atan2, degrees, hypot, inf, radians, sin

from warhost.table.shapes import (
    distance,
    front_on_board,
    local,
    moved_to,
    on_board,
    overlaps,
    rect,
    wrapped,
)
from warhost.table.turning import corner_stays_on_board, free_turn, gap_turning, turned, turning_radius
from warhost.table.values import (
    TOLERANCE,
    TURNS,
    Arc,
    Back,
    Forward,
    Pivot,
    Point,
    Rect,
    Sidestep,
    Step,
    Straight,
    Turn,
    Wheel,
)


def apply(shape: Rect, step: Step) -> Rect:
    """Where the rectangle is after the step."""
    if isinstance(step, Forward):
        return moved_to(shape, shape.x + shape.fx * step.inches, shape.y + shape.fy * step.inches)
    if isinstance(step, Pivot):
        # Its centre stands still.
        return rect(shape.x, shape.y, wrapped(shape.facing + step.degrees), shape.width, shape.depth)
    if isinstance(step, Wheel):
        return turned(shape, turning_point(shape, step), step.degrees)
    dx, dy = _shift(shape, step)
    return moved_to(shape, shape.x + dx, shape.y + dy)


def heading(step: Step) -> str:
    """Which way the step goes, in words: a wheel goes forward."""
    if isinstance(step, Back):
        return "backwards"
    if isinstance(step, Sidestep):
        return "to the right" if step.inches >= 0.0 else "to the left"
    return "forward"


def walk(shape: Rect, steps: Iterable[Step]) -> list[Rect]:
    """Where the rectangle is at the start and after every step: one more entry than there are steps."""
    stops = [shape]
    for step in steps:
        shape = apply(shape, step)
        stops.append(shape)
    return stops


def cost(shape: Rect, step: Step) -> float:
    """The inches that the step uses: a wheel as far as its outer front corner gets in a straight line, a pivot none."""
    if isinstance(step, Wheel):
        return wheel_cost(shape.width, step.degrees)
    if isinstance(step, Pivot):
        return 0.0
    return abs(step.inches)


def wheel_cost(width: float, degrees: float) -> float:
    """The straight line between start and end of the outer front corner.

    Past half a circle the corner comes back; what it has covered is not given back, so the rest is added.
    """
    halves, rest = divmod(abs(degrees), 180.0)
    return 2 * width * (halves + sin(radians(rest) / 2))


def wheel_angle_for(width: float, chord: float) -> float:
    """The wheel, in degrees, that takes the outer front corner that far in a straight line; 180 at most."""
    if chord <= 0.0:
        return 0.0
    if chord >= 2 * width:
        return 180.0
    return 2 * degrees(asin(chord / (2 * width)))


def wheel_towards(shape: Rect, x: float, y: float) -> float:
    """The wheel, signed like one, after which the point lies straight ahead of the centre.

    It goes to the side on which the point is. A point that is ahead already, or too near to the front corner to
    ever come ahead of the centre, needs none: 0. A point behind needs more than 90 degrees.
    """
    right, ahead = local(shape, x, y)
    if abs(right) <= TOLERANCE and ahead >= 0.0:
        return 0.0
    hand = 1.0 if right >= 0.0 else -1.0
    outside, beyond = abs(right) - shape.width / 2, ahead - shape.depth / 2
    away = hypot(outside, beyond)
    if away <= shape.width / 2:
        return 0.0
    # The centre's line of advance keeps half a width from the corner that stands still.
    return hand * (degrees(atan2(outside, beyond) + asin(shape.width / 2 / away)) % 360.0)


def turning_point(shape: Rect, step: Turn) -> Point:
    """The point that stands still: a wheel's front corner, a pivot's centre."""
    if isinstance(step, Pivot):
        return (shape.x, shape.y)
    return shape.corners[1] if step.degrees >= 0 else shape.corners[0]


def swept(shape: Rect, step: Straight) -> Rect:
    """Everything that the rectangle covers during a straight step, which is a rectangle again."""
    dx, dy = _shift(shape, step)
    length = abs(step.inches)
    width, depth = shape.width, shape.depth
    if isinstance(step, Sidestep):
        width += length
    else:
        depth += length
    return moved_to(shape, shape.x + dx / 2, shape.y + dy / 2, width, depth)


def gap_along(shape: Rect, step: Step, obstacle: Rect) -> float:
    """The smallest distance to the obstacle at any moment of the step, start and end included; 0 if they meet.

    A pivot counts as a true turn about the centre. Who lets a unit be lifted and placed anew looks at the
    distance at its end only.
    """
    if isinstance(step, TURNS):
        return gap_turning(shape, turning_point(shape, step), step.degrees, obstacle)
    return distance(swept(shape, step), obstacle)


def keeps_clear(shape: Rect, step: Step, obstacle: Rect, gap: float) -> bool:
    """Whether the rectangle is at least that far from the obstacle at every moment of the step."""
    return _out_of_reach(shape, step, obstacle, gap) or gap_along(shape, step, obstacle) >= gap - TOLERANCE


def passes_through(shape: Rect, step: Step, obstacle: Rect) -> bool:
    """Whether the insides overlap at any moment of the step; touching and sliding along are not overlapping."""
    if _out_of_reach(shape, step, obstacle, 0.0):
        return False
    if isinstance(step, TURNS):
        if overlaps(shape, obstacle) or overlaps(apply(shape, step), obstacle):
            return True
        return free_turn(shape, turning_point(shape, step), step.degrees, obstacle) != step.degrees
    return overlaps(swept(shape, step), obstacle)


def free_forward(shape: Rect, obstacle: Rect, limit: float = inf) -> float:
    """How far the rectangle can go straight ahead until it touches the obstacle; the limit if it never does."""
    return free_towards(shape, Arc.FRONT, obstacle, limit)


def free_towards(shape: Rect, side: Arc, obstacle: Rect, limit: float = inf) -> float:
    """How far the rectangle can go straight out over one of its sides until it touches the obstacle.

    The limit if it never does, 0 if they overlap already. Grazing past the obstacle's edge does not stop it.
    """
    front_left, front_right, rear_right, rear_left = shape.corners
    if side is Arc.FRONT:
        (ax, ay), (bx, by), nx, ny, half = front_left, front_right, shape.fx, shape.fy, shape.width / 2 - TOLERANCE
    elif side is Arc.REAR:
        (ax, ay), (bx, by), nx, ny, half = rear_right, rear_left, -shape.fx, -shape.fy, shape.width / 2 - TOLERANCE
    elif side is Arc.RIGHT:
        (ax, ay), (bx, by), nx, ny, half = front_right, rear_right, shape.rx, shape.ry, shape.depth / 2 - TOLERANCE
    else:
        (ax, ay), (bx, by), nx, ny, half = rear_left, front_left, -shape.rx, -shape.ry, shape.depth / 2 - TOLERANCE
    ox, oy, half = (ax + bx) / 2, (ay + by) / 2, half if half > 0.0 else 0.0
    length = 2 * ((ox - shape.x) * nx + (oy - shape.y) * ny)
    dx, dy = obstacle.x - ox, obstacle.y - oy
    if abs(dx * ny - dy * nx) - obstacle.radius > half or dx * nx + dy * ny + obstacle.radius < -length:
        return limit
    low, high = _span_ahead(obstacle, (ox, oy), (nx, ny), half)
    if low > high or high <= TOLERANCE - length:
        return limit
    return min(limit, max(0.0, low))


def free_wheel(shape: Rect, degrees: float, obstacle: Rect) -> float:
    """How far of the wheel, signed like it, the rectangle can make until it touches the obstacle."""
    return free_turn(shape, turning_point(shape, Wheel(degrees)), degrees, obstacle)


def stays_on_board(shape: Rect, step: Step, width: float, depth: float, front_only: bool = False) -> bool:
    """Whether the rectangle, or at least its front edge, is on the board at every moment of the step.

    A pivot counts as a true turn about the centre; who lets a unit be lifted and placed looks at its end only.
    """
    if isinstance(step, TURNS):
        around = turning_point(shape, step)
        corners = shape.corners[:2] if front_only else shape.corners
        return all(corner_stays_on_board(corner, around, step.degrees, width, depth) for corner in corners)
    on = front_on_board if front_only else on_board
    return on(shape, width, depth) and on(apply(shape, step), width, depth)


def _shift(shape: Rect, step: Straight) -> Point:
    if isinstance(step, Forward):
        return (shape.fx * step.inches, shape.fy * step.inches)
    if isinstance(step, Back):
        return (-shape.fx * step.inches, -shape.fy * step.inches)
    return (shape.rx * step.inches, shape.ry * step.inches)


def _out_of_reach(shape: Rect, step: Step, obstacle: Rect, gap: float) -> bool:
    """Whether a circle around the whole step keeps the gap; most obstacles are that far away."""
    if isinstance(step, TURNS):
        x, y = turning_point(shape, step)
        reach = turning_radius(shape, (x, y))
    else:
        dx, dy = _shift(shape, step)
        x, y, reach = shape.x + dx / 2, shape.y + dy / 2, shape.radius + abs(step.inches) / 2
    reach += obstacle.radius + gap
    dx, dy = obstacle.x - x, obstacle.y - y
    return dx * dx + dy * dy >= reach * reach


def _span_ahead(shape: Rect, origin: Point, ahead: Point, half: float) -> tuple[float, float]:
    """How near and how far, seen from the origin, a strip of that half width meets the shape; low > high if never."""
    met = []
    (ox, oy), (nx, ny) = origin, ahead
    x, y = shape.corners[3]
    dx, dy = x - ox, y - oy
    au, av = dx * ny - dy * nx, dx * nx + dy * ny
    for x, y in shape.corners:
        dx, dy = x - ox, y - oy
        bu, bv = dx * ny - dy * nx, dx * nx + dy * ny
        if -half <= bu <= half:
            met.append(bv)
        if (au < -half) != (bu < -half):
            met.append(av + (bv - av) * (-half - au) / (bu - au))
        if (au < half) != (bu < half):
            met.append(av + (bv - av) * (half - au) / (bu - au))
        au, av = bu, bv
    return (min(met), max(met)) if met else (inf, -inf)
