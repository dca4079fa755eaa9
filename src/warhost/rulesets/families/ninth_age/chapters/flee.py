"""Flee Moves: turning away, straight ahead until clear of everything, off the board."""

from __future__ import annotations

from typing import NamedTuple

from warhost.dice import odds
from warhost.field.moves.running import ahead, clear_ahead, leaves_after
from warhost.play.battle import settled, stand
from warhost.play.script import Script, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.core import events
from warhost.rulesets.families.ninth_age.core.contact import disengage
from warhost.rulesets.families.ninth_age.core.formation import boundary
from warhost.rulesets.families.ninth_age.core.kinds import Battle, U
from warhost.rulesets.families.ninth_age.core.spacing import GAP, obstacles
from warhost.table import TOLERANCE, Forward, Point, Pose, Rect, bearing, swept


class Fled(NamedTuple):
    """A Flee Move that was made: the ground that it crossed, and where it touched the board edge if it did."""

    trail: Rect
    edge: Rect | None = None


@rule("eow.panic.pivot_line", "eow.boundary.centre", "eow.flee.no_actions", "eow.rally.mandatory")
@rule("t9a.panic.flee_direction")
def turn_away(battle: Battle[U], unit: U, x: float, y: float) -> None:
    """The unit gives up whatever it was about, flees, and pivots about its Centre to face directly away from a point.

    Where the point is its own Centre it turns towards its own table edge (EOW-R062).
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


@rule("eow.flee.distance", "eow.flee.extend", "eow.flee.off_board", "eow.flee.pass_through")
@rule("eow.terrain.impassable.flee_end", "eow.terrain.impassable.flee_through", "eow.spacing.charge_flee")
@rule("eow.panic.destroyed_measure")
@rule("t9a.special.flee_move", "t9a.terrain.impassable", "t9a.geometry.unit_spacing", "t9a.panic.friend_destroyed")
def run(battle: Battle[U], unit: U, *, inches: int | None = None) -> Script[Fled]:
    """Straight ahead 2D6", farther if it must to be clear of everything; over the edge it is destroyed.

    Nobody tests for Panic here: `panic.flee_move` is the whole move with all that follows from it.
    """
    if inches is None:
        dice, by = battle.book.dice_of(battle, unit, "flee"), battle.book.rows.flee_distance
        inches = yield from roll_sum(dice, why="Flee distance", rule=by, seat=unit.seat, unit=unit.id)
    start = boundary(battle, unit)
    length = clear_distance(battle, unit, start, float(inches))
    edge = leaves_after(start, length, battle.scene.board)
    if edge is not None:
        return (yield from _leave_board(battle, unit, start, edge))
    unit.moved = True
    yield events.UnitFled(unit.id, inches, length, stand(unit, ahead(start, length)))
    yield from battle.book.dangers(battle, unit, [(start, Forward(length))], fleeing=True)
    return Fled(swept(start, Forward(length)))


def _leave_board(battle: Battle[U], unit: U, start: Rect, inches: float) -> Script[Fled]:
    """The unit touches the board edge after so many inches and is destroyed there."""
    last = ahead(start, inches)
    yield events.UnitFledOffBoard(unit.id, inches, last.pose)
    lost = battle.company(unit)
    yield from battle.book.destroy(battle, unit, "fled off the table")
    for one in lost:
        one.fate, one.fell_at = "fled", settled(last)
    return Fled(swept(start, Forward(inches)), last)


def chance_off_board(battle: Battle[U], unit: U) -> float:
    """How likely a Flee Move straight ahead ends at the board edge."""
    start = boundary(battle, unit)

    def leaves(inches: int) -> bool:
        length = clear_distance(battle, unit, start, float(inches))
        return leaves_after(start, length, battle.scene.board) is not None

    return odds.of(battle.book.dice_of(battle, unit, "flee")).chance(leaves)


def clear_distance(battle: Battle[U], unit: U, start: Rect, inches: float) -> float:
    """The least distance from that many inches on at which the unit is clear of units and Impassable Terrain."""
    return clear_ahead(start, inches, obstacles(battle, unit), GAP)
