"""Placing loose bodies of round models: why they may not be set up somewhere, and legal places in rows over a zone.

It is for loose bodies what `placing` is for blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import hypot

import msgspec

from warhost.field.ground.boxes import Box, box_of
from warhost.field.loose.cohesion import Bases
from warhost.field.loose.ways import overlaps_any
from warhost.play.script import Refused
from warhost.table import Area, Base, Board, Circle, Point, Pose, Rect, bases_overlap

APART = 1.5
"""About how far apart the places are that are looked at."""

_EPS = 1e-6


class LooseGround(msgspec.Struct, frozen=True, kw_only=True):
    """Where a loose body may be set up, what is in the way, and by which rules."""

    board: Board
    zone: Area | None = None
    """Fully inside of it, a rectangle along the axes; none: anywhere."""
    away: float = 0.0
    """Farther than so many inches from every enemy: exactly so far is too near."""
    told: str = ""
    """How far that is, in words."""
    barred: tuple[Rect, ...] = ()
    friends: Bases = ()
    foes: Bases = ()
    rule: str
    barred_rule: str


def why_not(name: str, bases: Sequence[Base], ground: LooseGround) -> Refused | None:
    """Why models may not be set up there, if they may not."""
    board, (left, near, right, far) = ground.board, box_of(bases)
    if left < -_EPS or near < -_EPS or right > board.width + _EPS or far > board.depth + _EPS:
        return Refused(f"{name} would stand over the table edge.", ground.rule)
    if ground.zone is not None and not _is_in(ground.zone, left, near, right, far):
        return Refused(f"{name} would stand outside the deployment zone.", ground.rule)
    space = Circle((left + right) / 2, (near + far) / 2, hypot(right - left, far - near) / 2)
    for wall in ground.barred:
        if _is_near(space, wall, 0.0) and any(bases_overlap(base, wall) for base in bases):
            return Refused(f"{name} cannot be set up on that terrain.", ground.barred_rule)
    x, y, reach = space.x, space.y, space.radius
    close = [one for one in ground.friends if (one.x - x) ** 2 + (one.y - y) ** 2 <= (one.radius + reach) ** 2]
    if close and any(overlaps_any(base, close) for base in bases):
        return Refused(f"{name} would stand on friends.", ground.rule)
    for foe in ground.foes:
        if _is_near(space, foe, ground.away) and any(_is_near(base, foe, ground.away) for base in bases):
            return Refused(f"{name} would stand too near to the enemy: {ground.told} away.", ground.rule)
    return None


def _is_near(base: Base, other: Base, inches: float) -> bool:
    """Whether a base is no farther than that from another, judged by the circles about both."""
    dx, dy, reach = base.x - other.x, base.y - other.y, base.radius + other.radius + inches
    return dx * dx + dy * dy <= reach * reach + 1e-9


def _is_in(zone: Area, left: float, near: float, right: float, far: float) -> bool:
    """Whether a box lies wholly in a zone, which is a rectangle along the axes."""
    west, south, east, north = _bounds(zone)
    return west - _EPS <= left and right <= east + _EPS and south - _EPS <= near and far <= north + _EPS


def _bounds(zone: Area) -> Box:
    xs, ys = [x for x, _ in zone.corners], [y for _, y in zone.corners]
    return (min(xs), min(ys), max(xs), max(ys))


# Places


class Layout(msgspec.Struct, frozen=True):
    """How a body stands that is to be set up: its bases about a pose, where it looks, and the box about them when that
    pose is at the origin."""

    bases: Callable[[Pose], Bases]
    facing: float
    extent: Box


def room_for(layout: Layout, ground: LooseGround) -> Box | None:
    """The box in which the middle of a body may be; None if it is too large for its zone."""
    board = ground.board
    west, south, east, north = (0.0, 0.0, board.width, board.depth) if ground.zone is None else _bounds(ground.zone)
    left, near, right, far = layout.extent
    box = (west - left, south - near, east - right, north - far)
    return box if box[0] <= box[2] + _EPS and box[1] <= box[3] + _EPS else None


def spots_in(box: Box, facing: float, *, front_first: bool = True) -> list[Point]:
    """Places all over a box, in rows for a body that looks along an axis: those in front first, or those at the back,
    and each row from its middle outwards."""
    left, near, right, far = box
    across, along = _spread(left, right), _spread(near, far)
    if facing in (0.0, 180.0):
        rows, row = sorted(along, reverse=(facing == 0.0) is front_first), _from_middle(across)
        return [(x, y) for y in rows for x in row]
    rows, row = sorted(across, reverse=(facing == 90.0) is front_first), _from_middle(along)
    return [(x, y) for x in rows for y in row]


def legal_poses(layout: Layout, ground: LooseGround, box: Box, spots: Iterable[Point]) -> Iterator[Pose]:
    """The poses at those of some places in a box where a body may be set up."""
    left, near, right, far = box
    west, south, east, north = layout.extent
    reach = hypot(east - west, north - south) / 2
    for spot in spots:
        x, y = round(spot[0], 4), round(spot[1], 4)
        # The circle about the body tells what may be in its way: often nothing. Rounding may lead over the edge.
        inside = left - _EPS <= x <= right + _EPS and near - _EPS <= y <= far + _EPS
        free = inside and _is_free(x + (east + west) / 2, y + (north + south) / 2, reach, ground)
        pose = Pose(x, y, layout.facing)
        if free or (inside and why_not("", layout.bases(pose), ground) is None):
            yield pose


def _is_free(x: float, y: float, reach: float, ground: LooseGround) -> bool:
    """Whether nothing that matters is near a circle."""
    for others, away in ((ground.barred, reach), (ground.friends, reach), (ground.foes, reach + ground.away)):
        for one in others:
            far = one.radius + away + _EPS
            if (one.x - x) ** 2 + (one.y - y) ** 2 <= far * far:
                return False
    return True


def _from_middle(numbers: Sequence[float]) -> list[float]:
    """The numbers of a row, those in its middle first."""
    middle = (numbers[0] + numbers[-1]) / 2
    return sorted(numbers, key=lambda number: (abs(number - middle), number))


def _spread(low: float, high: float) -> list[float]:
    """Numbers from low to high, about a step apart, both ends included."""
    count = max(1, round((high - low) / APART))
    return [low + (high - low) * number / count for number in range(count + 1)] if high - low > _EPS else [low]
