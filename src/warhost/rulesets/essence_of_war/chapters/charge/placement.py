"""Places against an enemy's facing: which are free, and where most models touch (Charge Phase: Maximising Contact)."""

from __future__ import annotations

from collections.abc import Container, Iterable

from warhost.field import Stretch, best_offsets, fighting_stretches, free_offsets, onset, within_free
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.core import (
    ROCKS,
    Battle,
    Unit,
    boundary,
    facing_models,
    field_of,
    formation_of,
    models_at,
    over_gaps,
    size,
)
from warhost.table import Arc, Rect, arc_of, flush, rect


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


@rule("eow.spacing.contact_target_only", "eow.charge.move.proximity")
def blockers(battle: Battle, mover: Unit, touching: Container[int], ignoring: Container[int] = ()) -> Iterable[Rect]:
    """What the mover may not overlap: other units and Impassable Terrain. It may touch friends and terrain."""
    field = field_of(battle)
    return onset.blockers(field, field[mover.id], ROCKS, touching, ignoring)


@rule("eow.charge.maximise.models")
def contact_count(battle: Battle, mover: Unit, place: Rect, target: Unit, side: Arc) -> int:
    """How many models of both sides are in base contact there, those that fight over gaps included."""
    mine, theirs = facing_models(mover, place, Arc.FRONT, target, boundary(battle, target), side)
    return len(mine) + len(theirs)


def stretches(battle: Battle, mover: Unit, target: Unit, side: Arc) -> tuple[Stretch, ...]:
    """Every offset on that facing with the models it brings into contact, from left to right."""
    front = formation_of(battle, mover).out_of(Arc.FRONT)
    return fighting_stretches(front, formation_of(battle, target), side, over_gaps)


@rule("eow.charge.maximise.models")
def best_places(battle: Battle, mover: Unit, target: Unit, side: Arc) -> list[Rect]:
    """The legal places of the mover's front flush on that facing with the most models in contact.

    Of every stretch of equally good places its ends and what is nearest to the facing's centre line, the nearest to
    that line first.
    """
    shape = boundary(battle, target)
    front = rect(0.0, 0.0, 0.0, *size(battle, mover))
    blocks = blockers(battle, mover, (target.id,), (target.id,))
    free = free_offsets(front, shape, side, blocks, battle.scene.board)
    parts = within_free(stretches(battle, mover, target, side), free)
    return [flush(front, shape, side, offset) for offset in best_offsets(parts)]
