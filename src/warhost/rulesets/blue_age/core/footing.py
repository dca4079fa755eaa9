"""What pieces of terrain are to models of a kind: walls, slow ground, heights, dangers (Terrain; BLUE-R21, BLUE-R131 to
BLUE-R136).

A model is where the centre of its base is: an inch of the centre's way inside slow ground costs two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from math import hypot

import msgspec

from warhost.field import Terrain
from warhost.field.loose.costs import (
    PLAIN,
    Span,
    Stretch,
    Stretches,
    cut_by,
    enters,
    part_of,
    price_of,
    span,
    spans,
    split,
)
from warhost.rulebook import rule
from warhost.table import TOLERANCE, Point, Rect, contains_point

SLOW = 2.0
"""What an inch in slow ground costs, and an inch of height that is climbed."""

EASY_DROP, DEEPEST_DROP = 3.0, 6.0
"""How far models jump down without danger, and at all (BLUE-R21)."""

NEVER_CLOSED = frozenset({"impassable", "building"})
"""What is closed to all: Flyers cross it but do not land on it (BLUE-R136); buildings are entered another way."""

NOT_OPEN = frozenset({"difficult", "dangerous", "woods", "river", "low", "high", "ruins"})
"""What is not Open Ground, though it need not slow anybody."""


class Feet(msgspec.Struct, frozen=True, cache_hash=True):
    """What of a model decides what terrain is to it. `flees`: it makes a Flee! or Fall Back move."""

    radius: float
    jump: float
    """The widest gap that it jumps across."""
    flies: bool = False
    sure: bool = False
    wary: bool = False
    """Difficult ground is Dangerous to it."""
    shaky: bool = False
    """All but Open Ground is."""
    closed: frozenset[str] = frozenset()
    opened: frozenset[str] = frozenset()
    flees: bool = False


class Footing(msgspec.Struct, frozen=True):
    """What the pieces of a table are to models with such feet."""

    walls: tuple[Rect, ...] = ()
    """Neither entered nor crossed."""
    narrow: tuple[Rect, ...] = ()
    """Crossed, but nobody ends a move there."""
    slow: tuple[Rect, ...] = ()
    raised: tuple[tuple[Rect, float], ...] = ()
    """What is climbed, with its height."""
    dangers: tuple[Rect, ...] = ()
    roads: tuple[Rect, ...] = ()
    """Roads and bridges: whatever is underneath does not count."""
    deep: tuple[Rect, ...] = ()
    """Water that hurts the models in it; a wall to those who come to its bank."""
    jump: float = 0.0
    climbs: bool = True
    """Whether height costs it anything."""
    felt: tuple[tuple[float, float, float], ...] = ()
    """The circles about all pieces that its moves are bound by or pay for."""


NOTHING = Footing()


@lru_cache(maxsize=1024)
@rule("blue.terrain.difficult", "blue.terrain.dangerous_move", "blue.terrain.impassable_move")
@rule("blue.terrain.hill_open", "blue.terrain.obstacle_low_move", "blue.terrain.obstacle_high_move")
@rule("blue.terrain.woods_heavy_difficult", "blue.building.ruins_difficult", "blue.terrain.river_shallow")
@rule("blue.terrain.obstacle_high_impassable", "blue.terrain.woods_light_war_machines")
@rule("blue.terrain.woods_heavy_war_machines", "blue.special.sure_step", "blue.terrain.river_deep")
@rule("blue.terrain.river_shallow_fleeing", "blue.unit_type.infantry")
def footing_on(terrain: Terrain, feet: Feet) -> Footing:
    if feet.flies:
        return _in_the_air(terrain, feet)
    walls: list[Rect] = []
    narrow: list[Rect] = []
    slow: list[Rect] = []
    raised: list[tuple[Rect, float]] = []
    dangers: list[Rect] = []
    deep: list[Rect] = []
    roads = _roads(terrain)
    for piece in terrain.pieces:
        words, shape = piece.traits - feet.opened, piece.shape
        if "open" in piece.traits:
            continue
        if "deep" in words:
            deep.append(shape)
        if words & NEVER_CLOSED or words & feet.closed or "deep" in words:
            walls += cut_by(shape, roads)
            continue
        dangerous = _is_danger(piece.traits, words, feet)
        if (dangerous or words & {"difficult", "low", "high", "shallow"}) and not feet.sure:
            slow.append(shape)
        if "high" in words:
            raised.append((shape, piece.height))
            if min(shape.width, shape.depth) < 2 * feet.radius:
                narrow.append(shape)
        if dangerous:
            dangers.append(shape)
    return Footing(
        tuple(walls),
        tuple(narrow),
        tuple(slow),
        tuple(raised),
        tuple(dangers),
        roads,
        tuple(deep),
        feet.jump,
        not feet.sure,
        _about((*walls, *narrow, *slow, *(shape for shape, _ in raised))),
    )


def _about(shapes: Iterable[Rect]) -> tuple[tuple[float, float, float], ...]:
    return tuple(dict.fromkeys((shape.x, shape.y, shape.radius) for shape in shapes))


@rule("blue.unit_type.cavalry_terrain", "blue.unit_type.war_machine_terrain", "blue.unit_type.chariot_terrain")
@rule("blue.terrain.dangerous_roll", "blue.terrain.river_shallow_fleeing")
def _is_danger(traits: frozenset[str], words: frozenset[str], feet: Feet) -> bool:
    """Whether a piece is Dangerous to models with such feet; water that is shallow is to all who run through it."""
    if "dangerous" in words or (feet.flees and "shallow" in traits):
        return True
    return (feet.wary and bool(words & {"difficult", "shallow"})) or (feet.shaky and bool(words & NOT_OPEN))


@rule("blue.unit_type.flyer_ignores_terrain")
def _in_the_air(terrain: Terrain, feet: Feet) -> Footing:
    """Flyers go over everything; only where they land matters (BLUE-R90, BLUE-R136)."""
    on_foot = msgspec.structs.replace(feet, flees=False)
    pieces = [piece for piece in terrain.pieces if "open" not in piece.traits]
    narrow = tuple(piece.shape for piece in pieces if piece.traits & NEVER_CLOSED)
    return Footing(
        narrow=narrow,
        felt=_about(narrow),
        dangers=tuple(piece.shape for piece in pieces if _is_danger(piece.traits, piece.traits, on_foot)),
        roads=_roads(terrain),
    )


@rule("blue.terrain.road", "blue.terrain.bridge")
def _roads(terrain: Terrain) -> tuple[Rect, ...]:
    return tuple(piece.shape for piece in terrain.having("open"))


# What a way costs


def stretches(footing: Footing, start: Point, end: Point) -> Sequence[Stretch] | None:
    """A straight way by what its parts cost; None where it would jump down too deep."""
    slow = spans(footing.slow, start, end)
    climbs, jumps, drop = _heights(footing, start, end) if footing.raised else LEVEL
    if drop > DEEPEST_DROP + TOLERANCE:
        return None
    if not slow and not climbs:
        return PLAIN
    return split(slow, spans(footing.roads, start, end) + jumps, climbs, SLOW)


def _costs(footing: Footing) -> Stretches | None:
    """What straight ways cost; None where every inch costs one."""
    return partial(stretches, footing) if footing.slow or footing.raised else None


LEVEL: tuple[dict[float, float], list[Span], float] = ({}, [], 0.0)


@rule("blue.move.climbing", "blue.move.jump_across", "blue.move.jump_down")
def _heights(footing: Footing, start: Point, end: Point) -> tuple[dict[float, float], list[Span], float]:
    """Where a straight way goes up, and what that costs; the gaps that it jumps across; how far down it jumps at most.

    Every inch up costs two (BLUE-R21). Between two raised places a gap of no more than half the Movement is jumped.
    """
    met = sorted((*found, high) for shape, high in footing.raised if (found := span(shape, start, end)) is not None)
    climbs: dict[float, float] = {}
    jumps: list[tuple[float, float]] = []
    level = last = drop = 0.0
    length = hypot(end[0] - start[0], end[1] - start[1])
    for low, high, height in met:
        if level and (low - last) * length > footing.jump + TOLERANCE:
            drop, level = max(drop, level), 0.0
        elif level and low > last:
            jumps.append((last, low))
        if low <= 0.0 and not level:
            level = height
        elif height > level and footing.climbs:
            climbs[low] = SLOW * (height - level)
        drop = max(drop, level - height)
        level, last = height, high
    if level and last < 1.0 - 1e-9:
        drop = max(drop, level)
    return climbs, jumps, drop


@rule("blue.terrain.open")
def paid(footing: Footing, way: Sequence[Point]) -> float:
    """What a way costs, corner by corner; no number of inches is enough where it would jump down too deep."""
    return price_of(way, _costs(footing))


def afforded(footing: Footing, way: Sequence[Point], inches: float) -> tuple[Point, ...]:
    """As much of a way as so many inches pay for, corner by corner."""
    return part_of(way, inches, _costs(footing))


# Dangers


def risks(footing: Footing, way: Sequence[Point]) -> bool:
    """Whether a way leads through Dangerous ground, or down too deep for an easy jump."""
    if len(way) < 2:
        return False
    pairs = list(pairwise(way))
    if footing.raised and any(_heights(footing, *pair)[2] > EASY_DROP + TOLERANCE for pair in pairs):
        return True
    return enters(footing.dangers, footing.roads, way)


def lands_in(footing: Footing, spot: Point) -> bool:
    """Whether a Flyer that lands there is in Dangerous ground."""
    held = any(contains_point(shape, *spot) for shape in footing.dangers)
    return held and not any(contains_point(shape, *spot) for shape in footing.roads)
