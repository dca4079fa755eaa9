"""Lines of sight: whether a base sees a rectangle or a point out of its front edge and within its front arc.

The front arc is the convex region ahead of the front edge between the rays that leave its ends at 45 degrees outward.
A line of sight runs from any point of the front edge to any point of the target in the arc, and crosses the inside of
no blocker. The answers are exact; only what is deeper than `TOLERANCE` in a blocker counts as its inside, so lines
along an edge, through a corner or between two blockers that touch are free.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from warhost.table.shadow import hidden_spans, widest_gap
from warhost.table.shapes import grown, segment_crosses
from warhost.table.sums import summed
from warhost.table.values import TOLERANCE, Point, Rect


def in_front_arc(viewer: Rect, shape: Rect) -> bool:
    """Whether any part of the rectangle lies in the viewer's front arc, its border included."""
    dx, dy = shape.x - viewer.x, shape.y - viewer.y
    beyond = dx * viewer.fx + dy * viewer.fy - viewer.depth * 0.5
    # Most shapes are told by their middles: too far behind the front edge for any corner, or in the arc themselves.
    if beyond < -shape.radius - TOLERANCE:
        return False
    if beyond >= 0.0 and abs(dx * viewer.rx + dy * viewer.ry) <= beyond + viewer.width * 0.5:
        return True
    return bool(clip_to_front_arc(viewer, shape.corners))


def point_in_front_arc(viewer: Rect, x: float, y: float) -> bool:
    """Whether the point lies in the viewer's front arc, its border included."""
    dx, dy = x - viewer.x, y - viewer.y
    beyond = dx * viewer.fx + dy * viewer.fy - viewer.depth * 0.5 + TOLERANCE
    aside = abs(dx * viewer.rx + dy * viewer.ry)
    return beyond >= 0.0 and beyond + viewer.width * 0.5 >= aside


def clip_to_front_arc(viewer: Rect, polygon: Sequence[Point]) -> list[Point]:
    """The part of a convex polygon in the viewer's front arc: its corners in order, none if it is all outside."""
    hw, hd = viewer.width * 0.5, viewer.depth * 0.5
    fx, fy, rx, ry = viewer.fx, viewer.fy, viewer.rx, viewer.ry
    points = list(polygon)
    ahead: list[float] = []
    left: list[float] = []
    right: list[float] = []
    for x, y in points:
        dx, dy = x - viewer.x, y - viewer.y
        beyond = dx * fx + dy * fy - hd + TOLERANCE
        aside = dx * rx + dy * ry
        ahead.append(beyond)
        left.append(beyond + hw + aside)
        right.append(beyond + hw - aside)
    if max(ahead) < 0.0 or max(left) < 0.0 or max(right) < 0.0:
        return []
    if min(ahead) >= 0.0 and min(left) >= 0.0 and min(right) >= 0.0:
        return points
    for nx, ny, reach in (
        (fx, fy, hd),
        (fx + rx, fy + ry, hd - hw),
        (fx - rx, fy - ry, hd - hw),
    ):
        offset = viewer.x * nx + viewer.y * ny + reach - TOLERANCE
        points = clipped(points, nx, ny, offset)
        if not points:
            break
    return points


def blockers_between(viewer: Rect, target: Rect, rects: Sequence[Rect]) -> list[Rect]:
    """Those rectangles that may stand between two others; it only leaves out what surely does not.

    Worth calling once when many bases of one unit look at the same target.
    """
    return _near(viewer.x, viewer.y, viewer.radius, target.x, target.y, target.radius, rects)


def can_see(viewer: Rect, target: Rect, blockers: Sequence[Rect]) -> bool:
    """Whether the viewer has a free line of sight to any point of the target."""
    return sight_line(viewer, target, blockers) is not None


