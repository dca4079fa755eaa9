"""Ways into contact by one pivot: straight ahead, a pivot and ahead, or ahead, a pivot and ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from warhost.field.moves.detours import shortest_turns
from warhost.table import (
    TOLERANCE,
    Arc,
    Forward,
    Pivot,
    Point,
    Rect,
    Step,
    apply,
    bearing,
    closest_points,
    direction,
    distance,
    free_forward,
    free_turn,
    outward_facing,
    overlaps,
    turn_between,
)

SHARES = (0.15, 0.3, 0.5, 0.7)
"""Where on the way ahead a pivot is tried, besides the places that bring the goal straight ahead."""

Steps = tuple[Step, ...]

Faces = Callable[[Rect, Rect], bool]
"""Whether a goal is before a mover, as a book says."""


def pivots_into(start: Rect, goal: Rect, inches: float, most_turn: float, faces: Faces) -> Iterator[Steps]:
    """Steps of up to so many inches, with one pivot at most, that lead into contact with the goal, the simplest first.

    Straight ahead; a pivot, then ahead; ahead, a pivot, ahead. Pivots turn towards the goal or square on to one of its
    sides. What stands in the way is not looked at.
    """
    straight = free_forward(start, goal, inches)
    if _meets(start, goal, straight, inches):
        yield (Forward(straight),) if straight > 0.0 else ()
    turns = _turns(start, goal, most_turn)
    for turn in turns:
        yield from _turn_and_go(start, goal, (), turn, inches, faces)
    for length, turn in _later_turns(start, goal, turns, inches, most_turn):
        if TOLERANCE < length < min(inches, straight):
            yield from _turn_and_go(
                apply(start, Forward(length)), goal, (Forward(length),), turn, inches - length, faces
            )
    for turn in shortest_turns(start, goal):
        if abs(turn) <= most_turn:
            yield from _turn_and_go(start, goal, (), turn, inches, faces)


def pivots_to_spot(
    start: Rect, goal: Rect, spot: Point, facing: float, inches: float, most_turn: float, faces: Faces
) -> Iterator[Steps]:
    """Steps into contact that lead towards a spot of the goal's side, or onto it in that direction."""
    square = turn_between(start.facing, facing)
    aimed = turn_between(start.facing, bearing(start.x, start.y, *spot))
    drafts = [(0.0, aimed), (0.0, square), (_length_before(start, spot, square), square)]
    drafts += [(_length_before(start, spot, turn), turn) for turn in (square / 2, 45.0, -45.0)]
    for length, turn in drafts:
        if 0.0 <= length < inches and abs(turn) <= most_turn:
            before: Steps = (Forward(length),) if length else ()
            yield from _turn_and_go(apply(start, Forward(length)), goal, before, turn, inches - length, faces)


def _later_turns(
    start: Rect, goal: Rect, turns: list[float], inches: float, most_turn: float
) -> Iterator[tuple[float, float]]:
    """How far to go before which turn."""
    for turn in (*turns, most_turn, -most_turn):
        yield _length_before(start, (goal.x, goal.y), turn), turn
    for share in SHARES:
        for turn in _turns(apply(start, Forward(share * inches)), goal, most_turn):
            yield share * inches, turn


def _meets(shape: Rect, goal: Rect, length: float, inches: float) -> bool:
    """Whether going so far straight ahead ends at the goal, and not only where the move does."""
    if length >= inches - TOLERANCE:
        # Where the move ends, the goal is mostly farther away than the circles around both reach.
        dx, dy = shape.x + shape.fx * length - goal.x, shape.y + shape.fy * length - goal.y
        reach = shape.radius + goal.radius + 2 * TOLERANCE
        if dx * dx + dy * dy > reach * reach:
            return False
    return length < inches - TOLERANCE or distance(apply(shape, Forward(length)), goal) <= TOLERANCE


def _turn_and_go(shape: Rect, goal: Rect, before: Steps, turn: float, inches: float, faces: Faces) -> Iterator[Steps]:
    """Turn, then ahead into contact. Who touches the goal while turning towards it is there already."""
    turned = apply(shape, Pivot(turn))
    if overlaps(turned, goal):
        if faces(turned, goal) and not overlaps(shape, goal):
            yield (*before, Pivot(free_turn(shape, (shape.x, shape.y), turn, goal)))
        return
    length = free_forward(turned, goal, inches)
    if _meets(turned, goal, length, inches):
        yield (*before, Pivot(turn), Forward(length)) if length > 0.0 else (*before, Pivot(turn))


def _turns(shape: Rect, goal: Rect, most_turn: float) -> list[float]:
    """Turns of up to so many degrees: to look at the goal's centre, its nearest point and its corners, square at its
    sides, and as far as the mover can turn to the side on which the goal is."""
    _, near = closest_points(shape, goal)
    points = ((goal.x, goal.y), near, *goal.corners)
    wanted = [turn_between(shape.facing, bearing(shape.x, shape.y, x, y)) for x, y in points]
    wanted += [turn_between(shape.facing, outward_facing(goal, side) + 180.0) for side in Arc]
    furthest = [max(-most_turn, min(most_turn, turn)) for turn in wanted[:6]]
    turns = dict.fromkeys(round(turn, 6) for turn in (*wanted, *furthest))
    return [turn for turn in turns if TOLERANCE < abs(turn) <= most_turn]


def _length_before(start: Rect, spot: Point, turn: float) -> float:
    """How far to go before a turn so that the spot lies straight ahead after it; 0 if that cannot be."""
    fx, fy = direction(start.facing + turn)
    across = start.fx * fy - start.fy * fx
    if abs(across) < 1e-6:
        return 0.0
    return ((spot[0] - start.x) * fy - (spot[1] - start.y) * fx) / across
