"""Front against side: where a charger stands when it has reached its target (Melee: Charge Moves)."""

from __future__ import annotations

from warhost.play.script import Script, passes
from warhost.rulebook import rule
from warhost.rulesets.regiments import events
from warhost.rulesets.regiments.battle import Battle, Unit
from warhost.rulesets.regiments.formation import footprint, has_room, stand
from warhost.rulesets.regiments.ways import check_edges
from warhost.table import (
    TOLERANCE,
    Arc,
    Rect,
    edge_length,
    edge_midpoint,
    flush,
    flush_side,
    outward,
    overlaps,
    rect,
    turn_between,
)

SHIFT = 0.25
"""How finely places along a side are tried, in inches."""

MOST_TURN = 45.0
"""How far a target turns at most to lie flush: never so far that another side is struck (AOFR-R054)."""


@rule("aofr.charge.close_gap_pivot", "aofr.charge.maximise_frontage")
def flush_place(battle: Battle, unit: Unit, target: Unit, side: Arc, contact: Rect) -> Rect | None:
    """The charger with its front on that side of the target, as much of it as possible, shifted as little as possible.

    If that place is not free, the free one with the greatest overlap (AOFR-R052); None if there is none.
    """
    goal = footprint(battle, target)
    span = (edge_length(goal, side) + contact.width) / 2
    room = ease(goal, side, contact)
    here = along(goal, side, contact)
    best = max(-room, min(room, here))
    place = flush(contact, goal, side, best)
    if may_stand(battle, unit, place):
        return place
    steps = int(2 * span / SHIFT) + 1
    tries = [-span + TOLERANCE + i * SHIFT for i in range(steps)]
    tries += [-room, room, span - SHIFT]
    tries.sort(key=lambda offset: (max(0.0, abs(offset) - room), abs(offset - here)))
    for offset in tries:
        if abs(offset) < span - TOLERANCE:
            place = flush(contact, goal, side, offset)
            if may_stand(battle, unit, place):
                return place
    return None


def ease(goal: Rect, side: Arc, shape: Rect) -> float:
    """How far to both sides of the middle the shape's front has all the contact that there can be."""
    return abs(edge_length(goal, side) - shape.width) / 2


def along(goal: Rect, side: Arc, shape: Rect) -> float:
    """Where along that side the shape's centre is, on the scale of `flush`."""
    nx, ny = outward(goal, side)
    mx, my = edge_midpoint(goal, side)
    return (shape.x - mx) * ny - (shape.y - my) * nx


def may_stand(battle: Battle, unit: Unit, place: Rect, without: Unit | None = None) -> bool:
    """Whether a unit may end there: room for it, and nothing of it hanging over an edge (AOFR-R055)."""
    return has_room(battle, unit, place, without) and passes(check_edges, battle, unit, place)


def overlap(goal: Rect, side: Arc, place: Rect) -> float:
    """How many inches of the place's front lie against that side of the goal, if it is flush."""
    reach = (edge_length(goal, side) + place.width) / 2 - abs(along(goal, side, place))
    return max(0.0, min(reach, place.width, edge_length(goal, side)))


@rule("aofr.charge.close_gap_pivot", "aofr.charge.maximise_frontage", "aofr.charge.target_aligns")
def align(battle: Battle, unit: Unit, target: Unit, side: Arc) -> Script[None]:
    """The charger turns and shuffles; if it could not do well the target does the same (AOFR-R052)."""
    place = flush_place(battle, unit, target, side, footprint(battle, unit))
    if place is not None:
        stand(unit, place)
        assert unit.pose is not None
        yield events.UnitAligned(unit.id, unit.pose)
    moved = _target_place(battle, unit, target, side, flush_already=place is not None)
    if moved is not None:
        stand(target, moved)
        assert target.pose is not None
        yield events.UnitAligned(target.id, target.pose)


@rule("aofr.charge.target_aligns")
def _target_place(battle: Battle, unit: Unit, target: Unit, side: Arc, *, flush_already: bool) -> Rect | None:
    """Where the target goes if less than half of the possible front is in contact; None if it stays."""
    charger, goal = footprint(battle, unit), footprint(battle, target)
    possible = min(charger.width, edge_length(goal, side))
    if not flush_already:
        return _turned_target(battle, target, goal, side, charger)
    now = overlap(goal, side, charger)
    if 2 * now >= possible - TOLERANCE:
        return None
    nx, ny = outward(goal, side)
    towards = 1.0 if along(goal, side, charger) > 0.0 else -1.0
    best: Rect | None = None
    shift, most = SHIFT, possible - now
    while shift <= most + SHIFT:
        length = min(shift, most) * towards
        place = rect(goal.x + ny * length, goal.y - nx * length, goal.facing, goal.width, goal.depth)
        if not may_stand(battle, target, place):
            break
        best = place
        shift += SHIFT
    return best


def _turned_target(battle: Battle, target: Unit, goal: Rect, side: Arc, charger: Rect) -> Rect | None:
    """The target laid flush on the charger's front by a small turn, if there is room for that."""
    room = ease(goal, side, charger)
    offset = max(-room, min(room, along(charger, Arc.FRONT, goal)))
    wanted = flush_side(goal, side, charger, Arc.FRONT, offset)
    if abs(turn_between(goal.facing, wanted.facing)) > MOST_TURN:
        return None
    return wanted if may_stand(battle, target, wanted) and not overlaps(wanted, charger) else None
