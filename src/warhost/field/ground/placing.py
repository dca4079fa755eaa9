"""Placing bodies: the ground that they are set up on, distances to keep, free places all over it or at random."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from math import ceil, cos, hypot, radians, sin, sqrt
from typing import TypeAlias

import msgspec

from warhost.dice import Chance
from warhost.field.field import Body, Field
from warhost.play.script import Refused
from warhost.table import (
    TOLERANCE,
    Area,
    Board,
    Point,
    Pose,
    Rect,
    bearing,
    distance,
    distance_to_point,
    from_local,
    on_board,
    overlaps,
    rect,
    strip,
    summed,
    within,
)

LOOKED_AT = 150
"""About how many places are looked at when sensible ones are wanted."""

TRIES = 24
"""How many places at random are tried."""

Box: TypeAlias = tuple[float, float, float, float]
"""An upright box: left, near, right, far."""


STRICTLY = 0.003
"""What is exactly that far is not more than that far: zones that begin more than so many inches away begin this far
beyond them."""


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """Where a body may be set up, and by which rule. What is not told does not matter."""

    rule: str
    parts: tuple[Area, ...] = ()
    """Fully inside one of these."""
    band: float = 0.0
    """Within so many inches of any table edge."""
    around: Point | None = None
    reach: float = 0.0
    """Within so many inches of the point."""
    fully: bool = True
    """Whether all of the body must be that near to the edge or the point; else its closest model is enough."""
    enemies: float = 0.0
    """More than so many inches from every enemy."""
    away: tuple[tuple[int, float], ...] = ()
    """More than so many inches from these bodies."""
    points: tuple[Point, ...] = ()
    clear: float = 0.0
    """More than so many inches from these points."""
    friends: float = 0.0
    """Within so many inches of a friend, once there is one on the table."""


class Room(msgspec.Struct, frozen=True):
    """What a body needs around it wherever it is placed, and by which rules."""

    gap: float
    """How far bodies stay from each other; exactly that far is far enough. Without a gap they may touch."""
    gap_rule: str
    barred: tuple[str, ...] = ()
    """The traits of pieces that nobody is placed on."""
    barred_rule: str = ""
    keeps_off: float = 0.0
    """How far bodies stay from those pieces; exactly that far is far enough. Without it they may touch."""


class Newcomer(msgspec.Struct, frozen=True):
    """A body that is to be placed: whose it is, and what it would cover in a pose."""

    id: int
    seat: int
    name: str
    shape: Callable[[Pose], Rect]
    parts: Callable[[Pose], Sequence[Rect]]
    """What its models cover of its shape."""
    models: Callable[[Pose], Iterable[Rect]]
    """Each model's base."""


Ahead: TypeAlias = Callable[[float, float], float]
"""The facing in which a body is usually set up at a point."""


# Why a place is not legal


def why_not(field: Field, body: Newcomer, pose: Pose, ground: Ground, room: Room) -> Refused | None:
    """Why the body may not be set up there: off its ground, too close to something, or no place to stand."""
    shape = body.shape(pose)
    parts = body.parts(pose)
    return (
        _off_ground(field.board, body, pose, shape, parts, ground)
        or why_no_room(field, body, shape, room)
        or _too_close(field, body, parts, ground)
    )


def _off_ground(
    board: Board, body: Newcomer, pose: Pose, shape: Rect, parts: Sequence[Rect], ground: Ground
) -> Refused | None:
    if not on_board(shape, board.width, board.depth):
        return Refused(f"{body.name} would not be completely on the table.", ground.rule)
    if not _is_on(board, body, pose, parts, ground):
        return Refused(f"{body.name} must be {_where(ground)}.", ground.rule)
    return None


def why_no_room(field: Field, body: Newcomer, shape: Rect, room: Room) -> Refused | None:
    """Why there is no room for it: a piece that nobody is placed on, or another body less than the gap away."""
    for trait in room.barred:
        for piece in field.terrain.having(trait):
            if overlaps(shape, piece.shape):
                return Refused(f"{body.name} cannot be placed in {piece.name}.", room.barred_rule)
            if room.keeps_off and within(shape, piece.shape, room.keeps_off - 2 * TOLERANCE):
                told = f'{body.name} would be less than {room.keeps_off:g}" from {piece.name}.'
                return Refused(told, room.gap_rule)
    for other in field.bodies:
        if other.id == body.id:
            continue
        if room.gap <= 0.0:
            if overlaps(shape, other.shape):
                return Refused(f"{body.name} would overlap {other.name}.", room.gap_rule)
        elif within(shape, other.shape, room.gap - 2 * TOLERANCE):
            return Refused(f'{body.name} would be less than {room.gap:g}" from {other.name}.', room.gap_rule)
    return None


