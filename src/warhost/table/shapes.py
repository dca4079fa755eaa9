"""Shapes on the table: oriented rectangles and polygons, and what is near, inside or overlapping.

Inches, x to the right, y away from the first player, facing in degrees clockwise from +y.
Every comparison of lengths goes through `TOLERANCE`. Polygons are sequences of corners in either turning sense
unless a function says otherwise; they may be concave, but their edges never cross each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import atan2, cos, degrees, hypot, radians, sin, sqrt

from warhost.table.sums import summed
from warhost.table.values import TOLERANCE, Arc, Point, Pose, Rect

_NEARLY = -1e-12


@lru_cache(maxsize=1 << 14)
def rect(x: float, y: float, facing: float, width: float, depth: float) -> Rect:
    """The rectangle with its centre at (x, y)."""
    # Equal keys must give the same bytes whichever came first: -0.0 and whole numbers become plain floats here.
    x, y, facing, width, depth = x + 0.0, y + 0.0, facing + 0.0, width + 0.0, depth + 0.0
    fx, fy = direction(facing)
    return _made(x, y, facing, width, depth, fx, fy)


def moved_to(shape: Rect, x: float, y: float, width: float | None = None, depth: float | None = None) -> Rect:
    """The same rectangle, facing as it does, with its centre at (x, y); perhaps of another size."""
    width, depth = shape.width if width is None else width, shape.depth if depth is None else depth
    return _made(x + 0.0, y + 0.0, shape.facing, width, depth, shape.fx, shape.fy)


def _made(x: float, y: float, facing: float, width: float, depth: float, fx: float, fy: float) -> Rect:
    rx, ry = fy, -fx
    hw, hd = width / 2, depth / 2
    ax, ay = fx * hd, fy * hd
    bx, by = rx * hw, ry * hw
    corners = (
        (x + ax - bx, y + ay - by),
        (x + ax + bx, y + ay + by),
        (x - ax + bx, y - ay + by),
        (x - ax - bx, y - ay - by),
    )
    return Rect(x, y, facing, width, depth, fx, fy, rx, ry, corners, sqrt(hw * hw + hd * hd))


def rect_at(pose: Pose, width: float, depth: float) -> Rect:
    """The rectangle of that size in that pose."""
    return rect(pose.x, pose.y, pose.facing, width, depth)


def grown(shape: Rect, margin: float) -> Rect:
    """The rectangle with every edge moved outwards by the margin (inwards if negative); its corners stay square."""
    return rect(shape.x, shape.y, shape.facing, shape.width + 2 * margin, shape.depth + 2 * margin)


def direction(facing: float) -> Point:
    """The unit vector of a facing; quarter turns are exact, so that aligned shapes stay aligned."""
    if facing % 90.0 == 0.0:
        return ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))[int(facing // 90.0) % 4]
    angle = radians(facing)
    return (sin(angle), cos(angle))


def bearing(from_x: float, from_y: float, to_x: float, to_y: float) -> float:
    """The facing, in degrees, of somebody who looks from one point at the other."""
    return wrapped(degrees(atan2(to_x - from_x, to_y - from_y)))


def wrapped(facing: float) -> float:
    """The same facing as a number from 0 up to, but not including, 360."""
    facing %= 360.0
    # A tiny negative angle wraps to 360.0 itself when it is rounded.
    return 0.0 if facing == 360.0 else facing


def turn_between(from_facing: float, to_facing: float) -> float:
    """The shorter turn from one facing to the other: above -180 and up to 180 degrees, positive clockwise."""
    turn = (to_facing - from_facing) % 360.0
    return turn - 360.0 if turn > 180.0 else turn


def edge(shape: Rect, side: Arc) -> tuple[Point, Point]:
    """The edge on that side, from left to right as seen by somebody standing on it and looking outwards."""
    front_left, front_right, rear_right, rear_left = shape.corners
    if side is Arc.FRONT:
        return front_left, front_right
    if side is Arc.RIGHT:
        return front_right, rear_right
    if side is Arc.REAR:
        return rear_right, rear_left
    return rear_left, front_left


def edge_length(shape: Rect, side: Arc) -> float:
    """How long the edge on that side is."""
    return shape.width if side is Arc.FRONT or side is Arc.REAR else shape.depth


def edge_midpoint(shape: Rect, side: Arc) -> Point:
    """The middle of the edge on that side."""
    (ax, ay), (bx, by) = edge(shape, side)
    return ((ax + bx) / 2, (ay + by) / 2)


def outward(shape: Rect, side: Arc) -> Point:
    """The unit vector that points out of the rectangle on that side."""
    if side is Arc.FRONT:
        return (shape.fx, shape.fy)
    if side is Arc.RIGHT:
        return (shape.rx, shape.ry)
    if side is Arc.REAR:
        return (-shape.fx, -shape.fy)
    return (-shape.rx, -shape.ry)


def outward_facing(shape: Rect, side: Arc) -> float:
    """The facing, in degrees, of somebody who looks out over the edge on that side."""
    return wrapped(shape.facing + quarter_turns(side))


def quarter_turns(side: Arc) -> float:
    """How far that side is turned clockwise from the front, in degrees."""
    if side is Arc.FRONT:
        return 0.0
    if side is Arc.RIGHT:
        return 90.0
    if side is Arc.REAR:
        return 180.0
    return 270.0


def local(shape: Rect, x: float, y: float) -> Point:
    """A point seen from the rectangle: how far to its right and how far ahead of its centre."""
    dx, dy = x - shape.x, y - shape.y
    return (dx * shape.rx + dy * shape.ry, dx * shape.fx + dy * shape.fy)


def from_local(shape: Rect, right: float, ahead: float) -> Point:
    """The point on the table that lies so far to the right and so far ahead of the rectangle's centre."""
    return (
        shape.x + right * shape.rx + ahead * shape.fx,
        shape.y + right * shape.ry + ahead * shape.fy,
    )


