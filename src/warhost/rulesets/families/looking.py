"""What hides one unit from another: for rulebooks where units look out of their front arc."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from warhost.table import (
    TOLERANCE,
    Forward,
    Pivot,
    Rect,
    Step,
    bearing,
    distance,
    in_front_arc,
    segment_crosses,
    sight_line,
    turn_between,
)

__all__ = ["hidden_by", "ways_towards"]


def ways_towards(
    here: Rect, there: Rect, inches: float, reach: float, turn: float = 180.0
) -> Iterator[tuple[Step, ...]]:
    """Moves that may bring a target into a reach: turned towards it as far as may be, just near enough or all the way.

    They are drafts: whoever asks sees whether they are legal, and whether the target is seen from their end.
    """
    towards = turn_between(here.facing, bearing(here.x, here.y, there.x, there.y))
    angle = max(-turn, min(turn, towards))
    turned = (Pivot(angle),) if abs(angle) > TOLERANCE else ()
    near_enough = min(inches, max(0.0, distance(here, there) - reach) + 0.5)
    for length in dict.fromkeys((near_enough, inches)):
        yield (*turned, Forward(length))


def hidden_by(viewer: Rect, target: Rect, obstacles: Iterable[tuple[str, Rect]]) -> tuple[str, ...]:
    """The one obstacle that hides the target by itself, else all in between; nothing where it is in no front arc."""
    if not in_front_arc(viewer, target):
        return ()
    between = [(name, shape) for name, shape in obstacles if _is_between(viewer, target, shape)]
    alone = next((name for name, shape in between if sight_line(viewer, target, [shape]) is None), None)
    return tuple(dict.fromkeys(name for name, _ in between)) if alone is None else (alone,)


def _is_between(viewer: Rect, target: Rect, shape: Rect) -> bool:
    """Whether it is in the way of some line from the viewer's front edge to the target."""
    starts = (viewer.front, *viewer.corners[:2])
    ends = ((target.x, target.y), *target.corners)
    return any(segment_crosses(shape, start, end) for start in starts for end in ends)
