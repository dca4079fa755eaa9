"""Bodies of several models that each have a place of their own, round or square, and move together.

They keep together by cohesion: a chain of gaps that are no wider than a book says. Nothing here is drawn at random and
nothing is rounded; who stores places rounds them with `settled_places`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import hypot, inf, sqrt
from typing import Literal, TypeAlias

import msgspec

from warhost.field.ground.boxes import box_of
from warhost.field.loose.cohesion import Bases, chains, in_cohesion, stragglers
from warhost.field.loose.flowing import SHARES, Cost, Paths, Purse, assigned, flowed, is_open
from warhost.field.loose.steps import Around, as_far_as, is_clear, may_stand, nearest_stand, slid
from warhost.field.loose.ways import nearby, overlaps_any, way_to
from warhost.play.script import Refused
from warhost.table import (
    TOLERANCE,
    Base,
    Circle,
    Point,
    Pose,
    Rect,
    base_distance,
    base_on_board,
    bases_within,
    centred_at,
    closest_points,
    free_glide,
    from_local,
    local,
    nearest_on,
    nearest_point,
    rect,
    rim_points,
    shifted,
    summed,
)

__all__ = [
    "FORMATIONS",
    "SHARES",
    "SPOTS",
    "Bases",
    "Cost",
    "Formation",
    "Purse",
    "Terms",
    "assigned",
    "chains",
    "closed_in",
    "contact_places",
    "courses",
    "drawn_up",
    "fallen",
    "gap_between",
    "in_cohesion",
    "in_contact",
    "middle_of",
    "moved_into",
    "pushed",
    "rect_about",
    "settled_places",
    "shifted_together",
    "stragglers",
    "touching",
    "why_not",
]

Formation: TypeAlias = Literal["line", "column", "wedge", "crowd"]
FORMATIONS: tuple[Formation, ...] = ("line", "column", "wedge", "crowd")

SPOTS = 24
"""How many places round an enemy are looked at."""


# Formations


def drawn_up(formation: Formation, count: int, base: Base, pose: Pose, gap: float = 0.0, files: int = 2) -> Bases:
    """So many models like that one in a formation, with gaps of that width, their middle at the pose.

    A line is one rank, a column has so many files, a wedge one model more in each rank than in the rank before it, a
    crowd is as round as it can be.
    """
    wide, deep = (2 * base.radius, 2 * base.radius) if isinstance(base, Circle) else (base.width, base.depth)
    # Round bases in staggered ranks come closer to those before them than square ones can.
    closer = (deep + gap) * sqrt(3) / 2
    if formation == "crowd":
        spots = (
            _packed(count, wide + gap, deep + gap)
            if isinstance(base, Rect)
            else _packed(count, wide + gap, closer, 0.5)
        )
    else:
        along = closer if formation == "wedge" and isinstance(base, Circle) else deep + gap
        spots = [
            ((file - (full - 1) / 2) * (wide + gap), -rank * along)
            for rank, (full, filled) in enumerate(_ranks(formation, count, files))
            for file in range(filled)
        ]
    middle = summed(x for x, _ in spots) / max(count, 1), summed(y for _, y in spots) / max(count, 1)
    frame = rect(pose.x, pose.y, pose.facing, wide, deep)
    places = [from_local(frame, x - middle[0], y - middle[1]) for x, y in spots]
    if isinstance(base, Circle):
        return tuple(Circle(x, y, base.radius) for x, y in places)
    return tuple(rect(x, y, pose.facing, base.width, base.depth) for x, y in places)


def _ranks(formation: Formation, count: int, files: int) -> list[tuple[int, int]]:
    """How many models each rank has room for and how many stand in it; the last one is filled from the left."""
    ranks: list[tuple[int, int]] = []
    while (left := count - sum(filled for _, filled in ranks)) > 0:
        full = {"line": count, "column": max(files, 1), "wedge": len(ranks) + 1}[formation]
        ranks.append((full, min(full, left)))
    return ranks


def _packed(count: int, across: float, along: float, stagger: float = 0.0) -> list[Point]:
    """Places in rows, every other row shifted by a share of a place, those nearest to the middle first."""
    rows = int(sqrt(count)) + 2
    grid = [
        ((column + row % 2 * stagger) * across, row * along)
        for row in range(-rows, rows + 1)
        for column in range(-rows, rows + 1)
    ]
    return sorted(grid, key=lambda spot: (round(hypot(*spot), 6), -spot[1], spot[0]))[:count]


# Moves


def shifted_together(bases: Sequence[Base], ahead: Point, inches: float, around: Around, reach: float) -> Bases:
    """All models go the same way: each slides along what it meets. They go as far as they keep together.

    Those in front go first, so that nobody stands where another goes.
    """
    if not bases:
        return ()
    around = nearby(around, box_of(bases, inches))
    whole = tuple(shifted(base, ahead[0] * inches, ahead[1] * inches) for base in bases)
    if is_open(nearby(around, box_of((*bases, *whole))), whole):
        return whole

    def go(share: float) -> Bases:
        order = sorted(range(len(bases)), key=lambda number: -_along(bases[number], ahead))
        return _in_turn(bases, order, around, lambda _, base, about: slid(base, ahead, inches * share, about))

    return _kept_together(bases, go, reach)


def moved_into(
    bases: Sequence[Base], places: Sequence[Base], inches: float | Purse, around: Around, reach: float
) -> Bases:
    """The models walk to places, each to one of its own, round what is in their way, and stop when inches are used up.

    They go as far as they keep together. Who has the shortest way to the nearest place gets it.
    """
    return flowed(bases, assigned(bases, places), inches, around, reach).ends


def closed_in(bases: Sequence[Base], targets: Sequence[Base], inches: float, around: Around, reach: float) -> Bases:
    """The models go into contact with targets, or as near as they come, in cohesion: the nearest model first."""
    if not bases:
        return ()
    around = nearby(around, box_of(bases, inches))

    def go(share: float) -> Bases:
        order = sorted(range(len(bases)), key=lambda number: _gap_to(bases[number], targets))
        return _in_turn(bases, order, around, lambda _, base, about: pushed(base, targets, inches * share, about))

    return _kept_together(bases, go, reach)


def pushed(base: Base, targets: Sequence[Base], inches: float, around: Around) -> Base:
    """One model goes straight at the closest target until it touches it or its inches are used up.

    Where others are in its way it looks for another place in contact that it can reach; if there is none it goes as far
    as it can. Targets are in nobody's way but are not stood on.
    """
    if not targets or any(bases_within(base, target, 0.0) for target in targets):
        return base
    target = min(targets, key=lambda one: base_distance(base, one))
    about = msgspec.structs.replace(around, walls=(*around.walls, *targets))
    (ax, ay), (bx, by) = _closest(base, target)
    gap = hypot(bx - ax, by - ay)
    go = min(gap, inches)
    goal = shifted(base, (bx - ax) / gap * go, (by - ay) / gap * go)
    if may_stand(goal, about) and is_clear(base, (goal.x, goal.y), about):
        return goal
    if inches >= gap - TOLERANCE:
        for spot in sorted(contact_places(base, target), key=lambda one: _far(base, one)):
            if _far(base, spot) > inches + TOLERANCE:
                break
            if may_stand(spot, about) and way_to(base, (spot.x, spot.y), about, inches) is not None:
                return spot
    return _walked(base, goal, go, about)


def contact_places(base: Base, target: Base) -> list[Base]:
    """Places all round a target where the base would touch it, facing unchanged."""
    found = []
    for x, y in rim_points(target, SPOTS):
        length = hypot(x - target.x, y - target.y)
        ux, uy = (x - target.x) / length, (y - target.y) / length
        far = target.radius + base.radius + 1.0
        outside = centred_at(base, target.x + ux * far, target.y + uy * far)
        go = free_glide(outside, (-ux, -uy), target)
        found.append(shifted(outside, -ux * go, -uy * go))
    return found


def _walked(base: Base, goal: Base, inches: float, around: Around) -> Base:
    """The base so far on its way to the goal, or to the nearest place that it can be at."""
    goal = nearest_stand(goal, msgspec.structs.replace(around, mates=()))
    way = way_to(base, (goal.x, goal.y), around)
    return base if way is None else as_far_as(base, way, inches, around)


def _in_turn(
    bases: Sequence[Base], order: Iterable[int], around: Around, move: Callable[[int, Base, Around], Base]
) -> Bases:
    """One model after the other moves, past its mates but on none of them."""
    now = list(bases)
    for number in order:
        others = tuple(now[:number] + now[number + 1 :])
        now[number] = move(number, now[number], msgspec.structs.replace(around, mates=(*around.mates, *others)))
    return tuple(now)


def _kept_together(bases: Sequence[Base], go: Callable[[float], Bases], reach: float) -> Bases:
    """The longest of the moves after which all models are one chain; one that was broken before need not be mended."""
    before = len(chains(bases, reach))
    for share in SHARES:
        after = go(share)
        if len(chains(after, reach)) <= before:
            return after
    return tuple(bases)


def _far(base: Base, place: Base) -> float:
    return hypot(base.x - place.x, base.y - place.y)


def _along(base: Base, ahead: Point) -> float:
    return base.x * ahead[0] + base.y * ahead[1]


def _gap_to(base: Base, targets: Sequence[Base]) -> float:
    return min((base_distance(base, target) for target in targets), default=inf)


def _closest(base: Base, target: Base) -> tuple[Point, Point]:
    """The points of two bases that are closest to each other."""
    if isinstance(base, Rect) and isinstance(target, Rect):
        return closest_points(base, target)
    if isinstance(base, Circle):
        there = nearest_on(target, base.x, base.y)
        return nearest_on(base, *there), there
    here = nearest_point(base, target.x, target.y)
    return here, nearest_on(target, *here)


# Legality


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What a move of a loose body is held to, and the rules that say so.

    `cost` tells the inches that a way costs a model where it costs more than its length, and `rough` the ground on
    which it does (none: anywhere).
    """

    inches: float
    cohesion: float
    move_rule: str
    cohesion_rule: str
    room_rule: str
    cost: Cost | None = None
    rough: tuple[Base, ...] | None = None

    @property
    def purse(self) -> Purse:
        return Purse(self.inches, self.cost, self.rough)