def arc_of(shape: Rect, x: float, y: float) -> Arc:
    """The arc of the rectangle that holds the point: rays at 45 degrees outward from each corner.

    Front and rear include their borders, the flanks do not.
    """
    right, ahead = local(shape, x, y)
    over_side = abs(right) - shape.width / 2
    over_end = abs(ahead) - shape.depth / 2
    if over_end >= over_side - TOLERANCE:
        return Arc.FRONT if ahead >= 0 else Arc.REAR
    return Arc.RIGHT if right > 0 else Arc.LEFT


def distance(a: Rect, b: Rect) -> float:
    """Between the closest points of two rectangles, 0 if they overlap.

    One of the closest points is a corner that reaches farthest towards the other rectangle along one of that
    rectangle's own axes. That leaves two corners of each to look at.
    """
    # Written out rather than with `abs` and `min`: nothing is measured more often.
    dx, dy = b.x - a.x, b.y - a.y
    aw, ad, bw, bd = a.width * 0.5, a.depth * 0.5, b.width * 0.5, b.depth * 0.5
    afx, afy, arx, ary, bfx, bfy, brx, bry = a.fx, a.fy, a.rx, a.ry, b.fx, b.fy, b.rx, b.ry
    c = afx * bfx + afy * bfy
    s = afx * brx + afy * bry
    # How far those corners lie aside of the axis along which they reach farthest; the signs say to which hand.
    ca, cs = (c, s) if c >= 0.0 else (-c, -s)
    sa, sc = (s, c) if s >= 0.0 else (-s, -c)
    px, py = dx * arx + dy * ary, dx * afx + dy * afy
    qx, qy = dx * brx + dy * bry, dx * bfx + dy * bfy
    a_side = (px if px >= 0.0 else -px) - aw - bw * ca - bd * sa
    a_end = (py if py >= 0.0 else -py) - ad - bw * sa - bd * ca
    b_side = (qx if qx >= 0.0 else -qx) - bw - aw * ca - ad * sa
    b_end = (qy if qy >= 0.0 else -qy) - bd - aw * sa - ad * ca
    if a_side <= 0.0 and a_end <= 0.0 and b_side <= 0.0 and b_end <= 0.0:
        return 0.0
    # Where edges lie on each other, which of the four is above 0 is chance: all that nearly are have a say.
    best = 1e18
    if a_side > _NEARLY:
        k = cs * bw - sc * bd
        over = abs(py - k if px >= 0.0 else py + k) - ad
        best = a_side * a_side if over <= 0.0 else a_side * a_side + over * over
    if a_end > _NEARLY:
        k = sc * bw - cs * bd
        over = abs(px - k if py >= 0.0 else px + k) - aw
        square = a_end * a_end if over <= 0.0 else a_end * a_end + over * over
        if square < best:
            best = square
    if b_side > _NEARLY:
        k = cs * aw - sc * ad
        over = abs(qy + k if qx >= 0.0 else qy - k) - bd
        square = b_side * b_side if over <= 0.0 else b_side * b_side + over * over
        if square < best:
            best = square
    if b_end > _NEARLY:
        k = sc * aw - cs * ad
        over = abs(qx + k if qy >= 0.0 else qx - k) - bw
        square = b_end * b_end if over <= 0.0 else b_end * b_end + over * over
        if square < best:
            best = square
    return sqrt(best)