def _is_on(board: Board, body: Newcomer, pose: Pose, parts: Sequence[Rect], ground: Ground) -> bool:
    """Whether every part lies fully where it may, or the closest one where that is enough."""
    if ground.parts and not any(all(area.contains_rect(part) for part in parts) for area in ground.parts):
        return False
    if not ground.fully:
        return _reaches(board, parts, ground)
    if ground.around is not None:
        x, y = ground.around
        far = max(hypot(cx - x, cy - y) for part in parts for cx, cy in part.corners)
        if far > ground.reach + TOLERANCE:
            return False
    if ground.band and not all(_in_band(board, corner, ground.band) for part in parts for corner in part.corners):
        return False
    # A body across a table corner may have its ends near two edges and its middle near none.
    return not ground.band or all(
        _in_band(board, corner, ground.band) for base in body.models(pose) for corner in base.corners
    )


def _reaches(board: Board, parts: Sequence[Rect], ground: Ground) -> bool:
    """Whether the closest part is as near to the point or the table edge as it must be."""
    around = ground.around
    if around is not None and min(distance_to_point(part, *around) for part in parts) > ground.reach + TOLERANCE:
        return False
    # Of all points of a part, a corner is nearest to an edge.
    return not ground.band or any(_in_band(board, corner, ground.band) for part in parts for corner in part.corners)


def _in_band(board: Board, point: Point, band: float) -> bool:
    return edge_distance(board, *point) <= band + TOLERANCE


def _where(ground: Ground) -> str:
    if ground.parts:
        return "fully inside the deployment zone"
    near = "fully within" if ground.fully else "within"
    if ground.around is not None:
        return f'{near} {ground.reach:g}" of that point'
    return f'{near} {ground.band:g}" of a table edge'


def _too_close(field: Field, body: Newcomer, parts: Sequence[Rect], ground: Ground) -> Refused | None:
    for x, y in ground.points if ground.clear else ():
        if min(distance_to_point(part, x, y) for part in parts) <= ground.clear + TOLERANCE:
            return Refused(f'{body.name} must be more than {ground.clear:g}" from the marker.', ground.rule)
    for number, inches in ground.away:
        if number in field and _apart(parts, field[number]) <= inches:
            return Refused(f'{body.name} must be more than {inches:g}" from {field[number].name}.', ground.rule)
    if ground.friends:
        friends = [other for other in field.others(body.id) if field.friends(other.seat, body.seat)]
        if friends and all(_apart(parts, friend) > ground.friends for friend in friends):
            return Refused(f'{body.name} must be within {ground.friends:g}" of a friendly unit.', ground.rule)
    for enemy in field.enemies(body.seat) if ground.enemies else ():
        if _apart(parts, enemy) <= ground.enemies:
            return Refused(f'{body.name} must be more than {ground.enemies:g}" from {enemy.name}.', ground.rule)
    return None


def _apart(parts: Sequence[Rect], other: Body) -> float:
    """The distance to another body, without the hair by which equal lengths differ."""
    return min(distance(part, there) for part in parts for there in other.covers) - TOLERANCE


# Placed again


def ring_of_poses(start: Pose, inches: float) -> list[Pose]:
    """Poses around another, facing the same way, all the way off and nearer: as suggestions."""
    shares = (1.0, 0.75, 0.5, 0.25)
    return [shifted(start, inches * share, turn) for share in shares for turn in range(0, 360, 30)]


def shifted(start: Pose, inches: float, turn: float) -> Pose:
    """The pose moved by so many inches, in the direction so many degrees from its facing."""
    angle = radians(start.facing + turn)
    return Pose(start.x + inches * sin(angle), start.y + inches * cos(angle), start.facing)


def farthest_moved(before: Iterable[Rect], after: Iterable[Rect]) -> float:
    """How far the centre of the base that is moved most ends from where it was."""
    return max(hypot(now.x - was.x, now.y - was.y) for was, now in zip(before, after, strict=True))


# Free places


