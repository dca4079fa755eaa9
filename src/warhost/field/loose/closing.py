"""Closing in: round models of a loose body that go straight at enemies, into contact or as near as they come.

It is what `loose.closed_in` does for bases of any form, for round ones alone and many times as fast: places are tried
in the order of how far they are, and everything that is too far away to matter is left out first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import islice
from math import cos, hypot, inf, radians, sin
from typing import TypeAlias

from warhost.field.loose.bodies import chains
from warhost.field.loose.steps import Around
from warhost.table import (
    Base,
    Circle,
    Point,
    base_distance,
    base_overlap_depth,
    free_glide,
    nearest_on,
    segment_distance_to_point,
)

TURNS = tuple((cos(radians(turn)), sin(radians(turn))) for turn in (0, 18, -18, 36, -36, 54, -54, 72, -72, 96, -96))
"""Where round a target a model looks for a place: from straight ahead to well past its side."""

SHARES = (1.0, 0.85, 0.7, 0.55, 0.4, 0.25, 0.1)
"""The shares of the way that are tried by a model that finds no place in contact."""

MOST_TARGETS = 5
"""So many of the nearest targets are looked at by each model."""

_EPS = 1e-6

_GRAZE = 1e-4
"""How deep a way may graze what it passes."""

Cost: TypeAlias = Callable[[Base, Point], float]
"""The inches that a straight move of a base to a point costs."""

Goes: TypeAlias = Callable[[Base, Point], bool]
"""Whether a base has any way to a point that it can afford."""

RING = tuple((cos(radians(turn)), sin(radians(turn))) for turn in range(0, 360, 30))
"""Where about a mate a model looks for a place when it goes round something to follow it."""

MOST_WAYS = 6
"""So many places are looked at for a way round something, the nearest first."""


def closed_up(
    bases: Sequence[Circle],
    targets: Sequence[Base],
    inches: float,
    around: Around,
    reach: float,
    *,
    moving: Collection[int] | None = None,
    placed: Mapping[int, Circle] | None = None,
    cost: Cost | None = None,
    over: bool = False,
    goes: Goes | None = None,
) -> tuple[Circle, ...]:
    """The models go into contact with the targets, the nearest first, each as far as its inches allow.

    Who finds no place in contact goes as near as it can. Who would be left behind the chain of gaps of at most `reach`
    follows it; where that is not enough, models stay where they are until the chain holds. Only those that are `moving`
    move, by default all; who has been `placed` before stands there already. They go straight: past mates, not past
    walls, foes and targets unless they go `over` them. Who follows the chain goes round what is in the way where
    somebody tells whether it `goes`.
    """
    now = list(bases)
    for number, spot in (placed or {}).items():
        now[number] = spot
    gaps = {number: _gap(now[number], targets) for number in (range(len(now)) if moving is None else moving)}
    order = sorted((number for number, gap in gaps.items() if gap > _EPS), key=lambda number: (gaps[number], number))
    field = _Field(targets, inches, around, now, cost, over, goes)
    for number in order:
        now[number] = field.placed(number, now[number])
    found = chains(now, reach)
    if len(found) > 1 and order and len(found) > len(chains(bases, reach)):
        _mend(bases, now, order, placed or (), field, reach)
    return tuple(now)


def _gap(base: Circle, targets: Sequence[Base]) -> float:
    best = inf
    for target in targets:
        far = hypot(base.x - target.x, base.y - target.y) - base.radius - target.radius
        if far < best:
            best = min(best, far if isinstance(target, Circle) else base_distance(base, target))
    return max(0.0, best)


class _Field:
    """What the models of one body find around them while they close in, one after the other."""

    def __init__(
        self,
        targets: Sequence[Base],
        inches: float,
        around: Around,
        now: list[Circle],
        cost: Cost | None,
        over: bool,
        goes: Goes | None,
    ) -> None:
        self.inches, self.now, self.cost, self.over, self.goes = inches, now, cost, over, goes
        self.width, self.depth = around.board.width, around.board.depth
        left, right = min(base.x for base in now) - inches, max(base.x for base in now) + inches
        near, far = min(base.y for base in now) - inches, max(base.y for base in now) + inches
        radius = max(base.radius for base in now)

        def close(other: Base, gap: float = 0.0) -> bool:
            reach = other.radius + radius + gap
            return left - reach <= other.x <= right + reach and near - reach <= other.y <= far + reach

        self.all_targets = targets
        self.targets = [one for one in targets if close(one)]
        self.solid = [(one, 0.0) for one in (*self.targets, *around.walls) if close(one)]
        self.solid += [(one, around.gap) for one in around.foes if close(one, around.gap)]
        self.mates = [(one, 0.0) for one in around.mates if close(one)]

    def placed(self, number: int, base: Circle) -> Circle:
        """The model in contact, or as near as it comes."""
        x, y, r, inches = base.x, base.y, base.radius, self.inches
        reach = inches + r
        solid = [(o, g) for o, g in self.solid if hypot(o.x - x, o.y - y) <= reach + o.radius + g]
        stood = [(o, g) for o, g in self.mates if hypot(o.x - x, o.y - y) <= reach + o.radius]
        stood += [
            (o, 0.0) for i, o in enumerate(self.now) if i != number and hypot(o.x - x, o.y - y) <= reach + o.radius
        ]
        stood += solid
        spots: list[tuple[float, float, float]] = []
        goals = sorted((_gap(base, (one,)), index) for index, one in enumerate(self.targets))[:MOST_TARGETS]
        for gap, index in goals:
            if gap > inches + _EPS:
                break
            spots += self._spots(base, self.targets[index])
        spots.sort()
        for far, sx, sy in spots:
            if far > inches + _EPS:
                break
            if self.may(base, sx, sy, solid, stood):
                return Circle(sx, sy, r)
        # Who reaches nobody goes at the nearest of all, not only of those whom others of the body may reach.
        target = min(self.all_targets, key=lambda one: _gap(base, (one,)), default=None)
        return base if target is None else self._nearer(base, _gap(base, (target,)), target, solid, stood)

    def _spots(self, base: Circle, target: Base) -> list[tuple[float, float, float]]:
        """Places in contact with a target: how far they are, and where."""
        x, y = base.x, base.y
        if not isinstance(target, Circle):
            tx, ty = nearest_on(target, x, y)
            far = hypot(tx - x, ty - y)
            go = max(0.0, far - base.radius)
            return [(go, x + (tx - x) / far * go, y + (ty - y) / far * go)] if far else []
        dx, dy = x - target.x, y - target.y
        length = hypot(dx, dy)
        if not length:
            return []
        away = base.radius + target.radius
        dx, dy = dx / length * away, dy / length * away
        found = []
        for c, s in TURNS:
            sx, sy = target.x + dx * c - dy * s, target.y + dx * s + dy * c
            found.append((hypot(sx - x, sy - y), sx, sy))
        return found

    def _nearer(
        self,
        base: Circle,
        gap: float,
        target: Base,
        solid: Sequence[tuple[Base, float]],
        stood: Sequence[tuple[Base, float]],
    ) -> Circle:
        """As near as it comes to a target: straight ahead, or a step aside of that."""
        tx, ty = (target.x, target.y) if isinstance(target, Circle) else nearest_on(target, base.x, base.y)
        length = hypot(tx - base.x, ty - base.y)
        if not length:
            return base
        ux, uy, go = (tx - base.x) / length, (ty - base.y) / length, min(gap, self.inches)
        aside = base.radius
        for share in SHARES:
            for side in (0.0, aside, -aside):
                ahead = go * share
                if side and hypot(ahead, side) > self.inches:
                    continue
                sx, sy = base.x + ux * ahead - uy * side, base.y + uy * ahead + ux * side
                if self.may(base, sx, sy, solid, stood):
                    return Circle(sx, sy, base.radius)
        return base

    def may(
        self,
        base: Circle,
        x: float,
        y: float,
        solid: Sequence[tuple[Base, float]],
        stood: Sequence[tuple[Base, float]],
    ) -> bool:
        """Whether the model may stand there, and go there straight."""
        if not self.free(x, y, base.radius, stood):
            return False
        if not self.over:
            for other, gap in solid:
                if _crosses(base, x, y, other, gap):
                    return False
        return self.cost is None or self.cost(base, (x, y)) <= self.inches + _EPS

    def free(self, x: float, y: float, r: float, stood: Sequence[tuple[Base, float]]) -> bool:
        """Whether a model with that radius may stand there."""
        if not (r - _EPS <= x <= self.width - r + _EPS and r - _EPS <= y <= self.depth - r + _EPS):
            return False
        for other, gap in stood:
            dx, dy, apart = other.x - x, other.y - y, other.radius + r + gap - _EPS
            if dx * dx + dy * dy < apart * apart and (
                isinstance(other, Circle) or base_overlap_depth(Circle(x, y, r + gap), other) > _GRAZE
            ):
                return False
        return True

    def follow(self, number: int, start: Circle, mates: Sequence[Circle], reach: float) -> Circle | None:
        """The model near enough to its mates again, by a move from where it started: straight, or round what is in the
        way; None if it cannot."""
        x, y, r = start.x, start.y, start.radius
        stood: list[tuple[Base, float]] = [(o, 0.0) for i, o in enumerate(self.now) if i != number]
        stood += [*self.mates, *self.solid]
        for mate in sorted(mates, key=lambda one: hypot(one.x - x, one.y - y))[:MOST_TARGETS]:
            far = hypot(mate.x - x, mate.y - y)
            need = far - r - mate.radius - reach + 0.01
            for go in (max(0.0, need), need + 0.5, need + 1.0, far - r - mate.radius):
                if not 0.0 <= go <= self.inches or not far:
                    continue
                sx, sy = x + (mate.x - x) / far * go, y + (mate.y - y) / far * go
                if self.may(start, sx, sy, self.solid, stood):
                    return Circle(sx, sy, r)
        return self._round(start, mates, reach, stood)

    def nearer(self, number: int, start: Circle, mates: Sequence[Circle]) -> Circle:
        """The model as near to its mates as it comes by a straight move from where it started, or where it is now."""
        at = self.now[number]
        stood: list[tuple[Base, float]] = [(o, 0.0) for i, o in enumerate(self.now) if i != number]
        stood += [*self.mates, *self.solid]
        mate = min(mates, key=lambda one: hypot(one.x - start.x, one.y - start.y))
        tried = self._nearer(start, _gap(start, (mate,)), mate, self.solid, stood)
        # Where it started somebody else may stand by now.
        places = [at, tried] if self.free(tried.x, tried.y, tried.radius, stood) else [at]
        return min(places, key=lambda one: _gap(one, mates))

    def _round(
        self, start: Circle, mates: Sequence[Circle], reach: float, stood: Sequence[tuple[Base, float]]
    ) -> Circle | None:
        """A place near enough to mates to which the model has a way round something; None if it finds none."""
        if self.goes is None:
            return None
        x, y, r = start.x, start.y, start.radius
        spots = []
        for mate in sorted(mates, key=lambda one: hypot(one.x - x, one.y - y))[:MOST_TARGETS]:
            for gap in (0.02, reach / 2, reach - 0.02):
                away = r + mate.radius + gap
                spots += [(mate.x + away * ux, mate.y + away * uy) for ux, uy in RING]
        near = [(far, *spot) for spot in spots if (far := hypot(spot[0] - x, spot[1] - y)) <= self.inches]
        free = ((sx, sy) for _, sx, sy in sorted(near) if self.free(sx, sy, r, stood))
        found = next((spot for spot in islice(free, MOST_WAYS) if self.goes(start, spot)), None)
        return None if found is None else Circle(*found, r)


def _crosses(base: Circle, x: float, y: float, other: Base, gap: float) -> bool:
    """Whether a straight move goes through something; whoever is too near to it already may leave."""
    if isinstance(other, Circle):
        apart = other.radius + base.radius + gap - _GRAZE
        near = segment_distance_to_point((base.x, base.y), (x, y), other.x, other.y)
        return near < apart and near < hypot(base.x - other.x, base.y - other.y) - _GRAZE
    length = hypot(x - base.x, y - base.y)
    if length <= _GRAZE:
        return False
    wide = Circle(base.x, base.y, base.radius + gap)
    return free_glide(wide, ((x - base.x) / length, (y - base.y) / length), other, length) < length - _GRAZE


def _mend(
    bases: Sequence[Circle],
    now: list[Circle],
    order: Sequence[int],
    leads: Collection[int],
    field: _Field,
    reach: float,
) -> None:
    """Bring those back who have lost the chain: they follow it, or the last who went go back to where they were, at
    worst all. Where some have been placed before and no chain holds, those who are left behind go as near to the others
    as they come."""
    allowed = len(chains(bases, reach))
    lead = next(iter(leads), order[0])
    for _ in range(2):
        if _bridged(bases, now, order, field, reach, allowed):
            return
        main = next(chain for chain in chains(now, reach) if lead in chain)
        left = [number for number in range(len(now)) if number not in main]
        for number in sorted(left, key=lambda one: _gap(now[one], [now[mate] for mate in main])):
            mates = [now[mate] for mate in next(chain for chain in chains(now, reach) if lead in chain)]
            spot = field.follow(number, bases[number], mates, reach) if number in order else None
            if spot is not None:
                now[number] = spot
        if len(chains(now, reach)) <= allowed:
            return
    gone = list(now)
    for number in reversed(order):
        at = bases[number]
        if all(hypot(at.x - o.x, at.y - o.y) >= at.radius + o.radius - _EPS for i, o in enumerate(now) if i != number):
            now[number] = at
        if len(chains(now, reach)) <= allowed:
            return
    if not leads:
        # Somebody's place was taken by another: together all can go back.
        now[:] = bases
        return
    now[:] = gone
    main = next(chain for chain in chains(now, reach) if lead in chain)
    for number in order:
        if number not in main:
            now[number] = field.nearer(number, bases[number], [now[mate] for mate in main])


def _bridged(
    bases: Sequence[Circle], now: list[Circle], order: Sequence[int], field: _Field, reach: float, allowed: int
) -> bool:
    """Put models that touch nobody between the parts of a broken chain; whether it holds then."""
    while len(found := chains(now, reach)) > allowed:
        one, other = min(
            ((now[a], now[b]) for a in found[0] for chain in found[1:] for b in chain),
            key=lambda pair: hypot(pair[0].x - pair[1].x, pair[0].y - pair[1].y),
        )
        x, y = (one.x + other.x) / 2, (one.y + other.y) / 2
        spare = [number for number in order if _gap(now[number], field.targets) > _GRAZE]
        spare.sort(key=lambda number: hypot(bases[number].x - x, bases[number].y - y))
        for number in spare:
            at = now[number]
            stood: list[tuple[Base, float]] = [(o, 0.0) for i, o in enumerate(now) if i != number]
            stood += [*field.mates, *field.solid]
            if hypot(bases[number].x - x, bases[number].y - y) <= field.inches and field.may(
                bases[number], x, y, field.solid, stood
            ):
                now[number] = Circle(x, y, at.radius)
                if len(chains(now, reach)) < len(found):
                    break
                now[number] = at
        else:
            return False
    return True