def within(a: Rect, b: Rect, limit: float) -> bool:
    """Whether the closest points are at most that far apart; the circles around and in them tell most cases."""
    dx, dy = b.x - a.x, b.y - a.y
    apart = dx * dx + dy * dy
    reach = a.radius + b.radius + limit + TOLERANCE
    if apart > reach * reach:
        return False
    near = limit + 0.5 * ((a.width if a.width < a.depth else a.depth) + (b.width if b.width < b.depth else b.depth))
    if limit >= 0.0 and apart <= near * near:
        return True
    return distance(a, b) <= limit + TOLERANCE


def closest_points(a: Rect, b: Rect) -> tuple[Point, Point]:
    """The point of a and the point of b that are closest to each other (any such pair, if the shapes overlap)."""
    gap, on_a, corner = _closest_corner(a, b)
    other_gap, on_b, other_corner = _closest_corner(b, a)
    return (other_corner, on_b) if other_gap < gap else (on_a, corner)


def _closest_corner(shape: Rect, other: Rect) -> tuple[float, Point, Point]:
    """How far the first of the other's closest corners is, and the pair of closest points."""
    hw, hd, fx, fy, rx, ry = shape.width / 2, shape.depth / 2, shape.fx, shape.fy, shape.rx, shape.ry
    best, pair = 1e18, (other.corners[0], other.corners[0])
    for corner in other.corners:
        dx, dy = corner[0] - shape.x, corner[1] - shape.y
        right, ahead = dx * rx + dy * ry, dx * fx + dy * fy
        on = corner
        if right > hw or right < -hw or ahead > hd or ahead < -hd:
            right = -hw if right < -hw else hw if right > hw else right
            ahead = -hd if ahead < -hd else hd if ahead > hd else ahead
            on = (shape.x + right * rx + ahead * fx, shape.y + right * ry + ahead * fy)
        gap = hypot(on[0] - corner[0], on[1] - corner[1])
        if gap < best:
            best, pair = gap, (on, corner)
    return (best, *pair)


def nearest_point(shape: Rect, x: float, y: float) -> Point:
    """The point of the rectangle that is nearest to the given one: that one itself if it lies inside."""
    right, ahead = local(shape, x, y)
    hw, hd = shape.width / 2, shape.depth / 2
    if abs(right) <= hw and abs(ahead) <= hd:
        return (x, y)
    return from_local(shape, max(-hw, min(hw, right)), max(-hd, min(hd, ahead)))


def distance_to_point(shape: Rect, x: float, y: float) -> float:
    """From the closest point of the rectangle to the point, 0 inside."""
    dx, dy = x - shape.x, y - shape.y
    aside = abs(dx * shape.rx + dy * shape.ry) - shape.width * 0.5
    ahead = abs(dx * shape.fx + dy * shape.fy) - shape.depth * 0.5
    # The root of the square, not the excess itself: whoever measures gets the same bits.
    if aside <= 0.0:
        return sqrt(ahead * ahead) if ahead > 0.0 else 0.0
    return sqrt(aside * aside + ahead * ahead) if ahead > 0.0 else sqrt(aside * aside)


def distance_to_segment(shape: Rect, start: Point, end: Point) -> float:
    """From the closest point of the rectangle to the segment, 0 if the segment reaches it."""
    if _clip(shape, start, end, 0.0) is not None:
        return 0.0
    best = min(_squared_to_rect(shape, start[0], start[1]), _squared_to_rect(shape, end[0], end[1]))
    for x, y in shape.corners:
        best = min(best, _squared_to_segment(start, end, x, y))
    return sqrt(best)


def segment_distance_to_point(start: Point, end: Point, x: float, y: float) -> float:
    """From the closest point of the segment to the point."""
    return sqrt(_squared_to_segment(start, end, x, y))


