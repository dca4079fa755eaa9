"""Moves that the captain gives a thought: towards markers and enemies, past them, and a little back."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.field import path_of
from warhost.play import Kind
from warhost.players.captain.regiments.fights import duel
from warhost.players.captain.regiments.situation import Situation
from warhost.rulesets.regiments.battle import Unit
from warhost.rulesets.regiments.ground_on_moves import DIFFICULT, gait, is_slowed
from warhost.rulesets.regiments.suggestions import free_ahead
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
    apply,
    bearing,
    distance,
    distance_to_point,
    outward,
    turn_between,
)

MOST_TURN = 90.0
FAN = (-90.0, -60.0, -30.0, 0.0, 30.0, 60.0, 90.0)
MOST_FOES = 4
MOST_LOOKS = 3
"""A unit that has gone ahead turns to so many enemies in thought."""

JUST_IN = 2.5
"""How near to a marker a unit stops that goes no further than it has to."""

BEHIND = 7.0
"""How far beside and behind an enemy the points are from which it is charged in flank or rear."""


def goals(here: Situation, unit: Unit) -> list[Point]:
    """Markers, the nearest enemies, and the places beside and behind them."""
    place = here.rects[unit.id]
    foes = sorted(here.foes, key=lambda foe: distance(place, here.rects[foe.id]))[:MOST_FOES]
    found: list[Point] = [(marker.x, marker.y) for marker in here.markers]
    for foe in foes:
        shape = here.rects[foe.id]
        found.append((shape.x, shape.y))
    for foe in foes[:2]:
        shape = here.rects[foe.id]
        for side in (Arc.LEFT, Arc.RIGHT, Arc.REAR):
            dx, dy = outward(shape, side)
            found.append((shape.x + dx * BEHIND, shape.y + dy * BEHIND))
    return found


def _threats(here: Situation, unit: Unit) -> list[Unit]:
    """The nearest enemy, and those that could do most to the unit's rear wherever it goes."""
    start = here.rects[unit.id]
    near = sorted(here.foes, key=lambda foe: distance(start, here.rects[foe.id]))
    reach = here.charges[unit.id]
    able = [foe for foe in near[1:] if distance(start, here.rects[foe.id]) <= here.charges[foe.id] + reach]
    able.sort(key=lambda foe: -duel(here, foe, unit, Arc.REAR).value)
    return [*near[:1], *able[: MOST_LOOKS - 1]]


def drafts(here: Situation, unit: Unit, kind: Kind) -> Iterator[tuple[Step, ...]]:
    """Steps of moves, drawn as far as they are free; not all of them are legal."""
    start = here.rects[unit.id]
    points = goals(here, unit)
    wanted = [_turn_to(start, point) for point in points]
    nearest = min(here.foes, key=lambda foe: distance(start, here.rects[foe.id]), default=None)
    look = None if nearest is None else (here.rects[nearest.id].x, here.rects[nearest.id].y)
    looks = [(here.rects[foe.id].x, here.rects[foe.id].y) for foe in _threats(here, unit)]
    seen: set[float] = set()
    for turn in (0.0, *wanted, *FAN):
        if round(turn) in seen:
            continue
        seen.add(round(turn))
        turned = apply(start, Pivot(turn)) if abs(turn) > 0.5 else start
        before: tuple[Step, ...] = (Pivot(turn),) if abs(turn) > 0.5 else ()
        if before:
            yield before
        for length in _lengths(here, unit, turned, kind.forward):
            yield (*before, Forward(length))
    yield from _late(here, unit, start, kind, points, looks)
    yield from _aside(here, unit, start, kind, look)


def _late(
    here: Situation, unit: Unit, start: Rect, kind: Kind, points: list[Point], looks: list[Point]
) -> Iterator[tuple[Step, ...]]:
    """Ahead and then turned: to face the enemy, or to go on towards a goal."""
    free = free_ahead(here.battle, unit, start, kind.forward)
    for share in (1.0, 0.5):
        length = free * share
        if length <= TOLERANCE:
            continue
        ahead = apply(start, Forward(length))
        for look in looks:
            turn = _turn_to(ahead, look)
            if abs(turn) > 0.5:
                yield (Forward(length), Pivot(turn))
        if share < 1.0:
            for point in points[:6]:
                turn = _turn_to(ahead, point)
                if abs(turn) > 10.0:
                    on = free_ahead(here.battle, unit, apply(ahead, Pivot(turn)), kind.forward - length)
                    if on > TOLERANCE:
                        yield (Forward(length), Pivot(turn), Forward(on))


def _aside(here: Situation, unit: Unit, start: Rect, kind: Kind, look: Point | None) -> Iterator[tuple[Step, ...]]:
    """Back and to the sides, looking where it looks or at the enemy."""
    if not kind.back:
        return
    turns = [0.0] if look is None else [0.0, _turn_to(start, look)]
    for turn in dict.fromkeys(round(turn, 4) for turn in turns):
        turned = apply(start, Pivot(turn)) if turn else start
        before: tuple[Step, ...] = (Pivot(turn),) if turn else ()
        back = free_ahead(here.battle, unit, turned, kind.back, Arc.REAR)
        right = free_ahead(here.battle, unit, turned, kind.side, Arc.RIGHT)
        left = free_ahead(here.battle, unit, turned, kind.side, Arc.LEFT)
        for step, length in ((Back(back), back), (Sidestep(right), right), (Sidestep(-left), left)):
            if length > TOLERANCE:
                yield (*before, step)


def _lengths(here: Situation, unit: Unit, shape: Rect, most: float) -> list[float]:
    """As far as it goes, half as far, just to a marker, and what difficult ground allows."""
    free = free_ahead(here.battle, unit, shape, most)
    if free <= TOLERANCE:
        return []
    lengths = {free, free / 2}
    for marker in here.markers:
        enough = distance_to_point(shape, marker.x, marker.y) - JUST_IN
        if TOLERANCE < enough < free and distance_to_point(apply(shape, Forward(enough)), marker.x, marker.y) <= 3.0:
            lengths.add(enough)
    if free > DIFFICULT and is_slowed(here.battle, unit, path_of(shape, (Forward(free),)), gait(here.battle, unit)):
        lengths.add(DIFFICULT)
    return sorted(lengths)


def _turn_to(shape: Rect, point: Point) -> float:
    if abs(shape.x - point[0]) + abs(shape.y - point[1]) < 0.01:
        return 0.0
    turn = turn_between(shape.facing, bearing(shape.x, shape.y, *point))
    return max(-MOST_TURN, min(MOST_TURN, turn))
