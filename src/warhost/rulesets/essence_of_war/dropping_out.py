"""Contact that casualties broke is closed again, or units leave the combat (Melee Phase: Dropping out of Combat)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import hypot

from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war import events
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.contact import disengage
from warhost.rulesets.essence_of_war.formation import boundary, stand
from warhost.rulesets.essence_of_war.placement import blockers
from warhost.table import (
    TOLERANCE,
    Point,
    Rect,
    along_edge,
    edge_length,
    edge_midpoint,
    on_board,
    outward,
    overlaps,
    project,
    rect,
    slide,
    within,
)

FARTHEST = 2.0
"""A unit is nudged no farther than this (EOW-R142)."""


@rule("eow.melee.drop_out.nudge", "eow.melee.drop_out.leave")
def keep_contact(battle: Battle, units: Iterable[int], lost: Mapping[int, int]) -> Script[None]:
    """Every broken contact between these units and their enemies is closed by a nudge, or ends.

    The book asks for it after each Agility step; losses of other phases, by magic or terrain, are treated alike.

    `lost` are the Health Points lost just now. The unit with the fewest is nudged, on a tie the Active Player's;
    where it cannot be, the other one (EOW-R142).
    """

    def first_to_move(unit: Unit) -> tuple[int, bool, int]:
        return lost.get(unit.id, 0), unit.seat != battle.active, unit.id

    pairs = sorted(
        (sorted(pair, key=first_to_move) for pair in _apart(battle, units)),
        key=lambda pair: (first_to_move(pair[0]), first_to_move(pair[1])),
    )
    for pair in pairs:
        for mover, other in (pair, reversed(pair)):
            place = _closed_up(battle, mover, other)
            if place is not None:
                before = boundary(battle, mover)
                stand(mover, place)
                yield events.UnitNudged(mover.id, other.id, hypot(place.x - before.x, place.y - before.y))
                break
        else:
            disengage(battle, pair[0], pair[1].id)
            yield events.DroppedOut(pair[0].id, pair[1].id)


def _apart(battle: Battle, units: Iterable[int]) -> list[tuple[Unit, Unit]]:
    """The pairs that are Engaged with each other and do not touch."""
    found: dict[tuple[int, int], tuple[Unit, Unit]] = {}
    for number in units:
        unit = battle.units[number]
        for foe in unit.foes:
            enemy = battle.units[foe.unit]
            key = (min(unit.id, enemy.id), max(unit.id, enemy.id))
            if key not in found and not within(boundary(battle, unit), boundary(battle, enemy), 0.0):
                found[key] = (unit, enemy)
    return list(found.values())


@rule("eow.melee.drop_out.multi", "eow.melee.drop_out.nudge", "eow.melee.drop_out.leave")
def _closed_up(battle: Battle, mover: Unit, other: Unit) -> Rect | None:
    """Where the mover stands once it has closed up; None if it must not or cannot.

    It goes straight at the edge it touched, or along it, whichever alone restores contact.
    """
    if len(mover.foes) > 1:
        return None
    own, edge = boundary(battle, mover), boundary(battle, other)
    foe = mover.foes[0]
    nx, ny = outward(edge, foe.theirs)
    (ax, ay), (bx, by) = edge_midpoint(own, foe.mine), edge_midpoint(edge, foe.theirs)
    gap = (ax - bx) * nx + (ay - by) * ny
    low, high = project(own, edge, foe.theirs)
    half = edge_length(edge, foe.theirs) / 2
    beside = low - half if low > half else high + half if high < -half else 0.0
    if abs(beside) <= TOLERANCE:
        inches, way = gap, (-nx, -ny)
    elif abs(gap) <= TOLERANCE:
        inches, way = -beside, along_edge(edge, foe.theirs)
    else:
        return None
    if abs(inches) > FARTHEST + TOLERANCE:
        return None
    place = slide(own, inches, way)
    return place if _free(battle, mover, other, own, place, way) else None


def _free(battle: Battle, mover: Unit, other: Unit, own: Rect, place: Rect, way: Point) -> bool:
    """Whether the way is clear and the place legal: on the board, through nobody, touching no other enemy."""
    board = battle.scene.board
    if not on_board(place, board.width, board.depth):
        return False
    covered = _covered(own, place, way)
    return not any(overlaps(covered, block) for block in blockers(battle, mover, (other.id,)))


def _covered(own: Rect, place: Rect, way: Point) -> Rect:
    """What a straight nudge covers; it goes along one of the unit's own axes."""
    inches = hypot(place.x - own.x, place.y - own.y)
    ahead = abs(way[0] * own.fx + way[1] * own.fy) > 0.5
    width, depth = (own.width, own.depth + inches) if ahead else (own.width + inches, own.depth)
    return rect((own.x + place.x) / 2, (own.y + place.y) / 2, own.facing, width, depth)
