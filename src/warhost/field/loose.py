"""Bodies of several models that each have a place of their own, round or square, and move together.

They keep together by cohesion: a chain of gaps that are no wider than a book says. Nothing here is drawn at random and
nothing is rounded; who stores places rounds them with `settled_places`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import hypot, inf, sqrt
from typing import Literal, TypeAlias

import msgspec

from warhost.field.walking import Around, as_far_as, is_clear, may_stand, nearest_stand, slid, way_to
from warhost.play.script import Refused
from warhost.table import (
    TOLERANCE,
    Base,
    Circle,
    Point,
    Pose,
    Rect,
    base_distance,
    bases_overlap,
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
)

Bases: TypeAlias = tuple[Base, ...]

Formation: TypeAlias = Literal["line", "column", "wedge", "crowd"]
FORMATIONS: tuple[Formation, ...] = ("line", "column", "wedge", "crowd")

SHARES = tuple(step / 10 for step in range(10, 0, -1))
"""The shares of a move that are tried, the whole first, until the body keeps together."""

SPOTS = 24
"""How many places round an enemy are looked at."""


# Cohesion


def chains(bases: Sequence[Base], reach: float) -> list[tuple[int, ...]]:
    """The models that hang together by gaps of at most that width, as numbers: the largest chain first.

    Of chains of one length the one with the lowest number comes first.
    """
    waiting = list(range(len(bases)))
    found: list[tuple[int, ...]] = []
    while waiting:
        chain = [waiting.pop(0)]
        for number in chain:
            joined = [other for other in waiting if bases_within(bases[number], bases[other], reach)]
            chain += joined
            waiting = [other for other in waiting if other not in joined]
        found.append(tuple(sorted(chain)))
    return sorted(found, key=lambda chain: (-len(chain), chain))


def in_cohesion(bases: Sequence[Base], reach: float) -> bool:
    """Whether all models are one chain; a single model always is."""
    return len(chains(bases, reach)) <= 1


def stragglers(bases: Sequence[Base], reach: float) -> tuple[int, ...]:
    """The models outside the largest chain."""
    return tuple(sorted(number for chain in chains(bases, reach)[1:] for number in chain))


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
    middle = sum(x for x, _ in spots) / max(count, 1), sum(y for _, y in spots) / max(count, 1)
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

    def go(share: float) -> Bases:
        order = sorted(range(len(bases)), key=lambda number: -_along(bases[number], ahead))
        return _in_turn(bases, order, around, lambda _, base, about: slid(base, ahead, inches * share, about))

    return _kept_together(bases, go, reach)


def moved_into(bases: Sequence[Base], places: Sequence[Base], inches: float, around: Around, reach: float) -> Bases:
    """The models walk to places, each to one of its own, round what is in their way, and stop when inches are used up.

    They go as far as they keep together. Who has the shortest way to the nearest place gets it.
    """
    goals = assigned(bases, places)

    def go(share: float) -> Bases:
        order = sorted(range(len(bases)), key=lambda number: _far(bases[number], goals[number]))
        return _in_turn(
            bases, order, around, lambda number, base, about: _walked(base, goals[number], inches * share, about)
        )

    return _kept_together(bases, go, reach)


def closed_in(bases: Sequence[Base], targets: Sequence[Base], inches: float, around: Around, reach: float) -> Bases:
    """The models go into contact with targets, or as near as they come, in cohesion: the nearest model first."""

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


def assigned(bases: Sequence[Base], places: Sequence[Base]) -> list[Base]:
    """For each model the place that it goes to: the nearest pairs first, then whatever two would rather change."""
    pairs = sorted(
        (_far(base, place), number, spot) for number, base in enumerate(bases) for spot, place in enumerate(places)
    )
    taken: dict[int, int] = {}
    used: set[int] = set()
    for _, number, spot in pairs:
        if number not in taken and spot not in used:
            taken[number] = spot
            used.add(spot)
    goals = [places[taken[number]] for number in range(len(bases))]
    changed = True
    while changed:
        changed = False
        for one in range(len(bases)):
            for other in range(one):
                now = _square(bases[one], goals[one]) + _square(bases[other], goals[other])
                then = _square(bases[one], goals[other]) + _square(bases[other], goals[one])
                if then < now - TOLERANCE:
                    goals[one], goals[other] = goals[other], goals[one]
                    changed = True
    return goals


def _far(base: Base, place: Base) -> float:
    return hypot(base.x - place.x, base.y - place.y)


def _square(base: Base, place: Base) -> float:
    return (base.x - place.x) ** 2 + (base.y - place.y) ** 2


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
    """What a move of a loose body is held to, and the rules that say so."""

    inches: float
    cohesion: float
    move_rule: str
    cohesion_rule: str
    room_rule: str


def why_not(name: str, before: Sequence[Base], after: Sequence[Base], around: Around, terms: Terms) -> Refused | None:
    """Why the models of a body may not move so, model by model in their order; None if they may.

    Each needs a place to stand that it can reach by a way that is short enough, and all of them must keep together.
    """
    if len(before) != len(after):
        return Refused(f"{name} needs a place for each of its {len(before)} models.", terms.move_rule)
    for number, (start, end) in enumerate(zip(before, after, strict=True)):
        called = f"Model {number + 1} of {name}"
        if any(bases_overlap(end, other) for other in after[:number]):
            return Refused(f"{called} would stand on another model of its unit.", terms.room_rule)
        if not may_stand(end, around):
            return Refused(f"{called} may not stand there.", terms.room_rule)
        if way_to(start, (end.x, end.y), around, terms.inches) is None:
            return Refused(f'{called} cannot get there with {terms.inches:g}".', terms.move_rule)
    apart = stragglers(after, terms.cohesion)
    if apart:
        return Refused(
            f'Model {apart[0] + 1} of {name} would be more than {terms.cohesion:g}" from the others.',
            terms.cohesion_rule,
        )
    return None


def settled_places(bases: Iterable[Base]) -> tuple[Point, ...]:
    """The centres as they are stored: noise in the last bits, which differs between platforms, is rounded away."""
    return tuple((round(base.x, 9) + 0.0, round(base.y, 9) + 0.0) for base in bases)


def middle_of(bases: Sequence[Base]) -> Point:
    """The middle of a body: the mean of its models' centres."""
    return (sum(base.x for base in bases) / len(bases), sum(base.y for base in bases) / len(bases))


def gap_between(ones: Sequence[Base], others: Sequence[Base]) -> float:
    """The distance between two bodies: that of their closest models."""
    return min((base_distance(one, other) for one in ones for other in others), default=inf)


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
    spots = [spot for base in bases for spot in _extent(frame, base)]
    left, right = min(x for x, _ in spots), max(x for x, _ in spots)
    near, far = min(y for _, y in spots), max(y for _, y in spots)
    x, y = from_local(frame, (left + right) / 2, (near + far) / 2)
    return rect(x, y, facing, right - left, far - near)


def _extent(frame: Rect, base: Base) -> list[Point]:
    """Points to the right and ahead of a frame between which the base lies."""
    if isinstance(base, Rect):
        return [local(frame, x, y) for x, y in base.corners]
    right, ahead = local(frame, base.x, base.y)
    return [(right + far, ahead + far) for far in (-base.radius, base.radius)]