def why_not(name: str, before: Sequence[Base], after: Sequence[Base], around: Around, terms: Terms) -> Refused | None:
    """Why the models of a body may not move so, model by model in their order; None if they may.

    Each needs a place to stand that it can reach by a way that is short enough, and all of them must keep together.
    """
    found = courses(name, before, after, around, terms)
    return found if isinstance(found, Refused) else None


def courses(
    name: str, before: Sequence[Base], after: Sequence[Base], around: Around, terms: Terms
) -> tuple[float, ...] | Refused:
    """What the way of each model costs, or why they may not move so."""
    if len(before) != len(after):
        return Refused(f"Each of the {len(before)} models of {name} needs a place.", terms.move_rule)
    if not before:
        return ()
    paths = Paths(nearby(around, box_of(before, terms.inches)), terms.purse)
    spent = []
    for number, (start, end) in enumerate(zip(before, after, strict=True)):
        called = f"Model {number + 1} of {name}"
        if overlaps_any(end, after[:number]):
            return Refused(f"{called} would stand on another model of its unit.", terms.room_rule, number)
        if end == start:
            spent.append(0.0)
            continue
        if hypot(end.x - start.x, end.y - start.y) > terms.inches + TOLERANCE:
            return _too_far(called, terms, number)
        if not may_stand(end, around):
            return Refused(f"{called} may not stand there: {_in_the_way(end, around)}.", terms.room_rule, number)
        price = paths.price(start, (end.x, end.y))
        if price is None or price > terms.inches + TOLERANCE:
            return _too_far(called, terms, number)
        spent.append(price)
    apart = stragglers(after, terms.cohesion)
    if apart:
        return Refused(
            f'Model {apart[0] + 1} of {name} would be more than {terms.cohesion:g}" from the others.',
            terms.cohesion_rule,
            apart[0],
        )
    return tuple(spent)


