"""The ground on a way: where a unit may end, what it climbs, what slows it (Terrain; Movement)."""

from __future__ import annotations

from math import inf

import msgspec

from warhost.field import Path, side_of
from warhost.play.script import Refused
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import Battle, Piece, Unit, by_rules, optional, perimeter
from warhost.rulesets.regiments.core.scenery import scenery
from warhost.rulesets.regiments.core.speakers import movement_rules
from warhost.table import TOLERANCE, Rect, Straight, apply, contains_rect, free_towards, overlaps, passes_through, swept

GAP = 1.0
"""What a unit keeps from every other (aofr.move.one_inch)."""

DIFFICULT = 6.0
"""What a unit moves at most in difficult terrain (aofr.terrain.difficult)."""


class Gait(msgspec.Struct, frozen=True, gc=False):
    """How a unit moves: over everything, or untroubled by difficult ground."""

    flies: bool = False
    strides: bool = False
    slowed: bool = False
    """Counts as being in difficult ground wherever it goes."""
    sure: bool = False
    """Ground neither slows nor hurts it, and climbing costs it nothing."""
    further: int = 0
    """Inches that it goes further than others in difficult ground, whatever makes it difficult."""


@by_rules
def gait(battle: Battle, unit: Unit) -> Gait:
    """What all models of the unit have to move by (AOFR-R046)."""
    rules = movement_rules(battle, unit)
    return Gait(
        any(rule.flies for rule in rules.at("flies")),
        any(rule.strides for rule in rules.at("strides")),
        any(rule.slowed for rule in rules.at("slowed")),
        any(rule.sure_footed for rule in rules.at("sure_footed")),
        sum(rule.further for rule in rules.at("further")),
    )


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
def climbing(battle: Battle, way: Path, how: Gait) -> float:
    """The inches that going up and down costs: the height of what is climbed, once up and once down (AOFR-R115)."""
    if how.flies or how.sure:
        return 0.0
    total = 0.0
    for piece in scenery(battle).climbed:
        if crosses(way, piece):
            climbs = (not contains_rect(piece.shape, way.start)) + (not contains_rect(piece.shape, way.end))
            total += piece.height * climbs
    return total


def crosses(way: Path, piece: Piece) -> bool:
    """Whether a straight part leads over the piece, the place where it begins included."""
    return any(passes_through(shape, step, piece.shape) for shape, step in way.straights())


def held_to(battle: Battle, unit: Unit, way: Path, inches: float, how: Gait) -> float:
    """How far the ground lets the unit go at most, if its move on that way takes so many inches; infinite if it does
    not hold it up."""
    if how.flies or how.strides or how.sure:
        return inf
    most = optional.slowest(battle, unit, way) + optional.measured(battle, how.further)
    slow = optional.measured(battle, DIFFICULT + how.further)
    if most > slow and inches > slow + TOLERANCE and is_slowed(battle, unit, way, how):
        return slow
    return most


@rule("aofr.terrain.difficult", "aofr.terrain.difficult_charge", "aofr.terrain.hills")
def is_slowed(battle: Battle, unit: Unit, way: Path, how: Gait) -> bool:
    """Whether a model touches difficult ground in a straight part of the way, its start included (AOFR-R108)."""
    if how.flies or how.strides or how.sure:
        return False
    if how.slowed:
        return True
    for piece in scenery(battle).slowing:
        for shape, step in way.straights():
            if not passes_through(shape, step, piece.shape) or not _models_cross(battle, unit, shape, step, piece):
                continue
            if piece.difficult or _goes_up(shape, step, piece):
                return True
    return bool(optional.speaking(battle, "ground_under")) and any(
        optional.is_ground(battle, unit, swept(part, step), "difficult")
        for shape, step in way.straights()
        for part in perimeter(battle, unit, shape.pose)
    )


def _models_cross(battle: Battle, unit: Unit, shape: Rect, step: Straight, piece: Piece) -> bool:
    """Whether the models, not only the empty places of a short last row, go over the piece."""
    return any(overlaps(swept(part, step), piece.shape) for part in perimeter(battle, unit, shape.pose))


def _goes_up(shape: Rect, step: Straight, piece: Piece) -> bool:
    """Whether the unit comes nearer to the hill's centre at the moment when it is on it first (AOFR-R109)."""
    until = 0.0
    if not overlaps(shape, piece.shape):
        until = free_towards(shape, side_of(step), piece.shape, abs(step.inches))
    end = apply(shape, step)
    length = abs(step.inches)
    dx, dy = (end.x - shape.x) / length, (end.y - shape.y) / length
    x, y = shape.x + dx * until - piece.shape.x, shape.y + dy * until - piece.shape.y
    return dx * x + dy * y < -TOLERANCE
