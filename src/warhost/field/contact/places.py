"""Contact: places against a side of something, which of them are free, who stands opposite whom.

A place flush on a side is one number: how far the mover's centre line stands from the side's midpoint, positive to the
right of somebody who looks out over the side. So free places and equally good places are intervals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot

import msgspec

from warhost.field.ranks import Formation, Ranks
from warhost.table import (
    TOLERANCE,
    Arc,
    Board,
    Interval,
    Point,
    Rect,
    closest_points,
    edge_length,
    edge_midpoint,
    flush,
    flush_side,
    outermost,
    outward,
    outward_facing,
    overlaps,
    ranks_of,
    rect,
    turn_between,
)

SURE_CONTACT = 0.05
"""How much of a side a place covers at least: a bare corner could be lost to rounding."""

MOST_ASIDE = 89.5
"""A side is struck by a front that is turned towards it, not by one that slides along it."""

SQUARE_ENOUGH = 0.01
"""Within so many degrees a front lies flush."""

NO_TOUCH = 2 * TOLERANCE
"""What keeps shapes out of contact for sure."""

Spot = tuple[int, int]
"""A model's place in its unit: rank and file."""

Free = Callable[[Rect], bool]
"""Whether a book lets somebody stand there."""

OverGaps = Callable[[Arc, Arc], bool]
"""Whether two that touch each other with these sides fight over gaps."""


# Offsets


def along(goal: Rect, side: Arc, shape: Rect) -> float:
    """Where along that side the shape's centre is, on the scale of `flush`."""
    nx, ny = outward(goal, side)
    mx, my = edge_midpoint(goal, side)
    return (shape.x - mx) * ny - (shape.y - my) * nx


def ease(goal: Rect, side: Arc, shape: Rect) -> float:
    """How far to both sides of the middle the shape's front has all the contact that there can be."""
    return abs(edge_length(goal, side) - shape.width) / 2


def frontage(goal: Rect, side: Arc, place: Rect) -> float:
    """How many inches of the place's front lie against that side of the goal, if it is flush."""
    reach = (edge_length(goal, side) + place.width) / 2 - abs(along(goal, side, place))
    return max(0.0, min(reach, place.width, edge_length(goal, side)))


def struck_at(shape: Rect, goal: Rect, side: Arc) -> float | None:
    """Where along that side a shape will stand that has touched it with its front and turns flush about the point of
    contact; None if it touches another side, or is not turned towards this one."""
    turn = turn_between(shape.facing, outward_facing(goal, side) + 180.0)
    if abs(turn) >= MOST_ASIDE:
        return None
    (fx, fy), (x, y) = closest_points(shape, goal)
    nx, ny = outward(goal, side)
    mx, my = edge_midpoint(goal, side)
    if abs((x - mx) * nx + (y - my) * ny) > 4 * TOLERANCE or hypot(x - fx, y - fy) > 4 * TOLERANCE:
        return None
    if abs(turn) < SQUARE_ENOUGH:
        return along(goal, side, shape)
    at = (x - mx) * ny - (y - my) * nx
    half = shape.width / 2
    across = (x - shape.x) * shape.rx + (y - shape.y) * shape.ry
    # What is to the right of the mover is to the left of who looks out over the side.
    return at + max(-half, min(half, across))