def segment_crosses(shape: Rect, start: Point, end: Point) -> bool:
    """Whether some of the segment lies inside the rectangle; running along an edge or touching a corner does not."""
    half_width, half_depth = shape.width * 0.5 - TOLERANCE, shape.depth * 0.5 - TOLERANCE
    if half_width < 0.0 or half_depth < 0.0:
        return False
    fx, fy, rx, ry = shape.fx, shape.fy, shape.rx, shape.ry
    dx, dy = start[0] - shape.x, start[1] - shape.y
    ax, ay = dx * rx + dy * ry, dx * fx + dy * fy
    dx, dy = end[0] - shape.x, end[1] - shape.y
    bx, by = dx * rx + dy * ry, dx * fx + dy * fy
    if (ax > half_width and bx > half_width) or (ax < -half_width and bx < -half_width):
        return False
    if (ay > half_depth and by > half_depth) or (ay < -half_depth and by < -half_depth):
        return False
    # What is left to separate them is the line of the segment itself.
    ux, uy = bx - ax, by - ay
    return abs(ax * uy - ay * ux) <= half_width * abs(uy) + half_depth * abs(ux)


def overlap_depth(a: Rect, b: Rect) -> float:
    """How deep two rectangles are in each other along the best separating axis; negative if they are apart."""
    dx, dy = b.x - a.x, b.y - a.y
    ff = abs(a.fx * b.fx + a.fy * b.fy)
    fr = abs(a.fx * b.rx + a.fy * b.ry)
    aw, ad, bw, bd = a.width * 0.5, a.depth * 0.5, b.width * 0.5, b.depth * 0.5
    return min(
        ad + bd * ff + bw * fr - abs(dx * a.fx + dy * a.fy),
        aw + bw * ff + bd * fr - abs(dx * a.rx + dy * a.ry),
        bd + ad * ff + aw * fr - abs(dx * b.fx + dy * b.fy),
        bw + aw * ff + ad * fr - abs(dx * b.rx + dy * b.ry),
    )


def overlaps(a: Rect, b: Rect) -> bool:
    """Whether the insides overlap; touching is not overlapping."""
    dx, dy = b.x - a.x, b.y - a.y
    reach = a.radius + b.radius
    if dx * dx + dy * dy >= reach * reach:
        return False
    # As in `overlap_depth`; the first axis that parts them is enough.
    ff = abs(a.fx * b.fx + a.fy * b.fy)
    fr = abs(a.fx * b.rx + a.fy * b.ry)
    aw, ad, bw, bd = a.width * 0.5, a.depth * 0.5, b.width * 0.5, b.depth * 0.5
    return (
        ad + bd * ff + bw * fr - abs(dx * a.fx + dy * a.fy) > TOLERANCE
        and aw + bw * ff + bd * fr - abs(dx * a.rx + dy * a.ry) > TOLERANCE
        and bd + ad * ff + aw * fr - abs(dx * b.fx + dy * b.fy) > TOLERANCE
        and bw + aw * ff + ad * fr - abs(dx * b.rx + dy * b.ry) > TOLERANCE
    )


def overlaps_any(shape: Rect, others: Iterable[Rect]) -> bool:
    """Whether the inside of the rectangle overlaps with that of any other; the circles around them tell most cases."""
    x, y, radius = shape.x, shape.y, shape.radius
    for other in others:
        dx, dy, reach = other.x - x, other.y - y, radius + other.radius
        if dx * dx + dy * dy < reach * reach and overlaps(shape, other):
            return True
    return False


def overlap_area(a: Rect, b: Rect) -> float:
    """How many square inches two rectangles share."""
    if not overlaps(a, b):
        return 0.0
    points: list[Point] = list(a.corners)
    for nx, ny, half in (
        (b.fx, b.fy, b.depth / 2),
        (-b.fx, -b.fy, b.depth / 2),
        (b.rx, b.ry, b.width / 2),
        (-b.rx, -b.ry, b.width / 2),
    ):
        reach = b.x * nx + b.y * ny + half
        kept: list[Point] = []
        for i, (x, y) in enumerate(points):
            px, py = points[i - 1]
            before, after = px * nx + py * ny - reach, x * nx + y * ny - reach
            if before * after < 0.0:
                share = before / (before - after)
                kept.append((px + (x - px) * share, py + (y - py) * share))
            if after <= 0.0:
                kept.append((x, y))
        points = kept
    return polygon_area(points) if len(points) > 2 else 0.0


