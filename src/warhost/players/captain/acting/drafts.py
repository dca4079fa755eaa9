"""Moves that the captain gives a thought: headings and distances over the whole reach, round walls and friends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import hypot, sqrt

from warhost.play import Kind
from warhost.play.counsel.counsel import Goal
from warhost.players.captain.judging.overview import Overview, U
from warhost.table import (
    TOLERANCE,
    Arc,
    Back,
    Forward,
    Pivot,
    Point,
    Rect,
    Sidestep,
    Step,
    Wheel,
    apply,
    bearing,
    cost,
    distance,
    distance_to_point,
    outward,
    summed,
    turn_between,
    walk,
    wheel_angle_for,
    wheel_towards,
)

ANGLES = (15.0, 30.0, 50.0, 75.0)
ASIDE = (-45.0, -25.0, 25.0, 45.0)
"""Turns that take a unit clear of a wall that it stands close to."""

LIKE = 9.0
"""Of headings that differ by fewer degrees one is enough."""

MOST_LOOKS = 3
"""A unit that has gone ahead turns to so many enemies in thought."""

BEHIND = 7.0
"""How far beside and behind an enemy the points are from which it is charged in flank or rear."""

JUST_INSIDE = 0.5
"""How far within the reach of a goal a unit stops that goes no further than it has to."""

Draft = tuple[str, tuple[Step, ...], Rect]
"""A move and where it ends."""


class Drafts:
    """Drafts of moves for one unit; not all of them are legal."""

    def __init__(self, here: Overview, unit: U) -> None:
        self.here = here
        self.unit = unit
        self.start = here.rects[unit.id]
        self.ways = here.counsel.ways
        self.foes = sorted(here.foes, key=lambda foe: distance(self.start, here.rects[foe.id]))
        self.looks = [(here.rects[foe.id].x, here.rects[foe.id].y) for foe in self.foes]
        self.detours = here.ways_round(self.start) if here.counsel.walls(unit) and here.counsel.scores(unit) else []
        self.points = self._points()

    def _points(self) -> list[Point]:
        """Goals, the nearest enemies, places beside and behind them, and beside what bars the way."""
        here, start = self.here, self.start
        found: list[Point] = [(goal.x, goal.y) for goal in here.goals]
        found += self.looks[: self.ways.enemies]
        goal = here.gathering
        if goal is not None and here.counsel.scores(self.unit) and here.nearest(start) > 0.0:
            # For when friends stand in the direct way.
            beyond = 1.0 if start.y < goal.y else -1.0
            found += [(goal.x + right, goal.y + ahead * beyond) for right, ahead in self.ways.around]
        for foe in self.foes[: self.ways.flanked]:
            shape = here.rects[foe.id]
            for side in (Arc.LEFT, Arc.RIGHT, Arc.REAR):
                dx, dy = outward(shape, side)
                found.append((shape.x + dx * BEHIND, shape.y + dy * BEHIND))
        return found + self.detours

    def all(self, kinds: Sequence[Kind]) -> Iterator[Draft]:
        """To stay, and every move of every kind that is worth a thought."""
        yield "", (), self.start
        for kind in kinds:
            pivots, wheels = kind.turning("centre"), kind.turning("corner")
            if not kind.goes:
                for turn in self._turns(pivots.degrees if pivots is not None else 180.0):
                    yield self._after(kind, (), self.start, Pivot(turn))
                continue
            yield from self._aside(kind, None if pivots is None else pivots.degrees)
            yield from self._straight(kind, (), self.start, kind.forward)
            if pivots is not None:
                yield from self._pivoted(kind, pivots.degrees)
                if not pivots.first:
                    yield from self._pivoted_late(kind, pivots.degrees)
            elif wheels is not None:
                # Where a pivot comes first for nothing there is no need to pay for a wheel.
                yield from self._wheeled(kind, wheels.degrees)
            yield from self._at_last(kind)

    def _after(self, kind: Kind, before: tuple[Step, ...], shape: Rect, step: Step) -> Draft:
        """A move that ends with that step; `shape` is the unit before it."""
        return kind.name, (*before, step), apply(shape, step)

    def _turns(self, most: float) -> list[float]:
        wanted = [turn_between(self.start.facing, bearing(self.start.x, self.start.y, x, y)) for x, y in self.points]
        if self.here.gathering is not None:
            wanted += [wanted[0] + turn for turn in self.ways.astride]
        wanted += ASIDE if self.detours else self.ways.fan
        turns: dict[int, float] = {}
        for turn in wanted:
            turn = max(-most, min(most, turn))
            turns.setdefault(round(turn / LIKE), turn)
        return [turn for turn in turns.values() if abs(turn) > 0.5]

    def _straight(self, kind: Kind, before: tuple[Step, ...], shape: Rect, inches: float) -> Iterator[Draft]:
        """Straight on as far as the way is free, shorter, and just so far that the unit counts."""
        free = self.here.counsel.free(self.unit, shape, inches)
        if free <= TOLERANCE:
            return
        lengths = {free * share for share in self.ways.lengths}
        lengths.update(inches for inches in self.here.counsel.stops(self.unit, shape, free))
        for goal in self.here.goals:
            if goal.middle or goal.reach < JUST_INSIDE:
                lengths.update(length for length in _onto(shape, goal) if TOLERANCE < length < free)
                continue
            inside = self._entry(shape, (goal.x, goal.y), goal.reach - JUST_INSIDE, free)
            if inside is None and self.ways.grazes:
                inside = self._grazing(shape, goal, free)
            if inside is not None:
                lengths.add(inside)
        for length in sorted(lengths):
            yield self._after(kind, before, shape, Forward(length))

    def _grazing(self, shape: Rect, goal: Goal, limit: float) -> float | None:
        """How far straight on the unit counts at a goal that it passes."""
        inches = distance_to_point(shape, goal.x, goal.y) - goal.reach + JUST_INSIDE
        if not TOLERANCE < inches < limit:
            return None
        return inches if self.here.away(goal, apply(shape, Forward(inches))) <= TOLERANCE else None

    def _aside(self, kind: Kind, most: float | None) -> Iterator[Draft]:
        """Moves back and to the sides, looking where it looks or at the nearest enemy."""
        counsel, unit = self.here.counsel, self.unit
        turns = [0.0]
        if most is not None and self.looks and kind.back:
            turns.append(round(self._turn_to(self.start, self.looks[0], most), 4))
        for turn in dict.fromkeys(turns):
            shape = apply(self.start, Pivot(turn)) if turn else self.start
            before: tuple[Step, ...] = (Pivot(turn),) if turn else ()
            if turn and before:
                yield kind.name, before, shape
            back = counsel.free(unit, shape, kind.back, Arc.REAR) if kind.back else 0.0
            right = counsel.free(unit, shape, kind.side, Arc.RIGHT) if kind.side else 0.0
            left = counsel.free(unit, shape, kind.side, Arc.LEFT) if kind.side else 0.0
            for share in (1.0, 0.5):
                for step, length in ((Back(back * share), back), (Sidestep(right * share), right)):
                    if length > TOLERANCE:
                        yield self._after(kind, before, shape, step)
                if left > TOLERANCE:
                    yield self._after(kind, before, shape, Sidestep(-left * share))

    def _pivoted(self, kind: Kind, most: float) -> Iterator[Draft]:
        for turn in self._turns(most):
            pivot = Pivot(turn)
            shape = apply(self.start, pivot)
            if self.ways.turns:
                yield kind.name, (pivot,), shape
            yield from self._straight(kind, (pivot,), shape, kind.forward)

    def _pivoted_late(self, kind: Kind, most: float) -> Iterator[Draft]:
        """Moves ahead with a turn at the end, to face an enemy or to go on; single models go wherever they like."""
        ways: list[tuple[Step, ...]] = [()]
        if most >= 180.0:
            ways = [(Pivot(turn_between(self.start.facing, float(heading))),) for heading in range(0, 360, 45)]
        for way in ways:
            shape = walk(self.start, way)[-1]
            free = self.here.counsel.free(self.unit, shape, kind.forward)
            for share in (1.0, 0.5):
                if free * share <= TOLERANCE:
                    continue
                steps = (*way, Forward(free * share))
                there = apply(shape, steps[-1])
                for look in self._near(there) if way else self._threats:
                    turn = self._turn_to(there, look, most)
                    if abs(turn) > 0.5:
                        yield self._after(kind, steps, there, Pivot(turn))
                if share == 0.5 and not way:
                    yield from self._bent(kind, steps, there, kind.forward - free * share, most)

    def _near(self, there: Rect) -> list[Point]:
        """The enemy that is nearest to a place."""
        looks = self.looks or self.points
        return [min(looks, key=lambda at: hypot(at[0] - there.x, at[1] - there.y))] if looks else []

    @cached_property
    def _threats(self) -> list[Point]:
        """Where the nearest enemy is, and those that could do most to the unit's rear wherever it goes."""
        here, unit = self.here, self.unit
        if not self.foes:
            return self.points[:1]
        reach = here.counsel.reach(unit)
        able = [
            foe for foe in self.foes[1:] if distance(self.start, here.rects[foe.id]) <= here.counsel.reach(foe) + reach
        ]
        able.sort(key=lambda foe: -here.duel(foe, unit, Arc.REAR).value)
        shapes = [here.rects[foe.id] for foe in (self.foes[0], *able[: MOST_LOOKS - 1])]
        return [(shape.x, shape.y) for shape in shapes]

    def _bent(self, kind: Kind, steps: tuple[Step, ...], there: Rect, left: float, most: float) -> Iterator[Draft]:
        for point in self.points[:6]:
            turn = self._turn_to(there, point, most)
            if abs(turn) > 10.0:
                turned = apply(there, Pivot(turn))
                on = self.here.counsel.free(self.unit, turned, left)
                if on > TOLERANCE:
                    yield self._after(kind, (*steps, Pivot(turn)), turned, Forward(on))

    def _turn_to(self, shape: Rect, point: Point, most: float) -> float:
        if abs(shape.x - point[0]) + abs(shape.y - point[1]) < 0.01:
            return 0.0
        turn = turn_between(shape.facing, bearing(shape.x, shape.y, *point))
        return max(-most, min(most, turn))

    def _wheeled(self, kind: Kind, degrees: float) -> Iterator[Draft]:
        """A wheel and then straight on, there and back again, or straight on and then wheeled to face an enemy."""
        start = self.start
        most = min(degrees, wheel_angle_for(start.width, kind.forward))
        towards = (wheel_towards(start, *point) for point in self.points)
        wanted = {round(max(-most, min(most, angle)), 1) for angle in towards if abs(angle) > 1.0}
        fan = {sign * angle for angle in ANGLES for sign in (-1.0, 1.0)}
        for angle in sorted(wanted | fan):
            if abs(angle) > most:
                continue
            wheel = Wheel(angle)
            wheeled, inches = apply(start, wheel), cost(start, wheel)
            left = kind.forward - inches
            for share in self.ways.lengths if angle in wanted else (1.0, 0.5):
                yield self._after(kind, (wheel,), wheeled, Forward(max(0.0, left * share - 1e-6)))
            again = left - inches
            if again > 0.5 and abs(angle) <= 45.0:
                # A step aside that keeps the facing.
                on = Forward(again - 1e-6)
                yield self._after(kind, (wheel, on), apply(wheeled, on), Wheel(-angle))
        for share in (0.25, 0.6):
            on = Forward(kind.forward * share)
            ahead = apply(start, on)
            most = min(degrees, wheel_angle_for(start.width, kind.forward * (1 - share) - 1e-6))
            for look in self.looks[:2]:
                angle = max(-most, min(most, wheel_towards(ahead, *look)))
                if abs(angle) > 5.0:
                    yield self._after(kind, (on,), ahead, Wheel(int(angle * 10) / 10))

    def _at_last(self, kind: Kind) -> Iterator[Draft]:
        """Late in the battle, many ways that end just where units count, round whatever is in the direct one."""
        here, start = self.here, self.start
        goal = here.gathering
        if goal is None or here.counsel.turns_left > 1 or here.nearest(start) <= 0.0:
            return
        ways: list[tuple[Step, ...]] = []
        if kind.turning("centre") is not None:
            ahead = turn_between(start.facing, bearing(start.x, start.y, goal.x, goal.y))
            ways = [(Pivot(ahead + turn),) for turn in self.ways.at_last]
        elif kind.turning("corner") is not None:
            wheels = [Wheel(turn) for turn in self.ways.at_last if turn]
            ways = [(wheel,) for wheel in wheels]
            ways += [(Forward(inches), wheel) for inches in (1.5, 3.0, 4.5) for wheel in wheels]
        for way in ways:
            left = kind.forward - summed(cost(start, step) for step in way)
            shape = walk(start, way)[-1]
            for within in (0.01, 0.5):
                inches = self._entry(shape, (goal.x, goal.y), goal.reach - within, left)
                if inches is not None:
                    yield self._after(kind, way, shape, Forward(inches))

    def _entry(self, shape: Rect, point: Point, reach: float, limit: float) -> float | None:
        """How far straight on the unit first comes so near to a point, if it gets there."""
        inches = 0.0
        for _ in range(8):
            # What is missing to the nearest point is never more than what is missing straight on.
            missing = distance_to_point(apply(shape, Forward(inches)), *point) - reach
            if missing <= 0.005:
                return inches if inches > TOLERANCE else None
            inches += missing
            if inches > limit:
                return None
        return None


def _onto(shape: Rect, goal: Goal) -> Iterator[float]:
    """How far straight on the middle of a unit comes nearest to a point, and first so near to it that it counts; where
    any part of the unit counts, how far its front comes over the point."""
    dx, dy = goal.x - shape.x, goal.y - shape.y
    ahead, aside = dx * shape.fx + dy * shape.fy, abs(dx * shape.rx + dy * shape.ry)
    if not goal.middle:
        yield ahead - shape.depth / 2 + JUST_INSIDE
        return
    yield ahead
    if aside < goal.reach:
        yield ahead - sqrt(goal.reach * goal.reach - aside * aside) + JUST_INSIDE