def free_offsets(
    mover: Rect, target: Rect, side: Arc, blocks: Iterable[Rect], board: Board, least: float = SURE_CONTACT
) -> list[Interval]:
    """The offsets at which the mover can stand flush on that side, on the board and clear of the blocks, with so many
    inches of contact at least."""
    nx, ny = outward(target, side)
    mx, my = edge_midpoint(target, side)
    half = mover.width / 2
    reach = edge_length(target, side) / 2 + half - least
    low, high = -reach, reach
    # Every corner stays between the edges of the board: a bound on the offset along x, another along y.
    for near in (0.0, mover.depth):
        for start, slope, limit in ((mx + nx * near, ny, board.width), (my + ny * near, -nx, board.depth)):
            for corner in (-half, half):
                at = start + slope * corner
                if abs(slope) < 1e-9:
                    if not -TOLERANCE <= at <= limit + TOLERANCE:
                        return []
                    continue
                ends = (-at / slope, (limit - at) / slope)
                low, high = max(low, min(ends)), min(high, max(ends))
    free = [(low, high)] if low <= high else []
    for block in blocks:
        shadow = _shadow(block, mx, my, nx, ny, mover.depth)
        if shadow is not None:
            free = _without(free, shadow[0] - half, shadow[1] + half)
            if not free:
                break
    return free


def _shadow(block: Rect, mx: float, my: float, nx: float, ny: float, depth: float) -> Interval | None:
    """From where to where along a side a block stands within the band of that depth before it."""
    dx, dy = block.x - mx, block.y - my
    off = dx * nx + dy * ny
    if off + block.radius <= TOLERANCE or off - block.radius >= depth - TOLERANCE:
        return None
    corners = []
    for x, y in block.corners:
        dx, dy = x - mx, y - my
        corners.append((dx * ny - dy * nx, dx * nx + dy * ny))
    near, far = TOLERANCE, depth - TOLERANCE
    low, high = 1e18, -1e18
    au, an = corners[3]
    for bu, bn in corners:
        if near <= bn <= far:
            low, high = min(low, bu), max(high, bu)
        for border in (near, far):
            if (an < border) != (bn < border):
                u = au + (bu - au) * (border - an) / (bn - an)
                low, high = min(low, u), max(high, u)
        au, an = bu, bn
    return (low, high) if low <= high else None


def _without(free: Sequence[Interval], low: float, high: float) -> list[Interval]:
    left: list[Interval] = []
    for start, end in free:
        if high <= start or low >= end:
            left.append((start, end))
            continue
        if start <= low:
            left.append((start, low))
        if end >= high:
            left.append((high, end))
    return left


# Places by a book's own score


class Stretch(msgspec.Struct, frozen=True, array_like=True):
    """Offsets along a side that have the same score."""

    low: float
    high: float
    score: int


def scored(edges: Iterable[float], score: Callable[[float], int]) -> tuple[Stretch, ...]:
    """Every offset with its score, from left to right, if the score changes only where edges of bases meet.

    Where edges meet, corners touch and the score may be higher than a hair to either side.
    """
    at = sorted(edges)
    found = [Stretch(at[0], at[0], score(at[0]))]
    for low, high in pairwise(at):
        if high - low > 2 * NO_TOUCH:
            found.append(Stretch(low + NO_TOUCH, high - NO_TOUCH, score((low + high) / 2)))
        found.append(Stretch(high, high, score(high)))
    return tuple(found)


def score_at(parts: Iterable[Stretch], offset: float) -> int:
    """The score of that offset."""
    near = (part for part in parts if part.low <= offset + NO_TOUCH)
    return max((part.score for part in near if offset <= part.high + NO_TOUCH), default=0)


def within_free(parts: Iterable[Stretch], free: Sequence[Interval]) -> list[Stretch]:
    """What of the stretches lies in the free intervals."""
    found = []
    for part in parts:
        for low, high in free:
            if part.low <= high and low <= part.high:
                found.append(Stretch(max(part.low, low), min(part.high, high), part.score))
    return found


def best_offsets(parts: Sequence[Stretch]) -> list[float]:
    """Of the highest score, the ends of its stretches and what is nearest to the middle; that comes first."""
    most = max((part.score for part in parts), default=0)
    offsets = {offset for part in parts if part.score == most for offset in ends_and_nearest(part)}
    return sorted(offsets, key=lambda one: (abs(one), one))


def ends_and_nearest(part: Stretch) -> tuple[float, ...]:
    """The offset nearest to the centre line, then the leftmost and the rightmost."""
    if part.low == part.high:
        return (part.low,)
    return (max(part.low, min(part.high, 0.0)), part.low, part.high)