def sensible_places(
    field: Field, body: Newcomer, ground: Ground, room: Room, ahead: Ahead, enough: int = 1000
) -> list[Pose]:
    """Legal places all over the ground, looking ahead; if there are none, looking anywhere and closer together."""
    found = list(islice(_legal_places(field, body, ground, room, ahead, LOOKED_AT), enough))
    if found:
        return found
    closer = (
        _legal_places(field, body, ground, room, _always(turn), 12 * LOOKED_AT) for turn in (0.0, 90.0, 180.0, 270.0)
    )
    return list(islice(chain.from_iterable(closer), enough))


def _always(facing: float) -> Ahead:
    return lambda x, y: facing


def drafted_places(field: Field, body: Newcomer, ground: Ground, ahead: Ahead) -> list[Pose]:
    """Places all over the ground, looking ahead; not all of them are legal."""
    return list(_places(field, body, ground, ahead, LOOKED_AT))


def _legal_places(field: Field, body: Newcomer, ground: Ground, room: Room, ahead: Ahead, looks: int) -> Iterator[Pose]:
    for pose in _places(field, body, ground, ahead, looks):
        shape = body.shape(pose)
        # Whatever is in the way is the usual reason and quickly seen.
        if why_no_room(field, body, shape, room) is not None:
            continue
        parts = body.parts(pose)
        if not _off_ground(field.board, body, pose, shape, parts, ground) and not _too_close(
            field, body, parts, ground
        ):
            yield pose


def _places(field: Field, body: Newcomer, ground: Ground, ahead: Ahead, looks: int) -> Iterator[Pose]:
    """About so many places, evenly over the ground."""
    boxes = _boxes(field.board, body, ground)
    area = summed((right - left) * (far - near) for left, near, right, far in boxes)
    step = max(0.5, sqrt(area / looks))
    for left, near, right, far in boxes:
        for x in _spread(left, right, step):
            for y in _spread(near, far, step):
                turned = ahead(x, y)
                yield Pose(*_drawn_in(body, x, y, turned, (left, near, right, far)), turned)


def random_place(field: Field, body: Newcomer, ground: Ground, room: Room, ahead: Ahead, chance: Chance) -> Pose:
    """A legal place at random; where a few tries find none, one of the sensible ones."""
    boxes = _boxes(field.board, body, ground)
    for _ in range(TRIES):
        left, near, right, far = box = boxes[chance.pick(len(boxes))]
        x, y = left + chance.uniform() * (right - left), near + chance.uniform() * (far - near)
        facing = ahead(x, y) if chance.pick(2) else chance.uniform() * 360.0
        pose = Pose(*_drawn_in(body, x, y, facing, box), facing)
        if why_not(field, body, pose, ground, room) is None:
            return pose
    places = sensible_places(field, body, ground, room, ahead)
    assert places, f"{body.name} was to be set up where there is no room"
    return places[chance.pick(len(places))]


def rows_of_places(
    area: Area, facing: float, size: tuple[float, float], obstacles: Iterable[Rect], gap: float
) -> list[Pose]:
    """Free places in an upright area, facing that way: rows at its near end, in the middle and far, an inch apart.

    They are tried all at once, and with the full gap, so that rounding cannot make one of them illegal.
    """
    from warhost.table import batch

    (width, depth), (left, near, right, far) = size, _bounds(area)
    columns = int(right - left - width) + 1
    rows = (near + depth / 2, (near + far) / 2, far - depth / 2)
    spots = [(left + width / 2 + column, y) for y in rows for column in range(columns)]
    tried = batch.poses([x for x, _ in spots], [y for _, y in spots], facing, width, depth)
    clear = [True] * len(spots)
    for obstacle in obstacles:
        gaps = batch.distances(tried, obstacle).tolist()
        clear = [free and apart >= gap for free, apart in zip(clear, gaps, strict=True)]
    return [Pose(x, y, facing) for (x, y), free in zip(spots, clear, strict=True) if free]


def random_pose(area: Area, chance: Chance) -> Pose:
    """Any pose with its centre in the upright box around an area."""
    left, near, right, far = _bounds(area)
    x, y = left + chance.uniform() * (right - left), near + chance.uniform() * (far - near)
    return Pose(x, y, chance.uniform() * 360.0)


def _spread(low: float, high: float, step: float) -> list[float]:
    """Points from one end to the other, both included, about a step apart."""
    count = max(1, ceil((high - low) / step))
    return [low + (high - low) * index / count for index in range(count + 1)]


