"""Why one unit does not see another, in words: for rulebooks where units look out of their front arc."""

from __future__ import annotations

from collections.abc import Iterable

from warhost.table import Rect, in_front_arc, segment_crosses, sight_line

__all__ = ["why_unseen"]


def why_unseen(viewer: Rect, target: Rect, obstacles: Iterable[tuple[str, Rect]]) -> str:
    """That the target is not in the front arc; else the one obstacle that hides it by itself, else all of them."""
    if not in_front_arc(viewer, target):
        return "not in its front arc"
    between = [(name, shape) for name, shape in obstacles if _is_between(viewer, target, shape)]
    alone = next((name for name, shape in between if sight_line(viewer, target, [shape]) is None), None)
    names = list(dict.fromkeys(name for name, _ in between)) if alone is None else [alone]
    return f"{' and '.join(names)} in between" if names else "no free line"


def _is_between(viewer: Rect, target: Rect, shape: Rect) -> bool:
    """Whether it is in the way of some line from the viewer's front edge to the target."""
    starts = (viewer.front, *viewer.corners[:2])
    ends = ((target.x, target.y), *target.corners)
    return any(segment_crosses(shape, start, end) for start in starts for end in ends)