# Shuffling into place


def flush_place(goal: Rect, side: Arc, shape: Rect, free: Free, step: float) -> Rect | None:
    """The shape with its front on that side, as much of it as possible, shifted as little as possible.

    If that place is not free, the free one with the greatest overlap, tried in such steps; None if there is none.
    """
    span = (edge_length(goal, side) + shape.width) / 2
    room = ease(goal, side, shape)
    here = along(goal, side, shape)
    place = flush(shape, goal, side, max(-room, min(room, here)))
    if free(place):
        return place
    tries = [-span + TOLERANCE + number * step for number in range(int(2 * span / step) + 1)]
    tries += [-room, room, span - step]
    tries.sort(key=lambda offset: (max(0.0, abs(offset) - room), abs(offset - here)))
    for offset in tries:
        if abs(offset) < span - TOLERANCE:
            place = flush(shape, goal, side, offset)
            if free(place):
                return place
    return None


def shuffled_towards(goal: Rect, side: Arc, shape: Rect, inches: float, free: Free, step: float) -> Rect | None:
    """The goal moved along its own side towards the shape, by up to so many inches and as far as it is free."""
    nx, ny = outward(goal, side)
    towards = 1.0 if along(goal, side, shape) > 0.0 else -1.0
    best: Rect | None = None
    shift = step
    while shift <= inches + step:
        length = min(shift, inches) * towards
        place = rect(goal.x + ny * length, goal.y - nx * length, goal.facing, goal.width, goal.depth)
        if not free(place):
            break
        best = place
        shift += step
    return best


def beside(shape: Rect, sides: Iterable[Arc], goal: Rect, overlap: float) -> Iterator[Rect]:
    """Places of a shape in contact with a goal, with each of these sides of its own against each side of the goal: in
    the middle of it, and so far along that only so much of the two sides still meets."""
    for own in sides:
        for side in Arc:
            span = (edge_length(goal, side) + edge_length(shape, own)) / 2 - overlap
            for offset in (0.0, span, -span):
                yield flush_side(shape, own, goal, side, offset)


def slid(shape: Rect, direction: Point, inches: float, free: Free, step: float) -> tuple[float, Rect]:
    """The shape moved by up to so many inches, as far as it is free, and how far that is; tried in such steps."""
    far, place = 0.0, shape
    while far < inches:
        further = min(inches, far + step)
        x, y = shape.x + direction[0] * further, shape.y + direction[1] * further
        there = rect(x, y, shape.facing, shape.width, shape.depth)
        if not free(there):
            break
        far, place = further, there
    return far, place


def away_from(shape: Rect, goal: Rect) -> Point:
    """The direction straight back for what stands square to the goal, else directly away from the nearest point."""
    if min(abs(turn_between(shape.facing + quarter, goal.facing)) for quarter in (0.0, 90.0, 180.0, 270.0)) < 0.01:
        return -shape.fx, -shape.fy
    (x, y), _ = closest_points(shape, goal)
    length = hypot(shape.x - x, shape.y - y)
    return (shape.x - x) / length, (shape.y - y) / length


def turned_flush(goal: Rect, side: Arc, shape: Rect, free: Free, most_turn: float) -> Rect | None:
    """The goal laid with that side on the shape's front by a small turn, if there is room for it."""
    room = ease(goal, side, shape)
    offset = max(-room, min(room, along(shape, Arc.FRONT, goal)))
    wanted = flush_side(goal, side, shape, Arc.FRONT, offset)
    if abs(turn_between(goal.facing, wanted.facing)) > most_turn:
        return None
    return wanted if free(wanted) and not overlaps(wanted, shape) else None


# Who stands opposite whom


class Column(msgspec.Struct, frozen=True):
    """The model that faces out of one side of its unit at this stretch of a line, and if it stands at the edge."""

    spot: Spot
    low: float
    high: float
    at_edge: bool


