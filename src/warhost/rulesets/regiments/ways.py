"""Ways across the table: straight, one turn, straight (Game Structure & Movement: Activating Units, Pivoting).

A way is checked part by part against units, terrain and the table's edge. Who asks says how near others may be:
an ordinary move keeps 1" from every unit, a charge keeps out of them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import hypot

import msgspec

from warhost.play.script import Refused
from warhost.rulebook import rule
from warhost.rulesets.regiments.battle import Battle, Unit
from warhost.rulesets.regiments.formation import footprint, perimeter
from warhost.rulesets.regiments.scenery import Piece, scenery
from warhost.rulesets.regiments.speakers import movement_rules
from warhost.table import (
    TOLERANCE,
    Arc,
    Back,
    Forward,
    Pivot,
    Rect,
    Sidestep,
    Step,
    Straight,
    Wheel,
    apply,
    contains_rect,
    distance,
    free_towards,
    gap_along,
    keeps_clear,
    overlaps,
    passes_through,
    stays_on_board,
    swept,
)

GAP = 1.0
"""What a unit keeps from every other (aofr.move.one_inch)."""

DIFFICULT = 6.0
"""What a unit moves at most in difficult terrain (aofr.terrain.difficult)."""


class Gait(msgspec.Struct, frozen=True):
    """How a unit moves: over everything, or untroubled by difficult ground."""

    flies: bool = False
    strides: bool = False
    slowed: bool = False
    """Counts as being in difficult ground wherever it goes."""


def gait(battle: Battle, unit: Unit) -> Gait:
    """What all models of the unit have to move by (AOFR-R046)."""
    rules = movement_rules(battle, unit)
    return Gait(
        any(rule.flies for rule in rules), any(rule.strides for rule in rules), any(rule.slowed for rule in rules)
    )


class Way(msgspec.Struct, frozen=True):
    """A way: its steps, and where the footprint stands before and after each of them."""

    steps: tuple[Step, ...]
    stops: tuple[Rect, ...]

    @property
    def start(self) -> Rect:
        return self.stops[0]

    @property
    def end(self) -> Rect:
        return self.stops[-1]

    @property
    def inches(self) -> float:
        """How far it goes in plan; a pivot costs nothing (aofr.pivot.free)."""
        return sum(abs(step.inches) for step in self.steps if not isinstance(step, Wheel | Pivot))

    def straights(self) -> list[tuple[Rect, Straight]]:
        """The straight parts with where they begin; those of no length left out."""
        return [
            (shape, step)
            for shape, step in zip(self.stops, self.steps, strict=False)
            if not isinstance(step, Wheel | Pivot) and abs(step.inches) > TOLERANCE
        ]


def way_of(start: Rect, steps: Sequence[Step]) -> Way:
    stops = [start]
    for step in steps:
        stops.append(apply(stops[-1], step))
    return Way(tuple(steps), tuple(stops))


class Other(msgspec.Struct, frozen=True):
    """Another unit near a way: where it stands and how far off it was at the start."""

    unit: Unit
    shape: Rect
    gap: float

    @property
    @rule("aofr.melee.no_lock")
    def kept(self) -> float:
        """What has to be kept on the way: 1", or what there was at the start if that is less (AOFR-R042)."""
        return min(GAP, self.gap)


def others_near(battle: Battle, unit: Unit, way: Way, without: Collection[int] = ()) -> list[Other]:
    """The other units that the way could come near to."""
    start = way.start
    far = start.radius + GAP
    for before, after in zip(way.stops, way.stops[1:], strict=False):
        far += hypot(after.x - before.x, after.y - before.y)
    found = []
    for other in battle.units:
        if other.pose is None or other is unit or other.id in without:
            continue
        shape = footprint(battle, other)
        reach = far + shape.radius
        dx, dy = shape.x - start.x, shape.y - start.y
        if dx * dx + dy * dy < reach * reach:
            found.append(Other(other, shape, distance(start, shape)))
    return found


@rule("aofr.move.stay_on_table")
def check_on_table(battle: Battle, unit: Unit, way: Way) -> None:
    """No part of the unit leaves the table at any moment, pivots included (AOFR-R037)."""
    if not is_on_table(battle, way):
        raise Refused(f"{unit.name} would leave the table.", "aofr.move.stay_on_table")


def is_on_table(battle: Battle, way: Way) -> bool:
    """Whether the unit is on the table all along the way."""
    width, depth = battle.scene.board.width, battle.scene.board.depth
    if all(turns_freely(shape, width, depth) for shape in way.stops):
        return True
    return all(stays_on_board(shape, step, width, depth) for shape, step in zip(way.stops, way.steps, strict=False))


def turns_freely(shape: Rect, width: float, depth: float) -> bool:
    """Whether no edge of the table is so near that a pivot could lead over it."""
    return shape.radius <= min(shape.x, shape.y, width - shape.x, depth - shape.y)


@rule("aofr.move.no_pass_through", "aofr.move.one_inch", "aofr.pivot.ignore_obstacles")
def check_units(battle: Battle, unit: Unit, way: Way, others: Sequence[Other], flies: bool) -> None:
    """An ordinary move: 1" from all others on the way, where a pivot ends, and at the end (AOFR-R041)."""
    for other in others:
        if not flies:
            _check_way_past(unit, way, other)
        if distance(way.end, other.shape) < GAP - TOLERANCE:
            raise _too_near(unit, other, way.end)


