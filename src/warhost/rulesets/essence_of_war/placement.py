"""Places against an enemy's facing: which are free, and where most models touch (Charge Phase: Maximising Contact).

A place flush on a facing is one number: how far the mover's centre line stands from the facing's midpoint, positive
to the right of somebody who looks out over the facing. So free places and equally good places are intervals.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec

from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.contact import facing_models
from warhost.rulesets.essence_of_war.formation import boundary, models_at, size
from warhost.rulesets.essence_of_war.terrain import of_kind
from warhost.table import (
    TOLERANCE,
    Arc,
    Interval,
    Rect,
    arc_of,
    edge_length,
    edge_midpoint,
    flush,
    grown,
    outward,
    rect,
)

SURE_CONTACT = 0.05
"""How much of a facing a place covers at least: a bare corner could be lost to rounding."""

NO_TOUCH = 2 * TOLERANCE
"""What keeps a unit out of contact with an enemy that it may not touch."""


class Stretch(msgspec.Struct, frozen=True, array_like=True):
    """Offsets along a facing that bring the same number of models into contact."""

    low: float
    high: float
    count: int


@rule("eow.arc.location")
def arc_struck(battle: Battle, mover: Unit, place: Rect, target: Rect) -> Arc:
    """The arc of the target in which the mover lies: that of its front's midpoint.

    A setting counts the models of its front rank instead, and the midpoint only breaks ties (EOW-R037).
    """
    middle = arc_of(target, *place.front)
    if battle.scene.settings.charge_arc == "midpoint":
        return middle
    votes: dict[Arc, int] = {}
    for model in models_at(battle, mover, place.pose):
        if model.rank == 0:
            arc = arc_of(target, model.base.x, model.base.y)
            votes[arc] = votes.get(arc, 0) + 1
    most = max(votes.values())
    first = [arc for arc, count in votes.items() if count == most]
    return first[0] if len(first) == 1 else middle


@rule("eow.spacing.contact_target_only", "eow.charge.move.proximity")
def blockers(battle: Battle, mover: Unit, touching: Container[int], ignoring: Container[int] = ()) -> Iterable[Rect]:
    """What the mover may not overlap: other units and Impassable Terrain. It may touch friends and terrain.

    Enemies that it may not even touch come with a hair around them, so that touching them is overlapping it.
    """
    for other in battle.units:
        if other.pose is None or other.id == mover.id or other.id in ignoring:
            continue
        shape = boundary(battle, other)
        if other.seat != mover.seat and other.id not in touching:
            shape = grown(shape, NO_TOUCH)
        yield shape
    yield from of_kind(battle.scene.board, "impassable")


def free_offsets(
    mover: Rect, target: Rect, side: Arc, blocks: Iterable[Rect], width: float, depth: float
) -> list[Interval]:
    """The offsets at which the mover can stand flush on that facing, on a board of that size, clear of the blocks."""
    nx, ny = outward(target, side)
    mx, my = edge_midpoint(target, side)
    half = mover.width / 2
    reach = edge_length(target, side) / 2 + half - SURE_CONTACT
    low, high = -reach, reach
    # Every corner stays between the edges of the board: a bound on the offset along x, another along y.
    for near in (0.0, mover.depth):
        for start, slope, limit in ((mx + nx * near, ny, width), (my + ny * near, -nx, depth)):
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
    """From where to where along a facing a block stands within the band of that depth before it."""
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


@rule("eow.charge.maximise.models")
def contact_count(battle: Battle, mover: Unit, place: Rect, target: Unit, side: Arc) -> int:
    """How many models of both sides are in base contact there, those that fight over gaps included."""
    mine, theirs = facing_models(mover, place, Arc.FRONT, target, boundary(battle, target), side)
    return len(mine) + len(theirs)


def stretches(battle: Battle, mover: Unit, target: Unit, side: Arc) -> tuple[Stretch, ...]:
    """Every offset on that facing with the models it brings into contact, from left to right."""
    one, other = battle.entry(mover), battle.entry(target)
    return _stretches(
        (mover.models, mover.files, one.base_width, one.base_depth),
        (target.models, target.files, target.rear_from, other.base_width, other.base_depth),
        side,
    )


@lru_cache(maxsize=4096)
def _stretches(
    mover: tuple[int, int, float, float], target: tuple[int, int, int, float, float], side: Arc
) -> tuple[Stretch, ...]:
    one = Unit(id=0, seat=0, name="", entry=0, models=mover[0], files=mover[1])
    other = Unit(id=1, seat=1, name="", entry=1, models=target[0], files=target[1], rear_from=target[2])
    front = rect(0.0, 0.0, 0.0, one.files * mover[2], mover[3])
    shape = rect(0.0, 0.0, 0.0, other.files * target[3], -(-other.models // other.files) * target[4])

    def count(offset: float) -> int:
        mine, theirs = facing_models(one, flush(front, shape, side, offset), Arc.FRONT, other, shape, side)
        return len(mine) + len(theirs)

    length = edge_length(shape, side)
    step = target[3] if side in (Arc.FRONT, Arc.REAR) else target[4]
    theirs = [step * i - length / 2 for i in range(round(length / step) + 1)]
    mine = [mover[2] * i - front.width / 2 for i in range(one.files + 1)]
    reach = length / 2 + front.width / 2
    edges = sorted({round(a - b, 6) for a in theirs for b in mine} | {-reach, reach})
    # Where edges of bases meet, corners touch and more models count than a hair to either side.
    found = [Stretch(edges[0], edges[0], count(edges[0]))]
    for low, high in pairwise(edges):
        if high - low > 2 * NO_TOUCH:
            found.append(Stretch(low + NO_TOUCH, high - NO_TOUCH, count((low + high) / 2)))
        found.append(Stretch(high, high, count(high)))
    return tuple(found)


def count_at(battle: Battle, mover: Unit, target: Unit, side: Arc, offset: float) -> int:
    """How many models are in contact at that offset."""
    near = (part for part in stretches(battle, mover, target, side) if part.low <= offset + NO_TOUCH)
    return max((part.count for part in near if offset <= part.high + NO_TOUCH), default=0)


def within(parts: Iterable[Stretch], free: Sequence[Interval]) -> list[Stretch]:
    """What of the stretches lies in the free intervals."""
    found = []
    for part in parts:
        for low, high in free:
            if part.low <= high and low <= part.high:
                found.append(Stretch(max(part.low, low), min(part.high, high), part.count))
    return found


@rule("eow.charge.maximise.models")
def best_places(
    battle: Battle,
    mover: Unit,
    target: Unit,
    side: Arc,
    *,
    reachable: Callable[[Rect], bool] | None = None,
) -> list[Rect]:
    """The legal places of the mover's front flush on that facing with the most models in contact.

    Of every stretch of equally good places its ends and what is nearest to the facing's centre line, the nearest to
    that line first. `reachable` says which of the places can be come to.
    """
    shape = boundary(battle, target)
    width, depth = size(battle, mover)
    board = battle.scene.board
    front = rect(0.0, 0.0, 0.0, width, depth)
    blocks = blockers(battle, mover, (target.id,), (target.id,))
    free = free_offsets(front, shape, side, blocks, board.width, board.depth)
    parts = within(stretches(battle, mover, target, side), free)
    for count in sorted({part.count for part in parts}, reverse=True):
        offsets = {offset for part in parts if part.count == count for offset in ends_and_nearest(part)}
        places = [flush(front, shape, side, offset) for offset in sorted(offsets, key=lambda o: (abs(o), o))]
        found = [place for place in places if reachable is None or reachable(place)]
        if found:
            return found
    return []


def ends_and_nearest(part: Stretch) -> tuple[float, ...]:
    """The offset nearest to the centre line, then the leftmost and the rightmost."""
    if part.low == part.high:
        return (part.low,)
    return (max(part.low, min(part.high, 0.0)), part.low, part.high)