def columns(ranks: Ranks, where: Rect, side: Arc, origin: Point, direction: Point) -> list[Column]:
    """A side of a unit as stretches of a line through the origin in that direction."""
    deep = ranks_of(ranks.models, ranks.files)
    across = side is Arc.FRONT or side is Arc.REAR
    step = where.width / ranks.files if across else where.depth / deep
    half = where.width / 2 if across else where.depth / 2
    ox, oy = outward(where, side)
    # Along the edge from left to right for somebody looking out over it: the outward direction turned clockwise.
    ex, ey = oy, -ox
    sign = 1.0 if ex * direction[0] + ey * direction[1] > 0 else -1.0
    middle = (where.x - origin[0]) * direction[0] + (where.y - origin[1]) * direction[1]
    found = []
    for index, (rank, file) in enumerate(outermost(ranks.models, ranks.files, ranks.rear_from, side)):
        start = -half + index * step
        ends = (middle + sign * start, middle + sign * (start + step))
        if side is Arc.REAR:
            at_edge = rank == deep - 1
        elif side is Arc.LEFT:
            at_edge = file == 0
        elif side is Arc.RIGHT:
            at_edge = file == ranks.files - 1
        else:
            at_edge = True
        found.append(Column((rank, file), min(ends), max(ends), at_edge))
    return found


def opposed(
    one: Ranks, its_rect: Rect, its_side: Arc, other: Ranks, others_rect: Rect, others_side: Arc, *, over_gaps: bool
) -> tuple[list[Spot], list[Spot]]:
    """The models of two touching units that fight each other, first those of the one, then those of the other."""
    pairs = matched(one, its_rect, its_side, other, others_rect, others_side, over_gaps=over_gaps)
    return list(dict.fromkeys(mine for mine, _ in pairs)), sorted({yours for _, yours in pairs})


def matched(
    one: Ranks, its_rect: Rect, its_side: Arc, other: Ranks, others_rect: Rect, others_side: Arc, *, over_gaps: bool
) -> list[tuple[Spot, Spot]]:
    """Which model of a unit fights which model of another that it touches.

    Bases that touch, a shared corner included; and, over gaps, those whose straight way to the other's edge leads over
    an empty place.
    """
    origin = (others_rect.x, others_rect.y)
    ox, oy = outward(others_rect, others_side)
    direction = (oy, -ox)
    own = columns(one, its_rect, its_side, origin, direction)
    theirs = columns(other, others_rect, others_side, origin, direction)
    found: list[tuple[Spot, Spot]] = []
    for a in own:
        for b in theirs:
            if a.at_edge and b.at_edge:
                touching = a.low <= b.high + TOLERANCE and b.low <= a.high + TOLERANCE
            else:
                touching = over_gaps and a.low < b.high - TOLERANCE and b.low < a.high - TOLERANCE
            if touching:
                found.append((a.spot, b.spot))
    return found


@lru_cache(maxsize=4096)
def fighting_stretches(mover: Formation, target: Formation, side: Arc, over_gaps: OverGaps) -> tuple[Stretch, ...]:
    """Every offset of the mover's front along that side, with how many models of both then fight."""
    front, shape = mover.out_of(Arc.FRONT).shape, target.shape

    def count(offset: float) -> int:
        place, gaps = flush(front, shape, side, offset), over_gaps(Arc.FRONT, side)
        mine, theirs = opposed(mover.ranks, place, Arc.FRONT, target.ranks, shape, side, over_gaps=gaps)
        return len(mine) + len(theirs)

    length, step = edge_length(shape, side), target.step(side)
    theirs = [step * i - length / 2 for i in range(round(length / step) + 1)]
    mine = [mover.base_width * i - front.width / 2 for i in range(mover.ranks.files + 1)]
    reach = length / 2 + front.width / 2
    return scored({round(a - b, 6) for a in theirs for b in mine} | {-reach, reach}, count)