def can_see_point(viewer: Rect, x: float, y: float, blockers: Sequence[Rect]) -> bool:
    """Whether the viewer has a free line of sight to the point."""
    if not clip_to_front_arc(viewer, ((x, y),)):
        return False
    left, right, _, _ = viewer.corners
    cores = _cores(_near(viewer.x, viewer.y, viewer.radius, x, y, 0.0, blockers))
    return not cores or widest_gap(hidden_spans((x, y), (left, right), cores)) is not None


def sight_line(viewer: Rect, target: Rect, blockers: Sequence[Rect]) -> tuple[Point, Point] | None:
    """One free line of sight, from the viewer's front edge to the target; None if there is none.

    All pairs of a point on the front edge and a point on the target's outline that see each other form closed sets.
    Each such set has a line in it that starts at an end of the front edge, or ends in a corner of the target, or
    passes between two blockers touching both. So looking from these places decides the question.
    """
    region = clip_to_front_arc(viewer, target.corners)
    if not region:
        return None
    left, right, _, _ = viewer.corners
    middle = _between(left, right, 0.5)
    near = (
        _near(middle[0], middle[1], viewer.width * 0.5, target.x, target.y, target.radius, blockers) if blockers else []
    )
    return free_line(left, right, region, near)


def free_line(left: Point, right: Point, region: list[Point], blockers: Sequence[Rect]) -> tuple[Point, Point] | None:
    """One free line from a straight edge to a convex region; None if there is none."""
    middle, heart = _between(left, right, 0.5), _mean(region)
    if not any(segment_crosses(shape, middle, heart) for shape in blockers):
        return middle, heart

    times_crossed = [0] * len(blockers)
    for start in (left, right):
        for end in region:
            free = True
            for number, shape in enumerate(blockers):
                if segment_crosses(shape, start, end):
                    times_crossed[number] += 1
                    free = False
            if free:
                return start, end
    if max(times_crossed) == 2 * len(region):
        # What one blocker hides from a point is convex: hiding all corners from both ends, it hides everything.
        return None
    return _line_past(left, right, region, _cores(blockers))


def _line_past(left: Point, right: Point, region: list[Point], cores: list[Rect]) -> tuple[Point, Point] | None:
    """A free line from the front edge to a region, looked for at every place where one could begin to exist."""
    front = (left, right)
    edges = _edges(region)
    starts = [left, right]
    ends = list(region)
    for core in cores:
        starts += _outline_crossings(front, core)
        for edge in edges:
            ends += _outline_crossings(edge, core)
    for end in ends:
        gap = widest_gap(hidden_spans(end, front, cores))
        if gap is not None:
            return _between(left, right, gap), end
    for start in starts:
        end_seen = _look(start, edges, cores)
        if end_seen is not None:
            return start, end_seen

    places = _slits(left, right, cores)
    if not places:
        return None
    places += [_fraction(left, right, start) for start in starts]
    places.sort()
    for before, after in pairwise(places):
        if after > before:
            start = _between(left, right, (before + after) * 0.5)
            end_seen = _look(start, edges, cores)
            if end_seen is not None:
                return start, end_seen
    return None


def _look(start: Point, edges: Sequence[tuple[Point, Point]], cores: Sequence[Rect]) -> Point | None:
    """A point that can be seen on those edges that are turned towards the start."""
    for a, b in edges:
        if (b[0] - a[0]) * (start[1] - a[1]) - (b[1] - a[1]) * (start[0] - a[0]) > 0.0:
            gap = widest_gap(hidden_spans(start, (a, b), cores))
            if gap is not None:
                return _between(a, b, gap)
    return None


def _slits(left: Point, right: Point, cores: Sequence[Rect]) -> list[float]:
    """Where the front edge is met by the lines that touch two blockers and have one on each side."""
    places: list[float] = []
    for number, one in enumerate(cores):
        for other in cores[:number]:
            for cx, cy in one.corners:
                for ox, oy in other.corners:
                    dx, dy = ox - cx, oy - cy
                    from_left = dx * (left[1] - cy) - dy * (left[0] - cx)
                    from_right = dx * (right[1] - cy) - dy * (right[0] - cx)
                    if from_left * from_right < 0.0 and _separates(cx, cy, dx, dy, one, other):
                        places.append(from_left / (from_left - from_right))
    return places