def touches(a: Rect, b: Rect) -> bool:
    """Whether the boundaries touch, a shared corner included, without overlapping."""
    return within(a, b, 0.0) and overlap_depth(a, b) <= TOLERANCE


def contains_point(shape: Rect, x: float, y: float) -> bool:
    """Whether the point is inside or on the border."""
    return _squared_to_rect(shape, x, y) <= TOLERANCE * TOLERANCE


def contains_rect(outer: Rect, inner: Rect) -> bool:
    """Whether the inner rectangle lies wholly in the outer one, borders included."""
    dx, dy = inner.x - outer.x, inner.y - outer.y
    reach = outer.radius + TOLERANCE
    if dx * dx + dy * dy > reach * reach:
        # Its middle lies outside already.
        return False
    one, two, three, four = inner.corners
    return (
        contains_point(outer, *one)
        and contains_point(outer, *two)
        and contains_point(outer, *three)
        and contains_point(outer, *four)
    )


def inside_any(shape: Rect, others: Iterable[Rect]) -> bool:
    """Whether the rectangle lies wholly in one of the others, borders included."""
    x, y = shape.x, shape.y
    for outer in others:
        dx, dy, reach = x - outer.x, y - outer.y, outer.radius + TOLERANCE
        if dx * dx + dy * dy <= reach * reach and contains_rect(outer, shape):
            return True
    return False


def on_board(shape: Rect, width: float, depth: float) -> bool:
    """Whether the whole rectangle lies on a board whose near left corner is (0, 0); its edges belong to the board."""
    if shape.radius <= shape.x <= width - shape.radius and shape.radius <= shape.y <= depth - shape.radius:
        return True
    return all(point_on_board(x, y, width, depth) for x, y in shape.corners)


def front_on_board(shape: Rect, width: float, depth: float) -> bool:
    """Whether the front edge lies wholly on the board."""
    (ax, ay), (bx, by) = shape.corners[:2]
    return point_on_board(ax, ay, width, depth) and point_on_board(bx, by, width, depth)


def point_on_board(x: float, y: float, width: float, depth: float) -> bool:
    """Whether the point is on the board, its edges included."""
    return -TOLERANCE <= x <= width + TOLERANCE and -TOLERANCE <= y <= depth + TOLERANCE


def convex_contains(polygon: Sequence[Point], x: float, y: float) -> bool:
    """Whether a convex polygon (corners clockwise as on a map) holds the point, border included."""
    ax, ay = polygon[-1]
    for bx, by in polygon:
        length = hypot(bx - ax, by - ay)
        if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > TOLERANCE * length:
            return False
        ax, ay = bx, by
    return True


def polygon_contains(polygon: Sequence[Point], x: float, y: float) -> bool:
    """Whether the polygon holds the point, border included."""
    inside = False
    near = TOLERANCE * TOLERANCE
    ax, ay = polygon[-1]
    for bx, by in polygon:
        if _squared_to_segment((ax, ay), (bx, by), x, y) <= near:
            return True
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
        ax, ay = bx, by
    return inside


def polygon_contains_rect(polygon: Sequence[Point], shape: Rect) -> bool:
    """Whether the rectangle lies wholly in the polygon, border included."""
    if len(polygon) == 4:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = polygon
        if (ax == bx and by == cy and cx == dx and dy == ay) or (ay == by and bx == cx and cy == dy and dx == ax):
            judged = _upright_contains(min(ax, cx), min(ay, cy), max(ax, cx), max(ay, cy), shape)
            if judged is not None:
                return judged
    for x, y in shape.corners:
        if not polygon_contains(polygon, x, y):
            return False
    return not _boundary_crosses(polygon, shape)


def _upright_contains(left: float, near: float, right: float, far: float, shape: Rect) -> bool | None:
    """Whether an upright box holds the rectangle; None where a corner is so near to the border that it may go with it.

    Most zones are such boxes.
    """
    inside = True
    for x, y in shape.corners:
        if left <= x <= right and near <= y <= far:
            continue
        if x < left - TOLERANCE or x > right + TOLERANCE or y < near - TOLERANCE or y > far + TOLERANCE:
            return False
        inside = False
    return True if inside else None