def _drawn_in(body: Newcomer, x: float, y: float, facing: float, box: Box) -> Point:
    """The point moved so that a body with its centre there stays inside the box, as far as it can."""
    shape = body.shape(Pose(x, y, facing))
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = shape.corners
    half_x, half_y = max(ax, bx, cx, dx) - x, max(ay, by, cy, dy) - y
    left, near, right, far = box
    return (min(max(x, left + half_x), right - half_x), min(max(y, near + half_y), far - half_y))


def _boxes(board: Board, body: Newcomer, ground: Ground) -> list[Box]:
    """Upright boxes in which the body would stand on the ground."""
    if ground.parts:
        return [_bounds(part) for part in ground.parts]
    beyond = 0.0
    if not ground.fully:
        shape = body.shape(Pose(0.0, 0.0, 0.0))
        beyond = hypot(shape.width, shape.depth)
    if ground.around is not None:
        x, y = ground.around
        r = ground.reach + beyond
        return [(max(0.0, x - r), max(0.0, y - r), min(board.width, x + r), min(board.depth, y + r))]
    if ground.band:
        band = min(ground.band + beyond, board.width, board.depth)
        return [_bounds(area) for area in edge_strips(board, band)]
    return [(0.0, 0.0, board.width, board.depth)]


def _bounds(area: Area) -> Box:
    across, along = [x for x, _ in area.corners], [y for _, y in area.corners]
    return (min(across), min(along), max(across), max(along))


def nearest_room(wanted: Rect, has_room: Callable[[Rect], bool], step: float, most: int) -> Rect:
    """The nearest place, aside, back or ahead of the one wanted, that has room; that one itself if there is none.

    It is looked for step by step, and no farther than so many steps.
    """
    for nudge in range(most):
        for right, ahead in ((1.0, 0.0), (-1.0, 0.0), (0.0, -1.0), (0.0, 1.0)):
            x, y = from_local(wanted, right * nudge * step, ahead * nudge * step)
            place = rect(x, y, wanted.facing, wanted.width, wanted.depth)
            if has_room(place):
                return place
    return wanted


# Edges and zones


def edge_distance(board: Board, x: float, y: float) -> float:
    """From a point to the nearest table edge."""
    return min(x, y, board.width - x, board.depth - y)


def edge_strips(board: Board, band: float) -> tuple[Area, ...]:
    """The strips along the four table edges: at the near edge, at the far one, on the left, on the right."""
    width, depth = board.width, board.depth
    return (
        strip(0.0, 0.0, width, band),
        strip(0.0, depth - band, width, depth),
        strip(0.0, 0.0, band, depth),
        strip(width - band, 0.0, width, depth),
    )


def facing_zone(areas: Iterable[Area], x: float, y: float) -> float:
    """The facing of somebody at a point who looks at the nearest point of a zone; 0 from inside of it."""
    tx, ty = min((nearest_in(area, x, y) for area in areas), key=lambda p: hypot(p[0] - x, p[1] - y))
    return round(bearing(x, y, tx, ty), 6) if (tx, ty) != (x, y) else 0.0


def facing_outwards(middle: Point, x: float, y: float) -> float:
    """The facing of somebody at a point who looks away from the middle, to the nearest quarter of a turn."""
    return round(bearing(*middle, x, y) / 90.0) * 90.0 % 360.0


def facing_inwards(board: Board, x: float, y: float) -> float:
    """The facing of somebody at a point who looks straight away from the nearest table edge."""
    edges = {0.0: y, 180.0: board.depth - y, 90.0: x, 270.0: board.width - x}
    return min(edges, key=lambda facing: edges[facing])


def nearest_in(area: Area, x: float, y: float) -> Point:
    """The nearest point of an area."""
    if area.contains_point(x, y):
        return (x, y)
    best, where = 1e18, area.corners[0]
    ax, ay = area.corners[-1]
    for bx, by in area.corners:
        ex, ey = bx - ax, by - ay
        length = ex * ex + ey * ey
        along = max(0.0, min(1.0, ((x - ax) * ex + (y - ay) * ey) / length)) if length else 0.0
        px, py = ax + along * ex, ay + along * ey
        gap = hypot(px - x, py - y)
        if gap < best:
            best, where = gap, (px, py)
        ax, ay = bx, by
    return where
