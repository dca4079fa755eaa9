"""Cover: how much of the target's facing is hidden from the middle of the firer's front, and by what (Cover)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from warhost.field import Piece
from warhost.field.sight.lines import bodies_between
from warhost.play.script import Script, roll
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.core import values
from warhost.rulesets.kings_of_war.core.battle import Battle, Unit
from warhost.rulesets.kings_of_war.core.formation import field_of, footprint
from warhost.rulesets.kings_of_war.core.rules import has
from warhost.table import TOLERANCE, Arc, Point, Rect, contains_point, distance_to_segment, edge, hidden_fraction

Cover: TypeAlias = Literal["open", "cover", "doubtful"]

LOWER = 3
"""Who is that many levels taller than something is not covered by it."""

UNSURE = 0.005
"""How near to one half the visible share of a facing is in real doubt (KOW-R028)."""

TOUCHES = 8 * TOLERANCE


@rule("kow.cover.half_facing", "kow.cover.in_difficult", "kow.cover.line", "kow.ranged.cover_no_stack")
@rule("kow.terrain.open")
def covered(battle: Battle, unit: Unit, target: Unit, facing: Arc) -> Cover:
    """Whether the target is in cover from the unit, which is in the arc of that facing of it."""
    if stands_in_cover(battle, target):
        return "cover"
    shapes = intervening(battle, unit, target)
    if not shapes:
        return "open"
    hidden = hidden_fraction(footprint(battle, unit).front, edge(footprint(battle, target), facing), shapes)
    if abs(hidden - 0.5) <= UNSURE:
        return "doubtful"
    return "cover" if hidden > 0.5 else "open"


@rule("kow.cover.in_difficult")
def stands_in_cover(battle: Battle, target: Unit) -> bool:
    """Whether the middle of a unit is in difficult terrain that was agreed to give cover."""
    at = _centre(battle, target)
    pieces = field_of(battle).terrain.having("cover")
    return any("difficult" in piece.traits and contains_point(piece.shape, *at) for piece in pieces)


@rule("kow.cover.half_facing", "kow.cover.three_lower")
def intervening(battle: Battle, unit: Unit, target: Unit) -> list[Rect]:
    """What may hide the target: all units but the two and those that yield, and all terrain with a height (KOW-R098),
    unless it is three levels lower than the taller of them (KOW-R099)."""
    field = field_of(battle)
    own, goal = footprint(battle, unit), footprint(battle, target)
    above = max(values.height(battle, unit), values.height(battle, target)) - LOWER
    found = [
        body.shape
        for body in bodies_between(field, own, goal, (unit.id, target.id))
        if _may_cover(battle, battle.units[body.id], above)
    ]
    tall = (piece for piece in field.terrain.pieces if piece.height >= 1 and piece.height > above)
    return found + [piece.shape for piece in tall if not _is_ignored(battle, piece, unit, target)]


def _may_cover(battle: Battle, unit: Unit, above: int) -> bool:
    return values.height(battle, unit) > above and not has(battle, unit, "yields")


@rule("kow.cover.hill_ignored", "kow.cover.firer_in_difficult", "kow.cover.firer_at_obstacle")
def _is_ignored(battle: Battle, piece: Piece, unit: Unit, target: Unit) -> bool:
    """A hill under either of them (KOW-R100), difficult terrain in which the firer stands and the target does not
    (KOW-R101), and an obstacle at the firer's front."""
    under_firer = contains_point(piece.shape, *_centre(battle, unit))
    under_target = contains_point(piece.shape, *_centre(battle, target))
    if "hill" in piece.traits and (under_firer or under_target):
        return True
    if "difficult" in piece.traits and under_firer and not under_target:
        return True
    return "obstacle" in piece.traits and _is_at_front(footprint(battle, unit), piece.shape)


def _is_at_front(own: Rect, piece: Rect) -> bool:
    left, right, _, _ = own.corners
    return distance_to_segment(piece, left, right) <= TOUCHES


def _centre(battle: Battle, unit: Unit) -> Point:
    shape = footprint(battle, unit)
    return shape.x, shape.y


@rule("kow.cover.dispute_roll")
def settled(battle: Battle, unit: Unit, target: Unit, facing: Arc) -> Script[bool]:
    """Whether the target is in cover; a die says so where that is in real doubt."""
    found = covered(battle, unit, target, facing)
    if found != "doubtful" or battle.settings.doubtful == "attacker":
        return found == "cover"
    why = f"Cover of {target.name} from {unit.name} on 1-3"
    (face,) = yield from roll("D6", why=why, rule="kow.cover.dispute_roll", seat=unit.seat, unit=unit.id)
    return face <= 3
