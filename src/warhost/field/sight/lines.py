"""Sight on the field: what stands between a body and its target, free lines past it, and how much of it is covered.

Books look in two ways. Some ask for any line at all from a front edge within its arc: `table` answers that exactly, and
`rank_sees` for whole ranks at once. Others name the points that lines run between: `has_line` and `sees_a_base` try
those. Blockers are walls, which no line passes, and veils, which a line may enter or leave but not cross.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from functools import lru_cache
from math import floor, inf

import msgspec

from warhost.field.field import Body, Field
from warhost.table import (
    TOLERANCE,
    Base,
    Model,
    Point,
    Rect,
    arc_of,
    base_contains_point,
    base_crossed,
    blockers_between,
    can_see,
    contains_point,
    edge,
    edge_length,
    hidden_fraction,
    in_front_arc,
    inches_inside,
    local,
    overlap_area,
    point_in_front_arc,
    segment_crosses,
    sight_line,
    summed,
    within,
)

# What stands in between


def bodies_between(field: Field, one: Rect, other: Rect, without: Container[int]) -> list[Body]:
    """The bodies that may stand between two shapes, but for those that do not count."""
    bodies = [body for body in field.bodies if body.id not in without]
    near = blockers_between(one, other, [body.shape for body in bodies])
    return [body for body in bodies if any(body.shape is shape for shape in near)] if near else []


def not_overlooked(bodies: Iterable[Body], *heights: float, by: float = 0.0) -> list[Body]:
    """The bodies that are in the way of those who look, or are looked at, at these heights.

    Who is higher than a body, by more than that, looks over it and is seen over it.
    """
    highest = max(heights)
    return [body for body in bodies if body.height + by >= highest]


def holding(shapes: Iterable[Rect], x: float, y: float) -> Rect | None:
    """The first of the shapes that holds the point."""
    for shape in shapes:
        if contains_point(shape, x, y):
            return shape
    return None


def beside(shapes: Iterable[Rect], shape: Rect) -> list[Rect]:
    """The shapes that may hold a part of a rectangle; it only leaves out what surely does not."""
    return [
        one
        for one in shapes
        if abs(one.x - shape.x) <= one.radius + shape.radius and abs(one.y - shape.y) <= one.radius + shape.radius
    ]


# Any line from a front edge


def is_outside_all_arcs(own: Rect, base_depth: float, target: Rect) -> bool:
    """Whether the target is surely in no front arc of a block's models: the last rank, farthest back, sees widest."""
    behind = left = right = True
    reach, half = own.depth / 2 - base_depth + TOLERANCE, own.width / 2
    for x, y in target.corners:
        dx, dy = x - own.x, y - own.y
        beyond = dx * own.fx + dy * own.fy + reach
        aside = dx * own.rx + dy * own.ry
        behind = behind and beyond < 0.0
        left = left and beyond + half + aside < 0.0
        right = right and beyond + half - aside < 0.0
        if not (behind or left or right):
            return False
    return True


def rank_sees(rank: Rect, models: Callable[[], Sequence[Model]], target: Rect, blockers: Sequence[Rect]) -> bool:
    """Whether any model of a rank sees the target; they are listed from left to right, and only where it matters.

    A rank sees at most what one wide base in its place would see, and without blockers just that.
    """
    if not blockers:
        return in_front_arc(rank, target)
    line = sight_line(rank, target, blockers)
    if line is None:
        return False
    start, end = line
    row = models()
    step = rank.width / len(row)
    place = floor((local(rank, *start)[0] + rank.width / 2) / step)
    viewer = row[min(max(place, 0), len(row) - 1)]
    if point_in_front_arc(viewer.base, *end):
        return True
    return any(can_see(model.base, target, blockers) for model in row)


def is_covered(
    eyes: Sequence[Point], target: Rect, blockers: Sequence[Rect], areas: Sequence[Rect] = (), share: float = 0.5
) -> bool:
    """Whether that share of a facing of the target, or more, is hidden from every one of the eyes.

    The facing is that of the arc in which the first eye is. Areas also hide what stands on them.
    """
    side = arc_of(target, *eyes[0])
    facing, limit = edge(target, side), share - TOLERANCE / edge_length(target, side)
    return all(hidden_fraction(eye, facing, blockers, areas) >= limit for eye in eyes)


# Lines between points


def line_passes(
    start: Point,
    end: Point,
    walls: Iterable[Base],
    veils: Iterable[Base] = (),
    *,
    spare: int = 0,
    deepest: float | None = None,
) -> bool:
    """Whether a line passes: no wall in its way, and no veil that it enters and leaves again.

    Where a veil hides by its depth, `deepest` is how many inches of it a line may run through, in all veils together.
    So many obstacles as are `spare` do not count.
    """
    for wall in walls:
        if base_crossed(wall, start, end):
            spare -= 1
            if spare < 0:
                return False
    if deepest is not None:
        return summed(inches_inside(veil, start, end) for veil in veils) <= deepest + TOLERANCE
    for veil in veils:
        if (
            base_crossed(veil, start, end)
            and not base_contains_point(veil, *start)
            and not base_contains_point(veil, *end)
        ):
            spare -= 1
            if spare < 0:
                return False
    return True


