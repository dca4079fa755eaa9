"""The space that units take: one rectangle each, which damage does not change (Units; Lines of sight)."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

from warhost.field import Body, FieldOf
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.core.battle import Battle, Unit
from warhost.rulesets.kings_of_war.core.entries import inches_of
from warhost.rulesets.kings_of_war.core.terrain import terrain_of
from warhost.table import TOLERANCE, Arc, Pose, Rect, arc_of, distance, rect

CONTACT = 8 * TOLERANCE
"""Bases that are nearer than this are in contact: rounding must not part who fights."""

GAP = 1 / 25.4
"""How far units stay from enemies that they are not engaged with: 1 mm (KOW-R051)."""

DOUBT = 0.5 / 25.4
"""Within half a millimetre of a border nobody can say on which side something is (KOW-R028)."""


@rule("kow.los.facings", "kow.los.centre_point")
def footprint_at(battle: Battle, unit: Unit, pose: Pose) -> Rect:
    """The base of the unit if it stood there."""
    return rect(pose.x, pose.y, pose.facing, *inches_of(battle.scene.entries[unit.entry]))


def _body(battle: Battle, unit: Unit) -> Body:
    assert unit.pose is not None
    return Body(unit.id, unit.seat, unit.name, footprint_at(battle, unit, unit.pose))


field_of: FieldOf[Battle, Unit] = FieldOf(_body, attrgetter("pose"), terrain_of)
"""What stands where in a battle, kept with it."""


def footprint(battle: Battle, unit: Unit) -> Rect:
    """The base of a unit on the table."""
    return field_of.body(battle, unit).shape


@rule("kow.measure.nearest_points")
def apart(battle: Battle, one: Unit, other: Unit) -> float:
    """Inches between the nearest points of two bases."""
    return field_of(battle).apart(one.id, other.id)


@rule("kow.measure.nearest_points")
def is_within(battle: Battle, one: Unit, other: Unit, inches: float) -> bool:
    """Whether two units are no farther apart than that; a unit is within any distance of itself (KOW-R027)."""
    return one is other or apart(battle, one, other) <= inches + TOLERANCE


@rule("kow.measure.nearest_points")
def within_reach(battle: Battle, unit: Unit, inches: float, others: Iterable[Unit]) -> list[Unit]:
    """Those of the others that are no farther from the unit than that. Who is far away by the circles around their
    bases is not measured."""
    units = battle.units
    return [units[number] for number in field_of(battle).within(unit.id, inches, [one.id for one in others])]


def in_contact(battle: Battle, one: Unit, other: Unit) -> bool:
    """Whether two units touch, or count as touching across an obstacle."""
    gap = apart(battle, one, other)
    return gap <= CONTACT or is_across(battle, footprint(battle, one), footprint(battle, other), gap)


@rule("kow.terrain.obstacle_contact")
def is_across(battle: Battle, one: Rect, other: Rect, gap: float) -> bool:
    """Whether nothing but the thickness of an obstacle is between two bases, if players agreed on that (KOW-R059)."""
    return battle.settings.obstacle_contact and any(
        gap <= min(piece.shape.width, piece.shape.depth) + CONTACT
        and distance(piece.shape, one) <= GAP
        and distance(piece.shape, other) <= GAP
        for piece in field_of(battle).terrain.having("obstacle")
    )


@rule("kow.los.arcs", "kow.los.midpoint", "kow.charge.facing_by_midpoint")
def facing_towards(shape: Rect, other: Rect) -> Arc:
    """The facing of a base in whose arc the middle of the other's front lies."""
    return arc_of(shape, *other.front)