def _too_far(called: str, terms: Terms, number: int) -> Refused:
    return Refused(f'{called} cannot get there with {terms.inches:g}".', terms.move_rule, number)


def _in_the_way(base: Base, around: Around) -> str:
    """What keeps a base from standing there."""
    if not base_on_board(base, around.board.width, around.board.depth):
        return "it would be partly off the table"
    if overlaps_any(base, around.walls):
        return "something is in its way"
    if overlaps_any(base, around.mates):
        return "it would stand on another unit"
    if overlaps_any(base, around.foes):
        return "it would stand on an enemy"
    return f'it would be less than {around.gap:g}" from an enemy'


def settled_places(bases: Iterable[Base]) -> tuple[Point, ...]:
    """The centres as they are stored: noise in the last bits, which differs between platforms, is rounded away."""
    return tuple((round(base.x, 9) + 0.0, round(base.y, 9) + 0.0) for base in bases)


def middle_of(bases: Sequence[Base]) -> Point:
    """The middle of a body: the mean of its models' centres."""
    return (summed(base.x for base in bases) / len(bases), summed(base.y for base in bases) / len(bases))


def gap_between(ones: Sequence[Base], others: Sequence[Base]) -> float:
    """The distance between two bodies: that of their closest models."""
    if len(ones) * len(others) > 1 and _alike(ones) and _alike(others):
        # Circles of one size: the centres tell which two are the nearest.
        nearest = min([(one.x - other.x) ** 2 + (one.y - other.y) ** 2 for one in ones for other in others])
        return max(0.0, sqrt(nearest) - others[0].radius - ones[0].radius)
    best = inf
    for one in ones:
        x, y, reach, is_round = one.x, one.y, one.radius, isinstance(one, Circle)
        for other in others:
            # Circles about two bases are never closer than the bases are far.
            far = hypot(x - other.x, y - other.y) - other.radius - reach
            if far < best:
                best = far if is_round and isinstance(other, Circle) else min(best, base_distance(one, other))
    return max(0.0, best)


