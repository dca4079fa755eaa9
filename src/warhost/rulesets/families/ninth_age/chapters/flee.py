"""Flee Moves: turning away, straight ahead until clear of everything, off the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, NamedTuple

import msgspec

from warhost.dice import Dice, odds
from warhost.field.crossing import Way
from warhost.field.running import ahead, clear_ahead, leaves_after
from warhost.play.battle import settled, stand
from warhost.play.script import Script, roll_sum
from warhost.rulesets.families.ninth_age.core import events
from warhost.rulesets.families.ninth_age.core.contact import disengage
from warhost.rulesets.families.ninth_age.core.kinds import B, Battle, U
from warhost.table import TOLERANCE, Forward, Point, Pose, Rect, bearing, swept


class FleeMoves(msgspec.Struct, Generic[B, U], frozen=True, kw_only=True):
    """What a book says to Flee Moves: how its units stand and run, what becomes of them, and its rule."""

    boundary: Callable[[B, U], Rect]
    obstacles: Callable[[B, U], Sequence[Rect]]
    """What the unit has to be clear of at the end, by so many inches."""
    gap: float
    dice: Callable[[B, U], Dice]
    dangers: Callable[[B, U, Way], Script[None]]
    """The tests for Dangerous Terrain on that way."""
    destroy: Callable[[B, U, str], Script[None]]
    lost: Callable[[B, U], Iterable[U]]
    """Everybody who is lost with the unit."""
    distance: str


class Fled(NamedTuple):
    """A Flee Move that was made: the ground that it crossed, and where it touched the board edge if it did."""

    trail: Rect
    edge: Rect | None = None


def turn_away(battle: Battle[U], unit: U, x: float, y: float) -> None:
    """The unit gives up whatever it was about, flees, and pivots about its Centre to face directly away from a point.

    Where the point is its own Centre it turns towards its own table edge.
    """
    pose = unit.pose
    assert pose is not None, f"{unit.name} is not on the table"
    disengage(battle, unit)
    unit.fleeing = unit.done = True
    unit.charging = False
    unit.target = unit.target_arc = None
    if abs(pose.x - x) <= TOLERANCE and abs(pose.y - y) <= TOLERANCE:
        x, y = before_own_edge(battle, unit)
    stand(unit, Pose(pose.x, pose.y, bearing(x, y, pose.x, pose.y)))


def before_own_edge(battle: Battle[U], unit: U) -> Point:
    """A point ahead of the unit as seen from its own table edge: who flees from there flees to that edge."""
    assert unit.pose is not None
    return (unit.pose.x, unit.pose.y + (1.0 if battle.homes[unit.seat] == 0 else -1.0))


def run(battle: B, unit: U, rules: FleeMoves[B, U], *, inches: int | None = None) -> Script[Fled]:
    """Straight ahead, farther if it must to be clear of everything; over the edge it is destroyed.

    Nobody tests for Panic here: the whole move with all that follows from it is a matter of Panic.
    """
    if inches is None:
        dice = rules.dice(battle, unit)
        inches = yield from roll_sum(dice, why="Flee distance", rule=rules.distance, seat=unit.seat, unit=unit.id)
    start = rules.boundary(battle, unit)
    length = clear_distance(battle, unit, start, float(inches), rules)
    edge = leaves_after(start, length, battle.scene.board)
    if edge is not None:
        return (yield from _leave_board(battle, unit, start, edge, rules))
    unit.moved = True
    yield events.UnitFled(unit.id, inches, length, stand(unit, ahead(start, length)))
    yield from rules.dangers(battle, unit, [(start, Forward(length))])
    return Fled(swept(start, Forward(length)))


def _leave_board(battle: B, unit: U, start: Rect, inches: float, rules: FleeMoves[B, U]) -> Script[Fled]:
    """The unit touches the board edge after so many inches and is destroyed there."""
    last = ahead(start, inches)
    yield events.UnitFledOffBoard(unit.id, inches, last.pose)
    lost = list(rules.lost(battle, unit))
    yield from rules.destroy(battle, unit, "fled off the table")
    for one in lost:
        one.fate, one.fell_at = "fled", settled(last)
    return Fled(swept(start, Forward(inches)), last)


def chance_off_board(battle: B, unit: U, rules: FleeMoves[B, U]) -> float:
    """How likely a Flee Move straight ahead ends at the board edge."""
    start = rules.boundary(battle, unit)

    def leaves(inches: int) -> bool:
        length = clear_distance(battle, unit, start, float(inches), rules)
        return leaves_after(start, length, battle.scene.board) is not None

    return odds.of(rules.dice(battle, unit)).chance(leaves)


def clear_distance(battle: B, unit: U, start: Rect, inches: float, rules: FleeMoves[B, Any]) -> float:
    """The least distance from that many inches on at which the unit is clear of units and Impassable Terrain."""
    return clear_ahead(start, inches, rules.obstacles(battle, unit), rules.gap)