def polygon_overlaps_rect(polygon: Sequence[Point], shape: Rect) -> bool:
    """Whether some of the rectangle's inside lies in the polygon; touching is not overlapping."""
    return _boundary_crosses(polygon, shape) or polygon_contains(polygon, shape.x, shape.y)


def polygon_distance(polygon: Sequence[Point], shape: Rect) -> float:
    """Between the closest points of the polygon and the rectangle, 0 if they overlap."""
    if polygon_contains(polygon, shape.x, shape.y):
        return 0.0
    best = 1e18
    start = polygon[-1]
    for end in polygon:
        best = min(best, distance_to_segment(shape, start, end))
        start = end
    return best


def polygon_distance_to_point(polygon: Sequence[Point], x: float, y: float) -> float:
    """From the closest point of the polygon to the point, 0 inside."""
    if polygon_contains(polygon, x, y):
        return 0.0
    best = 1e18
    start = polygon[-1]
    for end in polygon:
        best = min(best, _squared_to_segment(start, end, x, y))
        start = end
    return sqrt(best)


def polygon_area(polygon: Sequence[Point]) -> float:
    """The area of the polygon in square inches."""
    return abs(_signed_area(polygon))


def polygon_centroid(polygon: Sequence[Point]) -> Point:
    """The centre of mass of the polygon; for one without area, the mean of its corners."""
    # Measured from the first corner, so that far-off polygons lose no digits.
    ox, oy = polygon[0]
    area = _signed_area(polygon)
    if abs(area) < 1e-12:
        return (summed(x for x, _ in polygon) / len(polygon), summed(y for _, y in polygon) / len(polygon))
    sx = sy = 0.0
    ax, ay = polygon[-1][0] - ox, polygon[-1][1] - oy
    for x, y in polygon:
        bx, by = x - ox, y - oy
        cross = ax * by - bx * ay
        sx += (ax + bx) * cross
        sy += (ay + by) * cross
        ax, ay = bx, by
    return (ox + sx / (6 * area), oy + sy / (6 * area))


def _signed_area(polygon: Sequence[Point]) -> float:
    ox, oy = polygon[0]
    total = 0.0
    ax, ay = polygon[-1][0] - ox, polygon[-1][1] - oy
    for x, y in polygon:
        bx, by = x - ox, y - oy
        total += ax * by - bx * ay
        ax, ay = bx, by
    return total / 2


def _boundary_crosses(polygon: Sequence[Point], shape: Rect) -> bool:
    start = polygon[-1]
    for end in polygon:
        if segment_crosses(shape, start, end):
            return True
        start = end
    return False


def _squared(u: float, v: float) -> float:
    """The squared length of what is positive of two excesses."""
    if u <= 0.0:
        return v * v if v > 0.0 else 0.0
    if v <= 0.0:
        return u * u
    return u * u + v * v


def _squared_to_rect(shape: Rect, x: float, y: float) -> float:
    dx, dy = x - shape.x, y - shape.y
    return _squared(
        abs(dx * shape.rx + dy * shape.ry) - shape.width * 0.5,
        abs(dx * shape.fx + dy * shape.fy) - shape.depth * 0.5,
    )


def _squared_to_segment(start: Point, end: Point, x: float, y: float) -> float:
    ax, ay = start
    ex, ey = end[0] - ax, end[1] - ay
    dx, dy = x - ax, y - ay
    length = ex * ex + ey * ey
    if length > 0.0:
        along = (dx * ex + dy * ey) / length
        if along >= 1.0:
            dx, dy = dx - ex, dy - ey
        elif along > 0.0:
            dx, dy = dx - along * ex, dy - along * ey
    return dx * dx + dy * dy


def _clip(shape: Rect, start: Point, end: Point, margin: float) -> tuple[float, float] | None:
    """Which part of the segment (as fractions of it) lies in the rectangle grown by the margin; None if nothing."""
    ax, ay = local(shape, start[0], start[1])
    bx, by = local(shape, end[0], end[1])
    low, high = 0.0, 1.0
    for at, step, half in (
        (ax, bx - ax, shape.width / 2 + margin),
        (ay, by - ay, shape.depth / 2 + margin),
    ):
        if half < 0.0:
            return None
        if abs(step) < 1e-12:
            if abs(at) > half:
                return None
            continue
        enter, leave = (-half - at) / step, (half - at) / step
        if enter > leave:
            enter, leave = leave, enter
        low, high = max(low, enter), min(high, leave)
        if low > high:
            return None
    return (low, high)