def _separates(x: float, y: float, dx: float, dy: float, one: Rect, other: Rect) -> bool:
    """Whether the line from (x, y) along (dx, dy) has one rectangle on each side; both may touch it."""
    noise = 1e-9 * (abs(dx) + abs(dy))
    ones = [dx * (py - y) - dy * (px - x) for px, py in one.corners]
    others = [dx * (py - y) - dy * (px - x) for px, py in other.corners]
    return (min(ones) >= -noise and max(others) <= noise) or (max(ones) <= noise and min(others) >= -noise)


def _cores(blockers: Sequence[Rect]) -> list[Rect]:
    """The blockers without the rim of `TOLERANCE` in which a line may still run."""
    return [grown(shape, -TOLERANCE) for shape in blockers if min(shape.width, shape.depth) > 2 * TOLERANCE]


def _near(
    x0: float, y0: float, radius0: float, x1: float, y1: float, radius1: float, rects: Sequence[Rect]
) -> list[Rect]:
    """The rectangles whose surrounding circle meets the band between two circles."""
    dx, dy = x1 - x0, y1 - y0
    square = dx * dx + dy * dy
    widest = radius0 if radius0 > radius1 else radius1
    near: list[Rect] = []
    for shape in rects:
        cx, cy = shape.x - x0, shape.y - y0
        along = (cx * dx + cy * dy) / square if square > 0.0 else 0.0
        if along < 0.0:
            along = 0.0
        elif along > 1.0:
            along = 1.0
        cx -= along * dx
        cy -= along * dy
        reach = widest + shape.radius
        if cx * cx + cy * cy < reach * reach:
            near.append(shape)
    return near


def clipped(points: Sequence[Point], nx: float, ny: float, offset: float) -> list[Point]:
    """The part of a convex polygon where the product with the normal is at least the offset."""
    kept: list[Point] = []
    if not points:
        return kept
    px, py = points[-1]
    before = px * nx + py * ny - offset
    for x, y in points:
        after = x * nx + y * ny - offset
        if (before < 0.0 < after) or (after < 0.0 < before):
            share = before / (before - after)
            kept.append((px + (x - px) * share, py + (y - py) * share))
        if after >= 0.0:
            kept.append((x, y))
        px, py, before = x, y, after
    return kept


def _edges(polygon: list[Point]) -> list[tuple[Point, Point]]:
    return [(polygon[i - 1], polygon[i]) for i in range(len(polygon))]


def _mean(points: Sequence[Point]) -> Point:
    share = 1.0 / len(points)
    return (summed([x for x, _ in points]) * share, summed([y for _, y in points]) * share)


def _between(a: Point, b: Point, share: float) -> Point:
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)


def _fraction(a: Point, b: Point, point: Point) -> float:
    """How far along the segment the point on it lies."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy)


def _outline_crossings(segment: tuple[Point, Point], shape: Rect) -> list[Point]:
    """Where a segment crosses the outline of a rectangle."""
    (ax, ay), (bx, by) = segment
    found: list[Point] = []
    px, py = shape.corners[3]
    for x, y in shape.corners:
        dx, dy = x - px, y - py
        start = dx * (ay - py) - dy * (ax - px)
        end = dx * (by - py) - dy * (bx - px)
        if start * end < 0.0:
            share = start / (start - end)
            cx, cy = ax + (bx - ax) * share, ay + (by - ay) * share
            if 0.0 <= (cx - px) * dx + (cy - py) * dy <= dx * dx + dy * dy:
                found.append((cx, cy))
        px, py = x, y
    return found
