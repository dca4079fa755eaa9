"""Front against side: where a charger stands when it has reached its target (Melee: Charge Moves)."""

from __future__ import annotations

from warhost import field
from warhost.field import frontage, shuffled_towards, turned_flush
from warhost.play.battle import stand
from warhost.play.script import Script, passes
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.movement.ground_on_moves import check_edges
from warhost.rulesets.regiments.core import Battle, Unit, events, footprint, has_room
from warhost.table import TOLERANCE, Arc, Rect, edge_length

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
    return field.flush_place(goal, side, contact, lambda place: may_stand(battle, unit, place), SHIFT)


def may_stand(battle: Battle, unit: Unit, place: Rect, *without: Unit) -> bool:
    """Whether a unit may end there: room for it, and nothing of it hanging over an edge (AOFR-R055)."""
    return has_room(battle, unit, place, *without) and passes(check_edges, battle, unit, place)


@rule("aofr.charge.close_gap_pivot", "aofr.charge.maximise_frontage", "aofr.charge.target_aligns")
def align(battle: Battle, unit: Unit, target: Unit, side: Arc) -> Script[None]:
    """The charger turns and shuffles; if it could not do well the target does the same (AOFR-R052)."""
    place = flush_place(battle, unit, target, side, footprint(battle, unit))
    if place is not None:
        yield events.UnitAligned(unit.id, stand(unit, place))
    if target.pose is None:
        return
    moved = _target_place(battle, unit, target, side, flush_already=place is not None)
    if moved is not None:
        yield events.UnitAligned(target.id, stand(target, moved))


@rule("aofr.charge.target_aligns")
def _target_place(battle: Battle, unit: Unit, target: Unit, side: Arc, *, flush_already: bool) -> Rect | None:
    """Where the target goes if less than half of the possible front is in contact; None if it stays."""
    charger, goal = footprint(battle, unit), footprint(battle, target)
    possible = min(charger.width, edge_length(goal, side))

    def free(place: Rect) -> bool:
        return may_stand(battle, target, place)

    if not flush_already:
        return turned_flush(goal, side, charger, free, MOST_TURN)
    now = frontage(goal, side, charger)
    if 2 * now >= possible - TOLERANCE:
        return None
    return shuffled_towards(goal, side, charger, possible - now, free, SHIFT)
