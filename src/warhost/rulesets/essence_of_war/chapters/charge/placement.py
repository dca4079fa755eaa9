"""Places against an enemy's facing: which are free, and where most models touch (Charge Phase: Maximising Contact)."""

from __future__ import annotations

from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.core import (
    Battle,
    Unit,
    models_at,
)
from warhost.table import Arc, Rect, arc_of


@rule("eow.arc.location")
def arc_struck(battle: Battle, mover: Unit, place: Rect, target: Rect) -> Arc:
    """The arc of the target in which the mover lies: that of its front's midpoint.

    A setting counts the models of its front rank instead, and the midpoint only breaks ties (EOW-R037).
    """
    middle = arc_of(target, *place.front)
    if battle.scene.settings.charge_arc == "midpoint":
        return middle
    votes: dict[Arc, int] = {}
    for model in models_at(battle, mover, place.pose):
        if model.rank == 0:
            arc = arc_of(target, model.base.x, model.base.y)
            votes[arc] = votes.get(arc, 0) + 1
    most = max(votes.values())
    first = [arc for arc, count in votes.items() if count == most]
    return first[0] if len(first) == 1 else middle