def has_line(
    starts: Iterable[Point],
    ends: Sequence[Point],
    walls: Sequence[Base],
    veils: Sequence[Base] = (),
    *,
    spare: int = 0,
    deepest: float | None = None,
) -> bool:
    """Whether a line from any of these points to any of those passes."""
    return any(line_passes(start, end, walls, veils, spare=spare, deepest=deepest) for start in starts for end in ends)


class View(msgspec.Struct, frozen=True):
    """What the models of one body may see of another: its bases, and what may stand in between."""

    target: Rect
    bases: tuple[Rect, ...]
    walls: tuple[Rect, ...] = ()
    veils: tuple[Rect, ...] = ()
    lookouts: tuple[Rect, ...] = ()
    """Places from which one obstacle of each line does not count."""


def sees_a_base(viewer: Rect, view: View, reach: float = inf) -> bool:
    """Whether a base sees a base of the target that is within reach of it: one line in its front arc is enough.

    Lines run from both ends and the middle of its front edge to the points of a base (`points_of`).
    """
    if not in_front_arc(viewer, view.target):
        return False
    bases = (base for base in view.bases if reach == inf or within(viewer, base, reach))
    if not view.walls and not view.veils:
        return any(in_front_arc(viewer, base) for base in bases)
    spare = int(any(contains_point(hill, viewer.x, viewer.y) for hill in view.lookouts))
    left, right, _, _ = viewer.corners
    starts = (((left[0] + right[0]) / 2, (left[1] + right[1]) / 2), left, right)
    if not spare and _is_hidden(starts, view):
        return False
    tried: set[Point] = set()
    for base in bases:
        walls, veils = blockers_between(viewer, base, view.walls), blockers_between(viewer, base, view.veils)
        for end in points_of(base):
            if end in tried:
                continue
            tried.add(end)
            if not point_in_front_arc(viewer, *end):
                continue
            for start in starts:
                if line_passes(start, end, walls, veils, spare=spare) if spare else _is_open(start, end, walls, veils):
                    return True
    return False


def _is_open(start: Point, end: Point, walls: list[Rect], veils: Sequence[Rect]) -> bool:
    """Whether a line passes. The wall that stops it comes first from now on: mostly it stops the next line too."""
    for number, wall in enumerate(walls):
        if segment_crosses(wall, start, end):
            walls[0], walls[number] = wall, walls[0]
            return False
    return not veils or line_passes(start, end, (), veils)


def _is_hidden(starts: Sequence[Point], view: View) -> bool:
    """Whether one obstacle by itself hides the whole target: most of what is not seen is hidden that way.

    What a convex shape hides from a point is convex as well, so that the target's corners speak for all of it.
    """
    corners = view.target.corners
    shapes = [*view.walls, *(veil for veil in view.veils if _is_only_crossed(veil, starts, view.target))]
    return any(all(segment_crosses(shape, start, end) for start in starts for end in corners) for shape in shapes)


def _is_only_crossed(veil: Rect, starts: Sequence[Point], target: Rect) -> bool:
    """Whether lines can only pass right through the veil: nobody who looks or is looked at is in it."""
    return not within(veil, target, TOLERANCE) and not any(contains_point(veil, *start) for start in starts)


@lru_cache(maxsize=4096)
def points_of(base: Rect) -> tuple[Point, ...]:
    """Centre, corners and midpoints of the sides. Rounded, so that neighbours share theirs."""
    a, b, c, d = base.corners
    spots = (
        (base.x, base.y),
        *base.corners,
        *(((p[0] + q[0]) / 2, (p[1] + q[1]) / 2) for p, q in ((a, b), (b, c), (c, d), (d, a))),
    )
    return tuple((round(x, 6), round(y, 6)) for x, y in spots)


# Cover by being inside or behind


def is_behind(point: Point, eye: Point, shelters: Iterable[Rect]) -> bool:
    """Whether a shelter that does not hold the point stands between it and the eye."""
    return any(segment_crosses(shape, eye, point) and not contains_point(shape, *point) for shape in shelters)


def is_mostly_inside(base: Rect, areas: Iterable[Rect]) -> bool:
    """Whether more than half of a base's ground lies in the areas, which do not overlap each other."""
    return 2 * summed(overlap_area(base, area) for area in areas) > base.width * base.depth + TOLERANCE


def is_mostly_behind(base: Rect, eye: Point, shelters: Sequence[Rect]) -> bool:
    """Whether more than half of a base's points are behind shelters."""
    points = points_of(base)
    return 2 * sum(is_behind(point, eye, shelters) for point in points) > len(points)


# In words


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
