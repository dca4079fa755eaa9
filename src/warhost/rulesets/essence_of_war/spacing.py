"""Unit Spacing and the Board Edge (General Principles)."""

from __future__ import annotations

import msgspec

from warhost.play.script import Refused
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.formation import boundary
from warhost.rulesets.essence_of_war.terrain import of_kind
from warhost.table import TOLERANCE, Rect, distance, on_board

GAP = 1.0
"""What units keep from each other and from Impassable Terrain; exactly 1" is enough (EOW-R025)."""

PASSING_GAP = 0.5
"""What an Advance or March keeps on the way (EOW-R026)."""


class Obstacle(msgspec.Struct, frozen=True):
    """Something to keep away from: another unit's boundary, or Impassable Terrain (no unit)."""

    shape: Rect
    unit: int | None
    name: str


def obstacles(battle: Battle, unit: Unit) -> list[Obstacle]:
    """Every other unit on the table and every piece of Impassable Terrain."""
    found = [
        Obstacle(boundary(battle, other), other.id, other.name)
        for other in battle.units
        if other.pose is not None and other.id != unit.id
    ]
    found.extend(Obstacle(shape, None, "Impassable Terrain") for shape in of_kind(battle.scene.board, "impassable"))
    return found


@rule("eow.spacing.one_inch", "eow.spacing.stay_close", "eow.move.end_spacing")
def check_spacing(battle: Battle, unit: Unit, end: Rect, start: Rect | None = None) -> None:
    """A unit ends 1" from every obstacle, or was nearer than that before and does not touch it (EOW-R056)."""
    radius = (end.width + end.depth) / 2 + GAP
    for obstacle in obstacles(battle, unit):
        shape = obstacle.shape
        reach = radius + (shape.width + shape.depth) / 2
        if abs(shape.x - end.x) > reach or abs(shape.y - end.y) > reach:
            continue
        gap = distance(end, shape)
        if gap >= GAP - TOLERANCE:
            continue
        if start is not None and distance(start, shape) < GAP - TOLERANCE and gap > TOLERANCE:
            continue
        if gap <= TOLERANCE:
            if obstacle.unit is None:
                raise Refused(f"{unit.name} would touch {obstacle.name}.", "eow.terrain.impassable.movement")
            raise Refused(f"{unit.name} would touch {obstacle.name}.", "eow.boundary.contact_only_by_charge")
        raise Refused(
            f'{unit.name} would stand {gap:.2f}" from {obstacle.name}: units keep 1" apart.', "eow.spacing.one_inch"
        )


@rule("eow.board_edge.end_inside")
def check_on_board(battle: Battle, unit: Unit, end: Rect) -> None:
    """A move finishes with the whole Unit Boundary on the board."""
    board = battle.scene.board
    if not on_board(end, board.width, board.depth):
        raise Refused(f"{unit.name} would stand partly off the board.", "eow.board_edge.end_inside")