def _alike(bases: Sequence[Base]) -> bool:
    """Whether bases are circles of one size."""
    return isinstance(bases[0], Circle) and len({base.radius for base in bases}) == 1


def in_contact(one: Base, other: Base, slack: float) -> bool:
    """Whether two bases are no farther apart than that."""
    dx, dy, reach = one.x - other.x, one.y - other.y, one.radius + other.radius + slack
    return dx * dx + dy * dy <= reach * reach and base_distance(one, other) <= slack + 1e-6


def touching(ones: Sequence[Base], others: Sequence[Base], reach: float = 0.0) -> Iterator[tuple[int, int]]:
    """Who is in contact with whom, or within a weapon's reach: pairs of numbers, in order."""
    for number, one in enumerate(ones):
        for other, there in enumerate(others):
            if bases_within(one, there, reach):
                yield number, other


def fallen(bases: Sequence[Base], count: int, attackers: Sequence[Base], spared: Iterable[int] = ()) -> tuple[int, ...]:
    """Which models a loss takes: those nearest to the attackers first, the spared ones last and in their order."""
    last = {number: place for place, number in enumerate(spared, start=1)}
    order = sorted(
        range(len(bases)), key=lambda number: (last.get(number, 0), round(_gap_to(bases[number], attackers), 6), number)
    )
    return tuple(sorted(order[:count]))


def rect_about(bases: Sequence[Base], facing: float = 0.0) -> Rect:
    """The smallest rectangle with that facing around all bases: the space that a loose body takes."""
    frame = rect(bases[0].x, bases[0].y, facing, 1.0, 1.0)
    if all(isinstance(base, Circle) for base in bases):
        return _rect_about_circles(bases, frame)
    spots = [spot for base in bases for spot in _extent(frame, base)]
    left, right = min(x for x, _ in spots), max(x for x, _ in spots)
    near, far = min(y for _, y in spots), max(y for _, y in spots)
    x, y = from_local(frame, (left + right) / 2, (near + far) / 2)
    return rect(x, y, facing, right - left, far - near)


def _rect_about_circles(bases: Sequence[Base], frame: Rect) -> Rect:
    ox, oy, rx, ry, fx, fy = frame.x, frame.y, frame.rx, frame.ry, frame.fx, frame.fy
    if len({base.radius for base in bases}) == 1:
        radius = bases[0].radius
        xs = [(base.x - ox) * rx + (base.y - oy) * ry for base in bases]
        ys = [(base.x - ox) * fx + (base.y - oy) * fy for base in bases]
        left, right, near, far = min(xs) - radius, max(xs) + radius, min(ys) - radius, max(ys) + radius
        x, y = from_local(frame, (left + right) / 2, (near + far) / 2)
        return rect(x, y, frame.facing, right - left, far - near)
    rights = [((base.x - ox) * rx + (base.y - oy) * ry, base.radius) for base in bases]
    aheads = [((base.x - ox) * fx + (base.y - oy) * fy, base.radius) for base in bases]
    left, right = min([at - far for at, far in rights]), max([at + far for at, far in rights])
    near, far = min([at - far for at, far in aheads]), max([at + far for at, far in aheads])
    x, y = from_local(frame, (left + right) / 2, (near + far) / 2)
    return rect(x, y, frame.facing, right - left, far - near)


def _extent(frame: Rect, base: Base) -> list[Point]:
    """Points to the right and ahead of a frame between which the base lies."""
    if isinstance(base, Rect):
        return [local(frame, x, y) for x, y in base.corners]
    right, ahead = local(frame, base.x, base.y)
    return [(right + far, ahead + far) for far in (-base.radius, base.radius)]
