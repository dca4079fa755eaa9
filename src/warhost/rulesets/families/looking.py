"""What hides one unit from another: for rulebooks where units look out of their front arc."""

from __future__ import annotations

from collections.abc import Iterable

from warhost.table import Rect, in_front_arc, segment_crosses, sight_line

__all__ = ["hidden_by"]


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
