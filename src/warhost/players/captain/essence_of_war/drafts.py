"""Moves that the captain gives a thought: headings and distances over the whole reach, round rocks and friends."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from warhost.play import Kind
from warhost.players.captain.essence_of_war.situation import Situation
from warhost.rulesets.essence_of_war.battle import Unit
from warhost.table import (
    TOLERANCE,
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
    turn_between,
    walk,
    wheel_angle_for,
    wheel_towards,
)

SHARES = (1.0, 0.75, 0.5, 0.25)
ANGLES = (15.0, 30.0, 50.0, 75.0)

ASIDE = (-45.0, -25.0, 25.0, 45.0)
"""Turns that take a unit clear of a rock that it stands close to."""


def drafts(here: Situation, unit: Unit, start: Rect, kinds: tuple[Kind, ...]) -> Iterator[tuple[str, tuple[Step, ...]]]:
    """Moves worth a thought: headings and distances over the whole reach, and to stay."""
    yield "", ()
    goals = [here.centre, *((here.rects[foe.id].x, here.rects[foe.id].y) for foe in here.foes)]
    corners: list[Point] = []
    if here.scores(unit) and here.from_zone(start) > 0.0:
        corners = here.ways_round(start)
        goals += [*_beside(here, start), *corners]
    turns = [turn_between(start.facing, bearing(start.x, start.y, x, y)) for x, y in goals]
    turns += [turn + shift for turn in turns[:1] for shift in (-40.0, 40.0)]
    if corners:
        turns += ASIDE
    for kind in kinds:
        pivots = kind.turning("centre")
        if not kind.goes:
            for turn in turns:
                if abs(turn) > 1.0:
                    yield kind.name, (Pivot(turn),)
            continue
        if kind.back > TOLERANCE:
            yield kind.name, (Back(kind.back),)
            yield kind.name, (Back(kind.back / 2),)
        if kind.side > TOLERANCE:
            for share in (1.0, 0.5, -0.5, -1.0):
                yield kind.name, (Sidestep(kind.side * share),)
        for share in SHARES:
            yield kind.name, (Forward(kind.forward * share),)
        if pivots is not None:
            yield from _pivoted(kind, turns)
        if pivots is not None and not pivots.first:
            yield from _pivoted_twice(here, start, kind, goals)
        elif pivots is None and kind.turning("corner") is not None:
            # Where a Pivot comes first for nothing there is no need to pay for a wheel.
            yield from _wheeled(start, kind, goals)
            yield from _turned_late(start, kind, goals[1:])
        yield from _just_inside(here, start, kind)


def _beside(here: Situation, start: Rect) -> list[Point]:
    """Points beside the centre where a unit counts too, for when friends stand in the direct way."""
    x, y = here.centre
    back = -3.0 if start.y < y else 3.0
    return [(x - 5.0, y), (x + 5.0, y), (x - 4.0, y + back), (x + 4.0, y + back)]


def _pivoted(kind: Kind, turns: list[float]) -> Iterator[tuple[str, tuple[Step, ...]]]:
    for turn in turns:
        if abs(turn) > 1.0:
            for share in SHARES:
                yield kind.name, (Pivot(turn), Forward(kind.forward * share))


def _pivoted_twice(
    here: Situation, start: Rect, kind: Kind, goals: list[Point]
) -> Iterator[tuple[str, tuple[Step, ...]]]:
    """Single models go wherever they like and look at the enemy in the end."""
    looks = [(here.rects[foe.id].x, here.rects[foe.id].y) for foe in here.foes] or goals
    for heading in range(0, 360, 45):
        turn = turn_between(start.facing, float(heading))
        for share in (1.0, 0.5):
            inches = kind.forward * share
            there = walk(start, (Pivot(turn), Forward(inches)))[-1]
            look = min(looks, key=lambda goal: hypot(goal[0] - there.x, goal[1] - there.y))
            back = turn_between(there.facing, bearing(there.x, there.y, *look))
            yield kind.name, (Pivot(turn), Forward(inches), Pivot(back))


def _wheeled(start: Rect, kind: Kind, goals: list[Point]) -> Iterator[tuple[str, tuple[Step, ...]]]:
    """A wheel and then straight on: towards the goals and by a fan of angles."""
    most = min(90.0, wheel_angle_for(start.width, kind.forward))
    towards = (wheel_towards(start, *goal) for goal in goals)
    wanted = {round(max(-most, min(most, angle)), 1) for angle in towards if abs(angle) > 1.0}
    fan = {sign * angle for angle in ANGLES for sign in (-1.0, 1.0)}
    for angle in sorted(wanted | fan):
        if abs(angle) > most:
            continue
        wheel = Wheel(angle)
        left = kind.forward - cost(start, wheel)
        for share in SHARES if angle in wanted else (1.0, 0.5):
            yield kind.name, (wheel, Forward(max(0.0, left * share - 1e-6)))
        if left > 1.0 and abs(angle) <= 45.0:
            # There and back again: a step aside that keeps the facing.
            again = left - cost(start, wheel)
            if again > 0.5:
                yield kind.name, (wheel, Forward(again - 1e-6), Wheel(-angle))


def _turned_late(start: Rect, kind: Kind, foes: list[Point]) -> Iterator[tuple[str, tuple[Step, ...]]]:
    """Straight on and then wheeled to face one of the nearest enemies, so that none of them finds a flank."""
    nearest = sorted(foes, key=lambda foe: hypot(foe[0] - start.x, foe[1] - start.y))[:2]
    for share in (0.25, 0.6):
        inches = kind.forward * share
        ahead = apply(start, Forward(inches))
        most = min(90.0, wheel_angle_for(start.width, kind.forward - inches - 1e-6))
        for foe in nearest:
            angle = max(-most, min(most, wheel_towards(ahead, *foe)))
            if abs(angle) > 5.0:
                yield kind.name, (Forward(inches), Wheel(int(angle * 10) / 10))


def _just_inside(here: Situation, start: Rect, kind: Kind) -> Iterator[tuple[str, tuple[Step, ...]]]:
    """Ways that end just where units count: straight on and, late in the battle, by many headings round obstacles."""
    if here.from_zone(start) <= 0.0:
        return
    ways: list[tuple[Step, ...]] = [()]
    if here.moves_left <= 1:
        if kind.turning("centre") is not None:
            ahead = turn_between(start.facing, bearing(start.x, start.y, *here.centre))
            ways += [(Pivot(ahead + shift),) for shift in range(-75, 76, 15)]
        elif kind.turning("corner") is not None:
            wheels = [Wheel(float(angle)) for angle in range(-75, 76, 15) if angle]
            ways += [(wheel,) for wheel in wheels]
            ways += [(Forward(inches), wheel) for inches in (1.5, 3.0, 4.5) for wheel in wheels]
    for way in ways:
        left = kind.forward - sum(cost(start, step) for step in way)
        inches = _entry(here, walk(start, way)[-1], left)
        if inches is not None:
            for extra in (0.01, 0.5):
                if inches + extra <= left:
                    yield kind.name, (*way, Forward(inches + extra))


def _entry(here: Situation, shape: Rect, limit: float) -> float | None:
    """How far straight on the unit first counts, if it gets there."""
    inches = 0.0
    for _ in range(8):
        # What is missing to the nearest point of the zone is never more than what is missing straight on.
        missing = here.from_zone(apply(shape, Forward(inches)))
        if missing <= 0.005:
            return inches
        inches += missing
        if inches > limit:
            return None
    return None
