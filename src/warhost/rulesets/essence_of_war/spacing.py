"""Unit Spacing and the Board Edge (General Principles)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from warhost.play.script import Refused
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.formation import boundary
from warhost.rulesets.essence_of_war.terrain import of_kind
from warhost.table import TOLERANCE, Rect, distance, on_board, overlaps

GAP = 1.0
"""What units keep from each other and from Impassable Terrain; exactly 1" is enough (EOW-R025)."""

PASSING_GAP = 0.5
"""What an Advance or March keeps on the way (EOW-R026)."""


class Obstacle(msgspec.Struct, frozen=True):
    """Something to keep away from: another unit's boundary, or Impassable Terrain (no unit)."""

    shape: Rect
    unit: int | None
    name: str
    friend: bool = False


def obstacles(battle: Battle, unit: Unit) -> list[Obstacle]:
    """Every other unit on the table and every piece of Impassable Terrain."""
    return obstacles_near(battle, unit, 0.0, 0.0, 1e9)


def obstacles_near(battle: Battle, unit: Unit, x: float, y: float, reach: float) -> list[Obstacle]:
    """Those obstacles that come nearer to the point than that, judged by the circles around them."""
    found = []
    for other in battle.units:
        if other.pose is not None and other.id != unit.id:
            shape = boundary(battle, other)
            if _near(shape, x, y, reach):
                found.append(Obstacle(shape, other.id, other.name, other.seat == unit.seat))
    rocks = of_kind(battle.scene.board, "impassable")
    found.extend(Obstacle(shape, None, "Impassable Terrain") for shape in rocks if _near(shape, x, y, reach))
    return found


def _near(shape: Rect, x: float, y: float, reach: float) -> bool:
    dx, dy = shape.x - x, shape.y - y
    reach += shape.radius
    return dx * dx + dy * dy < reach * reach


def check_spacing(
    battle: Battle, unit: Unit, end: Rect, start: Rect | None = None, rule_id: str = "eow.spacing.one_inch"
) -> None:
    """A unit stands at `end`, perhaps after a move from `start`, under the Unit Spacing rule."""
    near = obstacles_near(battle, unit, end.x, end.y, end.radius + GAP)
    check_gaps(unit, end, start, near, rule_id)


@rule("eow.spacing.one_inch", "eow.spacing.stay_close", "eow.move.end_spacing")
@rule("eow.boundary.contact", "eow.boundary.contact_only_by_charge")
def check_gaps(
    unit: Unit,
    end: Rect,
    start: Rect | None,
    near: Iterable[Obstacle],
    rule_id: str = "eow.spacing.one_inch",
) -> None:
    """A unit ends 1" from every obstacle, or was nearer than that before and comes into no contact (EOW-R056)."""
    for obstacle in near:
        shape = obstacle.shape
        if not _near(shape, end.x, end.y, end.radius + GAP):
            continue
        gap = distance(end, shape)
        if gap >= GAP - TOLERANCE:
            continue
        before = GAP if start is None else distance(start, shape)
        if before < GAP - TOLERANCE and (gap > TOLERANCE or (before <= TOLERANCE and not overlaps(end, shape))):
            # Contact that was there before the move does not arise by it; going deeper would be an overlap.
            continue
        if gap > TOLERANCE:
            raise Refused(f'{unit.name} would stand {gap:.2f}" from {obstacle.name}: units stay 1" apart.', rule_id)
        if obstacle.unit is None:
            raise Refused(f"{unit.name} would touch {obstacle.name}.", "eow.terrain.impassable.movement")
        if obstacle.friend:
            raise Refused(f'{unit.name} would touch {obstacle.name}: units stay 1" apart.', rule_id)
        raise Refused(
            f"{unit.name} would touch {obstacle.name}: only a charge may end in contact.",
            "eow.boundary.contact_only_by_charge",
        )


@rule("eow.board_edge.end_inside", "eow.move.on_board")
def check_on_board(battle: Battle, unit: Unit, end: Rect) -> None:
    """A move finishes with the whole Unit Boundary on the board."""
    board = battle.scene.board
    if not on_board(end, board.width, board.depth):
        raise Refused(f"{unit.name} would be partly off the table.", "eow.board_edge.end_inside")
