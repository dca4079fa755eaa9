"""Ground that bases touch on a move: which models of a unit went over it, stood on it or came down on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot
from typing import TypeAlias

from warhost.table import (
    Forward,
    Pivot,
    Rect,
    Step,
    Wheel,
    apply,
    free_turn,
    overlaps,
    swept,
    turned,
    turning_point,
    walk,
)

Way: TypeAlias = Sequence[tuple[Rect, Step]]
"""A move: the footprint before each step, and the step."""

STANDING = Forward(0.0)
"""The last step of a way whose end is not reached by a straight step or a wheel: where the mover stands then."""


def way_of(start: Rect, steps: Sequence[Step], end: Rect | None = None) -> list[tuple[Rect, Step]]:
    """The way that these steps make from there, and where the mover stands at its end, if that counts by itself."""
    way = list(zip(walk(start, steps), steps, strict=False))
    return way if end is None else [*way, (end, STANDING)]


def worst_crossed(
    way: Way, bases: Callable[[Rect], Sequence[Rect]], areas: Sequence[tuple[int, Rect]], *, flies: bool
) -> dict[int, int]:
    """How many models touched ground of each kind; each counts once, for the first of the areas that it touched.

    `bases` are those of all models where the footprint stands. Who flies touches only where it starts and ends.
    """
    near = [(kind, shape) for kind, shape in areas if _comes_near(way, shape)]
    if not near:
        return {}
    stops = [(bases(whole), whole, step) for whole, step in way]
    found: dict[int, int] = {}
    for index in range(len(stops[0][0])):
        ways = [(every[index], whole, step) for every, whole, step in stops]
        for kind, shape in near:
            if _touches_ends(ways, shape) if flies else any(_touches(*one, shape) for one in ways):
                found[kind] = found.get(kind, 0) + 1
                break
    return found


def _touches(base: Rect, whole: Rect, step: Step, shape: Rect) -> bool:
    """Whether the ground that a base sweeps in a step, start and end included, overlaps the shape."""
    if isinstance(step, Pivot):
        # Lifted and set down again; where it stands before and after is looked at with the other steps.
        return False
    if isinstance(step, Wheel):
        around = turning_point(whole, step)
        if overlaps(base, shape) or overlaps(turned(base, around, step.degrees), shape):
            return True
        return free_turn(base, around, step.degrees, shape) != step.degrees
    return overlaps(swept(base, step), shape)


def _touches_ends(ways: Sequence[tuple[Rect, Rect, Step]], shape: Rect) -> bool:
    base, whole, step = ways[-1]
    last = (
        turned(base, turning_point(whole, step), step.degrees) if isinstance(step, Wheel | Pivot) else apply(base, step)
    )
    return overlaps(ways[0][0], shape) or overlaps(last, shape)


def _comes_near(way: Way, shape: Rect) -> bool:
    """Whether the circle around the whole move reaches the shape; most shapes are not worth a closer look."""
    start = way[0][0]
    reach = start.radius + shape.radius
    for whole, step in way:
        after = apply(whole, step)
        reach += hypot(after.x - whole.x, after.y - whole.y)
    return hypot(shape.x - start.x, shape.y - start.y) < reach