def _check_way_past(unit: Unit, way: Way, other: Other) -> None:
    for shape, step, after in zip(way.stops, way.steps, way.stops[1:], strict=False):
        if isinstance(step, Pivot):
            if overlaps(after, other.shape) or distance(after, other.shape) < other.kept - TOLERANCE:
                raise _too_near(unit, other, after)
        elif not keeps_clear(shape, step, other.shape, max(other.kept, TOLERANCE)):
            if passes_through(shape, step, other.shape):
                raise Refused(f"{unit.name} would move through {other.unit.name}.", "aofr.move.no_pass_through")
            gap = gap_along(shape, step, other.shape)
            if gap < other.kept - TOLERANCE:
                raise Refused(
                    f'{unit.name} would pass {gap:.2f}" from {other.unit.name}: units stay 1" apart.',
                    "aofr.move.one_inch",
                )


def _too_near(unit: Unit, other: Other, place: Rect) -> Refused:
    if overlaps(place, other.shape):
        return Refused(f"{unit.name} would overlap {other.unit.name}.", "aofr.move.possible_location")
    gap = distance(place, other.shape)
    return Refused(
        f'{unit.name} would be {gap:.2f}" from {other.unit.name}: units stay 1" apart.', "aofr.move.one_inch"
    )


@rule("aofr.terrain.impassable", "aofr.move.possible_location", "aofr.pivot.ignore_obstacles", "aofr.special.priority")
def check_ground(battle: Battle, unit: Unit, way: Way, flies: bool) -> None:
    """No straight part leads through impassable ground, no pivot and no move ends in it; flyers pass over it."""
    for piece in scenery(battle).impassable:
        for shape, step, after in zip(way.stops, way.steps, way.stops[1:], strict=False):
            if flies:
                break
            if overlaps(after, piece.shape) if isinstance(step, Pivot) else passes_through(shape, step, piece.shape):
                raise Refused(f"{unit.name} would move into {piece.name}.", "aofr.terrain.impassable")
        if overlaps(way.end, piece.shape):
            raise Refused(f"{unit.name} would overlap {piece.name}.", "aofr.move.possible_location")
    check_edges(battle, unit, way.end)


@rule("aofr.terrain.no_overhang", "aofr.terrain.no_mid_climb")
def check_edges(battle: Battle, unit: Unit, place: Rect) -> None:
    """A unit ends on no gap, and wholly on top of what it climbs or wholly at the bottom."""
    pieces = scenery(battle)
    for piece in pieces.gaps:
        if overlaps(place, piece.shape):
            raise Refused(f"{unit.name} would hang over {piece.name}.", "aofr.terrain.no_overhang")
    for piece in pieces.climbed:
        if overlaps(place, piece.shape) and not contains_rect(piece.shape, place):
            raise Refused(f"{unit.name} would stop partway up {piece.name}.", "aofr.terrain.no_mid_climb")


@rule("aofr.terrain.climb", "aofr.terrain.low_ignored")
def climbing(battle: Battle, way: Way, how: Gait) -> float:
    """The inches that going up and down costs: the height of what is climbed, once up and once down (AOFR-R115)."""
    if how.flies:
        return 0.0
    total = 0.0
    for piece in scenery(battle).climbed:
        if crosses(way, piece):
            climbs = (not contains_rect(piece.shape, way.start)) + (not contains_rect(piece.shape, way.end))
            total += piece.height * climbs
    return total


def crosses(way: Way, piece: Piece) -> bool:
    """Whether a straight part leads over the piece, the place where it begins included."""
    return any(passes_through(shape, step, piece.shape) for shape, step in way.straights())


@rule("aofr.terrain.difficult", "aofr.terrain.difficult_charge", "aofr.terrain.hills")
def is_slowed(battle: Battle, unit: Unit, way: Way, how: Gait) -> bool:
    """Whether a model touches difficult ground in a straight part of the way, its start included (AOFR-R108)."""
    if how.flies or how.strides:
        return False
    if how.slowed:
        return True
    for piece in scenery(battle).slowing:
        for shape, step in way.straights():
            if not passes_through(shape, step, piece.shape) or not _models_cross(battle, unit, shape, step, piece):
                continue
            if piece.difficult or _goes_up(shape, step, piece):
                return True
    return False


def _models_cross(battle: Battle, unit: Unit, shape: Rect, step: Straight, piece: Piece) -> bool:
    """Whether the models, not only the empty places of a short last row, go over the piece."""
    return any(overlaps(swept(part, step), piece.shape) for part in perimeter(battle, unit, shape.pose))


def _goes_up(shape: Rect, step: Straight, piece: Piece) -> bool:
    """Whether the unit comes nearer to the hill's centre at the moment when it is on it first (AOFR-R109)."""
    until = 0.0
    if not overlaps(shape, piece.shape):
        until = free_towards(shape, _way_out(step), piece.shape, abs(step.inches))
    end = apply(shape, step)
    length = abs(step.inches)
    dx, dy = (end.x - shape.x) / length, (end.y - shape.y) / length
    x, y = shape.x + dx * until - piece.shape.x, shape.y + dy * until - piece.shape.y
    return dx * x + dy * y < -TOLERANCE


def _way_out(step: Straight) -> Arc:
    if isinstance(step, Forward):
        return Arc.FRONT
    if isinstance(step, Back):
        return Arc.REAR
    assert isinstance(step, Sidestep)
    return Arc.RIGHT if step.inches >= 0.0 else Arc.LEFT
